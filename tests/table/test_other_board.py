"""A match on another board than the table was started with: whoever simulates or sees the table follows."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from dashboard.commands.simulated_table import Simulated, table_for
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.service import WANTED as SIMULATOR_WANTED
from dashboard.simulator.service import SimulatorService
from engine.bus.broker import Broker, open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.messages.match import MatchState
from engine.core.board import load_board
from engine.core.dice import Dice
from engine.core.game import Ruleset
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces, pieces_beside
from engine.core.terms import Terms
from engine.games.registry import open_game
from firmware_bridge.simulated.board import SimulatedBoard
from tests.patience import PATIENCE_S
from vision.camera.service import WANTED as VISION_WANTED
from vision.camera.service import VisionService

OWN = Terms("dozen_war", "mativen", "mativen-pieces")
DUEL = Terms("dozen_war", "duel", "duel-pieces")
GAME = open_game("dozen_war", load_board("duel"), Ruleset())
MATCH = MatchState("m-2", "dozen_war", 0, Seconds(0.0), GAME.view(GAME.initial(None), None), terms=DUEL)


@pytest.fixture(scope="module")
def broker() -> Iterator[Broker]:
    one = open_broker("embedded")
    one.start()
    engine = BusClient(url=one.url, table="t", service=Service.ENGINE, wanted=())
    engine.start()
    assert engine.wait_connected(PATIENCE_S), engine.problem
    engine.publish("match", MATCH)
    yield one
    engine.stop()
    one.stop()


def bus_of(broker: Broker, service: Service, wanted: tuple[str, ...]) -> BusClient:
    bus = BusClient(url=broker.url, table="t", service=service, wanted=wanted)
    bus.start()
    assert bus.wait_connected(PATIENCE_S), bus.problem
    return bus


def opened(game: str, board: str) -> MatchState:
    pieces = pieces_beside(board)
    of = open_game(game, load_board(board), Ruleset())
    view = of.view(of.initial(None), None)
    return MatchState(f"m-{board}", game, 0, Seconds(0.0), view, terms=Terms(game, board, pieces))


def test_a_simulated_table_has_a_pad_for_each_seat_of_the_match_however_many_games_came_before() -> None:
    games = ("dozen_war", "duel"), ("hero_realms", "realms@6"), ("quoc_chien", "kingdoms@10")
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    seats = ("west", "south", "east", "north")
    simulated = Simulated(OWN, board, pieces, set_table({}, board.surface, pieces), seats)
    for game, name in (*games, ("dozen_war", "mativen"), ("dozen_war", "duel")):
        match = opened(game, name)
        simulated = table_for(match, simulated)
        assert simulated.board.name == name
        assert {str(one.seat) for one in match.view.seats} <= set(simulated.pads)
        felt = simulated.board.surface.cells
        plugged = SimulatedBoard(pads=simulated.pads, lit=felt, switched=felt, read=felt)
        assert set(simulated.pads) <= set(plugged.readers)
    assert simulated.pads == seats, "a board with a pad for every seat stays plugged in"


def test_cameras_that_look_for_another_board_end_with_the_terms_of_the_match(broker: Broker) -> None:
    bus = bus_of(broker, Service.VISION, VISION_WANTED)
    with ThreadPoolExecutor(1) as beside:
        ended = beside.submit(VisionService(bus, [], terms=OWN).run, threading.Event())
        assert ended.result(PATIENCE_S) == DUEL
    bus.stop()


def test_a_simulated_table_with_another_board_ends_with_the_match(broker: Broker) -> None:
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    bus = bus_of(broker, Service.SIMULATOR, SIMULATOR_WANTED)
    service = SimulatorService(
        bus, board, pieces, set_table({}, board.surface, pieces), board_device=None, terms=OWN
    )
    with ThreadPoolExecutor(1) as beside:
        assert beside.submit(service.run, threading.Event()).result(PATIENCE_S) == MATCH
    bus.stop()


def test_a_clock_and_bots_change_nothing_before_the_cameras_but_a_tray_does() -> None:
    assert OWN.looks_like(replace(OWN, clock="5m", bots="all", dice=Dice.TYPED))
    assert not OWN.looks_like(replace(OWN, dice=Dice.TRAY))
