"""Presses that an engine may have missed are sent again; those that it surely heard are not."""

from engine.core.device_events import ButtonPress, DeviceEvent, format_content
from engine.core.ids import Seconds
from firmware_bridge.unheard import DOUBTFUL_SECONDS, MOST_KEPT, WORTH_SECONDS, Unheard

WALL = Seconds(1000.0)


def press(number: int, *, at: Seconds = WALL, mark: bool = True) -> DeviceEvent:
    return DeviceEvent("pad.west", at, ButtonPress(f"b{number}"), mark=f"m{number}" if mark else "")


def test_a_press_without_an_engine_is_reported_once_to_the_next() -> None:
    unheard = Unheard()
    unheard.sent(press(1), engine_there=False, now=10.0)
    assert unheard.take(wall=WALL) == (press(1),)
    assert unheard.take(wall=WALL) == ()


def test_a_press_reported_into_a_bus_that_was_already_dead_is_reported_again() -> None:
    unheard = Unheard()
    unheard.sent(press(1), engine_there=True, now=10.0)
    # The loss is noticed much later than it happened; the broker never had the event.
    unheard.gone(now=40.0)
    assert unheard.take(wall=WALL) == (press(1),)


def test_a_press_reported_just_before_the_engine_went_is_reported_again() -> None:
    unheard = Unheard()
    unheard.sent(press(1), engine_there=True, now=10.0)
    unheard.on_the_bus(press(1))
    unheard.gone(now=10.0 + DOUBTFUL_SECONDS)
    assert unheard.take(wall=WALL) == (press(1),)


def test_a_press_that_the_engine_had_time_to_hear_is_not_reported_again() -> None:
    unheard = Unheard()
    unheard.sent(press(1), engine_there=True, now=10.0)
    unheard.sent(press(2), engine_there=True, now=10.0)
    unheard.on_the_bus(press(1))
    unheard.gone(now=10.0 + DOUBTFUL_SECONDS + 0.1)
    assert unheard.take(wall=WALL) == (press(2),)


def test_what_can_t_be_known_again_is_not_reported_twice() -> None:
    unheard = Unheard()
    unheard.sent(press(1, mark=False), engine_there=True, now=10.0)
    unheard.gone(now=10.1)
    assert unheard.take(wall=WALL) == ()


def test_going_twice_tells_once() -> None:
    unheard = Unheard()
    unheard.sent(press(1), engine_there=True, now=10.0)
    unheard.gone(now=10.1)
    unheard.gone(now=10.2)
    assert unheard.take(wall=WALL) == (press(1),)


def test_an_old_press_is_not_worth_telling() -> None:
    unheard = Unheard()
    unheard.sent(press(1, at=Seconds(WALL - WORTH_SECONDS)), engine_there=False, now=10.0)
    unheard.sent(press(2), engine_there=False, now=10.0)
    assert unheard.take(wall=WALL) == (press(2),)


def test_what_is_kept_is_bounded_and_the_newest_stays() -> None:
    unheard = Unheard()
    for number in range(2 * MOST_KEPT):
        at = Seconds(WALL + number)
        unheard.sent(press(number, at=at), engine_there=number % 2 == 0, now=10.0)
    unheard.gone(now=10.0)
    missed = [format_content(event.content).name for event in unheard.take(wall=WALL)]
    assert missed == [f"b{number}" for number in range(MOST_KEPT, 2 * MOST_KEPT)]
