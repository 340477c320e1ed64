"""The reference footage, seen by a perfect reader: its plays in their order, and nothing else."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.device_events import DeviceEvent
from engine.core.footage import load_device_events, load_footage
from engine.core.game import Game, Ruleset
from engine.core.ids import PieceId, Seconds
from engine.core.layout import Spot
from engine.core.observations import Look
from engine.core.pieces import load_pieces
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.reports import finish, report, see
from engine.session.playing.table import setting_of, table_of
from tests.session.seeing import shown, true_looks
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.sources import Ended, open_source

pytestmark = pytest.mark.footage

PLAYED: list[tuple[str, Any]] = [
    ("settled", [{"move": "w.cav.1", "to": "d7"}]),
    ("settled", [{"attack": "w.cav.1", "target": "n.cav.1", "splash": "n.arc.1"}, {"accept": True}]),
    ("illegal", []),
    ("settled", []),
    ("settled", [{"move": "w.inf.1", "to": "f6"}]),
    ("settled", [{"attack": "w.arc.1", "target": "n.inf.1"}, {"accept": True}]),
    ("settled", [{"end_turn": True}]),
    ("settled", [{"move": "n.inf.1", "to": "f7"}]),
    ("settled", [{"attack": "n.inf.1", "target": "w.inf.1"}]),
]


class Judged:
    """The footage's match, judged from looks."""

    def __init__(self, folder: Path) -> None:
        footage = load_footage(folder)
        self.game: Game[Any, Any] = open_game(footage.game, load_board(footage.board), Ruleset())
        assert footage.setup is not None
        setup = footage.setup.plain()
        opening = MatchOpening("m", Seconds(0.0), footage.game, footage.board, footage.pieces, setup)
        match, _ = open_match(self.game, opening)
        self.setting = setting_of(self.game, match.state, load_pieces(footage.pieces))
        self.table = table_of(self.setting, match)
        layout = shown(self.game.layout(match.state))
        self.scenery: dict[PieceId, Spot] = {
            piece: spot for piece, spot in layout.items() if "mountain" in piece or "volcano" in piece
        }
        self.events = list(load_device_events(folder))

    def judge(self, looks: list[Look]) -> list[Verdict]:
        verdicts: list[Verdict] = []
        events: list[DeviceEvent] = list(self.events)
        for look in looks:
            while events and events[0].taken_at <= look.taken_at:
                step = report(self.setting, self.table, events.pop(0), 0.0)
                self.table, verdicts = step.table, [*verdicts, *step.verdicts]
            step = see(self.setting, self.table, look)
            self.table, verdicts = step.table, [*verdicts, *step.verdicts]
        step = finish(self.setting, self.table)
        self.table = step.table
        return [*verdicts, *step.verdicts]


def said(verdicts: list[Verdict]) -> list[tuple[str, Any]]:
    return [(str(one.kind), [action.action for action in one.actions]) for one in verdicts]


@pytest.mark.parametrize("late_steady", [False, True])
def test_every_play_is_committed_in_its_order_and_nothing_else(skirmish: Path, *, late_steady: bool) -> None:
    judged = Judged(skirmish)
    verdicts = judged.judge(list(true_looks(skirmish, judged.scenery, late_steady=late_steady)))
    assert said(verdicts) == PLAYED
    (warning,) = [one for one in verdicts if one.kind is VerdictKind.ILLEGAL]
    assert [one.rule for one in warning.violations] == ["DW-5"]
    (step,) = warning.repair
    assert (step.piece, step.seen, step.to) == ("w.inf.1", "f7", "e5")
    assert "f6" in step.others


def test_looks_that_come_twice_and_late_change_nothing(skirmish: Path) -> None:
    judged = Judged(skirmish)
    looks = list(true_looks(skirmish, judged.scenery, late_steady=False))
    again = [
        look for number, one in enumerate(looks) for look in (one, one, *looks[max(0, number - 3) : number])
    ]
    assert said(judged.judge(again)) == PLAYED


