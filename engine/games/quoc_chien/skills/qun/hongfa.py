"""Hongfa, a skill of Lord Zhangjiao of Qun."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Converted
from engine.games.quoc_chien.position.state import DECK, DISCARDS, State, own
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import followers
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, amended, done, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Hongfa(Stepwise):
    """Cards that the lord keeps as heavenly soldiers.

    Each counts as a player of the kingdom, can be used as a Slash by the kingdom, and can be spent in place
    of the lord's health.
    """

    name = "hongfa"
    names = wording(en="Hongfa", vi="Hoằng Pháp", ja="弘法")
    text = wording(
        en=(
            "Keep heavenly soldiers: they count as players, are Slashes for your kingdom, and are spent "
            "in place of your lost health."
        ),
        vi="Có thiên binh: tính là người cùng thế lực, làm Sát cho thế lực bạn, thay cho sinh lực bạn mất.",
        ja="天兵を置く。自勢力の人数に数え、自勢力の殺となり、失う体力の代わりになる。",
    )
    must = True
    moments = (Moment.PHASE_START, Moment.LOSING)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when soldiers may come, or may save the lord.

        They come in the owner's start phase if there are none. One saves the lord who is about to lose
        health.
        """
        none = state.zones.is_empty(own(seat, "troops"))
        return is_own(firing, "seat", seat) and none == (firing.moment == Moment.PHASE_START)

    def forced(self, firing: Firing) -> bool:
        """Return True when soldiers come; the lord chooses whether to spend one."""
        return bool(firing.moment == Moment.PHASE_START)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Turn up one soldier for each player of the kingdom, or ask which one to spend."""
        troops = own(use.seat, "troops")
        if use.moment == Moment.PHASE_START:
            return instead(state, Drawing(DECK, troops, followers(state, use.seat), refill=DISCARDS))
        return use.ask(state, use.choose(state.zones.known(troops)), self.spent)

    def spent(self, use: SkillUse, state: State, soldier: CardId) -> FrameStep:
        """Spend the soldier in place of the lord's health."""
        return done(amended(discarded(state, (soldier,)), Losing, amount=0))

    def lends_cards(self, state: State, owner: Seat, wanted: str) -> Iterator[Converted]:
        """Yield the soldiers, each as a Slash."""
        if wanted == "sha":
            yield from (((card,), wanted) for card in state.zones.known(own(owner, "troops")))

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the soldiers for the lord's own use, each as a Slash."""
        return self.lends_cards(state, seat, wanted)
