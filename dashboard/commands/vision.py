"""`boardwarden vision`: the cameras' service alone."""

import argparse
import time
from importlib.metadata import version
from pathlib import Path

from dashboard.commands.broker import running_broker
from dashboard.commands.camera_opening import open_camera
from dashboard.commands.cameras import camera_name, chosen_cameras, chosen_footage
from dashboard.commands.evidence import chosen_bounds
from dashboard.commands.terms import USUAL_BOARD, chosen_dice
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.service import set_up_logging, stop_event
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces, pieces_beside
from engine.records.frame_recorder import FrameRecorder
from engine.records.room import Room
from vision.frame_keeping import FrameKeeping
from vision.service import WANTED, VisionService
from vision.watching import Camera, CameraWatch


def run(parsed: argparse.Namespace) -> int:
    """Serve until told to stop.

    Raises:
        InputFault: no camera was named, or board, pieces, source or a measured lens are unusable.
        MissingFault: the camera isn't there.
    """
    set_up_logging(Service.VISION)
    broker = running_broker(parsed.broker, service="vision")
    specs = chosen_cameras(parsed)
    if not specs:
        raise InputFault(
            "which camera? give --camera with a number, a stream's address, a video or a folder; "
            "`boardwarden simulate --stream HOST:PORT` serves a simulated one at http://HOST:PORT/stream.mjpg"
        )
    footage = chosen_footage(parsed)
    board_name = parsed.board or (footage.board if footage else USUAL_BOARD)
    board = load_board(board_name)
    pieces = load_pieces(parsed.pieces or (footage.pieces if footage else pieces_beside(board_name)))
    start = Seconds(time.time() if parsed.footage_start is None else parsed.footage_start)
    dice = chosen_dice(parsed, board)
    bus = BusClient(
        url=broker,
        table=parsed.table,
        service=Service.VISION,
        wanted=WANTED,
        version=version("boardwarden"),
    )
    cameras = [
        open_camera(
            spec, camera_name(number), board, pieces, start=start, simulated=parsed.rendered, dice=dice
        )
        for number, spec in enumerate(specs, start=1)
    ]
    stop = stop_event(supervised=parsed.supervised)
    watches = [
        CameraWatch(bus, one, board, pieces, keeping=chosen_keeping(parsed, one.name, live=_is_live(one)))
        for one in cameras
    ]
    service = VisionService(bus, watches)
    bus.start()
    try:
        service.run(stop)
    finally:
        bus.stop()
    return 0


def chosen_keeping(parsed: argparse.Namespace, camera: str, *, live: bool) -> FrameKeeping | None:
    """Return what keeps a camera's pictures beside the match; None: they aren't kept.

    `live`: its pictures come by themselves; footage and videos are a record already.

    Raises:
        InputFault: `--evidence` isn't a size.
    """
    bounds = chosen_bounds(parsed)
    wanted = parsed.frames == "all" or (parsed.frames == "cameras" and live and not parsed.rendered)
    if bounds is None or not wanted:
        return None
    recorder = FrameRecorder(Room(Path(parsed.data), bounds), camera, table=parsed.table)
    return FrameKeeping(recorder, every=not live)


def _is_live(camera: Camera) -> bool:
    return camera.source.facts.kind.live
