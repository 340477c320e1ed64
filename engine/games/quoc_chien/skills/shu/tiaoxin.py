"""Tiaoxin, a skill of Jiangwei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, cards_of
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.striking import Provoked
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import OnAnother
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Tiaoxin(OnAnother):
    """Once a phase, a player must use a Slash on the owner, or loses a card.

    It's a player who has the owner within range. The owner chooses the card.
    """

    name = "tiaoxin"
    names = wording(en="Tiaoxin", vi="Khiêu Hấn", ja="挑釁")
    text = wording(
        en="A player with you in range uses a Slash on you, or you discard one of their cards.",
        vi="Người có bạn trong tầm phải dùng Sát lên bạn, không thì bạn bỏ một lá của họ.",
        ja="自分を射程に入れる人に殺を使わせ、使わなければそのカードを1枚捨てさせる。",
    )
    once = True

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the chosen player for a Slash on the owner."""
        return use.ask(state, Provoked(whom, use.seat), self.answered, whom)

    def answered(self, use: SkillUse, state: State, struck: bool, whom: Seat) -> FrameStep:
        """Discard a card of a player who used no Slash."""
        fits = not struck and bool(cards_of(state, whom))
        robbing = Robbing(use.seat, whom, places=("hand", "equipment"))
        return instead(state, robbing) if fits else done(state)

    def others(self, state: State, seat: Seat) -> list[Seat]:
        """Return the players who have the owner within range."""
        return [one for one in alive(state, seat, others=True) if is_within(state, one, seat)]
