"""COBS, the checksum and frames: known vectors, and any chunking."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.link import cobs
from firmware_bridge.link.faults import LinkMisuse
from firmware_bridge.link.framing import (
    MAX_BODY,
    FrameKind,
    FrameReader,
    LinkFrame,
    checksum,
    encode_frame,
)

# Cheshire and Baker 1999, and the table of worked examples that every COBS library is held to.
COBS_VECTORS = [
    (b"", "01"),
    (b"\x00", "0101"),
    (b"\x00\x00", "010101"),
    (b"\x00\x11\x00", "01021101"),
    (b"\x11\x22\x00\x33", "0311220233"),
    (b"\x11\x22\x33\x44", "0511223344"),
    (b"\x11\x00\x00\x00", "0211010101"),
    (bytes(range(1, 255)), "ff" + bytes(range(1, 255)).hex()),
    (bytes(range(255)), "01ff" + bytes(range(1, 255)).hex()),
    (bytes(range(1, 256)), "ff" + bytes(range(1, 255)).hex() + "02ff"),
    ([*range(2, 256), 0], "ff" + bytes(range(2, 256)).hex() + "0101"),
    ([*range(3, 256), 0, 1], "fe" + bytes(range(3, 256)).hex() + "0201"),
]

frames = st.builds(
    LinkFrame,
    kind=st.sampled_from(FrameKind),
    session=st.integers(0, 0xFFFFFFFF),
    sequence=st.integers(0, 0xFFFF),
    acknowledged=st.integers(0, 0xFFFF),
    body=st.binary(max_size=MAX_BODY),
)


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = sorted({0, len(data), *(place % (len(data) + 1) for place in places)})
    return [data[a:b] for a, b in pairwise(edges)]


def read_all(reader: FrameReader, chunks: list[bytes]) -> list[LinkFrame]:
    return [frame for chunk in chunks for frame in reader.feed(chunk)]


@pytest.mark.parametrize(("plain", "block"), COBS_VECTORS)
def test_cobs_agrees_with_the_published_examples(plain: bytes | list[int], block: str) -> None:
    assert cobs.encode(bytes(plain)).hex() == block
    assert cobs.decode(bytes.fromhex(block)) == bytes(plain)


@given(st.binary(max_size=1000))
def test_cobs_comes_back_whole_and_never_holds_a_zero(plain: bytes) -> None:
    block = cobs.encode(plain)
    assert 0 not in block
    assert len(block) <= len(plain) + len(plain) // 254 + 1
    assert cobs.decode(block) == plain


@pytest.mark.parametrize("block", ["", "00", "0500", "05112233", "0211ff", "021100"])
def test_what_is_no_whole_block_is_not_decoded(block: str) -> None:
    assert cobs.decode(bytes.fromhex(block)) is None


def test_the_checksum_is_the_one_of_the_catalogue() -> None:
    assert checksum(b"123456789") == 0x29B1
    assert checksum(b"") == 0xFFFF


@given(st.lists(frames, max_size=6), st.lists(st.integers(0, 5000), max_size=30))
def test_frames_are_read_under_any_chunking(sent: list[LinkFrame], places: list[int]) -> None:
    wire = b"".join(encode_frame(frame) for frame in sent)
    reader = FrameReader()
    assert read_all(reader, cut(wire, places)) == sent
    assert (reader.good, reader.damaged, reader.rubbish) == (len(sent), 0, 0)


@given(st.lists(frames, min_size=1, max_size=3))
def test_frames_are_read_byte_by_byte(sent: list[LinkFrame]) -> None:
    wire = b"".join(encode_frame(frame) for frame in sent)
    assert read_all(FrameReader(), [bytes([byte]) for byte in wire]) == sent


@given(frames, st.binary(max_size=600), st.binary(max_size=600), st.lists(st.integers(0, 5000), max_size=9))
def test_rubbish_before_and_after_never_costs_a_frame(
    frame: LinkFrame, before: bytes, after: bytes, places: list[int]
) -> None:
    found = read_all(FrameReader(), cut(before + encode_frame(frame) + after, places))
    assert frame in found


@given(frames, st.integers(0, 5000), st.integers(1, 255))
def test_one_damaged_byte_never_makes_another_frame(frame: LinkFrame, place: int, change: int) -> None:
    wire = bytearray(encode_frame(frame))
    wire[place % len(wire)] ^= change
    found = read_all(FrameReader(), [bytes(wire), encode_frame(LinkFrame(FrameKind.PROBE, 7))])
    assert all(one in (frame, LinkFrame(FrameKind.PROBE, 7)) for one in found)
    assert found[-1] == LinkFrame(FrameKind.PROBE, 7)


def test_a_line_that_never_ends_a_frame_is_held_in_bounded_memory_and_counted() -> None:
    reader = FrameReader()
    for _ in range(1000):
        assert list(reader.feed(b"\xa5" * 1000)) == []
    assert reader.rubbish == 1_000_000
    assert list(reader.feed(b"\xa5" * 10 + b"\0")) == []
    assert (reader.rubbish, reader.damaged) == (1_000_010, 1)
    frame = LinkFrame(FrameKind.NUMBERED, 1, 2, 3, b"after the flood")
    assert list(reader.feed(encode_frame(frame))) == [frame]
    assert reader.damaged == 1


def plain_crc(data: bytes) -> int:
    """CRC-16/CCITT-FALSE bit by bit, from its definition."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


@given(st.binary(max_size=300))
def test_the_checksum_is_its_definition(data: bytes) -> None:
    assert checksum(data) == plain_crc(data)


def test_a_frame_on_the_wire_is_what_the_page_says() -> None:
    # kind 2, session 0x00C0FFEE, sequence 0xFFF1, acknowledged 0x0102, body 20 00; little-endian.
    plain = bytes.fromhex("02 eeffc000 f1ff 0201 2000")
    whole = plain + plain_crc(plain).to_bytes(2, "little")
    assert 0 not in whole[-2:], "the sample is chosen so that it has zeros in two known places"
    wire = b"\0\x05" + whole[:4] + b"\x06" + whole[5:10] + b"\x03" + whole[11:] + b"\0"
    frame = LinkFrame(FrameKind.NUMBERED, 0x00C0FFEE, 0xFFF1, 0x0102, bytes.fromhex("2000"))
    assert encode_frame(frame) == wire
    assert list(FrameReader().feed(wire)) == [frame]


def test_a_body_too_long_for_a_frame_is_our_own_fault() -> None:
    encode_frame(LinkFrame(FrameKind.NUMBERED, 1, body=bytes(MAX_BODY)))
    with pytest.raises(LinkMisuse, match=f"at most {MAX_BODY} bytes, was given {MAX_BODY + 1}"):
        encode_frame(LinkFrame(FrameKind.NUMBERED, 1, body=bytes(MAX_BODY + 1)))
