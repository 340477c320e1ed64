"""The vision service: one process for all cameras of a table, with a thread for each, and one bus connection.

A camera has a thread, not a process: decoding and scanning happen inside OpenCV, which lets other threads run
meanwhile. Another process would cost its memory again.
"""

import logging
import threading
from collections.abc import Sequence

from engine.bus.client import BusClient, Connected, Disconnected, KeptCame, ReceivedMessage
from engine.bus.heart import SILENT, Heart
from engine.bus.messages.cameras import CameraOrder, CameraState
from engine.bus.messages.match import MatchState
from engine.core.terms import Terms
from engine.core.verdict import Verdict
from vision.camera.watch import CameraWatch

WANTED = ("camera", "camera_order", "match", "verdict")
"""The channels that a vision service reads.

`camera` has its own last reports, from before a restart. `match` names the match that is played; its folder
gets the pictures. A `verdict` needs pictures, which the service cuts out for the pages.
"""

_BUS_WAIT_S = 0.2
"""The longest wait for a message, seconds. Between waits the heart beats, and a thread that failed is
noticed."""

log = logging.getLogger(__name__)


class VisionService:
    """The cameras of one table.

    Each camera is watched until `run` ends, whatever happens to the others. `terms` are the board, pieces and
    dice that all of them read; None: each reads its own.
    """

    def __init__(self, bus: BusClient, watches: Sequence[CameraWatch], *, terms: Terms | None = None) -> None:
        self._bus = bus
        self._terms = terms
        self._wanted: Terms | None = None
        self._watches = {watch.name: watch for watch in watches}
        self._failed: list[BaseException] = []

    def run(self, stop: threading.Event, heart: Heart = SILENT) -> Terms | None:
        """Serve until `stop` is set, or until a match begins with a board or pieces that aren't read here.

        The result is the terms of that match; None if `stop` was set. `heart` beats each time that the loop
        goes round.

        Raises:
            Exception: the error that ended a camera's thread; the others are stopped first.
        """
        over = threading.Event()
        threads = [
            threading.Thread(target=self._watch, args=(watch, over), name=f"camera {watch.name}")
            for watch in self._watches.values()
        ]
        try:
            self._remember(stop, heart)
            for thread in threads:
                thread.start()
            while not (stop.is_set() or over.is_set() or self._wanted):
                heart.beat()
                self._follow_bus()
        finally:
            # Closing a camera may take a while.
            heart.rests()
            over.set()
            for thread in threads:
                if thread.ident is not None:
                    thread.join()
        if self._failed:
            raise self._failed[0]
        return self._wanted

    def _watch(self, watch: CameraWatch, over: threading.Event) -> None:
        try:
            watch.run(over)
        except BaseException as error:  # noqa: BLE001 # passed to the main thread, which ends the process by it
            self._failed.append(error)
            over.set()

    def _remember(self, stop: threading.Event, heart: Heart) -> None:
        """Wait for the bus, and for the last reports of an earlier vision service that the bus retains.

        If footage is read again from its start after a crash, it must not be sent again.
        """
        waiting = set(self._watches)
        asked = False
        while waiting and not (stop.is_set() or self._wanted):
            heart.beat()
            match self._bus.receive(0.1):
                case Connected():
                    self._greet()
                    self._bus.ask_what_is_kept()
                    asked = True
                case Disconnected():
                    asked = False
                case KeptCame():
                    return
                case ReceivedMessage("camera", name, CameraState(source=source, last_taken_at=at)) if (
                    name in waiting and source == self._watches[name].source_name
                ):
                    self._watches[name].resume(at)
                    waiting.discard(name)
                case ReceivedMessage("match", _, MatchState() as match):
                    self._play(match)
                case None if not asked and all(one.live for one in self._watches.values()):
                    return

    def _follow_bus(self) -> None:
        match self._bus.receive(_BUS_WAIT_S):
            case Connected():
                self._greet()
            case Disconnected():
                for watch in self._watches.values():
                    watch.bus_went()
            case ReceivedMessage("camera_order", name, CameraOrder(order=order)) if name in self._watches:
                self._watches[name].order(order)
            case ReceivedMessage("match", _, MatchState() as match):
                self._play(match)
            case ReceivedMessage("verdict", _, Verdict() as verdict) if verdict.proofs:
                for watch in self._watches.values():
                    watch.show(verdict)
            case _:
                pass

    def _greet(self) -> None:
        for watch in self._watches.values():
            watch.bus_came()

    def _play(self, match: MatchState) -> None:
        # An engine that doesn't say what it plays on gives no board's name.
        if self._terms is not None and match.terms.board and not match.terms.looks_like(self._terms):
            self._wanted = match.terms
            return
        for watch in self._watches.values():
            watch.match_is(match.match)
