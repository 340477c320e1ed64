"""Pieces that a pressed button brings into a cell that no camera can read at that time."""

from dataclasses import replace

from engine.core.board import load_board
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Layout, Spot
from engine.core.verdict import Verdict, VerdictKind
from engine.games.dozen_war.game import DozenWar
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.playing.table_events import happen
from tests.session.seeing import look_at, shown

SETUP = {
    "seats": ["east", "north"],
    "turn": "north",
    "pieces": {"n.gen.neuro": {"at": "d11"}, "n.inf.1": {"at": "c9"}, "e.gen.siri": {"at": "f10"}},
}
RECRUIT, BLIND = PieceId("n.inf.2"), Cell("c9")


class Table:
    def __init__(self) -> None:
        self.game = DozenWar(load_board("mativen"), Ruleset())
        opening = MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "", setup=SETUP)
        match, _ = open_match(self.game, opening)
        self.setting = setting_of(self.game, match.state, None)
        self.table = table_of(self.setting, replace(match, started=True))
        self.now = 0.0
        self.said: list[Verdict] = []

    def watch(self, spots: Layout, *, blind: bool = False, seconds: float = 3.0) -> None:
        for _ in range(round(seconds * 4)):
            self.now += 0.25
            seen = {piece: spot for piece, spot in spots.items() if not (blind and spot.cell == BLIND)}
            self.took(look_at(seen, self.now, blind=(BLIND,) if blind else ()))

    def took(self, what: object) -> None:
        step = happen(self.setting, self.table, what, self.now)  # type: ignore[arg-type]
        self.table = step.table
        self.said += step.verdicts

    @property
    def due(self) -> dict[PieceId, Spot]:
        """Return the places where all pieces should be by now."""
        return dict(shown(self.game.layout(self.table.match.state)))


def test_a_piece_put_late_into_a_cell_that_no_camera_saw_is_owed_and_no_fault() -> None:
    table = Table()
    table.watch(table.due)
    table.watch(table.due, blind=True, seconds=6.0)
    table.took(DeviceEvent("pad.north", Seconds(table.now), ButtonPress("end_turn")))
    table.watch(table.due, blind=True, seconds=2.0)
    assert RECRUIT in table.due
    without = {piece: spot for piece, spot in table.due.items() if piece != RECRUIT}
    table.watch(without, seconds=8.0)
    assert VerdictKind.ILLEGAL not in {one.kind for one in table.said}
    assert table.table.current is not None
    assert [step.text for step in table.table.current.repair] == ["Put n.inf.2 on c9."]
    table.watch(table.due)
    assert table.table.current is None
