"""A guided session with the calibration sheet: the views that are still needed, and when one is taken.

It's pure.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from math import log

import numpy as np
from numpy.typing import NDArray

from vision.calibration.sheet import SheetPose, SheetView, pose_of
from vision.calibration.target import CalibrationTarget

LEAST_VIEWS = 12
"""The fewest views of a complete session. With all parts of the picture covered the fit is then good to a
tenth of a pixel (lab)."""

MOST_VIEWS = 40
"""The most views of a session. `LEAST_VIEWS` are enough; more only make the fit slower."""

TILTED_DEG = 18.0
"""A sheet counts as tilted from this angle on, degrees. Without tilts focal length and distance can't be
separated."""

_CORNERS_IN_PART = 5
"""The corners that cover a part of the picture. With this number and with half of it a drawn session takes
315 pictures, for a lens whose rays are off by 1.45 px. With twice as much it takes 354 pictures for 1.24 px
(`tests.calibration.session_numbers`)."""

_STILL_PX = 1.2
"""The largest shift of a still sheet from picture to picture, px. A hand that trembles by 0.3 mm moves the
corners by half a px. With half of this number six of eight drawn sessions never end. With twice as much they
take 226 pictures instead of 315, for a lens that is off by 1.60 px instead of 1.45 (likewise)."""

_STILL_PICTURES = 3
"""The pictures in a row that a sheet has to be still. At ten a second a sheet that turns back rests for at
most two of them."""

_OTHER_PLACE = 0.12
"""The least difference in place, in parts of the picture: a third of one of its nine parts. With half of it a
drawn session takes 305 pictures for a lens that is off by 1.52 px, with twice as much 347 for 1.23 px
(likewise)."""

_OTHER_TILT_DEG = 12.0
"""The least difference in tilt, degrees: two thirds of `TILTED_DEG`, so a tilted sheet differs from a flat
one in its place. With half of it a drawn session takes 308 pictures. With twice as much it takes 325, and its
worst lens is off by 3.64 px instead of 3.04 (likewise)."""

_OTHER_SIZE = 0.26
"""The least difference in size, as a logarithm: 1.3 times as large."""

_A_LITTLE = 0.3
"""The part of these differences that is enough for a view with corners in a part that is still needed."""


class Want(StrEnum):
    """Views that are still needed: in a part of the picture, with a tilt, or simply more of them."""

    UPPER_LEFT = "upper left"
    UPPER = "upper middle"
    UPPER_RIGHT = "upper right"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    LOWER_LEFT = "lower left"
    LOWER = "lower middle"
    LOWER_RIGHT = "lower right"
    FACE_LEFT = "tilted to the left"
    FACE_RIGHT = "tilted to the right"
    FACE_UP = "tilted upwards"
    FACE_DOWN = "tilted downwards"
    MORE = "more views"


PARTS = tuple(Want)[:9]
"""The nine parts of the picture, row by row."""

TILTS = (Want.FACE_LEFT, Want.FACE_RIGHT, Want.FACE_UP, Want.FACE_DOWN)


@dataclass(frozen=True, slots=True, eq=False)
class KeptView:
    """A view that was taken, and how the sheet was held."""

    view: SheetView
    """The sheet's corners in the picture."""
    pose: SheetPose
    """The pose of the sheet."""


