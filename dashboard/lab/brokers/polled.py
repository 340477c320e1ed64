"""Many connections to brokers in one thread. With a thread for each, hundreds would wait for each other."""

import select
import threading
import time
from contextlib import suppress

from paho.mqtt.client import Client

_TURN_MS = 50
_MISC_S = 1.0
_AGAIN_S = 1.0


class PolledClients:
    """Clients whose sockets one thread reads and writes. A broken connection is tried again every second."""

    def __init__(self) -> None:
        self._clients: list[Client] = []
        self._again: dict[Client, float] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="polled clients", daemon=True)

    def start(self) -> None:
        """Begin to read and write."""
        self._thread.start()

    def add(self, client: Client) -> None:
        """Take a client that is connected, or is connecting."""
        self._clients.append(client)

    def stop(self) -> None:
        """End the thread; the connections stay as they are."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        misc_at = time.monotonic()
        while not self._ended.is_set():
            now, poll, by_number = time.monotonic(), select.poll(), dict[int, Client]()
            for client in tuple(self._clients):
                if (number := _number_of(client)) is None:
                    self._try_again(client, now)
                    continue
                by_number[number] = client
                poll.register(number, select.POLLIN | (select.POLLOUT if client.want_write() else 0))
            for number, events in poll.poll(_TURN_MS):
                client = by_number[number]
                if events & select.POLLOUT:
                    client.loop_write()
                if events & ~select.POLLOUT:
                    client.loop_read()
            if now - misc_at > _MISC_S:
                misc_at = now
                for client in tuple(self._clients):
                    client.loop_misc()

    def _try_again(self, client: Client, now: float) -> None:
        if now >= self._again.setdefault(client, now + _AGAIN_S):
            del self._again[client]
            with suppress(OSError):
                client.reconnect()


def _number_of(client: Client) -> int | None:
    found = client.socket()
    number = -1 if found is None else found.fileno()
    return None if number < 0 else number
