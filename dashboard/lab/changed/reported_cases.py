"""Keeps a reported picture or film with its truth as footage, which tests then read and judge."""

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import yaml

from dashboard.lab.changed.cases import EXPECTED, load_expected
from engine.core.board import Board
from engine.core.faults import InputFault
from engine.core.footage import DESCRIPTION, load_footage, load_truth
from engine.core.pieces import PieceSet
from vision.look.scoring import parse_true_frame
from vision.pictures.frame import Frame
from vision.sources import frames_of

TRUTH = "truth.jsonl"

_USUAL_FPS = 4.0
_QUALITY = 95
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


@dataclass(frozen=True, slots=True)
class ReportedCase:
    """A reported case: pictures with their truth."""

    source: Path
    """The file or folder with the pictures."""
    truth: Path
    """The file with the truth about each picture, in the form of `truth.jsonl`."""
    expected: Path | None
    """The file with the events that must be judged; None: none is given."""
    about: dict[str, Any]
    """The content of footage.yaml for a picture or a video, which have no description of their own."""


def keep_case(reported: ReportedCase, name: str, into: Path, board: Board, pieces: PieceSet) -> Path:
    """Keep a reported case as a footage folder, and return that folder.

    Raises:
        InputFault: the name is taken or malformed, pictures can't be read, or the truth names unknown pieces,
            cells or frames.
    """
    if not name or not set(name) <= _PLAIN:
        raise InputFault(f"--as {name}: expected small letters, figures and dashes")
    folder = into / name
    if folder.exists():
        raise InputFault(f"--as {name}: {folder} exists; take another name")
    try:
        (folder / "frames").mkdir(parents=True)
        try:
            _keep(reported, folder, board, pieces)
        except InputFault:
            shutil.rmtree(folder)
            raise
    except OSError as error:
        raise InputFault(f"{folder}: can't be written: {error.strerror or error}") from error
    return folder


def _keep(reported: ReportedCase, folder: Path, board: Board, pieces: PieceSet) -> None:
    if (reported.source / DESCRIPTION).is_file():
        footage = load_footage(reported.source)
        for one in sorted(reported.source.iterdir()):
            if one.is_file() and one.name not in {TRUTH, EXPECTED}:
                shutil.copy(one, folder / one.name)
        for frame in footage.frames:
            shutil.copy(frame, folder / "frames" / frame.name)
    else:
        _write_pictures(reported.source, folder)
        text = yaml.safe_dump({**reported.about, "fps": _USUAL_FPS}, sort_keys=False, allow_unicode=True)
        (folder / DESCRIPTION).write_text(text, encoding="utf-8")
    for given, own in ((reported.truth, TRUTH), (reported.expected, EXPECTED)):
        if given is None:
            continue
        try:
            shutil.copy(given, folder / own)
        except FileNotFoundError as error:
            raise InputFault(f"{given}: no such file") from error
    lines = load_truth(folder)
    if not lines:
        raise InputFault(f'{reported.truth}: expected a line a picture: {{"frame": 1, "layout": {{…}}}}')
    _check_truth(reported.truth, lines, len(load_footage(folder).frames), board, pieces)
    load_expected(folder)


def _write_pictures(source: Path, folder: Path) -> None:
    for number, frame in enumerate(frames_of(str(source)), start=1):
        if not isinstance(frame, Frame):
            raise InputFault(f"{frame.where}: frame {frame.sequence} can't be read: {frame.reason}")
        path = folder / "frames" / f"{number:06d}.jpg"
        if source.is_file() and source.suffix.lower() in {".jpg", ".jpeg"}:
            # A JPEG is kept byte by byte, as it was reported.
            shutil.copy(source, path)
        else:
            _, encoded = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
            path.write_bytes(encoded.tobytes())


def _check_truth(
    path: Path, lines: Sequence[dict[str, Any]], frames: int, board: Board, pieces: PieceSet
) -> None:
    for number, line in enumerate(lines, start=1):
        try:
            truth, frame = parse_true_frame(line), int(line["frame"])
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise InputFault(
                f'{path}:{number}: expected {{"frame": 1, "layout": {{piece: {{"cell", "face", "edge"}}}}}}: '
                f"{error!r}; found {json.dumps(line):.80}"
            ) from error
        if not 1 <= frame <= frames:
            raise InputFault(f"{path}:{number}: expected a frame from 1 to {frames}, found {frame}")
        _expect_known(path, number, "piece", truth.layout, pieces.pieces)
        _expect_known(path, number, "cell", (one.cell for one in truth.layout.values()), board.surface.index)


def _expect_known(path: Path, number: int, what: str, found: Iterable[str], known: Iterable[str]) -> None:
    strange = sorted(set(found) - set(known))
    if strange:
        raise InputFault(f"{path}:{number}: no {what} of this table: {', '.join(strange[:5])}")
