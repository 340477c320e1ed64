"""The host's talk with one board: events once, repeated until safe, pictures, lights, time."""

import random

import pytest

from engine.bus.messages.boards import DeviceOrder, LightsOrder
from engine.core.device_events import ButtonPress, CellChange
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from firmware_bridge.board_reports import (
    BoardReport,
    Came,
    Complaint,
    FreeInputClosed,
    Pictured,
    ReportedAll,
    Went,
)
from firmware_bridge.conversation import KNOCK, Conversation
from firmware_bridge.link.fields import Uid
from hardware.firmware.warden.board import KEPT
from tests.firmware_bridge.firmware_ends import FirmwareBoard
from tests.firmware_bridge.talking import Table, opened


def test_a_board_is_found_and_names_its_pads() -> None:
    (came,) = opened().of(Came)
    assert came.hello.pads == ("west", "south", "east", "north")


def test_a_board_of_an_older_dictionary_is_played_with_and_the_update_is_offered() -> None:
    table = Table(board=FirmwareBoard(boot=1, dictionary=0x3A127E42, version="1.5"))
    table.host.port_opened(table.now)
    table.run(0.5)
    assert table.host.ready
    (complaint,) = table.of(Complaint)
    assert "boardwarden flash" in str(complaint.text)
    assert "update_begin" in str(complaint.text)
    table.board.press("west", "end_turn", table.board_now)
    table.run(0.5)
    assert [one[1] for one in table.reported()] == ["button"]
    table.host.order("board", DeviceOrder(LightsOrder((Cell("a1"),), "white")))
    table.run(0.5)
    assert table.board.lights["", "a1"] == (255, 255, 255)


def test_each_kind_of_event_comes_out_as_the_bus_names_it() -> None:
    table = opened()
    table.board.press("west", "end_turn", table.board_now)
    table.board.put_tags("north", (Uid(b"\x04\xa1\xb2\xc3"),), table.board_now)
    table.board.put_tags("north", (), table.board_now)
    table.board.cover("f6", table.board_now)
    table.board.cover("f6", table.board_now, covered=False)
    table.run(0.2)
    assert table.reported() == [
        ("pad.west", "button", "end_turn", ""),
        ("pad.north", "tag", "north", "04A1B2C3"),
        ("pad.north", "tag", "north", ""),
        ("board", "cell", "f6", "covered"),
        ("board", "cell", "f6", "clear"),
    ]
    marks = [one.mark for one in table.of(BoardReport)]
    assert marks == [f"0000abcd-{number}" for number in range(1, 6)]


def test_what_a_board_forgot_of_a_table_laid_out_at_once_is_reported_by_its_picture() -> None:
    table, cells = opened(), [f"c{number}" for number in range(2 * KEPT)]
    for cell in cells:
        table.board.cover(cell, table.board_now)
    table.run(2.0)
    changes = {one.content for one in table.of(BoardReport)}
    assert changes == {CellChange(Cell(cell), covered=True) for cell in cells}


def test_a_noted_event_is_forgotten_by_the_board_and_no_other_is() -> None:
    table = opened()
    table.board.press("west", "end_turn", table.board_now)
    table.run(0.2)
    assert not table.board.kept
    table.board.press("east", "end_turn", table.board_now)
    table.run(5, note=False)
    (kept,) = table.board.kept
    assert kept[0] == 2


def test_a_bridge_that_dies_before_an_event_is_safe_hears_it_again_with_the_same_mark() -> None:
    table = opened()
    table.board.press("west", "end_turn", table.board_now)
    table.run(0.2, note=False)
    table.host = Conversation(2)
    table.host.port_opened(table.now)
    table.run(0.5)
    first, second = table.of(BoardReport)
    assert first.mark == second.mark == "0000abcd-1"
    assert abs(first.happened_at - second.happened_at) < 0.02
    assert not table.board.kept


