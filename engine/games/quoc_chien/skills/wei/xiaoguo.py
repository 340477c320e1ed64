"""Xiaoguo, a skill of Yuejin of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, cards_of, held
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import after_discarding, thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Xiaoguo(Stepwise):
    """In another's end phase, for a basic card: that player discards an equipment or takes one damage."""

    name = "xiaoguo"
    names = wording(en="Xiaoguo", vi="Kiêu Quả", ja="驍果")
    text = wording(
        en="In another's end phase, for a basic card: it discards an equipment or takes one damage.",
        vi=(
            "Giai đoạn kết thúc của người khác, bỏ một lá cơ bản: họ bỏ một trang bị hoặc nhận một sát "
            "thương."
        ),
        ja="ほかの人の終了フェイズに基本カード1枚を捨て、相手は装備1枚を捨てるか1ダメージを受ける。",
    )
    moments = (Moment.PHASE_END,)

    def could(self, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in another player's end phase, if the owner has hand cards."""
        return not is_own(firing, "seat", seat) and bool(held(state, seat))

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in another player's end phase, if the owner has a basic card."""
        basics = any(card_of(card).kind is Kind.BASIC for card in held(state, seat))
        return not is_own(firing, "seat", seat) and basics

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the basic card."""
        basics = [card for card in held(state, use.seat) if card_of(card).kind is Kind.BASIC]
        return use.ask(state, use.pay(basics), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Ask the other player for an equipment."""
        whom = use.seat_of("seat")
        state, above = thrown(state, use.seat, cards)
        worn = [card for card in cards_of(state, whom) if card_of(card).kind.is_equipment]
        if not worn:
            return instead(state, *above, Damage(whom, 1, use.seat))
        return use.ask(state, use.offer(worn, by=whom).after(*above), self.answered)

    def answered(self, use: SkillUse, state: State, card: CardId | None) -> FrameStep:
        """Discard the equipment, or deal one damage."""
        whom = use.seat_of("seat")
        if card is None:
            return instead(state, Damage(whom, 1, use.seat))
        return after_discarding(state, whom, (card,))
