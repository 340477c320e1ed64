"""The simulated board on a pseudo-terminal: a port that a bridge, or any serial program, can open.

The program is the board's own firmware (hardware/firmware) on chips simulated at register level.
"""

import os
import random
import select
import threading
import time
import tty
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from engine.core.faults import CallerFault, InputFault, MissingFault
from engine.core.ids import Cell
from firmware_bridge.lights import format_colour
from firmware_bridge.link.dictionary import DICTIONARY
from firmware_bridge.link.fields import Uid, parse_uid
from firmware_bridge.simulated.parts import board_json
from hardware.firmware.warden import configuration
from hardware.firmware.warden.pads import MISSES
from hardware.firmware.warden.running import Running
from hardware.simulation.clock import Ticks
from hardware.simulation.machine import Machine
from hardware.simulation.miswiring import Miswiring

_CHUNK = 4096
_SETTLING_MS = 400
"""How long the firmware runs at its own pace after a change: longer than any part of it takes to notice. At
other times nothing can change, and a scan now and then keeps the link alive."""
_QUIET_MS = 250
_READING_MS = 20_000
"""The longest wait for readers with a new tag: a broken one never looks."""
_LISTENING_MS = 20
_HELD_SCANS = 6
"""How many scans a button is held for, or a switch is left alone."""
_RELEASED_SCANS = 14
"""How many scans a button is released for before the next press: the firmware believes it after twelve."""
_CHATTER, _CHATTER_SCANS = 9, 7
"""The most extra changes of a bouncing switch, and the most scans that each takes: longer than the firmware
takes to believe it."""
_UIDS = {"mfrc522": (4, 7, 10), "pn5180": (8,)}
"""The length in bytes of the uids that a reader reads: ISO 14443-A, ISO 15693."""


class _Terminal:
    """Our end of the pseudo-terminal, as the firmware's port."""

    def __init__(self, file: int) -> None:
        self._file = file
        self.rubbish = b""

    def read(self) -> bytes:
        """Return the arrived bytes."""
        try:
            return os.read(self._file, _CHUNK)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> int:
        """Write as much of `data` as the terminal takes; return how many bytes.

        A real UART's bytes are lost when nobody listens; without this a closed port would fill up and the
        firmware's oldest frames would greet the next program that opens it.
        """
        try:
            if self.rubbish:
                self.rubbish = self.rubbish[os.write(self._file, self.rubbish) :]
                return 0
            return os.write(self._file, data)
        except BlockingIOError:
            return 0 if len(data) <= _CHUNK else len(data)