def test_one_bridge_tells_an_event_once_however_often_the_line_breaks() -> None:
    table = opened()
    table.board.press("west", "end_turn", table.board_now)
    table.run(0.2, note=False)
    for _ in range(3):
        table.take(table.host.port_gone(Phrase("pulled out")), note=False)
        table.host.port_opened(table.now)
        table.run(0.5, note=False)
    assert len(table.of(BoardReport)) == 1
    assert len(table.of(Came)) == 4
    assert len(table.of(Went)) == 3
    table.host.note(table.of(BoardReport)[0].mark)
    table.run(0.2)
    assert not table.board.kept


def test_a_note_lost_with_its_session_is_said_again_in_the_next() -> None:
    table = opened()
    table.board.press("west", "end_turn", table.board_now)
    table.run(0.1, note=False)
    table.lose = 1.0
    table.host.note(table.of(BoardReport)[0].mark)
    table.run(20)
    assert len(table.board.kept) == 1
    table.lose = 0.0
    table.run(3)
    assert not table.board.kept
    assert len(table.of(BoardReport)) == 1


@pytest.mark.parametrize("seed", range(4))
def test_events_come_once_and_in_order_over_a_line_so_bad_that_sessions_break(seed: int) -> None:
    table = opened()
    table.chance = random.Random(seed)  # noqa: S311 # a test's own chance
    for number in range(60):
        table.board.press("west", f"b{number}", table.board_now)
        # Six seconds out of ten nothing gets through: longer than a session lives.
        table.lose = 1.0 if number % 5 < 3 else 0.3
        table.run(2)
    table.lose = 0.0
    table.run(5)
    assert [one.content for one in table.of(BoardReport)] == [
        ButtonPress(f"b{number}") for number in range(60)
    ]
    assert len(table.of(Went)) > 3


def test_events_beyond_what_a_board_can_keep_are_missed_by_number_and_said() -> None:
    table = opened()
    table.board.press("west", "first", table.board_now)
    table.run(0.2)
    table.lose = 1.0
    table.run(20)
    for number in range(KEPT + 10):
        table.board.press("west", f"b{number}", table.board_now)
    table.lose = 0.0
    table.run(3)
    assert [one.content for one in table.of(BoardReport)][1:] == [
        ButtonPress(f"b{number}") for number in range(10, KEPT + 10)
    ]
    assert "no room to keep 10 events" in " ".join(one.text for one in table.of(Complaint))


def test_a_restarted_board_is_noticed_and_its_picture_read_again() -> None:
    table = opened()
    table.board.put_tags("west", (Uid(b"\x01"),), table.board_now)
    table.board.put_tags("east", (Uid(b"\x02"),), table.board_now)
    table.board.cover("a1", table.board_now)
    table.run(0.2)
    table.said.clear()
    table.board, table.booted = FirmwareBoard(boot=0xBEEF), table.now
    table.board.put_tags("east", (Uid(b"\x02"),), 0.0)
    table.board.put_tags("south", (Uid(b"\x03"),), 0.0)
    table.run(3)
    assert [type(one) for one in table.said[:2]] == [Went, Came]
    assert sorted(table.reported()) == [
        ("board", "cell", "a1", "clear"),
        ("pad.east", "tag", "east", "02"),
        ("pad.south", "tag", "south", "03"),
        ("pad.west", "tag", "west", ""),
    ]


def test_a_new_bridge_learns_what_lies_on_the_board_already() -> None:
    table = opened()
    table.board.put_tags("west", (Uid(b"\x01"),), table.board_now)
    for number in range(60):
        table.board.cover(f"a{number}", table.board_now)
        table.run(0.02)
    table.run(0.5)
    table.said.clear()
    table.host = Conversation(9)
    table.host.port_opened(table.now)
    table.run(1)
    assert ("pad.west", "tag", "west", "01") in table.reported()
    assert len(table.reported()) == 61


