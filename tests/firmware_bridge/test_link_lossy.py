"""Both ends over wires that lose, repeat, damage, cut, delay and reorder; the test owns chance and clock."""

import random

import pytest

from firmware_bridge.link.dictionary import DICTIONARY, LINK_VERSION
from firmware_bridge.link.faults import BacklogFull, LinkMisuse
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.messages import Button, Hello, Noted
from firmware_bridge.link.session import Lost, Ready
from firmware_bridge.link.stream import (
    BACKLOG,
    FIRST_SEQUENCE,
    FIRST_TIMEOUT,
    WINDOW,
    Receiving,
    Sending,
)
from tests.firmware_bridge.firmware_ends import FirmwareLink
from tests.firmware_bridge.lossy_wire import HELLO, WIRES, Deaf, End, Faults, Line, line, notes, presses, talk


@pytest.mark.parametrize("faults", WIRES.values(), ids=WIRES.keys())
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everything_arrives_once_and_in_order_both_ways(faults: Faults, seed: int) -> None:
    both = line(faults, seed)
    both.host.waiting, both.board.waiting = notes(500), presses(500)
    both.run_until_sent(500)
    assert both.board.got == notes(500)
    assert both.host.got == presses(500)
    assert len(both.host.of(Ready)) == 1
    assert both.host.of(Lost) == both.board.of(Lost) == []


def test_thousands_of_messages_pass_many_sequence_wraps_worth_of_windows() -> None:
    both = line(Faults(lose=0.02, damage=0.02), seed=9)
    both.host.waiting, both.board.waiting = notes(5000), presses(5000)
    both.run_until_sent(5000)
    assert both.board.got == notes(5000)
    assert both.host.got == presses(5000)


@pytest.mark.slow
def test_of_a_million_frames_over_a_bad_wire_none_is_lost_and_none_comes_twice() -> None:
    both = line(Faults(lose=0.02, repeat=0.05, damage=0.02, rubbish=0.01, pieces=2), seed=5)
    assert isinstance(both.host.link, HostLink)
    said = 0
    while both.host.link.counts.frames < 1_000_000:
        both.host.waiting, both.board.waiting = notes(2000), presses(2000)
        both.run_until_sent(2000)
        assert both.board.got == notes(2000)
        assert both.host.got == presses(2000)
        both.host.events.clear()
        both.board.events.clear()
        said += 4000
    assert said > 500_000


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


def test_a_peer_that_reads_nothing_leaves_bounded_work_behind() -> None:
    both = line(Faults())
    both.run(1)
    both.down.faults = Faults(lose=1.0)
    both.host.waiting = notes(1000)
    both.run(2)
    assert both.host.link.room == 0
    assert len(both.host.waiting) == 1000 - BACKLOG - WINDOW


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


def test_an_acknowledgement_of_what_was_never_sent_is_distinguished_from_an_old_one() -> None:
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
