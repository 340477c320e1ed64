"""The things of a match beside its pieces: tokens, cards, events, and the tasks that must be settled first.

Only values. A match without these things holds empty ones, which cost nothing.
"""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.once import once
from engine.games.dozen_war.position.roster import SEATS_MAX

MAP = "map"
"""The token that is a map piece (DW-1.6); every other token is a slug of the content pack."""
FACE_DOWN = "?"
"""Stands for an unknown token: it is one of the pool."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of a match (DW-3.6, DW-13)."""

    sites: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """The tokens under each mountain, by cell. `FACE_DOWN` stands for one of the pool."""
    pool: tuple[str, ...] = ()
    """The tokens that lie face down somewhere, sorted; nobody knows which lies where."""
    carried: tuple[tuple[int, int], ...] = ()
    """The map pieces that each general holds; sorted by general, without zeros."""
    dropped: tuple[tuple[int, int], ...] = ()
    """The map pieces that lie on each cell (DW-13.4); sorted by cell, without zeros."""
    seen: tuple[tuple[int, int], ...] = ()
    """The seats and cells where that seat alone knows the tokens; sorted."""

    @once
    def buried(self) -> int:
        """The cells with tokens under their mountains (DW-3.6)."""
        return sum(1 << cell for cell, _ in self.sites)


@dataclass(frozen=True, slots=True)
class Cards:
    """The equipment cards of a match (DW-10)."""

    hands: tuple[tuple[str, ...], ...] = ((),) * SEATS_MAX
    """Each seat's hand: slugs, one a copy, sorted. Only the seat itself knows them."""
    pile: tuple[str, ...] = ()
    """The draw pile: slugs, top first where its order is fixed, else sorted."""
    fixed: bool = False
    """Whether the game knows the order of the pile; else chance decides each draw."""
    used: tuple[str, ...] = ()
    """The cards put aside, sorted; they become the pile when it is empty (DW-10.2)."""


@dataclass(frozen=True, slots=True)
class Omen:
    """An opened event that is in force, and the seats it hits."""

    event: str
    """The event's slug."""
    seats: tuple[int, ...]
    """The seats that it hits, in turn order."""


@dataclass(frozen=True, slots=True)
class Omens:
    """The event cards of a match (DW-15)."""

    deck: tuple[str, ...] = ()
    """The events that aren't opened yet: slugs, top first where their order is fixed, else sorted."""
    fixed: bool = False
    """Whether the game knows the order of the deck; else chance decides which event is opened."""
    opened: tuple[str, ...] = ()
    """The events that were opened, the first one first."""
    in_force: tuple[Omen, ...] = ()
    """The events that change the current round (DW-15.2)."""


class Work(StrEnum):
    """The kind of a task that must be settled before play goes on.

    Chance: `draw` cards for a seat, `unearth` a token for a general, `peek` at the tokens of a cell for a
    seat, open an `event`, roll for the seat that an event hits (`event_die`) or for the effect of an event or
    token (`fate_die`), roll for the draft and for the order of turns, `deal` a general. A seat: `discard`
    cards, `assign` map pieces, `draft` a general. By itself: `round` begins the next round, `fate` lets an
    event of a round act on a seat, `deploy` lets a duel's players put up their units. Of cards and skills:
    roll a skill's die (`skill_die`), roll to hit a unit that evades (`aim_die`), choose the victim of a
    splash (`spill`), `steal` cards, let a `card` take effect or cancel it.
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
class FateCard:
    """An event or token whose effect waits (`event_die`, `fate_die`, `fate`)."""

    slug: str
    """Its slug in the content pack."""


@dataclass(frozen=True, slots=True)
class RolledFaces:
    """The faces that a seat has rolled so far (`roll_draft`, `roll_order`); ties are rolled again."""

    faces: tuple[int, ...] = ()
    """The faces, the first roll first."""


@dataclass(frozen=True, slots=True)
class SplashVictims:
    """The units that a splash may choose from (`spill`)."""

    pieces: tuple[int, ...]
    """The units, by number."""


@dataclass(frozen=True, slots=True)
class RobbedHand:
    """The hand that cards are taken from (`steal`)."""

    seat: int
    """The seat whose hand it is."""


@dataclass(frozen=True, slots=True)
class KeptUse:
    """A card or skill that waits to take effect (`card`, `skill_die`)."""

    slug: str
    """Its slug in the content pack."""
    stars: int
    """Its stars."""
    seat: int
    """The seat that uses it."""
    chosen: tuple[tuple[str, tuple[int, ...]], ...]
    """The things in its slots, by the slots' names."""


TaskSubject = FateCard | RolledFaces | SplashVictims | RobbedHand | KeptUse
"""The further subject of a task, beside a seat, a piece, a cell and a number."""


@dataclass(frozen=True, slots=True)
class Task:
    """A choice, a chance or a step that must be settled before play goes on."""

    work: Work
    """The kind of task."""
    seat: int = -1
    """The seat that settles it, or that it is done for; -1: none."""
    piece: int = -1
    """The unit that it is done with; -1: none."""
    cell: int = -1
    """The cell where it is done, or where map pieces were lost; -1: none."""
    count: int = 1
    """A number of cards to draw, to take or to keep in hand, of map pieces, or of dice still to roll. For a
    splash: its damage."""
    subject: TaskSubject | None = None
    """The further subject of the task; None: there is none."""


def robbed(task: Task) -> int:
    """Return the seat whose cards a task takes."""
    assert isinstance(task.subject, RobbedHand)  # noqa: S101  # narrows the type
    return task.subject.seat


def fated(task: Task) -> str:
    """Return the slug of the event or token of a task."""
    assert isinstance(task.subject, FateCard)  # noqa: S101  # narrows the type
    return task.subject.slug


def faces_rolled(task: Task) -> tuple[int, ...]:
    """Return the faces that the seat of a task has rolled so far."""
    return task.subject.faces if isinstance(task.subject, RolledFaces) else ()


HAND_LIMIT = 6
"""The most cards in a hand (DW-10.3)."""
NO_TOKENS = Tokens()
NO_CARDS = Cards()
NO_OMENS = Omens()


def taken(slugs: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Return the slugs without one copy of a slug."""
    place = slugs.index(slug)
    return slugs[:place] + slugs[place + 1 :]


def added(slugs: tuple[str, ...], slug: str) -> tuple[str, ...]:
    """Return sorted slugs with one more."""
    return tuple(sorted((*slugs, slug)))


def counted(pairs: tuple[tuple[int, int], ...], key: int) -> int:
    """Return the number recorded for a general or a cell."""
    return next((number for one, number in pairs if one == key), 0)


def recounted(pairs: tuple[tuple[int, int], ...], key: int, number: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs with a new number for a key; a zero leaves the key out."""
    rest = [(one, kept) for one, kept in pairs if one != key]
    return tuple(sorted([*rest, (key, number)] if number else rest))


def draws(seat: int, number: int) -> tuple[Task, ...]:
    """Return the tasks for a player who draws cards: the draws, then down to the limit (DW-10.3)."""
    return (
        Task(Work.DRAW, seat=seat, count=number),
        Task(Work.DISCARD, seat=seat, count=HAND_LIMIT),
    )
