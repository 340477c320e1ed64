"""A board's `hello`: it fits its frame however the parts are named, and whatever is wrong with them."""

import json
from pathlib import Path
from typing import Any

import pytest

from engine.core.faults import InputFault
from firmware_bridge.link.fields import Uid, parse_uid
from firmware_bridge.link.messages import Hello, ReaderFault, ReadTag, TagContent, WriteTag
from firmware_bridge.link.session import Ready, Received
from hardware.firmware.warden import bodies, configuration
from hardware.firmware.warden.frames import MAX_BODY
from hardware.firmware.warden.running import VERSION
from tests.firmware_bridge.test_firmware import Bench

BOARDS = sorted((Path(__file__).parents[2] / "hardware" / "boards").glob("*.json"))
FREE = tuple(pin for pin in range(28) if pin not in (16, 18, 19))


def readers(*names: str, board: str = "b") -> dict[str, Any]:
    """A board with a reader for each name."""
    return {
        "board": board,
        "spi": {"0": {"sck": 18, "mosi": 19, "miso": 16}},
        "pads": [
            {"pad": name, "reader": "mfrc522", "spi": 0, "select": FREE[2 * n], "reset": FREE[2 * n + 1]}
            for n, name in enumerate(names)
        ],
    }


def greeting(parts: dict[str, Any]) -> tuple[Hello, tuple[str, ...]]:
    """The hello of this board with all its readers dead, and the faults that the host knows soon after."""
    bench = Bench(parts)
    for chip in bench.machine.readers.values():
        chip.dead = True
    hello = bench.power()
    sent = [one.message for one in bench.events if isinstance(one, Received)]
    later = [f"{one.pad}: {one.fault}" for one in sent if isinstance(one, ReaderFault)]
    return hello, (*hello.faults, *later)


@pytest.mark.parametrize("letters", [4, 12, 20, 22])
def test_a_board_whose_six_readers_are_all_dead_is_heard_and_names_each(letters: int) -> None:
    names = [f"{'castle of the far north-eastern mountains'[: letters - 1]}{n}" for n in range(6)]
    hello, faults = greeting(readers(*names))
    assert hello.pads == tuple(names)
    assert faults == tuple(f"{name}: no mfrc522 answers" for name in names)


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_a_shipped_board_with_dead_readers_is_heard(path: Path) -> None:
    parts = json.loads(path.read_text(encoding="utf-8"))
    wired = [pad for pad in parts.get("pads", ()) if "reader" in pad]
    _, faults = greeting(parts)
    assert len(faults) == len(wired)


def test_faults_left_out_of_a_hello_are_reported_again_in_the_next_session() -> None:
    bench = Bench(readers(*[f"a rather long name, pad {n}" for n in range(5)]))
    for chip in bench.machine.readers.values():
        chip.dead = True
    bench.power()
    bench.events.clear()
    bench.host.unplug()
    sent = [one.fault for one in bench.turns(300) if isinstance(one, ReaderFault)]
    hello = next(one.hello for one in bench.events if isinstance(one, Ready))
    assert len(sent) + len(hello.faults) == 5
    assert sent


def test_names_that_no_hello_could_carry_are_refused_with_their_length() -> None:
    most = configuration.NAMES_MOST - 6
    said = f"the names of the board and its pads have 175 bytes together, expected {most} at most"
    with pytest.raises(configuration.Unusable, match=said):
        configuration.read(json.dumps(readers(*[f"{'x' * 28}{n}" for n in range(6)])))


def test_a_name_longer_than_a_text_of_the_link_is_refused() -> None:
    with pytest.raises(configuration.Unusable, match="1 to 63 bytes"):
        configuration.read(json.dumps(readers("é" * 32)))


def test_the_longest_names_fit_beside_everything_else_that_a_hello_says() -> None:
    names = ("w" * 45, "e" * 45)
    board = "b" * (configuration.NAMES_MOST - 90 - 2)
    abilities = ("buttons", "tags", "cells", "lights", "sound", "simulated")
    body = bodies.encode(
        "hello",
        1,
        0xFFFFFFFF,
        0xFFFFFFFF,
        0xFFFFFFFF,
        board,
        VERSION,
        abilities,
        names,
        "f" * 16,
        0xFFFFFFFF,
        (),
    )
    assert len(body) <= MAX_BODY - configuration.VERSION_GROWS
    configuration.read(json.dumps(readers(*names, board=board)))


@pytest.mark.parametrize("order", ["read", "write"])
@pytest.mark.parametrize("kind", ["mfrc522", "pn5180"])
@pytest.mark.parametrize("uid", ["", "04", "04a1b2c3d4", "e00400000000000100"])
def test_a_uid_of_a_length_that_no_tag_has_is_answered_and_ends_nothing(
    kind: str, uid: str, order: str
) -> None:
    parts = readers("west")
    parts["pads"][0] |= {"reader": kind, "busy": 27}
    bench = Bench(parts)
    bench.power()
    raw = Uid(bytes.fromhex(uid))
    bench.host.send(ReadTag("west", raw) if order == "read" else WriteTag("west", raw, b"abc"))
    fault = "it can't be read" if order == "read" else "it can't be written"
    assert bench.turns(200) == [TagContent("west", raw, b"", fault)]


def test_an_empty_uid_is_refused_before_it_is_sent() -> None:
    with pytest.raises(InputFault, match="expected hexadecimal digits"):
        parse_uid("")
