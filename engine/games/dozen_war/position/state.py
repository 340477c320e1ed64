"""A position of Dozen War and the masks derived from it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from engine.core.once import once
from engine.games.dozen_war.position.holdings import NO_CARDS, NO_OMENS, NO_TOKENS, Cards, Omens, Task, Tokens
from engine.games.dozen_war.position.marks import NO_CHANGES, Changes, UnitMark, changes_of
from engine.games.dozen_war.position.masks import OFF, PositionMasks, stand_after, stand_of
from engine.games.dozen_war.position.roster import IS_GENERAL, SEAT_OF

_UNCHANGED: dict[int, Changes] = {}


class Phase(StrEnum):
    """The stage of the match."""

    DRAFTING = "drafting"
    PLACING = "placing"
    PLAYING = "playing"
    OVER = "over"


NOBODY = -1
"""The attacker of a hit that no unit deals: a hired assassin's."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit that waits for the attacked player's answer (DW-18.4)."""

    attacker: int
    """The attacking piece; `NOBODY` where no unit deals the hit."""
    target: int
    """The piece that is hit."""
    splash: int | None
    """The piece that is hit beside it; None: there is none."""
    damage: int
    """The HP that it takes."""
    source: str = ""
    """The card or skill that deals it (`kazu.2`); empty for a plain attack."""
    stars: int = 0
    """Its stars, which count against those of the answers (DW-19)."""
    unguarded: bool = False
    """No card or skill may answer it."""
    unblockable: bool = False
    """No infantry may block it."""
    counter: bool = False
    """It is a hit in return."""
    blocked: bool = False
    """Whether infantry has taken it over."""
    redirected: bool = False
    """Whether a card or skill has redirected it to another unit."""
    landed: bool = False
    """Whether it has landed and now waits for answers afterwards."""
    lost: int = 0
    """The HP that its target lost."""
    where: int = -1
    """The target's cell."""
    stood: int = -1
    """The attacker's cell."""
    aimed: bool = False
    """Whether the attacker has passed the die against evading."""
    spill: tuple[int, ...] = ()
    """The units that a card's or skill's splash may hit: the attacker chooses one when the target has died. A
    plain attack has named its `splash` already."""
    seat: int = -1
    """The seat that pays for a hit whose attacker is `NOBODY`."""

    @property
    def by(self) -> int:
        """The seat whose hit it is."""
        return self.seat if self.attacker == NOBODY else SEAT_OF[self.attacker]


@dataclass(frozen=True)
class Scores:
    """The coins and the merit of the seats, by the seats' numbers (DW-12, DW-17.3)."""

    coins: tuple[int, ...]
    """Each seat's coins."""
    kills: tuple[int, ...]
    """Each seat's kills."""
    razed: tuple[int, ...]
    """The castles that each seat has razed."""


@dataclass(frozen=True)
class DoneThisTurn:
    """The things done since the turn began."""

    moved: int = 0
    """The units that have moved, as bits of pieces."""
    acted: int = 0
    """The units that have ended their turn, as bits of pieces."""
    fought: int = 0
    """The units that attacked in this turn, as bits of pieces."""
    skilled: int = 0
    """The generals that used a skill in this turn, as bits of pieces."""
    carded: int = 0
    """The seats that played a card in this turn, as bits; recorded only where that is limited."""
    strikes: tuple[tuple[int, int], ...] = ()
    """Each attack of this turn: its attacker, and its target's cell."""
    dug: int = field(default=0, compare=False)
    """The generals whose turn a dig has ended, as bits. It gives the reason for messages; whether their turn
    is over is in `acted`. Positions that differ only in it are equal, and a saved one is without."""


@dataclass(frozen=True)
class MatchHistory:
    """Facts that last longer than a turn and that no piece or card shows."""

    spent: int = 0
    """The skills that wait for their refresh, as bits of skills (`skill_bit`)."""
    known: int = 0
    """The skills that were used in this match, as bits of skills."""
    bereft: int = 0
    """The seats that have lost a soldier, as bits."""
    idle: int = 0
    """A duel's turns without an attack (DW-20)."""
    out: int = 0
    """The players who are out, as bits; recorded where it matters who falls with the last (DW-17.4)."""
    left: int = 0
    """The players who have left, as bits; their turns are skipped."""


