"""The simulated table on a real bus, filmed and recorded."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from dashboard.simulator.camera import SimulatedCamera
from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import Pieces, all_boxed, format_table
from dashboard.simulator.service import WANTED, SimulatorService
from dashboard.simulator.stage import GESTURE_S, Stage, left_after_s, resting, scene_of, with_changes
from dashboard.simulator.stream import NewestPicture
from engine.bus.broker import Broker, open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, ReceivedMessage
from engine.bus.messages.match import MatchState
from engine.bus.messages.simulated import SimulatedTable, SimulatorAct, SimulatorOrder
from engine.core.board import Board
from engine.core.device_events import ButtonPress
from engine.core.faults import InputFault
from engine.core.footage import load_device_events, load_footage, load_truth
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.pieces import PieceSet
from engine.core.terms import Terms
from engine.games.registry import open_game
from tests.patience import PATIENCE_S
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer
from vision.render.view import CameraView, view_over
from vision.sources import frames_of
from vision.sources.files.decoding import decode_image


@pytest.fixture(scope="module")
def broker() -> Iterator[Broker]:
    one = open_broker("embedded")
    one.start()
    yield one
    one.stop()


@contextmanager
def on_bus(broker: Broker, table: str, service: Service, wanted: tuple[str, ...]) -> Iterator[BusClient]:
    bus = BusClient(url=broker.url, table=table, service=service, wanted=wanted)
    bus.start()
    try:
        assert bus.wait_connected(PATIENCE_S), bus.problem
        yield bus
    finally:
        bus.stop()


@contextmanager
def simulator(
    broker: Broker, table: str, board: Board, pieces: PieceSet, lying: Pieces
) -> Iterator[SimulatorService]:
    stop = threading.Event()
    with on_bus(broker, table, Service.SIMULATOR, WANTED) as bus:
        service = SimulatorService(bus, board, pieces, lying, board_device=None)
        thread = threading.Thread(target=service.run, args=(stop,))
        thread.start()
        try:
            yield service
        finally:
            stop.set()
            thread.join(PATIENCE_S)


def said(bus: BusClient, holds: Callable[[SimulatedTable], bool]) -> SimulatedTable:
    """Wait for a state of the table that holds."""
    while True:
        event = bus.receive(PATIENCE_S)
        assert event is not None, "nothing came"
        if isinstance(event, ReceivedMessage) and event.channel == "simulated_table" and holds(event.message):
            assert isinstance(event.message, SimulatedTable)
            return event.message


def place(table: SimulatedTable, piece: str) -> tuple[float | None, float | None]:
    return next((one.x_mm, one.y_mm) for one in table.pieces if one.piece == piece)


def rests_at(service: SimulatorService, piece: str, at_mm: tuple[float, float] | None) -> None:
    """Wait until a piece rests there; None: in a hand, or in the box."""

    def lies() -> tuple[float, float] | None:
        now = Seconds(time.time())
        return resting(service.stage(now), now)[PieceId(piece)].at_mm

    pause = threading.Event()
    waited = 0.0
    while lies() != at_mm and waited < PATIENCE_S:
        pause.wait(0.05)
        waited += 0.05
    assert lies() == at_mm


def test_orders_move_pieces_and_the_table_is_sent_and_rubbish_changes_nothing(
    broker: Broker, board: Board, pieces: PieceSet
) -> None:
    with (
        on_bus(broker, "orders", Service.DASHBOARD, ("simulated_table",)) as bus,
        simulator(broker, "orders", board, pieces, all_boxed(pieces)),
    ):
        assert place(said(bus, lambda _: True), "w.inf.1") == (None, None)
        bus.publish("simulator_order", SimulatorOrder(SimulatorAct.PUT, "w.dragon", 1, 1))
        bus.publish(
            "simulator_order", SimulatorOrder(SimulatorAct.PRESS, device="pad.west", button="end_turn")
        )
        bus.publish("simulator_order", SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 10, 20))
        after = said(bus, lambda table: place(table, "w.inf.1") == (10, 20))
        assert sum(one.x_mm is not None for one in after.pieces) == 1


def test_a_piece_that_a_page_drags_is_in_a_hand_until_it_is_put(
    broker: Broker, board: Board, pieces: PieceSet
) -> None:
    with (
        on_bus(broker, "drag", Service.DASHBOARD, ("simulated_table",)) as bus,
        simulator(broker, "drag", board, pieces, all_boxed(pieces)) as service,
    ):
        said(bus, lambda _: True)
        bus.publish("simulator_order", SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 10, 20))
        rests_at(service, "w.inf.1", (10, 20))
        bus.publish("simulator_order", SimulatorOrder(SimulatorAct.LIFT, "w.inf.2"))
        bus.publish("simulator_order", SimulatorOrder(SimulatorAct.LIFT, "w.inf.1"))
        rests_at(service, "w.inf.1", None)
        # Put where it lay, which is what a page orders whose drag is broken off.
        bus.publish("simulator_order", SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 10, 20))
        rests_at(service, "w.inf.1", (10, 20))


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_drag_goes_on_over_a_simulator_that_died_in_the_middle_of_it(
    broker: Broker, board: Board, pieces: PieceSet, *, goes_on: bool
) -> None:
    table = f"died-{goes_on}"
    lift = SimulatorOrder(SimulatorAct.LIFT, "w.inf.1")
    with on_bus(broker, table, Service.DASHBOARD, ("simulated_table",)) as bus:
        with simulator(broker, table, board, pieces, all_boxed(pieces)) as service:
            said(bus, lambda _: True)
            bus.publish("simulator_order", SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 10, 20))
            rests_at(service, "w.inf.1", (10, 20))
            bus.publish("simulator_order", lift)
            rests_at(service, "w.inf.1", None)
        # Nobody hears what the page says now.
        bus.publish("simulator_order", lift)
        with simulator(broker, table, board, pieces, all_boxed(pieces)) as service:
            rests_at(service, "w.inf.1", (10, 20))
            if goes_on:
                bus.publish("simulator_order", lift)
                rests_at(service, "w.inf.1", None)
            bus.publish("simulator_order", SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 90, 20))
            rests_at(service, "w.inf.1", (90, 20))


def test_a_restarted_simulator_takes_up_the_table_as_it_lay(
    broker: Broker, board: Board, pieces: PieceSet
) -> None:
    with on_bus(broker, "restart", Service.DASHBOARD, ("simulated_table",)) as bus:
        with simulator(broker, "restart", board, pieces, all_boxed(pieces)):
            said(bus, lambda _: True)
            bus.publish("simulator_order", SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 10, 20))
            said(bus, lambda table: place(table, "w.inf.1") == (10, 20))
        with simulator(broker, "restart", board, pieces, all_boxed(pieces)):
            assert place(said(bus, lambda _: True), "w.inf.1") == (10, 20)
            bus.publish("simulator_order", SimulatorOrder(SimulatorAct.PUT, "w.inf.2", 90, 20))
            again = said(bus, lambda table: place(table, "w.inf.2") == (90, 20))
            assert place(again, "w.inf.1") == (10, 20)


def test_a_new_match_is_laid_out_and_the_same_match_reported_again_is_not(
    broker: Broker, board: Board, pieces: PieceSet
) -> None:
    game = open_game("dozen_war", board, Ruleset())
    state = game.initial(None)
    match = MatchState("m-1", "dozen_war", 0, Seconds(0.0), game.view(state, None))
    with (
        on_bus(broker, "match", Service.DASHBOARD, ("simulated_table",)) as bus,
        on_bus(broker, "match", Service.ENGINE, ()) as engine,
        simulator(broker, "match", board, pieces, all_boxed(pieces)),
    ):
        engine.publish("match", match)
        laid = said(bus, lambda table: table.match == "m-1")
        assert laid == format_table(set_table(game.layout(state), board.surface, pieces), pieces, "m-1")
        bus.publish("simulator_order", SimulatorOrder(SimulatorAct.TAKE, "w.inf.1"))
        said(bus, lambda table: place(table, "w.inf.1") == (None, None))
        engine.publish("match", match)
        bus.publish("simulator_order", SimulatorOrder(SimulatorAct.TAKE, "s.inf.1"))
        later = said(bus, lambda table: place(table, "s.inf.1") == (None, None))
        assert place(later, "w.inf.1") == (None, None)


def test_a_simulator_that_was_away_while_a_bot_moved_does_that_move_and_leaves_peoples_pieces(
    broker: Broker, board: Board, pieces: PieceSet
) -> None:
    game = open_game("dozen_war", board, Ruleset())
    state = game.initial(None)
    first = MatchState("m-1", "dozen_war", 0, Seconds(0.0), game.view(state, None), terms=Terms(bots="west"))
    free = next(
        cell for cell in board.surface.cells if cell not in {s.cell for s in game.layout(state).values()}
    )
    moved = tuple(replace(one, cell=free) if one.piece == "w.inf.1" else one for one in first.view.pieces)
    later = replace(first, revision=1, view=replace(first.view, pieces=moved))
    with (
        on_bus(broker, "away", Service.DASHBOARD, ("simulated_table",)) as bus,
        on_bus(broker, "away", Service.ENGINE, ()) as engine,
    ):
        with simulator(broker, "away", board, pieces, all_boxed(pieces)):
            engine.publish("match", first)
            said(bus, lambda table: table.match == "m-1")
            bus.publish("simulator_order", SimulatorOrder(SimulatorAct.TAKE, "s.inf.1"))
            said(bus, lambda table: place(table, "s.inf.1") == (None, None))
        engine.publish("match", later)
        with simulator(broker, "away", board, pieces, all_boxed(pieces)):
            after = said(bus, lambda table: lies_in(table, "w.inf.1", board) == free)
            assert place(after, "s.inf.1") == (None, None), "a person is moving it"


def lies_in(table: SimulatedTable, piece: str, board: Board) -> Cell | None:
    x_mm, y_mm = place(table, piece)
    return None if x_mm is None or y_mm is None else board.surface.cell_at(x_mm, y_mm)


@pytest.fixture(scope="module")
def renderer(board: Board, pieces: PieceSet) -> Renderer:
    return Renderer(board, pieces, view_over(board), Conditions(seed=3))


class Counting(Renderer):
    """A renderer that remembers its pictures."""

    drawn: list[bytes]

    def __init__(self, board: Board, pieces: PieceSet, view: CameraView, conditions: Conditions) -> None:
        super().__init__(board, pieces, view, conditions)
        self.drawn = []

    def jpeg(self, image: Image) -> bytes:
        self.drawn.append(super().jpeg(image))
        return self.drawn[-1]


def some_layout() -> dict[PieceId, Spot]:
    return {
        PieceId("w.cav.1"): Spot(Cell("c5")),
        PieceId("n.inf.1"): Spot(Cell("f8")),
        PieceId("w.castle.infantry"): Spot(Cell("c3")),
        PieceId("w.inf.2"): Spot(Cell("c3")),
        PieceId("mountain.e4"): Spot(Cell("e4")),
        PieceId("w.arc.1"): Spot(Cell("e4")),
    }


def filmed(folder: Path, board: Board, pieces: PieceSet, renderer: Renderer) -> Path:
    """Record a soldier's walk by arm, with a button pressed after it."""
    writer = FootageWriter(
        folder, fps=5, description={"board": "mativen", "pieces": "mativen-pieces", "camera": None}
    )
    lying = set_table(some_layout(), board.surface, pieces)
    moved = set_table({**some_layout(), PieceId("w.cav.1"): Spot(Cell("d7"))}, board.surface, pieces)
    stage = with_changes(Stage(lying), Seconds(100.6), moved)
    camera = SimulatedCamera(
        renderer, pieces, NewestPicture(), lambda now: Stage(lying) if now < 100.6 else stage, writer=writer
    )
    for number in range(12):
        camera.take_one(Seconds(100.0 + number / 5))
    writer.pressed("west", "end_turn", Seconds(102.0))
    return folder


