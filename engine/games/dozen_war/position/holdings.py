"""What a match has beside the pieces on the board: tokens, cards, events, and what must be settled first.

Values only. A match that plays without them holds the empty ones, which cost nothing.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.once import once
from engine.games.dozen_war.position.roster import SEATS_MAX

MAP = "map"
"""The token that is a map piece (DW-1.6); every other token is a slug of the content pack."""
FACE_DOWN = "?"
"""A token of which nobody knows what it is: one of the pool."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of a match (DW-3.6, DW-13).

    `sites`: what lies under each mountain, by cell; `FACE_DOWN` stands for one of `pool`, which is sorted.
    `carried`: map pieces by general, `dropped`: by cell; both sorted, without zeros. `seen`: seat and cell
    where a seat alone knows what lies.
    """

    sites: tuple[tuple[int, tuple[str, ...]], ...] = ()
    pool: tuple[str, ...] = ()
    carried: tuple[tuple[int, int], ...] = ()
    dropped: tuple[tuple[int, int], ...] = ()
    seen: tuple[tuple[int, int], ...] = ()

    @once
    def buried(self) -> int:
        """The cells with tokens under their mountains (DW-3.6)."""
        return sum(1 << cell for cell, _ in self.sites)


@dataclass(frozen=True, slots=True)
class Cards:
    """The equipment cards (DW-10). Slugs, one a copy; `hands` by seat and `used` are sorted.

    `pile` is top first where its order is `fixed`; else it's sorted, and chance says what is drawn.
    """

    hands: tuple[tuple[str, ...], ...] = ((),) * SEATS_MAX
    pile: tuple[str, ...] = ()
    fixed: bool = False
    used: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Omen:
    """An opened event that is in force, and the seats it hits."""

    event: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Omens:
    """The event cards (DW-15). `deck` as `Cards.pile`; `opened` in order; `in_force` in the current round."""

    deck: tuple[str, ...] = ()
    fixed: bool = False
    opened: tuple[str, ...] = ()
    in_force: tuple[Omen, ...] = ()


class Work(StrEnum):
    """What is to be settled before play goes on.

    Chance: `draw` cards for a seat (`count`), `unearth` a token for a general, `peek` at the tokens of a
    cell for a seat, open an `event`, roll for whom it is (`event_die`, the event in `word`) or for what it or
    a token does (`fate_die`), roll for the draft and for the order of turns (`count` dice owed, those rolled
    in `word`), `deal` a general. A seat: `discard` down to `count` cards, `assign` map pieces (`count`;
    `cell` is where they were lost), `draft` a general. By itself: `round` begins the next one, `fate` lets an
    event of a round (`word`) act on a seat, `deploy` lets a duel's players put up their units.
    Of cards and skills: roll a skill's die (`skill_die`, the use in `word`), roll to hit who evades
    (`aim_die`), choose whom splash of `count` damage hits (`spill`, whom it may hit in `word`), `steal`
    `count` cards from the seat `piece`, let a `card` (the use in `word`) work or cancel it.
    """

    DRAW = "draw"
    UNEARTH = "unearth"
    EVENT = "event"
    EVENT_DIE = "event_die"
    FATE_DIE = "fate_die"
    FATE = "fate"
    PEEK = "peek"
    ROLL_DRAFT = "roll_draft"
    ROLL_ORDER = "roll_order"
    DEAL = "deal"
    DRAFT = "draft"
    DISCARD = "discard"
    ASSIGN = "assign"
    SKILL_DIE = "skill_die"
    AIM_DIE = "aim_die"
    SPILL = "spill"
    STEAL = "steal"
    CARD = "card"
    ROUND = "round"
    DEPLOY = "deploy"


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be settled: for which seat, with which piece, at which cell, how often, about what."""

    work: Work
    seat: int = -1
    piece: int = -1
    cell: int = -1
    count: int = 1
    word: str = ""


HAND_LIMIT = 6
"""DW-10.3."""
NO_TOKENS = Tokens()
NO_CARDS = Cards()
NO_OMENS = Omens()


def taken(slugs: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Return the slugs without one copy of a slug that is among them."""
    place = slugs.index(slug)
    return slugs[:place] + slugs[place + 1 :]


def added(slugs: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Return sorted slugs with one more."""
    return tuple(sorted((*slugs, slug)))


def counted(pairs: tuple[tuple[int, int], ...], key: int) -> int:
    """Return the number kept for a general or a cell."""
    return next((number for one, number in pairs if one == key), 0)


def recounted(pairs: tuple[tuple[int, int], ...], key: int, number: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs with another number for a key; zero leaves it out."""
    rest = [(one, kept) for one, kept in pairs if one != key]
    return tuple(sorted([*rest, (key, number)] if number else rest))


def draws(seat: int, number: int) -> tuple[Task, ...]:
    """Return the tasks for a player who draws cards: the draws, then down to the limit (DW-10.3)."""
    return (
        Task(Work.DRAW, seat=seat, count=number),
        Task(Work.DISCARD, seat=seat, count=HAND_LIMIT),
    )