def test_a_second_camera_that_sees_half_changes_nothing(skirmish: Path) -> None:

    judged = Judged(skirmish)
    looks: list[Look] = []
    for look in true_looks(skirmish, judged.scenery, late_steady=False):
        far = [one for one in look.pieces.seen if int(one.cell[1:]) > 6]
        near_cells = {one.cell for one in look.pieces.seen if int(one.cell[1:]) <= 6}
        every = load_board("mativen").surface.cells
        blind = tuple(cell for cell in every if int(cell[1:]) <= 6) or tuple(near_cells)
        looks += [
            look,
            replace(
                look,
                source="far",
                pieces=replace(look.pieces, seen=tuple(far)),
                cells=replace(look.cells, blind=(*blind, *look.cells.blind)),
            ),
        ]
    assert said(judged.judge(looks)) == PLAYED


def test_mountains_that_are_never_read_are_no_fault_of_the_players(skirmish: Path) -> None:
    judged = Judged(skirmish)
    hidden = {spot.cell for spot in judged.scenery.values()}

    looks = [
        replace(look, cells=replace(look.cells, unsure=tuple(sorted(hidden))))
        for look in true_looks(skirmish, {}, late_steady=False)
    ]
    assert said(judged.judge(looks)) == PLAYED


def as_read(look: Look) -> Look:
    """Return the look as readers beneath the cells have it, without edges: they can't feel a push."""
    return replace(
        look,
        source="readers",
        pieces=replace(look.pieces, seen=tuple(replace(one, edge=None) for one in look.pieces.seen)),
    )


@pytest.mark.parametrize("blinded", ["cam", "readers"])
@pytest.mark.parametrize("every", [1, 4])
def test_a_source_blinded_half_of_the_time_leaves_it_to_the_other(
    skirmish: Path, blinded: str, every: int
) -> None:
    judged = Judged(skirmish)
    cells = load_board("mativen").surface.cells
    looks: list[Look] = []
    for number, look in enumerate(true_looks(skirmish, judged.scenery, late_steady=False)):
        for seen in (look, as_read(look)):
            is_blind = seen.source == blinded and number // every % 2 == 1
            looks.append(
                replace(
                    seen,
                    pieces=replace(seen.pieces, seen=()),
                    cells=replace(seen.cells, unsure=(), blind=cells),
                )
                if is_blind
                else seen
            )
    assert said(judged.judge(looks)) == PLAYED


def test_readers_alone_are_enough_though_they_cannot_feel_a_push(skirmish: Path) -> None:
    judged = Judged(skirmish)
    looks = [as_read(look) for look in true_looks(skirmish, judged.scenery, late_steady=False)]
    assert said(judged.judge(looks)) == PLAYED


@pytest.fixture(scope="module")
def filmed(skirmish: Path) -> list[Look]:
    """Return the footage's pictures as the real reader sees them."""
    footage, source = load_footage(skirmish), open_source(str(skirmish))
    reader = BoardReader(load_board(footage.board), load_pieces(footage.pieces), source="cam")
    looks: list[Look] = []
    while not isinstance(reading := source.read(1.0), Ended):
        assert isinstance(reading, Frame)
        looks.append(reader.read(reading))
    source.close()
    return looks


@pytest.mark.slow
@pytest.mark.parametrize("blinded", ["cam", "readers"])
def test_real_eyes_and_readers_make_up_for_each_other(
    skirmish: Path, filmed: list[Look], blinded: str
) -> None:
    judged = Judged(skirmish)
    cells = load_board("mativen").surface.cells
    read = [as_read(look) for look in true_looks(skirmish, judged.scenery, late_steady=False)]
    looks: list[Look] = []
    for number, both in enumerate(zip(filmed, read, strict=True)):
        for look in both:
            is_blind = look.source == blinded and number // 4 % 2 == 1
            looks.append(
                replace(
                    look,
                    pieces=replace(look.pieces, seen=()),
                    cells=replace(look.cells, unsure=(), blind=cells),
                )
                if is_blind
                else look
            )
    assert said(judged.judge(looks)) == PLAYED
