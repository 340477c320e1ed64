"""`boardwarden vision`: the camera's service alone."""

import argparse
import time
from importlib.metadata import version
from pathlib import Path

from dashboard.commands.broker import running_broker
from dashboard.commands.terms import USUAL_BOARD
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.service import set_up_logging, stop_event
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.footage import is_footage, load_footage
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces, pieces_beside
from vision.reader import BoardReader
from vision.service import WANTED, VisionService
from vision.sources import open_source

CAMERA = "cam"
"""The camera's name on the bus."""


def run(parsed: argparse.Namespace) -> int:
    """Serve until told to stop.

    Raises:
        InputFault: no camera was named, or board, pieces or source are unusable.
        MissingFault: the camera isn't there.
    """
    set_up_logging(Service.VISION)
    broker = running_broker(parsed.broker, service="vision")
    if not parsed.camera:
        raise InputFault(
            "which camera? give --camera with a number, a stream's address, a video or a folder; "
            "`boardwarden simulate --stream HOST:PORT` serves a simulated one at http://HOST:PORT/stream.mjpg"
        )
    footage = load_footage(Path(parsed.camera)) if is_footage(Path(parsed.camera)) else None
    board_name = parsed.board or (footage.board if footage else USUAL_BOARD)
    board = load_board(board_name)
    pieces = load_pieces(parsed.pieces or (footage.pieces if footage else pieces_beside(board_name)))
    start = Seconds(time.time() if parsed.footage_start is None else parsed.footage_start)
    bus = BusClient(
        url=broker,
        table=parsed.table,
        service=Service.VISION,
        wanted=WANTED,
        version=version("boardwarden"),
    )
    reader = BoardReader(board, pieces, source=CAMERA, intrinsics=footage.camera if footage else None)
    source = open_source(parsed.camera, start=start)
    stop = stop_event(supervised=parsed.supervised)
    service = VisionService(bus, source, board, pieces, reader, camera=CAMERA, simulated=parsed.rendered)
    bus.start()
    try:
        service.run(stop)
    finally:
        bus.stop()
    return 0
