"""`boardwarden simulate`: a table with no hardware; rendered camera, simulated board."""

import argparse
import sys
import threading
from contextlib import ExitStack
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dashboard.commands.broker import running_broker
from dashboard.commands.ruleset import chosen_ruleset
from dashboard.commands.terms import chosen_board, chosen_dice, chosen_game, chosen_setup
from dashboard.simulator.camera import FPS, SimulatedCamera
from dashboard.simulator.recording import FootageWriter
from dashboard.simulator.service import WANTED, SimulatorService
from dashboard.simulator.setting import set_table
from dashboard.simulator.stream import NewestPicture, PictureServer
from engine.bots.bot import seats_of
from engine.bots.registry import parse_seating
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.service import set_up_logging, stop_event
from engine.core.board import load_board
from engine.core.dice import Dice
from engine.core.document import Entry
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Cell
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from firmware_bridge.simulated.board import SimulatedBoard
from vision.render.renderer import Renderer
from vision.render.view import view_over

_TRAY_RIM_MM = 10.0
"""What is seen of the table around the tray."""


def run(parsed: argparse.Namespace) -> int:
    """Serve until told to stop.

    Raises:
        InputFault: a board, piece set, game, setup, address or folder is unusable.
    """
    set_up_logging(Service.SIMULATOR)
    broker = running_broker(parsed.broker, service="simulate")
    board_name, pieces_name = chosen_board(parsed)
    board, pieces = load_board(board_name), load_pieces(pieces_name)
    setup = chosen_setup(parsed)
    game_name = chosen_game(parsed)
    game = open_game(game_name, board, chosen_ruleset(parsed))
    state = game.initial(setup)
    try:
        lying = set_table(game.layout(state), board.surface, pieces)
    except KeyError as error:
        raise InputFault(f"the game has a piece {error} that the piece set '{pieces.board}' lacks") from error
    seats = seats_of(game, state)
    bots = frozenset(parse_seating(parsed.bots, seats))
    pads = tuple(str(seat) for seat in seats)
    tray = board.tray if chosen_dice(parsed, board) is Dice.TRAY else None
    writer = _writer(parsed, board_name, pieces_name, game_name, setup)
    bus = BusClient(
        url=broker,
        table=parsed.table,
        service=Service.SIMULATOR,
        wanted=WANTED,
        version=version("boardwarden"),
    )
    newest = NewestPicture()
    with ExitStack() as running:
        server = _server(parsed.stream, newest)
        running.callback(server.stop)
        view = view_over(board, beside_mm=() if tray is None else tray.corners_mm(_TRAY_RIM_MM))
        renderer = Renderer(board, pieces, view)
        device = _board_device(parsed.pty, pads, board.surface.cells)
        if device is not None:
            running.callback(device.stop)
        service = SimulatorService(
            bus,
            board,
            pieces,
            lying,
            board_device=device,
            with_hand=not parsed.no_hand,
            writer=writer,
            bots=bots,
            tray=tray,
        )
        camera = SimulatedCamera(renderer, pieces, newest, service.stage, writer=writer, tray=tray)
        stop = stop_event(supervised=parsed.supervised)
        filming = threading.Thread(target=camera.run, args=(stop,), name="simulated camera", daemon=True)
        filming.start()
        running.callback(filming.join)
        # Set first when things unwind, whatever the reason: the camera's thread waits for it.
        running.callback(stop.set)
        server.start()
        print(f"boardwarden simulate: camera at {server.url}", file=sys.stderr, flush=True)
        bus.start()
        running.callback(bus.stop)
        service.run(stop)
    return 0


def _board_device(link: str | None, pads: tuple[str, ...], cells: tuple[Cell, ...]) -> SimulatedBoard | None:
    if not link:
        return None
    device = SimulatedBoard(pads=pads, lit=cells)
    try:
        device.start(Path(link))
    except MissingFault as error:
        # The rest of the table plays on: turns can be ended on the page.
        print(f"boardwarden simulate: {error}; the table has no buttons", file=sys.stderr, flush=True)
        return None
    return device


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
