"""Skills at a Slash: whom it's aimed at, whether it can be dodged, what comes of dodging it."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind, card_of
from engine.games.quoc_chien.position.distance import distance, is_within, reach
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    discarded,
    health_of,
    held,
)
from engine.games.quoc_chien.resolving.effects import Robbing, Slashing
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.registry import known
from engine.kit.resolving.frames import Step, amended, done, instead, nearest


@known
class Wushuang(Stepwise):
    """His Slashes take two Dodges, in his duels two Slashes are played each time."""

    name = "wushuang"
    must = True
    moments = ("slashing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When his Slash comes to a target."""
        return is_own(firing, "user", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Two Dodges."""
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

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
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

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Judge."""
        if doing.at == 0:
            return doing.then(state, Judging(doing.seat, self.name))
        if came is not None and came[0] in ("H", "D"):
            state = undodgeable(state, doing.whom("target"))
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

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
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

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, pay, move."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, doing, seat)))
            case 1:
                return doing.again(
                    state, doing.choose(cards_of(state, seat), kind="discard"), at=2, kept=tuple(came)
                )
        whom = Seat(str(doing.kept[0]))
        state = discarded(state, came)
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        targets = tuple(whom if one == seat else one for one in using.targets)
        # The moment comes again for whom it names now.
        state = amended(state, Using, targets=targets, at=using.at - 1)
        return instead(state, *lost(state, seat, came))

    def _others(self, state: State, firing: Any, seat: Seat) -> list[str]:
        user = dict(firing.facts).get("user")
        near = (one for one in alive(state, seat, others=True) if is_within(state, seat, one))
        using = nearest(state, Using)
        taken_already = using.targets if using is not None else ()
        return [str(one) for one in near if one != user and one not in taken_already]


@known
class Xiangle(Stepwise):
    """Who aims a Slash at the owner discards a basic card, or it fails."""

    name = "xiangle"
    must = True
    moments = ("targeted",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When another's Slash names the owner."""
        return is_own(firing, "target", seat) and firing.fact("name") in SLASHES

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
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

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
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


def untargeted(state: State, target: Seat) -> State:
    """Return the state in which a card that is being used has no effect on a target."""
    using = nearest(state, Using)
    assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
    found: State = amended(state, Using, off=(*using.off, target))
    return found
