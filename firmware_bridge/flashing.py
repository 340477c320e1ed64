"""Carries an update over a serial port, through the restart of the board in the middle of it."""

import time
from collections.abc import Callable

import serial

from firmware_bridge.ports import PortFault, PortMissing, open_port
from firmware_bridge.updating import UpdateTalk

_LONGEST_READ_WAIT_S = 0.5
_AGAIN_S = 0.25
"""A board that starts again takes its port away for a second or two."""


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
