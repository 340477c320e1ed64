"""A phone's pictures on their way to the cameras' service: names, sizes, times and messages. Pure."""

import itertools

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.web.phones.arriving import ArrivingPictures
from dashboard.web.phones.clock import PhoneClock
from dashboard.web.phones.requests import (
    ComingPicture,
    PhoneHello,
    PhoneTime,
    parse_phone_request,
)
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from vision.addresses.jpeg_size import jpeg_size
from vision.addresses.phone_address import is_phone_address, parse_phone_address
from vision.addresses.phone_line import (
    MOST_BYTES,
    Away,
    Next,
    PhoneLineReader,
    Picture,
    Sent,
    Wanted,
    encode_phone_message,
)
from vision.sources.live.phone import is_smaller


def jpeg(width: int = 48, height: int = 32, *, progressive: bool = False) -> bytes:
    options = [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)]
    _, content = cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8), options)
    return content.tobytes()


@pytest.mark.parametrize(("spec", "name"), [("phone", "phone"), ("phone:left", "left"), ("phone:a-2", "a-2")])
def test_a_phone_is_named_by_its_address(spec: str, name: str) -> None:
    assert is_phone_address(spec)
    assert parse_phone_address(spec) == name


@pytest.mark.parametrize("spec", ["phone:", "phone:Left", "phone:a b", "phone:é", "phone:" + "a" * 25])
def test_a_name_that_no_phone_can_have_is_refused(spec: str) -> None:
    with pytest.raises(InputFault, match="such as phone:left"):
        parse_phone_address(spec)


@pytest.mark.parametrize("spec", ["0", "phones", "phone.mp4", "http://phone/x"])
def test_other_cameras_are_no_phones(spec: str) -> None:
    assert not is_phone_address(spec)


@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpegs_size_is_read_from_its_headers(progressive: bool) -> None:  # noqa: FBT001 # pytest gives it by name
    assert jpeg_size(jpeg(321, 123, progressive=progressive)) == (321, 123)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xd8", b"\x89PNG\r\n\x1a\n", b"<html>", jpeg()[:12], b"\xff\xd8" * 99]
)
def test_what_is_no_jpeg_has_no_size(content: bytes) -> None:
    assert jpeg_size(content) is None


@given(st.binary(max_size=200))
def test_whatever_comes_is_a_size_or_none(content: bytes) -> None:
    found = jpeg_size(b"\xff\xd8" + content)
    assert found is None or min(found) > 0


def test_a_picture_made_smaller_is_distinguished_from_one_of_another_shape() -> None:
    assert is_smaller((800, 600), (1600, 1200))
    assert not is_smaller((1600, 1200), (1600, 1200))
    assert not is_smaller((600, 800), (1600, 1200))


PICTURES = st.builds(
    Picture,
    taken_at=st.floats(0, 2e9).map(Seconds),
    width_px=st.integers(1, 9000),
    height_px=st.integers(1, 9000),
    held=st.lists(st.sampled_from(["focus", "exposure"]), max_size=2).map(tuple),
    clock_ms=st.integers(0, 5000),
)
SENT = st.one_of(
    st.builds(Sent, PICTURES, st.binary(max_size=300)),
    st.builds(Sent, st.just(Away())),
    st.builds(Sent, st.just(Next())),
    st.builds(Sent, st.builds(Wanted, phone=st.text(max_size=9), camera=st.text(max_size=9))),
)


@given(sent=st.lists(SENT, max_size=5), cuts=st.lists(st.integers(0, 2000), max_size=9))
def test_messages_come_out_as_they_went_in_however_they_are_cut(sent: list[Sent], cuts: list[int]) -> None:
    content = b"".join(encode_phone_message(one.message, one.content) for one in sent)
    edges = [0, *sorted(min(cut, len(content)) for cut in cuts), len(content)]
    reader = PhoneLineReader()
    assert [m for a, b in itertools.pairwise(edges) for m in reader.receive_data(content[a:b])] == sent


