"""The board's USB serial port under MicroPython: standard input and output, read without waiting."""

import select

import micropython


class Console:
    """`incoming` and `outgoing` are the binary ends of standard input and output. Ctrl-C means itself."""

    def __init__(self, incoming: object, outgoing: object) -> None:
        self._incoming = incoming
        self._outgoing = outgoing
        self._poll = select.poll()
        self._poll.register(incoming, select.POLLIN)

    def read(self) -> bytes:
        """The bytes that have come, at most 256."""
        data = bytearray()
        while len(data) < 256 and self._poll.poll(0):
            data += self._incoming.read(1)
        return bytes(data)

    def write(self, data: bytes) -> int:
        """How much of it was taken."""
        return self._outgoing.write(data) or 0


class Port(Console):
    """The same port while it carries frames: a byte 0x03 is data, not Ctrl-C."""

    def __init__(self, incoming: object, outgoing: object) -> None:
        micropython.kbd_intr(-1)
        Console.__init__(self, incoming, outgoing)
