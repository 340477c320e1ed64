"""Mengjin, a skill of Pangde of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, cards_of
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


class Dodged(Stepwise):
    """A skill that goes off when the owner's Slash was dodged."""

    moments = (Moment.DODGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the Slash's target has cards."""
        return is_own(firing, "user", seat) and bool(cards_of(state, firing.seat_of("target")))


@known
class Mengjin(Dodged):
    """The owner discards a card of a player who dodged the owner's Slash."""

    name = "mengjin"
    names = wording(en="Mengjin", vi="Mãnh Tiến", ja="猛進")
    text = wording(
        en="When your Slash is dodged, discard a card of that player.",
        vi="Khi mục tiêu dùng Thiểm tránh Sát của bạn, bỏ một lá của người đó.",
        ja="殺が閃で避けられると、その人のカードを1枚捨てさせる。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which card is discarded."""
        return instead(state, Robbing(use.seat, use.seat_of("target"), places=("hand", "equipment")))
