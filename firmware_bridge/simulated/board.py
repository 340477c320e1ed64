"""The simulated board on a pseudo-terminal: a port that a bridge, or any serial program, can open."""

import os
import select
import threading
import time
import tty
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue

from engine.core.faults import CallerFault, InputFault, MissingFault
from firmware_bridge.lights import format_colour
from firmware_bridge.link.fields import parse_uid
from firmware_bridge.link.messages import DICTIONARY
from firmware_bridge.simulated.firmware import Firmware

_CHUNK = 4096


class SimulatedBoard:
    """A hub board that serves the pads and buttons of all seats.

    `start` and `stop` are plugging in and pulling out; what lies on the pads stays, as on a real table, but
    each start is a boot. Its methods may be called from any thread.
    """

    def __init__(
        self, *, pads: Sequence[str] = ("west", "south", "east", "north"), dictionary: int = DICTIONARY
    ) -> None:
        self._pads = tuple(pads)
        self._dictionary = dictionary
        self._tags: dict[str, str] = {}
        self._lock = threading.Lock()
        self._orders: SimpleQueue[Callable[[Firmware, float], None]] = SimpleQueue()
        self._lights: dict[tuple[str, str], str] = {}
        self._sounds: tuple[tuple[str, str], ...] = ()
        self._thread: threading.Thread | None = None
        self._rubbish: list[bytes] = []
        self._stopping = threading.Event()
        self._wake_read = self._wake_write = -1
        self._link_path = Path()
        self._port = ""

    @property
    def lights(self) -> dict[tuple[str, str], str]:
        """What is lit: (pad or empty for the board, cell or empty for all of it) → `#rrggbb`."""
        with self._lock:
            return dict(self._lights)

    @property
    def sounds(self) -> tuple[tuple[str, str], ...]:
        """The sounds played since the start, as (pad or empty, name)."""
        with self._lock:
            return self._sounds

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
            InputFault: the board has no such pad.
        """
        self._checked(pad)
        self._do(lambda firmware, now: firmware.press(pad, button, now))

    def put_tag(self, pad: str, uid: str) -> None:
        """Lay an RFID tag, its uid in hexadecimal, on a pad.

        Raises:
            InputFault: no such pad, or not a uid.
        """
        self._checked(pad)
        raw = parse_uid(uid)
        self._tags[pad] = uid
        self._do(lambda firmware, now: firmware.put_tag(pad, raw, now))

    def lift_tag(self, pad: str) -> None:
        """Take the tag off a pad.

        Raises:
            InputFault: the board has no such pad.
        """
        self._checked(pad)
        self._tags.pop(pad, None)
        self._do(lambda firmware, now: firmware.lift_tag(pad, now))

    def cover(self, cell: str, *, covered: bool = True) -> None:
        """Cover a cell, or clear it."""
        if covered:
            self._do(lambda firmware, now: firmware.cover(cell, now))
        else:
            self._do(lambda firmware, now: firmware.clear(cell, now))

    def babble(self, rubbish: bytes) -> None:
        """Put rubbish on the line, as a loose plug does."""
        self._do(lambda _firmware, _now: self._rubbish.append(rubbish))

    def _checked(self, pad: str) -> None:
        if pad not in self._pads:
            raise InputFault(f"the board has no pad '{pad}'; it has {', '.join(self._pads)}")

    def _do(self, order: Callable[[Firmware, float], None]) -> None:
        self._orders.put(order)
        self._wake()

    def _wake(self) -> None:
        if self._wake_write >= 0:
            os.write(self._wake_write, b"!")

    def _run(self, ours: int, theirs: int) -> None:
        boot_at = time.monotonic()
        firmware = Firmware(
            boot=int.from_bytes(os.urandom(4), "little"), pads=self._pads, dictionary=self._dictionary
        )
        for pad, uid in self._tags.items():
            firmware.put_tag(pad, parse_uid(uid), 0.0)
        unsent = b""
        try:
            while not self._stopping.is_set():
                now = time.monotonic() - boot_at
                firmware.tick(now)
                self._obey_orders(firmware, now)
                unsent = _written(ours, unsent + firmware.data_to_send(now) + b"".join(self._rubbish))
                self._rubbish.clear()
                due = firmware.next_timeout(now)
                readable, _, _ = select.select(
                    [ours, self._wake_read],
                    [ours] if unsent else [],
                    [],
                    None if due is None else max(0.0, due - now),
                )
                if self._wake_read in readable:
                    os.read(self._wake_read, _CHUNK)
                if ours in readable:
                    firmware.receive_data(os.read(ours, _CHUNK), time.monotonic() - boot_at)
                    self._show(firmware)
        finally:
            os.close(ours)
            os.close(theirs)

    def _obey_orders(self, firmware: Firmware, now: float) -> None:
        while True:
            try:
                order = self._orders.get_nowait()
            except Empty:
                return
            order(firmware, now)

    def _show(self, firmware: Firmware) -> None:
        with self._lock:
            self._lights = {place: format_colour(colour) for place, colour in firmware.lights.items()}
            self._sounds = tuple(firmware.sounds)


def _written(port: int, data: bytes) -> bytes:
    """Write what the port takes; return the rest, or nothing of it when nobody reads.

    A real UART's bytes are lost when nobody listens; without this a closed port would fill up and the
    firmware's oldest frames would greet the next program that opens it.
    """
    try:
        return data[os.write(port, data) :] if data else b""
    except BlockingIOError:
        return data[-_CHUNK:] if len(data) <= _CHUNK else b""


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
