"""Promises of a hall's delay: nobody sees a table earlier than its own spectators do."""

from dashboard.web.hall.holding_back import HoldingBack
from dashboard.web.hall.tables import SeenHall, heard
from engine.bus.all_tables import TableWord
from engine.core.ids import Seconds
from tests.hall.heard import claim, clock, of, service


def hall_of(*events: TableWord) -> SeenHall:
    hall = SeenHall()
    for event in events:
        hall = heard(hall, event, now=Seconds(0.0))
    return hall


def waits(back: HoldingBack, event: TableWord, hall: SeenHall, *, now: float) -> bool:
    return back.holds(event, hall, now=Seconds(now))


def due(back: HoldingBack, now: float) -> list[TableWord]:
    return list(back.due(now=Seconds(now)))


def test_a_tables_play_waits_as_long_as_it_says_itself() -> None:
    back, hall = HoldingBack(Seconds(0.0)), hall_of(claim("oak", delay_s=60.0), claim("elm"))
    late, live = of("oak", "clock", clock(5)), of("elm", "clock", clock(5))
    assert waits(back, late, hall, now=10.0)
    assert not waits(back, live, hall, now=10.0)
    assert due(back, 69.9) == []
    assert due(back, 70.0) == [late]
    assert due(back, 80.0) == []


def test_the_halls_own_delay_holds_where_it_is_longer_and_only_there() -> None:
    back, hall = HoldingBack(Seconds(30.0)), hall_of(claim("oak", delay_s=60.0), claim("elm", delay_s=5.0))
    oak, elm, unclaimed = (of(table, "clock", clock(5)) for table in ("oak", "elm", "ash"))
    for event in (oak, elm, unclaimed):
        assert waits(back, event, hall, now=0.0)
    assert due(back, 30.0) == [elm, unclaimed]
    assert due(back, 60.0) == [oak]


def test_whether_a_table_is_there_never_waits() -> None:
    back, hall = HoldingBack(Seconds(30.0)), hall_of(claim("oak", delay_s=60.0))
    for event in (service("oak"), claim("oak"), of("oak", "clock", None)):
        assert not waits(back, event, hall, now=0.0)


def test_play_that_waits_by_another_delay_is_not_shown_after_the_table_was_started_again() -> None:
    back, hall = HoldingBack(Seconds(0.0)), hall_of(claim("oak", delay_s=60.0))
    assert waits(back, of("oak", "clock", clock(5)), hall, now=0.0)
    again = hall_of(claim("oak", delay_s=120.0))
    newer = of("oak", "clock", clock(9))
    assert waits(back, newer, again, now=1.0)
    assert due(back, 1000.0) == [newer]
