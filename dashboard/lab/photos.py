"""Reads real photographs with known tags, by our detector and by OpenCV's.

A folder has an `expected.json`. For each picture's name it has the `dictionary` (OpenCV's name, or a file
beside it), the `ids` of the tags, and their `corners` if they are known, eight numbers each. If the tags lie
on a flat ChArUco board, `board` describes it; then corners are also compared with the flat board's.
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
"""The greatest width of a picture, in px. Wider ones are reduced, so that tags are as large as on a table."""

Found = Mapping[int, Points]


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """The reading of one photograph by one detector."""

    photo: str
    """The photograph's name."""
    detector: str
    """The detector's name."""
    expected: int
    """The number of tags in the photograph."""
    found: int
    """The number of these that were found."""
    false: int
    """The number of other ids that were found."""
    off_px: float | None
    """The mean distance of corners from the published ones, in px; None: none are published."""
    off_edge_px: float | None
    """The mean distance of corners from half a pixel outside the published ones, in px.

    Black ends there if the published corners are the outermost black pixels. None: none are published.
    """
    off_flat_px: float | None
    """The mean distance of corners from those of a flat board, in px; None: no board is known."""


def read_photos(folder: Path) -> Iterator[PhotoReading]:
    """Yield two readings of each photograph in the folder and its subfolders: ours, and OpenCV's.

    Raises:
        InputFault: there is no `expected.json`, or it doesn't match the pictures.
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
    """Return the tags that OpenCV finds with settings for small tags and exact corners."""
    settings = cv2.aruco.DetectorParameters()
    settings.adaptiveThreshWinSizeStep = 4
    settings.minMarkerPerimeterRate = 0.015
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    corners, found, _ = cv2.aruco.ArucoDetector(ids, settings).detectMarkers(grey)
    quads = [np.asarray(one, np.float64).reshape(4, 2) for one in corners]
    ids_found = [] if found is None else [int(one) for one in np.ravel(found)]
    return dict(zip(ids_found, quads, strict=True))


def _off(found: Found, entry: Mapping[str, Any], scale: float, *, outwards_px: float = 0.0) -> float | None:
    """Return the mean distance of corners from the published ones, moved outwards in x and y, in px."""
    off = []
    for tag, corners in zip(entry["ids"], entry.get("corners", ()), strict=False):
        if tag in found:
            published = np.array(corners, np.float64).reshape(4, 2)
            edge = published + outwards_px * np.sign(published - published.mean(axis=0))
            off.append(np.linalg.norm(found[tag] - ((edge + 0.5) * scale - 0.5), axis=1).mean())
    return round(float(np.mean(off)), 3) if off else None


def _off_flat(found: Found, entry: Mapping[str, Any], scale: float) -> float | None:
    """Return the mean error of found corners, px: their distance from the best-fitting board's corners."""
    if "board" not in entry:
        return None
    published = entry["board"]
    ids = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, str(entry["dictionary"])))
    board = cv2.aruco.CharucoBoard(
        tuple(published["charuco"]), published["square_mm"], published["marker_mm"], ids
    )
    flat = {
        int(tag): np.asarray(corners, np.float64).reshape(4, 3)[:, :2]
        for tag, corners in zip(np.ravel(board.getIds()), board.getObjPoints(), strict=True)
    }
    both = [tag for tag in found if tag in flat]
    fx, fy, cx, cy = (value * scale for value in published["camera"])
    matrix = np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])
    seen = np.concatenate([found[tag] for tag in both])
    lens = np.array(published["distortion"], np.float64)
    straight = cv2.undistortPoints(seen.reshape(-1, 1, 2), matrix, lens, P=matrix).reshape(-1, 2)
    places = np.concatenate([flat[tag] for tag in both])
    across, _ = cv2.findHomography(places, straight)
    fitted = cv2.perspectiveTransform(places.reshape(-1, 1, 2), across).reshape(-1, 2)
    return round(float(np.linalg.norm(fitted - straight, axis=1).mean()), 3)
