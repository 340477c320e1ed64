"""Skills at damage: before it's dealt, and after it was dealt or taken."""

from dataclasses import replace
from enum import IntEnum
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import HEART, SLASHES, Suit
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    MIDDLE,
    State,
    alive,
    cards_of,
    counted,
    discarded,
    health_of,
    held,
    hidden,
    is_red,
    most_health,
    own,
    put,
    suit_of,
    taken,
    turned_over,
)
from engine.games.quoc_chien.resolving.damage import Damage, Healing
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.resolving.playing import MINE, drawing, lost, takeable
from engine.games.quoc_chien.skills.doing import Doing, SkillUse, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, amended, done, instead, nearest


class AfterDamage(Stepwise):
    """Goes off after its owner took damage."""

    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it was its owner."""
        return is_own(firing, "victim", seat)


@known
class Jianxiong(AfterDamage):
    """Takes the card that dealt the damage."""

    name = "jianxiong"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When a card dealt it that still lies in the middle."""
        return is_own(firing, "victim", seat) and bool(self._cards(state))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take it: not what else lies in the middle."""
        for card in self._cards(state):
            state = taken(state, card, doing.seat)
        return done(state)

    def _cards(self, state: State) -> list[str]:
        damage = nearest(state, Damage)
        cards = damage.cards if damage is not None and damage.card else ()
        return [card for card in cards if state.zones.is_in(card, MIDDLE)]


@known
class Fankui(AfterDamage):
    """Takes a card of who dealt the damage."""

    name = "fankui"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When there is one with cards."""
        source = Seat(str(firing.fact("source")))
        return (
            is_own(firing, "victim", seat)
            and source not in ("", seat)
            and bool(takeable(state, source, MINE))
        )

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take one."""
        robbing = Robbing(doing.seat, doing.whom("source"), keeps=True, places=MINE)
        return instead(state, robbing)


class Payment(IntEnum):
    """How Ganglie is paid for; players choose by the number."""

    DISCARD = 1
    HURT = 2


@known
class Ganglie(AfterDamage):
    """Judges: if not heart, who dealt the damage discards two or takes one."""

    name = "ganglie"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When somebody dealt it."""
        return is_own(firing, "victim", seat) and bool(firing.fact("source"))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Judge."""
        return use.ask(state, Judging(use.seat, self.name), self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Let the other choose how to pay."""
        source = use.whom("source")
        if found is None or found.suit is Suit.HEART or source in state.out:
            return done(state)
        ways = tuple(Payment) if len(held(state, source)) > 1 else (Payment.HURT,)
        return use.ask(state, use.choose(ways, by=source), self.paid)

    def paid(self, use: SkillUse, state: State, way: Payment) -> FrameStep:
        """Let it pay."""
        source = use.whom("source")
        drops = way is Payment.DISCARD
        return instead(state, Dropping(source, 2) if drops else Damage(source, 1, use.seat))


@known
class Yiji(AfterDamage):
    """For each point of damage looks at the top two cards and hands them out."""

    name = "yiji"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw two for each point, give each to whom it chooses."""
        amount = int(doing.fact("amount"))
        match doing.at:
            case 0:
                return doing.then(state, drawing(doing.seat, 2 * amount))
            case 1:
                return doing.again(state, at=2, kept=tuple(came or ()))
            case 2 if doing.kept:
                return doing.again(state, doing.choose(map(str, alive(state, doing.seat))), at=3)
            case 3:
                card, *rest = doing.kept
                if came[0] != doing.seat:
                    state = taken(state, str(card), Seat(came[0]))
                return doing.again(state, at=2, kept=tuple(rest))
        return done(state)


@known
class Jieming(AfterDamage):
    """For each point of damage one player fills its hand up to the health limit, five at most."""

    name = "jieming"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, point by point."""
        left = int(doing.kept[0]) if doing.kept else int(doing.fact("amount"))
        if doing.at == 0 and left > 0:
            everybody = map(str, alive(state, doing.seat))
            return doing.again(state, doing.choose(everybody, 0), at=1, kept=(left,))
        if doing.at == 1 and came:
            whom = Seat(came[0])
            count = min(5, most_health(state, whom)) - len(held(state, whom))
            return doing.again(state, drawing(whom, max(0, count)), at=0, kept=(left - 1,))
        return done(state)


@known
class Fangzhu(AfterDamage):
    """Another draws as many cards as the owner lacks health, and turns over."""

    name = "fangzhu"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
        lacks = most_health(state, seat) - health_of(state, seat)
        whom = Seat(came[0])
        return instead(turned_over(state, whom), drawing(whom, max(0, lacks)))


