"""Skills at a Slash: whom it's aimed at, whether it can be dodged, what comes of dodging it."""

from collections.abc import Iterable
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind, card_of, names
from engine.games.quoc_chien.position.distance import distance, is_within, reach
from engine.games.quoc_chien.position.formation import besiegers
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import has, is_led, known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    alive,
    cards_of,
    counted,
    discarded,
    equipped,
    health_of,
    held,
    own,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing, Slashing
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Draws, Stepwise, is_own, untargeted
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done, instead, nearest

SUITS = ("S", "H", "C", "D")


@known
class Wushuang(Stepwise):
    """His Slashes take two Dodges, in his duels two Slashes are played each time."""

    name = "wushuang"
    must = True
    moments = ("slashing", "targeted")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When his Slash comes to a target; hidden, also when a duel is his or names him."""
        if firing.moment == "slashing":
            return is_own(firing, "user", seat)
        his = is_own(firing, "user", seat) or is_own(firing, "target", seat)
        return his and firing.fact("name") == "juedou" and not has(state, seat, self.name)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Two Dodges; in a duel it's enough that he is shown."""
        if doing.fact("moment") == "targeted":
            return done(state)
        return done(amended(state, Slashing, dodges=2))


class Dodged(Stepwise):
    """Goes off when the owner's Slash was dodged."""

    moments = ("dodged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the target has cards."""
        return is_own(firing, "user", seat) and bool(cards_of(state, Seat(str(firing.fact("target")))))


@known
class Mengjin(Dodged):
    """Discards a card of who dodged."""

    name = "mengjin"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which."""
        return instead(state, Robbing(doing.seat, doing.whom("target"), places=("hand", "equipment")))


class NamesTarget(Stepwise):
    """Goes off when the owner's Slash names a target."""

    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it's the owner's Slash."""
        return is_own(firing, "user", seat) and firing.fact("name") in SLASHES


@known
class Tieqi(NamesTarget):
    """Judges: if red, the target can't dodge."""

    name = "tieqi"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Judge; led by the lord, black asks for a card of that suit."""
        target = doing.whom("target")
        match doing.at:
            case 0:
                return doing.then(state, Judging(doing.seat, self.name))
            case 1 if came is None:
                return done(state)
            case 1 if came[0] in ("H", "D"):
                return done(undodgeable(state, target))
            case 1 if is_led(state, doing.seat):
                fitting = [card for card in held(state, target) if suit_of(state, target, card) == came[0]]
                return doing.then(state, doing.choose(fitting, 0, by=target, kind="discard"))
            case 2 if came:
                return instead(discarded(state, came), *lost(state, target, came, thrown=len(came)))
            case 2:
                return done(undodgeable(state, target))
        return done(state)


@known
class Liegong(NamesTarget):
    """A target with many cards, or few, can't dodge."""

    name = "liegong"

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own play phase, by the target's hand."""
        if not NamesTarget.ready(self, game, state, firing, seat) or state.turn != seat:
            return False
        count = len(held(state, Seat(str(firing.fact("target")))))
        return count >= health_of(state, seat) or count <= reach(state, seat)

    def reaches(self, state: State, seat: Seat) -> int:
        """Return one more, led by the lord."""
        return int(is_led(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Forbid dodging."""
        return done(undodgeable(state, doing.whom("target")))


@known
class Liuli(Stepwise):
    """For a card moves a Slash on the owner to another within reach."""

    name = "liuli"
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When a Slash names the owner, who has a card and somebody else within reach."""
        mine = is_own(firing, "target", seat) and firing.fact("name") in SLASHES
        return mine and bool(cards_of(state, seat)) and bool(self._others(state, firing, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, pay, move."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, doing, seat)))
            case 1:
                ways = self._payments(state, seat, Seat(came[0]))
                return doing.again(state, doing.choose(ways, kind="discard"), at=2, kept=tuple(came))
        whom = doing.kept_seat()
        state = discarded(state, came)
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        targets = tuple(whom if one == seat else one for one in using.targets)
        # The moment comes again for whom it names now.
        state = amended(state, Using, targets=targets, at=using.at - 1)
        return instead(state, *lost(state, seat, came))

    def _others(self, state: State, firing: Any, seat: Seat) -> list[str]:
        user = dict(firing.facts).get("user")
        near = (one for one in alive(state, seat, others=True) if self._payments(state, seat, one))
        using = nearest(state, Using)
        taken_already = using.targets if using is not None else ()
        return [str(one) for one in near if one != user and one not in taken_already]

    def _payments(self, state: State, seat: Seat, whom: Seat) -> list[str]:
        """Return the cards without which somebody is still within the owner's reach."""
        cards = map(str, cards_of(state, seat))
        return [card for card in cards if is_within(state, seat, whom, without=frozenset({card}))]


@known
class Xiangle(Stepwise):
    """Who aims a Slash at the owner discards a basic card, or it fails."""

    name = "xiangle"
    must = True
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another's Slash names the owner."""
        return is_own(firing, "target", seat) and firing.fact("name") in SLASHES

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Ask the other."""
        user = doing.whom("user")
        if doing.at == 0:
            basics = [card for card in held(state, user) if card_of(card).kind is Kind.BASIC]
            return doing.then(state, doing.choose(basics, 0, by=user, kind="discard"))
        if came:
            return instead(discarded(state, came), *lost(state, user, came))
        return done(untargeted(state, doing.seat))


@known
class Duanbing(Stepwise):
    """An own Slash may have one more target, at distance 1."""

    name = "duanbing"
    moments = ("using",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner uses a Slash and somebody else is near."""
        mine = is_own(firing, "user", seat) and firing.fact("name") in SLASHES
        return mine and bool(self._near(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom besides."""
        if doing.at == 0:
            return doing.then(state, doing.choose(self._near(state, doing.seat)))
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        return done(amended(state, Using, targets=(*using.targets, Seat(came[0]))))

    def _near(self, state: State, seat: Seat) -> list[str]:
        using = nearest(state, Using)
        aimed = using.targets if using is not None else ()
        others = alive(state, seat, others=True)
        return [str(one) for one in others if one not in aimed and distance(state, seat, one) == 1]


def undodgeable(state: State, target: Seat) -> State:
    """Return the state in which a target can't dodge the Slash that is being used."""
    using = nearest(state, Using)
    assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
    found: State = amended(state, Using, hard=(*using.hard, target))
    return found


@known
class Jiang(Draws):
    """Using a duel or a red Slash, or named by one, draws one."""

    name = "jiang"
    moments = ("using", "targeted")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When such a card is the owner's, or names it."""
        red = firing.fact("name") in SLASHES and firing.fact("colour") == "red"
        mine = is_own(firing, "user" if firing.moment == "using" else "target", seat)
        return mine and (red or firing.fact("name") == "juedou")


@known
class Yicheng(Stepwise):
    """Who of the own kingdom a Slash names may draw one, then discards one."""

    name = "yicheng"
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it's the owner or a friend."""
        target = Seat(str(firing.fact("target")))
        return firing.fact("name") in SLASHES and (target == seat or are_friends(state, seat, target))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw, discard."""
        target = doing.whom("target")
        return instead(state, drawing(target, 1), Dropping(target, 1, all_of_it=True))


@known
class Qianhuan(Stepwise):
    """After damage to the own kingdom lays an illusion of a new suit aside; it calls a card off."""

    name = "qianhuan"
    moments = ("damaged", "targeted")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """After damage to one of the kingdom; when a basic card or trick names one of it alone."""
        illusions = state.zones.count(own(seat, "illusions"))
        if firing.moment == "damaged":
            victim = Seat(str(firing.fact("victim")))
            return illusions < len(SUITS) and self._is_ours(state, seat, victim) and victim not in state.out
        using = nearest(state, Using)
        if using is None or len(using.targets) != 1 or names()[using.name].kind.is_equipment:
            return False
        return illusions > 0 and self._is_ours(state, seat, using.targets[0])

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Turn one up and keep it unless its suit lies there; or spend one."""
        illusions = own(doing.seat, "illusions")
        if doing.fact("victim"):
            if doing.at == 0:
                return doing.then(state, Drawing(DECK, illusions, refill=DISCARDS))
            suits = [card_of(card).suit for card in state.zones.known(illusions)]
            return done(discarded(state, came) if len(set(suits)) < len(suits) else state)
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, state.zones.known(illusions))))
        return done(untargeted(discarded(state, came), doing.whom("target")))

    def _is_ours(self, state: State, seat: Seat, whom: Seat) -> bool:
        return whom == seat or are_friends(state, seat, whom)


@known
class Niaoxiang(Stepwise):
    """Siege: a besieger's Slash on the besieged takes two Dodges."""

    name = "niaoxiang"
    must = True
    moments = ("slashing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner besieges, too."""
        return is_besieging(state, firing, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Two Dodges."""
        return done(amended(state, Slashing, dodges=2))

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's called for, where another could complete a siege."""
        return summons(state, seat, self.name, siege=True)

    def frames_of(self, game: Any, state: State, seat: Seat, action: Any) -> tuple[StackFrame, ...]:
        """Return the call."""
        return (Summoning(seat, siege=True),)


@known
class Fengshi(Stepwise):
    """Siege: whom a besieger's Slash names discards an equipment."""

    name = "fengshi"
    must = True
    asked = ("fengshi", "asked")
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner besieges, too, and the besieged wears something."""
        worn = equipped(state, Seat(str(firing.fact("target"))))
        return firing.fact("name") in SLASHES and bool(worn) and is_besieging(state, firing, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """It chooses which."""
        target = doing.whom("target")
        if doing.at == 0:
            worn = map(str, equipped(state, target))
            return doing.then(state, doing.choose(worn, by=target, kind="discard"))
        return instead(discarded(state, came), *lost(state, target, came, thrown=len(came)))

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's called for, where another could complete a siege."""
        return summons(state, seat, self.name, siege=True)

    def frames_of(self, game: Any, state: State, seat: Seat, action: Any) -> tuple[StackFrame, ...]:
        """Return the call."""
        return (Summoning(seat, siege=True),)


@known
class Yongjue(Stepwise):
    """The first Slash of one of the own kingdom in its play phase may be taken back by who used it."""

    name = "yongjue"
    moments = ("used",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it lies on the discards."""
        user = Seat(str(firing.fact("user")))
        ours = user == seat or are_friends(state, seat, user)
        first = state.turn == user and state.phase == "play" and state.counters[user, "turn:sha"] == 1
        unused = not state.counters[seat, "turn:skill.yongjue"]
        return (
            ours and first and unused and firing.fact("name") in SLASHES and bool(self._cards(state, firing))
        )

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take it back."""
        for card in self._cards(state, doing):
            state = taken(state, card, doing.whom("user"))
        return done(counted(state, doing.seat, "turn:skill.yongjue"))

    def _cards(self, state: State, moment: Any) -> list[str]:
        return [str(card) for card in state.zones.known(DISCARDS)[: int(moment.fact("cards"))]]


def is_besieging(state: State, firing: Any, seat: Seat) -> bool:
    """Tell whether a Slash is a besieger's on whom a seat besieges, too."""
    around = besiegers(state, Seat(str(firing.fact("target"))))
    return seat in around and firing.fact("user") in around
