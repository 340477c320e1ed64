"""Keeps the simulated board's sensors up to date, so that it reports each moved piece at once."""

import threading
import time
from collections.abc import Callable

from dashboard.simulator.beneath import BuiltIn, Felt, felt
from dashboard.simulator.faults import Troubles
from dashboard.simulator.stage import Stage, next_turn, resting
from engine.core.ids import Seconds
from firmware_bridge.simulated.board import SimulatedBoard

_LOOK_ROUND_S = 0.5


class FeltUnderside:
    """Computes the sensors' signals from the stage and faults that `look` returns, and sets them."""

    def __init__(
        self,
        device: SimulatedBoard,
        beneath: BuiltIn,
        look: Callable[[Seconds], tuple[Stage, Troubles]],
    ) -> None:
        self._device = device
        self._beneath = beneath
        self._look = look
        self._felt: Felt | None = None
        self._news = threading.Event()

    def run(self, stop: threading.Event) -> None:
        """Follow the table's changes until `stop` is set."""
        while not stop.is_set():
            self._news.clear()
            now = Seconds(time.time())
            stage, troubles = self._look(now)
            self._feel(felt(resting(stage, now), self._beneath, troubles, self._felt))
            due = next_turn(stage, now)
            self._news.wait(_LOOK_ROUND_S if due is None else max(0.0, min(due - time.time(), _LOOK_ROUND_S)))

    def wake(self) -> None:
        """Compute the signals again at once, because the table has changed."""
        self._news.set()

    def _feel(self, now: Felt) -> None:
        if now == self._felt:
            return
        self._felt = now
        tags = {str(cell): uids for cell, uids in now.tags.items()}
        self._device.feel(now.covered, tags, deaf=now.deaf, bouncing=now.bouncing)
