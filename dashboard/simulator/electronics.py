"""Acts on the simulated board: presses buttons, lays tags on readers, and pulls its cable."""

import logging
import time
from pathlib import Path

from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.stickers import stickers
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import PieceId, Seconds
from firmware_bridge.simulated.board import SimulatedBoard

_PASSING_S = 1.5
"""The time that a drawn card lies over a reader, in seconds."""

log = logging.getLogger(__name__)


class BoardElectronics:
    """Acts on the simulated board. An impossible action is logged and ignored.

    Args:
        device: The board; None: there is none.
        link: The path of the port where the board is plugged in again after it was pulled out; None: nowhere.
        writer: Records pressed buttons; None: nothing is recorded.
    """

    def __init__(
        self, device: SimulatedBoard | None, link: Path | None, writer: FootageWriter | None
    ) -> None:
        self._device = device
        self._link = link
        self._writer = writer
        self._lifts: list[tuple[float, str]] = []

    @property
    def can_be_unplugged(self) -> bool:
        """Whether there is a board and a port to plug it in again."""
        return self._device is not None and self._link is not None

    def press(self, pad: str, button: str) -> None:
        """Press a button beside a pad."""
        if self._device is None:
            log.warning(
                "button %s of pad %s: there is no simulated board; start with --pty PATH", button, pad
            )
            return
        try:
            self._device.press(button, pad=pad)
        except InputFault as fault:
            log.warning("order ignored: %s", fault)
            return
        if self._writer is not None:
            self._writer.pressed(pad, button, Seconds(time.time()))

    def lay_tag(self, pad: str, uid: str) -> None:
        """Lay a tag on a pad; an empty uid lifts the tag that lies there."""
        if self._device is None:
            log.warning("a tag on pad %s: there is no simulated board; start with --pty PATH", pad)
            return
        try:
            if uid:
                self._device.put_tag(pad, uid)
            else:
                self._device.lift_tag(pad)
        except InputFault as fault:
            log.warning("order ignored: %s", fault)

    def pass_over_reader(self, pad: str, card: PieceId) -> None:
        """Lay a card over a seat's reader for a moment, as the player does who draws it."""
        if self._device is None or pad not in self._device.readers:
            return
        (uid,) = stickers(card, self._device.uid_bytes)
        self.lay_tag(pad, uid)
        self._lifts.append((time.monotonic() + _PASSING_S, pad))

    def lift_read(self) -> None:
        """Lift the tags of cards that have lain over a reader long enough."""
        while self._lifts and self._lifts[0][0] <= time.monotonic():
            _, pad = self._lifts.pop(0)
            if all(pad != later for _, later in self._lifts):
                self.lay_tag(pad, "")

    def plug(self, *, away: bool) -> None:
        """Pull the board's cable out, or plug it in again."""
        if self._device is None or self._link is None:
            return
        if away:
            self._device.stop()
            return
        try:
            self._device.start(self._link)
        except BoardwardenError as fault:
            log.warning("the simulated board can't be plugged in again: %s", fault)