def test_a_board_says_which_switches_it_has_and_it_stays_known_while_it_is_away() -> None:
    cells = tuple(f"c{number}" for number in range(137))
    table = Table(board=FirmwareBoard(boot=0xABCD, switched=cells))
    assert table.host.switched is None
    table.host.port_opened(table.now)
    table.run(0.5)
    assert table.host.switched == cells
    table.take(table.host.port_gone(Phrase("pulled out")), note=False)
    table.host.port_opened(table.now)
    assert table.host.switched == cells
    table.board, table.booted = FirmwareBoard(boot=0xBEEF, switched=cells[:3]), table.now
    table.run(0.5)
    assert table.host.switched == cells[:3]
    assert not table.of(Complaint)


def test_a_stack_is_reported_as_what_lies_there_now() -> None:
    table = opened()
    for uids in ((b"\x02",), (b"\x01", b"\x02"), (b"\x01",)):
        table.board.put_tags("west", tuple(Uid(uid) for uid in uids), table.board_now)
        table.run(0.2)
    assert [value for _, _, _, value in table.reported()] == ["02", "01 02", "01"]


def test_a_reader_that_dies_is_said_at_once_and_again_when_it_works() -> None:
    table = opened()
    table.board.reader("east", "no pn5180 answers")
    table.run(0.2)
    (said,) = [str(one.text) for one in table.of(Complaint)]
    assert said.startswith(
        "the reader of pad east has stopped working: no pn5180 answers; look at its wiring"
    )
    assert faults(table) == ["east: no pn5180 answers"]
    table.board.reader("east", "")
    table.run(0.2)
    assert str(table.of(Complaint)[-1].text) == "the reader of pad east works again"
    assert faults(table) == []


def faults(table: Table) -> list[str]:
    assert table.host.hello is not None
    return list(table.host.hello.faults)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("makes no field", "makes no field: look at its 5 V"),
        ("restarts under its field", "restarts each time that it makes a field"),
        ("can't read", "answers, but can't read"),
        ("has too many tags", "more tags lie there than its pn5180 can read: take some away"),
    ],
)
def test_a_reader_that_answers_and_never_reads_is_said_with_what_to_look_at(words: str, said: str) -> None:
    table = opened()
    table.board.reader("east", f"its pn5180 answers, but {words}")
    table.run(0.2)
    assert said in str(table.of(Complaint)[0].text)


def test_an_input_that_closes_though_the_file_leaves_it_free_is_said_with_its_place() -> None:
    table = opened()
    table.board.reader("free input", "register 3, input 6")
    table.run(0.2)
    assert [one.place for one in table.of(FreeInputClosed)] == [21]
    (said,) = table.of(Complaint)
    assert str(said.text).startswith("input 6 of register 3 on board test board closes")
    table.board.reader("free input", "")
    table.run(0.2)
    assert len(table.of(Complaint)) == 1
    assert faults(table) == []


def test_a_reader_that_died_while_nobody_listened_is_in_the_greeting() -> None:
    table = Table()
    table.board.reader("east", "no pn5180 answers")
    table.host.port_opened(table.now)
    table.run(0.5)
    (came,) = table.of(Came)
    assert came.hello.faults == ("east: no pn5180 answers",)


def test_a_host_that_knocks_hears_the_answer_through_noise_and_in_pieces() -> None:
    table = Table(host=Conversation(1, knocks=True))
    table.host.port_opened(table.now)
    assert table.host.data_to_send(table.now) == KNOCK
    # Within the pause nothing else goes out, whatever comes.
    for noise in (b"ok T:21.0 /0.0\r\n", b"\x00\x03\x01", b"boardwarden", b"board"):
        assert table.host.receive_data(noise, table.now) == []
        assert table.host.data_to_send(table.now + 0.1) == b""
    assert table.host.receive_data(b"warden!", table.now) == []
    table.run(0.5)
    assert [type(one) for one in table.said if not isinstance(one, ReportedAll)] == [Came, Pictured]
