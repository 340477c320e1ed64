"""Both ends over wires that lose, repeat, damage, cut, delay and reorder; the test owns chance and clock."""

import random
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Protocol

import pytest

from firmware_bridge.link.faults import BacklogFull, LinkMisuse
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.messages import DICTIONARY, LINK_VERSION, Button, Hello, Message, Noted
from firmware_bridge.link.session import LinkEvent, LinkState, Lost, Ready, Received, Refused, Turn
from firmware_bridge.link.stream import (
    BACKLOG,
    FIRST_SEQUENCE,
    FIRST_TIMEOUT,
    WINDOW,
    Receiving,
    Sending,
)
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
    """One direction of a line. What is written arrives later, in pieces, or not."""

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

    def run_until_told(self, count: int) -> None:
        """Run until both ends got so many messages, and ten seconds more for what comes too often."""
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


@pytest.mark.parametrize("faults", WIRES.values(), ids=WIRES.keys())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everything_arrives_once_and_in_order_both_ways(faults: Faults, seed: int) -> None:
    both = line(faults, seed)
    both.host.waiting, both.board.waiting = notes(500), presses(500)
    both.run_until_told(500)
    assert both.board.got == notes(500)
    assert both.host.got == presses(500)
    assert len(both.host.of(Ready)) == 1
    assert both.host.of(Lost) == both.board.of(Lost) == []


def test_thousands_of_messages_pass_many_sequence_wraps_worth_of_windows() -> None:
    both = line(Faults(lose=0.02, damage=0.02), seed=9)
    both.host.waiting, both.board.waiting = notes(5000), presses(5000)
    both.run_until_told(5000)
    assert both.board.got == notes(5000)
    assert both.host.got == presses(5000)


@pytest.mark.slow
def test_of_a_million_frames_over_a_bad_wire_none_is_lost_and_none_comes_twice() -> None:
    both = line(Faults(lose=0.02, repeat=0.05, damage=0.02, rubbish=0.01, pieces=2), seed=5)
    assert isinstance(both.host.link, HostLink)
    told = 0
    while both.host.link.counts.frames < 1_000_000:
        both.host.waiting, both.board.waiting = notes(2000), presses(2000)
        both.run_until_told(2000)
        assert both.board.got == notes(2000)
        assert both.host.got == presses(2000)
        both.host.events.clear()
        both.board.events.clear()
        told += 4000
    assert told > 500_000


def test_a_perfect_wire_never_sees_a_repeat() -> None:
    both = line(Faults())
    both.host.waiting, both.board.waiting = notes(500), presses(500)
    both.run(60)
    assert isinstance(both.host.link, HostLink)
    assert both.host.link.counts.repeats == 0
    assert both.host.link.counts.duplicates == 0


def test_a_board_that_starts_long_after_the_host_is_found() -> None:
    both = line(Faults())
    both.board.link = FirmwareLink(HELLO, 5)
    working, both.board = both.board, End(Deaf())
    both.run(30)
    assert both.host.events == []
    both.board = working
    both.run(1.5)
    assert both.host.of(Ready) == [Ready(Hello(LINK_VERSION, DICTIONARY, 5, at(both), *REST))]


REST = ("board", "1.0", ("buttons",), ("west",), "b0a2", 7, ())


def at(both: Line) -> int:
    """When the board's hello was made, by its clock: taken from what came, checked to be plausible."""
    ready = both.host.of(Ready)[0]
    assert isinstance(ready, Ready)
    assert 30_000 <= ready.hello.at_ms <= both.now * 1000
    return ready.hello.at_ms


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


