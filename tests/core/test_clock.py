"""A match's clock: what the controls mean, and that nothing of it is lost on paper."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.clock import (
    ClockStop,
    Extra,
    Flag,
    MatchClock,
    TimeControl,
    dump_clock,
    format_control,
    load_clock,
    new_clock,
    parse_control,
)
from engine.core.faults import InputFault
from engine.core.ids import Seat

WEST, NORTH = Seat("west"), Seat("north")
CONTROLS = st.builds(
    TimeControl,
    st.integers(1, 99_999),
    st.integers(1, 9_999),
    st.sampled_from(Extra),
    st.sampled_from(Flag),
)


def begun(control: str) -> MatchClock:
    """A clock that west's time has begun to run on, at 100 s."""
    clock = new_clock(parse_control(control), (WEST, NORTH)).passed_to((WEST,), turn=True)
    return replace(clock, stands=None, since=100.0)


def left(clock: MatchClock) -> tuple[float, float]:
    return clock.left_s[WEST], clock.left_s[NORTH]


@given(CONTROLS)
def test_a_control_says_the_same_as_text(control: TimeControl) -> None:
    assert parse_control(format_control(control)) == control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("30m", TimeControl(1800)),
        ("1h30m+20s", TimeControl(5400, 20)),
        ("5m+3s,delay,loses", TimeControl(300, 3, Extra.DELAY, Flag.LOSES)),
        ("90s+5s,bronstein,told", TimeControl(90, 5, Extra.BRONSTEIN)),
    ],
)
def test_controls_are_written_as_players_write_them(text: str, control: TimeControl) -> None:
    assert parse_control(text) == control


@pytest.mark.parametrize(
    "text", ["", "30", "m", "0m", "30m+", "30m+x", "30m,often", "30m,delay", "30m+5s,delay,fischer", "-5m"]
)
def test_what_is_no_control_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(InputFault, match="expected a time control such as 30m"):
        parse_control(text)


def test_time_runs_for_who_decides_and_for_nobody_else() -> None:
    assert left(begun("10m").charged(130.0)) == (570.0, 600.0)


def test_while_the_clock_stands_no_time_runs() -> None:
    assert left(replace(begun("10m"), stands=ClockStop.WARNED).charged(500.0)) == (600.0, 600.0)


def test_several_who_decide_at_once_all_lose_time() -> None:
    clock = begun("10m").passed_to((WEST, NORTH), turn=False)
    assert left(clock.charged(110.0)) == (590.0, 590.0)


def test_fischer_adds_to_whose_turn_is_over_whatever_was_used() -> None:
    clock = begun("10m+30s").charged(110.0).passed_to((NORTH,), turn=True)
    assert left(clock) == (620.0, 600.0)
    assert left(clock.charged(150.0).passed_to((WEST,), turn=True)) == (620.0, 590.0)


def test_fischer_adds_nothing_for_an_answer_within_the_others_turn() -> None:
    clock = begun("10m+30s").passed_to((NORTH,), turn=False).charged(105.0).passed_to((WEST,), turn=True)
    assert left(clock) == (600.0, 595.0)


def test_bronstein_gives_back_what_was_used_and_no_more() -> None:
    assert left(begun("10m+30s,bronstein").charged(110.0).passed_to((NORTH,), turn=True)) == (600.0, 600.0)
    assert left(begun("10m+30s,bronstein").charged(150.0).passed_to((NORTH,), turn=True)) == (580.0, 600.0)


def test_a_delay_passes_before_any_time_runs() -> None:
    clock = begun("10m+30s,delay")
    assert (left(clock.charged(120.0))[0], clock.charged(120.0).delay_left_s(WEST)) == (600.0, 10.0)
    assert (left(clock.charged(150.0))[0], clock.charged(150.0).delay_left_s(WEST)) == (580.0, 0.0)


@given(st.lists(st.floats(0.0, 50.0), max_size=8), st.sampled_from(Extra))
def test_reading_a_clock_often_takes_no_more_time_than_reading_it_once(
    steps: list[float], extra: Extra
) -> None:
    start = replace(begun("10m"), control=TimeControl(600, 30, extra))
    often, now = start, 100.0
    for step in steps:
        now += step
        often = often.charged(now)
    assert often.left_s[WEST] == pytest.approx(start.charged(now).left_s[WEST])


def test_time_is_up_once() -> None:
    clock = begun("1m").charged(161.0)
    assert clock.up() == (WEST,)
    assert replace(clock, fallen=(WEST,)).up() == ()


def test_a_clock_says_the_same_on_paper() -> None:
    clock = replace(begun("1m").charged(161.5), fallen=(WEST,), stands=ClockStop.ASKED)
    found = load_clock(clock.control, json.loads(json.dumps(dump_clock(clock))))
    assert found == replace(clock, since=None, asked_s=0.0)
