"""Xinsheng, a skill of Zuoci of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import GENERALS, State, own
from engine.games.quoc_chien.resolving.lapsing import guised, guises_of
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.qun.huashen import having_all
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Xinsheng(Stepwise):
    """After damage the owner swaps one of the generals kept aside for another."""

    name = "xinsheng"
    names = wording(en="Xinsheng", vi="Tân Sinh", ja="新生")
    text = wording(
        en="After damage swap one of the generals kept aside.",
        vi="Sau khi nhận sát thương, đổi một tướng đang giữ.",
        ja="ダメージを受けた後、置いた武将を1枚取り替えられる。",
    )
    moments = (Moment.DAMAGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner took the damage and there are generals left."""
        kept = not state.zones.is_empty(own(seat, "guises")) and not state.zones.is_empty(GENERALS)
        return is_own(firing, "victim", seat) and kept

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which general goes."""
        guises = state.zones.known(own(use.seat, "guises"))
        return use.ask(state, use.choose(guises, secret=True), self.chosen)

    def chosen(self, use: SkillUse, state: State, slug: CardId) -> FrameStep:
        """Draw another general."""
        drawn = Drawing(GENERALS, own(use.seat, "guises"), 1, use.seat)
        return use.first(state, (drawn,), self.drew, slug)

    def drew(self, use: SkillUse, state: State, slug: CardId) -> FrameStep:
        """Put the old general back and take its skill away."""
        gone = any(name in guises_of(state, use.seat) for name in generals()[slug].skills)
        state = altered(state, zones=state.zones.moved(slug, GENERALS).shuffled(GENERALS))
        if use.game.options.huashen == "both":
            return done(having_all(use.game, state, use.seat))
        return done(guised(state, use.seat, ()) if gone else state)
