"""The shape of a card's record: everything that can be printed on a card."""

from dataclasses import dataclass
from enum import StrEnum

from engine.games.kingdom_square.content.atom import Effects
from engine.games.kingdom_square.content.parameters import Element, Who
from engine.kit.content.records import Head


class Kind(StrEnum):
    """The kinds of cards."""

    HERO = "hero"
    UNIT = "unit"
    SKILL = "skill"
    LAND = "land"
    TOKEN = "token"  # noqa: S105  # a piece


class Form(StrEnum):
    """The ways to use a skill: in its player's turn, also as a response, attached, or laid on a table."""

    PLAIN = "plain"
    RESPONSE = "response"
    BIND = "bind"
    AURA = "aura"
    CURSE = "curse"


class When(StrEnum):
    """The moments when a standing effect acts."""

    ALWAYS = "always"
    EXHAUSTED = "exhausted"
    READY = "ready"
    ON_EARTH = "on_earth"
    ON_WIND = "on_wind"
    OWN_AREA = "own_area"
    OWN_TURN = "own_turn"
    ENEMY_TURN = "enemy_turn"


class Toll(StrEnum):
    """A toll on paying: due for each cost that a player pays while the hero stands on a land."""

    BURNS = "burns"
    BARS_SUMMONS = "bars_summons"
    BARS_MOVES = "bars_moves"
    DISCARDS = "discards"
    HEALS_FOE = "heals_foe"


class Whose(StrEnum):
    """The players who may use an ability of a land (KS-11.8)."""

    OWNER = "owner"
    ANYONE = "anyone"
    OCCUPANT = "occupant"


class Must(StrEnum):
    """The things that a unit may have to do each turn if it can."""

    ATTACK = "attack"
    MOVE = "move"


@dataclass(frozen=True, slots=True)
class Gain:
    """Numbers that are added to a unit's printed ones, always or while something holds."""

    at: int = 0
    """The added attack; below 0: taken away."""
    df: int = 0
    """The added defense; for a hero its HP."""
    sp: int = 0
    """The added speed."""
    when: When = When.ALWAYS
    """The time or place where it holds."""
    klass: str = ""
    """The class of unit that it is for; empty: any. With `each`, the class that is counted in play."""
    each: int = 0
    """It counts once for each group of this many of the class in play; 0: once."""
    copies: bool = False
    """Whether it counts once for each explored land of the same name and owner."""
    every: bool = False
    """For an aura: whether the opponent's units gain it as well (reading `shared_gains`)."""


@dataclass(frozen=True, slots=True)
class Ability:
    """An activated ability of a unit or a land (KS-6.2, KS-11.8)."""

    does: Effects
    """Its effects, in the order of their print."""
    cost: int = 0
    """The cards of the book that it costs (KS-6.1)."""
    turns: bool = False
    """Using it exhausts its unit (KS-6.2)."""
    response: bool = False
    """It may be used as a response, too (KS-11.4)."""
    most: int = 0
    """The most that may be paid where the player chooses how much; 0: no choice."""
    once: bool = False
    """It may be used once a turn."""
    whose: Whose = Whose.OWNER
    """For a land: the players who may use it (KS-11.8)."""
    hidden: bool = False
    """For a land: whether it can be used only while the land lies face down."""
    empty: bool = False
    """For a land: whether it can be used only while no unit stands there."""
    needs: str = ""
    """For a land: the class or element of the unit, not a hero, that must stand there; `any`: of any."""


@dataclass(frozen=True, slots=True)
class Bond:
    """Everything that a bind gives to the unit that it's attached to (KS-11.5)."""

    who: Who
    """The units that it may be attached to."""
    at: int = 0
    """The attack that the bearer gains."""
    df: int = 0
    """The defense that the bearer gains."""
    sp: int = 0
    """The speed that the bearer gains."""
    tireless: bool = False
    """Moving, attacking and countering don't exhaust the bearer."""
    trample: bool = False
    """After a kill at close quarters the bearer may step onto the tile (KS-8)."""
    line: int = 0
    """How far from the hero the bearer may be, in steps; 0: anywhere."""
    gives: tuple[Ability, ...] = ()
    """The abilities that the bearer gains."""


@dataclass(frozen=True, slots=True)
class Feud:
    """An element that a hero fights better and takes less damage from."""

    element: Element
    """The element."""
    at: int
    """The additional attack of the hero against it."""
    less: int
    """How much less damage the hero takes from it; at least 1 is left."""


