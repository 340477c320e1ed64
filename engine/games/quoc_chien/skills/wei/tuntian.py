"""Tuntian, a skill of Dengai of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import moved
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DISCARDS, State, own
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Tuntian(Stepwise):
    """After losing cards in another's turn the owner judges: any card but a heart becomes a field.

    Each field brings others nearer by one.
    """

    name = "tuntian"
    names = wording(en="Tuntian", vi="Đồn Điền", ja="屯田")
    text = wording(
        en=(
            "After losing cards outside your turn, judge: unless heart it's a field; each field brings "
            "others one nearer."
        ),
        vi=(
            "Sau khi mất bài ngoài lượt mình, phán xét: không phải cơ thì thành ruộng; mỗi ruộng giảm "
            "một khoảng cách."
        ),
        ja="自分の手番以外にカードを失うと判定し、ハート以外は田として置く。田1枚ごとに距離が1近くなる。",
    )
    moments = (Moment.LOST,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner lost cards in another player's turn."""
        return is_own(firing, "seat", seat) and state.turn != seat

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Judge."""
        return use.ask(state, Judging(use.seat, self.name), self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Lay the judgment card on the general as a field."""
        if found is None or found.suit is Suit.HEART or not state.zones.is_in(found.card, DISCARDS):
            return done(state)
        return done(moved(state, found.card, own(use.seat, "fields")))

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return one less for each field."""
        return -state.zones.count(own(seat, "fields"))
