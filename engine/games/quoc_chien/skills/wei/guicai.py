"""Guicai, a skill of Simayi of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded, moved
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import JUDGED, State, at_hand, held
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Guicai(Stepwise):
    """The owner may lay a hand card in the place of a judgment card."""

    name = "guicai"
    names = wording(en="Guicai", vi="Quỷ Tài", ja="鬼才")
    text = wording(
        en="Before any judgment counts, put a hand card in its place.",
        vi="Trước khi phán xét có hiệu lực, thay lá phán xét bằng một lá trên tay.",
        ja="判定が有効になる前に手札1枚と取り替える。",
    )
    moments = (Moment.JUDGING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True if the owner has a hand card that may be played, or one that counts as such."""
        return bool(at_hand(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the hand card."""
        return use.ask(state, use.choose(at_hand(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Lay the hand card in the place of the judgment card."""
        gone = (card,) if card in held(state, use.seat) else ()
        state = moved(discarded(state, state.zones.known(JUDGED)[:1]), card, JUDGED)
        return instead(state, *lost(state, use.seat, gone))