@dataclass(frozen=True, slots=True, eq=False)
class CalibrationSession:
    """The views taken so far, in pictures of one size."""

    target: CalibrationTarget
    """The sheet that is shown."""
    width_px: int
    """The pictures' width, px."""
    height_px: int
    """The pictures' height, px."""
    stillness: int = _STILL_PICTURES
    """The number of pictures in a row that the sheet has to be still; 0 if every picture was taken on
    purpose."""
    taken: tuple[KeptView, ...] = ()
    """The views that were taken, in order."""
    last: SheetView | None = None
    """The sheet in the picture before; None if it didn't show."""
    still: int = 0
    """The number of pictures in a row that it has been still."""

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of corners seen in each of the nine parts of the picture."""
        counts = sum((self.parts_of(one.view) for one in self.taken), np.zeros(9, np.int64))
        return tuple(int(count) for count in counts)

    @property
    def wanted(self) -> tuple[Want, ...]:
        """The views that are still needed; empty if there are enough for a good fit."""
        parts = [part for part, count in zip(PARTS, self.counts, strict=True) if count < _CORNERS_IN_PART]
        tilted = {tilt for one in self.taken for tilt in _tilts(one.pose)}
        found = (*parts, *(tilt for tilt in TILTS if tilt not in tilted))
        return found or ((Want.MORE,) if len(self.taken) < LEAST_VIEWS else ())

    def parts_of(self, view: SheetView) -> NDArray[np.int64]:
        """Return the number of a view's corners in each of the nine parts of the picture, `(9,)`."""
        thirds = view.corners_px * 3 // (self.width_px, self.height_px)
        column, row = np.clip(thirds, 0, 2).astype(np.int64).T
        return np.bincount(3 * row + column, minlength=9)


@dataclass(frozen=True, slots=True)
class SheetReport:
    """The result of one picture of a session."""

    found: bool
    """Whether the sheet is in the picture."""
    still: bool = False
    """Whether the sheet has been still for long enough."""
    taken: bool = False
    """Whether the view was taken."""
    known: bool = False
    """Whether a similar view was taken before."""


def show(session: CalibrationSession, view: SheetView | None) -> tuple[CalibrationSession, SheetReport]:
    """Return the session after one more picture, and the result of the picture.

    A view is taken if it's still and differs from all earlier ones in place, tilt or size.
    """
    if view is None:
        return replace(session, last=None, still=0), SheetReport(found=False)
    still = session.still + 1 if _rests(session.last, view) else 0
    after = replace(session, last=view, still=still)
    if still < session.stillness:
        return after, SheetReport(found=True)
    pose = pose_of(view, session.target, session.width_px, session.height_px)
    if len(session.taken) >= MOST_VIEWS or not _adds(session, view, pose):
        return after, SheetReport(found=True, still=True, known=True)
    after = replace(after, taken=(*session.taken, KeptView(view, pose)), still=0)
    return after, SheetReport(found=True, still=True, taken=True)


def _rests(before: SheetView | None, now: SheetView) -> bool:
    if before is None:
        return False
    _, here, there = np.intersect1d(now.ids, before.ids, return_indices=True)
    if not len(here):
        return False
    shift = np.linalg.norm(now.corners_px[here] - before.corners_px[there], axis=1)
    return float(np.median(shift)) < _STILL_PX


def _adds(session: CalibrationSession, view: SheetView, pose: SheetPose) -> bool:
    """Return whether a view differs from all that were taken, or has corners in a part that is needed."""
    if all(_differs(pose, one.pose) for one in session.taken):
        return True
    if not all(_differs(pose, one.pose, _A_LITTLE) for one in session.taken):
        return False
    wanted = {PARTS.index(want) for want in session.wanted if want in PARTS}
    counts = session.parts_of(view)
    return any(counts[part] >= _CORNERS_IN_PART for part in wanted)


def _differs(one: SheetPose, other: SheetPose, part: float = 1.0) -> bool:
    tilted = max(abs(one.tilt_x_deg - other.tilt_x_deg), abs(one.tilt_y_deg - other.tilt_y_deg))
    return (
        max(abs(one.x - other.x), abs(one.y - other.y)) > part * _OTHER_PLACE
        or tilted > part * _OTHER_TILT_DEG
        or abs(log(one.width / other.width)) > part * _OTHER_SIZE
    )


def _tilts(pose: SheetPose) -> tuple[Want, ...]:
    named = (
        (pose.tilt_x_deg < -TILTED_DEG, Want.FACE_LEFT),
        (pose.tilt_x_deg > TILTED_DEG, Want.FACE_RIGHT),
        (pose.tilt_y_deg > TILTED_DEG, Want.FACE_UP),
        (pose.tilt_y_deg < -TILTED_DEG, Want.FACE_DOWN),
    )
    return tuple(want for tilted, want in named if tilted)
