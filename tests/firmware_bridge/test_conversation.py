"""The host's talk with one board: events once, repeated until safe, pictures, lights, time."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar
from unittest.mock import patch

import pytest

from engine.bus.messages.boards import DeviceOrder
from engine.core.faults import InputFault
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from firmware_bridge.conversation import (
    KNOCK,
    PATIENCE,
    Came,
    Complaint,
    Conversation,
    Pictured,
    Reported,
    Told,
    ToldAll,
    Went,
)
from firmware_bridge.link.fields import Uid
from hardware.firmware.warden.board import KEPT
from tests.firmware_bridge.firmware_ends import FirmwareBoard

T = TypeVar("T", bound=Told)


@dataclass
class Table:
    """A conversation and a board on a wire that can lose, and the clock. The board began at `booted`."""

    host: Conversation = field(default_factory=lambda: Conversation(1))
    board: FirmwareBoard = field(default_factory=lambda: FirmwareBoard(boot=0xABCD))
    now: float = 1000.0
    booted: float = 990.0
    lose: float = 0.0
    delays: Iterator[float] | None = None
    told: list[Told] = field(default_factory=list)
    chance: random.Random = field(default_factory=lambda: random.Random(3))  # noqa: S311 # a test's own chance

    @property
    def board_now(self) -> float:
        return self.now - self.booted

    def run(self, seconds: float, *, note: bool = True) -> None:
        """Let time go by in steps of 5 ms; `note`: what is told counts as safe at once."""
        for _ in range(round(seconds / 0.005)):
            self.now += 0.005
            self.take(self.host.tick(self.now), note=note)
            down = self.host.data_to_send(self.now)
            if down and self.chance.random() >= self.lose:
                self.board.receive_data(down, self.board_now)
            up = self.board.data_to_send(self.board_now)
            if up and self.chance.random() >= self.lose:
                late = next(self.delays) if self.delays else 0.0
                self.take(self.host.receive_data(up, self.now + late), note=note)

    def take(self, told: list[Told], *, note: bool) -> None:
        self.told += told
        for one in told:
            if note and isinstance(one, Reported) and one.mark:
                self.host.note(one.mark)

    def of(self, kind: type[T]) -> list[T]:
        return [one for one in self.told if isinstance(one, kind)]

    def reported(self) -> list[tuple[str, str, str, str]]:
        return [(one.device, one.event, one.name, one.value) for one in self.of(Reported)]


def opened(**settings: float) -> Table:
    table = Table(**settings)  # type: ignore[arg-type] # the settings that are numbers
    table.host.port_opened(table.now)
    table.run(0.5)
    return table


def test_a_board_is_found_and_names_its_pads() -> None:
    (came,) = opened().of(Came)
    assert came.hello.pads == ("west", "south", "east", "north")


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
    marks = [one.mark for one in table.of(Reported)]
    assert marks == [f"0000abcd-{number}" for number in range(1, 6)]


def test_what_a_board_forgot_of_a_table_laid_out_at_once_is_told_by_its_picture() -> None:
    table, cells = opened(), [f"c{number}" for number in range(2 * KEPT)]
    for cell in cells:
        table.board.cover(cell, table.board_now)
    table.run(2.0)
    told = {one.name: one.value for one in table.of(Reported)}
    assert told == dict.fromkeys(cells, "covered")


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
    first, second = table.of(Reported)
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
    assert len(table.of(Reported)) == 1
    assert len(table.of(Came)) == 4
    assert len(table.of(Went)) == 3
    table.host.note(table.of(Reported)[0].mark)
    table.run(0.2)
    assert not table.board.kept


def test_a_note_lost_with_its_session_is_said_again_in_the_next() -> None:
    table = opened()
    table.board.press("west", "end_turn", table.board_now)
    table.run(0.1, note=False)
    table.lose = 1.0
    table.host.note(table.of(Reported)[0].mark)
    table.run(20)
    assert len(table.board.kept) == 1
    table.lose = 0.0
    table.run(3)
    assert not table.board.kept
    assert len(table.of(Reported)) == 1


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
    assert [one.name for one in table.of(Reported)] == [f"b{number}" for number in range(60)]
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
    assert [one.name for one in table.of(Reported)][1:] == [f"b{number}" for number in range(10, KEPT + 10)]
    assert "no room to keep 10 events" in " ".join(one.text for one in table.of(Complaint))


def test_a_restarted_board_is_noticed_and_its_picture_read_again() -> None:
    table = opened()
    table.board.put_tags("west", (Uid(b"\x01"),), table.board_now)
    table.board.put_tags("east", (Uid(b"\x02"),), table.board_now)
    table.board.cover("a1", table.board_now)
    table.run(0.2)
    table.told.clear()
    table.board, table.booted = FirmwareBoard(boot=0xBEEF), table.now
    table.board.put_tags("east", (Uid(b"\x02"),), 0.0)
    table.board.put_tags("south", (Uid(b"\x03"),), 0.0)
    table.run(3)
    assert [type(one) for one in table.told[:2]] == [Went, Came]
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
    table.told.clear()
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


def test_lights_reach_the_board_and_return_with_it() -> None:
    table = opened()
    table.host.order("board", DeviceOrder("lights", colour="blue"))
    cells = tuple(Cell(f"m{number}") for number in range(120))
    table.host.order("board", DeviceOrder("lights", cells, "#ff8000"))
    table.host.order("pad.west", DeviceOrder("lights", colour="green"))
    table.run(0.5)
    wanted = {("", ""): (0, 0, 255), ("west", ""): (0, 255, 0)}
    wanted |= {("", cell): (255, 128, 0) for cell in cells}
    assert table.board.lights == wanted
    table.board, table.booted = FirmwareBoard(boot=0xBEEF), table.now
    assert table.board.lights == {}
    table.run(3)
    assert table.board.lights == wanted


def test_lighting_the_whole_board_puts_out_what_single_cells_showed() -> None:
    table = opened()
    table.host.order("board", DeviceOrder("lights", (Cell("a1"), Cell("b2")), "red"))
    table.run(0.2)
    table.host.order("board", DeviceOrder("lights", colour="off"))
    table.host.order("board", DeviceOrder("lights", (Cell("b2"),), "white"))
    table.run(0.2)
    assert table.board.lights == {("", ""): (0, 0, 0), ("", "b2"): (255, 255, 255)}


def test_a_sound_is_played_where_it_is_ordered() -> None:
    table = opened()
    table.host.order("pad.east", DeviceOrder("sound", name="warning"))
    table.run(0.2)
    assert table.board.sounds == [("east", "warning")]


def test_a_board_that_is_refused_is_there_all_the_same() -> None:
    table = Table(host=Conversation(1, wiring={1: "'full board' of full.json"}))
    table.host.port_opened(table.now)
    table.run(4)
    (complaint,) = table.of(Complaint)
    assert "has configuration 00000007; this table expects 00000001" in complaint.text
    assert complaint.lasting
    assert (table.host.refused, table.host.ready) == (True, False)


def test_the_brightness_is_kept_and_said_again_to_a_board_that_restarts() -> None:
    table = opened()
    table.host.order("board", DeviceOrder("brightness", value="30"))
    table.run(0.2)
    table.board = FirmwareBoard(boot=0xABCE)
    table.run(3)
    assert table.board.brightness == [30]


def test_what_a_tag_keeps_is_written_and_told_with_its_uid() -> None:
    table = opened()
    table.board.memory["east", b"\x04\xa1\xb2\xc3\xd4\xe5\xf6"] = bytes(60)
    table.host.order("pad.east", DeviceOrder("read_tag", value="04A1B2C3D4E5F6"))
    table.host.order("pad.east", DeviceOrder("write_tag", value="04A1B2C3D4E5F6 card búa"))
    table.host.order("pad.east", DeviceOrder("read_tag", value="04FF"))
    table.run(0.2)
    assert table.reported() == [
        ("pad.east", "content", "east", "04A1B2C3D4E5F6"),
        ("pad.east", "content", "east", "04A1B2C3D4E5F6 card búa"),
        ("pad.east", "refused", "east", "04FF it can't be read"),
    ]


@pytest.mark.parametrize(
    ("device", "order", "said"),
    [
        ("pad.nowhere", DeviceOrder("lights"), "there is no device 'pad.nowhere'; there are board, pad.west"),
        ("lamp", DeviceOrder("lights"), "there is no device 'lamp'"),
        (
            "board",
            DeviceOrder("dance"),
            "order 'dance' for board: expected lights, sound, brightness, read_tag or write_tag",
        ),
        (
            "board",
            DeviceOrder("brightness", value="0"),
            "brightness '0': expected a percentage from 1",
        ),
        (
            "pad.west",
            DeviceOrder("write_tag", value="04A1 " + "x" * 80),
            "a tag takes 49 bytes, not 80",
        ),
        ("board", DeviceOrder("lights", colour="mauve"), "colour 'mauve': expected one of off, white"),
        ("board", DeviceOrder("lights", colour="#12345g"), "colour '#12345g'"),
        ("board", DeviceOrder("sound"), "expected a name of 1 to 63 bytes"),
        ("board", DeviceOrder("lights", (Cell("x" * 64),)), "expected a name of 1 to 63 bytes"),
    ],
)
def test_an_order_that_cant_be_carried_out_says_what_was_expected(
    device: str, order: DeviceOrder, said: str
) -> None:
    with pytest.raises(InputFault) as fault:
        opened().host.order(device, order)
    assert said in str(fault.value)


def test_events_are_dated_by_the_boards_clock_not_by_when_they_came() -> None:
    table = opened()
    table.delays = (0.0 if n % 7 == 0 else 0.3 for n in count())
    table.run(30)
    for _ in range(10):
        pressed_at = table.now
        table.board.press("west", "end_turn", table.board_now)
        table.run(0.7)
        assert abs(table.of(Reported)[-1].happened_at - pressed_at) < 0.02


def test_a_board_says_again_and_again_that_it_has_told_all_that_it_noticed() -> None:
    table = opened()
    begun = table.now
    for _ in range(10):
        table.run(0.5)
        until = table.of(ToldAll)[-1].until
        assert table.now - 0.6 < until <= table.now
    quiet = len(table.of(ToldAll))
    table.board.cover("f6", table.board_now)
    table.run(1.0)
    # While the table is being played on it's asked more often.
    assert len(table.of(ToldAll)) - quiet >= 8
    untils = [one.until for one in table.of(ToldAll)]
    assert untils == sorted(untils)
    assert begun < untils[-1]


@pytest.mark.parametrize(("feels", "least", "most"), [(True, 30, 80), (False, 0, 10)])
def test_a_board_without_switches_is_left_alone(
    feels: bool,  # noqa: FBT001 # a parameter of the test
    least: int,
    most: int,
) -> None:
    """Its silence says nothing, and a slow board has other things to do than to say what time it is."""
    table = Table(board=FirmwareBoard(boot=0xABCD, feels=feels))
    table.host.port_opened(table.now)
    table.run(0.5)
    with patch.object(table.board, "receive_data", wraps=table.board.receive_data) as heard:
        table.board.press("west", "end_turn", table.board_now)
        table.run(8.0)
    assert table.of(Reported)
    assert bool(table.of(ToldAll)) is feels
    assert least <= heard.call_count <= most


def test_what_happened_before_it_is_told_before_all_is_said_to_be_told() -> None:
    table = opened()
    table.run(1.0)
    table.told.clear()
    table.board.cover("f6", table.board_now)
    table.run(0.02)
    first, event = table.told[:2]
    assert isinstance(first, ToldAll)
    assert isinstance(event, Reported)
    assert first.until == event.happened_at
    table.run(0.2)
    later = table.of(ToldAll)[-1]
    assert later.until > event.happened_at


def test_while_a_line_stalls_nobody_says_that_all_is_told() -> None:
    table = opened()
    table.run(1.0)
    stalled_at, table.lose = table.now, 1.0
    table.run(1.0)
    table.board.cover("f6", table.board_now)
    covered_at = table.now
    table.run(1.0)
    assert all(one.until <= stalled_at for one in table.of(ToldAll))
    before, table.lose = len(table.told), 0.0
    table.run(1.0)
    events = [one for one in table.told[before:] if isinstance(one, Reported | ToldAll)]
    at = next(n for n, one in enumerate(events) if isinstance(one, Reported))
    # Who hears that all until some moment is told has heard what happened before it.
    assert all(one.until <= covered_at + 0.02 for one in events[:at] if isinstance(one, ToldAll))
    assert table.of(ToldAll)[-1].until > covered_at + 0.5


def test_an_event_from_while_nobody_listened_keeps_its_time() -> None:
    table = opened()
    table.lose = 1.0
    table.run(10)
    pressed_at = table.now
    table.board.press("west", "end_turn", table.board_now)
    table.run(60)
    table.lose = 0.0
    table.run(3)
    (event,) = table.of(Reported)
    assert abs(event.happened_at - pressed_at) < 0.02


def test_a_port_where_nothing_answers_is_said_once_with_what_to_do() -> None:
    host = Conversation(1)
    host.port_opened(0.0)
    told = [one for tenth in range(600) for one in host.tick(tenth / 10)]
    (complaint,) = told
    assert isinstance(complaint, Complaint)
    assert complaint.text.startswith("nothing answers: is this the board's port")
    assert complaint.lasting


def test_a_port_that_sends_only_rubbish_is_said_once_with_how_much() -> None:
    host, told, now = Conversation(1), list[Told](), 0.0
    chance = random.Random(8)  # noqa: S311 # a test's own chance
    host.port_opened(now)
    for _ in range(400):
        now += PATIENCE / 100
        told += host.receive_data(chance.randbytes(1000), now)
        told += host.tick(now)
    (complaint,) = told
    assert isinstance(complaint, Complaint)
    assert "only rubbish comes" in complaint.text


def test_a_noisy_line_is_said_once_and_goes_on_working() -> None:
    table = opened()
    chance = random.Random(8)  # noqa: S311 # a test's own chance
    for _ in range(300):
        table.take(table.host.receive_data(chance.randbytes(300), table.now), note=True)
        table.run(0.01)
    table.board.press("west", "end_turn", table.board_now)
    table.run(2)
    assert len(table.of(Reported)) == 1
    (complaint,) = table.of(Complaint)
    assert "the line to the board is bad" in complaint.text


def test_what_one_port_sent_is_not_held_against_the_next() -> None:
    table = Table(board=FirmwareBoard(boot=1))
    chance = random.Random(8)  # noqa: S311 # a test's own chance
    table.host.port_opened(table.now)
    for _ in range(300):
        table.take(table.host.receive_data(chance.randbytes(300), table.now), note=False)
    table.take(table.host.port_gone(Phrase("unplugged")), note=False)
    table.host.port_opened(table.now)
    table.run(PATIENCE + 5)
    assert len(table.of(Came)) == 1
    assert table.of(Complaint) == []


def test_a_board_of_another_version_is_refused_and_said_once() -> None:
    table = Table(board=FirmwareBoard(boot=1, dictionary=5, version="0.0.1"))
    table.host.port_opened(table.now)
    table.run(20)
    (complaint,) = table.told
    assert isinstance(complaint, Complaint)
    assert "firmware 0.0.1" in complaint.text
    assert complaint.lasting


def test_a_stack_is_told_as_what_lies_there_now() -> None:
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
    assert said.startswith("the reader of pad east has stopped working: no pn5180 answers. It is tried again")
    assert faults(table) == ["east: no pn5180 answers"]
    table.board.reader("east", "")
    table.run(0.2)
    assert str(table.of(Complaint)[-1].text) == "the reader of pad east works again"
    assert faults(table) == []


def faults(table: Table) -> list[str]:
    assert table.host.hello is not None
    return list(table.host.hello.faults)


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
    assert [type(one) for one in table.told if not isinstance(one, ToldAll)] == [Came, Pictured]
