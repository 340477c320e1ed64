"""A match on another board than the table was started with: whoever simulates or sees the table follows."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

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
from engine.core.pieces import load_pieces
from engine.core.terms import Terms
from engine.games.registry import open_game
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