def test_what_is_recorded_is_footage_with_truth_that_our_own_reader_agrees_with(
    tmp_path: Path, board: Board, pieces: PieceSet, renderer: Renderer
) -> None:
    folder = filmed(tmp_path / "walk", board, pieces, renderer)
    assert (load_footage(folder).fps, len(load_footage(folder).frames)) == (5, 12)
    (event,) = load_device_events(folder)
    assert (event.device, event.content, event.taken_at) == ("pad.west", ButtonPress("end_turn"), 2.0)
    truth = load_truth(folder)
    settled = [one["settled"] for one in truth]
    assert settled[:3] == [True] * 3
    assert not any(settled[3:7])
    assert settled[-2:] == [True] * 2
    assert truth[0]["layout"]["w.cav.1"]["cell"] == "c5"
    assert truth[-1]["layout"]["w.cav.1"]["cell"] == "d7"
    assert "mountain.e4" in truth[0]["hidden"]
    reader = BoardReader(board, pieces, source="cam")
    for frame, fact in zip(frames_of(str(folder)), truth, strict=True):
        assert isinstance(frame, Frame)
        seen = {one.piece: (one.cell, one.face) for one in reader.read(frame).pieces.seen}
        if fact["settled"]:
            there = {piece: (spot["cell"], spot["face"]) for piece, spot in fact["layout"].items()}
            visible = {piece: where for piece, where in there.items() if piece not in fact["hidden"]}
            assert {piece: where for piece, where in seen.items() if piece in visible} == visible


