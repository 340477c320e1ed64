"""The companions' mark."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, is_wounded
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import Mark
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


class CompanionsGift(IntEnum):
    """The gifts that the mark of companions buys; players choose by the number."""

    CARDS = 1
    HEALTH = 2


@known
class Zhulianbihe(Mark):
    """The mark of companions.

    In the play phase the owner spends it to draw two cards or to recover a health. It also counts as a Peach
    for a dying player.
    """

    name = "zhulianbihe"
    names = wording(en="the companions' mark", vi="dấu Châu Liên Bích Hợp", ja="珠聯璧合の印")
    moments = (Moment.DYING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner may rescue a dying player."""
        alone = has(state, state.turn, "wansha") and seat not in (state.turn, firing.fact("victim"))
        return not alone

    def spent(self, use: SkillUse, state: State) -> FrameStep:
        """Rescue the dying player, or ask the owner for a gift."""
        if use.fact("victim"):
            return instead(state, Healing(use.seat_of("victim"), 1, use.seat))
        ways = tuple(CompanionsGift) if is_wounded(state, use.seat) else (CompanionsGift.CARDS,)
        return use.ask(state, use.choose(ways), self.chosen)

    def chosen(self, use: SkillUse, state: State, gift: CompanionsGift) -> FrameStep:
        """Draw two cards, or recover one health."""
        draws = gift is CompanionsGift.CARDS
        return instead(state, drawing(use.seat, 2) if draws else Healing(use.seat))
