"""Large changes that are other light on the same board: a lamp is switched on, a sunbeam falls on it.

Light scales the print under it and leaves the lines between cells as clear as they were. An arm, a sleeve or
a sheet of paper hides them. A thin or small thing hides no line either, but differs from the light around it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.field import CameraField, Flags, Floats, lost_share
from vision.board.printed_lines import LOST
from vision.change.background_subtraction import Compared, compare, gain_of, solid
from vision.change.moving_light import beyond_light
from vision.change.same_texture import seen_through
from vision.change.small_picture import Small
from vision.known.background import Reference
from vision.pictures.connected_parts import find_parts
from vision.pictures.frame import Mask
from vision.pictures.levels import CUT_OFF, WHITE, ZERO, highest, lighter

Steps = NDArray[np.uint8]

_FEWEST_LINES, _MOST_LOST = 6, 0.1
"""A change is light if at least this many lines lie beneath it, as many as a hex has, and at most this part
of them is hidden. Light hid 1 line of 130; arms hid three of four (docs/measured/vision-limits.md)."""

_KEPT = 0.6
"""The least part of their contrast that lines keep in other light, where white isn't cut off. Lines seen
through paper keep less. On three films light left 0.83 and more, and hid 1 line of 130. Arms hid three of
four lines beneath them."""

_BENEATH, _CLOSE = 0.25, 3
"""A line lies beneath a change if at least this part of it and its sides does. The change is first dilated by
a square of the second number, small px."""

_NEAR = 0.35
"""Changes nearer than this, in widths of a cell, belong together, since dark print between them may show no
light. A hex is 60 mm wide by its area, so these are 21 mm, the width of a label."""

_PARTLY_LOST, _MOSTLY_LOST = 0.3, 0.6
"""The part of a cell's lines that counts as some of them (two of a hex's six), and the part of the lines
beneath a change that no light hides. Arms hid three of four."""

_MOSTLY_OTHER, _LEAST_PX = 0.6, 60
"""A change that shows other print in more than this part of its pixels isn't light. Under an arm alone 0.99
showed other print, in light alone up to 0.15, in light with an arm in it 0.3. Parts with fewer small px than
the second number may be the edge of a light."""

_STEPS, _MIDDLE = 50.0, 128.0
"""The number of steps of light to a factor of e, so that one step is 2 %, and the step of unchanged light."""

_SMOOTH, _OTHERWISE = 5, 4.0
"""The width of a mean filter, small px, and the steps of light that count as a difference after it. In two
pictures in the same light 99.9 % of the pixels then differ by at most 2 steps, and without the filter by 3 to
8. Beside a lamp that is switched on they differ by 20 (films 01 to 03)."""

_EDGE = 6
"""The edge of a light is a cell's width divided by this, on both sides: 10 mm. Shadows in film 02 have an
edge of 24 to 29 px where 1280 px show 922 mm, which is 17 to 21 mm in all
(docs/measured/vision-limits.md)."""

_LIGHTER = 20
"""The most steps that white may have been brighter than it showed. One step is 2 %, so this is light that is
half as strong again (1.49), the most that films were tried with."""

_NOISE, _BEYOND = 3, 6
"""The slack in steps of light: for noise, and for the board's margin, where a lamp beside the board is
brighter than on any cell nearby."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardComparison:
    """A picture compared with the bare board."""

    board: Reference | None
    """The bare board in the present light; None while it isn't known."""
    compared: Compared | None
    """The comparison; None likewise."""
    stands: Mask
    """The small pixels where something stands in front of the board."""
    lines: Floats
    """The contrast of each line, `(lines,)`. It is 0 for a line with less contrast than other light would
    leave."""


