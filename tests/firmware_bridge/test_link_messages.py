"""The message table: round trips, refusals, and the page made from it."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.faults import InputFault
from firmware_bridge.link.dictionary import (
    MESSAGES,
    Direction,
    MessageRow,
    decode_message,
    dictionary_text,
    encode_message,
)
from firmware_bridge.link.document import (
    ARDUINO_TABLE,
    FIRMWARE_TABLE,
    arduino_table,
    firmware_table,
    link_page,
)
from firmware_bridge.link.faults import LinkMisuse, PeerFault
from firmware_bridge.link.fields import FieldCoding, Uid, format_uid, parse_uid
from firmware_bridge.link.messages import Button, Hello, Lights, Message, TagPlaced

PAGE = Path(__file__).parents[2] / "docs" / "develop" / "link.md"

short_text = st.text(alphabet="abz09.# éđ漢\0", max_size=12)
VALUES: dict[FieldCoding, st.SearchStrategy[Any]] = {
    FieldCoding.U8: st.integers(0, 0xFF),
    FieldCoding.U16: st.integers(0, 0xFFFF),
    FieldCoding.U32: st.integers(0, 0xFFFFFFFF),
    FieldCoding.TEXT: short_text,
    FieldCoding.UID: st.binary(max_size=10),
    FieldCoding.BYTES: st.binary(max_size=63),
    FieldCoding.BLOCK: st.binary(max_size=200),
    FieldCoding.NAMES: st.lists(short_text, max_size=6).map(tuple),
}


def samples(row: MessageRow) -> st.SearchStrategy[tuple[MessageRow, Message]]:
    built = st.builds(row.message, **{name: VALUES[wire] for name, wire in row.fields})
    return st.tuples(st.just(row), built)


@given(st.one_of([samples(row) for row in MESSAGES]))
def test_every_message_comes_back_as_it_was(sent: tuple[MessageRow, Message]) -> None:
    row, message = sent
    assert decode_message(encode_message(message), row.direction) == message


@given(st.binary(max_size=80), st.sampled_from(Direction))
def test_any_body_is_either_a_message_or_the_peers_fault(body: bytes, direction: Direction) -> None:
    try:
        message = decode_message(body, direction)
    except PeerFault:
        return
    assert body.startswith(encode_message(message))


@pytest.mark.parametrize("row", MESSAGES, ids=lambda row: row.name)
def test_a_message_of_the_other_direction_is_the_peers_fault(row: MessageRow) -> None:
    wrong = Direction.TO_HOST if row.direction is Direction.TO_BOARD else Direction.TO_BOARD
    with pytest.raises(PeerFault, match=f"{row.name} goes {row.direction}, but came the other way"):
        decode_message(bytes([row.number]), wrong)


def test_faults_name_message_and_field() -> None:
    body = encode_message(Button(1, 2, "west", "end_turn"))
    with pytest.raises(PeerFault, match=r"button\.button: expected 8 more bytes"):
        decode_message(body[:-1], Direction.TO_HOST)
    with pytest.raises(PeerFault, match="button: 1 byte too many"):
        decode_message(body + b"!", Direction.TO_HOST)
    with pytest.raises(PeerFault, match="message number 99 is not in the dictionary"):
        decode_message(b"\x63", Direction.TO_HOST)
    with pytest.raises(LinkMisuse, match=r"lights\.red: 256 doesn't fit a u8"):
        encode_message(Lights("", 256, 0, 0, ()))
    with pytest.raises(LinkMisuse, match=r"tag_placed\.pad: a text or uid holds at most 63 bytes"):
        encode_message(TagPlaced(1, 2, "x" * 64, Uid(b"")))


def test_a_hello_that_a_later_version_made_longer_is_still_understood() -> None:
    hello = Hello(9, 8, 7, 6, "board", "2.0", ("buttons",), ("west",), "b0a2", 7, ("west: none",))
    assert decode_message(encode_message(hello) + b"something new", Direction.TO_HOST) == hello


def test_numbers_and_names_are_each_given_once() -> None:
    assert len({row.number for row in MESSAGES}) == len({row.name for row in MESSAGES}) == len(MESSAGES)


def test_the_dictionary_names_each_message_and_field() -> None:
    text = dictionary_text()
    assert "16 button to_host counter:u32 at_ms:u32 pad:text button:text\n" in text
    assert len(text.splitlines()) == len(MESSAGES) + 1


def test_the_page_is_what_the_table_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == link_page(), (
        "docs/develop/link.md differs from the table; write it anew: python -m firmware_bridge.link.document"
    )


def test_the_firmware_has_the_same_table() -> None:
    for path, text in ((FIRMWARE_TABLE, firmware_table()), (ARDUINO_TABLE, arduino_table())):
        assert path.read_text(encoding="utf-8") == text, (
            f"{path.name} differs; write it anew: python -m firmware_bridge.link.document"
        )


@given(st.binary(min_size=1, max_size=10))
def test_a_uid_comes_back_from_its_text(uid: bytes) -> None:
    assert parse_uid(format_uid(Uid(uid))) == uid


def test_a_uid_that_is_no_hexadecimal_is_refused() -> None:
    with pytest.raises(InputFault, match="expected hexadecimal digits"):
        parse_uid("west")
