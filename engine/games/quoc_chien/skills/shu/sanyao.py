"""Sanyao, a skill of Masu of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, cards_of, health_of
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep
from engine.kit.zones.box import CardId


@known
class Sanyao(Stepwise):
    """Once a phase, for a card, the owner deals one damage to a player who has the most health."""

    name = "sanyao"
    names = wording(en="Sanyao", vi="Tán Dao", ja="散謡")
    text = wording(
        en="For a card, one of those with the most health takes one damage.",
        vi="Bỏ một lá, một người nhiều sinh lực nhất nhận một sát thương.",
        ja="1枚捨てて、体力の最も多い1人に1ダメージを与える。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a card."""
        return bool(cards_of(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player who takes the damage."""
        most = max(health_of(state, one) for one in alive(state))
        best = (one for one in alive(state) if health_of(state, one) == most)
        return use.ask(state, use.choose(best), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner for the card that pays."""
        return use.ask(state, use.pay(cards_of(state, use.seat)), self.paid, whom)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Deal the damage."""
        return after_discarding(state, use.seat, cards, Damage(whom, 1, use.seat))
