"""The effect of each card on one target."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has, is_led
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    OPENED,
    State,
    alive,
    discarded,
    equipment_of,
    general_in,
    held,
    hidden,
    is_wounded,
    own,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.damage import FIRE, PLAIN, THUNDER, Damage, Healing
from engine.games.quoc_chien.resolving.extension import Chaining, UsedCard, can_be_chained, extension_effect
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import (
    HAND,
    OPEN,
    Answering,
    drawing,
    lost,
    takeable,
    thrown,
)
from engine.kit.changed import altered
from engine.kit.choosing.actions import Option
from engine.kit.draws import Drawing
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart

NATURES = {"sha": PLAIN, "huo-sha": FIRE, "lei-sha": THUNDER}
UNHURT = ("tengjia",)
"""Armour that stops plain Slashes and arrows that are shot at all."""


def effect_of(game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
    """Return what a used card does to one of its targets."""
    user, name = using.user, using.name
    match name:
        case "sha" | "huo-sha" | "lei-sha":
            hard = target in using.hard
            return (Slashing(user, target, name, 1 + using.more, using.cards, using.colour, hard=hard),)
        case "tao" | "taoyuan-jieyi":
            return (Healing(target, 1, user),)
        case "wuzhong-shengyou":
            return (drawing(target, 2),)
        case "wugu-fengdeng":
            return (Picking(target),)
        case "nanman-ruqin" | "wanjian-qifa":
            if _is_unhurt(state, target):
                return ()
            wanted = "sha" if name == "nanman-ruqin" else "shan"
            return (Forced(target, wanted, user, name, using.cards),)
        case "juedou":
            return (Duelling(target, user, target, using.cards),)
        case "shunshou-qianyang":
            return (Robbing(user, target, keeps=True),)
        case "guohe-chaiqiao":
            return (Robbing(user, target),)
        case "tiesuo-lianhuan":
            return (Chaining(target),)
        case "huogong":
            return (Burning(user, target, using.cards),)
        case "yiyi-dailao":
            return (drawing(target, 2), Dropping(target, 2, all_of_it=True))
        case "zhiji-zhibi":
            return (Knowing(user, target),)
        case "yuanjiao-jingong":
            return (drawing(target, 1), drawing(user, 3))
        case _:
            return extension_effect(game, state, using, target)


def matters(state: State, name: str, target: Seat, second: Seat | None = None) -> bool:
    """Tell whether a trick does anything to one of its targets, as all can see.

    Else there's nothing to nullify. `second`: whom the target is to attack.
    """
    match name:
        case "taoyuan-jieyi":
            return is_wounded(state, target)
        case "nanman-ruqin" | "wanjian-qifa":
            return not _is_unhurt(state, target)
        case "wugu-fengdeng":
            return not state.zones.is_empty(OPENED)
        case "shunshou-qianyang" | "guohe-chaiqiao":
            return bool(takeable(state, target, keeps=name == "shunshou-qianyang"))
        case "huogong":
            return bool(held(state, target))
        case "zhiji-zhibi":
            return bool(held(state, target) or hidden(state, target))
        case "tiesuo-lianhuan" | "lu-li-tongxin":
            return bool(state.counters[target, Count.CHAINED]) or can_be_chained(state, target)
        case "chiling":
            return kingdom_of(state, target) is None
        case "jiedao-sharen":
            return equipment_of(state, target, Kind.WEAPON) is not None or (
                second is not None and second not in state.out and is_within(state, target, second)
            )
    return True


def _is_unhurt(state: State, target: Seat) -> bool:
    armour = equipment_of(state, target, Kind.ARMOUR)
    return armour is not None and card_of(armour).name in UNHURT


class SlashPart(FramePart):
    """The parts of a Slash on one target."""

    MEET_ARMOUR = 0
    ASK_FOR_DODGE = 1
    TAKE_ANSWER = 2
    HIT = 3
    MISS = 4
    DEAL_DAMAGE = 5


@dataclass(frozen=True, slots=True)
class Slashing(StackFrame):
    """A Slash on one target: armour, Dodge, hit."""

    user: Seat
    """The seat that strikes."""
    target: Seat
    """The seat that is struck."""
    name: str
    """Which Slash it is."""
    amount: int
    """The damage of a hit."""
    cards: tuple[str, ...]
    """The cards that count as the Slash."""
    colour: str
    """The colour of the cards; empty where they have several, or none."""
    hard: bool = False
    """It can't be dodged."""
    dodges: int = 1
    """How many Dodges it takes."""
    part: SlashPart = SlashPart.MEET_ARMOUR
    """The part that comes next."""
    off: bool = False
    """It has no effect."""

    @property
    def facts(self) -> tuple[tuple[str, str | int], ...]:
        """Return the facts that its moments say."""
        return (
            ("user", str(self.user)),
            ("target", str(self.target)),
            ("name", self.name),
            ("colour", self.colour),
        )

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Do the next part."""
        if self.off or self.target in state.out:
            return done(state)
        following = altered(self, part=self.part.following)
        match self.part:
            case SlashPart.MEET_ARMOUR:
                if not self._pierces(state) and self._is_stopped(state):
                    return done(state)
                return then(state, following, Firing(Moment.SLASHING, self.facts, self.user))
            case SlashPart.ASK_FOR_DODGE if self.hard:
                return altered(self, part=SlashPart.HIT).run(game, state, None)
            case SlashPart.ASK_FOR_DODGE:
                answering = Answering(
                    self.target, "shan", self.dodges, self.user, self.name, unarmoured=self._pierces(state)
                )
                return then(state, following, answering)
            case SlashPart.TAKE_ANSWER if came:
                return then(
                    state, altered(self, part=SlashPart.MISS), Firing(Moment.DODGED, self.facts, self.user)
                )
            case SlashPart.TAKE_ANSWER | SlashPart.HIT:
                following = altered(self, part=SlashPart.DEAL_DAMAGE)
                return then(state, following, Firing(Moment.HITTING, self.facts, self.user))
            case SlashPart.MISS:
                return done(state)
        damage = Damage(
            self.target,
            self.amount,
            self.user,
            NATURES[self.name],
            self.name,
            self.cards,
            unarmoured=self._pierces(state),
        )
        return instead(state, damage)

    def _pierces(self, state: State) -> bool:
        weapon = equipment_of(state, self.user, Kind.WEAPON)
        roars = has(state, self.user, "paoxiao") and is_led(state, self.user)
        return roars or (weapon is not None and card_of(weapon).name == "qinggang-jian")

    def _is_stopped(self, state: State) -> bool:
        armour = equipment_of(state, self.target, Kind.ARMOUR)
        match card_of(armour).name if armour is not None else "":
            case "renwang-dun":
                return self.colour == "black"
            case "tengjia":
                return self.name == "sha"
        return False


@dataclass(frozen=True, slots=True)
class Forced(StackFrame):
    """A target plays a card of a name, or takes one damage."""

    target: Seat
    wanted: str
    user: Seat
    card: str
    cards: tuple[str, ...]

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask, then see."""
        del game
        if came is None:
            return then(state, self, Answering(self.target, self.wanted, 1, self.user, self.card))
        if came:
            return done(state)
        return instead(state, Damage(self.target, 1, self._source(state), PLAIN, self.card, self.cards))

    def _source(self, state: State) -> Seat:
        """Return who deals it: of others' Barbarians their king."""
        kings = (one for one in alive(state) if one != self.user and has(state, one, "huoshou"))
        return next(kings, self.user) if self.card == "nanman-ruqin" else self.user