@known
class Tianxiang(Stepwise):
    """For a heart in hand damage goes to another, who then draws as many cards as it lacks health."""

    name = "tianxiang"
    moments = ("suffering",)

    def could(self, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is about to take it, with a hand."""
        return is_own(firing, "victim", seat) and bool(held(state, seat))

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is about to take it, with a heart in hand."""
        return is_own(firing, "victim", seat) and bool(self._hearts(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, choose whom, move it."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._hearts(state, seat), kind="discard"))
            case 1:
                state = discarded(state, came)
                others = map(str, alive(state, seat, others=True))
                return doing.then(state, *lost(state, seat, came), doing.choose(others))
            case 2:
                whom = Seat(came[0])
                damage = nearest(state, Damage)
                assert damage is not None  # noqa: S101  # narrows the type: the moment is of damage
                state = amended(state, Damage, off=True)
                # Whom it comes to now may change it in turn, and isn't whom a Slash was aimed at.
                moved = replace(damage, victim=whom, part=1, unarmoured=False)
                return doing.then(state, moved, kept=(str(whom),))
        whom = doing.kept_seat()
        lacks = most_health(state, whom) - health_of(state, whom)
        return instead(state, drawing(whom, lacks)) if whom not in state.out and lacks > 0 else done(state)

    def _hearts(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in held(state, seat) if suit_of(state, seat, card) == HEART]


@known
class Mingshi(Stepwise):
    """Takes one less of who has a hidden general."""

    name = "mingshi"
    must = True
    moments = ("suffering",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When such a one deals it."""
        source = Seat(str(firing.fact("source")))
        return is_own(firing, "victim", seat) and bool(source) and bool(hidden(state, source))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """One less."""
        damage = nearest(state, Damage)
        assert damage is not None  # noqa: S101  # narrows the type: the moment is of damage
        return done(amended(state, Damage, amount=damage.amount - 1))


@known
class Beige(Stepwise):
    """For a card, who took Slash damage judges: heart heals, diamond draws two, club and spade punish."""

    name = "beige"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When a Slash damaged somebody who lives, and the owner has a card."""
        victim = Seat(str(firing.fact("victim")))
        return firing.fact("card") in SLASHES and victim not in state.out and bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, judge, do it."""
        victim, source = doing.whom("victim"), doing.whom("source")
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(cards_of(state, doing.seat), kind="discard"))
            case 1:
                state = discarded(state, came)
                return doing.then(state, *lost(state, doing.seat, came), Judging(victim, self.name))
        match came[0] if came is not None else "":
            case "H":
                return instead(state, Healing(victim))
            case "D":
                return instead(state, drawing(victim, 2))
            case "C" if source:
                return instead(state, Dropping(source, 2, all_of_it=True))
            case "S" if source:
                return done(turned_over(state, source))
        return done(state)


@known
class Ziliang(Stepwise):
    """Gives a field to one of the own kingdom who took damage."""

    name = "ziliang"
    only = "deputy"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When one of the kingdom lives on after it, and there is a field."""
        victim = Seat(str(firing.fact("victim")))
        ours = victim == seat or are_friends(state, seat, victim)
        return ours and victim not in state.out and not state.zones.is_empty(own(seat, "fields"))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which."""
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, state.zones.known(own(doing.seat, "fields")))))
        return done(taken(state, came[0], doing.whom("victim")))


@known
class Wangxi(Stepwise):
    """For each point of damage dealt to or taken from another both draw one."""

    name = "wangxi"
    moments = ("dealt", "damaged")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it was between the owner and another who lives."""
        mine, theirs = self._sides(firing.moment)
        other = firing.fact(theirs)
        return is_own(firing, mine, seat) and other not in ("", seat, *state.out)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw, both."""
        amount, (_, theirs) = int(doing.fact("amount")), self._sides(str(doing.fact("moment")))
        return instead(state, drawing(doing.seat, amount), drawing(doing.whom(theirs), amount))

    def _sides(self, moment: str) -> tuple[str, str]:
        return ("source", "victim") if moment == "dealt" else ("victim", "source")


@known
class Hengjiang(Stepwise):
    """For each point of damage whose turn it is keeps one card less; if it discards none, draws one."""

    name = "hengjiang"
    moments = ("damaged", "after_discard")

    def forced(self, firing: Any) -> bool:
        """Tell that only lowering the limit is at will; what comes of it isn't asked again."""
        return bool(firing.moment == "after_discard")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After damage to the owner; then after that player's discard phase."""
        if firing.moment == "damaged":
            return is_own(firing, "victim", seat)
        whom = Seat(str(firing.fact("seat")))
        return bool(state.counters[seat, "turn:hengjiang"]) and not state.counters[whom, "turn:discarded"]

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Lower the limit, or draw."""
        if not doing.fact("victim"):
            return instead(put(state, doing.seat, "turn:hengjiang", 0), drawing(doing.seat, 1))
        state = counted(state, state.turn, "turn:limit", -int(doing.fact("amount")))
        return done(put(state, doing.seat, "turn:hengjiang", 1))


@known
class Zhiyu(AfterDamage):
    """Draws one and shows the hand; all of one colour, the source discards one."""

    name = "zhiyu"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw, show, see."""
        if doing.at == 0:
            return doing.then(state, drawing(doing.seat, 1))
        hand, source = held(state, doing.seat), doing.whom("source")
        zones = state.zones
        for card in hand:
            zones = zones.shown(card, state.seats)
        state = altered(state, zones=zones)
        alike = len({is_red(state, doing.seat, card) for card in hand}) == 1
        pays = alike and source not in ("", *state.out)
        return instead(state, Dropping(source, 1)) if pays else done(state)
