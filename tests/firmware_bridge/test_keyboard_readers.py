"""USB readers that type like keyboards, as pads."""

import errno
import fcntl
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bus.broker import Broker
from engine.bus.sealing import Seal
from engine.core.faults import InputFault
from firmware_bridge.readers.choice import ReaderChoice, ReaderKind, parse_reader, parse_readers
from firmware_bridge.readers.keyboard import (
    EVENT,
    FoundKeyboard,
    KeyboardReader,
    TypedLines,
    find_keyboards,
    unchosen,
)
from firmware_bridge.readers.shop import ShopReaders
from firmware_bridge.readers.shop_reader import ReaderGone
from firmware_bridge.readers.typed import parse_typed
from tests.firmware_bridge.bridges import Running, Watcher, watched
from tests.firmware_bridge.virtual_keyboard import UINPUT, KernelKeyboard, PipedReader, typed

log = logging.getLogger(__name__)

Types = Callable[[str], None]


@pytest.mark.parametrize(
    ("line", "uid"),
    [
        ("0004660036", "00471B44"),
        ("4294967295", "FFFFFFFF"),
        ("74103794", "74103794"),
        ("00471b44", "00471B44"),
        ("04A1B2C3D4E5F6", "04A1B2C3D4E5F6"),
        (" 0004660036 ", "00471B44"),
        (";0004660036/", "00471B44"),
        ("04q1b2c3d4e5f6", "04A1B2C3D4E5F6"),
    ],
)
def test_what_readers_type_is_a_uid(line: str, uid: str) -> None:
    assert parse_typed(line) == uid


@pytest.mark.parametrize(("line", "uid"), [("1142638336", "00471B44"), ("441B4700", "00471B44")])
def test_a_reader_that_types_the_last_byte_first_is_turned_round(line: str, uid: str) -> None:
    assert parse_typed(line, is_reversed=True) == uid


@pytest.mark.parametrize(
    "line", ["", "hello", "4294967296", "123456789", "12345678901", "00471B4", "0A47 1B44", "٠٠٠٤٦٦٠٠٣٦"]
)
def test_a_line_that_is_no_uid_is_refused_with_what_was_expected(line: str) -> None:
    with pytest.raises(InputFault, match="10 digits such as 0004660036"):
        parse_typed(line)


@given(st.lists(st.integers(1, 60)))
def test_lines_are_put_together_under_any_chunking(sizes: list[int]) -> None:
    stream = typed("0004660036", 100.0) + typed("74103794", 101.0)
    lines, heard = TypedLines(), []
    for size in [*sizes, len(stream)]:
        part, stream = stream[:size], stream[size:]
        heard += lines.take(part)
    assert heard == ["0004660036", "74103794"]


def test_a_line_that_broke_off_is_no_part_of_the_next() -> None:
    lines = TypedLines()
    assert lines.take(typed("00046", 100.0, enter=False)) == []
    assert lines.take(typed("0004660036", 102.0)) == ["0004660036"]


def test_a_key_that_no_reader_has_is_seen_in_the_line() -> None:
    f12 = EVENT.pack(100, 0, 1, 88, 1)
    assert TypedLines().take(f12 + typed("12", 100.0)) == ["\N{REPLACEMENT CHARACTER}12"]


def test_a_key_that_sticks_types_once() -> None:
    stuck = b"".join(EVENT.pack(100, at, 1, 2, 2) for at in range(200))
    assert TypedLines().take(typed("0004660036", 100.0, enter=False) + stuck + typed("", 100.0)) == [
        "0004660036"
    ]


def test_an_endless_line_is_cut_and_the_next_one_is_whole() -> None:
    assert TypedLines().take(typed("7" * 5000, 100.0) + typed("0004660036", 100.0)) == [
        "7" * 64,
        "0004660036",
    ]


def piped(choice: ReaderChoice) -> KeyboardReader:
    """Return the reader of a pipe, which can't be taken as a keyboard can."""
    return KeyboardReader(choice.place, takes=False)


def opened(watcher: Watcher, seal: Seal, count: int) -> list[tuple[str, str]]:
    """Return the first `count` readings, as pad and text."""
    while len(watcher.events) < count:
        watcher.look()
    return [(name, seal.opened_text(value) if value else "") for _, name, value in watcher.words()]


def test_each_reader_is_its_own_pad(broker: Broker, tmp_path: Path) -> None:
    bus, seal = watched(broker, "typed"), Seal(b"k" * 32, table="typed")
    watcher = Watcher(bus)
    choices = parse_readers([f"west={tmp_path / 'left'}", f"east={tmp_path / 'right'},reversed"])
    with (
        PipedReader(tmp_path / "left") as left,
        PipedReader(tmp_path / "right") as right,
        Running(broker, "typed", readers=ShopReaders(choices, reader=piped), seal=seal),
    ):
        watcher.until_connected("pad.west", connected=True)
        watcher.until_connected("pad.east", connected=True)
        left.type("0004660036")
        assert opened(watcher, seal, 1) == [("west", "00471B44")]
        right.type("441B4700")
        assert opened(watcher, seal, 2)[1] == ("east", "00471B44")
        # Nothing types that a tag went: it counts as gone once it isn't typed again.
        assert sorted(opened(watcher, seal, 4)[2:]) == [("east", ""), ("west", "")]
        left.type("0004660036")
        assert opened(watcher, seal, 5)[4] == ("west", "00471B44")
    bus.stop()


