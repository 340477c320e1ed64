"""Faults at the simulated table: to its pieces, to its picture, and at their times."""

import re
from dataclasses import replace
from math import hypot
from pathlib import Path
from random import Random
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.simulator.camera import SimulatedCamera
from dashboard.simulator.faults import (
    NO_TROUBLES,
    OF_A_PIECE,
    Fault,
    FaultScope,
    Trouble,
    after,
    begin,
    ended,
    format_troubles,
    parse_troubles,
    standing,
)
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import OrderRefused, Pieces, format_table, obey, parse_table
from dashboard.simulator.stage import Stage, scene_of
from dashboard.simulator.stream import NewestPicture
from dashboard.simulator.surroundings import CALM, Circumstances, Surroundings, surroundings_of
from dashboard.simulator.timetable import load_timetable
from engine.bus.messages.match import AdviceSheet, MatchState
from engine.bus.messages.simulated import LabelState, SimulatorAct, SimulatorOrder
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seconds
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from tests.conftest import TOP
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.renderer import Renderer
from vision.render.view import view_over

BOARD, PIECES = load_board("mativen"), load_pieces("mativen-pieces")
GAME = open_game("dozen_war", BOARD, Ruleset())
STATE = GAME.initial(None)
FOUND = GAME.table_advice(STATE)
TABLE = FaultScope(
    BOARD,
    PIECES,
    MatchState("m-1", "dozen_war", 0, Seconds(0.0), GAME.view(STATE, None)),
    AdviceSheet("m-1", 0, FOUND.advice, FOUND.left),
    switches=BOARD.surface.cells,
    readers=BOARD.surface.cells,
)
LAID = set_table(GAME.layout(STATE), BOARD.surface, PIECES)

seeds = st.integers(0, 2**32)


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311 # a test's own chance


def trouble(fault: Fault, seed: int = 1, named: str = "", now: Pieces = LAID) -> Trouble:
    begun = begin(fault, named, now, TABLE, chance(seed))
    assert isinstance(begun, Trouble), begun
    return begun


@settings(max_examples=12)
@given(st.sampled_from(sorted(Fault)), seeds)
def test_a_fault_changes_one_piece_at_most_and_its_end_makes_the_table_as_it_was(
    fault: Fault, seed: int
) -> None:
    begun = trouble(fault, seed)
    shaken = after(LAID, begun)
    changed = {piece for piece in LAID if shaken[piece] != LAID[piece]}
    lies_otherwise = fault in OF_A_PIECE and fault is not Fault.TAG_OFF
    assert changed == ({begun.piece} if lies_otherwise else set())
    assert ended(shaken, begun) == LAID


@settings(max_examples=12)
@given(seeds)
def test_a_wrong_move_is_one_that_the_rules_forbid_by_a_piece_of_the_seat_to_move(seed: int) -> None:
    moved = trouble(Fault.WRONG, seed)
    assert moved.then is not None
    assert moved.then.at_mm is not None
    goal = BOARD.surface.cell_at(*moved.then.at_mm)
    names = {PIECES.physical_id(PieceId(one.piece)): one for one in GAME.view(STATE, None).pieces}
    assert moved.piece is not None
    assert names[moved.piece].seat == GAME.view(STATE, None).turn
    legal = {
        (action["move"], action["to"])
        for action in map(GAME.format_action, GAME.legal_actions(STATE))
        if "move" in action
    }
    assert (names[moved.piece].piece, goal) not in legal


@settings(max_examples=12)
@given(seeds)
def test_a_nudged_or_fallen_piece_stays_in_its_cell_and_lies_on_no_other(seed: int) -> None:
    for fault in (Fault.NUDGE, Fault.KNOCK):
        begun = trouble(fault, seed)
        assert begun.was is not None
        assert begun.then is not None
        assert begun.was.at_mm is not None
        assert begun.then.at_mm is not None
        assert BOARD.surface.cell_at(*begun.then.at_mm) == BOARD.surface.cell_at(*begun.was.at_mm)
        assert hypot(*np.subtract(begun.then.at_mm, begun.was.at_mm)) < 19


def test_a_piece_laid_off_the_board_lies_beside_it() -> None:
    then = trouble(Fault.STRAY).then
    assert then is not None
    assert then.at_mm is not None
    assert abs(then.at_mm[1]) > BOARD.size_mm[1] / 2


def test_hands_that_take_the_piece_put_the_fault_right() -> None:
    hidden = trouble(Fault.HIDE, named="w.inf.1")
    shaken = after(LAID, hidden)
    troubles = MappingProxyType({Fault.HIDE: hidden, Fault.DIM: Trouble(Fault.DIM)})
    assert standing(troubles, shaken) is troubles
    moved = obey(shaken, SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 10.0, 20.0), BOARD.surface, PIECES)
    assert isinstance(moved, MappingProxyType)
    assert moved[PieceId("w.inf.1")].shown is LabelState.CLEAR
    assert set(standing(troubles, moved)) == {Fault.DIM}


