"""Learns which switch and which light of a board lies under which cell, one piece at a time. Without I/O.

A person lays a piece in the middle of the named cell. The board reports which of its switches closes, by the
name in its present `board.json`. The new file made from these answers is right for any order of the wires.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType

from engine.core.ids import Cell
from engine.core.phrase import Phrase
from firmware_bridge.part_faults import register_and_input
from firmware_bridge.texts import TEXTS

NOTHING: frozenset[Cell] = frozenset()
_FREE = "input "


class WiringFaultKind(StrEnum):
    """The faults that such a walk finds."""

    CLOSED = "closed"
    DEAD = "dead"
    SWAPPED = "swapped"
    JOINED = "joined"
    STRAY = "stray"
    DARK = "dark"
    MISPLACED = "misplaced"


@dataclass(frozen=True, slots=True)
class WiringFault:
    """One fault of a board's wires."""

    kind: WiringFaultKind
    """The fault's kind."""
    cell: Cell
    """The cell where a person finds it."""
    other: Cell | None = None
    """The cell that the wire was taken for, or that answers together with this cell."""
    place: int | None = None
    """The free input where a stray wire ends, by its place in the chain, from 0."""

    @property
    def is_soldered(self) -> bool:
        """Whether a soldering iron has to mend it; a new file mends the others."""
        return self.kind not in (WiringFaultKind.SWAPPED, WiringFaultKind.MISPLACED, WiringFaultKind.STRAY)

    @property
    def text(self) -> Phrase:
        """The fault and its mending, as a sentence."""
        where = {} if self.place is None else register_and_input(self.place)
        return TEXTS.say(f"wiring.{self.kind}", cell=self.cell, other=self.other or "", **where)


def free_switch(place: int) -> Cell:
    """Return the present name of the switch on a free input. The board's file has no name for it."""
    return Cell(f"{_FREE}{place}")


def _free_place(switch: Cell) -> int | None:
    return int(switch.removeprefix(_FREE)) if switch.startswith(_FREE) else None


@dataclass(frozen=True, slots=True)
class SwitchWalk:
    """A walk over a board's cells, and how far it is."""

    cells: tuple[Cell, ...]
    """The cells that are asked for, in their order."""
    closed: frozenset[Cell]
    """The switches that were closed before the first piece was laid, by their present names."""
    answers: Mapping[Cell, frozenset[Cell]] = field(default_factory=dict)
    """The switches that answered for each cell so far, by their present names; empty: none answered."""
    dark: frozenset[Cell] = NOTHING
    """The cells asked so far whose light a person didn't see."""

    @property
    def asked(self) -> Cell | None:
        """The cell that is asked for now; None when the walk is over."""
        return self.cells[len(self.answers)] if len(self.answers) < len(self.cells) else None


def begin_walk(cells: Sequence[Cell], closed: frozenset[Cell]) -> SwitchWalk:
    """Return a walk over these cells of an empty board; `closed`: the switches that are closed already."""
    return SwitchWalk(tuple(cells), closed)


def answered(walk: SwitchWalk, switches: frozenset[Cell], *, is_dark: bool = False) -> SwitchWalk:
    """Return the walk one cell further: these switches closed for it, none when nothing was felt."""
    if walk.asked is None:
        return walk
    answers = MappingProxyType({**walk.answers, walk.asked: switches - walk.closed})
    return replace(walk, answers=answers, dark=walk.dark | {walk.asked} if is_dark else walk.dark)


def stepped_back(walk: SwitchWalk) -> SwitchWalk:
    """Return the walk with the last cell asked for again."""
    kept = dict(list(walk.answers.items())[:-1])
    return replace(walk, answers=MappingProxyType(kept), dark=walk.dark & kept.keys())


@dataclass(frozen=True, slots=True)
class LearntSwitches:
    """The result of a walk over the switches."""

    names: Mapping[Cell, Cell]
    """The right name of each switch, by its present one; every name stands once among the right ones."""
    faults: tuple[WiringFault, ...]
    """The faults, in the order of the cells. A swapped wire needs no soldering: the new file mends it."""

    def order(self, present: Sequence[Cell | None]) -> list[Cell | None]:
        """Return the chain's `order` with the right names, from the present one."""
        return [
            self.names.get(free_switch(place) if cell is None else cell) for place, cell in enumerate(present)
        ]