def test_a_tag_that_a_reader_repeats_is_laid_once(broker: Broker, tmp_path: Path) -> None:
    bus, seal = watched(broker, "held"), Seal(b"k" * 32, table="held")
    watcher = Watcher(bus)
    choices = parse_readers([f"west={tmp_path / 'left'}"])
    with (
        PipedReader(tmp_path / "left") as left,
        Running(broker, "held", readers=ShopReaders(choices, reader=piped), seal=seal),
    ):
        watcher.until_connected("pad.west", connected=True)
        for _ in range(5):
            left.type("0004660036")
        left.type("74103794")
        words = opened(watcher, seal, 2)
        assert words == [("west", "00471B44"), ("west", "00471B44 74103794")]
    bus.stop()


def test_a_line_of_junk_is_said_once_and_forgotten_when_a_tag_is_read(broker: Broker, tmp_path: Path) -> None:
    bus, seal = watched(broker, "junk"), Seal(b"k" * 32, table="junk")
    watcher = Watcher(bus)
    choices = parse_readers([f"west={tmp_path / 'left'}"])
    with (
        PipedReader(tmp_path / "left") as left,
        Running(broker, "junk", readers=ShopReaders(choices, reader=piped), seal=seal),
    ):
        watcher.until_connected("pad.west", connected=True)
        left.type("HELLO")
        watcher.until_problem("pad.west", "HELLO")
        left.type("0004660036")
        assert opened(watcher, seal, 1) == [("west", "00471B44")]
        while watcher.states["pad.west"].problem:
            watcher.look()
    bus.stop()


def test_a_reader_that_is_plugged_in_later_is_heard(broker: Broker, tmp_path: Path) -> None:
    bus, seal = watched(broker, "late"), Seal(b"k" * 32, table="late")
    watcher = Watcher(bus)
    choices = parse_readers([f"west={tmp_path / 'left'}"])
    with Running(broker, "late", readers=ShopReaders(choices, reader=piped), seal=seal):
        gone = watcher.until_connected("pad.west", connected=False)
        while not gone.problem:
            watcher.look()
            gone = watcher.states["pad.west"]
        assert "isn't plugged in" in gone.problem
        with PipedReader(tmp_path / "left") as left:
            watcher.until_connected("pad.west", connected=True)
            left.type("0004660036")
            assert opened(watcher, seal, 1) == [("west", "00471B44")]
        watcher.until_connected("pad.west", connected=False)
    bus.stop()


def test_half_a_code_before_the_plug_was_pulled_is_no_part_of_the_code_after_it(
    broker: Broker, tmp_path: Path
) -> None:
    bus, seal = watched(broker, "half"), Seal(b"k" * 32, table="half")
    watcher = Watcher(bus)
    choices = parse_readers([f"west={tmp_path / 'left'}"])
    with Running(broker, "half", readers=ShopReaders(choices, reader=piped), seal=seal):
        with PipedReader(tmp_path / "left") as left:
            watcher.until_connected("pad.west", connected=True)
            left.type("00046", at=100.0, enter=False)
        watcher.until_connected("pad.west", connected=False)
        with PipedReader(tmp_path / "left") as left:
            watcher.until_connected("pad.west", connected=True)
            left.type("0004660036", at=100.0)
            assert opened(watcher, seal, 1) == [("west", "00471B44")]
    bus.stop()


def test_a_reader_that_is_plugged_in_elsewhere_is_named_with_its_port(broker: Broker, tmp_path: Path) -> None:
    bus = watched(broker, "elsewhere")
    watcher, there = Watcher(bus), ("/dev/input/by-path/usb-0:3-event-kbd",)
    choices = parse_readers([f"west={tmp_path / 'left'}"])
    readers = ShopReaders(
        choices, reader=lambda choice: KeyboardReader(choice.place, takes=False, elsewhere=lambda: there)
    )
    with Running(broker, "elsewhere", readers=readers, seal=Seal(b"k" * 32, table="elsewhere")):
        watcher.until_connected("pad.west", connected=False)
        watcher.until_problem("pad.west", f"A reader is at {there[0]}")
    bus.stop()


def test_a_file_that_is_no_keyboard_is_refused_by_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("hello", encoding="utf-8")
    with pytest.raises(ReaderGone, match="is no keyboard"):
        KeyboardReader(str(file)).open()


