"""Whether a live source repeats one picture, as a hung encoder or a stuck bridge does. It's pure.

No sensor gives the same picture twice, since its noise differs. A picture that is equal byte for byte is an
old one. So is one that differs only in a clock written into it. (Two or more pictures sent in turn aren't
noticed.)
"""

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.core.ids import Seconds
from vision.pictures.frame import Image

_NEVER = Seconds(0.0)
"""The time before any picture."""

_BLOCK_PX = 16
"""The side of the largest block that JPEG and H.264 code by itself, px. A changed digit changes no other
block."""

_MOST_WRITTEN = 0.05
"""The largest share of a picture's blocks that text takes. 44 px over half of 1600 x 1200 are 1.8 %."""

_TALLEST = 0.12
"""The largest share of a picture's height that a line of text takes."""

_LINE_BLOCKS = 4
"""The height of a line in a small picture, blocks: the two that it crosses, and the colours of those next to
them."""

_MOST_LINES = 3
"""The most lines of text that change, such as a date, a time and a name."""

_GAP_BLOCKS = 2
"""Changed blocks at most this far apart belong to one line."""

_FEWEST = 4
"""The fewest repeats of a frozen picture. A stream that carries another stream sends each of its pictures a
few times."""

_FEWEST_TICKS = 4
"""The fewest changes of a clock. A piece that is carried is here once, and then there."""

_SAMPLED_PX = 37
"""The step between the pixels that are compared first, each way: one in 1,369. It isn't a multiple of a
block's width, so all columns of blocks are sampled."""

_MOST_SAMPLED = 0.1
"""The largest share of changed samples in one and the same picture. Text takes half of it
(`_MOST_WRITTEN`)."""

Blocks = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RepeatPatience:
    """How long a source may repeat a picture."""

    same_s: float
    """How long it may repeat the very same picture, seconds."""
    ticking_s: float
    """How long it may repeat a picture that differs only in a clock, seconds."""


SINGLE = RepeatPatience(same_s=5.0, ticking_s=10.0)
"""The patience if every picture is coded by itself (MJPEG, a camera at this machine)."""

RELATED = RepeatPatience(same_s=30.0, ticking_s=30.0)
"""The patience if a picture is coded as its difference from the one before (H.264, H.265). If a camera
filters the noise out of a table at rest, nothing differs until its next whole picture, up to some 10 s
later."""


@dataclass(frozen=True, slots=True)
class Repeats:
    """The last pictures of a source that were all the same."""

    frozen: bool = False
    """Whether that has lasted too long."""
    since: Seconds = _NEVER
    """The capture time of the first of them."""
    _first: Image | None = None
    """The first of them; None before any picture."""
    _last: Image | None = None
    """The last of them."""
    _same_since: Seconds = _NEVER
    """The capture time of the first picture that equals the last in every pixel."""
    _times: int = 0
    """The number of repeats."""
    _ticks: int = 0
    """The number of times that it differed from the one before."""
    _written: Blocks = field(default_factory=lambda: np.zeros((0, 0), np.bool_))
    """The blocks that differ from the first picture, `(rows, columns)`, each 16 px wide."""

    def after(
        self, image: Image, at: Seconds, patience: RepeatPatience, *, others: bool = False
    ) -> "Repeats":
        """Return the account with one more picture, taken at a time that isn't before the last one's.

        `others`: a different picture came since the last, though it wasn't read.
        """
        first, last = self._first, self._last
        if first is None or last is None or first.shape != image.shape:
            return _begun(image, at)
        if not _is_alike(image, first):
            return _begun(image, at)
        changed = _changed_blocks(image, last)
        if others and not changed.any():
            # The source sends a few pictures in turn, and a slow reader always gets the same one. A clock
            # would have gone on meanwhile.
            return _begun(image, at)
        ticks = self._ticks + bool(changed.any())
        written = self._written | (_changed_blocks(image, first) if changed.any() else changed)
        if not _is_writing(written):
            return _begun(image, at)
        same_since = at if changed.any() else self._same_since
        times = self._times + 1
        same = at - same_since >= patience.same_s
        ticking = ticks >= _FEWEST_TICKS and at - self.since >= patience.ticking_s
        frozen = self.frozen or (times >= _FEWEST and (same or ticking))
        return replace(
            self,
            frozen=frozen,
            _last=image,
            _same_since=same_since,
            _times=times,
            _ticks=ticks,
            _written=written,
        )


def differs(content: Image | bytes, before: Image | bytes | None) -> bool:
    """Return whether a picture surely differs from the one before; of pixels one in 1,369 is compared."""
    if before is None or isinstance(content, bytes) or isinstance(before, bytes):
        # A feed may give pixels once and a file the next time. Those can't be compared, and count as
        # different.
        return type(content) is not type(before) or content != before
    step = (slice(None, None, _SAMPLED_PX),) * 2
    return content.shape != before.shape or not np.array_equal(content[step], before[step])


def _begun(image: Image, at: Seconds) -> Repeats:
    rows, columns = (-(-side // _BLOCK_PX) for side in image.shape[:2])
    return Repeats(
        since=at,
        _first=image,
        _last=image,
        _same_since=at,
        _written=np.zeros((rows, columns), np.bool_),
    )


def _is_alike(image: Image, other: Image) -> bool:
    """Return whether two pictures may be the same except for text; one in 1,369 px is compared."""
    sampled = (image[::_SAMPLED_PX, ::_SAMPLED_PX] != other[::_SAMPLED_PX, ::_SAMPLED_PX]).any(axis=-1)
    return float(sampled.mean()) <= _MOST_SAMPLED


def _changed_blocks(image: Image, other: Image) -> Blocks:
    rows, columns = (-(-side // _BLOCK_PX) for side in image.shape[:2])
    blocks = np.zeros((rows, columns), np.bool_)
    if image is other:
        return blocks
    # Channels count as columns. That is ten times as fast as taking the largest of the three.
    points = cv2.findNonZero(cv2.absdiff(image, other).reshape(image.shape[0], -1))
    if points is not None:
        values, rows_px = points.reshape(-1, 2).T
        blocks[rows_px // _BLOCK_PX, values // (_BLOCK_PX * image.shape[2])] = True
    return blocks


def _is_writing(blocks: Blocks) -> bool:
    """Return whether the changed blocks may be lines of text, or none."""
    if float(blocks.mean()) > _MOST_WRITTEN:
        return False
    near = np.ones((1, 2 * _GAP_BLOCKS + 1), np.uint8)
    joined = cv2.morphologyEx(np.pad(blocks.astype(np.uint8), _GAP_BLOCKS), cv2.MORPH_CLOSE, near)
    count, _, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    tallest = max((int(box[cv2.CC_STAT_HEIGHT]) for box in boxes[1:]), default=0)
    return count - 1 <= _MOST_LINES and tallest <= max(_LINE_BLOCKS, _TALLEST * blocks.shape[0])
