"""A table of cards whose tablets are quick and whose hands are slow."""

from dataclasses import dataclass, field
from typing import Any

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Game, Ruleset
from engine.core.ids import PieceId, Seat, Seconds
from engine.core.layout import Face, Spot
from engine.core.observations import Look
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game, usual_board
from engine.session.explaining.lines import ActionLine
from engine.session.matches.chance import with_chance
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import Setting, Table, setting_of, table_of
from engine.session.playing.table_events import happen
from tests.session.seeing import look_at

GAME = open_game("hero_realms", load_board(usual_board("hero_realms")), Ruleset())
WRONG = (VerdictKind.ILLEGAL, VerdictKind.AMBIGUOUS)


@dataclass
class LaidTable:
    """A table whose cards lie where hands last laid them: of a pile only the topmost shows."""

    setting: Setting[Any, Any]
    table: Table[Any, Any]
    lies: dict[PieceId, Spot] = field(default_factory=dict)
    said: list[Verdict] = field(default_factory=list)
    now: float = 0.0

    @property
    def layout(self) -> dict[PieceId, Spot]:
        return dict(self.setting.game.layout(self.table.match.state))

    @property
    def has_cards(self) -> bool:
        """Whether a card that lies face down shows no name."""
        return self.setting.game.lays_face_down

    def take(self, what: Look | Command) -> None:
        step = happen(self.setting, self.table, what, self.now)
        self.table = step.table
        self.said += step.verdicts

    def rest(self, looks: int = 3) -> None:
        """Let the camera look."""
        for look in self.pictures(looks):
            self.take(look)

    def pictures(self, looks: int = 3) -> list[Look]:
        """Return the looks that the camera takes, without handing them over."""
        found = []
        for _ in range(looks):
            self.now += 0.5
            top = {(spot.cell if spot.piled else piece): piece for piece, spot in self.lies.items()}
            stood_on = {spot.cell for spot in self.lies.values() if not spot.ground}
            shown = {
                piece: Spot(s.cell, s.face, sideways=s.sideways, edge=bool(s.edge))
                for piece, s in self.lies.items()
                if not (s.ground and s.cell in stood_on) and not (s.face is Face.DOWN and self.has_cards)
            }
            found.append(look_at({one: shown[one] for one in top.values() if one in shown}, self.now))
        return found

    def act(self, action: dict[str, Any], seat: Seat | None) -> None:
        name = f"{self.now} {self.table.match.revision}"
        at, revision = Seconds(self.now), self.table.match.revision
        self.take(Command(name, CommandKind.ACT, revision, seat=seat, action=action, taken_at=at))

    def lay(self, piece: PieceId, spot: Spot | None) -> None:
        """Lay a card upon all others, or take it off the table."""
        self.lies.pop(piece, None)
        if spot is not None:
            self.lies[piece] = spot

    @property
    def warnings(self) -> list[Verdict]:
        return [one for one in self.said if one.kind in WRONG]


def laid_out(setup: dict[str, Any], seed: str = "1", game: Game[Any, Any] = GAME) -> LaidTable:
    """Return a game's table with all pieces as its setup says."""
    opening = MatchOpening("m", Seconds(0.0), game.name, "", "", setup, seed=seed)
    match, _ = open_match(game, opening)
    dealt = with_chance(game, match, ActionLine((), (match.state,)))
    if dealt.actions:
        match, *_ = play(game, match, dealt.actions)
    setting: Setting[Any, Any] = setting_of(game, match.state, None)
    found = LaidTable(setting, table_of(setting, match))
    found.lies = dict(sorted(game.layout(match.state).items(), key=lambda one: not one[1].covered))
    found.rest()
    return found
