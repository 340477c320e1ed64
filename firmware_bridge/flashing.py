"""Carries an update over a serial port, through the restart of the board in the middle of it."""

import time
from collections.abc import Callable

import serial

from engine.core.faults import MissingFault
from firmware_bridge.console import PROMPT
from firmware_bridge.ports import PortFault, PortMissing, open_port
from firmware_bridge.texts import TEXTS
from firmware_bridge.updating import UpdateTalk

_LONGEST_READ_WAIT_S = 0.5
_AGAIN_S = 0.25
"""A board that starts again takes its port away for a second or two."""

_CONSOLE_WITHIN_S = 4.0
"""A board behind a UART chip restarts when its port is opened, and MicroPython takes a second or two."""
_CALL_CONSOLE = b"\r\x03\x02"
"""Ctrl-C ends a program that runs, and Ctrl-B ends the raw mode. The console writes its prompt after both."""


def carry(path: str, talk: UpdateTalk, *, pause: Callable[[float], None] = time.sleep) -> None:
    """Carry a talk over the port at `path` until it has its outcome.

    Raises:
        PortFault: the port is busy, forbidden, or no serial port; or it was missing from the first.
    """
    met = False
    while talk.outcome is None:
        try:
            port = open_port(path)
        except PortMissing:
            if not met:
                raise
        except PortFault:
            # While a board's port comes back the system may forbid it for a moment.
            if not met:
                raise
        else:
            met = True
            _converse(port, talk)
            talk.port_gone()
        talk.tick(time.monotonic())
        if talk.outcome is None:
            pause(_AGAIN_S)


def expect_console(path: str) -> None:
    """Make sure that MicroPython's console answers on the port at `path`, as it does on a bare board.

    Our firmware takes no byte for an interruption: while it tests itself, it answers nothing at all.

    Raises:
        MissingFault: nothing answers there; says what to do.
        PortFault: the port is missing, busy, forbidden, or no serial port.
    """
    if not _console_answers(path):
        raise MissingFault(TEXTS.say("devices.on_port", port=path, what=TEXTS.say("update.nobody")))


def _console_answers(path: str) -> bool:
    port = open_port(path)
    port.timeout = _AGAIN_S
    heard = b""
    until = time.monotonic() + _CONSOLE_WITHIN_S
    try:
        while PROMPT not in heard and time.monotonic() < until:
            port.write(_CALL_CONSOLE)
            heard += port.read(256)
    except (OSError, serial.SerialException):
        return False
    finally:
        port.close()
    return PROMPT in heard


def _converse(port: serial.Serial, talk: UpdateTalk) -> None:
    try:
        while True:
            now = time.monotonic()
            talk.tick(now)
            unsent = talk.data_to_send(now)
            if unsent:
                port.write(unsent)
            if talk.outcome is not None:
                return
            port.timeout = min(max(0.0, talk.next_timeout(now) - now), _LONGEST_READ_WAIT_S)
            came = port.read(port.in_waiting or 1)
            if came:
                talk.receive_data(came, time.monotonic())
    except (OSError, serial.SerialException):
        return
    finally:
        port.close()