@pytest.mark.parametrize("option", ["--record", "--keep"])
def test_recording_never_writes_over_what_is_there(tmp_path: Path, option: str) -> None:
    (tmp_path / "precious.txt").write_text("keep me")
    with pytest.raises(InputFault, match=f"^{option} .*there is something already"):
        FootageWriter(tmp_path, fps=5, description={}, option=option)
    assert (tmp_path / "precious.txt").read_text() == "keep me"


def test_a_quiet_table_is_shown_by_few_pictures_again_and_again(
    board: Board, pieces: PieceSet, renderer: Renderer
) -> None:
    newest = NewestPicture()
    lying = set_table(some_layout(), board.surface, pieces)
    camera = SimulatedCamera(renderer, pieces, newest, lambda _: Stage(lying))
    pictures = set()
    for number in range(10):
        camera.take_one(Seconds(float(number)))
        shown = newest.after(0, 0.0)
        assert shown is not None
        pictures.add(shown.content)
    assert 1 < len(pictures) <= 4


def test_a_hand_that_has_gone_is_seen_as_soon_as_by_a_real_camera(
    board: Board, pieces: PieceSet, renderer: Renderer
) -> None:
    lying = set_table(some_layout(), board.surface, pieces)
    moved = set_table({**some_layout(), PieceId("w.cav.1"): Spot(Cell("d7"))}, board.surface, pieces)
    stage = with_changes(Stage(lying), Seconds(101.07), moved)
    camera = SimulatedCamera(
        renderer, pieces, NewestPicture(), lambda now: Stage(lying) if now < 101.07 else stage
    )
    now, taken = Seconds(100.0), list[float]()
    while now < 103.0:
        camera.take_one(now)
        taken.append(now)
        now = camera.next_after(now)
    let_go, gone = 101.07 + 0.7 * GESTURE_S, 101.07 + GESTURE_S
    pictures = [let_go + n / 30 for n in range(17)]
    hands = [scene_of(stage, Seconds(at), pieces).hand if at < gone else None for at in pictures]
    first = next(n for n, hand in enumerate(hands) if hand is None or not renderer.shows(hand))
    # The last picture with the hand is left out, so that the first without comes in its time.
    due = [at for n, at in enumerate(pictures) if n != first - 1]
    assert [at for at in taken if let_go <= at < pictures[-1] + 0.01] == pytest.approx(due)
    assert taken[-1] - taken[-2] == pytest.approx(0.2)
    assert len([at for at in taken if 101.07 <= at < let_go]) < 5


