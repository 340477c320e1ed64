"""The age of a network camera's picture by the times that the camera writes beside its pictures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.sources.live.multipart import PartSplitter, StreamPart
from vision.sources.live.stamped import OLDEST_S, PERIOD_S, Stamped


def ages(*pictures: tuple[float | None, float]) -> list[float]:
    """Return the age of each picture, by when it was taken and when it came, in seconds."""
    found, state = [], Stamped()
    for taken_at, came_at in pictures:
        state = state.after(taken_at, came_at)
        found.append(state.age_s)
    return found


@pytest.mark.parametrize("zero", [0.0, 1_790_000_000.0, -80_000.0], ids=["boot", "epoch", "behind"])
def test_a_picture_is_as_old_as_it_came_later_than_the_quickest(zero: float) -> None:
    taken = [zero + n * 0.2 for n in range(4)]
    came = [100.0, 100.2, 103.4, 103.7]
    assert ages(*zip(taken, came, strict=True)) == pytest.approx([0.0, 0.0, 3.0, 3.1], abs=1e-3)


def test_a_first_picture_that_was_late_is_made_good_by_a_quicker_one() -> None:
    assert ages((1.0, 14.0), (2.0, 12.5), (3.0, 15.5)) == pytest.approx([0.0, 0.0, 2.0])


@pytest.mark.parametrize(
    "later", [(0.5, 102.0), (1.0, 102.0), (None, 102.0), (2.0, 101.0 + OLDEST_S + 2.0), (90_000.0, 102.0)]
)
def test_a_clock_that_stands_or_was_set_says_nothing(later: tuple[float | None, float]) -> None:
    assert ages((1.0, 101.0), later)[-1] == 0.0


def test_a_clock_that_drifts_is_followed() -> None:
    drift = 1e-4
    pictures = [(n * (1 - drift), float(n)) for n in range(1, 7_200)]
    assert max(ages(*pictures)) <= 2 * PERIOD_S * drift + 0.001


@given(st.lists(st.tuples(st.none() | st.floats(-1e12, 1e12), st.floats(0, 1e9))))
def test_no_age_is_negative_or_beyond_what_is_believed(pictures: list[tuple[float | None, float]]) -> None:
    assert all(0.0 <= age <= OLDEST_S for age in ages(*pictures))


@pytest.mark.parametrize(
    ("line", "taken_at"),
    [
        (b"X-Timestamp: 1790000000.250000", 1_790_000_000.25),
        (b"x-timestamp:12.000345", 12.000345),
        (b"X-Timestamp: yesterday", None),
        (b"X-Timestamp: nan", None),
        (b"X-Timestamp: 1e999", None),
        (b"X-Timestamp:", None),
        (b"X-Other: 3", None),
    ],
)
def test_a_camera_writes_the_time_beside_its_picture(line: bytes, taken_at: float | None) -> None:
    stream = b"--b\r\nContent-Type: image/jpeg\r\nContent-Length: 3\r\n" + line + b"\r\n\r\nabc\r\n"
    assert PartSplitter("b").receive_data(stream) == [StreamPart(b"abc", taken_at)]
