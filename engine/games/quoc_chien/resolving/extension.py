"""What the extensions' tricks do to one target (QC-8 to QC-10)."""

from dataclasses import dataclass
from typing import Protocol

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.kingdoms import is_small, kingdom_of
from engine.games.quoc_chien.position.registry import may_show
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    equipped,
    has_equipped,
    health_of,
    hidden,
    is_wounded,
    most_health,
    put,
)
from engine.games.quoc_chien.resolving.damage import FIRE, THUNDER, Damage, Healing, Losing
from engine.games.quoc_chien.resolving.playing import (
    drawing,
    thrown,
)
from engine.games.quoc_chien.resolving.revealing import Showing
from engine.kit.changed import altered
from engine.kit.choosing.actions import Option
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then

SHOW, STRIP, LOSE = 1, 2, 3
"""What who is ordered may choose."""


class UsedCard(Protocol):
    """A card that is used, as far as its effect asks for it."""

    @property
    def user(self) -> Seat:
        """The seat that uses it."""

    @property
    def name(self) -> str:
        """The name that it's used by."""

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that are laid for it."""

    @property
    def targets(self) -> tuple[Seat, ...]:
        """All its targets."""

    @property
    def hard(self) -> tuple[Seat, ...]:
        """The targets that can't dodge it."""

    @property
    def more(self) -> int:
        """How much harder it hits."""

    @property
    def colour(self) -> str:
        """The colour of its cards, if it's one."""


