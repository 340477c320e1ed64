"""Footage folders: camera frames with what the devices reported, and, for tests, the truth.

This module knows only paths and facts; other modules read the pixels.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from engine.core.bounded_json import parse_json
from engine.core.device_events import DeviceEvent, parse_content
from engine.core.document import Entry, read_document
from engine.core.faults import InputFault
from engine.core.ids import Seconds

DESCRIPTION = "footage.yaml"

VIDEO_SUFFIXES = (".mp4", ".mkv", ".avi", ".mov", ".webm", ".mjpeg", ".mjpg", ".m4v", ".mpg", ".mpeg")
"""The files that count as videos, in lower case."""


@dataclass(frozen=True, slots=True)
class Intrinsics:
    """A camera's lens, by OpenCV's model."""

    fx: float
    """The focal length along x, px."""
    fy: float
    """The focal length along y, px."""
    cx: float
    """The centre's x, px."""
    cy: float
    """The centre's y, px."""
    distortion: tuple[float, ...] = (0.0, 0.0, 0.0, 0.0, 0.0)
    """The distortion k1, k2, p1, p2, k3."""


@dataclass(frozen=True, slots=True)
class Footage:
    """A footage folder."""

    folder: Path
    """The folder."""
    board: str
    """The name or path of its board."""
    pieces: str
    """The name or path of its pieces."""
    fps: float
    """Frames a second: frame n (from 1) was taken (n - 1) / fps seconds after the start."""
    camera: Intrinsics | None
    """The lens that took it; None where it isn't known."""
    game: str
    """The name of the game that is played in it."""
    setup: Entry | None
    """How the match starts; None: as the game usually does."""
    frames: tuple[Path, ...]
    """The files of the frames, in order."""


def is_footage(path: Path) -> bool:
    """Tell whether a path is a footage folder."""
    return (path / DESCRIPTION).is_file()


def load_footage(folder: Path) -> Footage:
    """Read a footage folder's description.

    Raises:
        InputFault: no such folder, no description, no frames, or a broken description.
    """
    if not is_footage(folder):
        raise InputFault(
            f"{folder}: not a footage folder; expected a file {DESCRIPTION} and a folder frames/"
        )
    found = read_document(folder / DESCRIPTION).fields(
        required=("board", "pieces", "fps"),
        optional=("camera", "game", "setup", "note", "options", "content"),
    )
    fps = found["fps"].number()
    if fps <= 0:
        raise found["fps"].fault(f"expected frames a second above 0, found {fps}")
    frames = tuple(sorted(p for p in (folder / "frames").glob("*") if p.suffix in (".jpg", ".jpeg", ".png")))
    if not frames:
        raise InputFault(f"{folder}/frames: no frames; expected 000001.jpg and so on")
    return Footage(
        folder=folder,
        board=_beside(folder, found["board"].text()),
        pieces=_beside(folder, found["pieces"].text()),
        fps=fps,
        camera=parse_intrinsics(found["camera"])
        if "camera" in found and found["camera"].value is not None
        else None,
        game=found["game"].text() if "game" in found else "dozen_war",
        setup=found.get("setup"),
        frames=frames,
    )


def load_device_events(folder: Path) -> tuple[DeviceEvent, ...]:
    """Return the devices' reports during the footage, in order of time; empty without `devices.jsonl`.

    Raises:
        InputFault: a line isn't such an event; names file and line.
    """
    path = folder / "devices.jsonl"
    if not path.is_file():
        return ()
    expected = '{"t": seconds, "device", "event", "name"}'
    events = []
    for number, found in _json_lines(path, expected=expected):
        try:
            event = DeviceEvent(
                device=str(found["device"]),
                taken_at=Seconds(float(found["t"])),
                content=parse_content(str(found["event"]), str(found["name"]), str(found.get("value", ""))),
            )
        except (ValueError, KeyError, TypeError) as error:
            raise InputFault(f"{path}:{number}: expected {expected}: {error!r}") from error
        if not isfinite(event.taken_at):
            raise InputFault(f"{path}:{number}: expected t in seconds, found {event.taken_at}")
        events.append(event)
    return tuple(sorted(events, key=lambda event: event.taken_at))


def load_truth(folder: Path) -> tuple[dict[str, Any], ...]:
    """Return the truth, one entry for each frame, as the file has it; empty without `truth.jsonl`.

    Raises:
        InputFault: a line isn't a JSON object; names file and line.
    """
    path = folder / "truth.jsonl"
    if not path.is_file():
        return ()
    return tuple(found for _, found in _json_lines(path, expected='{"frame", "layout", "hidden", "settled"}'))


def _json_lines(path: Path, *, expected: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the JSON objects of a file, one a line, with the lines' numbers; empty lines are passed over."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise InputFault(f"{path}: can't be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise InputFault(
            f"{path}: not UTF-8 text (byte {error.start}); expected lines of {expected}"
        ) from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found = parse_json(line)
        except ValueError as error:
            raise InputFault(f"{path}:{number}: expected {expected}; not JSON: {error}") from error
        if not isinstance(found, dict):
            raise InputFault(f"{path}:{number}: expected {expected}; found {line:.60}")
        yield number, found


def _beside(folder: Path, name: str) -> str:
    """Return the path of a file in the footage folder if there is one, else the name of a board or pieces."""
    own = folder / (name if name.endswith((".yaml", ".yml")) else f"{name}.yaml")
    return str(own) if own.is_file() else name


def parse_intrinsics(entry: Entry) -> Intrinsics:
    """Return the lens that a `camera:` describes.

    Raises:
        InputFault: it isn't one; names file and line.
    """
    found = entry.fields(required=("fx", "fy", "cx", "cy"), optional=("distortion", "width", "height"))
    for key in ("fx", "fy"):
        if found[key].number() <= 0:
            raise found[key].fault(f"expected a focal length in px above 0, found {found[key].described()}")
    distortion = (
        tuple(e.number() for e in found["distortion"].sequence()) if "distortion" in found else (0.0,) * 5
    )
    if len(distortion) not in (4, 5):
        raise found["distortion"].fault(f"expected [k1, k2, p1, p2, k3], found {len(distortion)} numbers")
    return Intrinsics(
        found["fx"].number(), found["fy"].number(), found["cx"].number(), found["cy"].number(), distortion
    )
