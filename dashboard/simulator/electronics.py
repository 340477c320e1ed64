"""The actions at the simulated board: buttons pressed, tags laid on readers, its cable pulled."""

import logging
import time
from pathlib import Path

from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.stickers import stickers
from engine.core.faults import BoardwardenError, InputFault
from engine.core.ids import PieceId, Seconds
from firmware_bridge.simulated.board import SimulatedBoard

_PASSING_S = 1.5
"""How long a card that is drawn lies over a reader."""

log = logging.getLogger(__name__)


class BoardElectronics:
    """The simulated board, if there is one. `link`: where it's plugged in again after it was pulled out.

    `writer` records which buttons were pressed. An impossible action is logged and passed over.
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
        """Whether there is a board, and somewhere to plug it in again."""
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
        """Lay a tag on a pad; without a uid lift what lies there."""
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
        """Let a seat's reader read the card that it takes into its hand."""
        if self._device is None or pad not in self._device.readers:
            return
        (uid,) = stickers(card, self._device.uid_bytes)
        self.lay_tag(pad, uid)
        self._lifts.append((time.monotonic() + _PASSING_S, pad))

    def lift_read(self) -> None:
        """Take from the readers what has passed over them."""
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
