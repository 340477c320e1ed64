"""Tiaoxin, a skill of Jiangwei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.using import Provoked
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import OnAnother
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Tiaoxin(OnAnother):
    """Once: who has the owner within range uses a Slash on it, or loses a card of the owner's choice."""

    name = "tiaoxin"
    once = True

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Let it answer."""
        return use.ask(state, Provoked(whom, use.seat), self.answered, whom)

    def answered(self, use: SkillUse, state: State, struck: bool, whom: Seat) -> FrameStep:
        """Discard a card of one who struck nobody."""
        fits = not struck and bool(cards_of(state, whom))
        robbing = Robbing(use.seat, whom, places=("hand", "equipment"))
        return instead(state, robbing) if fits else done(state)

    def others(self, state: State, seat: Seat) -> list[Seat]:
        """Return who has the owner within range."""
        return [one for one in alive(state, seat, others=True) if is_within(state, one, seat)]
