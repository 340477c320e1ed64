"""Promises of a hall's state: what it knows of its tables follows from what the brokers bring."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from dashboard.web.hall.tables import (
    AWAY_KEPT,
    TABLES_LIMIT,
    SeenHall,
    SeenTable,
    TablePlace,
    delay_of,
    heard,
    without_long_gone,
)
from engine.bus.all_tables import BrokerCame, BrokerWent, TablesEvent
from engine.bus.channels import Service
from engine.core.ids import Seconds
from engine.core.phrase import Phrase
from tests.hall.heard import BROKER, claim, clock, of, service, surface


def said(events: Iterable[TablesEvent], *, hall: SeenHall | None = None, now: float = 100.0) -> SeenHall:
    hall = hall or SeenHall()
    for event in events:
        hall = heard(hall, event, now=Seconds(now))
    return hall


def only(hall: SeenHall) -> SeenTable:
    (seen,) = hall.tables.values()
    return seen


def test_a_table_is_there_once_its_engine_is() -> None:
    claimed = said([claim("oak")])
    assert not only(claimed).is_there
    there = said([service("oak"), of("oak", "surface", surface())], hall=claimed)
    assert only(there).is_there
    assert only(there).surface == surface()
    assert only(there).away_since is None


def test_a_table_that_goes_is_away_since_then_and_keeps_its_last_position() -> None:
    there = said([claim("oak"), service("oak"), of("oak", "clock", clock(60))])
    gone = said(
        [service("oak", online=False), of("oak", "clock", None), of("oak", "claim", None)],
        hall=there,
        now=500.0,
    )
    assert (only(gone).is_there, only(gone).away_since, only(gone).clock) == (False, 500.0, clock(60))
    back = said([service("oak")], hall=gone, now=900.0)
    assert (only(back).is_there, only(back).away_since) == (True, None)


def test_its_pages_are_named_only_while_they_are_served() -> None:
    hall = said([claim("oak", pages="http://10.0.0.7:8321/"), service("oak")])
    assert only(hall).pages == ""
    assert only(said([service("oak", Service.DASHBOARD)], hall=hall)).pages == "http://10.0.0.7:8321/"


def test_with_its_broker_all_tables_are_away_and_no_other_brokers() -> None:
    hall = said([service("oak"), of("elm", "availability", only_online(), "engine", broker="south:1883")])
    gone = said([BrokerWent(BROKER, Phrase("it broke"))], hall=hall, now=300.0)
    assert {place.table: seen.is_there for place, seen in gone.tables.items()} == {"oak": False, "elm": True}
    assert dict(gone.away) == {BROKER: Phrase("it broke")}
    assert not said([BrokerCame(BROKER)], hall=gone).away


def test_a_table_that_went_while_the_broker_was_away_is_not_there_when_it_returns() -> None:
    hall = said([service("oak"), service("elm")])
    back = said([BrokerWent(BROKER, Phrase("it broke")), BrokerCame(BROKER), service("elm")], hall=hall)
    assert {place.table: seen.is_there for place, seen in back.tables.items()} == {"oak": False, "elm": True}


def test_tables_of_one_name_on_two_brokers_do_not_mix() -> None:
    hall = said(
        [
            of("table", "surface", surface("mativen")),
            of("table", "surface", surface("salem"), broker="south:1883"),
        ]
    )
    assert {place.broker: seen.surface and seen.surface.board for place, seen in hall.tables.items()} == {
        BROKER: "mativen",
        "south:1883": "salem",
    }


def test_the_play_of_a_table_that_has_gone_is_shown_only_if_its_delay_is_known() -> None:
    hall = said([of("oak", "clock", clock(60))])
    assert not only(hall).is_shown
    assert only(said([service("oak")], hall=hall)).is_shown
    assert only(said([claim("oak")], hall=hall)).is_shown


def test_a_table_says_its_own_delay_and_never_one_below_zero() -> None:
    hall = said([claim("oak", delay_s=90.0), claim("elm", delay_s=-5.0), service("ash")])
    delays = [delay_of(hall, TablePlace(BROKER, table)) for table in ("oak", "elm", "ash", "unknown")]
    assert delays == [90.0, 0.0, 0.0, 0.0]


def test_a_table_is_forgotten_a_day_after_it_went() -> None:
    hall = said([service("oak"), service("elm")])
    gone = said([service("oak", online=False)], hall=hall, now=1000.0)
    assert without_long_gone(gone, now=Seconds(1000.0 + AWAY_KEPT - 1)) is gone
    left = without_long_gone(gone, now=Seconds(1000.0 + AWAY_KEPT))
    assert [place.table for place in left.tables] == ["elm"]


def test_a_flood_of_names_makes_those_forgotten_that_went_first_and_never_one_that_is_there() -> None:
    hall = said([service("oak")])
    hall = said([of("gone first", "clock", clock(1))], hall=hall, now=1.0)
    hall = said((of(f"t{n}", "clock", clock(1)) for n in range(TABLES_LIMIT + 5)), hall=hall)
    assert len(hall.tables) == TABLES_LIMIT
    names = {place.table for place in hall.tables}
    assert "oak" in names
    assert "gone first" not in names
    full = said(service(f"there{n}") for n in range(TABLES_LIMIT + 5))
    assert {place.table for place in full.tables} == {f"there{n}" for n in range(TABLES_LIMIT)}


@given(
    st.lists(
        st.one_of(
            st.builds(service, st.sampled_from(["oak", "elm"]), online=st.booleans()),
            st.builds(claim, st.sampled_from(["oak", "elm"])),
            st.just(BrokerCame(BROKER)),
            st.just(BrokerWent(BROKER, Phrase("it broke"))),
            st.builds(of, st.just("oak"), st.just("clock"), st.builds(clock, st.floats(0, 100))),
        )
    )
)
def test_a_table_is_away_since_some_time_or_there_and_never_both(events: list[TablesEvent]) -> None:
    for seen in said(events).tables.values():
        assert seen.is_there == (seen.away_since is None)


def only_online() -> object:
    return service("any").message
