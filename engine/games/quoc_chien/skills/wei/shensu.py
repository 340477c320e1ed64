"""Shensu, a skill of Xiahouyuan of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, cards_of, put
from engine.games.quoc_chien.resolving.playing import thrown
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import is_skipped
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Shensu(Stepwise):
    """The owner skips phases for a Slash each, which reaches any player.

    Judgment and drawing are skipped for nothing, the play phase for an equipment.
    """

    name = "shensu"
    names = wording(en="Shensu", vi="Thần Tốc", ja="神速")
    text = wording(
        en="Skip judgment and drawing, or skip playing for an equipment: each is a Slash of any range.",
        vi=(
            "Bỏ qua phán xét và rút bài, hoặc bỏ qua ra bài và bỏ một trang bị: mỗi cách tính như một lá "
            "Sát không giới hạn tầm."
        ),
        ja="判定とドローのフェイズを飛ばすか、装備1枚を捨てて使用フェイズを飛ばすと、距離を問わず殺を使える。",
    )
    moments = (Moment.BEFORE_JUDGMENT, Moment.BEFORE_PLAY)

    def could(self, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True before these phases of the owner, if the owner has a card."""
        return is_own(firing, "seat", seat) and bool(cards_of(state, seat))

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True before these phases of the owner, if they aren't skipped already."""
        if not is_own(firing, "seat", seat) or is_skipped(state, firing, seat):
            return False
        return firing.moment == Moment.BEFORE_JUDGMENT or any(
            card_of(card).kind.is_equipment for card in cards_of(state, seat)
        )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Skip the phase; ask for the equipment, or for the target."""
        seat = use.seat
        if use.fact("phase") == "judgment":
            state = put(
                put(state, seat, Family.SKIPPED.of("judgment"), 1), seat, Family.SKIPPED.of("draw"), 1
            )
            return use.ask(state, use.choose(alive(state, seat, others=True)), self.struck)
        worn = [card for card in cards_of(state, seat) if card_of(card).kind.is_equipment]
        return use.ask(put(state, seat, Family.SKIPPED.of("play"), 1), use.choose(worn), self.paid)

    def paid(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Discard the equipment, and ask for the target."""
        others = alive(state, use.seat, others=True)
        state, above = thrown(state, use.seat, (card,))
        return use.ask(state, use.choose(others).after(*above), self.struck)

    def struck(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Use the Slash on the target."""
        return instead(state, Using(use.seat, (), "sha", (whom,), free=True))