@pytest.mark.parametrize("seed", range(8))
def test_a_board_restarted_in_mid_stream_is_noticed_and_nothing_old_is_taken_for_new(seed: int) -> None:
    both = line(WIRES["all of it"], seed)
    both.host.waiting, both.board.waiting = notes(800), presses(800)
    both.run(0.3 + seed * 0.2)
    before = len(both.host.got)
    assert both.host.got == presses(before)
    assert 0 < before < 800
    both.board.link = FirmwareLink(HELLO, 77 + seed)
    both.board.waiting = [Button(5000 + number, 0, "west", "again") for number in range(100)]
    both.host.waiting = []
    first_on_new_board = len(both.board.got)
    both.run(60)
    (lost,) = both.host.of(Lost)
    assert isinstance(lost, Lost)
    assert lost.reason is Turn.PEER_RESTARTED
    assert [m for m in both.host.got if isinstance(m, Button) and m.counter >= 5000] == [
        Button(5000 + number, 0, "west", "again") for number in range(100)
    ]
    assert both.host.got[:-100] == presses(len(both.host.got) - 100)
    assert both.board.got[first_on_new_board:] == []
    # Of what came back some may have arrived, but nothing in between is missing.
    back = [message.counter for message in lost.undelivered if isinstance(message, Noted)]
    assert back == list(range(back[0], back[0] + len(back)))
    assert back[0] <= first_on_new_board


@pytest.mark.parametrize("seed", range(8))
def test_a_host_restarted_in_mid_stream_gets_only_what_belongs_to_its_session(seed: int) -> None:
    both = line(WIRES["all of it"], seed)
    both.host.waiting, both.board.waiting = notes(400), presses(400)
    both.run(0.3 + seed * 0.2)
    both.host = End(HostLink(40_000 + seed), notes(50))
    already = len(both.board.got)
    both.run(60)
    (lost,) = both.board.of(Lost)
    assert isinstance(lost, Lost)
    assert lost.reason is Turn.PEER_RESTARTED
    assert both.board.got[already:][-50:] == notes(50)
    counters = [message.counter for message in both.host.got if isinstance(message, Button)]
    assert counters == list(range(counters[0], 400)) if counters else not both.board.waiting


def test_what_was_not_acknowledged_comes_back_when_the_session_ends() -> None:
    both = line(Faults())
    both.run(1)
    both.down.faults = Faults(lose=1.0)
    both.host.waiting = notes(20)
    both.run(10)
    (lost,) = both.host.of(Lost)
    assert lost == Lost(Turn.SILENT, tuple(notes(20)))


def test_silence_ends_the_session_at_both_ends_and_it_opens_again_by_itself() -> None:
    both = line(Faults())
    both.run(1)
    both.down.faults = both.up.faults = Faults(lose=1.0)
    both.run(20)
    assert [type(event) for event in both.host.events] == [Ready, Lost]
    assert [type(event) for event in both.board.events] == [Ready, Lost]
    both.down.faults = both.up.faults = Faults()
    both.host.waiting, both.board.waiting = notes(3), presses(3)
    both.run(2)
    assert both.host.got == presses(3)
    assert both.board.got == notes(3)


def test_an_idle_session_stays_open() -> None:
    both = line(Faults(lose=0.1), seed=4)
    both.run(600)
    assert [type(event) for event in both.host.events] == [Ready]


def test_a_babbling_peer_never_stops_the_reader_and_is_counted() -> None:
    both = line(Faults())
    both.board.waiting = presses(50)
    chance = random.Random(6)  # noqa: S311 # a test's own chance
    for _ in range(300):
        both.host.events += both.host.link.receive_data(chance.randbytes(500), both.now)
        both.run(0.01)
    both.run(10)
    assert both.host.got == presses(50)
    assert isinstance(both.host.link, HostLink)
    assert both.host.link.counts.damaged > 100


def test_another_dictionary_is_refused_by_name_once_and_says_what_to_do() -> None:
    both = line(Faults())
    foreign = Hello(LINK_VERSION, 0xBAD0CAFE, 3, 0, "old hub", "0.1", (), (), "", 0, ())
    both.board = End(FirmwareLink(foreign, 3))
    both.run(30)
    (refused,) = both.host.events
    assert isinstance(refused, Refused)
    assert "board 'old hub' (firmware 0.1)" in refused.text
    assert "bad0cafe" in refused.text
    assert f"{DICTIONARY:08x}" in refused.text
    assert "hardware/README.md" in refused.text
    assert both.board.events == []