def test_the_first_picture_without_a_hand_was_drawn_before_its_time(
    board: Board, pieces: PieceSet, renderer: Renderer
) -> None:
    lying = set_table(some_layout(), board.surface, pieces)
    moved = set_table({**some_layout(), PieceId("w.cav.1"): Spot(Cell("d7"))}, board.surface, pieces)
    stage = with_changes(Stage(lying), Seconds(100.0), moved)
    newest, counting = NewestPicture(), Counting(board, pieces, view_over(board), Conditions(seed=3))
    camera = SimulatedCamera(counting, pieces, newest, lambda _: stage)
    now, let_go = Seconds(100.0), 100.0 + 0.7 * GESTURE_S
    while now < let_go or ((hand := scene_of(stage, now, pieces).hand) and renderer.shows(hand)):
        camera.take_one(now)
        now = camera.next_after(now)
    before = len(counting.drawn)
    camera.take_one(now)
    shown = newest.after(0, 0.0)
    assert len(counting.drawn) == before
    assert shown is not None
    assert shown.content in counting.drawn[:-1]
    as_it_lies = Renderer(board, pieces, view_over(board), Conditions(seed=3, noise=0.0))
    truth = as_it_lies.render(scene_of(Stage(moved), now, pieces).placed)
    seen = decode_image(shown.content)
    assert not isinstance(seen, str)
    assert cv2.absdiff(seen, truth).mean() < 4.0


