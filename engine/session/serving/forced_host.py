"""Steps without a choice: they are taken as a tablet would take them, once the table is right."""

from dataclasses import dataclass
from typing import Generic

from engine.bus.messages.commands import Command, CommandKind
from engine.core.decisions import Chooser
from engine.core.forced import ForcedSteps
from engine.core.game import A, Game, S, own_actions
from engine.core.ids import Seat
from engine.session.playing.table import Setting, Table
from engine.session.serving.bot_host import PAUSE_S, is_right


@dataclass(slots=True)
class ForcedHost(Generic[S, A]):
    """The forced steps of one table. Each is a command, so that judging the match again repeats it."""

    steps: ForcedSteps
    """The steps that happen by themselves."""
    pause_s: float = PAUSE_S
    """How long people may look at what has happened before a step is taken."""
    _turn: tuple[str, int] | None = None
    """The match and revision of its last wait with a right table; None before the first."""
    _since: float = 0.0
    """Since when the table has been right at that revision, by the monotonic clock."""
    _looked: bool = False
    """Whether it has looked for a forced step at that revision."""

    def due(self, setting: Setting[S, A], table: Table[S, A], now: float) -> Command | None:
        """Return the step that happens by itself now. `now` is monotonic.

        It waits while pieces have to be put, players are asked or warned, or a button waits for its look.
        """
        if self.steps is ForcedSteps.PRESSED:
            return None
        if not is_right(setting, table):
            self._turn = None
            return None
        match, revision = table.match.opening.match, table.match.revision
        if self._turn != (match, revision):
            self._turn, self._since, self._looked = (match, revision), now, False
        if self._looked or now - self._since < self.pause_s:
            return None
        self._looked = True
        found = forced(setting.game, table.match.state, self.steps)
        if found is None:
            return None
        seat, action = found
        return Command(
            id=f"forced {seat} {match} {revision}",
            kind=CommandKind.ACT,
            revision=revision,
            seat=seat,
            action=setting.game.format_action(action),
        )


def forced(game: Game[S, A], state: S, steps: ForcedSteps) -> tuple[Seat, A] | None:
    """Return a seat's only legal action, with the seat; None where there's a choice.

    With `open` steps it's also None where the seat holds anything hidden.
    """
    decision = game.decider(state)
    if decision.chooser is not Chooser.SEAT:
        return None
    holding = {one.seat for one in game.held(state) if one.cards or one.unknown}
    for seat in decision.seats:
        if steps is ForcedSteps.OPEN and seat in holding:
            continue
        actions = own_actions(game, state, seat)
        if len(actions) == 1:
            return seat, actions[0]
    return None
