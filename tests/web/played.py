"""A match of any game that bots have played so far, as the engine would publish it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from dashboard.web.seats.seating import Role, Seating, TabletPlace
from engine.bots.chance import draw
from engine.bots.registry import open_bot
from engine.bus.messages.match import Situation
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.board import load_board
from engine.core.decisions import Chooser, Decision
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game, usual_board
from engine.session.matches.match import Match, open_match, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import advice_of, match_state_of, seat_sheet_of, surface_of
from tests.web.shown_table import KEY, MATCH, T0, TABLE, FakeBus

SEATING = Seating(KEY, table=TABLE)
_MOST = 3000
"""After this many plays, an awaited thing hasn't come."""


@dataclass
class Played:
    """A match as bots have played it from its usual opening."""

    game: Any
    name: str
    board: Any
    match: Match[Any]
    chance: Random
    recent: list[Verdict] = field(default_factory=list)

    @property
    def decision(self) -> Decision:
        found: Decision = self.game.decider(self.match.state)
        return found

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(one.seat for one in self.game.view(self.match.state, None).seats)

    def act(self, action: Any) -> None:
        self.match, _, played = play(self.game, self.match, (action,))
        now = self.match.revision
        said = Verdict(VerdictKind.SETTLED, Seconds(T0 + 5 * now), now, now, actions=played)
        self.recent.append(said)

    def step(self) -> None:
        """Play what comes next: what chance brings, or what a bot would."""
        now, state = self.decision, self.match.state
        if now.chooser is Chooser.CHANCE:
            self.act(draw(self.game, state, self.chance))
        else:
            self.act(open_bot("greedy").choose(self.game, state, now.seats[0], self.chance))

    def until(self, holds: "Callable[[Played], bool]") -> "Played":
        """Play on until something holds.

        Raises:
            AssertionError: it never came.
        """
        for _ in range(_MOST):
            if holds(self):
                return self
            self.step()
        raise AssertionError("it never came")

    def tell(self, bus: FakeBus, **situation: Any) -> None:
        """Publish everything, as the engine does after each change."""
        setting = setting_of(self.game, self.match.state, None)
        table = table_of(setting, self.match)
        for service in ("engine", "vision"):
            bus.tell("availability", Availability(online=True, since=T0), service)
        bus.tell("surface", surface_of(self.board))
        bus.tell("match", match_state_of(setting, table))
        for seat in self.seats:
            bus.tell("seat", Seal(KEY, table=TABLE).sealed(seat_sheet_of(setting, table, seat)), seat)
        bus.tell("advice", advice_of(setting, table))
        recent = tuple(self.recent[-12:])
        bus.tell(
            "situation", Situation(MATCH, self.match.revision, watching=True, recent=recent, **situation)
        )


def opened(name: str, seats: int, seed: int, board: str | None = None) -> Played:
    """Return a match of this many seats at its beginning."""
    where = board or usual_board(name)
    found = load_board(where)
    game: Any = open_game(name, found, Ruleset())
    setup = next(one for who, one in game.openings().items() if len(who) == seats)
    match, _ = open_match(game, MatchOpening(MATCH, T0, name, where, "none", setup))
    return Played(game, name, found, match, Random(seed))  # noqa: S311 - bots' matches, nobody's secrets


def in_a_turn(least: int) -> Callable[[Played], bool]:
    """Return whether a seat has its turn, this many plays on or more."""

    def holds(one: Played) -> bool:
        return one.match.revision >= least and (one.decision.chooser, one.decision.kind) == (
            Chooser.SEAT,
            "turn",
        )

    return holds


def own_link(server_url: str, seat: Seat, language: str = "en") -> str:
    """Return the address of a seat's own tablet."""
    return f"{server_url}/?lang={language}#join={SEATING.link(TabletPlace(Role.SEAT, seat))}"