def test_a_hand_that_is_out_of_the_picture_costs_no_more_pictures_than_none(
    board: Board, pieces: PieceSet, renderer: Renderer
) -> None:
    lying = set_table(some_layout(), board.surface, pieces)
    moved = set_table({**some_layout(), PieceId("w.cav.1"): Spot(Cell("d7"))}, board.surface, pieces)
    newest = NewestPicture()
    stage = with_changes(Stage(lying), Seconds(100.0), moved)
    camera = SimulatedCamera(renderer, pieces, newest, lambda _: stage)
    start, end = board.surface.centre_mm(Cell("c5")), board.surface.centre_mm(Cell("d7"))
    left = 100.0 + left_after_s(start, end, 500.0)
    pictures = set()
    for n in range(12):
        camera.take_one(Seconds(left + n / 30))
        shown = newest.after(0, 0.0)
        assert shown is not None
        pictures.add(shown.content)
    assert len(pictures) == 4


def test_a_hand_has_left_the_board_when_its_fingertips_have(board: Board, pieces: PieceSet) -> None:
    lying = set_table(some_layout(), board.surface, pieces)
    edge = board.size_mm[1] / 2
    for cell in ("d7", "g6", "j9", "c4"):
        moved = set_table({**some_layout(), PieceId("w.cav.1"): Spot(Cell(cell))}, board.surface, pieces)
        stage = with_changes(Stage(lying), Seconds(0.0), moved)
        left = left_after_s(board.surface.centre_mm(Cell("c5")), board.surface.centre_mm(Cell(cell)), edge)
        before, after = (scene_of(stage, Seconds(left + by), pieces).hand for by in (-0.01, 0.01))
        assert before is not None
        assert after is not None
        assert abs(before.y_mm) < edge < abs(after.y_mm)
