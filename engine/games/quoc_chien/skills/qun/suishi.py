"""Suishi, a skill of Tianfeng of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Suishi(Stepwise):
    """The kingdom's damage or death moves the owner: one card, or one health less.

    The owner draws a card when the kingdom's damage leaves another player dying. The owner loses a health
    when another player of the kingdom dies.
    """

    name = "suishi"
    names = wording(en="Suishi", vi="Tùy Thế", ja="随勢")
    text = wording(
        en=(
            "Draw one when your kingdom's damage leaves another dying; lose one health when another of "
            "your kingdom dies."
        ),
        vi=(
            "Rút một lá khi người khác hấp hối vì sát thương của thế lực bạn; mất một sinh lực khi người "
            "cùng thế lực chết."
        ),
        ja="自勢力のダメージでほかの人が瀕死になると1枚引き、自勢力のほかの人が死亡すると体力1を失う。",
    )
    must = True
    moments = (Moment.DYING, Moment.DEATH)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when another player is dying by the kingdom, or died and was of it."""
        victim = firing.seat_of("victim")
        if victim == seat:
            return False
        if firing.moment == Moment.DEATH:
            return are_friends(state, seat, victim)
        source = firing.seat_of("source")
        return bool(source) and are_friends(state, seat, source)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw a card, or lose a health."""
        died = "killer" in dict(use.facts)
        return instead(state, Losing(use.seat) if died else drawing(use.seat, 1))
