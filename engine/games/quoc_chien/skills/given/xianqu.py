"""The pioneer's mark."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, held, hidden, others, own
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import Mark
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done

FULL = 4
"""The pioneer's mark fills the hand up to this many cards."""


@known
class Xianqu(Mark):
    """The mark of the first player who shows a general.

    The owner spends it to fill the hand up to four cards, then looks at another player's hidden general.
    """

    name = "xianqu"
    names = wording(en="the pioneer's mark", vi="dấu Tiên Khu", ja="先駆の印")

    def spent(self, use: SkillUse, state: State) -> FrameStep:
        """Fill the hand up to four cards."""
        draws = drawing(use.seat, max(0, FULL - len(held(state, use.seat))))
        return use.first(state, (draws,), self.drew)

    def drew(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner whose hidden general to look at."""
        dark = others(state, use.seat, hidden)
        return use.ask(state, use.choose(dark), self.chosen) if dark else done(state)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner which of the chosen player's generals to look at."""
        return use.ask(state, use.choose(hidden(state, whom)), self.looked, whom)

    def looked(self, use: SkillUse, state: State, place: str, whom: Seat) -> FrameStep:
        """Show the general to the owner."""
        slug = state.zones.known(own(whom, place))[0]
        return done(altered(state, zones=state.zones.shown(slug, (use.seat,))))
