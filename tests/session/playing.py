"""A table for a test: pieces are put, buttons pressed and commands sent, and its events are kept."""

from collections.abc import Iterable
from typing import Any

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.game import Game
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Layout, Spot
from engine.core.observations import Look
from engine.core.verdict import Verdict
from engine.session.matches.entries import JournalEntry
from engine.session.matches.evidence_log import Tick
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import Setting, Table, TableStep, setting_of, table_of
from engine.session.playing.table_events import happen
from tests.session.row_game import Action, RowGame, State
from tests.session.seeing import look_at, shown

GAME: Game[State, Action] = RowGame()
PLACES = {"a.1": "c1", "a.2": "c3", "b.1": "c6", "b.king": "c8"}


class Play:
    """A table that a test plays at. Each look takes half a second."""

    def __init__(self, places: dict[str, str] | None = None, *, clock: str = "", seed: str = "") -> None:
        opening = MatchOpening(
            "m", Seconds(0.0), "row", "none", "none", setup=places or PLACES, clock=clock, seed=seed
        )
        match, entry = open_match(GAME, opening)
        self.setting: Setting[State, Action] = setting_of(GAME, match.state, None)
        self.table: Table[State, Action] = table_of(self.setting, match)
        self.spots: dict[PieceId, Spot] = dict(shown(GAME.layout(match.state)))
        self.entries: list[JournalEntry] = [entry]
        self.verdicts: list[Verdict] = []
        self.answers: list[AnswerCode] = []
        self.now = 0.0
        self.rest()

    def put(self, piece: str, cell: str | None, *, edge: bool = False, face: Face = Face.UP) -> None:
        self.spots.pop(PieceId(piece), None)
        if cell is not None:
            self.spots[PieceId(piece)] = Spot(Cell(cell), face, edge=edge)

    def lift(self, piece: str) -> None:
        """Hold a piece up visibly, and put it back."""
        spot = self.spots.pop(PieceId(piece))
        self.see(self.look(steady=False))
        self.spots[PieceId(piece)] = spot
        self.see(self.look(steady=False))

    def look(self, *, steady: bool = True, blind: Iterable[str] = (), spots: Layout | None = None) -> Look:
        self.now += 0.5
        return look_at(spots or self.spots, self.now, steady=steady, blind=blind)

    def see(self, look: Look) -> None:
        self.took(happen(self.setting, self.table, look, self.now))

    def rest(self, looks: int = 2) -> list[Verdict]:
        """Let the table be still, and return the events."""
        before = len(self.verdicts)
        self.see(self.look(steady=False))
        for _ in range(looks - 1):
            self.see(self.look())
        return self.verdicts[before:]

    def press(self, device: str = "pad.a", *, at: float | None = None, mark: str = "") -> None:
        taken_at = Seconds(self.now if at is None else at)
        event = DeviceEvent(device, taken_at, ButtonPress("done"), mark=mark)
        self.took(happen(self.setting, self.table, event, self.now))

    def wait(self, seconds: float) -> None:
        """Let time pass with the table unchanged, with a look every half second."""
        for _ in range(round(seconds * 2)):
            self.see(self.look())

    def tick(self, seconds: float) -> None:
        """Let time pass without looks."""
        self.now += seconds
        self.took(happen(self.setting, self.table, Tick(), self.now))

    def ask(self, kind: CommandKind, *, name: str = "1", **more: Any) -> AnswerCode:
        more.setdefault("revision", self.table.match.revision)
        self.took(happen(self.setting, self.table, Command(name, kind, **more), self.now))
        return self.answers[-1]

    def took(self, step: TableStep[State, Action]) -> None:
        self.table = step.table
        self.entries += step.entries
        self.verdicts += step.verdicts
        self.answers += [answer.code for answer in step.answers]

    @property
    def said(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(str(one.kind), tuple(action.text for action in one.actions)) for one in self.verdicts]