def test_another_configuration_is_refused_by_name_and_says_what_to_do() -> None:
    both = line(Faults())
    both.host = End(HostLink(1, wiring={0x1234: "'full board' of full.json"}))
    both.board = End(FirmwareLink(HELLO, 3))
    both.run(10)
    (refused,) = both.host.events
    assert isinstance(refused, Refused)
    assert "board 'board' (b0a2) has configuration 00000007" in refused.text
    assert "expects 00001234 ('full board' of full.json). Copy that file onto the board" in refused.text
    both.host = End(HostLink(2, wiring={0x1234: "'full board' of full.json", 7: "'board' of mine.json"}))
    both.run(10)
    assert [type(event) for event in both.host.events] == [Ready]


def test_a_board_updated_after_a_refusal_is_taken_in() -> None:
    both = line(Faults())
    both.board = End(FirmwareLink(Hello(LINK_VERSION, 1, 3, 0, "old hub", "0.1", (), (), "", 0, ()), 3))
    both.run(2)
    both.board = End(FirmwareLink(HELLO, 4))
    both.run(10)
    assert [type(event) for event in both.host.events] == [Refused, Ready]


def test_a_peer_that_reads_nothing_leaves_bounded_work_behind() -> None:
    both = line(Faults())
    both.run(1)
    both.down.faults = Faults(lose=1.0)
    both.host.waiting = notes(1000)
    both.run(2)
    assert both.host.link.room == 0
    assert len(both.host.waiting) == 1000 - BACKLOG - WINDOW


def talk(host: HostLink, board: FirmwareLink, rounds: int = 3) -> tuple[list[bytes], list[bytes]]:
    """Pass bytes to and fro at time 0; return what went down and what came up."""
    down, up = [], []
    for _ in range(rounds):
        down.append(host.data_to_send(0.0))
        board.receive_data(down[-1], 0.0)
        up.append(board.data_to_send(0.0))
        host.receive_data(up[-1], 0.0)
    return down, up


def test_frames_of_an_earlier_session_are_dropped_by_both_ends_and_counted() -> None:
    host, board = HostLink(1), FirmwareLink(HELLO, 1)
    talk(host, board)
    for number in range(WINDOW):
        host.send(Noted(number))
        board.send(Button(number, 0, "west", "end_turn"))
    down, up = talk(host, board)
    host.unplug()
    talk(host, board)
    assert host.state is LinkState.READY
    assert board.ready
    assert host.receive_data(b"".join(up), 0.0) == []
    assert board.receive_data(b"".join(down), 0.0) == []
    assert host.counts.strays >= WINDOW
    # Told that some session isn't known, the host looks which: its own goes on.
    assert host.receive_data(board.data_to_send(0.0), 0.0) == []
    assert host.state is LinkState.READY


def test_an_answer_to_an_earlier_round_of_asking_opens_no_session() -> None:
    host, board = HostLink(1), FirmwareLink(HELLO, 1)
    _, up = talk(host, board, rounds=1)
    host.unplug()
    assert host.receive_data(up[0], 0.0) == []
    assert host.state is LinkState.ASKING
    assert host.counts.strays == 1


def test_a_hello_of_another_session_in_a_session_means_that_the_board_restarted() -> None:
    host = HostLink(1)
    talk(host, FirmwareLink(HELLO, 1))
    ask = HostLink(1).data_to_send(0.0)
    restarted = FirmwareLink(HELLO, 7)
    restarted.receive_data(ask, 0.0)
    assert host.receive_data(restarted.data_to_send(0.0), 0.0) == [Lost(Turn.PEER_RESTARTED, ())]
    talk(host, restarted)
    assert host.state is LinkState.READY


def test_an_ask_that_came_twice_leaves_the_session_as_it_is() -> None:
    host, board = HostLink(1), FirmwareLink(HELLO, 1)
    down, _ = talk(host, board)
    board.send(Button(1, 0, "west", "end_turn"))
    assert board.receive_data(down[0], 0.0) == []
    assert [type(event) for event in host.receive_data(board.data_to_send(0.0), 0.0)] == [Received]