class SimulatedBoard:
    """A hub board that serves the pads and buttons of all seats, with parts under cells.

    `lit`, `switched`, `read`: the cells with a light, a switch, a reader. `wired`: the text of a `board.json`
    with the board's parts, instead of these.

    `start` and `stop` are plugging in and pulling out. Tags on the pads stay, as on a real table, but each
    start is a boot. Its methods may be called from any thread.
    """

    def __init__(  # noqa: PLR0913  # a board's equipment, by name
        self,
        *,
        pads: Sequence[str] = ("west", "south", "east", "north"),
        lit: Sequence[Cell] = (),
        switched: Sequence[Cell] = (),
        read: Sequence[Cell] = (),
        wired: str = "",
        identity: bytes = b"\xb0\xa2\x00\x01",
        dictionary: int = DICTIONARY,
    ) -> None:
        """Build the board.

        Raises:
            InputFault: no board can be made by `wired`.
        """
        self._dictionary = dictionary
        self._text = wired or board_json(pads, lit, switched, read)
        try:
            parts = configuration.read(self._text)
        except configuration.Unusable as error:
            raise InputFault(str(error)) from error
        self._readers = {one["pad"]: one["reader"] for one in parts.get("pads", ()) if "reader" in one}
        self._switched = frozenset(
            cell for cell in parts.get("cells", {}).get("order", ()) if cell is not None
        )
        self.raised = frozenset(Cell(cell) for cell in parts.get("cells", {}).get("raised", ()))
        """The cells whose terrain has switches in its top."""
        self._lamps = parts.get("lamps", {})
        self._buttons = [(one["pad"], one["button"]) for one in parts.get("buttons", ())]
        # The number of readings until a change on a pad has been reported, whichever pad was being read.
        self._reads = len(self._readers) * (MISSES + 1) + 2
        self._time = Ticks(_microseconds, _sleep)
        self._machine = Machine(parts, self._time, identity)
        self._closed: frozenset[Cell] = frozenset()
        self._laid: tuple[dict[str, tuple[Uid, ...]], frozenset[str]] = ({}, frozenset())
        self._to_read = False
        self._chance = random.Random(self._text)  # noqa: S311 # a switch's bouncing guards nothing
        self._orders: SimpleQueue[tuple[str, int, Callable[[], None]]] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._rubbish: list[bytes] = []
        self._stopping = threading.Event()
        self._wake_read = self._wake_write = -1
        self._link_path = Path()
        self._port = ""

    @property
    def lights(self) -> dict[tuple[str, str], str]:
        """The lit places as people see them: (pad, "") or ("", cell) → `#rrggbb`."""
        places = {number: ("", cell) for cell, number in self._lamps.get("cells", {}).items()}
        places |= {
            number: (pad, "") for pad, numbers in self._lamps.get("pads", {}).items() for number in numbers
        }
        seen = self._machine.miswired.seen(self._machine.lamps)
        return {
            place: format_colour(seen[number])
            for number, place in places.items()
            if seen.get(number, (0, 0, 0)) != (0, 0, 0)
        }

    @property
    def switches(self) -> frozenset[Cell]:
        """The cells with a switch."""
        return self._switched

    @property
    def readers(self) -> tuple[str, ...]:
        """The pads with a reader, those beneath cells among them."""
        return tuple(self._readers)

    @property
    def uid_bytes(self) -> int:
        """The length in bytes of the uids that its readers read."""
        return 8 if "pn5180" in self._readers.values() else 7

    @property
    def tones(self) -> tuple[int, ...]:
        """The last notes that the buzzer played, hertz."""
        return tuple(self._machine.tones)

    @property
    def port(self) -> str:
        """The pseudo-terminal's own name while started, else empty."""
        return self._port

    def start(self, link_path: Path) -> None:
        """Open the pseudo-terminal, point a symbolic link at it, and run the firmware in its own thread.

        Raises:
            InputFault: something that is no link stands at `link_path`, or its folder isn't there.
            MissingFault: the system gives no pseudo-terminal (a container without /dev/pts).
            CallerFault: it is started already.
        """
        if self._thread is not None:
            raise CallerFault("the simulated board is started already")
        try:
            ours, theirs = os.openpty()
        except OSError as error:
            raise MissingFault(
                f"no pseudo-terminal to be had: {error.strerror}; in a container, mount /dev/pts"
            ) from error
        try:
            # Raw both ways, or the terminal would echo and turn bytes 0x0A and 0x0D into one another.
            tty.setraw(theirs)
            os.set_blocking(ours, False)
            self._port = os.ttyname(theirs)
            _point(link_path, self._port)
        except BaseException:
            os.close(ours)
            os.close(theirs)
            self._port = ""
            raise
        self._link_path = link_path
        self._wake_read, self._wake_write = os.pipe()
        self._stopping.clear()
        self._thread = threading.Thread(
            target=self._run, args=(ours, theirs), name="simulated board", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Pull the board out: close the pseudo-terminal and take the link away. Harmless when stopped."""
        if self._thread is None:
            return
        self._stopping.set()
        self._wake()
        self._thread.join()
        self._thread = None
        os.close(self._wake_read)
        os.close(self._wake_write)
        self._wake_read = self._wake_write = -1
        if self._link_path.is_symlink() and str(self._link_path.readlink()) == self._port:
            self._link_path.unlink()
        self._port = ""

    def press(self, button: str, *, pad: str = "west") -> None:
        """Press a button beside a pad.

        Raises:
            InputFault: the board has no such button there.
        """
        if (pad, button) not in self._buttons:
            known = ", ".join(f"{one} of pad {beside}" for beside, one in self._buttons)
            raise InputFault(f"the board has no button '{button}' beside a pad '{pad}'; it has {known}")
        self._do(lambda: self._machine.press(pad, button, down=True), "buttons", _HELD_SCANS)
        self._do(lambda: self._machine.press(pad, button, down=False), "buttons", _RELEASED_SCANS)

    def put_tag(self, pad: str, uid: str) -> None:
        """Lay an RFID tag, its uid in hexadecimal, on a pad, in place of the one that may lie there.

        Raises:
            InputFault: no such pad, or not a uid.
        """
        self._checked(pad)
        raw, fitting = parse_uid(uid), _UIDS[self._readers[pad]]
        if len(raw) not in fitting:
            sizes = " or ".join(map(str, fitting))
            raise InputFault(
                f"uid '{uid}': a {self._readers[pad]} reads tags of {sizes} bytes, got {len(raw)}"
            )
        self._do(lambda: self._machine.lay(pad, (raw,)), "pads", self._reads)

    def lift_tag(self, pad: str) -> None:
        """Take the tag off a pad.

        Raises:
            InputFault: the board has no such pad.
        """
        self._checked(pad)
        self._do(lambda: self._machine.lay(pad, ()), "pads", self._reads)

    def cover(self, cell: Cell, *, covered: bool = True) -> None:
        """Cover a cell, or clear it.

        Raises:
            InputFault: the board has no switch there.
        """
        if cell not in self._switched:
            raise InputFault(f"the board has no switch under cell '{cell}'")
        self._do(lambda: self._machine.cover(cell, covered=covered), "cells", _HELD_SCANS)

    def cut_chain(self, after: int | None, *, reads: int = 0) -> None:
        """Cut the chain of switches behind a register, 1 the nearest: one level is read. None: mend it."""
        self._do(lambda: self._machine.cut_chain(after, reads), "cells", _HELD_SCANS)

    def feel(
        self,
        covered: Collection[Cell],
        tags: Mapping[str, Sequence[str]],
        *,
        deaf: Collection[str] = (),
        bouncing: Collection[Cell] = (),
    ) -> None:
        """Set the closed switches, all others being open, and the uids on the readers.

        `deaf` readers hear nothing; `bouncing` switches chatter where they change. Parts that the board lacks
        are ignored, and so are tags that its readers can't read.
        """
        closed = frozenset(covered) & self._switched
        chattering = tuple(cell for cell in bouncing if cell in self._switched)
        read = {
            pad: tuple(raw for uid in uids if len(raw := parse_uid(uid)) in _UIDS[self._readers[pad]])
            for pad, uids in tags.items()
            if pad in self._readers
        }
        laid = read, frozenset(deaf)

        def lie() -> None:
            for cell in self._switched:
                self._machine.cover(cell, covered=cell in closed)
            for pad, uids in read.items():
                self._machine.lay(pad, uids)
            self._to_read = self._to_read or laid != self._laid
            self._laid = laid
            for pad in self._readers:
                self._machine.readers[pad].deaf = pad in deaf

        changing = [cell for cell in chattering if (cell in closed) is not (cell in self._closed)]
        self._closed = closed
        self._do(lie, "cells", 0 if changing or not self._switched else _HELD_SCANS)
        for cell in changing:
            for number in range(_CHATTER):
                is_covered = (cell in closed) is (number % 2 == 1)
                scans = self._chance.randint(1, _CHATTER_SCANS)
                self._do(partial(self._machine.cover, cell, covered=is_covered), "cells", scans)
            self._do(partial(self._machine.cover, cell, covered=cell in closed), "cells", _HELD_SCANS)

    def miswire(self, change: Callable[[Miswiring], None]) -> None:
        """Make a mistake with the soldering iron."""
        self._do(lambda: change(self._machine.miswired), "cells", 0)

    def babble(self, rubbish: bytes) -> None:
        """Put rubbish on the line, as a loose plug does."""
        self._do(lambda: self._rubbish.append(rubbish), "buttons", 0)

    def _checked(self, pad: str) -> None:
        if pad not in self._readers:
            raise InputFault(f"the board has no pad '{pad}'; it has {', '.join(self._readers)}")

    def _do(self, order: Callable[[], None], noticed_by: str, scans: int) -> None:
        """Let the board's thread do this, and then wait until this many scans have seen it."""
        if self._thread is None:
            # No thread runs: the table changes while the board has no power.
            order()
            return
        self._orders.put((noticed_by, scans, order))
        self._wake()

    def _wake(self) -> None:
        if self._wake_write >= 0:
            os.write(self._wake_write, b"!")

    def _run(self, ours: int, theirs: int) -> None:
        terminal = _Terminal(ours)
        firmware = Running(
            self._machine,
            self._machine.neopixel,
            terminal,
            self._time,
            self._text,
            dictionary=self._dictionary,
        )
        lively_until = 0
        looked_at, scans = "buttons", 0
        readings, reading_until = 0, 0
        try:
            while not self._stopping.is_set():
                if firmware.scans[looked_at] >= scans:
                    with suppress(Empty):
                        looked_at, more, order = self._orders.get_nowait()
                        order()
                        scans = firmware.scans[looked_at] + more
                        lively_until = _milliseconds() + _SETTLING_MS
                if self._to_read:
                    self._to_read = False
                    readings = firmware.scans["pads"] + self._reads
                    reading_until = _milliseconds() + _READING_MS
                terminal.rubbish += b"".join(self._rubbish)
                self._rubbish.clear()
                wait = firmware.turn()
                unseen = firmware.scans[looked_at] < scans
                unread = firmware.scans["pads"] < readings and _milliseconds() < reading_until
                lively = unseen or unread or firmware.busy or _milliseconds() < lively_until
                readable, _, _ = select.select(
                    [ours, self._wake_read], [], [], (wait if lively else _QUIET_MS) / 1000
                )
                if self._wake_read in readable:
                    os.read(self._wake_read, _CHUNK)
                if readable:
                    lively_until = max(lively_until, _milliseconds() + _LISTENING_MS)
        finally:
            os.close(ours)
            os.close(theirs)


def _microseconds() -> int:
    return time.monotonic_ns() // 1000


def _sleep(microseconds: int) -> None:
    time.sleep(microseconds / 1_000_000)


def _milliseconds() -> int:
    return _microseconds() // 1000


def _point(link: Path, target: str) -> None:
    if os.path.lexists(link) and not link.is_symlink():
        raise InputFault(f"{link}: something stands there that is no link; give another path for the port")
    fresh = link.with_name(f".{link.name}.{os.getpid()}")
    try:
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(link)
    except OSError as error:
        raise InputFault(f"{link}: the port's link can't be made: {error.strerror}") from error
