"""Tianxiang, a skill of Xiaoqiao of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import HEART
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, health_of, held, most_health, suit_of
from engine.games.quoc_chien.resolving.damage import Damage, DamagePart
from engine.games.quoc_chien.resolving.playing import drawing, thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, amended, done, instead, nearest
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Tianxiang(Stepwise):
    """For a heart of the hand the owner moves damage to another player.

    That player then draws as many cards as the health that is lacking.
    """

    name = "tianxiang"
    names = wording(en="Tianxiang", vi="Thiên Hương", ja="天香")
    text = wording(
        en="For a heart in hand, damage to you goes to another, who then draws as many as it lacks health.",
        vi="Bỏ một lá cơ trên tay, chuyển sát thương cho người khác; họ rút số lá bằng sinh lực thiếu.",
        ja="ハートの手札1枚を捨ててダメージをほかの人に移し、その人は失った体力の数だけ引く。",
    )
    moments = (Moment.SUFFERING,)

    def could(self, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner is about to take damage and has a hand card."""
        return is_own(firing, "victim", seat) and bool(held(state, seat))

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner is about to take damage and has a heart in hand."""
        return is_own(firing, "victim", seat) and bool(self._hearts(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the heart."""
        return use.ask(state, use.pay(self._hearts(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Ask the owner who takes the damage."""
        state, above = thrown(state, use.seat, cards)
        whom = use.choose(alive(state, use.seat, others=True))
        return use.ask(state, whom.after(*above), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Move the damage to the chosen player."""
        damage = nearest(state, Damage)
        assert damage is not None  # noqa: S101  # narrows the type: the moment is of damage
        state = amended(state, Damage, off=True)
        # The new victim may change the damage again; the Slash wasn't aimed at it.
        moved = altered(damage, victim=whom, part=DamagePart.SUFFER, unarmoured=False)
        return use.first(state, (moved,), self.suffered, whom)

    def suffered(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Have the chosen player draw the cards."""
        lacks = most_health(state, whom) - health_of(state, whom)
        return instead(state, drawing(whom, lacks)) if whom not in state.out and lacks > 0 else done(state)

    def _hearts(self, state: State, seat: Seat) -> list[CardId]:
        return [card for card in held(state, seat) if suit_of(state, seat, card) == HEART]
