"""Clock, disk, serial port, broker, tag files: graded from what was found, and looked at for real once."""

from dataclasses import replace
from pathlib import Path

import pytest

from dashboard.doctor.machine import DiskFacts, clock_finding, disk_finding, look_at_clock, look_at_disk
from dashboard.doctor.readers import readers_finding
from dashboard.doctor.sensing import look_at_sensors, table_findings
from dashboard.doctor.tags import tags_finding
from dashboard.doctor.wiring import broker_finding, look_at_broker, look_at_serial, serial_finding
from engine.bus.broker import open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, Connected
from engine.bus.messages.boards import SensingState
from engine.core.board import load_board
from engine.core.disagreement import Ailment, SensorFault
from engine.core.findings import Grade
from engine.core.ids import Cell, Seconds
from engine.core.phrase import Phrase
from engine.core.pieces import load_pieces
from firmware_bridge.ports import FoundPort
from firmware_bridge.readers.keyboard import FoundKeyboard

NOW = 1_795_000_000.0
PORT = FoundPort("/dev/serial/by-id/usb-board", "Raspberry Pi")


def test_readers_are_named_with_the_words_that_make_one_a_pad() -> None:
    reader = FoundKeyboard("/dev/input/by-path/usb-2-event-kbd", "Sycreader RFID")
    finding = readers_finding(
        [FoundKeyboard("/dev/input/by-path/usb-1-event-kbd", "K120"), reader], ["ACS 00"]
    )
    assert finding.grade is Grade.GOOD
    assert 'pcsc:ACS 00. To make one the pad of seat west: --reader "west=/dev/input' in finding.text
    assert "K120" not in finding.text


def test_a_keyboard_that_calls_itself_no_reader_may_be_one() -> None:
    finding = readers_finding([FoundKeyboard("/dev/input/by-path/usb-1-event-kbd", "HID 0001")], [])
    assert (finding.grade, "may be one" in finding.text) == (Grade.UNKNOWN, True)


def test_a_table_without_readers_is_well_and_hears_why_pcsc_is_silent() -> None:
    finding = readers_finding([], [], Phrase("pcscd doesn't run"))
    assert (finding.grade, finding.advice) == (Grade.UNKNOWN, "pcscd doesn't run")


def test_a_clock_that_was_never_set_is_bad() -> None:
    never = clock_finding(12_345.0, 0.0, 0.2)
    assert (never.grade, never.text) == (Grade.BAD, "it says 1970-01-01")
    assert clock_finding(NOW, 0.0, 0.2).grade is Grade.GOOD


def test_a_clock_that_jumps_is_seen() -> None:
    walls, steady = iter([NOW, NOW + 3600.2]), iter([5.0, 5.2])
    assert look_at_clock(lambda: next(walls), lambda: next(steady), lambda _: None).grade is Grade.BAD


@pytest.mark.parametrize(
    ("facts", "grade"),
    [
        (DiskFacts(20_000_000_000, 8.0), Grade.GOOD),
        (DiskFacts(1_000_000_000, 8.0), Grade.FAIR),
        (DiskFacts(100_000_000, 8.0), Grade.BAD),
        (DiskFacts(20_000_000_000, 150.0), Grade.FAIR),
        (DiskFacts(20_000_000_000, 900.0), Grade.BAD),
        (DiskFacts(0, 0.0, "Permission denied"), Grade.BAD),
    ],
)
def test_a_disk_is_graded_by_room_and_by_durable_writes(facts: DiskFacts, grade: Grade) -> None:
    assert disk_finding("matches", facts).grade is grade


def test_looking_at_a_disk_leaves_nothing_behind(tmp_path: Path) -> None:
    finding = look_at_disk(tmp_path / "not" / "yet")
    assert "GB free" in finding.text
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_cannot_be_written_is_said() -> None:
    finding = look_at_disk(Path("/proc/nothing"))
    assert finding.grade is Grade.BAD
    assert "--data" in finding.advice


def test_a_table_may_have_no_board_devices() -> None:
    assert serial_finding("auto", ()).grade is Grade.UNKNOWN
    assert serial_finding("none", ()).grade is Grade.UNKNOWN
    assert look_at_serial("none").grade is Grade.UNKNOWN


def test_a_port_that_may_be_a_board_is_named_and_not_opened() -> None:
    finding = serial_finding("auto", (FoundPort("/dev/ttyUSB0", "WCH (CH340)", ours=False),))
    assert finding.grade is Grade.UNKNOWN
    assert "/dev/ttyUSB0 (WCH (CH340)) may be a board" in str(finding.text)
    assert "--serial PORT" in str(finding.advice)


def test_a_port_that_was_named_and_is_gone_is_missing() -> None:
    finding = look_at_serial("/dev/ttyNOTHING,/dev/ttyNEITHER")
    assert finding.grade is Grade.MISSING
    assert "/dev/ttyNOTHING: no such port" in finding.text


def test_a_board_that_cannot_be_opened_is_bad_and_one_that_can_is_good() -> None:
    assert serial_finding("auto", (PORT,), Phrase("busy")).grade is Grade.BAD
    good = serial_finding("auto", (PORT,))
    assert (good.grade, good.text) == (Grade.GOOD, "/dev/serial/by-id/usb-board (Raspberry Pi) can be opened")


def test_the_tables_own_broker_needs_no_look() -> None:
    assert look_at_broker("", table="table").grade is Grade.GOOD


def test_a_broker_is_graded_by_its_answer() -> None:
    assert broker_finding("mqtt://here", 20.0).grade is Grade.GOOD
    assert broker_finding("mqtt://here", 900.0).grade is Grade.FAIR
    assert broker_finding("mqtt://here", None, Phrase("mqtt://here can't be reached")).grade is Grade.MISSING


def test_what_a_running_tables_sensors_say_is_reported() -> None:
    stuck = SensorFault(
        Ailment.STUCK_ON, "board", Cell("d4"), None, Seconds(1.0), Phrase("stuck"), Phrase("mend it")
    )
    broker = open_broker("embedded")
    broker.start()
    engine = BusClient(url=broker.url, table="table", service=Service.ENGINE, wanted=())
    engine.start()
    try:
        while not isinstance(engine.receive(None), Connected):
            pass
        engine.publish("sensing", SensingState(faults=(stuck,)))
        # With a clock that stands still it waits for as long as it takes.
        (found,) = look_at_sensors(broker.url, table="table", monotonic=lambda: 0.0)
    finally:
        engine.stop()
        broker.stop()
    assert (found.check, found.grade, found.text, found.advice) == ("sensors", Grade.BAD, "stuck", "mend it")


def test_sensors_of_which_nobody_tells_are_unknown_and_those_that_agree_are_good() -> None:
    assert [one.grade for one in look_at_sensors("", table="table")] == [Grade.UNKNOWN]
    assert [one.grade for one in table_findings(None)] == [Grade.UNKNOWN]
    assert [one.grade for one in table_findings(SensingState())] == [Grade.GOOD]


def test_the_tags_of_the_boards_that_come_with_the_project_are_sound() -> None:
    finding = tags_finding(load_board("mativen"), load_pieces("mativen-pieces"))
    assert finding.grade is Grade.GOOD
    assert "8 tags on the frame" in finding.text


def test_tags_that_do_not_exist_and_pieces_of_another_board_are_bad() -> None:
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    short = replace(pieces, dictionary="DICT_5X5_100")
    assert "no such tags in their dictionaries: 100, 101" in tags_finding(board, short).text
    assert tags_finding(replace(board, name="other"), pieces).grade is Grade.BAD