def extension_effect(game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
    """Return what a used card of the extensions does to one of its targets."""
    user = using.user
    match using.name:
        case "huoshao-lianying":
            return (Damage(target, 1, user, FIRE, using.name, using.cards),)
        case "lu-li-tongxin":
            return (drawing(target, 1),) if state.counters[target, Count.CHAINED] else (Chaining(target),)
        case "lianjun-shengyan" if target == user:
            guests = len(using.targets) - 1
            return (
                (Banqueting(user, guests),) if game.options.banquet == "newer" else (drawing(user, guests),)
            )
        case "lianjun-shengyan":
            return (Feasting(target, heals=game.options.banquet == "older"),)
        case "diaohu-lishan":
            return (Luring(target),)
        case "shuiyan-qijun":
            return (Flooding(user, target, using.cards),)
        case "chiling":
            return (Ordered(target),)
        case "xie-tianzi-yi-ling-zhuhou":
            return (Holding(user),)
    return ()


def can_be_chained(state: State, seat: Seat) -> bool:
    """Tell whether a chain may be laid on a seat: not in shining armour, of a small kingdom."""
    return not (has_equipped(state, seat, "mingguang-kai") and is_small(state, seat))


@dataclass(frozen=True, slots=True)
class Chaining(StackFrame):
    """A seat's chain is turned: laid on, unless its armour forbids it, or taken off."""

    seat: Seat

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Turn the chain."""
        del game, came
        chained = state.counters[self.seat, Count.CHAINED]
        if not chained and not can_be_chained(state, self.seat):
            return done(state)
        return done(put(state, self.seat, Count.CHAINED, 1 - chained))


@dataclass(frozen=True, slots=True)
class Banqueting(StackFrame):
    """Who gives a banquet splits a number: so many cards, the rest health."""

    seat: Seat
    count: int

    def run(self, game: QuocRules, state: State, came: tuple[int, ...] | None) -> FrameStep:
        """Ask how much health; the rest is drawn."""
        del game
        missing = most_health(state, self.seat) - health_of(state, self.seat)
        if came is None:
            ways = tuple(range(1, min(self.count, missing) + 1))
            return then(state, self, Choosing(self.seat, "banquet", ways, 0))
        heals = int(came[0]) if came else 0
        above: list[StackFrame] = [drawing(self.seat, self.count - heals)] if self.count > heals else []
        return instead(state, *above, *([Healing(self.seat, heals)] if heals else []))


@dataclass(frozen=True, slots=True)
class Feasting(StackFrame):
    """A guest heals one (1), or draws one and is unchained (2)."""

    seat: Seat
    heals: bool

    def run(self, game: QuocRules, state: State, came: tuple[int, ...] | None) -> FrameStep:
        """Ask which."""
        del game
        if came is None:
            ways = (1, 2) if self.heals and is_wounded(state, self.seat) else (2,)
            return then(state, self, Choosing(self.seat, "feast", ways))
        if came[0] == 1:
            return instead(state, Healing(self.seat))
        return instead(put(state, self.seat, Count.CHAINED, 0), drawing(self.seat, 1))


@dataclass(frozen=True, slots=True)
class Luring(StackFrame):
    """A seat is out of all distances till the turn ends."""

    seat: Seat

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Put the seat out of all distances."""
        del game, came
        return done(put(state, self.seat, Count.AWAY, 1))


@dataclass(frozen=True, slots=True)
class Flooding(StackFrame):
    """A seat discards all its equipment (1), or takes one thunder damage (2)."""

    user: Seat
    target: Seat
    cards: tuple[str, ...]

    def run(self, game: QuocRules, state: State, came: tuple[int, ...] | None) -> FrameStep:
        """Ask which."""
        del game
        worn = equipped(state, self.target)
        if came is None:
            return then(state, self, Choosing(self.target, "flood", (1, 2) if worn else (2,)))
        if came[0] == 1:
            state, above = thrown(state, self.target, worn)
            return instead(state, *above)
        return instead(state, Damage(self.target, 1, self.user, THUNDER, "shuiyan-qijun", self.cards))


@dataclass(frozen=True, slots=True)
class Ordered(StackFrame):
    """A seat without kingdom shows a general and draws, discards an equipment, or loses one health.

    `way`: which of them it chose, once it did.
    """

    seat: Seat
    way: int = 0

    def run(self, game: QuocRules, state: State, came: tuple[Option, ...] | None) -> FrameStep:
        """Ask which, then which general or equipment."""
        del game
        if self.seat in state.out or kingdom_of(state, self.seat) is not None:
            return done(state)
        worn = [str(card) for card in cards_of(state, self.seat) if card_of(card).kind.is_equipment]
        dark = hidden(state, self.seat) if may_show(state, self.seat) else ()
        if came is None:
            ways = (*((SHOW,) if dark else ()), *((STRIP,) if worn else ()), LOSE)
            return then(state, self, Choosing(self.seat, "ordered", ways))
        if not self.way and came[0] == LOSE:
            return instead(state, Losing(self.seat))
        if not self.way:
            among = dark if came[0] == SHOW else tuple(worn)
            return then(state, altered(self, way=int(came[0])), Choosing(self.seat, "ordered", among))
        if self.way == SHOW:
            return instead(state, Showing(self.seat, (str(came[0]),)), drawing(self.seat, 1))
        cards = tuple(map(str, came))
        state, above = thrown(state, self.seat, cards)
        return instead(state, *above)


@dataclass(frozen=True, slots=True)
class Holding(StackFrame):
    """A seat's play phase ends; when the turn does, a card may be paid for another turn."""

    seat: Seat

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Remember it."""
        del game, came
        return done(put(put(state, self.seat, Count.PLAY_OVER, 1), self.seat, Count.HOLDS, 1))


@dataclass(frozen=True, slots=True)
class Once(StackFrame):
    """A seat may discard a card for another turn after this one."""

    seat: Seat

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask for the card."""
        del game
        if came is None:
            hand = tuple(map(str, cards_of(state, self.seat)))
            return then(state, self, Choosing(self.seat, "hold", hand, 0, kind="discard"))
        if not came:
            return done(state)
        state, above = thrown(state, self.seat, came)
        return instead(put(state, self.seat, Count.EXTRA_TURN, 1), *above)


EXTENSION_FRAMES: tuple[type[StackFrame], ...] = (
    Chaining,
    Banqueting,
    Feasting,
    Luring,
    Flooding,
    Ordered,
    Holding,
    Once,
)
