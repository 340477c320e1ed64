"""Heyi, a skill of Caohong of Wei."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.kit.resolving.frames import StackFrame


@known
class Heyi(Skill):
    """In the owner's queue, the others are one farther away from everybody (`distance`)."""

    name = "heyi"
    names = wording(en="Heyi", vi="Hạc Dực", ja="鶴翼")
    text = wording(
        en="Queue: the others in it are one farther away.",
        vi="Đội ngũ: những người khác trong đội ngũ xa hơn một.",
        ja="隊列：隊列のほかの人までの距離が1遠くなる。",
    )
    must = True

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the call for a queue, where another player could lengthen it."""
        return summons(state, seat, self.name, siege=False)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frame of the call."""
        return (Summoning(seat, siege=False),)
