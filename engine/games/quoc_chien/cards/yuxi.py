"""Yuxi: treasure."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, counted, held, hidden, is_away
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


@known
class ImperialSeal(Stepwise):
    """Ngọc Tỉ: an owner with a kingdom draws one card more, and looks at a player; the kingdom is large.

    The look comes when the play phase begins, and works like Knowing the Other.
    """

    name = "yuxi"
    must = True
    crowns = True
    moments = (Moment.PHASE_DRAW, Moment.PHASE_PLAY)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the draw and play phases of an owner with a shown general."""
        knows = firing.moment == Moment.PHASE_DRAW or bool(self._others(state, seat))
        return is_own(firing, "seat", seat) and kingdom_of(state, seat) is not None and knows

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw one card more, or ask for the player to look at."""
        if use.moment == Moment.PHASE_DRAW:
            return done(counted(state, use.seat, Count.DRAW))
        return use.ask(state, use.choose(self._others(state, use.seat)), self.known)

    def known(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Let the owner look at that player's hand or hidden general."""
        return instead(state, Using(use.seat, (), "zhiji-zhibi", (whom,)))

    def _others(self, state: State, seat: Seat) -> list[Seat]:
        others = alive(state, seat, others=True)
        return [one for one in others if not is_away(state, one) and (held(state, one) or hidden(state, one))]