@pytest.mark.parametrize(
    "content",
    [
        b"\x00\x00\x00\x02\xff\xff\xff\xff{}",
        b"\xff\xff\xff\xff\x00\x00\x00\x00",
        b"\x00\x00\x00\x02\x00\x00\x00\x00{}",
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_another_protocol_on_the_line_is_refused_at_once(content: bytes) -> None:
    with pytest.raises(InputFault):
        PhoneLineReader().receive_data(content)


def coming(size_bytes: int, **changes: object) -> ComingPicture:
    return ComingPicture(size_bytes, 1000.0, 48, 32, **changes)  # type: ignore[arg-type] # by name


def test_a_picture_is_whole_once_all_its_pieces_came() -> None:
    content = jpeg()
    arriving = ArrivingPictures()
    arriving.announced(coming(len(content)))
    assert arriving.piece(content[:100]) is None
    assert arriving.piece(content[100:]) == (coming(len(content)), content)


def test_a_picture_that_another_one_cuts_off_is_given_up() -> None:
    content = jpeg()
    arriving = ArrivingPictures()
    arriving.announced(coming(len(content) + 1))
    assert arriving.piece(content) is None
    arriving.announced(coming(len(content)))
    assert arriving.piece(content) == (coming(len(content)), content)


def test_what_is_no_picture_is_refused_and_the_next_one_is_taken() -> None:
    arriving = ArrivingPictures()
    with pytest.raises(InputFault, match="announcement"):
        arriving.piece(b"?")
    for wrong, size, said in ((b"no picture", 10, "isn't a JPEG"), (jpeg() + b"more", 8, "expected")):
        arriving.announced(coming(size))
        with pytest.raises(InputFault, match=said):
            arriving.piece(wrong)
    claims = jpeg().replace((32).to_bytes(2, "big") + (48).to_bytes(2, "big"), b"\xea\x60\xea\x60", 1)
    arriving.announced(coming(len(claims)))
    with pytest.raises(InputFault, match=r"60000 . 60000"):
        arriving.piece(claims)
    arriving.announced(coming(len(jpeg())))
    assert arriving.piece(jpeg()) is not None


def test_a_phones_messages_are_read() -> None:
    assert parse_phone_request('{"hello": {"link": "left.x", "device": "d"}}') == PhoneHello("left.x", "d")
    assert parse_phone_request('{"time": {"asked": 3, "at_ms": 12.5}}') == PhoneTime(3, 12.5)
    said = '{"picture": {"size_bytes": 9, "at_ms": 1e3, "width_px": 48, "height_px": 32, "held": ["focus"]}}'
    assert parse_phone_request(said) == coming(9, held=("focus",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"time": {"asked": 1, "at_ms": 1}, "hello": {"link": "", "device": ""}}',
        '{"time": {"asked": 1, "at_ms": 1e999}}',
        '{"hello": {"link": "", "device": "' + "d" * 65 + '"}}',
        '{"picture": {"size_bytes": 0, "at_ms": 1, "width_px": 1, "height_px": 1}}',
        f'{{"picture": {{"size_bytes": {MOST_BYTES + 1}, "at_ms": 1, "width_px": 1, "height_px": 1}}}}',
        '{"picture": {"size_bytes": 9, "at_ms": 1, "width_px": 60000, "height_px": 60000}}',
        '{"picture": {"size_bytes": 9, "at_ms": 1, "width_px": -5, "height_px": -5}}',
        '{"picture": {"size_bytes": 9, "at_ms": 1, "width_px": 1, "height_px": 1, "held": ["zoom"]}}',
        " " * 2000,
    ],
)
def test_a_message_that_no_phone_of_ours_sends_is_refused(text: str) -> None:
    with pytest.raises(InputFault):
        parse_phone_request(text)


@given(
    ahead_s=st.floats(-1e6, 1e6),
    ways=st.lists(st.tuples(st.floats(0.001, 0.5), st.floats(0.001, 0.5)), min_size=1, max_size=40),
)
def test_a_phones_clock_is_known_to_half_of_its_quickest_answer(
    ahead_s: float, ways: list[tuple[float, float]]
) -> None:
    clock, at = PhoneClock(), 1_000_000.0
    for there_s, back_s in ways:
        clock.heard(Seconds(at), Seconds(at + there_s + back_s), at + there_s - ahead_s)
        at += 5.0
    assert clock.best is not None
    assert clock.best.error_s == pytest.approx(min(sum(one) for one in ways[-24:]) / 2, abs=1e-6)
    taken = clock.table_time(at - 1.0 - ahead_s, Seconds(at), oldest_s=5.0)
    assert taken == pytest.approx(at - 1.0, abs=clock.best.error_s + 1e-6)


def test_a_time_that_cannot_be_is_set_right() -> None:
    clock, now = PhoneClock(), Seconds(1000.0)
    assert clock.table_time(3.0, now, oldest_s=5.0) == now, "the clock isn't known yet"
    clock.heard(Seconds(900.0), Seconds(900.0), 0.0)
    assert clock.table_time(200.0, now, oldest_s=5.0) == now, "no picture is from the future"
    assert clock.table_time(10.0, now, oldest_s=5.0) == 995.0, "none is older than all that is kept"
    assert clock.table_time(98.0, now, oldest_s=5.0) == 998.0
