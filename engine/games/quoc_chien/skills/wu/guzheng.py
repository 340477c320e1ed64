"""Guzheng, a skill of Erzhang of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.discarding import thrown_away
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Guzheng(Stepwise):
    """After another's discard phase the owner gives one of the cards back and takes the others."""

    name = "guzheng"
    names = wording(en="Guzheng", vi="Cố Chính", ja="固政")
    text = wording(
        en="After another's discard phase return one of those cards, take the others.",
        vi="Sau giai đoạn bỏ bài của người khác, trả lại một lá và lấy các lá còn lại.",
        ja="ほかの人の捨て札フェイズの後、捨てたカードを1枚返し残りを得る。",
    )
    moments = (Moment.AFTER_DISCARD,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when another player discarded in the discard phase."""
        whom = firing.seat_of("seat")
        return whom != seat and whom not in state.out and bool(thrown_away(state, whom))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which card goes back."""
        thrown = thrown_away(state, use.seat_of("seat"))
        return use.ask(state, use.choose(thrown), self.chosen, *thrown)

    def chosen(self, use: SkillUse, state: State, back: CardId, *thrown: CardId) -> FrameStep:
        """Give that card back, and the others to the owner."""
        for card in thrown:
            state = taken(state, card, use.seat_of("seat") if card == back else use.seat)
        return done(state)
