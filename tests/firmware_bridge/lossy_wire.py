"""Two ends over a wire that loses, repeats, damages, delays and reorders; chance and clock are the test's."""

import random
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Protocol

from firmware_bridge.link.dictionary import DICTIONARY, LINK_VERSION
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.messages import Button, Hello, Message, Noted
from firmware_bridge.link.session import LinkEvent, Received
from tests.firmware_bridge.firmware_ends import FirmwareLink

HELLO = Hello(LINK_VERSION, DICTIONARY, 1, 0, "board", "1.0", ("buttons",), ("west",), "b0a2", 7, ())


@dataclass(frozen=True)
class Faults:
    """How bad a wire is: chances per piece, and the longest delay in seconds."""

    lose: float = 0.0
    repeat: float = 0.0
    damage: float = 0.0
    rubbish: float = 0.0
    pieces: int = 1
    delay: float = 0.002
    reorders: bool = False


@dataclass
class Wire:
    """One direction of a line. Bytes arrive later, in pieces, or not at all."""

    faults: Faults
    chance: random.Random
    under_way: list[tuple[float, int, bytes]] = field(default_factory=list)
    written: int = 0
    last_arrival: float = 0.0

    def write(self, data: bytes, now: float) -> None:
        cuts = sorted(self.chance.randrange(len(data) + 1) for _ in range(self.faults.pieces - 1))
        for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True):
            piece = bytearray(data[start:end])
            if not piece or self.chance.random() < self.faults.lose:
                continue
            if self.chance.random() < self.faults.damage:
                piece[self.chance.randrange(len(piece))] ^= self.chance.randrange(1, 256)
            if self.chance.random() < self.faults.rubbish:
                piece += self.chance.randbytes(self.chance.randrange(1, 40))
            for _ in range(2 if self.chance.random() < self.faults.repeat else 1):
                at = now + self.chance.uniform(0.0005, self.faults.delay)
                if not self.faults.reorders:
                    at = self.last_arrival = max(at, self.last_arrival)
                self.written += 1
                heappush(self.under_way, (at, self.written, bytes(piece)))

    @property
    def next_arrival(self) -> float | None:
        return self.under_way[0][0] if self.under_way else None

    def read(self, now: float) -> bytes:
        out = b""
        while self.under_way and self.under_way[0][0] <= now:
            out += heappop(self.under_way)[2]
        return out


class Link(Protocol):
    @property
    def room(self) -> int: ...
    def send(self, message: Message) -> None: ...
    def receive_data(self, data: bytes, now: float) -> list[LinkEvent]: ...
    def tick(self, now: float) -> list[LinkEvent]: ...
    def data_to_send(self, now: float) -> bytes: ...
    def next_timeout(self, now: float) -> float | None: ...


@dataclass
class End:
    """A link with what is to go over it and what came."""

    link: Link
    waiting: list[Message] = field(default_factory=list)
    events: list[LinkEvent] = field(default_factory=list)

    @property
    def got(self) -> list[Message]:
        return [event.message for event in self.events if isinstance(event, Received)]

    def of(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def turn(self, came: bytes, now: float) -> bytes:
        if came:
            self.events += self.link.receive_data(came, now)
        self.events += self.link.tick(now)
        while self.waiting and self.link.room:
            self.link.send(self.waiting.pop(0))
        return self.link.data_to_send(now)


@dataclass
class Line:
    """A host and a board on two wires, and the clock."""

    host: End
    board: End
    down: Wire
    up: Wire
    now: float = 0.0

    def run(self, seconds: float) -> None:
        """Let everything happen that happens in this time."""
        until = self.now + seconds
        while self.now < until:
            sent = self.host.turn(self.up.read(self.now), self.now)
            if sent:
                self.down.write(sent, self.now)
            sent = self.board.turn(self.down.read(self.now), self.now)
            if sent:
                self.up.write(sent, self.now)
            times = (
                self.up.next_arrival,
                self.down.next_arrival,
                self.host.link.next_timeout(self.now),
                self.board.link.next_timeout(self.now),
            )
            # A step of at least 0.1 ms: an end that wants to act "now" for ever can't stop the clock.
            soonest = min((time for time in times if time is not None), default=until)
            self.now = min(until, max(soonest, self.now + 0.0001))

    def run_until_sent(self, count: int) -> None:
        """Run until both ends got this many messages, and ten seconds more for those that come twice."""
        until = self.now + 900
        while min(len(self.host.got), len(self.board.got)) < count and self.now < until:
            self.run(5)
        self.run(10)


def line(faults: Faults, seed: int = 1) -> Line:
    chance = random.Random(seed)  # noqa: S311 # a test's own chance
    return Line(
        End(HostLink(chance.getrandbits(16))),
        End(FirmwareLink(HELLO, chance.getrandbits(16))),
        Wire(faults, chance),
        Wire(faults, chance),
    )


def presses(count: int) -> list[Message]:
    return [Button(number, number, "west", "end_turn") for number in range(count)]


def notes(count: int) -> list[Message]:
    return [Noted(number) for number in range(count)]


WIRES = {
    "perfect": Faults(),
    "cut": Faults(pieces=5),
    "losing": Faults(lose=0.1),
    "repeating": Faults(repeat=0.3),
    "damaging": Faults(damage=0.1),
    "rubbish between": Faults(rubbish=0.3),
    "slow and uneven": Faults(delay=0.3),
    "reordering": Faults(delay=0.05, reorders=True),
    "all of it": Faults(lose=0.05, repeat=0.1, damage=0.05, rubbish=0.05, delay=0.03, reorders=True),
}


class Deaf:
    """A port with nothing on it."""

    room = 0

    def send(self, message: Message) -> None:
        raise AssertionError(message)

    def receive_data(self, _data: bytes, _now: float) -> list[LinkEvent]:
        return []

    def tick(self, _now: float) -> list[LinkEvent]:
        return []

    def data_to_send(self, _now: float) -> bytes:
        return b""

    def next_timeout(self, _now: float) -> float | None:
        return None


def talk(host: HostLink, board: FirmwareLink, rounds: int = 3) -> tuple[list[bytes], list[bytes]]:
    """Pass bytes to and fro at time 0; return what went down and what came up."""
    down, up = [], []
    for _ in range(rounds):
        down.append(host.data_to_send(0.0))
        board.receive_data(down[-1], 0.0)
        up.append(board.data_to_send(0.0))
        host.receive_data(up[-1], 0.0)
    return down, up
