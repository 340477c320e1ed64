"""A position of Dozen War and the masks derived from it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.core.once import once
from engine.games.dozen_war.position.holdings import NO_CARDS, NO_OMENS, NO_TOKENS, Cards, Omens, Task, Tokens
from engine.games.dozen_war.position.marks import NO_CHANGES, Changes, UnitMark, changes_of
from engine.games.dozen_war.position.masks import OFF, PositionMasks, stand_after, stand_of
from engine.games.dozen_war.position.roster import IS_GENERAL, SEAT_OF

_UNCHANGED: dict[int, Changes] = {}


class Phase(StrEnum):
    """How far the match is."""

    DRAFTING = "drafting"
    PLACING = "placing"
    PLAYING = "playing"
    OVER = "over"


NOBODY = -1
"""The attacker of a hit that no unit deals: an assassin's, who is hired."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit that waits for the attacked player's answer (DW-18.4).

    `source` is the card or skill that deals it (`kazu.2`), empty for a plain attack; `stars` count against
    the answers' (DW-19). A `counter` is a hit in return; a `blocked` one has been taken over by infantry.
    `where` is the target's cell, `stood` the attacker's. One that has `landed` waits for answers to what it
    did: `lost` HP. `aimed`: the attacker has passed the die that evading asks for. `spill`: whom a card's or
    skill's splash may hit, of whom the attacker chooses one when the target has died; a plain attack has
    named its `splash`. `seat` is who pays for a hit whose attacker is `NOBODY`.
    """

    attacker: int
    target: int
    splash: int | None
    damage: int
    source: str = ""
    stars: int = 0
    unguarded: bool = False
    unblockable: bool = False
    counter: bool = False
    blocked: bool = False
    redirected: bool = False
    landed: bool = False
    lost: int = 0
    where: int = -1
    stood: int = -1
    aimed: bool = False
    spill: tuple[int, ...] = ()
    seat: int = -1

    @property
    def by(self) -> int:
        """Whose hit it is."""
        return self.seat if self.attacker == NOBODY else SEAT_OF[self.attacker]


@dataclass(frozen=True)
class State:
    """A position. Pieces, seats and cells by number; `at` and `hp` have one byte a piece.

    `order` is the seats in turn order, `turn` the seat whose turn it is. `generals`, `moved` and `acted` are
    bits of pieces: the generals the players own, and the units that have moved or ended their turn. `coins`,
    `kills` and `razed` are by seat. `obstacles` is the mountains, the volcano while it's closed among them.
    `stack` holds the effects being resolved, the one that waits last. `agenda` is what must be settled before
    the stack and the turn go on, first things first. `skilled` is the generals that used a skill this turn,
    `fought` the units that attacked. `spent` and `known` are bits of skills (`skill_bit`): those that wait
    for their refresh, and those used in this match. `marks` are the boosts and statuses in force.
    `strikes` is who attacked in this turn and the cell of whom, `bereft` the seats that have lost a soldier,
    as bits. `skills` tells whether the match is played with skills. `carded` is the seats that played a card
    this turn, as bits; kept where that is limited. `idle` counts a duel's turns without an attack (DW-20).
    `out` is the players who are out, as bits; kept where it matters who falls with the last (DW-17.4).
    `left` is the players who have gone home, as bits; their turns are passed over.
    `dug` is the generals whose turn a dig has ended, as bits; it's why they do nothing more, not whether, so
    positions that differ in it alone are one, and a saved one is without.
    """

    order: tuple[int, ...]
    phase: Phase
    round: int
    turn: int
    at: bytes
    hp: bytes
    generals: int
    moved: int
    acted: int
    coins: tuple[int, ...]
    kills: tuple[int, ...]
    razed: tuple[int, ...]
    obstacles: int
    warp_open: bool
    events: int
    stack: tuple[Hit, ...] = ()
    agenda: tuple[Task, ...] = ()
    tokens: Tokens = NO_TOKENS
    cards: Cards = NO_CARDS
    omens: Omens = NO_OMENS
    skilled: int = 0
    fought: int = 0
    spent: int = 0
    known: int = 0
    marks: tuple[UnitMark, ...] = ()
    strikes: tuple[tuple[int, int], ...] = ()
    bereft: int = 0
    skills: bool = False
    carded: int = 0
    idle: int = 0
    out: int = 0
    left: int = 0
    dug: int = field(default=0, compare=False)

    @once
    def stand(self) -> PositionMasks:
        """The masks of this position, made once: from those of a position before it, if there are some."""
        before: tuple[PositionMasks, bytes] | None = self.__dict__.pop(_BEFORE, None)
        if before is None:
            return stand_of(self.order, self.at)
        return stand_after(before[0], before[1], self.order, self.at)

    @once
    def changes(self) -> dict[int, Changes]:
        """What marks change, by unit; a unit without marks isn't in it."""
        return changes_of(self.marks) if self.marks else _UNCHANGED

    def changed(self, piece: int) -> Changes:
        """Return what marks change of a unit."""
        return self.changes.get(piece, NO_CHANGES) if self.marks else NO_CHANGES

    def placed(self) -> Iterator[tuple[int, int]]:
        """Yield every piece on the board and its cell, by number."""
        for piece, cell in enumerate(self.at):
            if cell != OFF:
                yield piece, cell

    def owns(self, piece: int) -> bool:
        """Tell whether a piece belongs to this match, on the board or off it."""
        if IS_GENERAL[piece]:
            return bool(self.generals >> piece & 1)
        return SEAT_OF[piece] in self.order

    def foes(self, seat: int) -> Iterator[int]:
        """Yield the other seats in turn order."""
        return (other for other in self.order if other != seat)


_BEFORE = "_before"
"""Where a position keeps the masks of one before it, and its places, until its own are asked for."""

if TYPE_CHECKING:  # what is passed is checked as of `replace`
    from dataclasses import replace as altered
else:

    def altered(state: State, **changes: Any) -> State:
        """Return the position with other values, as `dataclasses.replace` does, in a tenth of the time.

        What was derived from the position is taken on where it still holds.
        """
        made = object.__new__(State)
        held = made.__dict__
        held.update(state.__dict__)
        held.update(changes)
        if "at" in changes and "stand" in held:
            held[_BEFORE] = held.pop("stand"), state.at
        if "marks" in changes and changes["marks"] != state.marks:
            held.pop("changes", None)
        return made


def put(values: bytes, place: int, value: int) -> bytes:
    """Return the bytes with another value at a place."""
    return values[:place] + bytes((value,)) + values[place + 1 :]


__all__ = ("NOBODY", "Hit", "Phase", "State", "altered", "put")
