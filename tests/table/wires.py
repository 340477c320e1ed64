"""The way of a phone's bytes to the table. A test cuts it as a Wi-Fi that goes: nobody hangs up."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress


class Wire:
    """A port of this machine whose bytes go on to another one, while it is whole."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._whole = threading.Event()
        self._whole.set()
        self._over = threading.Event()

    def cut(self) -> None:
        """Let nothing through from now on."""
        self._whole.clear()

    def mend(self) -> None:
        """Let everything through again, also what has waited."""
        self._whole.set()

    def end(self) -> None:
        """Let no thread wait any more."""
        self._over.set()
        self._whole.set()

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        """Carry bytes one way until either end hangs up."""
        with suppress(OSError):
            while (got := source.recv(65_536)) and self._whole.wait() and not self._over.is_set():
                target.sendall(got)
            target.shutdown(socket.SHUT_WR)


@contextmanager
def wire_to(port: int) -> Iterator[Wire]:
    """Yield a wire to a port of this machine."""
    listener = socket.create_server(("127.0.0.1", 0))
    wire = Wire(listener.getsockname()[1])

    def listen() -> None:
        with suppress(OSError):
            while True:
                come, _ = listener.accept()
                ends.enter_context(come)
                on = ends.enter_context(socket.create_connection(("127.0.0.1", port)))
                for way in ((come, on), (on, come)):
                    threading.Thread(target=wire.carry, args=way, daemon=True).start()

    with ExitStack() as ends:
        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        try:
            yield wire
        finally:
            wire.end()
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            listener.close()
            thread.join()
