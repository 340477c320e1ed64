"""Sanjian Liangren Dao: weapon."""

from collections.abc import Iterable, Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import State, alive, held
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.skills.occasions import is_struck_by
from engine.kit.resolving.frames import StackFrame
from engine.kit.resolving.moments import Firing


@known
class TriplePoint(Skill):
    """Tam Tiêm Lưỡng Nhận Đao: for a hand card, a player at distance 1 from the victim takes one damage."""

    name = "sanjian-liangren-dao"
    moments = (Moment.DEALT,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True after the owner's Slash dealt damage."""
        return is_struck_by(firing, seat) and bool(held(state, seat)) and any(self._near(state, firing, seat))

    def ways(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> Iterable[UseSkill]:
        """Yield the action on each player that it can hit."""
        return (UseSkill(self.name, (other,)) for other in self._near(state, firing, seat))

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frames that discard the card and deal the damage."""
        return (Dropping(seat, 1), Damage(action.on[0], 1, seat))

    def _near(self, state: State, firing: Firing, seat: Seat) -> Iterator[Seat]:
        victim = firing.seat_of("victim")
        if victim in state.out:
            return
        yield from (
            one
            for one in alive(state, seat)
            if one not in (seat, victim) and distance(state, victim, one) == 1
        )