def learnt_switches(walk: SwitchWalk) -> LearntSwitches:
    """Return the switches' wires by the answers. A cell without an answer keeps a wire that is left."""
    sure: dict[Cell, Cell] = {}
    left = {cell: set(switches) for cell, switches in walk.answers.items() if switches}
    while True:
        # A piece near a border may close a neighbour's switch too; that switch answers alone for its own
        # cell.
        single = {cell: switches for cell, switches in left.items() if len(switches) == 1}
        taken = Counter(next(iter(switches)) for switches in single.values())
        found = {
            cell: next(iter(switches))
            for cell, switches in single.items()
            if taken[next(iter(switches))] == 1 and next(iter(switches)) not in sure.values()
        }
        if not found:
            break
        sure |= found
        left = {cell: switches - set(found.values()) for cell, switches in left.items() if cell not in found}
    faults = [WiringFault(WiringFaultKind.CLOSED, cell) for cell in sorted(walk.closed)]
    for cell, answer in walk.answers.items():
        faults += _faults_of(walk, cell, answer, sure)
    names = {switch: cell for cell, switch in sure.items()}
    free = [cell for cell in walk.cells if cell not in names.values()]
    unnamed = [cell for cell in walk.cells if cell not in names]
    kept = {cell for cell in free if cell in unnamed}
    names |= {cell: cell for cell in kept}
    # There are more switches than cells if a wire ends at a free input: the last of them become free.
    wanted = (one for one in free if one not in kept)
    left_over = (one for one in unnamed if one not in kept)
    names |= {switch: cell for cell, switch in zip(wanted, left_over, strict=False)}
    return LearntSwitches(MappingProxyType(names), tuple(faults))


def _faults_of(
    walk: SwitchWalk, cell: Cell, answer: frozenset[Cell], sure: Mapping[Cell, Cell]
) -> list[WiringFault]:
    if cell in sure:
        place = _free_place(sure[cell])
        if place is not None:
            return [WiringFault(WiringFaultKind.STRAY, cell, place=place)]
        return [WiringFault(WiringFaultKind.SWAPPED, cell, sure[cell])] if sure[cell] != cell else []
    together = [other for other, others in walk.answers.items() if other != cell and answer & others]
    if together:
        return [WiringFault(WiringFaultKind.JOINED, cell, other) for other in together[:1]]
    if cell in walk.closed:
        return []
    return [WiringFault(WiringFaultKind.DEAD, cell)]


@dataclass(frozen=True, slots=True)
class LearntLights:
    """The result of a walk over the lights, by switches that are right already."""

    places: Mapping[Cell, int]
    """The right place in the chain of LEDs for each cell."""
    faults: tuple[WiringFault, ...]
    """The faults, in the order of the cells. A misplaced light needs no soldering: the new file mends it."""


def learnt_lights(walk: SwitchWalk, present: Mapping[Cell, int]) -> LearntLights:
    """Return the place of each light: it was lit by its present place, and the piece laid where it shone."""
    faults: list[WiringFault] = []
    right: dict[Cell, int] = {}
    for cell, answer in walk.answers.items():
        if cell not in present:
            continue
        if cell in walk.dark:
            faults.append(WiringFault(WiringFaultKind.DARK, cell))
        elif len(answer) != 1:
            faults.append(WiringFault(WiringFaultKind.DEAD, cell))
        else:
            (seen,) = answer
            right[seen] = present[cell]
            if seen != cell:
                faults.append(WiringFault(WiringFaultKind.MISPLACED, seen, cell))
    free = [place for place in present.values() if place not in right.values()]
    missing = [cell for cell in present if cell not in right]
    kept = {cell for cell in missing if present[cell] in free}
    right |= {cell: present[cell] for cell in kept}
    rest = iter(place for place in free if place not in right.values())
    right |= {cell: next(rest) for cell in missing if cell not in kept}
    return LearntLights(MappingProxyType({cell: right[cell] for cell in present}), tuple(faults))
