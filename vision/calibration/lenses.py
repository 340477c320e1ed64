"""Measured lenses, saved in a file for each camera."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from engine.core.document import Entry, read_document
from engine.core.faults import InputFault
from engine.core.footage import Intrinsics, parse_intrinsics
from engine.core.unusable import system_words
from engine.core.whole_file import put_whole
from vision.calibration.fit import LensFit
from vision.texts import TEXTS

FOLDER_VARIABLE = "BOARDWARDEN_LENSES"
"""The environment variable with the folder of lenses, which replaces the user's configuration folder."""

Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MeasuredLens:
    """A measured lens, for pictures of one size."""

    intrinsics: Intrinsics
    """The lens."""
    width_px: int
    """The pictures' width, px."""
    height_px: int
    """The pictures' height, px."""
    rms_px: float
    """The reprojection error of its fit, rms, px."""
    views: int
    """The number of views that it was fitted to."""
    measured_on: str
    """The day of the measurement in UTC, such as `2026-01-31`."""


@dataclass(frozen=True, slots=True)
class Lenses:
    """One camera's measured lenses."""

    by_size: Mapping[Size, MeasuredLens] = field(default_factory=dict)
    """The lens by the picture's width and height, px. Modes may crop the sensor differently."""

    def intrinsics(self, width_px: int, height_px: int) -> Intrinsics | None:
        """Return the lens for pictures of this size; None if none was measured."""
        found = self.by_size.get((width_px, height_px))
        return None if found is None else found.intrinsics


def measured_lens(fit: LensFit, day: str) -> MeasuredLens:
    """Return a fitted lens as it is saved; `day` is the day of the measurement."""
    return MeasuredLens(fit.intrinsics, fit.width_px, fit.height_px, fit.rms_px, len(fit.views), day)


def lens_folder() -> Path:
    """Return the folder of lenses. It belongs to the machine, as a camera does, and not to a match."""
    given = os.environ.get(FOLDER_VARIABLE)
    if given:
        return Path(given)
    home = os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / "boardwarden" / "lenses"


def load_lenses(camera: str | None, folder: Path) -> Lenses:
    """Return a camera's measured lenses, by its identity; empty if none was measured.

    Raises:
        InputFault: the file is broken; the message names the line.
    """
    path = folder / f"{camera}.yaml"
    if camera is None or not path.is_file():
        return Lenses()
    found = read_document(path).fields(required=("lenses",), optional=("camera",))
    measured = [_parse_lens(entry) for entry in found["lenses"].sequence()]
    return Lenses({(one.width_px, one.height_px): one for one in measured})


def save_lens(camera: str, lens: MeasuredLens, folder: Path) -> Path:
    """Save a lens with those for the camera's other sizes, and return the file.

    Raises:
        InputFault: the file can't be written, or the file that is there is broken.
    """
    path = folder / f"{camera}.yaml"
    known = {**load_lenses(camera, folder).by_size, (lens.width_px, lens.height_px): lens}
    text = yaml.safe_dump(
        {"camera": camera, "lenses": [_dump_lens(known[size]) for size in sorted(known)]}, sort_keys=False
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        put_whole(path, text.encode())
    except OSError as error:
        unkept = TEXTS.say(
            "calibration.unkept", file=str(path), why=system_words(error), variable=FOLDER_VARIABLE
        )
        raise InputFault(unkept) from error
    return path


def _dump_lens(lens: MeasuredLens) -> dict[str, object]:
    one = lens.intrinsics
    return {
        "width": lens.width_px,
        "height": lens.height_px,
        "camera": {"fx": one.fx, "fy": one.fy, "cx": one.cx, "cy": one.cy, "distortion": [*one.distortion]},
        "rms_px": round(lens.rms_px, 4),
        "views": lens.views,
        "measured_on": lens.measured_on,
    }


def _parse_lens(entry: Entry) -> MeasuredLens:
    found = entry.fields(required=("width", "height", "camera", "rms_px", "views", "measured_on"))
    return MeasuredLens(
        intrinsics=parse_intrinsics(found["camera"]),
        width_px=found["width"].whole(1),
        height_px=found["height"].whole(1),
        rms_px=found["rms_px"].number(),
        views=found["views"].whole(1),
        measured_on=str(found["measured_on"].value),
    )
