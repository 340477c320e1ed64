"""The lights and sounds of one table's boards: remembers what they show, and orders the changes.

It is asked after every event, so it must be cheap where nothing changes: it works out a position's advice,
layout and last move only once.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic

from engine.bus.messages.boards import BrightnessOrder, DeviceOrder, DeviceState, LightsOrder, SoundOrder
from engine.core.game import A, S
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout
from engine.core.verdict import Verdict, VerdictKind
from engine.session.boards.lights import (
    last_move_lights,
    orders,
    reach_lights,
    repair_lights,
    waited_for,
)
from engine.session.boards.palettes import LightSettings, Lit
from engine.session.playing.table import Setting, Table

BOARD = "board"
"""The name that stands for all boards together; a seat's pad is `pad.SEAT`."""

_SOUNDS = {
    VerdictKind.SETTLED: "settled",
    VerdictKind.ILLEGAL: "warning",
    VerdictKind.AMBIGUOUS: "question",
}
_TURN = "turn"

Order = tuple[str, DeviceOrder]
"""A device's name and the order for it."""


@dataclass(slots=True)
class _Position(Generic[S]):
    """The lights of one position, worked out when they are first needed."""

    state: S
    """The state."""
    layout: Layout
    """The layout of the state."""
    waited: frozenset[str]
    """The pads that are lit, because their seats have to act."""
    last: dict[Cell, Lit]
    """The lights of the last action."""
    reach: dict[PieceId, dict[Cell, Lit]] = field(default_factory=dict)
    """The lights of each piece's ways, kept once they are worked out."""


class BoardShow(Generic[S, A]):
    """The lights and sounds of one table's boards. `sounding`: whether they make sounds."""

    def __init__(self, lights: LightSettings | None = None, *, sounding: bool = True) -> None:
        self._lights = lights or LightSettings()
        self._sounding = sounding
        self._lamps: set[str] = set()
        self._lit: dict[Cell, Lit] = {}
        self._pads: dict[str, bool | None] = {}
        self._position: _Position[S] | None = None
        self._seen: tuple[Table[S, A], frozenset[str], PieceId | None] | None = None

    def heard(self, state: DeviceState) -> tuple[Order, ...]:
        """Take in that a device came or went; a new device is dark. Return the first orders to it."""
        self._seen = None
        if state.device == BOARD or state.lights:
            came = state.connected and state.device not in self._lamps
            (self._lamps.add if state.connected else self._lamps.discard)(state.device)
            if came:
                self._lit = {}
                brightness = (BOARD, DeviceOrder(BrightnessOrder(self._lights.brightness)))
                # A board of ours starts dark; somebody's own device still shows the last order to it.
                dark = (BOARD, DeviceOrder(LightsOrder((), self._lights.colours[Lit.OFF])))
                return (brightness, dark) if state.lights else (brightness,)
        elif not state.connected:
            self._pads.pop(state.device, None)
        elif state.device.startswith("pad.") and state.port:
            self._pads.setdefault(state.device, None)
        return ()

    def sounds(self, verdicts: Iterable[Verdict]) -> tuple[Order, ...]:
        """Return the sound of the last verdict that has one."""
        found = [_SOUNDS[one.kind] for one in verdicts if one.kind in _SOUNDS]
        if not (found and self._lamps and self._sounding):
            return ()
        return ((BOARD, DeviceOrder(SoundOrder(found[-1]))),)

    def due(self, setting: Setting[S, A], table: Table[S, A], held: PieceId | None = None) -> Iterator[Order]:
        """Yield the orders that make the boards show the table as it stands.

        `held`: the piece in a hand.
        """
        if not (self._lamps or self._pads):
            return
        pads = frozenset(self._pads)
        if self._seen is not None and self._seen[0] is table and self._seen[1:] == (pads, held):
            return
        self._seen = (table, pads, held)
        position = self._positioned(setting, table)
        if self._lamps:
            lit = self._wanted(setting, table, position, held)
            if lit != self._lit:
                for order in orders(self._lit, lit, self._lights.colours):
                    yield BOARD, order
                self._lit = lit
        for pad, on in self._pads.items():
            waited = pad in position.waited
            if on is not waited:
                self._pads[pad] = waited
                colour = self._lights.colours[Lit.MAY_GO if waited else Lit.OFF]
                yield pad, DeviceOrder(LightsOrder((), colour))
                if waited and on is not None and self._sounding:
                    yield pad, DeviceOrder(SoundOrder(_TURN))

    def lit(self, setting: Setting[S, A], table: Table[S, A], held: PieceId | None) -> dict[Cell, str]:
        """Return the colour of each cell that is lit, whether there are boards with lights or not."""
        lit = self._wanted(setting, table, self._positioned(setting, table), held)
        return {cell: self._lights.colours[meaning] for cell, meaning in lit.items()}

    def _positioned(self, setting: Setting[S, A], table: Table[S, A]) -> _Position[S]:
        state = table.match.state
        if self._position is None or self._position.state is not state:
            self._position = _Position(
                state,
                setting.game.layout(state),
                frozenset(f"pad.{seat}" for seat in waited_for(setting, table)),
                last_move_lights(setting, table),
            )
        return self._position

    def _wanted(
        self, setting: Setting[S, A], table: Table[S, A], position: _Position[S], piece: PieceId | None
    ) -> dict[Cell, Lit]:
        """Return the cells to light: faults to put right, else a lifted piece's reach, else the last move."""
        repair = repair_lights(table)
        if repair:
            return repair
        if piece is None:
            return position.last
        if piece not in position.reach:
            position.reach[piece] = reach_lights(setting.game.advice(position.state, piece), position.layout)
        return position.reach[piece]
