"""What can be printed on a card: the shape of a record."""

from dataclasses import dataclass
from enum import StrEnum

from engine.games.kingdom_square.content.atom import Effects
from engine.games.kingdom_square.content.parameters import Element, Who
from engine.kit.content.records import Head


class Kind(StrEnum):
    """What a card is."""

    HERO = "hero"
    UNIT = "unit"
    SKILL = "skill"
    LAND = "land"
    TOKEN = "token"  # noqa: S105  # a piece


class Form(StrEnum):
    """How a skill is used: in its player's turn, as a response too, attached, laid on a table."""

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
    ON_WIND = "on_wind"
    OWN_AREA = "own_area"
    OWN_TURN = "own_turn"
    ENEMY_TURN = "enemy_turn"


class Toll(StrEnum):
    """What each payment of a cost does to a player whose hero stands on a land."""

    BURNS = "burns"
    BARS_SUMMONS = "bars_summons"
    BARS_MOVES = "bars_moves"
    DISCARDS = "discards"
    HEALS_FOE = "heals_foe"


class Whose(StrEnum):
    """Who may use an ability of a land."""

    OWNER = "owner"
    ANYONE = "anyone"
    OCCUPANT = "occupant"


class Must(StrEnum):
    """What a unit has to do each turn if it can."""

    ATTACK = "attack"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Gain:
    """Stats that a unit has besides, `each` so many of a class in play, or just when it holds.

    `copies`: once for each explored land of the same name and owner. `every`: of an aura, units of the
    opponent's have it as well (reading `shared_gains`).
    """

    at: int = 0
    df: int = 0
    sp: int = 0
    when: When = When.ALWAYS
    klass: str = ""
    each: int = 0
    copies: bool = False
    every: bool = False


@dataclass(frozen=True, slots=True)
class Ability:
    """An activated ability: `cost` from the book, `turns`: its unit is exhausted, `most`: paid X of it.

    Of a land besides: `whose` to use; `hidden`: while it lies face down; `empty`: while nobody stands on it;
    `needs`: the class or element of whoever, not a hero, stands on it (`any`: of any).
    """

    does: Effects
    cost: int = 0
    turns: bool = False
    response: bool = False
    most: int = 0
    once: bool = False
    whose: Whose = Whose.OWNER
    hidden: bool = False
    empty: bool = False
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Bond:
    """What a bind gives to whom it's attached; `line` 0: to whom, wherever. `gives`: abilities."""

    who: Who
    at: int = 0
    df: int = 0
    sp: int = 0
    tireless: bool = False
    trample: bool = False
    line: int = 0
    gives: tuple[Ability, ...] = ()


@dataclass(frozen=True, slots=True)
class Feud:
    """An element that a hero fights harder (`at` more attack) and withstands (`less` damage, at least 1)."""

    element: Element
    at: int
    less: int


@dataclass(frozen=True, slots=True)
class Soil:
    """What a land does. `on_exploring`, `on_entering`, `at_dawn`: damage to the unit that stands there.

    `nets`: damage on exploring to a flying unit instead. `spoils`: a hero who explores it makes its player
    discard so many. `ransom`: whose unit explores it pays so much, or the unit takes one more damage.
    `blast`: destroyed, it deals so much within Area 1; `collapses` when explored. `roots`: exploring it ends
    the move; `mires`: only heroes leave it; `blows`: who enters stops and is moved back. `lectures`: whose
    unit of a class enters draws and discards one. `funds`: cost for its owner at each turn's
    start (reading `magic_circle`) while a unit of earth stands there.
    `spreads`: at its owner's turn start a land beside it may become a copy.
    """

    on_exploring: int = 0
    on_entering: int = 0
    at_dawn: int = 0
    nets: int = 0
    spoils: int = 0
    ransom: int = 0
    collapses: bool = False
    blast: int = 0
    roots: bool = False
    mires: bool = False
    blows: bool = False
    reaches: bool = False
    sharpens: int = 0
    shields: str = ""
    disarms: str = ""
    teaches: str = ""
    lectures: str = ""
    funds: int = 0
    spreads: bool = False
    toll: Toll | None = None


@dataclass(frozen=True, slots=True)
class Traits:
    """What else always holds of a card, mostly of one card only.

    Heroes. `later`: no starting hero; `limits`: uses only skills for that class; `always`: blessed for units
    of that class; `enlists`: draws for each of that class that its
    player summons; `shuns`: uses no skills of that element; `mute`: no response skills in the
    opponent's turn; `dances`: moves and fights again after a melee kill; `backstabs`: an attack from behind
    destroys; `slows`: enemies in the player's area have this speed; `leads`: gains of all the player's units;
    `feud`: the units that it fights harder.
    Units. `veiled`: when nobody aims at it from afar; `swaps`: may take an ally's place in a battle within
    three tiles at this cost; `trades`: on grassland, a hero who moves beside it draws; `strolls`: more speed
    inside the player's area; `funds`: cost each turn; `devout`: defense for each aura that it has;
    `studious`: one more card each draw; `hushes`: only the player of the turn responds; `crowds`: in the
    opponent's area it takes a place of the table; `needs`: exiled at its owner's turn start with fewer
    priests in the player's area; `taxes`: what lifting a curse costs the opponent more; `must`: what it has
    to do each turn; `picks`: hits a hero, whose player discards; `shadow`: no part in normal attacks;
    `looms`: what all within Area 1 have;
    `reaps`: whom it kills at close quarters is exiled; `mourns`: draws when one of that class dies.
    Skills. `inert`: can't be used; `riles`: a curse that exhausts a unit each turn; `dawn`: only at a turn's
    start; `haunts`: damage for each card drawn. Any. `grudge`: damage to the opponent when it comes to the
    graveyard, again if from play, again if destroyed; `exiled`: HP that its owner then gains or loses.
    """

    later: bool = False
    limits: str = ""
    always: str = ""
    enlists: str = ""
    shuns: str = ""
    mute: bool = False
    dances: bool = False
    backstabs: bool = False
    slows: int = 0
    leads: tuple[Gain, ...] = ()
    feud: Feud | None = None
    veiled: When | None = None
    swaps: int = 0
    trades: bool = False
    strolls: int = 0
    funds: int = 0
    devout: int = 0
    studious: int = 0
    hushes: bool = False
    crowds: int = 0
    needs: int = 0
    taxes: int = 0
    must: Must | None = None
    picks: int = 0
    shadow: bool = False
    looms: Gain | None = None
    reaps: bool = False
    mourns: str = ""
    inert: bool = False
    riles: bool = False
    dawn: bool = False
    haunts: int = 0
    grudge: int = 0
    exiled: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """One card. `doubly`: its cost when it's doubly blessed, where printed; `df` of a hero is its HP.

    `roams`: moving doesn't exhaust it; `tireless`: neither does attacking nor countering. `lift`: what a
    curse costs to be removed. `hosts`: once it moved forward, its player's units have this much more attack.
    `hardens`: more attack by each counter-attack. `summons`, `dies`: what happens then.
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
    dies: Effects = ()
    bears: Bond | None = None
    lays: Gain | None = None
    lift: int = 0
    amplifies: int = 0
    soil: Soil = Soil()  # a frozen value
    traits: Traits = Traits()  # a frozen value

    @property
    def number(self) -> int:
        """Its number on the card sheet; 0: a token."""
        return int(self.head.slug.partition(".")[2]) if self.head.slug.startswith("no.") else 0


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: hero, area map and book, each card with how many there are of it."""

    head: Head
    hero: str
    lands: tuple[tuple[str, int], ...]
    book: tuple[tuple[str, int], ...]
