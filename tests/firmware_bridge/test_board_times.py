"""When things happened by the board's clock, and up to when everything has been reported."""

from itertools import count
from unittest.mock import patch

import pytest

from firmware_bridge.board_reports import BoardReport, ReportedAll
from tests.firmware_bridge.firmware_ends import FirmwareBoard
from tests.firmware_bridge.talking import Table, opened


def test_events_are_dated_by_the_boards_clock_not_by_when_they_came() -> None:
    table = opened()
    table.delays = (0.0 if n % 7 == 0 else 0.3 for n in count())
    table.run(30)
    for _ in range(10):
        pressed_at = table.now
        table.board.press("west", "end_turn", table.board_now)
        table.run(0.7)
        assert abs(table.of(BoardReport)[-1].happened_at - pressed_at) < 0.02


def test_a_board_says_again_and_again_that_it_has_reported_all_that_it_noticed() -> None:
    table = opened()
    begun = table.now
    for _ in range(10):
        table.run(0.5)
        until = table.of(ReportedAll)[-1].until
        assert table.now - 0.6 < until <= table.now
    quiet = len(table.of(ReportedAll))
    table.board.cover("f6", table.board_now)
    table.run(1.0)
    # While the table is being played on it's asked more often.
    assert len(table.of(ReportedAll)) - quiet >= 8
    untils = [one.until for one in table.of(ReportedAll)]
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
    assert table.of(BoardReport)
    assert bool(table.of(ReportedAll)) is feels
    assert least <= heard.call_count <= most


def test_what_happened_before_it_is_reported_before_all_is_said_to_be_reported() -> None:
    table = opened()
    table.run(1.0)
    table.said.clear()
    table.board.cover("f6", table.board_now)
    table.run(0.02)
    first, event = table.said[:2]
    assert isinstance(first, ReportedAll)
    assert isinstance(event, BoardReport)
    assert first.until == event.happened_at
    table.run(0.2)
    later = table.of(ReportedAll)[-1]
    assert later.until > event.happened_at


def test_while_a_line_stalls_nobody_says_that_all_is_reported() -> None:
    table = opened()
    table.run(1.0)
    stalled_at, table.lose = table.now, 1.0
    table.run(1.0)
    table.board.cover("f6", table.board_now)
    covered_at = table.now
    table.run(1.0)
    assert all(one.until <= stalled_at for one in table.of(ReportedAll))
    before, table.lose = len(table.said), 0.0
    table.run(1.0)
    events = [one for one in table.said[before:] if isinstance(one, BoardReport | ReportedAll)]
    at = next(n for n, one in enumerate(events) if isinstance(one, BoardReport))
    # A listener that hears of a complete report up to a moment has heard everything before it.
    assert all(one.until <= covered_at + 0.02 for one in events[:at] if isinstance(one, ReportedAll))
    assert table.of(ReportedAll)[-1].until > covered_at + 0.5


def test_an_event_from_while_nobody_listened_keeps_its_time() -> None:
    table = opened()
    table.lose = 1.0
    table.run(10)
    pressed_at = table.now
    table.board.press("west", "end_turn", table.board_now)
    table.run(60)
    table.lose = 0.0
    table.run(3)
    (event,) = table.of(BoardReport)
    assert abs(event.happened_at - pressed_at) < 0.02
