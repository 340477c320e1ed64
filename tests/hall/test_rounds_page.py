"""Promises of the rounds' page: everybody reads it, the arbiter's link changes it, a kill loses nothing."""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from pypdfium2 import PdfDocument

from dashboard.rounds.kept import TournamentFile
from dashboard.web.hall.desk import RoundsDesk
from dashboard.web.hall.rounds_pages import rounds_pages
from dashboard.web.seats.seating import ARBITER, Seating
from engine.bus.broker import Broker
from engine.core.decisions import Outcome
from engine.core.ids import RuleId, Seat
from tests import asking
from tests.hall.conftest import Opening
from tests.hall.running import RunningHall, running_hall
from tests.web.browsing import cut_off, fits
from tests.web.hindrances import hindrances, hindrances_by_night
from tests.web.shown_table import KEY, Match

SEATING = Seating(KEY, table="hall")
LINK = SEATING.link(ARBITER)
BEARER = {"authorization": f"Bearer {LINK}"}
OPEN = "\N{EN DASH}"
"""Stands between two whose result isn't known."""
NARROW = ViewportSize(width=320, height=640)
AUTUMN = {"name": "Autumn", "system": "swiss", "people": "Ana\nBình\nCường\nDung\n", "tables": "Oak\nElm"}


@contextmanager
def hall_with_rounds(broker: Broker, folder: Path) -> Iterator[RunningHall]:
    desk = RoundsDesk(TournamentFile(folder))
    with running_hall(broker.url, further=(rounds_pages(desk, SEATING),), hears=desk.hear) as hall:
        yield hall


@pytest.fixture
def rounds(broker: Broker, tmp_path: Path) -> Iterator[RunningHall]:
    with hall_with_rounds(broker, tmp_path) as hall:
        yield hall


def post(hall: RunningHall, what: str, body: object, *, linked: bool = True) -> tuple[int, dict[str, object]]:
    answer = asking.post(f"{hall.url}/rounds/{what}", json=body, headers=BEARER if linked else {})
    return answer.status_code, answer.json()


def test_sixteen_people_play_over_four_tables_to_their_standings(page: Page, rounds: RunningHall) -> None:
    page.goto(f"{rounds.url}/rounds#join={LINK}")
    expect(page.locator("#said")).to_have_text("No tournament yet. Open one here.")
    form = page.locator("#form")
    form.get_by_label("Name", exact=True).fill("Autumn")
    form.get_by_label("People, one a line").fill("\n".join(f"Person {n}" for n in range(1, 17)))
    form.get_by_label("Tables, one a line").fill("Oak\nElm\nAsh\nYew")
    form.get_by_role("button", name="Open").click()
    expect(page.locator("#name")).to_have_text("Autumn")
    expect(page.locator("#said")).to_be_empty()
    chance = random.Random(4)  # noqa: S311 - results of a test
    for number in range(1, 5):
        page.get_by_role("button", name="Pair the next round").click()
        newest = page.locator(".round").first
        expect(newest.locator("h2")).to_have_text(f"Round {number}")
        expect(newest.locator("li")).to_have_count(8)
        expect(newest.locator(".at")).to_have_text(["Oak", "Elm", "Ash", "Yew"])
        expect(page.get_by_role("button", name="Pair the next round")).to_be_disabled()
        for left in range(8, 0, -1):
            expect(page.locator("#tools")).to_contain_text("is missing" if left == 1 else f"{left} results")
            newest.locator("li:has(button:nth-child(3))").first.get_by_role("button").nth(
                chance.randrange(3)
            ).click()
        expect(page.get_by_role("button", name="Pair the next round")).to_be_enabled()
    expect(page.locator("#standings tbody tr")).to_have_count(16)
    expect(page.locator("#standings tbody tr td:nth-child(6)")).to_have_text(["4"] * 16)
    assert page.locator("#standings tbody tr td.n:first-child").first.inner_text() == "1."


def test_the_form_names_the_tables_that_are_there(page: Page, rounds: RunningHall, opening: Opening) -> None:
    for name in ("Table 10", "Table 2"):
        opening(name)
    page.goto(f"{rounds.url}/rounds#join={LINK}")
    form = page.locator("#form")
    tables = form.get_by_label("Tables, one a line")
    expect(tables).to_have_value("Table 2\nTable 10")
    tables.fill("Table 2\nOutside")
    opening("Table 3")
    form.get_by_label("Name", exact=True).fill("Autumn")
    form.get_by_label("People, one a line").fill("Ana\nBình")
    form.get_by_role("button", name="Open").click()
    expect(page.locator("#name")).to_have_text("Autumn")
    assert asking.get(f"{rounds.url}/rounds/now").json()["tournament"]["tables"] == ["Table 2", "Outside"]
    expect(page.locator("#opening")).not_to_have_attribute("open", "")
    page.get_by_text("Open a tournament").click()
    expect(tables).to_have_value("Table 2\nTable 3\nTable 10")


