"""How a session of the link opens, ends, opens again, and is refused."""

import pytest

from firmware_bridge.link.dictionary import DICTIONARY, LINK_VERSION
from firmware_bridge.link.host import HostLink
from firmware_bridge.link.messages import Button, Hello, Noted
from firmware_bridge.link.session import DictionaryRefused, LinkState, Lost, Ready, Received, SessionChange
from firmware_bridge.link.stream import (
    WINDOW,
)
from tests.firmware_bridge.firmware_ends import FirmwareLink
from tests.firmware_bridge.lossy_wire import HELLO, WIRES, End, Faults, line, notes, presses, talk


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
    assert lost.reason is SessionChange.PEER_RESTARTED
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
    assert lost.reason is SessionChange.PEER_RESTARTED
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
    assert lost == Lost(SessionChange.SILENT, tuple(notes(20)))


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


def test_another_dictionary_is_refused_by_name_once_and_says_what_to_do() -> None:
    both = line(Faults())
    foreign = Hello(LINK_VERSION, 0xBAD0CAFE, 3, 0, "old hub", "0.1", (), (), "", 0, ())
    both.board = End(FirmwareLink(foreign, 3))
    both.run(30)
    (refused,) = both.host.events
    assert isinstance(refused, DictionaryRefused)
    assert "board 'old hub' (firmware 0.1)" in refused.text
    assert "bad0cafe" in refused.text
    assert f"{DICTIONARY:08x}" in refused.text
    assert "docs/build-and-run/hardware.md" in refused.text
    assert both.board.events == []


def test_another_configuration_is_refused_by_name_and_says_what_to_do() -> None:
    both = line(Faults())
    both.host = End(HostLink(1, wiring={0x1234: "'full board' of full.json"}))
    both.board = End(FirmwareLink(HELLO, 3))
    both.run(10)
    (refused,) = both.host.events
    assert isinstance(refused, DictionaryRefused)
    assert "board 'board' (b0a2) has configuration 00000007" in refused.text
    assert "expects 00001234 ('full board' of full.json). Put that file on the board" in refused.text
    both.host = End(HostLink(2, wiring={0x1234: "'full board' of full.json", 7: "'board' of mine.json"}))
    both.run(10)
    assert [type(event) for event in both.host.events] == [Ready]


def test_a_board_updated_after_a_refusal_is_taken_in() -> None:
    both = line(Faults())
    both.board = End(FirmwareLink(Hello(LINK_VERSION, 1, 3, 0, "old hub", "0.1", (), (), "", 0, ()), 3))
    both.run(2)
    both.board = End(FirmwareLink(HELLO, 4))
    both.run(10)
    assert [type(event) for event in both.host.events] == [DictionaryRefused, Ready]


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
    # On the news that a session isn't known, the host looks which: its own goes on.
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
    assert host.receive_data(restarted.data_to_send(0.0), 0.0) == [Lost(SessionChange.PEER_RESTARTED, ())]
    talk(host, restarted)
    assert host.state is LinkState.READY


def test_an_ask_that_came_twice_leaves_the_session_as_it_is() -> None:
    host, board = HostLink(1), FirmwareLink(HELLO, 1)
    down, _ = talk(host, board)
    board.send(Button(1, 0, "west", "end_turn"))
    assert board.receive_data(down[0], 0.0) == []
    assert [type(event) for event in host.receive_data(board.data_to_send(0.0), 0.0)] == [Received]


def test_both_ends_say_where_they_stand() -> None:
    both = line(Faults())
    host, board = both.host.link, both.board.link
    assert isinstance(host, HostLink)
    assert isinstance(board, FirmwareLink)
    assert (host.state, board.ready) == (LinkState.ASKING, False)
    both.run(1)
    assert (host.state, board.ready) == (LinkState.READY, True)
