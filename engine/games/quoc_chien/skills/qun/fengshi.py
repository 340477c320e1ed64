"""Fengshi, a skill of Zhangren of Qun."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.content.wordings import OtherPrinting, wording
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, equipped
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.games.quoc_chien.skills.occasions import is_besieging
from engine.kit.resolving.frames import FrameStep, StackFrame
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Fengshi(Stepwise):
    """In a siege, the target of a besieger's Slash discards an equipment."""

    name = "fengshi"
    names = wording(en="Fengshi", vi="Phong Thỉ", ja="鋒矢")
    text = wording(
        en="Siege: the target of a besieger's Slash discards an equipment.",
        vi="Vây công: người bị vây bị Sát chỉ thì bỏ một trang bị.",
        ja="囲み：囲む人の殺の対象は装備を1枚捨てる。",
    )
    other_printing = OtherPrinting(
        "fengshi",
        "asked",
        wording(
            en="Siege: the target of a besieger's Slash discards an equipment, if you wish.",
            vi="Vây công: nếu bạn muốn, người bị vây bị Sát chỉ thì bỏ một trang bị.",
            ja="囲み：望めば、囲む人の殺の対象は装備を1枚捨てる。",
        ),
    )
    must = True
    asked = ("fengshi", "asked")
    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner is a besieger, too, and the besieged player wears an equipment."""
        worn = equipped(state, firing.seat_of("target"))
        return firing.fact("name") in SLASHES and bool(worn) and is_besieging(state, firing, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the besieged player which equipment to discard."""
        target = use.seat_of("target")
        return use.ask(state, use.pay(equipped(state, target), by=target), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Discard the equipment."""
        target = use.seat_of("target")
        return after_discarding(state, target, cards)

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the call for a siege, where another player could complete one."""
        return summons(state, seat, self.name, siege=True)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frame of the call."""
        return (Summoning(seat, siege=True),)
