"""Calls for formations: a hidden player who would complete one may show a general (QC-8.2)."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.formation import FOUR, queue
from engine.games.quoc_chien.position.kingdoms import joined, kingdom_of
from engine.games.quoc_chien.position.registry import has, may_show
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import CAREERIST, State, hidden, ring
from engine.games.quoc_chien.resolving.revealing import Showing
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then


def summons(state: State, seat: Seat, name: str, *, siege: bool) -> Iterator[UseSkill]:
    """Yield the call for a shown general's formation, once a turn, if a player may answer it."""
    spent = state.counters[seat, Family.USED.of(name)]
    if not spent and has(state, seat, name) and called(state, seat, siege=siege):
        yield UseSkill(name)


def called(state: State, seat: Seat, *, siege: bool) -> tuple[Seat, ...]:
    """Return the seats without a kingdom that would complete the caller's formation."""
    around = ring(state, seat)
    mine = kingdom_of(state, seat)
    if len(around) < FOUR or mine in (None, CAREERIST):
        return ()
    if siege:
        pairs = ((around[1], around[2]), (around[-1], around[-2]))
        return tuple(
            far for near, far in pairs if kingdom_of(state, near) not in (None, mine) and _dark(state, far)
        )
    row = queue(state, seat) or (seat,)
    at = [around.index(one) for one in row]
    ends = (around[(at[-1] + 1) % len(around)], around[at[0] - 1])
    return tuple(one for one in dict.fromkeys(ends) if one not in row and _dark(state, one))


@dataclass(frozen=True, slots=True)
class Summoning(StackFrame):
    """The called players may each show a general, if that makes them members of the caller's kingdom."""

    seat: Seat
    """The seat that calls."""
    siege: bool
    """Whether it calls for a siege; else for a queue."""
    asked: tuple[Seat, ...] = ()
    """The seats that were asked already."""

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask the next player."""
        if came:
            return then(state, self, Showing(self.asked[-1], (str(came[0]),)))
        for one in called(state, self.seat, siege=self.siege):
            mine = kingdom_of(joined(state, game.options, one), one)
            if one not in self.asked and mine == kingdom_of(state, self.seat) and may_show(state, one):
                after = Summoning(self.seat, self.siege, (*self.asked, one))
                return then(state, after, Choosing(one, "summon", hidden(state, one), 0))
        return done(state)


def _dark(state: State, seat: Seat) -> bool:
    return kingdom_of(state, seat) is None and bool(hidden(state, seat))


SUMMONING_FRAMES: tuple[type[StackFrame], ...] = (Summoning,)
