"""Wendao, a skill of Lord Zhangjiao of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import DISCARDS, State, cards_of, is_red
from engine.games.quoc_chien.resolving.playing import lost, thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.zones.box import CardId

PEACE = "taiping-yaoshu.H3"


@known
class Wendao(Stepwise):
    """Once a phase, the owner takes the Way of Peace for a red card.

    It's taken from the discard pile or from its wearer.
    """

    name = "wendao"
    names = wording(en="Wendao", vi="Vấn Đạo", ja="問道")
    text = wording(
        en="For a red card, take Taiping Yaoshu from the discards or its wearer.",
        vi="Bỏ một lá đỏ, lấy Thái Bình Yêu Thuật từ chồng bài bỏ hoặc người đang mặc.",
        ja="赤のカード1枚を捨て、捨て札か装備者から太平要術を得る。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a red card and the Way of Peace can be taken."""
        return bool(self._red(state, seat)) and self._lies(state)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the red card that pays."""
        return use.ask(state, use.pay(self._red(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[str, ...]) -> FrameStep:
        """Discard the red card."""
        state, above = thrown(state, use.seat, cards)
        return use.first(state, above, self.regained)

    def regained(self, use: SkillUse, state: State) -> FrameStep:
        """Take the Way of Peace, if it's still there."""
        zone = state.zones.zone_of(PEACE)
        if zone is None or not self._lies(state):
            return done(state)
        state = taken(state, PEACE, use.seat)
        return instead(state, *(() if zone.owner is None else lost(state, zone.owner, (PEACE,))))

    def _lies(self, state: State) -> bool:
        zone = state.zones.zone_of(PEACE)
        return zone is not None and (zone.name == DISCARDS or zone.name.endswith(".equipment"))

    def _red(self, state: State, seat: Seat) -> list[CardId]:
        return [card for card in cards_of(state, seat) if is_red(state, seat, card) and card != PEACE]
