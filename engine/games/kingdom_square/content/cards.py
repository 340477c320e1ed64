"""What is printed on each card: heroes, units, skills, lands, tokens."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from engine.core.document import Entry
from engine.games.kingdom_square.content.words import WORDS, Who
from engine.kit.content.records import HEAD_REQUIRED, Head, read_head, read_records
from engine.kit.content.vocabulary import Effects

FILES = ("heroes", "units", "skills", "lands", "tokens")
WASTELAND = "no.7"


class Kind(StrEnum):
    """What a card is."""

    HERO = "hero"
    UNIT = "unit"
    SKILL = "skill"
    LAND = "land"
    TOKEN = "token"  # noqa: S105  # a piece


class Element(StrEnum):
    """A card's element. `none`: wasteland and the leaden throne."""

    FIRE = "fire"
    EARTH = "earth"
    WIND = "wind"
    WATER = "water"
    LIGHT = "light"
    DARK = "dark"
    NONE = "none"


class Form(StrEnum):
    """How a skill is used: in the own turn, as a response too, attached, laid on a table."""

    PLAIN = "plain"
    RESPONSE = "response"
    BIND = "bind"
    AURA = "aura"
    CURSE = "curse"


class When(StrEnum):
    """When something that always holds does so."""

    ALWAYS = "always"
    EXHAUSTED = "exhausted"
    READY = "ready"
    ON_EARTH = "on_earth"
    OWN_AREA = "own_area"
    OWN_TURN = "own_turn"
    ENEMY_TURN = "enemy_turn"


@dataclass(frozen=True, slots=True)
class Gain:
    """Stats that a unit has besides, `each` so many units in play of a class, or just when it holds."""

    at: int = 0
    df: int = 0
    sp: int = 0
    when: When = When.ALWAYS
    klass: str = ""
    each: int = 0


@dataclass(frozen=True, slots=True)
class Ability:
    """An activated ability: `cost` from the book, `turns`: its unit is exhausted, `most`: paid X of it."""

    does: Effects
    cost: int = 0
    turns: bool = False
    response: bool = False
    most: int = 0
    once: bool = False


@dataclass(frozen=True, slots=True)
class Bond:
    """What a bind gives to whom it's attached."""

    who: Who
    at: int = 0
    df: int = 0
    sp: int = 0
    tireless: bool = False
    trample: bool = False


@dataclass(frozen=True, slots=True)
class Soil:
    """What a land does. `on_exploring`, `on_entering`, `at_dawn`: damage to whoever stands there.

    `blast`: destroyed, it deals so much within Area 1; `collapses` when explored. `roots`: exploring it ends
    the move; `mires`: only heroes leave it. `hides_for`: its owner may turn it down again at this cost.
    """

    on_exploring: int = 0
    on_entering: int = 0
    at_dawn: int = 0
    collapses: bool = False
    blast: int = 0
    roots: bool = False
    mires: bool = False
    hides_for: int = 0
    reaches: bool = False
    sharpens: int = 0
    shields: str = ""
    disarms: str = ""
    teaches: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One card. `doubly`: its cost when it's doubly blessed, where printed; `df` of a hero is its HP.

    `undone`: the rules of what it does aren't written yet. `roams`: moving doesn't exhaust it; `tireless`:
    neither does attacking nor countering. `lift`: what a curse costs to be removed. `hosts`: once it moved
    forward, all own units have so much more attack. `hardens`: more attack by each counter-attack.
    """

    head: Head
    kind: Kind
    element: Element = Element.NONE
    classes: frozenset[str] = frozenset()
    cost: int = 0
    doubly: int | None = None
    at: int = 0
    df: int = 0
    sp: int = 0
    form: Form = Form.PLAIN
    only: str = ""
    cast: bool = False
    start: bool = False
    basic: bool = False
    undone: bool = False
    flying: bool = False
    flies: When | None = None
    tireless: bool = False
    roams: bool = False
    reaches: bool = False
    strikes_first: bool = False
    enters_exhausted: bool = False
    quick: bool = False
    ranged: int = 0
    shoots: When | None = None
    pierces: bool = False
    hosts: int = 0
    hardens: int = 0
    gains: tuple[Gain, ...] = ()
    abilities: tuple[Ability, ...] = ()
    play: Effects = ()
    summons: Effects = ()
    bears: Bond | None = None
    lays: Gain | None = None
    lift: int = 0
    amplifies: int = 0
    soil: Soil = Soil()  # a frozen value

    @property
    def number(self) -> int:
        """Its number on the card sheet; 0: a token."""
        return int(self.head.slug.partition(".")[2]) if self.head.slug.startswith("no.") else 0


@cache
def cards() -> dict[str, Record]:
    """Return every card by slug (`no.17`), tokens (`token.wall`) last."""
    found: dict[str, Record] = {}
    for name in FILES:
        found |= read_records(Path(__file__).parent / f"{name}.yaml", "cards", _record)
    return found


@cache
def record(slug: str) -> Record:
    """Return what is printed on a card."""
    return cards()[slug]


@cache
def decks() -> Mapping[str, "Deck"]:
    """Return the sample decks by name."""
    return read_records(Path(__file__).parent / "decks.yaml", "decks", _deck)


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: hero, area map and book, each card with how many there are of it."""

    head: Head
    hero: str
    lands: tuple[tuple[str, int], ...]
    book: tuple[tuple[str, int], ...]


