"""Xiangle, a skill of Liushan of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES, Kind, card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, held
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own, untargeted
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Xiangle(Stepwise):
    """A Slash at the owner has no effect unless its user discards a basic card."""

    name = "xiangle"
    names = wording(en="Xiangle", vi="Hưởng Lạc", ja="享楽")
    text = wording(
        en="A player whose Slash names you discards a basic card, or the Slash fails.",
        vi="Người dùng Sát chỉ bạn phải bỏ một lá cơ bản, không thì Sát vô hiệu.",
        ja="殺の対象になったとき、相手が基本カードを捨てなければ無効になる。",
    )
    must = True
    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when another player's Slash names the owner."""
        return is_own(firing, "target", seat) and firing.fact("name") in SLASHES

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the user of the Slash for a basic card."""
        user = use.seat_of("user")
        basics = [card for card in held(state, user) if card_of(card).kind is Kind.BASIC]
        return use.ask(state, use.pay(basics, 0, by=user), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Discard the basic card, or take the Slash's effect away."""
        if cards:
            return after_discarding(state, use.seat_of("user"), cards)
        return done(untargeted(state, use.seat))
