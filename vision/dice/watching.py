"""Watches a dice tray from picture to picture. It reads the tray only once a change has come to rest."""

import cv2
import numpy as np

from engine.core.board import Tray
from vision.dice.reading import TrayLook, read_dice
from vision.dice.rolling import SettledDice, TrayState, follow
from vision.dice.tray import TrayView
from vision.pictures.camera_model import Camera
from vision.pictures.frame import Frame, Image

_CHANGED = 22
"""The least difference, in levels, that counts as a change. A die that moves by 4 mm changes 1.3 % of the
tray by this, 1.6 % by half of it and 0.7 % by twice as much. All are more than `_MOST_CHANGED`."""

_MOST_CHANGED = 0.004
"""The largest part of the tray that may differ at rest: of 130 by 200 mm that is 104 mm², less than half of a
die's face."""

_MOVING = TrayLook(unsure=1)
"""The look while something moves in the tray."""

_BLIND = TrayLook(blind=True)


class TrayWatch:
    """One camera's view of the tray. The state inside is a value, replaced as a whole."""

    def __init__(self, tray: Tray) -> None:
        self._tray = tray
        self._view: TrayView | None = None
        self._last: Image | None = None
        self._read_from: Image | None = None
        self._look = _BLIND
        self._state = TrayState()

    @property
    def state(self) -> TrayState:
        """The state of the tray."""
        return self._state

    def take(self, frame: Frame, camera: Camera | None) -> SettledDice | None:
        """Return the roll that this picture completes, if any. Without a camera's pose nothing is read."""
        self._state, roll = follow(self._state, self._seen(frame, camera), frame.taken_at)
        return roll

    def _seen(self, frame: Frame, camera: Camera | None) -> TrayLook:
        if camera is None or frame.image.ndim != 3:
            return _BLIND
        if self._view is None or self._view.camera is not camera:
            self._view, self._last, self._read_from = TrayView(self._tray, camera), None, None
        part = self._view.cropped(frame.image)
        if part is None:
            return _BLIND
        before, self._last = self._last, part
        if before is not None and _differ(before, part):
            return _MOVING
        if self._read_from is None or _differ(self._read_from, part):
            self._look, self._read_from = read_dice(frame.image, self._view), part
        return self._look


def _differ(one: Image, other: Image) -> bool:
    off = cv2.absdiff(one, other).max(axis=2)
    return float(np.mean(off > _CHANGED)) > _MOST_CHANGED