def test_whoever_has_no_link_reads_all_and_changes_nothing(page: Page, rounds: RunningHall) -> None:
    assert post(rounds, "opening", AUTUMN)[0] == 200
    assert post(rounds, "next", {})[0] == 200
    page.goto(f"{rounds.url}/rounds")
    expect(page.locator("#name")).to_have_text("Autumn")
    expect(page.locator(".round li")).to_have_count(2)
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("#opening")).to_be_hidden()
    for what, body in (
        ("opening", AUTUMN),
        ("next", {}),
        ("result", {"first": "Ana", "second": "Cường", "result": "first"}),
        ("leaving", {"name": "Ana", "gone": True}),
    ):
        status, sent = post(rounds, what, body, linked=False)
        assert (status, "only the arbiter" in str(sent["text"])) == (403, True), what


def test_a_change_that_isnt_possible_is_refused_with_the_reason(rounds: RunningHall) -> None:
    status, sent = post(rounds, "next", {})
    assert (status, sent["text"]) == (409, "No tournament is open") or "no tournament" in str(
        sent["text"]
    ).lower()
    assert post(rounds, "opening", {**AUTUMN, "people": "Ana"})[0] == 409
    assert post(rounds, "opening", {"name": "Autumn"})[0] == 400
    torn = asking.post(f"{rounds.url}/rounds/opening", content=b'{"name": "\xff"}', headers=BEARER)
    assert torn.status_code == 400
    assert post(rounds, "opening", {**AUTUMN, "people": "x" * 70_000})[0] == 409
    assert post(rounds, "opening", AUTUMN)[0] == 200
    assert post(rounds, "next", {})[0] == 200
    status, sent = post(rounds, "next", {})
    assert (status, "result" in str(sent["text"])) == (409, True)


def test_a_result_is_there_after_the_hall_is_started_again(broker: Broker, tmp_path: Path) -> None:
    with hall_with_rounds(broker, tmp_path) as hall:
        post(hall, "opening", AUTUMN)
        post(hall, "next", {})
        said = {"first": "Ana", "second": "Cường", "result": "second"}
        status, _ = post(hall, "result", said)
        assert status == 200
        before = asking.get(f"{hall.url}/rounds/now").json()
    with hall_with_rounds(broker, tmp_path) as hall:
        after = asking.get(f"{hall.url}/rounds/now").json()
    assert after == before
    assert said in [{key: one[key] for key in said} for one in after["tournament"]["rounds"][0]["pairings"]]


def test_a_match_at_a_table_settles_its_pairing(
    page: Page, rounds: RunningHall, opening: Opening, match: Match
) -> None:
    post(rounds, "opening", {**AUTUMN, "people": "Ana\nBình"})
    post(rounds, "next", {})
    page.goto(f"{rounds.url}/rounds")
    expect(page.locator(".round .score")).to_have_text(OPEN)
    now = asking.get(f"{rounds.url}/rounds/now").json()["tournament"]["rounds"][0]["paired_at"]
    state = match.message()
    view = replace(state.view, outcome=Outcome((Seat("north"),), RuleId("DW-1"), "won"))
    players = {Seat("west"): "Ana", Seat("north"): "Bình"}
    opening("Oak").tell("match", replace(state, view=view, players=players, opened_at=now + 1))
    expect(page.locator(".round .won")).to_have_text("Bình")


def test_the_lists_come_as_csv(rounds: RunningHall) -> None:
    assert asking.get(f"{rounds.url}/rounds/people.csv").status_code == 404
    post(rounds, "opening", AUTUMN)
    post(rounds, "next", {})
    people = asking.get(f"{rounds.url}/rounds/people.csv")
    assert people.headers["content-type"].startswith("text/csv")
    assert people.text == "\ufeffname\r\nAna\r\nBình\r\nCường\r\nDung\r\n"
    assert "Ana" in asking.get(f"{rounds.url}/rounds/standings.csv").text
    assert asking.get(f"{rounds.url}/rounds/pairings.csv").text.count("\r\n") == 3


