"""Kuangfu, a skill of Panfeng of Qun."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    equipped,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.playing import (
    lost,
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.games.quoc_chien.skills.occasions import is_struck_by
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


class KuangfuWay(IntEnum):
    """Where the equipment goes; players choose by the number."""

    KEEP = 1
    DISCARD = 2


@known
class Kuangfu(Stepwise):
    """After the owner's Slash dealt damage takes an equipment of the victim, or discards it."""

    name = "kuangfu"
    moments = (Moment.DEALT,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the victim has one."""
        victim = firing.whom("victim")
        dealt = is_struck_by(firing, seat)
        return dealt and victim != seat and bool(equipped(state, victim))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose which."""
        return use.ask(state, use.choose(equipped(state, use.whom("victim"))), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Choose where it goes."""
        kind = card_of(card).kind
        free = all(card_of(one).kind is not kind for one in equipped(state, use.seat))
        ways = tuple(KuangfuWay) if free else (KuangfuWay.DISCARD,)
        return use.ask(state, use.choose(ways), self.laid, card)

    def laid(self, use: SkillUse, state: State, way: KuangfuWay, card: CardId) -> FrameStep:
        """Lay the equipment there."""
        victim = use.whom("victim")
        if way is KuangfuWay.DISCARD:
            state, above = thrown(state, victim, (card,))
            return instead(state, *above)
        return instead(moved(state, card, own(use.seat, "equipment")), *lost(state, victim, (card,)))