@dataclass(frozen=True, slots=True)
class Duelling(StackFrame):
    """Two play Slashes in turn; who fails takes one damage from the other. `turn`: whose turn it is."""

    turn: Seat
    user: Seat
    target: Seat
    cards: tuple[str, ...]

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the next, until one fails."""
        other = self.user if self.turn == self.target else self.target
        if came is None:
            count = game.duel_slashes(state, other)
            return then(state, self, Answering(self.turn, "sha", count, other, "juedou"))
        if came:
            return altered(self, turn=other).run(game, state, None)
        return instead(state, Damage(self.turn, 1, other, PLAIN, "juedou", self.cards))


@dataclass(frozen=True, slots=True)
class Picking(StackFrame):
    """A seat takes one of the cards that were opened."""

    seat: Seat

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask which."""
        del game
        if came is None:
            opened = tuple(map(str, state.zones.known(OPENED)))
            return then(state, self, Choosing(self.seat, "pick", opened))
        for card in came:
            state = taken(state, card, self.seat)
        return done(state)


@dataclass(frozen=True, slots=True)
class Robbing(StackFrame):
    """A seat takes (`keeps`) or discards one card of another: of its hand unseen, or one that lies open.

    `places`: where it may be from; `who`: who chooses.
    """

    user: Seat
    target: Seat
    keeps: bool = False
    places: tuple[str, ...] = (HAND, *OPEN)

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask which, then take it."""
        del game
        hand = own(self.target, HAND)
        if came is None:
            if has(state, self.target, "wanwei") and self.user != self.target:
                mine = takeable(state, self.target, self.places, keeps=self.keeps)
                return then(state, self, Asked(self.target, "rob", tuple(map(str, mine))))
            unseen = [str(hand)] if HAND in self.places and not state.zones.is_empty(hand) else []
            lying = takeable(
                state, self.target, (one for one in OPEN if one in self.places), keeps=self.keeps
            )
            return then(state, self, Asked(self.user, "rob", (*unseen, *map(str, lying))))
        for one in came:
            if one == hand:
                to = own(self.user, "hand") if self.keeps else DISCARDS
                blind = Drawing(hand, to, 1, self.user if self.keeps else None, blind=True)
                return instead(state, blind, *lost(state, self.target, (one,), thrown=int(not self.keeps)))
            judgment = state.zones.is_in(one, own(self.target, "judgment"))
            if self.keeps:
                state = taken(state, one, self.user)
                return instead(state, *(() if judgment else lost(state, self.target, (one,))))
            if judgment:
                return instead(discarded(state, (one,)))
            state, above = thrown(state, self.target, (one,))
            return instead(state, *above)
        return done(state)


@dataclass(frozen=True, slots=True)
class Burning(StackFrame):
    """The target shows a card; the user may discard one of its suit to burn it."""

    user: Seat
    target: Seat
    cards: tuple[str, ...]
    shown: str = ""

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask both."""
        del game
        if came is None:
            hand = tuple(map(str, held(state, self.target)))
            return then(state, self, Choosing(self.target, "show", hand)) if hand else done(state)
        if not self.shown:
            if not came:
                return done(state)
            card = came[0]
            state = altered(state, zones=state.zones.shown(card, state.seats))
            suit = suit_of(state, self.target, card)
            fitting = tuple(
                str(one) for one in held(state, self.user) if suit_of(state, self.user, one) == suit
            )
            return then(
                state, altered(self, shown=card), Choosing(self.user, "burn", fitting, 0, kind="discard")
            )
        if not came:
            return done(state)
        state, above = thrown(state, self.user, came)
        return instead(
            state,
            *above,
            Damage(self.target, 1, self.user, FIRE, "huogong", self.cards),
        )


