"""`boardwarden simulate`: runs a table without hardware, with a rendered camera and a simulated board."""

import argparse
import logging
import sys
import threading
from contextlib import ExitStack
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dashboard.commands import DONE
from dashboard.commands.broker import running_broker
from dashboard.commands.simulated_board import plugged_board
from dashboard.commands.simulated_table import Simulated, first_table, table_for
from dashboard.commands.terms import chosen_game, chosen_setup
from dashboard.simulator.camera import FPS, SimulatedCamera
from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.resolution import view_reading
from dashboard.simulator.service import WANTED, SimulatorService
from dashboard.simulator.stream import NewestPicture, PictureServer
from dashboard.simulator.surroundings import Circumstances
from dashboard.simulator.timetable import TimedOrder, load_timetable
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.heart import own_heart
from engine.bus.messages.match import MatchState
from engine.bus.service import set_up_logging, stop_event
from engine.core.document import Entry
from engine.core.faults import InputFault
from vision.render.renderer import Renderer

_TRAY_RIM_MM = 10.0
"""The width of the strip of table that the camera sees around the tray, in mm."""


log = logging.getLogger(__name__)


def run(parsed: argparse.Namespace) -> int:
    """Serve until stopped.

    Raises:
        InputFault: a board, piece set, game, setup, address or folder is unusable.
    """
    set_up_logging(Service.SIMULATOR)
    broker = running_broker(parsed.broker, service="simulate")
    setup = chosen_setup(parsed)
    game_name = chosen_game(parsed)
    simulated = first_table(parsed, game_name, setup)
    if parsed.no_camera and parsed.record:
        raise InputFault("--record: expected a camera to record; leave --no-camera out")
    writer = _writer(parsed, simulated.terms.board, simulated.terms.pieces, game_name, setup)
    # A recording shows one board only.
    simulated = replace(simulated, follows=writer is None)
    dues = () if not parsed.faults else load_timetable(Path(parsed.faults), simulated.pieces)
    newest = NewestPicture()
    with ExitStack() as running:
        server = _server(parsed.stream, newest)
        running.callback(server.stop)
        stop = stop_event(supervised=parsed.supervised)
        server.start()
        if not parsed.no_camera:
            print(f"boardwarden simulate: camera at {server.url}", file=sys.stderr, flush=True)
        wanted = _simulate(parsed, broker, simulated, newest, writer=writer, stop=stop, dues=dues)
        while wanted is not None and not stop.is_set():
            simulated = table_for(wanted, simulated)
            wanted = _simulate(parsed, broker, simulated, newest, writer=writer, stop=stop)
    return DONE


def _simulate(  # noqa: PLR0913  # what a command's options name
    parsed: argparse.Namespace,
    broker: str,
    simulated: Simulated,
    newest: NewestPicture,
    *,
    writer: FootageWriter | None,
    stop: threading.Event,
    dues: tuple[TimedOrder, ...] = (),
) -> MatchState | None:
    """Simulate one table; return the match that needs another table; None: the command was stopped."""
    board, pieces, tray = simulated.board, simulated.pieces, simulated.tray
    bus = BusClient(
        url=broker,
        table=parsed.table,
        service=Service.SIMULATOR,
        wanted=WANTED,
        version=version("boardwarden"),
    )
    with ExitStack() as running:
        plugged = plugged_board(parsed, simulated.pads, simulated.lying, board.surface, pieces)
        if plugged is not None:
            running.callback(plugged.device.stop)
        service = SimulatorService(
            bus,
            board,
            pieces,
            simulated.lying,
            board_device=None if plugged is None else plugged.device,
            with_hand=not parsed.no_hand,
            writer=writer,
            tray=tray,
            terms=simulated.terms if simulated.follows else None,
            match=simulated.match,
            board_link=None if plugged is None else plugged.link,
            dues=dues,
            beneath=None if plugged is None else plugged.beneath,
            held=simulated.held,
        )
        if not parsed.no_camera:
            _film(running, simulated, newest, service, writer)
        bus.start()
        wanted = None
        try:
            wanted = service.run(stop, own_heart())
        finally:
            # A camera that opens the stream meanwhile would take the old table for the new one.
            newest.cover()
            bus.stop(comes_back=wanted is not None and not stop.is_set())
        return wanted


def _film(
    running: ExitStack,
    simulated: Simulated,
    newest: NewestPicture,
    service: SimulatorService,
    writer: FootageWriter | None,
) -> None:
    """Start a camera that takes pictures of the table until `running` unwinds."""
    board, pieces, tray = simulated.board, simulated.pieces, simulated.tray
    view = view_reading(board, pieces, beside_mm=() if tray is None else tray.corners_mm(_TRAY_RIM_MM))
    renderer = Renderer(board, pieces, view)
    newest.uncover()
    otherwise = Circumstances(board, pieces, renderer, at_once=writer is not None)
    running.callback(otherwise.close)
    camera = SimulatedCamera(
        renderer,
        pieces,
        newest,
        service.stage,
        writer=writer,
        tray=tray,
        otherwise=otherwise.renderer,
    )
    over = threading.Event()
    filming = threading.Thread(target=camera.run, args=(over,), name="simulated camera", daemon=True)
    filming.start()
    running.callback(filming.join)
    # Set before the join when `running` unwinds, so that the camera's thread ends.
    running.callback(over.set)


def _server(address: str | None, newest: NewestPicture) -> PictureServer:
    host, _, port = (address or "127.0.0.1:0").rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        raise InputFault(f"--stream {address}: expected HOST:PORT, such as 127.0.0.1:8322")
    return PictureServer(host, int(port), newest)


def _writer(
    parsed: argparse.Namespace, board: str, pieces: str, game: str, setup: Entry | None
) -> FootageWriter | None:
    if not parsed.record:
        return None
    description: dict[str, Any] = {
        "board": board,
        "pieces": pieces,
        "camera": None,
        "game": game,
        "note": "made by boardwarden simulate",
    }
    if setup is not None:
        description["setup"] = setup.plain()
    return FootageWriter(Path(parsed.record), fps=FPS, description=description)
