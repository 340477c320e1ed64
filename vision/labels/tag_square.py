"""The search for a tag whose size and slant are known, near a place.

The camera's pose gives the size of a tag and its perspective. Only its place within a few millimetres and its
turn are left to try.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.labels.mark_places import COARSE_MM, Place
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Image
from vision.tags.corner_refinement import recornered
from vision.tags.dictionary import Dictionary, compare
from vision.tags.tag import Tag
from vision.tags.validation import RIM, rim_share

_FINE_MM = (-1.2, -0.6, 0.0, 0.6, 1.2)
"""The offsets of the fine search around a rough place, mm. The rough place may be 1 mm off along each axis;
then 0.3 mm are left."""

_COARSE_DEG = tuple(range(0, 90, 6))
"""The turns of the rough search, degrees: a quarter turn, since the templates have the other three. Three
degrees off move a corner of the black square, 11 mm from its middle, by 0.6 mm."""

_FINE_DEG = (-4.0, -2.0, 0.0, 2.0, 4.0)
"""The turns of the fine search around a rough turn, degrees. The rough turn may be 3 degrees off; then one
degree is left, 0.2 mm at a corner."""

_ROUGH, _ROUGH_MM, _ROUGH_DEG = 3, 2.0, 6.0
"""The number of rough places that are searched finely. Two that are nearer than this, in mm and in degrees,
count as one."""

_HOPELESS = 0.4
"""A score below this is no label's. A label that is there scores 0.84 to 1, another place 0.38 at most
(`scanning.STILL_THERE`)."""

_SCORE = 0.82
"""The least score of a label with a rim; `_MARGIN` is its least lead. On yellowed paper a scratched label has
0.88 and 0.18. By chance a place has up to 0.85 and 0.22, but no rim. 88 % of a label's black edge has white
beside it, and at most 20 % of a chance fit's."""

_MARGIN = 0.12
"""See `_SCORE`."""

_KNOWN_SCORE = 0.7
"""The least score of a label whose id is expected, if that id fits best of all. Of 250 ids in the pieces'
dictionary one expected id fits a bare place best once in 250. 5 % of bare places in films 01 to 03 score 0.72
or more with some id (`tests.vision.label_numbers FILM`). With half of it nothing changes on the rendered
tables, and with twice as much three of 15 rocks with a scratched label aren't read."""

NO_RIM_SCORE, _NO_RIM_MARGIN = 0.86, 0.25
"""The least score and lead without a rim. No place had as much by chance (0.85 and 0.22)."""


