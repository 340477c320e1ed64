"""The update of a board's firmware over the link: the messages, and the board's return. Without I/O.

The board fills a second folder, tries it once, and keeps it only when this end has heard the new firmware's
hello. Times are the host's monotonic seconds.
"""

from collections import deque
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from zlib import crc32

from engine.core.phrase import Phrase, unsaid
from firmware_bridge.link.fields import LONGEST_BLOCK
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.messages import (
    Hello,
    Message,
    UpdateBegin,
    UpdateFile,
    UpdateKeep,
    UpdatePart,
    UpdateSaid,
    UpdateTry,
)
from firmware_bridge.link.session import DictionaryRefused, LinkEvent, Lost, Ready, Received
from firmware_bridge.texts import TEXTS

SOURCE = Path(__file__).parents[1] / "hardware" / "firmware" / "warden"

MEETS_WITHIN_S = 4.0
"""A running board says hello within a second: one that says nothing is at its console, or bare."""
ANSWERS_WITHIN_S = 10.0
"""A board that empties a folder of flash is busy for a second or two."""
COMES_BACK_WITHIN_S = 75.0
"""New firmware that fails gives up after a minute; the old one then says hello."""
MOST_TRIES = 3


class UpdateOutcome(StrEnum):
    """The end of an update."""

    DONE = "done"
    FELL_BACK = "fell_back"
    TOO_OLD = "too_old"
    REFUSED = "refused"
    FAILED = "failed"
    SILENT = "silent"


class UpdatePhase(StrEnum):
    """How far an update has come."""

    MEETING = "meeting"
    SENDING = "sending"
    TRYING = "trying"
    KEEPING = "keeping"


def firmware_files(board_json: str | None = None) -> dict[str, bytes]:
    """Return this version's firmware by its paths on a board, with a `board.json` if one is given."""
    files = {f"warden/{path.name}": path.read_bytes() for path in sorted(SOURCE.glob("*.py"))}
    return files if board_json is None else {**files, "board.json": board_json.encode()}


class UpdateTalk:
    """One board's update. Drive it as `HostLink`, until `outcome` is there; `why` then says more.

    `files` by their paths, `version` is that of the firmware in them.
    """

    def __init__(self, first_half: int, files: Mapping[str, bytes], version: str) -> None:
        self.hello: Hello | None = None
        self.outcome: UpdateOutcome | None = None
        self.why: Phrase | str = unsaid()
        self.whole = 0
        self.phase = UpdatePhase.MEETING
        self._link = HostLink(first_half)
        self._files = dict(files)
        self._version = version
        self._queue: deque[Message] = deque()
        self._tries = 0
        self._begun = False
        self._until: float | None = None

    def port_gone(self) -> None:
        """Take in that the port went: the board starts again."""
        self._link.unplug()

    def receive_data(self, data: bytes, now: float) -> None:
        """Take in bytes as they came."""
        self._take(self._link.receive_data(data, now), now)

    def tick(self, now: float) -> None:
        """Notice changes by time alone."""
        if self._until is None:
            self._wait(now)
        self._take(self._link.tick(now), now)
        if self.outcome is None and self._until is not None and now >= self._until:
            self._end(UpdateOutcome.SILENT, TEXTS.say("update.silent"))

    def data_to_send(self, now: float) -> bytes:
        """Return the bytes to write now."""
        while self._queue and self._link.room:
            self._link.send(self._queue.popleft())
        return self._link.data_to_send(now)

    def next_timeout(self, now: float) -> float:
        """Return when `tick` and `data_to_send` are to be called next, if no data comes before."""
        times = [self._link.next_timeout(now)]
        return min([*times, now if self._until is None else self._until])

    def _wait(self, now: float) -> None:
        within = {UpdatePhase.MEETING: MEETS_WITHIN_S, UpdatePhase.TRYING: COMES_BACK_WITHIN_S}
        self._until = now + within.get(self.phase, ANSWERS_WITHIN_S)

    def _take(self, events: list[LinkEvent], now: float) -> None:
        for event in events:
            if self.outcome is not None:
                return
            match event:
                case Ready(hello):
                    self.hello = hello
                    self._wait(now)
                    self._met(hello)
                case Lost():
                    self._queue.clear()
                case DictionaryRefused(_, text):
                    self._end(UpdateOutcome.REFUSED, TEXTS.say("update.refused", why=text))
                case Received(UpdateSaid() as said):
                    self._wait(now)
                    self._said(said, now)
                case _:
                    pass

    def _met(self, hello: Hello) -> None:
        if not self._link.knows(UpdateBegin):
            self._end(UpdateOutcome.TOO_OLD, TEXTS.say("update.too_old", firmware=hello.firmware))
        elif self.phase in (UpdatePhase.TRYING, UpdatePhase.KEEPING):
            self.phase = UpdatePhase.KEEPING
            self._queue = deque([UpdateKeep()])
        else:
            self._begin()

    def _begin(self) -> None:
        """Send everything from the first byte on."""
        self._tries += 1
        if self._tries > MOST_TRIES:
            self._end(UpdateOutcome.FAILED, self.why or TEXTS.say("update.broken_off"))
            return
        self.phase, self.whole, self._begun = UpdatePhase.SENDING, 0, False
        self._queue = deque([UpdateBegin()])
        for path, data in self._files.items():
            self._queue.append(UpdateFile(path, len(data), crc32(data)))
            parts = range(0, len(data), LONGEST_BLOCK)
            self._queue += [UpdatePart(data[at : at + LONGEST_BLOCK]) for at in parts]
        self._queue.append(UpdateTry(len(self._files)))

    def _said(self, said: UpdateSaid, now: float) -> None:
        if said.step == "begin" and not said.fault:
            self._begun = True
        elif said.step == "keep":
            hello = self.hello
            if said.fault or hello is None or hello.firmware != self._version:
                self._end(UpdateOutcome.FELL_BACK, TEXTS.say("update.fell_back"))
            else:
                self._end(UpdateOutcome.DONE, unsaid())
        elif not self._begun and said.step != "begin":
            # It answers a message that was under way when everything began again.
            pass
        elif said.fault:
            self.why = f"{said.about}: {said.fault}" if said.about else said.fault
            self._begin()
        elif said.step == "try":
            self.phase = UpdatePhase.TRYING
            self._wait(now)
        elif said.step in ("file", "part"):
            self.whole += 1

    def _end(self, outcome: UpdateOutcome, why: Phrase | str) -> None:
        self.outcome, self.why = outcome, why
        self._queue.clear()
