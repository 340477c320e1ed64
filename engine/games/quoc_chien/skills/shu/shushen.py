"""Shushen, a skill of Ganfuren of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Shushen(Stepwise):
    """For each health that the owner recovers another player of the kingdom draws a card."""

    name = "shushen"
    names = wording(en="Shushen", vi="Thục Thận", ja="淑慎")
    text = wording(
        en="For each point you recover, another of your kingdom draws one.",
        vi="Mỗi điểm hồi phục, một người khác cùng thế lực rút một lá.",
        ja="回復1につき、同じ勢力のほかの1人が1枚引く。",
    )
    moments = (Moment.HEALED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner recovered health and the kingdom has another player."""
        return is_own(firing, "seat", seat) and bool(self._friends(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Begin with the first health."""
        return self.next_point(use, state, int(use.fact("amount")))

    def next_point(self, use: SkillUse, state: State, left: int) -> FrameStep:
        """Ask the owner which player of the kingdom draws."""
        friends = self._friends(state, use.seat)
        return use.ask(state, use.offer(friends), self.chosen, left) if left > 0 else done(state)

    def chosen(self, use: SkillUse, state: State, whom: Seat | None, left: int) -> FrameStep:
        """Let the chosen player draw, then go on with the next health."""
        if whom is None:
            return done(state)
        return use.first(state, (drawing(whom, 1),), self.next_point, left - 1)

    def _friends(self, state: State, seat: Seat) -> list[Seat]:
        return [one for one in alive(state, seat, others=True) if are_friends(state, seat, one)]