@dataclass(frozen=True, slots=True)
class Soil:
    """The standing effects of a land; its abilities stand in its record."""

    on_exploring: int = 0
    """The damage to the unit that stands there when the land is explored (KS-7.2)."""
    on_entering: int = 0
    """The damage to a unit that comes onto it (KS-7.2)."""
    at_dawn: int = 0
    """The damage to the unit that stands there at each turn's start (KS-5.2)."""
    nets: int = 0
    """The damage on exploring to a flying unit, instead of `on_exploring`."""
    spoils: int = 0
    """The cards that a player discards when the player's hero explores it."""
    ransom: int = 0
    """The cost that a player pays when a unit explores it; else the unit takes this damage and 1 more."""
    collapses: bool = False
    """It's destroyed when it's explored."""
    blast: int = 0
    """The damage that it deals within Area 1 when it's destroyed."""
    roots: bool = False
    """It ends the move of a unit that explores it."""
    mires: bool = False
    """Only heroes may leave it."""
    blows: bool = False
    """A unit that enters it stops, and is moved one tile back."""
    reaches: bool = False
    """A unit that stands there may attack flying units (KS-8.1)."""
    sharpens: int = 0
    """The additional range of attacks from it, in tiles; if there is any, they also pierce (KS-8.4)."""
    shields: str = ""
    """The class of units that can't be attacked there at close quarters; empty: none."""
    disarms: str = ""
    """The only class of units that have attack there; empty: all have."""
    teaches: str = ""
    """The class of units that have 1 more defense, wherever they are; empty: none."""
    lectures: str = ""
    """The class of units whose entering makes their player draw and discard a card; empty: none."""
    funds: int = 0
    """The cost that its owner gains at each turn's start while a unit of earth stands there
    (reading `magic_circle`).
    """
    spreads: bool = False
    """At its owner's turn start a neighbouring land may become a copy."""
    toll: Toll | None = None
    """The toll on paying while the hero stands there; None: there is none."""


@dataclass(frozen=True, slots=True)
class Traits:
    """All other standing effects of a card; most are on one card only."""

    later: bool = False
    """For a hero: no match starts with it."""
    limits: str = ""
    """For a hero: the only class whose skills it uses; empty: it uses all."""
    always: str = ""
    """For a hero: the class of units that it may summon without the blessing (KS-2.1); empty: none."""
    enlists: str = ""
    """For a hero: its player draws a card for each summoned unit of this class; empty: none."""
    shuns: str = ""
    """For a hero: the element whose skills it doesn't use; empty: it uses all."""
    mute: bool = False
    """For a hero: it uses no response skills in the opponent's turn."""
    dances: bool = False
    """For a hero: after a kill at close quarters it moves and fights again."""
    backstabs: bool = False
    """For a hero: its attack from behind destroys."""
    slows: int = 0
    """For a hero: the speed of enemies in its player's area; 0: unchanged."""
    leads: tuple[Gain, ...] = ()
    """For a hero: the gains of all its player's units."""
    feud: Feud | None = None
    """For a hero: the element that it fights better; None: none."""
    veiled: When | None = None
    """For a unit: when the opponent can't aim at it from afar; None: the opponent always can."""
    swaps: int = 0
    """For a unit: the cost for taking an ally's place in a battle within three tiles; 0: it can't."""
    trades: bool = False
    """For a unit: while it stands on grassland, a hero that moves beside it draws a card."""
    strolls: int = 0
    """For a unit: its additional speed inside its player's area."""
    funds: int = 0
    """For a unit: the cost that its player gains each turn."""
    devout: int = 0
    """For a unit: its additional defense for each aura that applies to it."""
    studious: int = 0
    """For a unit: the additional cards of each draw of its player."""
    hushes: bool = False
    """For a unit: only the active player may respond."""
    crowds: int = 0
    """For a unit: the places of the opponent's table that it takes while in the opponent's area (KS-5.3)."""
    needs: int = 0
    """For a unit: it's exiled at its owner's turn start with fewer priests than this in the area."""
    taxes: int = 0
    """For a unit: the opponent's additional cost for lifting a curse (KS-11.7)."""
    must: Must | None = None
    """For a unit: its duty each turn; None: it has none."""
    picks: int = 0
    """For a unit: the cards that a player discards when it hits that player's hero."""
    shadow: bool = False
    """For a unit: it takes no part in fights at close quarters."""
    looms: Gain | None = None
    """For a unit: the gain of all units within Area 1; None: there is none."""
    reaps: bool = False
    """For a unit: a unit that it kills at close quarters is exiled."""
    mourns: str = ""
    """For a unit: its player draws when a unit of this class dies; empty: none."""
    inert: bool = False
    """For a skill: it can't be used."""
    riles: bool = False
    """For a curse: its victim exhausts a unit each turn."""
    dawn: bool = False
    """For a skill: it can be used only at a turn's start (KS-11.4)."""
    haunts: int = 0
    """For an aura: the damage to a player's hero for each card that the player draws."""
    grudge: int = 0
    """For any card: the damage to the opponent when it enters the graveyard, again if it came from play, and
    again if it was destroyed."""
    exiled: int = 0
    """For any card: the HP that its owner's hero gains when it's exiled; below 0: loses."""


