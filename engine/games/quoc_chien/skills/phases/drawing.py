"""Skills of the draw phase."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.kingdoms import kingdom_of, members
from engine.games.quoc_chien.position.registry import Converted, known
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    DECK,
    DISCARDS,
    OPENED,
    State,
    alive,
    counted,
    discarded,
    health_of,
    held,
    is_wounded,
    most_health,
    others,
    own,
    put,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.resolving.playing import takeable
from engine.games.quoc_chien.skills.doing import Doing, SkillUse, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.draws import Drawing, Peeking
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then

HAOSHI = 5
"""With more cards than this the generous gives half of them away."""


@known
class Tuxi(Stepwise):
    """Gives up drawing to take a card each from one or two others."""

    name = "tuxi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase, when somebody has cards in hand."""
        return is_own(firing, "seat", seat) and bool(others(state, seat, held)) and not _drawn(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose from whom."""
        if doing.at == 0:
            state = put(state, doing.seat, "turn:no_draw", 1)
            return doing.then(state, doing.choose(others(state, doing.seat, held), 1, 2))
        takes = [Robbing(doing.seat, Seat(one), keeps=True, places=("hand",)) for one in came]
        return instead(state, *takes)


@known
class Luoyi(Stepwise):
    """Draws one less; own Slashes and duels deal one more in this turn."""

    name = "luoyi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not _drawn(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw less, and remember it."""
        state = counted(state, doing.seat, "turn:draw", -1)
        return done(put(state, doing.seat, "turn:stronger", 1))


@known
class Yingzi(Stepwise):
    """Draws one more in the draw phase."""

    name = "yingzi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not state.counters[seat, "turn:no_draw"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw one more."""
        return done(counted(state, doing.seat, "turn:draw"))


@known
class Haoshi(Stepwise):
    """Draws two more; with more than five then gives half to another with fewest."""

    name = "haoshi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not state.counters[seat, "turn:no_draw"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw two more now; what follows the draw comes after it (`Sharing`)."""
        state = counted(state, doing.seat, "turn:draw", 2)
        return done(put(state, doing.seat, "turn:haoshi", 1))


@dataclass(frozen=True, slots=True)
class Sharing(StackFrame):
    """Half of a hand of more than five goes to another with fewest cards. `cards`: which."""

    seat: Seat
    cards: tuple[str, ...] = ()

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Choose which, then to whom."""
        del game
        hand = held(state, self.seat)
        if came is None and len(hand) <= HAOSHI:
            return done(state)
        if came is None:
            half = len(hand) // 2
            return then(state, self, Choosing(self.seat, "haoshi", tuple(map(str, hand)), half, half))
        if not self.cards:
            others = alive(state, self.seat, others=True)
            fewest = min(len(held(state, one)) for one in others)
            poor = tuple(str(one) for one in others if len(held(state, one)) == fewest)
            return then(state, replace(self, cards=came), Choosing(self.seat, "haoshi", poor))
        for card in self.cards:
            state = taken(state, card, Seat(came[0]))
        return done(state)


@known
class Zaiqi(Stepwise):
    """Wounded, turns up as many cards as it lacks health, not drawing; hearts heal, it keeps the rest."""

    name = "zaiqi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase, wounded."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Turn up, then sort."""
        seat = doing.seat
        if doing.at == 0:
            state = put(state, seat, "turn:no_draw", 1)
            lacks = most_health(state, seat) - health_of(state, seat)
            return doing.then(state, Drawing(DECK, OPENED, lacks, refill=DISCARDS))
        hearts = [card for card in came if suit_of(state, seat, card) == "H"]
        state = discarded(state, hearts)
        for card in came:
            if card not in hearts:
                state = taken(state, card, seat)
        return instead(state, *([Healing(seat, len(hearts))] if hearts else []))


@known
class Shuangxiong(Stepwise):
    """Instead of drawing judges and takes the card; cards of the other colour count as duels in this turn."""

    name = "shuangxiong"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not state.counters[seat, "turn:no_draw"]

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Judge instead of drawing."""
        judging = Judging(use.seat, self.name)
        return use.ask(put(state, use.seat, "turn:no_draw", 1), judging, self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Take the card, remember the colour (1 red, 2 black)."""
        if found is None:
            return done(state)
        if state.zones.is_in(found.card, DISCARDS):
            state = taken(state, found.card, use.seat)
        return done(put(state, use.seat, "turn:shuangxiong", 1 if found.suit.is_red else 2))

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield cards of the other colour."""
        colour = state.counters[seat, "turn:shuangxiong"]
        if wanted == "juedou" and playing and colour:
            for card in held(state, seat):
                if (suit_of(state, seat, card) in ("H", "D")) != (colour == 1):
                    yield (card,), wanted


def _drawn(state: State, seat: Seat) -> bool:
    return bool(state.counters[seat, "turn:no_draw"])


@known
class Xunxun(Stepwise):
    """Instead of drawing sees the top four, keeps two; the others go to the bottom."""

    name = "xunxun"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not _drawn(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Look, choose two, lay the others down."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(put(state, seat, "turn:no_draw", 1), Peeking(DECK, 4, seat))
        if doing.at == 1:
            seen = tuple(map(str, came))
            choice = replace(doing.choose(seen, min(2, len(seen)), 2), secret=True)
            return doing.then(state, choice, kept=seen)
        for card in doing.kept:
            if card in came:
                state = taken(state, str(card), seat)
            else:
                state = altered(state, zones=state.zones.moved(str(card), DECK, bottom=True))
        return done(state)


@known
class Hengzheng(Stepwise):
    """With one health or an empty hand, instead of drawing takes a card of each other player."""

    name = "hengzheng"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase, then."""
        poor = health_of(state, seat) == 1 or not held(state, seat)
        some = any(takeable(state, one) for one in alive(state, seat, others=True))
        return is_own(firing, "seat", seat) and poor and some and not _drawn(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take one of each."""
        state = put(state, doing.seat, "turn:no_draw", 1)
        others = alive(state, doing.seat, others=True)
        return instead(
            state, *(Robbing(doing.seat, one, keeps=True) for one in others if takeable(state, one))
        )


@known
class Wuxin(Stepwise):
    """Orders the top cards, as many as its kingdom has players, heavenly soldiers counted."""

    name = "wuxin"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Look, choose the order."""
        if doing.at == 0:
            return doing.then(state, Peeking(DECK, followers(state, doing.seat), doing.seat))
        if doing.at == 1:
            seen = tuple(map(str, came))
            choice = replace(doing.choose(seen, len(seen), len(seen)), secret=True, in_order=True)
            return doing.then(state, choice)
        for card in reversed(came):
            state = altered(state, zones=state.zones.moved(card, DECK))
        return done(state)


def followers(state: State, seat: Seat) -> int:
    """Return how many players a lord's kingdom has, its heavenly soldiers counted."""
    kingdom = kingdom_of(state, seat)
    players = 1 if kingdom in (None, CAREERIST) else len(members(state, str(kingdom)))
    return players + state.zones.count(own(seat, "troops"))


@known
class Shelie(Stepwise):
    """Instead of drawing turns up five and takes one of each suit."""

    name = "shelie"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not _drawn(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Turn up, choose suit by suit."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(put(state, seat, "turn:no_draw", 1), Drawing(DECK, OPENED, 5, refill=DISCARDS))
        if doing.kept and came:
            state = taken(state, str(came[0]), seat)
        opened = state.zones.known(OPENED)
        suits = [suit for suit in "SHCD" if suit not in doing.kept]
        for suit in suits:
            of_it = [str(card) for card in opened if card_of(card).suit == suit]
            if of_it:
                return doing.again(state, doing.choose(of_it), at=1, kept=(*doing.kept, suit))
        return done(discarded(state, opened))