def compared_with_board(  # noqa: PLR0913  # what the steps before found, by name
    before: Reference,
    now: Small,
    field: CameraField,
    *,
    explained: Mask,
    lines: Floats,
    expected: Flags,
    blown: Flags,
) -> BoardComparison:
    """Return a picture compared with the bare board.

    `explained` are the small pixels where pieces are or were. `expected` are the lines that must show.
    `blown` are the lines where the picture is blown out.
    """
    compared = compare(before.picture, now)
    stands = solid(compared)
    changed = stands & ~explained
    if not (changed.any() and expected.any()):
        return BoardComparison(before, compared, _things(compared, stands, explained), lines)
    lost = expected & ~blown & _is_faint(lines, before.lines, now, field)
    picture = _relit(
        before.picture,
        now,
        changed,
        field,
        explained=explained,
        expected=expected,
        lost=lost,
        veiled=(field.labels >= 0) & before.veiled[field.labels],
    )
    if picture is None:
        return BoardComparison(before, compared, _things(compared, stands, explained), lines)
    compared = compare(picture, now)
    stands, lines = _things(compared, solid(compared), explained), np.where(lost, 0.0, lines)
    return BoardComparison(replace(before, picture=picture), compared, stands, lines)


def _things(compared: Compared, stands: Mask, explained: Mask) -> Mask:
    """Return the standing things, without places where the same print shows: there only the light changed."""
    return stands & ~seen_through(compared, stands & ~explained)


def _relit(  # noqa: PLR0913  # what the steps before found, by name
    reference: Small,
    now: Small,
    changed: Mask,
    field: CameraField,
    *,
    explained: Mask,
    expected: Flags,
    lost: Flags,
    veiled: Mask,
) -> Small | None:
    """Return the bare board in the present light; None if no large change is light.

    `changed` are the small pixels that differ by more than a shadow, and that no piece explains. `expected`
    are the lines that must show; `lost` are those of them with less contrast than any light would leave.
    `veiled` are the small pixels where glare hid the board before, so that its look isn't known.
    """
    beneath = expected & (_share_in(_close(changed), now.factor, field) >= _BENEATH)
    if beneath.any() and lost[beneath].mean() > _MOSTLY_LOST:
        return None
    steps = _steps(reference, now)
    faint = lost_share(lost, field) >= _PARTLY_LOST
    covered = (field.labels >= 0) & faint[field.labels]
    lit = _lit(changed | _is_otherwise(steps), expected, lost, now.factor, field) & ~veiled
    if not (lit & changed).any():
        return None
    things = _with_other_print(reference, now, changed)
    lit &= ~things
    if not (lit & changed).any():
        return None
    # A channel that is cut off doesn't show how much the light has changed.
    shows = np.maximum(reference.pixels, now.pixels) < CUT_OFF
    known = shows & ((field.labels >= 0) & ~explained & ~covered & ~things)[..., None]
    if not known.any(axis=(0, 1)).all():
        return None
    was_white = cv2.dilate(reference.pixels, np.ones((_CLOSE, _CLOSE), np.uint8)) >= CUT_OFF
    light = np.where(lit[..., None], _light(steps, known, was_white, field), gain_of(reference, now))
    pixels = np.clip((reference.pixels + ZERO) * light - ZERO, 0.0, WHITE).astype(np.float32)
    soft = np.asarray(np.rint(cv2.blur(pixels, (2, 2))), np.uint8)
    return Small(pixels, soft, reference.factor)


def _is_faint(lines: Floats, before: Floats, now: Small, field: CameraField) -> Flags:
    """Return the lines that don't show, or that have less contrast than light leaves them."""
    rows, columns = _of_lines(now.factor, field)
    white = (highest(now.pixels[rows, columns]) >= CUT_OFF).mean(axis=1)
    return np.asarray(lines < np.where(white < _BENEATH, np.maximum(_KEPT * before, LOST), LOST))


def _lit(changed: Mask, expected: Flags, lost: Flags, factor: int, field: CameraField) -> Mask:
    """Return the small pixels around changes that the lines still show beneath."""
    near = 2 * round(_NEAR * float(field.sizes.max()) ** 0.5) + 1
    wide = cv2.dilate(changed.astype(np.uint8), np.ones((near, near), np.uint8))
    close = _close(changed)
    parts = find_parts(np.asarray(wide, np.uint8))
    found = np.zeros(len(parts.areas), np.bool_)
    for part in parts.numbers:
        beneath = expected & (_share_in(close & (parts.labels == part), factor, field) >= _BENEATH)
        found[part] = beneath.sum() >= _FEWEST_LINES and lost[beneath].mean() <= _MOST_LOST
    return parts.where(found)