@dataclass(frozen=True, slots=True, eq=False)
class TagSquare:
    """A tag's black square on the board, as the camera sees it."""

    camera: Camera
    """The camera and its place."""
    side_mm: float
    """The square's side."""
    top_mm: float
    """Its height above the board."""

    def fitted(
        self, grey: Image, dictionary: Dictionary, about: Place, within_mm: Sequence[float] = COARSE_MM
    ) -> tuple[Place, Tag] | None:
        """Return the place near another that fits an id best, and the tag there; None if nothing fits.

        `within_mm` are the offsets of the rough search along each axis.
        """
        rough = self._likeliest(
            grey,
            dictionary,
            [
                (about[0] + dx, about[1] + dy, float(turn))
                for dx, dy, turn in product(within_mm, within_mm, _COARSE_DEG)
            ],
        )
        if not rough:
            return None
        fine = [
            (x + dx, y + dy, turned + turn)
            for (x, y, turned), dx, dy, turn in product(rough, _FINE_MM, _FINE_MM, _FINE_DEG)
        ]
        at, tag = self._best(grey, dictionary, fine)
        return fine[at][:2], tag

    def _likeliest(
        self, grey: Image, dictionary: Dictionary, places: list[tuple[float, float, float]]
    ) -> list[tuple[float, float, float]]:
        """Return the few separate places (x, y, turned) that fit any id best; none if nothing fits at all.

        A rough place may fit a wrong id better than the label's true place does.
        """
        scores = self._fits(grey, dictionary, places)[0].max(axis=1)
        found: list[tuple[float, float, float]] = []
        for at in np.argsort(-scores, kind="stable").tolist():
            x, y, turned = places[at]
            if scores[at] < _HOPELESS or len(found) == _ROUGH:
                break
            if all(
                max(abs(x - u), abs(y - v)) > _ROUGH_MM or abs((turned - t + 45) % 90 - 45) > _ROUGH_DEG
                for u, v, t in found
            ):
                found.append(places[at])
        return found

    def _best(
        self, grey: Image, dictionary: Dictionary, places: list[tuple[float, float, float]]
    ) -> tuple[int, Tag]:
        """Return the index of the place (x, y, turned) that fits an id best, and the tag there."""
        fits, quads = self._fits(grey, dictionary, places)
        by_turn = fits.reshape(len(quads), 4, dictionary.count)
        by_id = by_turn.max(axis=1)
        at, tag = np.unravel_index(int(by_id.argmax()), by_id.shape)
        score = float(by_id[at, tag])
        others = np.delete(by_id[at], tag)
        corners = np.roll(quads[at], int(by_turn[at, :, tag].argmax()), axis=0)
        return int(at), Tag(int(tag), corners, score, score - float(others.max()))

    def _fits(
        self, grey: Image, dictionary: Dictionary, at: Sequence[tuple[float, float, float]]
    ) -> tuple[NDArray[np.float32], Points]:
        """Return the correlations of places (x, y, turned) with every id, and the quads of the places.

        The correlations are as `compare` returns them.
        """
        places = np.array(at)
        turns = np.deg2rad(places[:, 2])
        cos, sin = np.cos(turns), np.sin(turns)
        half = self.side_mm / 2
        corners = np.array([(-half, half), (half, half), (half, -half), (-half, -half)])
        x = corners[:, 0] * cos[:, None] - corners[:, 1] * sin[:, None] + places[:, :1]
        y = corners[:, 0] * sin[:, None] + corners[:, 1] * cos[:, None] + places[:, 1:2]
        points = np.stack([x, y, np.full_like(x, self.top_mm)], axis=2)
        quads = self.camera.project(points.reshape(-1, 3)).reshape(-1, 4, 2)
        return compare(grey, quads, dictionary).fits, quads


def shows_label(
    grey: Image, camera: Camera, dictionary: Dictionary, about: Place, *, tag_mm: float, top_mm: float
) -> bool:
    """Return whether a label may lie near a place, read or not. Print that looks like a label has no rim."""
    fitted = TagSquare(camera, tag_mm, top_mm).fitted(grey, dictionary, about)
    return fitted is not None and rim_share(grey, fitted[1].corners, dictionary.modules) >= RIM / 2


def read_known(  # noqa: PLR0913  # the picture's parts and its scale, by name
    grey: Image,
    camera: Camera,
    dictionary: Dictionary,
    about: Place,
    ids: Collection[int],
    *,
    tag_mm: float,
    top_mm: float,
) -> Tag | None:
    """Return the tag of a label near a place, scratched or not, if it shows one of these ids; else None."""
    fitted = TagSquare(camera, tag_mm, top_mm).fitted(grey, dictionary, about)
    if fitted is None or fitted[1].id not in ids or fitted[1].score < _KNOWN_SCORE:
        return None
    (exact,) = recornered(grey, (fitted[1],), dictionary.modules)
    return exact


def is_read(grey: Image, tag: Tag, modules: int) -> bool:
    """Return whether a place that fits an id is its label.

    Many places are tried, and any may fit by chance.
    """
    if tag.score >= NO_RIM_SCORE and tag.margin >= _NO_RIM_MARGIN:
        return True
    if tag.score < _SCORE or tag.margin < _MARGIN:
        return False
    return rim_share(grey, tag.corners, modules) >= RIM
