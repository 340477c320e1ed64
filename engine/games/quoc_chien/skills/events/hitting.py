"""Skills of whoever dealt damage."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, card_of
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    discarded,
    equipped,
    general_in,
    held,
    is_wounded,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.damage import Damage, Healing, Losing
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import OPEN, lost, takeable
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, instead


@known
class Kuanggu(Stepwise):
    """Heals one for each point dealt to somebody who was near."""

    name = "kuanggu"
    moments = ("dealt",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner dealt it at distance 1 and lacks health."""
        return is_own(firing, "source", seat) and bool(firing.fact("near")) and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Heal."""
        return instead(state, Healing(doing.seat, int(doing.fact("amount"))))


@known
class Lieren(Stepwise):
    """After an own Slash dealt damage compares points; wins a card."""

    name = "lieren"
    moments = ("dealt",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When both have cards."""
        victim = Seat(str(firing.fact("victim")))
        dealt = _struck(firing, seat)
        return dealt and victim not in state.out and bool(held(state, seat)) and bool(held(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Compare, take."""
        victim = doing.whom("victim")
        if doing.at == 0:
            return doing.then(state, Comparing(doing.seat, victim))
        if not came:
            return done(state)
        return instead(state, Robbing(doing.seat, victim, keeps=True, places=("hand", "equipment")))


@known
class Kuangfu(Stepwise):
    """After an own Slash dealt damage takes an equipment of the victim, or discards it."""

    name = "kuangfu"
    moments = ("dealt",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the victim has one."""
        victim = Seat(str(firing.fact("victim")))
        dealt = _struck(firing, seat)
        return dealt and victim != seat and bool(equipped(state, victim))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which; lay it before oneself (1) or discard it (2)."""
        seat, victim = doing.seat, doing.whom("victim")
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, equipped(state, victim))))
            case 1:
                kind = card_of(came[0]).kind
                free = all(card_of(card).kind is not kind for card in equipped(state, seat))
                return doing.again(state, doing.choose((1, 2) if free else (2,)), at=2, kept=tuple(came))
        card = str(doing.kept[0])
        to = own(seat, "equipment") if came[0] == 1 else DISCARDS
        return instead(moved(state, card, to), *lost(state, victim, (card,)))


@known
class Chuanxin(Stepwise):
    """Prevents own damage to another kingdom: the victim strips and loses one health, or the deputy."""

    name = "chuanxin"
    moments = ("causing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's Slash or duel in its play phase is about to damage one with a deputy."""
        victim = Seat(str(firing.fact("victim")))
        mine = is_own(firing, "source", seat) and firing.fact("card") in (*SLASHES, "juedou")
        other = kingdom_of(state, victim) is not None and not are_friends(state, seat, victim)
        at_play = state.turn == seat and state.phase == "play" and not firing.fact("passed")
        return mine and other and at_play and general_in(state, victim, "deputy") is not None

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Call it off; the victim chooses: equipment and health (1), or the deputy (2)."""
        victim = doing.whom("victim")
        if doing.at == 0:
            state = amended(state, Damage, off=True)
            return doing.then(state, doing.choose((1, 2) if equipped(state, victim) else (2,), by=victim))
        if came[0] == 2:  # the deputy
            return instead(state, Removing(victim, "deputy"))
        worn = equipped(state, victim)
        state = discarded(state, worn)
        return instead(state, *lost(state, victim, worn), Losing(victim))


@known
class Zhiman(Stepwise):
    """Prevents own damage to another to take a card that lies before it; a friend may change its deputy."""

    name = "zhiman"
    moments = ("causing",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is about to deal it to another with such a card."""
        victim = Seat(str(firing.fact("victim")))
        lies = bool(takeable(state, victim, OPEN))
        return is_own(firing, "source", seat) and victim != seat and lies

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Call it off, take it, let a friend change."""
        seat, victim = doing.seat, doing.whom("victim")
        match doing.at:
            case 0:
                state = amended(state, Damage, off=True)
                return doing.then(state, Robbing(seat, victim, keeps=True, places=OPEN))
            case 1 if are_friends(state, seat, victim) and can_change(state, victim):
                return doing.then(state, doing.choose((1,), 0, by=victim))
            case 2 if came:
                return instead(state, Changing(victim))
        return done(state)


def _struck(firing: Any, seat: Seat) -> bool:
    """Tell whether damage is that of a seat's Slash on its target: not what goes along a chain."""
    mine = is_own(firing, "source", seat) and firing.fact("card") in SLASHES
    return mine and not firing.fact("passed")
