"""Lijian, a skill of Diaochan of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    gender_of,
)
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Lijian(Stepwise):
    """Once: for a card one of two other males duels the other."""

    name = "lijian"
    once = True
    gendered = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card and two such males."""
        return bool(cards_of(state, seat)) and len(self._males(state, seat)) > 1

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose who is challenged."""
        return use.ask(state, use.choose(self._males(state, use.seat)), self.challenged)

    def challenged(self, use: SkillUse, state: State, target: Seat) -> FrameStep:
        """Choose who challenges."""
        others = [one for one in self._males(state, use.seat) if one != target]
        return use.ask(state, use.choose(others), self.challenging, target)

    def challenging(self, use: SkillUse, state: State, user: Seat, target: Seat) -> FrameStep:
        """Pay."""
        return use.ask(state, use.pay(cards_of(state, use.seat)), self.paid, target, user)

    def paid(
        self, use: SkillUse, state: State, cards: tuple[CardId, ...], target: Seat, user: Seat
    ) -> FrameStep:
        """Let them duel."""
        state, above = thrown(state, use.seat, cards)
        return instead(state, *above, Using(user, (), "juedou", (target,)))

    def _males(self, state: State, seat: Seat) -> list[Seat]:
        return [one for one in alive(state, seat, others=True) if gender_of(state, one) == "male"]
