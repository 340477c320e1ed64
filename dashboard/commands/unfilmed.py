"""A table that nobody films: a simulated one whose pieces follow taps and bots, seen without pictures."""

import argparse
import threading
import time
from contextlib import ExitStack
from importlib.metadata import version

from dashboard.commands.simulated_table import Simulated, first_table, table_for
from dashboard.commands.terms import chosen_game, chosen_setup
from dashboard.simulator.plain_eye import PlainEye
from dashboard.simulator.service import WANTED, SimulatorService
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.messages.match import MatchState


def serve_unfilmed(parsed: argparse.Namespace, broker: str, stop: threading.Event) -> None:
    """Simulate the table that the options describe, and look at it, until `stop` is set.

    Raises:
        InputFault: an option is unusable.
    """
    simulated = first_table(parsed, chosen_game(parsed), chosen_setup(parsed))
    while (wanted := _simulate(parsed, broker, simulated, stop)) is not None and not stop.is_set():
        simulated = table_for(wanted, simulated)


def _simulate(
    parsed: argparse.Namespace, broker: str, simulated: Simulated, stop: threading.Event
) -> MatchState | None:
    """Simulate one table; return the match that needs another; None: it was stopped."""
    about = {"url": broker, "table": parsed.table, "version": version("boardwarden")}
    moving = BusClient(service=Service.SIMULATOR, wanted=WANTED, **about)
    seeing = BusClient(service=Service.VISION, wanted=(), **about)
    service = SimulatorService(
        moving,
        simulated.board,
        simulated.pieces,
        simulated.lying,
        board_device=None,
        with_hand=False,
        terms=simulated.terms if simulated.follows else None,
        match=simulated.match,
        held=simulated.held,
    )
    eye = PlainEye(seeing, service.stage, simulated.board.surface, simulated.pieces)
    over = threading.Event()
    looking = threading.Thread(
        target=eye.run, args=(over, time.time), name=f"{parsed.table}: eye", daemon=True
    )
    with ExitStack() as running:
        for bus in (moving, seeing):
            bus.start()
            running.callback(bus.stop)
        looking.start()
        running.callback(looking.join)
        running.callback(over.set)
        return service.run(stop)