@dataclass(frozen=True, slots=True)
class Record:
    """One card as it's printed."""

    head: Head
    """Its slug, its names and where it comes from."""
    kind: Kind
    """Its kind."""
    element: Element = Element.NONE
    """Its element."""
    classes: frozenset[str] = frozenset()
    """Its classes, such as `priest` or `undead`."""
    cost: int = 0
    """The cards of the book that using it costs (KS-6.1)."""
    doubly: int | None = None
    """The printed cost for a double blessing (KS-2.2); None: 1 less."""
    at: int = 0
    """Its attack."""
    df: int = 0
    """Its defense; for a hero its HP."""
    sp: int = 0
    """Its speed."""
    form: Form = Form.PLAIN
    """The way to use a skill."""
    only: str = ""
    """The class of hero that may use it; empty: any."""
    cast: bool = False
    """A book may have it once (KS-1)."""
    start: bool = False
    """A hero may start on the land (KS-4.6)."""
    basic: bool = False
    """The number of its copies in a map or book isn't limited (KS-1)."""
    flying: bool = False
    """It flies (KS-10)."""
    flies: When | None = None
    """When it flies; None: as `flying` says."""
    tireless: bool = False
    """Moving, attacking and countering don't exhaust it."""
    roams: bool = False
    """Moving doesn't exhaust it."""
    reaches: bool = False
    """It may attack flying units (KS-8.1)."""
    strikes_first: bool = False
    """Its damage comes before the other's (KS-8)."""
    enters_exhausted: bool = False
    """It comes onto the field exhausted."""
    quick: bool = False
    """It may be used as a response, too (KS-11.4)."""
    ranged: int = 0
    """How far it attacks, in tiles; 0: at close quarters (KS-8.4)."""
    shoots: When | None = None
    """When its attack is ranged; None: always."""
    pierces: bool = False
    """Its ranged attack goes through units (KS-9.1)."""
    hosts: int = 0
    """For a hero: the additional attack of its player's units once it moved forward this turn."""
    hardens: int = 0
    """Its additional attack this turn after each counter-attack."""
    gains: tuple[Gain, ...] = ()
    """Its conditional gains; for a land, those of the unit that stands there."""
    abilities: tuple[Ability, ...] = ()
    """Its abilities, by their numbers from 1."""
    play: Effects = ()
    """The effects of a skill."""
    summons: Effects = ()
    """The effects when it's summoned."""
    dies: Effects = ()
    """The effects when it dies."""
    bears: Bond | None = None
    """For a bind: the gains of the unit that it's attached to; None: it's no bind."""
    lays: Gain | None = None
    """For an aura: the gains of units; None: none."""
    lift: int = 0
    """For a curse: the cost of removing it (KS-11.7)."""
    amplifies: int = 0
    """For a curse: the additional damage to its victim's hero each time."""
    soil: Soil = Soil()  # a frozen value
    """For a land: its standing effects."""
    traits: Traits = Traits()  # a frozen value
    """All other standing effects."""

    @property
    def number(self) -> int:
        """Its number on the card sheet; 0: a token."""
        return int(self.head.slug.partition(".")[2]) if self.head.slug.startswith("no.") else 0


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: hero, area map and book, each card with its number of copies."""

    head: Head
    """Its slug and its names."""
    hero: str
    """The slug of its hero."""
    lands: tuple[tuple[str, int], ...]
    """The lands of its map by slug, each with its number."""
    book: tuple[tuple[str, int], ...]
    """The cards of its book by slug, each with its number."""
