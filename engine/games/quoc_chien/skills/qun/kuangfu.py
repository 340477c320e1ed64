"""Kuangfu, a skill of Panfeng of Qun."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, equipped
from engine.games.quoc_chien.resolving.equipping import lacking, laid_before
from engine.games.quoc_chien.resolving.playing import after_discarding
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
    """After the owner's Slash dealt damage, the owner takes an equipment of the victim or discards it."""

    name = "kuangfu"
    names = wording(en="Kuangfu", vi="Cuồng Phủ", ja="狂斧")
    text = wording(
        en="After your Slash dealt damage, move an equipment of the victim before you, or discard it.",
        vi="Sau khi Sát gây sát thương, dời một trang bị của nạn nhân về mình hoặc bỏ nó.",
        ja="殺でダメージを与えた後、相手の装備を自分の前に移すか捨てさせる。",
    )
    moments = (Moment.DEALT,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the victim has an equipment."""
        victim = firing.seat_of("victim")
        dealt = is_struck_by(firing, seat)
        return dealt and victim != seat and bool(equipped(state, victim))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which equipment of the victim."""
        return use.ask(state, use.choose(equipped(state, use.seat_of("victim"))), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Ask the owner whether to take or to discard it."""
        free = bool(lacking(state, card, (use.seat,)))
        ways = tuple(KuangfuWay) if free else (KuangfuWay.DISCARD,)
        return use.ask(state, use.choose(ways), self.laid, card)

    def laid(self, use: SkillUse, state: State, way: KuangfuWay, card: CardId) -> FrameStep:
        """Lay the equipment there."""
        victim = use.seat_of("victim")
        if way is KuangfuWay.DISCARD:
            return after_discarding(state, victim, (card,))
        state, above = laid_before(state, card, use.seat)
        return instead(state, *above)