@contextmanager
def keyboard(folder: Path, taken: list[int], monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Types]]:
    """Show a keyboard: the kernel's own where it has one, else a pipe whose taking is noted."""
    if os.access(UINPUT, os.W_OK):
        log.info("ran with the kernel's virtual keyboard")
        with KernelKeyboard("Boardwarden test reader") as of_kernel:
            yield of_kernel.path, of_kernel.type
        return
    log.info("ran with a pipe of input events: this kernel offers no /dev/uinput")

    def noted(_file: int, request: int, on: int) -> int:
        if taken:
            raise OSError(errno.EBUSY, "busy")
        taken.append(on)
        assert request == 0x40044590  # linux/input.h: EVIOCGRAB
        return 0

    monkeypatch.setattr(fcntl, "ioctl", noted)
    with PipedReader(folder / "keyboard") as pipe:
        yield str(folder / "keyboard"), pipe.type


def test_a_keyboard_is_taken_for_the_table_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with keyboard(tmp_path, [], monkeypatch) as (path, type_text):
        reader, other = KeyboardReader(path), KeyboardReader(path)
        reader.open()
        with pytest.raises(ReaderGone, match="another program has taken it"):
            other.open()
        type_text("0004660036")
        heard: list[str] = []
        while not heard:
            heard = reader.hear(1.0)
        assert heard == ["0004660036"]
        reader.close()


def test_keyboards_are_found_by_their_ports_and_distinguished_by_name(tmp_path: Path) -> None:
    by_path, names = tmp_path / "by-path", tmp_path / "names"
    by_path.mkdir()
    plugged = {
        "event3": ("pci-0000:00:14.0-usb-0:1:1.0-event-kbd", "Logitech K120"),
        "event4": ("pci-0000:00:14.0-usb-0:2:1.0-event-kbd", "Sycreader RFID Technology Co., Ltd"),
    }
    for event, (port, name) in plugged.items():
        (tmp_path / event).touch()
        (by_path / port).symlink_to(tmp_path / event)
        (names / event / "device").mkdir(parents=True)
        (names / event / "device" / "name").write_text(f"{name}\n", encoding="utf-8")
    (by_path / "pci-0000:00:14.0-usbv2-0:2:1.0-event-kbd").symlink_to(tmp_path / "event4")
    (by_path / "platform-i8042-serio-0-event-kbd").symlink_to(tmp_path / "event3")
    found = find_keyboards(by_path, names)
    assert found == tuple(FoundKeyboard(str(by_path / port), name) for port, name in plugged.values())
    assert [one.may_read for one in found] == [False, True]


def test_of_two_equal_readers_the_one_that_is_no_pad_is_found_at_its_port(tmp_path: Path) -> None:
    by_path, names = tmp_path / "by-path", tmp_path / "names"
    by_path.mkdir()
    ports = [f"pci-0000:00:14.0-usb-0:{port}:1.0-event-kbd" for port in (1, 2)]
    for event, port in zip(("event3", "event4"), ports, strict=True):
        (tmp_path / event).touch()
        (by_path / port).symlink_to(tmp_path / event)
        (names / event / "device").mkdir(parents=True)
        (names / event / "device" / "name").write_text("Sycreader RFID\n", encoding="utf-8")
    first, second = (str(by_path / port) for port in ports)
    assert unchosen([], by_path, names) == (first, second)
    assert unchosen([first, "/dev/none"], by_path, names) == (second,)
    # Newer systems name each port twice.
    other_name = by_path / "pci-0000:00:14.0-usbv2-0:1:1.0-event-kbd"
    other_name.symlink_to(tmp_path / "event3")
    assert unchosen([str(other_name)], by_path, names) == (second,)


def test_a_choice_names_pad_and_place() -> None:
    assert parse_reader("west=/dev/input/by-path/a,reversed") == ReaderChoice(
        "west", ReaderKind.KEYBOARD, "/dev/input/by-path/a", reversed=True
    )
    assert parse_reader("c6=pcsc:ACS ACR122U 00 00").place == "ACS ACR122U 00 00"
    assert parse_reader("c6=pcsc").shown == "pcsc:"


@pytest.mark.parametrize(
    "text", ["", "west", "west=", "=/dev/a", "west=ACR122U", "we st=pcsc", "a/b=pcsc", "#=pcsc"]
)
def test_a_choice_that_names_no_pad_or_place_is_refused(text: str) -> None:
    with pytest.raises(InputFault, match="expected PAD=PLACE"):
        parse_reader(text)


@pytest.mark.parametrize("texts", [["west=pcsc", "west=/dev/a"], ["west=/dev/a", "east=/dev/a"]])
def test_two_readers_are_neither_one_pad_nor_one_place(texts: list[str]) -> None:
    with pytest.raises(InputFault, match="given twice"):
        parse_readers(texts)