@pytest.mark.parametrize(
    ("fault", "named", "said"),
    [
        (Fault.HIDE, "w.dragon", "no piece 'w.dragon'"),
        (Fault.KNOCK, "w.inf.7", "lies in the box"),
        (Fault.WRONG, "n.inf.1", "isn't a piece of west's"),
        (Fault.NUDGE, "w.inf.1", "something is wrong with w.inf.1 already"),
    ],
)
def test_a_fault_that_can_not_be_says_why(fault: Fault, named: str, said: str) -> None:
    table = FaultScope(BOARD, PIECES, TABLE.match, TABLE.advice, frozenset({PieceId("w.inf.1")}))
    begun = begin(fault, named, LAID, table, chance(1))
    assert isinstance(begun, OrderRefused)
    assert said in begun.reason


def test_a_wrong_move_needs_a_match() -> None:
    assert isinstance(begin(Fault.WRONG, "", LAID, FaultScope(BOARD, PIECES), chance(1)), OrderRefused)


@settings(max_examples=12)
@given(st.sets(st.sampled_from(sorted(Fault))), seeds)
def test_faults_come_back_from_the_bus_with_the_table_that_they_shook(faults: set[Fault], seed: int) -> None:
    now = LAID
    found: dict[Fault, Trouble] = {}
    for fault in sorted(faults):
        busy = frozenset(one.piece for one in found.values() if one.piece is not None)
        table = replace(TABLE, busy=busy)
        begun = begin(fault, "", now, table, chance(seed))
        if isinstance(begun, Trouble):
            found[fault] = begun
            now = after(now, begun)
    sent = format_table(now, PIECES, "m-1", format_troubles(found, PIECES))
    assert parse_table(sent, PIECES) == now
    assert parse_troubles(sent.faults, now) == found


def seen(renderer: Renderer, lying: Pieces, about: Surroundings = CALM) -> set[str]:
    """Our own reader's reading of a picture of the table."""
    scene = scene_of(Stage(lying, about=about), Seconds(0.0), PIECES)
    image = renderer.render((*scene.placed, *scene.things), hand=scene.hand)
    look = BoardReader(BOARD, PIECES, source="cam").read(Frame(image, Seconds(1.0), 1))
    return {one.piece for one in look.pieces.seen}


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(BOARD, PIECES, view_over(BOARD))


def test_a_camera_can_not_read_what_is_covered_or_fallen(renderer: Renderer) -> None:
    covered = after(LAID, trouble(Fault.HIDE, named="w.inf.1"))
    both = after(covered, trouble(Fault.KNOCK, named="w.cav.1", now=covered))
    assert {"w.inf.1", "w.cav.1"} <= seen(renderer, LAID)
    assert {"w.inf.1", "w.cav.1"}.isdisjoint(seen(renderer, both))


def test_a_knocked_camera_sees_the_board_elsewhere_and_goes_back(renderer: Renderer) -> None:
    otherwise = Circumstances(BOARD, PIECES, renderer, at_once=True)
    knocked = otherwise.renderer(Surroundings(bumped=True))
    corner = np.array([(300.0, 200.0, 0.0)])
    assert hypot(*(knocked.view.project(corner) - renderer.view.project(corner))[0]) > 20
    assert otherwise.renderer(CALM) is renderer
    otherwise.close()


def test_an_unplugged_camera_shows_nothing_until_it_is_plugged_in(renderer: Renderer) -> None:
    newest = NewestPicture()
    stages = [Stage(LAID), Stage(LAID, about=Surroundings(unplugged=True)), Stage(LAID)]
    camera = SimulatedCamera(renderer, PIECES, newest, lambda now: stages[int(now)])
    there = []
    for number in range(3):
        camera.take_one(Seconds(float(number)))
        there.append((newest.there, newest.after(0, 0.0) is not None))
    assert there == [(True, True), (False, False), (True, True)]


def test_what_is_over_the_board_follows_from_the_faults() -> None:
    assert surroundings_of(NO_TROUBLES) == CALM
    about = surroundings_of(
        {Fault.HAND: Trouble(Fault.HAND, at_mm=(10.0, 50.0)), Fault.DIM: Trouble(Fault.DIM)}
    )
    assert about.hand is not None
    assert (about.hand.x_mm, about.hand.y_mm, about.dim, about.unplugged) == (10.0, 50.0, True, False)


def test_a_timetable_orders_faults_and_their_ends_by_time(tmp_path: Path) -> None:
    file = tmp_path / "faults.yaml"
    file.write_text("- {at: 20, fault: dim}\n- {at: 3, fault: hide, piece: w.inf.1, for: 5.5}\n")
    dues = load_timetable(file, PIECES)
    orders = [(due.at_s, due.order.order, due.order.fault, due.order.piece) for due in dues]
    assert orders == [(3, "fault", "hide", "w.inf.1"), (8.5, "mend", "hide", ""), (20, "fault", "dim", "")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- {at: 1, fault: fire}", "fire"),
        ("- {at: 1, fault: hide, piece: w.dragon}", "no piece 'w.dragon'"),
        ("- {at: 1, fault: dim, piece: w.inf.1}", "nothing to do with a piece"),
        ("- {at: -1, fault: dim}", "expected seconds"),
        ("- {fault: dim}", "'at' is missing"),
    ],
)
def test_a_timetable_that_makes_no_sense_says_where(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "faults.yaml"
    file.write_text(text)
    with pytest.raises(InputFault, match=r"faults\.yaml:1:") as fault:
        load_timetable(file, PIECES)
    assert said in str(fault.value)


def test_the_page_about_the_virtual_table_lists_every_fault() -> None:
    text = (TOP / "docs" / "build-and-run" / "virtual-table.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(Fault)
