"""Guanxing, a skill of Zhugeliang of Shu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.state import DECK, State, alive
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.changed import altered
from engine.kit.draws import Peeking
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Guanxing(Stepwise):
    """The owner looks at the top cards of the deck and puts them back, on top or at the bottom."""

    name = "guanxing"
    names = wording(en="Guanxing", vi="Quan Tinh", ja="観星")
    text = wording(
        en=(
            "In the start phase see as many top cards as players live, five at most, and put them on top "
            "or at the bottom."
        ),
        vi=(
            "Giai đoạn bắt đầu, xem số lá trên cùng bằng số người sống, tối đa năm, rồi xếp lên trên "
            "hoặc xuống đáy."
        ),
        ja="開始フェイズに生存者の数（5枚まで）だけ山札の上を見て、上か下に好きな順で戻す。",
    )
    moments = (Moment.PHASE_START,)
    whose = "seat"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Show the top cards to the owner."""
        sees = 5 if has(state, use.seat, "yizhi") else min(5, len(alive(state)))
        return use.ask(state, Peeking(DECK, sees, use.seat), self.looked)

    def looked(self, use: SkillUse, state: State, seen: tuple[CardId, ...]) -> FrameStep:
        """Ask the owner which cards stay on top, in order."""
        choice = use.choose_some(seen, 0, len(seen), secret=True, in_order=True)
        return use.ask(state, choice, self.on_top, *seen)

    def on_top(self, use: SkillUse, state: State, cards: tuple[CardId, ...], *seen: CardId) -> FrameStep:
        """Lay these cards on top; ask the owner for the order of the rest."""
        for card in reversed(cards):
            state = altered(state, zones=state.zones.moved(card, DECK))
        rest = [card for card in seen if card not in cards]
        choice = use.choose_some(rest, len(rest), len(rest), secret=True, in_order=True)
        return use.ask(state, choice, self.beneath, *rest)

    def beneath(self, use: SkillUse, state: State, cards: tuple[CardId, ...], *rest: CardId) -> FrameStep:
        """Lay the rest under the deck, in the order that was chosen."""
        del rest
        for card in cards:
            state = altered(state, zones=state.zones.moved(card, DECK, bottom=True))
        return done(state)