def test_what_lies_beyond_the_window_is_not_kept() -> None:
    receiving = Receiving()
    for distance in range(WINDOW, 3000):
        assert receiving.take((FIRST_SEQUENCE + distance) & 0xFFFF, b"far") == []
    assert receiving.duplicates == 3000 - WINDOW
    for distance in range(WINDOW):
        assert receiving.take((FIRST_SEQUENCE + distance) & 0xFFFF, b"near") == [b"near"]


def test_a_link_refuses_what_its_owner_may_not_send() -> None:
    host, board = HostLink(1), FirmwareLink(HELLO, 1)
    with pytest.raises(LinkMisuse, match="no session is open"):
        host.send(Noted(1))
    talk(host, board)
    with pytest.raises(LinkMisuse, match="button is not a message that this end may send"):
        host.send(Button(1, 0, "west", "end_turn"))
    while host.room:
        host.send(Noted(1))
    with pytest.raises(BacklogFull, match="64 messages wait already"):
        host.send(Noted(1))


def test_a_round_trip_is_never_learnt_from_a_message_sent_twice() -> None:
    sending = Sending()
    sending.put(b"x")
    ((sequence, _),) = sending.due(0.0)
    assert sending.due(30.0) == [(sequence, b"x")]
    sending.acknowledge((sequence + 1) & 0xFFFF, 30.001, bare=True)
    sending.put(b"y")
    sending.due(31.0)
    assert sending.deadline is not None
    # Twice the first wait, for the one repeat; half a minute's round trip would be the longest wait.
    assert sending.deadline - 31.0 == pytest.approx(2 * FIRST_TIMEOUT)


def test_a_stream_goes_round_the_sequence_circle_whole() -> None:
    sending, receiving = Sending(), Receiving()
    got = []
    for number in range(140_000):
        sending.put(number.to_bytes(4, "little"))
        for sequence, body in sending.due(float(number)):
            got += receiving.take(sequence, body)
        assert sending.acknowledge(receiving.expected, float(number), bare=True)
    assert [int.from_bytes(body, "little") for body in got] == list(range(140_000))
    assert receiving.expected == (FIRST_SEQUENCE + 140_000) % 65536


def test_an_acknowledgement_of_what_was_never_sent_is_told_apart_from_an_old_one() -> None:
    sending = Sending()
    for number in range(5):
        sending.put(bytes([number]))
    sending.due(0.0)
    assert sending.acknowledge((FIRST_SEQUENCE + 3) & 0xFFFF, 0.1, bare=True)
    assert sending.acknowledge((FIRST_SEQUENCE + 1) & 0xFFFF, 0.1, bare=True)
    assert not sending.acknowledge((FIRST_SEQUENCE + 6) & 0xFFFF, 0.1, bare=True)
    assert sending.unacknowledged == (b"\x03", b"\x04")


def test_a_single_gap_is_mended_before_the_time_runs_out() -> None:
    sending, receiving = Sending(), Receiving()
    for number in range(4):
        sending.put(bytes([number]))
    first, *rest = sending.due(0.0)
    for sequence, body in rest:
        assert receiving.take(sequence, body) == []
        sending.acknowledge(receiving.expected, 0.01, bare=True)
    assert sending.due(0.01) == [first]
    assert receiving.take(*first) == [b"\x00", b"\x01", b"\x02", b"\x03"]


def test_the_wait_for_an_acknowledgement_follows_the_line() -> None:
    def wait_after(round_trip: float) -> float:
        sending, now = Sending(), 0.0
        for _ in range(50):
            sending.put(b"x")
            ((sequence, _body),) = sending.due(now)
            now += round_trip
            sending.acknowledge((sequence + 1) & 0xFFFF, now, bare=True)
        sending.put(b"x")
        sending.due(now)
        assert sending.deadline is not None
        return sending.deadline - now

    assert wait_after(0.001) < 0.05
    assert 0.2 < wait_after(0.2) < 0.5


def test_both_ends_say_where_they_stand() -> None:
    both = line(Faults())
    host, board = both.host.link, both.board.link
    assert isinstance(host, HostLink)
    assert isinstance(board, FirmwareLink)
    assert (host.state, board.ready) == (LinkState.ASKING, False)
    both.run(1)
    assert (host.state, board.ready) == (LinkState.READY, True)
