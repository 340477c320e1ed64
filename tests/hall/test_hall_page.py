"""Promises of the hall's page: whoever opens it sees every table as it is now."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, ViewportSize, expect

from engine.bus.broker import Broker
from engine.bus.messages.match import BreakWish, ClockState, SeatTime
from engine.core.ids import RuleId, Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind, ViolationText
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of, surface_of
from tests import asking
from tests.hall.conftest import Opening
from tests.hall.running import BusTable, RunningHall, running_hall
from tests.web.browsing import cut_off, fits, show
from tests.web.hindrances import hindrances, hindrances_by_night
from tests.web.played import opened
from tests.web.shown_table import T0, Match, surface_message

WARNING = Verdict(
    VerdictKind.ILLEGAL,
    T0,
    4,
    1,
    violations=(ViolationText(RuleId("DW-5"), Phrase("w.inf.1 moves at most 1 hex")),),
)
NARROW = ViewportSize(width=320, height=640)


def tell_match(table: BusTable, match: Match, **situation: object) -> None:
    table.tell("surface", surface_message())
    table.tell("match", match.message())
    table.tell("situation", match.situation(**situation))


def card(page: Page, name: str) -> Locator:
    return page.locator(f'.table[data-table="{name}"]')


def test_every_table_is_shown_with_its_board_turn_and_clocks(
    page: Page, hall: RunningHall, opening: Opening, match: Match
) -> None:
    oak = opening("Oak", pages="http://127.0.0.1:4711/")
    tell_match(oak, match)
    oak.tell(
        "clock", ClockState("m1", "30m", (SeatTime(Seat("west"), 1799.5), SeatTime(Seat("north"), 59.0)))
    )
    opening("Elm")
    show(page, hall.url)
    expect(page.locator("#count")).to_have_text("2 of 2 tables there")
    expect(card(page, "Oak").locator(".turn")).to_have_text("West's turn")
    expect(card(page, "Oak").locator('[data-piece="w.cav.1"] path').first).to_be_attached()
    expect(card(page, "Oak").locator(".clock")).to_have_text(["30:00", "0:59"])
    expect(card(page, "Oak").locator(".clock").nth(1)).to_have_class(re.compile("low"))
    expect(card(page, "Oak").locator(".state")).to_have_text(["watched"])
    expect(card(page, "Oak").get_by_role("link", name="Oak")).to_have_attribute(
        "href", "http://127.0.0.1:4711/"
    )
    expect(card(page, "Elm")).to_contain_text("No match yet")


def test_a_play_shows_at_once(page: Page, hall: RunningHall, opening: Opening, match: Match) -> None:
    oak = opening("Oak")
    tell_match(oak, match)
    show(page, hall.url)
    piece = card(page, "Oak").locator('[data-piece="w.cav.1"]')
    expect(piece).to_be_attached()
    before = piece.get_attribute("transform")
    match.play({"move": "w.cav.1", "to": "d7"})
    oak.tell("match", match.message())
    expect(piece).not_to_have_attribute("transform", before or "")


def test_each_game_is_drawn_in_its_own_colours(
    page: Page, hall: RunningHall, opening: Opening, match: Match
) -> None:
    tell_match(opening("Oak"), match)
    played, elm = opened("hero_realms", 2, seed=1), opening("Elm")
    elm.tell("surface", surface_of(played.board))
    setting = setting_of(played.game, played.match.state, None)
    elm.tell("match", match_state_of(setting, table_of(setting, played.match)))
    show(page, hall.url)
    expect(card(page, "Oak").locator(".small-board [data-piece]").first).to_be_attached()
    expect(card(page, "Elm").locator(".small-board .zone").first).to_be_attached()
    fills = "(all) => new Set(all.map((one) => one.getAttribute('fill'))).size"
    assert card(page, "Oak").locator(".small-board > polygon[fill]").evaluate_all(fills) > 3
    assert card(page, "Elm").locator(".small-board > polygon.zone").count() > 3


def test_a_warning_and_a_call_for_the_arbiter_are_seen_from_afar(
    page: Page, hall: RunningHall, opening: Opening, match: Match
) -> None:
    oak, elm = opening("Oak"), opening("Elm")
    tell_match(oak, match, current=WARNING)
    tell_match(elm, match)
    show(page, hall.url)
    expect(card(page, "Oak")).to_have_class(re.compile("warned"))
    expect(card(page, "Oak").locator(".news")).to_have_text("DW-5West infantry 1 moves at most 1 hex")
    expect(page.locator("#calls")).to_be_empty()
    elm.tell("situation", match.situation(breaking_off=BreakWish((Seat("north"),), ())))
    expect(page.locator("#calls")).to_have_text("Elm · North: please come, arbiter")
    expect(card(page, "Elm").locator(".calls")).to_have_text("North: please come, arbiter")
    elm.tell("situation", match.situation(breaking_off=BreakWish((Seat("north"),), (Seat("west"),))))
    expect(page.locator("#calls")).to_be_empty()


def test_a_table_that_goes_is_shown_as_away_below_the_others(
    page: Page, hall: RunningHall, opening: Opening, match: Match
) -> None:
    oak, elm = opening("Elm"), opening("Oak")
    tell_match(oak, match)
    show(page, hall.url)
    expect(page.locator(".table h2")).to_have_text(["Elm", "Oak"])
    oak.stop()
    expect(page.locator(".table h2")).to_have_text(["Oak", "Elm"])
    expect(card(page, "Elm").locator(".state")).to_contain_text("away since")
    expect(card(page, "Elm").locator('[data-piece="w.cav.1"]')).to_be_attached()
    expect(card(page, "Elm").get_by_role("link")).to_have_count(0)
    expect(page.locator("#count")).to_have_text("1 of 2 tables there")
    elm.stop()


def test_a_hall_that_stops_says_so_and_shows_all_again_once_it_is_back(
    page: Page, hall: RunningHall, opening: Opening, match: Match
) -> None:
    tell_match(opening("Oak"), match)
    show(page, hall.url)
    expect(card(page, "Oak").locator(".turn")).to_have_text("West's turn")
    hall.stop()
    expect(page.locator("#troubles")).to_contain_text("The hall doesn't answer")
    expect(card(page, "Oak").locator(".turn")).to_have_text("West's turn")
    hall.start()
    expect(page.locator("#troubles")).to_be_empty()
    expect(card(page, "Oak").locator(".turn")).to_have_text("West's turn")


def test_a_broker_that_goes_is_named_and_its_tables_are_away(
    page: Page, hall: RunningHall, broker: Broker, opening: Opening
) -> None:
    opening("Oak")
    show(page, hall.url)
    expect(page.locator("#count")).to_have_text("1 of 1 table there")
    broker.stop()
    expect(page.locator("#troubles p")).to_contain_text("Its tables are shown as they were")
    expect(page.locator("#count")).to_have_text("0 of 1 table there")
    broker.start()
    expect(page.locator("#troubles")).to_be_empty()
    expect(page.locator("#count")).to_have_text("1 of 1 table there")


def test_the_words_follow_the_language_of_the_page(
    page: Page, hall: RunningHall, opening: Opening, match: Match
) -> None:
    tell_match(opening("Oak"), match)
    show(page, hall.url)
    expect(card(page, "Oak").locator(".turn")).to_have_text("West's turn")
    page.locator("select.language").select_option("ja")
    expect(card(page, "Oak").locator(".turn")).to_have_text("西の手番")
    expect(card(page, "Oak").locator(".state")).to_have_text(["監視中"])
    expect(page.locator(".table")).to_have_count(1)


def test_nobody_sees_a_delayed_table_before_its_time(broker: Broker, opening: Opening, match: Match) -> None:
    oak, elm = opening("Oak", delay_s=3600.0), opening("Elm")
    tell_match(oak, match)
    tell_match(elm, match)
    with running_hall(broker.url) as hall:
        said = said_until_clock(hall, elm)
        assert {table for channel, table in said if channel == "match"} == {"Elm"}
        assert ("table", "Oak") in said


def test_a_halls_own_delay_holds_back_every_table(broker: Broker, opening: Opening, match: Match) -> None:
    oak = opening("Oak")
    tell_match(oak, match)
    with running_hall(broker.url, delay=Seconds(3600.0)) as hall:
        elsewhere = opening("Elm")
        said = said_until(hall, lambda channel, table: (channel, table) == ("table", "Elm"))
        elsewhere.stop()
        assert {channel for channel, _ in said} - {"followed"} == {"hall", "table"}


def test_the_page_hinders_nobody(page: Page, hall: RunningHall, opening: Opening, match: Match) -> None:
    oak, elm = opening("Oak"), opening("A table with a name that is as long as people make them")
    tell_match(oak, match, current=WARNING)
    tell_match(elm, match, breaking_off=BreakWish((Seat("north"),), ()))
    gone = opening("Gone")
    tell_match(gone, match)
    show(page, hall.url)
    expect(card(page, "Gone").locator(".turn")).to_have_text("West's turn")
    gone.stop()
    expect(card(page, "Gone").locator(".state")).to_contain_text("away since")
    expect(card(page, "Oak").locator('[data-piece="w.cav.1"]')).to_be_attached()
    assert hindrances(page) == []
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert hindrances_by_night(page) == []
    page.set_viewport_size(NARROW)
    fits(page, NARROW["width"])
    assert cut_off(page) == []


def said_until_clock(hall: RunningHall, table: BusTable) -> list[tuple[str, str]]:
    """Return the channels and tables that a hall names up to a clock, which the table sends last."""
    said_until(hall, lambda channel, _: channel == "situation")
    table.tell("clock", ClockState("m1"))
    return said_until(hall, lambda channel, _: channel == "clock")


def said_until(hall: RunningHall, ends: Callable[[str, str], bool]) -> list[tuple[str, str]]:
    """Return the channels and tables that a hall names, up to one that ends it."""
    said: list[tuple[str, str]] = []
    with asking.stream("GET", f"{hall.url}/api/v1/events") as stream:
        for line in stream.iter_lines():
            if not line.startswith("data: "):
                continue
            message = json.loads(line.removeprefix("data: "))
            said.append((message["channel"], message["name"].rpartition("/")[2]))
            if ends(*said[-1]):
                return said
    raise AssertionError("it was never told")


def test_the_audiences_page_shows_the_table_with_the_most_to_see_alone(
    page: Page, hall: RunningHall, opening: Opening, match: Match
) -> None:
    tell_match(opening("Oak"), match)
    elm = opening("Elm")
    tell_match(elm, match, current=WARNING)
    show(page, f"{hall.url}/watch")
    expect(card(page, "Elm").locator(".turn")).to_have_text("West's turn")
    expect(page.locator("#drama")).to_have_text("a warning or a question")
    expect(page.locator(".table")).to_have_count(1)
    page.set_viewport_size(NARROW)
    fits(page, NARROW["width"])
    assert hindrances(page) == []
    elm.stop()
    expect(card(page, "Oak").locator(".turn")).to_have_text("West's turn")
    expect(page.locator(".table")).to_have_count(1)
