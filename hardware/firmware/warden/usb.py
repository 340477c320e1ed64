"""The board's USB serial port under MicroPython: standard input and output, read without waiting."""

import select

import micropython

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO


class Console:
    """`incoming` and `outgoing` are the binary ends of standard input and output. Ctrl-C interrupts."""

    def __init__(self, incoming: "BinaryIO", outgoing: "BinaryIO") -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._poll = select.poll()
        self._poll.register(incoming, select.POLLIN)
        self._takes = select.poll()
        self._takes.register(outgoing, select.POLLOUT)

    def read(self) -> bytes:
        """Return the bytes that have come, at most 256."""
        data = bytearray()
        while len(data) < 256 and self._poll.poll(0):
            data += self._incoming.read(1)
        return bytes(data)

    def write(self, data: bytes) -> int:
        """Write, and return the number of bytes that were taken, at most 64.

        Each byte is written only when there is room. At an open port that is full, MicroPython's own `write`
        waits for half a second (shared/tinyusb/mp_usbd_cdc.c), and no button is scanned during that time.
        """
        taken = 0
        while taken < min(len(data), 64) and self._takes.poll(0):
            self._outgoing.write(data[taken : taken + 1])
            taken += 1
        return taken


class Port(Console):
    """The same port while it carries frames: a byte 0x03 is data, not Ctrl-C."""

    def __init__(self, incoming: "BinaryIO", outgoing: "BinaryIO") -> None:
        micropython.kbd_intr(-1)
        Console.__init__(self, incoming, outgoing)
