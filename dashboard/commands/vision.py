"""`boardwarden vision`: runs the vision service alone, which reads the cameras."""

import argparse
import logging
import threading
import time
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

from dashboard.commands import DONE
from dashboard.commands.broker import running_broker
from dashboard.commands.camera_opening import open_camera
from dashboard.commands.cameras import camera_name, chosen_cameras, chosen_footage
from dashboard.commands.evidence import chosen_bounds
from dashboard.commands.one_arena import keep_to_one_arena
from dashboard.commands.terms import chosen_dice, usual_board_of
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.heart import own_heart
from engine.bus.kept_logs import keep_log
from engine.bus.service import keep_files_private, set_up_logging, stop_event
from engine.core.board import Board, load_board
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.core.pieces import PieceSet, load_pieces, pieces_beside
from engine.core.terms import Terms
from engine.records.frame_recorder import FrameRecorder
from engine.records.packed_pictures import can_pack
from engine.records.room import EvidenceRoom
from vision.addresses.phone_line import phone_line_file
from vision.camera.reports.kept_frames import FrameKeeping
from vision.camera.service import WANTED, VisionService
from vision.camera.table_camera import TableCamera
from vision.camera.watch import CameraWatch
from vision.look.step import TimedRun

log = logging.getLogger(__name__)


def run(parsed: argparse.Namespace) -> int:
    """Serve until stopped.

    Raises:
        InputFault: no camera was named, or the board, the pieces, a source or a measured lens is unusable.
        MissingFault: a camera isn't there.
    """
    keep_to_one_arena()
    set_up_logging(Service.VISION)
    keep_files_private()
    keep_log(Path(parsed.data), parsed.table, "vision")
    broker = running_broker(parsed.broker, service="vision")
    specs = chosen_cameras(parsed)
    if not specs:
        raise InputFault(
            "which camera? give --camera with a number, a stream's address, a video or a folder; "
            "`boardwarden simulate --stream HOST:PORT` serves a simulated one at http://HOST:PORT/stream.mjpg"
        )
    footage = chosen_footage(parsed)
    board_name = parsed.board or (footage.board if footage else usual_board_of(parsed))
    board = load_board(board_name)
    pieces_name = parsed.pieces or (footage.pieces if footage else pieces_beside(board_name))
    pieces = load_pieces(pieces_name)
    dice = chosen_dice(parsed, board)
    terms = Terms(board=board_name, pieces=pieces_name, dice=dice)
    # Footage always shows the same board.
    sight: SightOptions | None = SightOptions(terms, board, pieces, follows=footage is None)
    stop = stop_event(supervised=parsed.supervised)
    while sight is not None:
        sight = _watch(parsed, broker, sight, stop)
    return DONE


@dataclass(frozen=True, slots=True)
class SightOptions:
    """The board and pieces that the cameras look for."""

    terms: Terms
    """The terms of the match."""
    board: Board
    """The board to look for."""
    pieces: PieceSet
    """The pieces to look for."""
    follows: bool = True
    """Whether a match on another board changes the board that is looked for."""


def _watch(
    parsed: argparse.Namespace, broker: str, sight: SightOptions, stop: threading.Event
) -> SightOptions | None:
    """Watch the table until a match needs another board; return what to look for then; None: stopped."""
    start = Seconds(time.time() if parsed.footage_start is None else parsed.footage_start)
    bus = BusClient(
        url=broker,
        table=parsed.table,
        service=Service.VISION,
        wanted=WANTED,
        version=version("boardwarden"),
    )
    timed = [TimedRun() for _ in chosen_cameras(parsed)]
    bus.step_counts = lambda: tuple(count for one in timed for count in one.step_counts())
    cameras = [
        open_camera(
            spec,
            camera_name(number),
            sight.board,
            sight.pieces,
            start=start,
            simulated=parsed.rendered,
            dice=sight.terms.dice,
            run_step=run_step,
            phones=phone_line_file(Path(parsed.data), parsed.table),
        )
        for number, (spec, run_step) in enumerate(zip(chosen_cameras(parsed), timed, strict=True), start=1)
    ]
    watches = [
        CameraWatch(
            bus,
            one,
            sight.board,
            sight.pieces,
            keeping=chosen_keeping(parsed, one.name, live=_is_live(one)),
        )
        for one in cameras
    ]
    service = VisionService(bus, watches, terms=sight.terms if sight.follows else None)
    bus.start()
    wanted = None
    try:
        wanted = service.run(stop, own_heart())
    finally:
        bus.stop(comes_back=wanted is not None and not stop.is_set())
    return None if wanted is None or stop.is_set() else _next_sight(sight, wanted)


def _next_sight(sight: SightOptions, wanted: Terms) -> SightOptions:
    try:
        found = SightOptions(wanted, load_board(wanted.board), load_pieces(wanted.pieces))
    except InputFault as error:
        log.error("the match's board can't be looked for, still '%s' is: %s", sight.board.name, error)  # noqa: TRY400 # a file that is only where the engine runs, shown in full
        return replace(sight, follows=False)
    log.info("looking for the board '%s' from now on", found.board.name)
    return found


def chosen_keeping(parsed: argparse.Namespace, camera: str, *, live: bool) -> FrameKeeping | None:
    """Return the keeper that records a camera's pictures beside the match; None: they aren't recorded.

    `live` tells whether the source is a camera; footage and videos are a record already.

    Raises:
        InputFault: `--evidence` isn't a size.
    """
    bounds = chosen_bounds(parsed)
    wanted = parsed.frames == "all" or (parsed.frames == "cameras" and live and not parsed.rendered)
    if bounds is None or not wanted:
        return None
    room = EvidenceRoom(Path(parsed.data), bounds)
    recorder = FrameRecorder(room, camera, table=parsed.table, as_video=can_pack())
    return FrameKeeping(recorder, every=not live)


def _is_live(camera: TableCamera) -> bool:
    return camera.source.facts.kind.live