@dataclass(frozen=True, slots=True)
class Dropping(StackFrame):
    """A seat discards a number of cards of its hand (and equipment, where `all_of_it`)."""

    seat: Seat
    count: int
    all_of_it: bool = False

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask which."""
        del game
        if came is None:
            hand = held(state, self.seat)
            found = (*hand, *state.zones.known(own(self.seat, "equipment"))) if self.all_of_it else hand
            count = min(self.count, len(found))
            return then(
                state,
                self,
                Asked(self.seat, "discard", tuple(map(str, found)), count, count, kind="discard"),
            )
        state, above = thrown(state, self.seat, came)
        return instead(state, *above)


@dataclass(frozen=True, slots=True)
class Knowing(StackFrame):
    """A seat looks at another's hand (1), or at one of its hidden generals (2)."""

    user: Seat
    target: Seat
    what: int = 0

    def run(self, game: QuocRules, state: State, came: tuple[Option, ...] | None) -> FrameStep:
        """Ask what, then show it to the user alone."""
        del game
        hand, dark = held(state, self.target), hidden(state, self.target)
        if came is None:
            ways = (*((1,) if hand else ()), *((2,) if dark else ()))
            return then(state, self, Choosing(self.user, "know", ways))
        if not came:
            return done(state)
        if not self.what and came[0] == 2:  # the second way
            return then(state, altered(self, what=2), Choosing(self.user, "place", dark))
        zones = state.zones
        seen = [general_in(state, self.target, str(came[0]))] if self.what else list(hand)
        for card in seen:
            zones = zones.shown(str(card), (self.user,))
        return done(altered(state, zones=zones))


EFFECT_FRAMES: tuple[type[StackFrame], ...] = (
    Slashing,
    Forced,
    Duelling,
    Picking,
    Robbing,
    Burning,
    Dropping,
    Knowing,
)