NOTHING_DONE = DoneThisTurn()
NO_HISTORY = MatchHistory()


@dataclass(frozen=True)
class State:
    """A position. Pieces, seats and cells are numbers."""

    order: tuple[int, ...]
    """The seats in turn order."""
    phase: Phase
    """The stage of the match."""
    round: int
    """The round, from 1 on."""
    turn: int
    """The seat whose turn it is."""
    at: bytes
    """Each piece's cell, one byte a piece."""
    hp: bytes
    """Each piece's HP, one byte a piece."""
    generals: int
    """The generals that players own, as bits of pieces."""
    scores: Scores
    """The coins, kills and razed castles of the seats."""
    obstacles: int
    """The cells of mountains, as bits; the volcano is one while it's closed."""
    warp_open: bool
    """The warp gates are open."""
    events: int
    """How many events have been drawn."""
    stack: tuple[Hit, ...] = ()
    """The hits and effects that are being resolved; the one that waits is last."""
    agenda: tuple[Task, ...] = ()
    """The tasks that must be settled before the stack and the turn go on, first things first."""
    tokens: Tokens = NO_TOKENS
    """The tokens of the match."""
    cards: Cards = NO_CARDS
    """The players' hands and the decks."""
    omens: Omens = NO_OMENS
    """The event cards."""
    marks: tuple[UnitMark, ...] = ()
    """The boosts and statuses in force."""
    done: DoneThisTurn = NOTHING_DONE
    """The things done since the turn began."""
    history: MatchHistory = NO_HISTORY
    """The facts that last longer than a turn."""
    skills: bool = False
    """The match is played with skills."""

    @once
    def stand(self) -> PositionMasks:
        """The masks of this position, made once: updated from an earlier position's, if there are some."""
        before: tuple[PositionMasks, bytes] | None = self.__dict__.pop(_BEFORE, None)
        if before is None:
            return stand_of(self.order, self.at)
        return stand_after(before[0], before[1], self.order, self.at)

    @once
    def changes(self) -> dict[int, Changes]:
        """The changes by marks, by unit; a unit without marks isn't in it."""
        return changes_of(self.marks) if self.marks else _UNCHANGED

    def changed(self, piece: int) -> Changes:
        """Return the changes that marks make to a unit."""
        return self.changes.get(piece, NO_CHANGES) if self.marks else NO_CHANGES

    def placed(self) -> Iterator[tuple[int, int]]:
        """Yield every piece on the board and its cell, by number."""
        for piece, cell in enumerate(self.at):
            if cell != OFF:
                yield piece, cell

    def owns(self, piece: int) -> bool:
        """Tell whether a piece is in this match, on the board or off it."""
        if IS_GENERAL[piece]:
            return bool(self.generals >> piece & 1)
        return SEAT_OF[piece] in self.order

    def foes(self, seat: int) -> Iterator[int]:
        """Yield the other seats in turn order."""
        return (other for other in self.order if other != seat)


_BEFORE = "_before"
"""The key under which a position keeps an earlier position's masks and places, until its own are needed."""

Kept = TypeVar("Kept", State, Scores, DoneThisTurn, MatchHistory)
"""A position, or a named part of one."""

if TYPE_CHECKING:  # the arguments are checked like those of `replace`
    from dataclasses import replace as altered
else:

    def altered(value: Kept, **changes: object) -> Kept:
        """Return a position, or a part of one, with other values, in a tenth of the time of `replace`.

        Results derived from the old position are kept where they still hold.
        """
        made = object.__new__(type(value))
        held = made.__dict__
        held.update(value.__dict__, **changes)
        if "stand" in held and "at" in changes:
            held[_BEFORE] = held.pop("stand"), value.at
        if "marks" in changes and changes["marks"] != value.marks:
            held.pop("changes", None)
        return made


def put(values: bytes, place: int, value: int) -> bytes:
    """Return the bytes with a new value at a place."""
    return values[:place] + bytes((value,)) + values[place + 1 :]


__all__ = ("NOBODY", "Hit", "Phase", "State", "altered", "put")
