"""`boardwarden calibrate`: measures a camera's lens, guided in the browser, or from recorded pictures."""

import argparse
import json
import sys
import threading
import time
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import msgspec

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.commands.camera_opening import open_camera
from dashboard.commands.cameras import chosen_cameras
from dashboard.commands.own_table import Ear, own_table
from dashboard.commands.terms import chosen_board
from engine.bus.channels import Service
from engine.bus.client import BusClient, ReceivedMessage
from engine.bus.messages.cameras import CalibrationStage, CalibrationState, CameraOrderKind
from engine.bus.service import set_up_logging, stop_event
from engine.core.board import load_board
from engine.core.counting import counted
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from vision.addresses.camera_address import is_camera_address
from vision.addresses.stream_address import is_stream_address
from vision.calibration.desk import quality_text
from vision.calibration.fit import FEWEST_VIEWS, LensFit, fit_session
from vision.calibration.lenses import lens_folder, measured_lens, save_lens
from vision.calibration.session import CalibrationSession, show
from vision.calibration.sheet import find_sheet
from vision.calibration.target import USUAL
from vision.camera.service import WANTED, VisionService
from vision.camera.watch import CameraWatch
from vision.pictures.frame import Frame
from vision.sources import frames_of
from vision.sources.live.identity import camera_identity

_RENEW_SECONDS = 5.0
_TICK_SECONDS = 0.2
_TABLE = "calibration"
_NAMES = ("k1", "k2", "p1", "p2", "k3")


def run(parsed: argparse.Namespace) -> int:
    """Measure a lens and keep it.

    Raises:
        InputFault: no such source, or no sheet in its pictures; the lens can't be kept.
        MissingFault: the camera isn't there, or the page's port is taken.
    """
    source = parsed.source or next(iter(chosen_cameras(parsed)), "0")
    if is_camera_address(source) or is_stream_address(source):
        return _guide(source, parsed)
    return _measure(source, parsed)


