"""Real photographs with known tags: what is read of them, beside OpenCV's own detector.

A folder has an `expected.json`: by a picture's name its `dictionary` (OpenCV's name, or a file beside it),
the `ids` in it, their `corners` (eight numbers each) as far as somebody knows them, and, where they lie on a
flat ChArUco board, that `board`: how far each corner is from where the flat board has it needs nobody's word.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.core.faults import InputFault
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.tags.dictionary import Dictionary, dictionary_of, load_dictionary
from vision.tags.scanning import find_tags

EXPECTED = "expected.json"
OURS = "boardwarden"

_WIDEST_PX = 1600
"""Wider pictures are reduced to it, for both detectors: tags are then as large as on a table."""

Found = Mapping[int, Points]


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The reading of one photograph by one detector."""

    photo: str
    """The photograph's name."""
    detector: str
    """The detector's name."""
    expected: int
    """The number of ids that are there."""
    found: int
    """Of these, the ids that were found."""
    false: int
    """Other ids that were found."""
    off_px: float | None
    """The distance of corners from where they are said to be, px; None: nobody says."""
    off_edge_px: float | None
    """The distance from half a pixel further out, px: black ends there if the pixels that were said are
    its outermost. None: nobody says.
    """
    off_flat_px: float | None
    """The distance from where a flat board has them, px; None: no board is known."""


def read_photos(folder: Path) -> Iterator[PhotoReading]:
    """Yield two readings a photograph of the folder, or of those in it: ours, and OpenCV's.

    Raises:
        InputFault: there is no `expected.json`, or it doesn't fit its pictures.
    """
    files = sorted(folder.glob(f"**/{EXPECTED}"))
    if not files:
        raise InputFault(f"{folder}: expected a folder with an {EXPECTED}")
    for file in files:
        try:
            entries = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise InputFault(f"{file}: expected JSON: {error}") from error
        for name, entry in entries.items():
            if "ids" in entry:
                yield from _read(file.parent / name, entry)


def _read(path: Path, entry: Mapping[str, Any]) -> Iterator[PhotoReading]:
    image = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    if image is None:
        raise InputFault(f"{path}: expected a picture, as {EXPECTED} beside it says")
    scale = min(1.0, _WIDEST_PX / image.shape[1])
    grey = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    ids = _ids(path.parent, str(entry["dictionary"]))
    ours = {tag.id: tag.corners for tag in find_tags(grey, _ready(ids, entry))}
    for detector, found in ((OURS, ours), ("cv2.aruco", _by_opencv(grey, ids))):
        wanted = set(entry["ids"])
        yield PhotoReading(
            path.name,
            detector,
            len(wanted),
            len(wanted & set(found)),
            len(set(found) - wanted),
            _off(found, entry, scale),
            _off(found, entry, scale, outwards_px=0.5),
            _off_flat(found, entry, scale),
        )


def _ids(folder: Path, name: str) -> cv2.aruco.Dictionary:
    if name.endswith(".yml"):
        ids = cv2.aruco.Dictionary()
        storage = cv2.FileStorage(str(folder / name), cv2.FILE_STORAGE_READ)
        ids.readDictionary(storage.root())
        return ids
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))


def _ready(ids: cv2.aruco.Dictionary, entry: Mapping[str, Any]) -> Dictionary:
    name = str(entry["dictionary"])
    return dictionary_of(ids, name) if name.endswith(".yml") else load_dictionary(name)


def _by_opencv(grey: Image, ids: cv2.aruco.Dictionary) -> Found:
    """Return the tags that OpenCV finds when set up for small tags and exact corners."""
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeStep = 4
    settings.minMarkerPerimeterRate = 0.015
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, found, _ = cv2.aruco.ArucoDetector(ids, settings).detectMarkers(grey)
    quads = [np.asarray(one, np.float64).reshape(4, 2) for one in corners]
    ids_found = [] if found is None else [int(one) for one in np.ravel(found)]
    return dict(zip(ids_found, quads, strict=True))


def _off(found: Found, entry: Mapping[str, Any], scale: float, *, outwards_px: float = 0.0) -> float | None:
    """Return how far corners are from the published ones, moved outwards by `outwards_px` both ways."""
    off = []
    for tag, corners in zip(entry["ids"], entry.get("corners", ()), strict=False):
        if tag in found:
            told = np.array(corners, np.float64).reshape(4, 2)
            edge = told + outwards_px * np.sign(told - told.mean(axis=0))
            off.append(np.linalg.norm(found[tag] - ((edge + 0.5) * scale - 0.5), axis=1).mean())
    return round(float(np.mean(off)), 3) if off else None


def _off_flat(found: Found, entry: Mapping[str, Any], scale: float) -> float | None:
    """Return the mean error of found corners, px: their distance from the best-fitting board's corners."""
    if "board" not in entry:
        return None
    told = entry["board"]
    ids = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, str(entry["dictionary"])))
    board = cv2.aruco.CharucoBoard(tuple(told["charuco"]), told["square_mm"], told["marker_mm"], ids)
    flat = {
        int(tag): np.asarray(corners, np.float64).reshape(4, 3)[:, :2]
        for tag, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True)
    }
    both = [tag for tag in found if tag in flat]
    fx, fy, cx, cy = (value * scale for value in told["camera"])
    matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])
    seen = np.concatenate([found[tag] for tag in both])
    lens = np.array(told["distortion"], np.float64)
    straight = cv2.undistortPoints(seen.reshape(-1, 1, 2), matrix, lens, P=matrix).reshape(-1, 2)
    places = np.concatenate([flat[tag] for tag in both])
    across, _ = cv2.findHomography(places, straight)
    fitted = cv2.perspectiveTransform(places.reshape(-1, 1, 2), across).reshape(-1, 2)
    return round(float(np.linalg.norm(fitted - straight, axis=1).mean()), 3)
