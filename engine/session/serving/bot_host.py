"""Bots at a table: they play as tablets do, once the table is right and a moment has passed."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Generic

from engine.bots.bot import Bot
from engine.bus.messages.commands import Command, CommandKind
from engine.core.decisions import Chooser
from engine.core.game import A, S
from engine.core.ids import Seat
from engine.core.verdict import VerdictKind
from engine.session.playing.leftovers import still_to_put
from engine.session.playing.table import Setting, Table
from engine.session.seen.sighting import lies_wrong

PAUSE_S = 1.0
"""How long people may look at what has happened before a bot goes on."""


@dataclass(slots=True)
class BotHost(Generic[S, A]):
    """The bots at one table, by seat.

    A bot's choice depends only on the match and its revision: an engine that comes back chooses the same.
    """

    bots: Mapping[Seat, Bot]
    """The bots, by seat."""
    pause_s: float = PAUSE_S
    """How long a bot waits before it plays."""
    _turn: tuple[str, int] | None = None
    """The match and revision of its last choice; None before the first."""
    _since: float = 0.0
    """Since when that turn lasts, by the monotonic clock."""
    _chosen: Command | None = None
    """The command that it has chosen for that turn; None before."""

    def due(self, setting: Setting[S, A], table: Table[S, A], now: float) -> Command | None:
        """Return a bot's action for now, if a bot has to choose.

        `now` is monotonic.

        It waits while pieces have to be put, players are asked or warned, or a button waits for its look. It
        chooses at once and plays when the pause is over, so that its thinking time betrays as little as
        possible.
        """
        seat = self._seat(setting, table)
        if seat is None or not is_right(setting, table):
            self._turn = None
            return None
        match, revision = table.match.opening.match, table.match.revision
        if self._turn != (match, revision):
            self._turn, self._since = (match, revision), now
        chosen = f"bot {seat} {match} {revision}"
        if self._chosen is None or self._chosen.id != chosen:
            self._chosen = self._choice(chosen, setting, table, seat)
        return self._chosen if now - self._since >= self.pause_s else None

    def _choice(self, name: str, setting: Setting[S, A], table: Table[S, A], seat: Seat) -> Command:
        match, revision = table.match.opening.match, table.match.revision
        chance = Random(f"{match}/{seat}/{revision}")  # noqa: S311  # play, not a secret
        action = self.bots[seat].choose(setting.game, table.match.state, seat, chance)
        return Command(
            id=name,
            kind=CommandKind.ACT,
            revision=revision,
            seat=seat,
            action=setting.game.format_action(action),
        )

    def _seat(self, setting: Setting[S, A], table: Table[S, A]) -> Seat | None:
        decision = setting.game.decider(table.match.state)
        if decision.chooser is not Chooser.SEAT:
            return None
        return next((seat for seat in decision.seats if seat in self.bots), None)


def is_right(setting: Setting[S, A], table: Table[S, A]) -> bool:
    """Tell whether a table may go on without a hand.

    A piece on a rock, which can't be pushed to the edge, doesn't hold up play. Nor does a piece that no
    source could see.
    """
    wrong = table.current is not None and table.current.kind in (VerdictKind.ILLEGAL, VerdictKind.AMBIGUOUS)
    if wrong or table.match.rests or table.question or table.doubt or table.waiting:
        return False
    layout = setting.game.layout(table.match.state)
    leftovers = table.match.leftovers
    if table.judged is None:
        return not any(lies_wrong(layout.get(piece), spot) for piece, spot in leftovers.items())
    return not still_to_put(layout, leftovers, table.judged)