_FLAGS = (
    "cast",
    "start",
    "basic",
    "undone",
    "flying",
    "tireless",
    "roams",
    "reaches",
    "strikes_first",
    "enters_exhausted",
    "quick",
    "pierces",
)
_NUMBERS = ["cost", "at", "df", "sp", "ranged", "hosts", "hardens", "lift", "amplifies"]
_OPTIONAL = (
    *_FLAGS,
    *_NUMBERS,
    "element",
    "classes",
    "doubly",
    "form",
    "only",
    "flies",
    "shoots",
    "gains",
    "abilities",
    "play",
    "summons",
    "bears",
    "lays",
    "soil",
)
_MOST = 99


def _record(entry: Entry) -> tuple[str, Record]:
    given = entry.fields(required=(*HEAD_REQUIRED, "kind"), optional=_OPTIONAL)
    head = read_head(given)
    made: dict[str, object] = {name: given[name].flag() for name in _FLAGS if name in given}
    made |= {name: given[name].whole(0, _MOST) for name in _NUMBERS if name in given}
    for name, words in (("element", Element), ("form", Form), ("flies", When), ("shoots", When)):
        if name in given:
            made[name] = words(given[name].text(tuple(words)))
    if "classes" in given:
        made["classes"] = frozenset(one.text() for one in given["classes"].sequence())
    if "doubly" in given:
        made["doubly"] = given["doubly"].whole(0, _MOST)
    if "only" in given:
        made["only"] = given["only"].text()
    if "gains" in given:
        made["gains"] = tuple(_gain(one) for one in given["gains"].sequence())
    if "lays" in given:
        made["lays"] = _gain(given["lays"])
    if "abilities" in given:
        made["abilities"] = tuple(_ability(one) for one in given["abilities"].sequence())
    for name in ("play", "summons"):
        if name in given:
            made[name] = WORDS.parse(given[name])
    if "bears" in given:
        made["bears"] = _bond(given["bears"])
    if "soil" in given:
        made["soil"] = _soil(given["soil"])
    kind = Kind(given["kind"].text(tuple(Kind)))
    return head.slug, Record(head, kind, **made)  # type: ignore[arg-type]  # by the fields' names


def _gain(entry: Entry) -> Gain:
    given = entry.fields(optional=("at", "df", "sp", "when", "class", "each"))
    numbers = {name: given[name].whole(-9, 9) for name in ("at", "df", "sp", "each") if name in given}
    when = When(given["when"].text(tuple(When))) if "when" in given else When.ALWAYS
    return Gain(**numbers, when=when, klass=given["class"].text() if "class" in given else "")


def _ability(entry: Entry) -> Ability:
    given = entry.fields(required=("does",), optional=("cost", "turns", "response", "most", "once"))
    numbers = {name: given[name].whole(0, 20) for name in ("cost", "most") if name in given}
    flags = {name: given[name].flag() for name in ("turns", "response", "once") if name in given}
    return Ability(WORDS.parse(given["does"]), **numbers, **flags)  # type: ignore[arg-type]  # by names


def _bond(entry: Entry) -> Bond:
    given = entry.fields(required=("who",), optional=("at", "df", "sp", "tireless", "trample"))
    numbers = {name: given[name].whole(-9, 9) for name in ("at", "df", "sp") if name in given}
    flags = {name: given[name].flag() for name in ("tireless", "trample") if name in given}
    return Bond(Who(given["who"].text(tuple(Who))), **numbers, **flags)  # type: ignore[arg-type]  # by names


def _soil(entry: Entry) -> Soil:
    numbers = ("on_exploring", "on_entering", "at_dawn", "blast", "hides_for", "sharpens")
    flags, texts = ("collapses", "roots", "mires", "reaches"), ("shields", "disarms", "teaches")
    given = entry.fields(optional=(*numbers, *flags, *texts))
    made: dict[str, object] = {name: given[name].whole(0, 9) for name in numbers if name in given}
    made |= {name: given[name].flag() for name in flags if name in given}
    made |= {name: given[name].text() for name in texts if name in given}
    return Soil(**made)  # type: ignore[arg-type]  # by the fields' names


def _deck(entry: Entry) -> tuple[str, Deck]:
    given = entry.fields(required=(*HEAD_REQUIRED, "hero", "lands", "book"))
    head = read_head(given)
    lands, book = (
        tuple((name, one.whole(1, 21)) for name, one in given[key].mapping().items())
        for key in ("lands", "book")
    )
    return head.slug, Deck(head, given["hero"].text(), lands, book)
