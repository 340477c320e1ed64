"""The parts of one table's board that a projector or screen shows: the lit cells, and those beneath hands.

It is asked after every event, so it works out both only for a table or a held piece that it hasn't seen.
"""

from collections.abc import Iterator
from typing import Generic

from engine.bus.messages.boards import BoardLights, CoveredCells
from engine.core.game import A, S
from engine.core.ids import PieceId
from engine.session.boards.board_show import BoardShow
from engine.session.playing.table import Setting, Table
from engine.session.seen.runs import covered_now


class ProjectedBoard(Generic[S, A]):
    """The messages for whoever shows one table's board in light; only changed ones are yielded."""

    def __init__(self, showing: BoardShow[S, A]) -> None:
        self._showing = showing
        self._seen: tuple[Table[S, A], PieceId | None] | None = None
        self._lights: BoardLights | None = None
        self._covered: CoveredCells | None = None

    def say_again(self) -> None:
        """Yield everything the next time, because the bus may have lost it."""
        self._seen = self._lights = self._covered = None

    def due(
        self, setting: Setting[S, A], table: Table[S, A], held: PieceId | None
    ) -> Iterator[tuple[str, BoardLights | CoveredCells]]:
        """Yield the changed messages, each with its channel. `held`: the piece in a hand."""
        if self._seen is not None and self._seen[0] is table and self._seen[1] == held:
            return
        self._seen = (table, held)
        lights = BoardLights(self._showing.lit(setting, table, held))
        if lights != self._lights:
            self._lights = lights
            yield "board_lights", lights
        covered = CoveredCells(tuple(sorted(covered_now(table.belief.runs, setting.settling))))
        if covered != self._covered:
            self._covered = covered
            yield "covered_cells", covered
