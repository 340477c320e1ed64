"""Feilong Duofeng: weapon."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    held,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead, nearest
from engine.kit.resolving.moments import Firing


@known
class DragonSword(Stepwise):
    """Phi Long Đoạt Phượng: whom a Slash names discards one; whom it leaves dying gives a hand card.

    By the older printing it takes no card; whom it kills may come back (`resolving.returning`).
    """

    name = "feilong-duofeng"
    moments = (Moment.TARGETED, Moment.DYING)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner's Slash names somebody with cards; or when it left somebody dying."""
        if firing.moment == Moment.TARGETED:
            target = firing.whom("target")
            mine = is_own(firing, "user", seat) and firing.fact("name") in SLASHES
            return mine and bool(cards_of(state, target))
        damage = nearest(state, Damage)
        newer = game.options.duofeng == "newer"
        dealt = damage is not None and damage.source == seat and damage.card in SLASHES
        mine = newer and dealt and is_own(firing, "source", seat)
        victim = firing.whom("victim")
        return mine and victim != seat and bool(held(state, victim))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Let it discard; or take one."""
        if use.fact("moment") == "targeted":
            return instead(state, Dropping(use.whom("target"), 1, all_of_it=True))
        return instead(state, Robbing(use.seat, use.whom("victim"), keeps=True, places=("hand",)))