def test_groups_are_opened_placed_and_shown_with_their_points(page: Page, rounds: RunningHall) -> None:
    page.goto(f"{rounds.url}/rounds#join={LINK}")
    form = page.locator("#form")
    form.get_by_label("Name", exact=True).fill("Autumn")
    expect(form.get_by_label("People at a table, at most")).to_be_hidden()
    form.get_by_label("System").select_option("groups")
    form.get_by_label("People at a table, at most").fill("4")
    form.get_by_label("Points by place").fill("5 3 1 0")
    form.get_by_label("People, one a line").fill("\n".join(f"P{n}" for n in range(8)))
    form.get_by_role("button", name="Open").click()
    page.get_by_role("button", name="Pair the next round").click()
    expect(page.locator(".group")).to_have_count(2)
    expect(page.get_by_role("button", name="Pair the next round")).to_be_disabled()
    assert hindrances(page) == []
    first = page.locator(".group").first
    first.get_by_label("Place of P0").select_option("2")
    first.get_by_label("Place of P2").select_option("1")
    first.get_by_role("button", name="Keep the places").click()
    expect(page.get_by_role("button", name="Keep the places")).to_have_count(1)
    page.get_by_role("button", name="Keep the places").click()
    expect(page.get_by_role("button", name="Pair the next round")).to_be_enabled()
    expect(page.locator("#standings tbody tr").first).to_contain_text("5")
    expect(page.locator("#standings tbody td.name").first).to_have_text("P1")
    page.get_by_role("button", name="Take back: P0, P2, P4, P6").click()
    expect(page.get_by_role("button", name="Keep the places")).to_have_count(1)
    page.set_viewport_size(NARROW)
    fits(page, NARROW["width"])
    assert cut_off(page) == []
    assert post(rounds, "places", {"first": "P0", "second": "P2", "places": [1]})[0] == 409
    assert post(rounds, "opening", {**AUTUMN, "system": "groups", "size": 2})[0] == 409
    assert post(rounds, "places", {"first": "P0", "second": "P2", "places": []}, linked=False)[0] == 403


def test_the_page_hinders_nobody(page: Page, rounds: RunningHall) -> None:
    post(rounds, "opening", {**AUTUMN, "people": "A name as long as people make them\nBình\nCường"})
    post(rounds, "next", {})
    page.goto(f"{rounds.url}/rounds#join={LINK}")
    expect(page.locator(".round li")).to_have_count(2)
    page.get_by_text("Open a tournament").click()
    assert hindrances(page) == []
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert hindrances_by_night(page) == []
    page.set_viewport_size(NARROW)
    fits(page, NARROW["width"])
    assert cut_off(page) == []


TABLES = tuple(f"Table{n:02}" for n in range(1, 20))
LONG_NAMES = (
    "Nguyễn Hoàng Phương Thảo Trần Thị Ánh Hà",
    "Wolfeschlegelsteinhausenbergerdorffwelch",
    "دانا سلمى عبد الرحمن",
    "דנה כהן לוי",
    "山田太郎左衛門尉国重之介",
    "김민수",
    "👨‍👩‍👧‍👦 Müller",
    "👨‍👩‍👧‍👦",
)


def test_pairings_and_standings_are_whole_on_paper_without_what_can_only_be_pressed(
    page: Page, rounds: RunningHall, tmp_path: Path
) -> None:
    people = "\n".join([*LONG_NAMES, *(f"Person {n}" for n in range(1, 31))])
    assert post(rounds, "opening", {**AUTUMN, "people": people, "tables": "\n".join(TABLES)})[0] == 200
    assert post(rounds, "next", {})[0] == 200
    page.goto(f"{rounds.url}/rounds#join={LINK}")
    expect(page.locator(".round li")).to_have_count(19)
    page.emulate_media(media="print")
    for hidden in ("#tools .row", "#codes", "#opening", "select.language", "header a", ".round .typed"):
        expect(page.locator(hidden).first).to_be_hidden()
    assert page.get_by_role("button").count() == 0
    for name in LONG_NAMES:
        expect(page.locator("#standings td.name").get_by_text(name, exact=True)).to_be_visible()
    pairings = page.locator(".round li").evaluate_all(
        "all => all.map(one => ['.first', '.at'].map(part => one.querySelector(part).textContent))"
    )
    for height in ("120mm", "131mm", "142mm", "153mm"):
        pdf = tmp_path / f"{height}.pdf"
        page.pdf(path=pdf, width="210mm", height=height)
        sheets = [sheet.get_textpage().get_text_range() for sheet in PdfDocument(pdf)]
        assert len(sheets) > 3
        for first, table in pairings:
            (on,) = [sheet for sheet in sheets if table in sheet]
            # The page has the people in the order of their standings, too, so the pairing is looked for
            # in what follows them. A name in another script has no order that a PDF's text keeps.
            if first.startswith("Person"):
                assert re.search(rf"\b{first}\b(?=.*{table})", on.partition("Round 1")[2] or on, re.DOTALL), (
                    height
                )
