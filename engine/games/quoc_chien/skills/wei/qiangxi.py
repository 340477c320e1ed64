"""Qiangxi, a skill of Dianwei of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.content.wordings import OtherPrinting, wording
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, cards_of
from engine.games.quoc_chien.resolving.damage import Damage, Losing
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Qiangxi(Stepwise):
    """Once a phase, the owner loses a health or discards a weapon to deal one damage within range."""

    name = "qiangxi"
    names = wording(en="Qiangxi", vi="Cường Tập", ja="強襲")
    text = wording(
        en="Lose one health or discard a weapon: one damage within the range that you have left.",
        vi="Mất một sinh lực hoặc bỏ một vũ khí: gây một sát thương trong tầm còn lại.",
        ja="体力1を失うか武器1枚を捨て、残る射程の内の1人に1ダメージを与える。",
    )
    other_printing = OtherPrinting(
        "qiangxi",
        "reaching",
        wording(
            en=(
                "Lose one health or discard a weapon: one damage within your range, and that weapon "
                "still counts for the range."
            ),
            vi=(
                "Mất một sinh lực hoặc bỏ một vũ khí: gây một sát thương trong tầm, vũ khí đó vẫn được tính."
            ),
            ja="体力1を失うか武器1枚を捨て、射程内の1人に1ダメージを与える。捨てる武器も射程に数える。",
        ),
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True when a player is within range."""
        return any(is_within(state, seat, other) for other in alive(state, seat, others=True))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner who takes the damage."""
        near = [one for one in alive(state, use.seat, others=True) if is_within(state, use.seat, one)]
        return use.ask(state, use.choose(near), self.chosen)

    def chosen(self, use: SkillUse, state: State, victim: Seat) -> FrameStep:
        """Ask the owner for a weapon; without one, a health pays."""
        weapons = self._weapons(use.game, state, use.seat, victim)
        return use.ask(state, use.offer(weapons), self.paid, victim)

    def paid(self, use: SkillUse, state: State, weapon: str | None, victim: Seat) -> FrameStep:
        """Deal the damage."""
        if weapon is None:
            return instead(state, Losing(use.seat), Damage(victim, 1, use.seat))
        return after_discarding(state, use.seat, (weapon,), Damage(victim, 1, use.seat))

    def _weapons(self, game: QuocRules, state: State, seat: Seat, victim: Seat) -> list[CardId]:
        """Return the weapons that may pay; without a worn one the victim must still be within range."""
        found = [card for card in cards_of(state, seat) if card_of(card).kind is Kind.WEAPON]
        if game.options.qiangxi == "reaching":
            return found
        return [card for card in found if is_within(state, seat, victim, without=frozenset({card}))]
