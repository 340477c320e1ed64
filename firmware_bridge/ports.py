"""Serial ports: finding them, recognising our own boards, and opening one here or on another machine.

Opening a port isn't harmless: the system's driver raises DTR and RTS, which restarts most boards behind a
UART chip (CH340, CP210x, FTDI). So only ports that name themselves ours are opened unasked.
"""

import errno
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import serial
from serial.tools import list_ports

from engine.core.faults import MissingFault
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.core.unusable import system_words
from firmware_bridge.simulated.plugs import plugged_in
from firmware_bridge.texts import TEXTS

try:
    import termios
except ImportError:  # Windows has no such lines to keep
    termios = None  # type: ignore[assignment]

BAUD = 115_200
"""For boards with a UART behind the USB chip; native USB boards ignore it."""

AUTO, NONE = "auto", "none"

_SOCKET, _RFC2217 = "socket://", "rfc2217://"
"""How the ports of other machines begin, as pyserial reads them: bytes as they are (ser2net's raw, an ESP32's
serial bridge), or with a serial port's own orders beside them (RFC 2217)."""

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 5.0

BOARD_VENDORS: dict[int, str] = {
    0x2E8A: "Raspberry Pi",
    0x303A: "Espressif",
    0x2341: "Arduino",
    0x2A03: "Arduino",
    0x239A: "Adafruit",
    0x1A86: "WCH (CH340)",
    0x10C4: "Silicon Labs (CP210x)",
    0x0403: "FTDI",
}
"""USB vendors whose ports may be a board. Such a port is shown, and opened when it is named."""

OUR_NAME = "Boardwarden"
"""The name of a board's firmware on USB: its product's name begins so (hardware/firmware/boot.py)."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A port that may be a board."""

    path: str
    """The port's path. It stays the same when the board is plugged in again."""
    about: str
    """The port's own description, for people."""
    ours: bool = True
    """Whether the port itself says that it's one of our boards. Any other port hasn't been asked yet."""


class PortFault(MissingFault):
    """A port can't be used; the message says which, why, and what to do."""

    def __init__(self, text: Phrase) -> None:
        super().__init__(text)
        self.text = text


class PortMissing(PortFault):
    """There is no such port now."""


def find_ports() -> tuple[FoundPort, ...]:
    """Return the ports that may be boards, by their lasting names where the system has them.

    A simulated board that is plugged in counts, and says that it is simulated.
    """
    lasting = {os.path.realpath(link): str(link) for link in sorted(Path("/dev/serial/by-id").glob("*"))}
    return tuple(
        FoundPort(
            lasting.get(os.path.realpath(port.device), port.device),
            str(port.product) if says_ours(port.product) else BOARD_VENDORS[port.vid],
            ours=says_ours(port.product),
        )
        for port in sorted(list_ports.comports(), key=lambda port: port.device)
        if port.vid in BOARD_VENDORS or says_ours(port.product)
    ) + tuple(FoundPort(str(link), f"{OUR_NAME} simulated board") for link in plugged_in())


def says_ours(product: str | None) -> bool:
    """Tell whether a USB product's name is one that our firmware uses."""
    return (product or "").startswith(OUR_NAME)


def open_port(path: str) -> serial.Serial:
    """Open a port for ourselves alone.

    Raises:
        PortFault: it is missing, busy, forbidden, or no serial port.
    """
    try:
        if path.startswith(_RFC2217):
            # pyserial refuses a write timeout here; it has one of its own.
            return serial.serial_for_url(path, BAUD, timeout=0)
        if path.startswith(_SOCKET):
            return serial.serial_for_url(path, BAUD, timeout=0, write_timeout=1.0)
        port = serial.Serial(path, BAUD, timeout=0, write_timeout=1.0, exclusive=True)
    except (OSError, ValueError) as error:
        raise port_fault(path, error) from error
    _keep_lines_up(port)
    return port


def close_port(port: serial.Serial) -> None:
    """Close a port, also one over the network, whose socket pyserial leaves open once its peer has gone."""
    held = getattr(port, "_socket", None)
    port.close()
    if held is not None:
        held.close()


def _keep_lines_up(port: serial.Serial) -> None:
    """Make the system leave DTR and RTS unchanged when the port is closed.

    With HUPCL, the usual, they fall then, and the next opening restarts the board; DTR can't stay down
    instead, for a board with USB of its own takes it for "somebody listens".
    """
    if termios is None:
        return
    try:
        settings = termios.tcgetattr(port.fileno())
        settings[2] &= ~termios.HUPCL
        termios.tcsetattr(port.fileno(), termios.TCSANOW, settings)
    except (OSError, termios.error):
        return


def port_fault(path: str, error: Exception) -> PortFault:
    """Return the fault for a failure to open: the reason and the remedy."""
    number = getattr(error, "errno", None)
    cause = error.__context__
    if number is None and cause is not None and cause.args and isinstance(cause.args[0], int):
        # pyserial keeps the system's error number only in the error that it wraps, an OSError or a
        # termios.error.
        number = cause.args[0]
    match number:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            there = joined([port.path for port in find_ports()]) or TEXTS.say("ports.none_here")
            return PortMissing(_on(path, TEXTS.say("ports.missing", there=there)))
        case errno.EACCES | errno.EPERM:
            text = TEXTS.say("ports.forbidden", group=_group_of(path))
        case errno.EBUSY | errno.EAGAIN:
            text = TEXTS.say("ports.busy", port=path)
        case errno.ENOTTY | errno.EINVAL | errno.EISDIR:
            text = TEXTS.say("ports.no_port")
        case _:
            why = str(error) if number is None else system_words(OSError(number, os.strerror(number)))
            text = TEXTS.say("ports.broken", why=why)
    return PortFault(_on(path, text))


def _on(path: str, what: Phrase) -> Phrase:
    return TEXTS.say("devices.on_port", port=path, what=what)


def pauses(seed: int) -> Iterator[float]:
    """Yield the pause before each next try: growing, limited, and randomised so that no two keep step."""
    chance = random.Random(seed)  # noqa: S311 # spreads a pause, guards nothing
    longest = FIRST_PAUSE
    while True:
        yield longest * chance.uniform(0.5, 1.0)
        longest = min(longest * 2, LONGEST_PAUSE)


def _group_of(path: str) -> str:
    try:
        return Path(path).group()
    except (OSError, KeyError):
        return "dialout"