def _with_other_print(reference: Small, now: Small, changed: Mask) -> Mask:
    """Return the changed parts that have lost most of the board's print, which no light takes away.

    An arm that comes in over the margin covers few lines. By those alone it would belong to a large light
    nearby.
    """
    parts, other = find_parts(changed), beyond_light(reference, now, changed)
    areas = np.bincount(parts.labels[other], minlength=len(parts.areas))
    return _close(parts.where((areas > _MOSTLY_OTHER * parts.areas) & (parts.areas >= _LEAST_PX)))


def _close(changed: Mask) -> Mask:
    return np.asarray(cv2.dilate(changed.astype(np.uint8), np.ones((_CLOSE, _CLOSE), np.uint8)) > 0)


def _share_in(where: Mask, factor: int, field: CameraField) -> Floats:
    """Return the part of each line and its sides that lies within some small pixels, `(lines,)`."""
    return np.asarray(where[_of_lines(factor, field)].mean(axis=1))


def _of_lines(factor: int, field: CameraField) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the small pixels of each line and its sides, as rows and as columns, `(lines, samples)` each."""
    rows, columns = field.labels.shape
    at = np.rint((field.line_px + 0.5) / factor - 0.5).astype(np.int64)
    return np.clip(at[..., 1], 0, rows - 1), np.clip(at[..., 0], 0, columns - 1)


def _steps(reference: Small, now: Small) -> Steps:
    """Return the brightening of each channel at each small pixel in steps of light; `_MIDDLE` means none."""
    ratio = np.log(lighter(now.pixels, reference.pixels)) * _STEPS + _MIDDLE
    return np.asarray(np.clip(np.rint(ratio), 0, 255), np.uint8)


def _is_otherwise(steps: Steps) -> Mask:
    """Return the pixels whose light differs from that of most of the picture.

    Steps of light are compared, since dark print differs by few levels.
    """
    usual = np.median(steps[::4, ::4].reshape(-1, 3), axis=0)
    off = highest(np.abs(cv2.blur(steps, (_SMOOTH, _SMOOTH)) - usual))
    return np.asarray(off > _OTHERWISE)


def _light(steps: Steps, known: Mask, was_white: Mask, field: CameraField) -> NDArray[np.float32]:
    """Return the factor of each channel's light at each small pixel: a median as large as a cell.

    `known` are the pixels that show the board, by channel. Any other pixel takes the value of the nearest of
    these. `was_white` are the pixels where the board may have been brighter than the reference shows.
    """
    window = 2 * (round(float(field.sizes.max()) ** 0.5) // 2) + 1
    nearest = _nearest(steps, known)
    middle = np.asarray(cv2.medianBlur(nearest, window), np.uint8)
    # At the edge of a light, a pixel may have any light that is found on either side.
    inside = _within(steps, middle, window // _EDGE, _NOISE)
    # An arm may lie outside the field, where there are no lines. The light there is taken from cells nearby.
    light = np.where((field.labels < 0)[..., None], _within(steps, nearest, window, _BEYOND), inside)
    light = np.where(was_white, np.clip(steps, light, light + _LIGHTER), light)
    return np.asarray(np.exp((light.astype(np.float32) - _MIDDLE) / _STEPS), np.float32)


def _within(steps: Steps, around: Steps, reach: int, slack: int) -> NDArray[np.int16]:
    """Return steps of light, limited to the range of those `around` within `reach` px, widened by `slack`."""
    near = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    low, high = (np.asarray(one(around, near), np.int16) for one in (cv2.erode, cv2.dilate))
    return np.clip(steps.astype(np.int16), low - slack, high + slack)


def _nearest(steps: Steps, known: Mask) -> Steps:
    """Return for each pixel the value of the nearest known pixel, channel by channel."""
    found = np.empty_like(steps)
    for channel in range(3):
        shown, unknown = known[..., channel], (~known[..., channel]).astype(np.uint8)
        _, labels = cv2.distanceTransformWithLabels(unknown, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
        level = np.zeros(int(labels.max()) + 1, np.uint8)
        level[labels[shown]] = steps[shown, channel]
        found[..., channel] = level[labels]
    return found