def _measure(source: str, parsed: argparse.Namespace) -> int:
    """Measure from an image folder or a video. Each picture counts, with no wait for a still camera."""
    session: CalibrationSession | None = None
    pictures = 0
    for frame in frames_of(source):
        if not isinstance(frame, Frame):
            print(f"boardwarden calibrate: {frame.where}: {frame.reason}; left out", file=sys.stderr)
            continue
        pictures += 1
        height, width = frame.image.shape[:2]
        session = session or CalibrationSession(USUAL, width, height, stillness=0)
        if (session.width_px, session.height_px) != (width, height):
            raise InputFault(
                f"{source}: picture {frame.sequence} has {width}x{height} px, those before "
                f"{session.width_px}x{session.height_px}; a lens is measured for pictures of one size"
            )
        session, shown = show(session, find_sheet(frame.grey, USUAL, picture=frame.sequence))
        if sys.stderr.isatty():
            seen = counted(pictures, "picture"), counted(len(session.taken), "view")
            print(f"\r{', '.join(seen)}", end="", file=sys.stderr, flush=True)
        if parsed.json:
            facts = {"picture": frame.sequence, "found": shown.found, "taken": shown.taken}
            print(json.dumps(facts), flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    fit = fit_session(session)
    if session is None or fit is None:
        taken = 0 if session is None else len(session.taken)
        raise InputFault(
            f"{source}: {counted(taken, 'usable view')} of the calibration sheet in "
            f"{counted(pictures, 'picture')}; at least "
            f"{FEWEST_VIEWS} different ones that fit each other are needed. Print the sheet with "
            "`boardwarden print calibration`, and show it over the whole picture and tilted to all sides"
        )
    kept = _kept(fit, parsed.keep_for)
    wanted = [str(want) for want in session.wanted]
    if parsed.json:
        print(json.dumps(_facts(fit, kept, wanted)), flush=True)
    else:
        _tell(fit, kept, wanted)
    return DONE


def _kept(fit: LensFit, camera: str | None) -> str | None:
    if camera is None:
        return None
    identity = camera_identity(camera)
    if identity is None:
        raise InputFault(f"--for {camera}: expected a camera's number or a stream's address")
    today = datetime.now(UTC).date().isoformat()
    return str(save_lens(identity, measured_lens(fit, today), lens_folder()))


def _facts(fit: LensFit, kept: str | None, wanted: list[str]) -> dict[str, Any]:
    """Return the facts of the last `--json` line; `camera` has the form that it has in footage.yaml."""
    one = fit.intrinsics
    return {
        "camera": {
            "fx": one.fx, "fy": one.fy, "cx": one.cx, "cy": one.cy, "distortion": list(one.distortion),
            "width": fit.width_px, "height": fit.height_px,
        },
        "rms_px": round(fit.rms_px, 4),
        "focal_sigma_px": round(fit.focal_sigma_px, 4),
        "views": [asdict(view) for view in fit.views],
        "dropped": [asdict(view) for view in fit.dropped],
        "wanted": wanted,
        "kept": kept,
    }  # fmt: skip


def _tell(fit: LensFit, kept: str | None, wanted: list[str]) -> None:
    one = fit.intrinsics
    print(
        f"{quality_text(fit)}, from {counted(len(fit.views), 'view')} of {fit.width_px}x{fit.height_px} px."
    )
    for view in fit.views:
        print(f"  picture {view.picture:<6}{view.corners:>3} corners  {view.rms_px:.3f} px")
    for view in fit.dropped:
        print(f"  picture {view.picture:<6}{view.corners:>3} corners  {view.rms_px:.3f} px  left out")
    print(f"fx {one.fx:.2f} ± {fit.focal_sigma_px:.2f}  fy {one.fy:.2f}  cx {one.cx:.2f}  cy {one.cy:.2f}")
    print(
        "distortion "
        + "  ".join(f"{name} {value:+.5f}" for name, value in zip(_NAMES, one.distortion, strict=False))
    )
    if wanted:
        print(f"Better with views that are missing: {', '.join(wanted)}.")
    print(f"Kept: {kept}" if kept else "Not kept: name the camera with --for CAMERA.")


def _guide(source: str, parsed: argparse.Namespace) -> int:
    """Guide a person through a session on a page, until the lens is kept."""
    set_up_logging("calibrate")
    board_name, pieces_name = chosen_board(parsed)
    board, pieces = load_board(board_name), load_pieces(pieces_name)
    stop = stop_event(supervised=False)
    with own_table(
        parsed.http,
        table=_TABLE,
        beside=Ear(Service.VISION, WANTED),
        own=Ear(None, ("calibration",)),
        stop=stop,
    ) as table:
        camera = open_camera(source, "cam", board, pieces, start=Seconds(time.time()))
        watch = CameraWatch(table.bus, camera, board, pieces)
        table.run_beside(VisionService(table.bus, [watch]).run, "vision")
        page = f"{table.url}/calibrate{table.link}"
        print(f"Open {page} and hold the sheet before the camera.", file=sys.stderr, flush=True)
        return _follow(table.own, watch, stop, as_json=parsed.json)


def _follow(bus: BusClient, watch: CameraWatch, stop: threading.Event, *, as_json: bool) -> int:
    printed, renewed_at = "", float("-inf")
    while not stop.is_set():
        if time.monotonic() - renewed_at > _RENEW_SECONDS:
            renewed_at = time.monotonic()
            watch.order(CameraOrderKind.CALIBRATE)
        match bus.receive(_TICK_SECONDS):
            case ReceivedMessage("calibration", _, CalibrationState() as state):
                pass
            case _:
                continue
        if as_json:
            print(msgspec.json.encode(state).decode(), flush=True)
        elif state.text and state.text != printed:
            printed = state.text
            print(printed, flush=True)
        if state.stage is CalibrationStage.DONE:
            # The page stays for a moment, so that people see the result.
            stop.wait(_RENEW_SECONDS)
            return DONE
    return DIDNT_HOLD
