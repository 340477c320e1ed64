"""Frames from image files: footage, a folder of images, or a single image."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from engine.core.unusable import system_words
from vision.pictures.frame import Frame
from vision.sources.files.decoding import MOST_PIXELS, decode_image
from vision.sources.pacing import FootagePace
from vision.sources.reading import BadFrame, Ended, NotYet, Reading, SourceFacts
from vision.texts import TEXTS

MOST_BYTES = 3 * MOST_PIXELS + 1_000_000
"""The largest file that is read, bytes: the largest picture uncompressed, and its header."""


class StillsSource:
    """Image files in order.

    Without a start they come as fast as they are asked for, with a start when they are due.

    No frame is skipped. A reader that is late gets frames as fast as it asks, until it has caught up.
    """

    def __init__(self, facts: SourceFacts, paths: Sequence[Path], *, pace: FootagePace) -> None:
        self._facts = facts
        self._paths = tuple(paths)
        self._pace = pace
        self._given = 0

    @property
    def facts(self) -> SourceFacts:
        """The facts of the source; the size is that of the last frame."""
        return self._facts

    @property
    def dropped(self) -> int:
        """Always 0."""
        return 0

    def read(self, timeout_s: float) -> Reading:
        """Return the next frame, waiting until it is due, at most `timeout_s`."""
        if self._given == len(self._paths):
            return Ended()
        if not self._pace.await_frame(self._given + 1, timeout_s):
            return NotYet()
        path = self._paths[self._given]
        self._given += 1
        taken_at = self._pace.taken_at(self._given)
        try:
            with path.open("rb") as file:
                content = file.read(MOST_BYTES + 1)
        except OSError as error:
            return BadFrame(
                self._given,
                taken_at,
                str(path),
                TEXTS.say("sources.unreadable", why=system_words(error)),
            )
        long = len(content) > MOST_BYTES
        image = TEXTS.say("images.too_large", most=MOST_PIXELS) if long else decode_image(content)
        if isinstance(image, str):
            return BadFrame(self._given, taken_at, str(path), image)
        self._facts = replace(self._facts, width_px=image.shape[1], height_px=image.shape[0])
        return Frame(image, taken_at, self._given, content)

    def close(self) -> None:
        """Do nothing: no file stays open between frames."""
