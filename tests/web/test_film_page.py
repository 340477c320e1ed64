"""One press makes the evening's film; its page shows how far it is, then the film and its code."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from dashboard.web.films.kept import film_of
from tests import asking
from tests.web.browsing import region, show
from tests.web.hindrances import hindrances
from tests.web.shown_table import BEARER, FakeBus, Match, RunningServer
from tests.web.test_films_made import folder, name_in, recorded
from tests.web.test_over import RECAP, end

__all__ = ("folder", "recorded")

ANSWERS = "**/matches/m/film?*"
READING: dict[str, Any] = {
    "state": "reading",
    "done": 0.0,
    "fault": "",
    "film": "",
    "page": "",
    "code": "",
    "until": 0,
    "name": "",
    "camera": True,
}
LENGTH = """(one) => new Promise((yes) => {
  if (one.readyState) yes(one.duration);
  else one.onloadedmetadata = () => yes(one.duration);
})"""


@pytest.fixture
def films(bus: FakeBus, folder: Path) -> Iterator[RunningServer]:
    """The service of a table with a match whose film nobody has made."""
    running = RunningServer(bus, matches=folder)
    running.start()
    yield running
    running.stop()


def answer(page: Page, /, **facts: Any) -> None:
    """Have the table say from now on how the film of the match `m` stands."""

    def fulfil(route: Route) -> None:
        route.fulfill(body=json.dumps({**READING, **facts}))

    # The newest route holds. Without any, the service itself would answer: it knows no such match.
    page.route(ANSWERS, fulfil)


def read_code(png: bytes) -> str:
    """Return the text of a code; a phone sees more around it than its own margin."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    wide = cv2.copyMakeBorder(picture, 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=(255, 255, 255))
    said, *_ = cv2.QRCodeDetectorAruco().detectAndDecode(cv2.resize(wide, None, fx=3.0, fy=3.0))
    return said


def test_the_end_card_leads_to_the_film(board: Page, table: FakeBus, match: Match) -> None:
    board.route("**/matches/m1?*", lambda route: route.fulfill(body=json.dumps(RECAP)))
    end(table, match)
    link = region(board, "over").get_by_role("link", name="The evening's film")
    expect(link).to_have_attribute("href", "/film?match=m1")


def test_one_press_makes_the_film_and_a_phone_sees_it_by_its_code(
    films: RunningServer, folder: Path, page: Page, browser: Browser
) -> None:
    name = name_in(folder)
    show(page, f"{films.url}/replay?match={name}")
    page.get_by_role("link", name="The evening's film").click()
    expect(region(page, "state")).to_have_text("The film is ready.", timeout=170_000)
    assert film_of(folder, name, "en").path.is_file()
    expect(region(page, "scan")).to_contain_text("The arbiter opens it to the room")
    expect(page.get_by_role("link", name="Save the film")).to_have_attribute("download", f"{name}.mp4")
    assert hindrances(page) == []
    opened = asking.post(f"{films.url}/links/room", params={"allowed": "true"}, headers=BEARER)
    assert opened.json()["reach"] == "room"
    page.reload()
    expect(region(page, "code")).to_be_visible()
    region(page, "code").evaluate("(one) => one.decode()")
    address = read_code(region(page, "code").screenshot())
    assert address.startswith("http://127.0.0.2"), address
    phone = browser.new_page(viewport={"width": 390, "height": 844})
    phone.goto(address)
    assert 20 < phone.locator("video").evaluate(LENGTH) < 60
    assert phone.evaluate("[localStorage.length, document.cookie]") == [0, ""]
    assert hindrances(phone) == []
    phone.goto("about:blank")
    phone.goto(address[:-2])
    expect(region(phone, "trouble")).to_contain_text("ask a player at the table for a new code")
    expect(phone.locator("video")).to_be_hidden()
    phone.close()


def test_the_page_shows_how_far_the_film_is_and_says_it_in_tenths(films: RunningServer, page: Page) -> None:
    answer(page)
    page.goto(f"{films.url}/film?match=m")
    expect(region(page, "state")).to_have_text("The match is read and its moments are chosen.")
    expect(region(page, "state")).to_have_attribute("role", "status")
    expect(page.get_by_role("progressbar", name="The evening's film")).to_be_visible()
    answer(page, state="drawing", done=0.47, camera=False)
    expect(region(page, "state")).to_have_text("The film is drawn: 40 %.")
    expect(region(page, "done")).to_have_js_property("value", 0.47)
    expect(region(page, "boards-only")).to_be_visible()
    assert hindrances(page) == []
    answer(page, state="failed", fault="The disk is full. Make room, then try again.")
    expect(region(page, "trouble")).to_have_text("The disk is full. Make room, then try again.")
    expect(region(page, "done")).to_be_hidden()
    again = page.get_by_role("button", name="Try again")
    again.focus()
    answer(page, state="drawing", done=0.0)
    page.keyboard.press("Enter")
    expect(region(page, "trouble")).to_be_empty()
    expect(again).to_be_hidden()


def test_a_refusal_and_a_table_that_is_away_are_said_with_a_way_on(films: RunningServer, page: Page) -> None:
    page.goto(f"{films.url}/film?match=none")
    expect(region(page, "trouble")).to_contain_text("there is no match 'none' here")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.route(ANSWERS, lambda route: route.abort())
    page.goto(f"{films.url}/film?match=m")
    expect(region(page, "trouble")).to_have_text("The table doesn't answer. It is asked again.")
    answer(page, state="drawing", done=0.5)
    expect(region(page, "trouble")).to_be_empty()
    expect(region(page, "state")).to_have_text("The film is drawn: 50 %.")


def test_a_film_in_one_language_goes_when_another_is_refused(films: RunningServer, page: Page) -> None:
    answer(
        page, state="made", done=1.0, film="/static/icon.svg", page=f"{films.url}/film#see=m", name="m.mp4"
    )
    page.goto(f"{films.url}/film?match=m")
    save = page.locator("#save")
    expect(save).to_be_visible()
    page.route(ANSWERS, lambda route: route.fulfill(status=409, body="Không được."))
    page.locator("select.language").select_option("vi")
    expect(region(page, "trouble")).to_have_text("Không được.")
    expect(save).to_be_hidden()
    expect(region(page, "take")).to_be_hidden()


def test_a_late_word_about_a_film_that_cant_be_played_leaves_a_refusal_alone(
    films: RunningServer, page: Page
) -> None:
    held: list[Route] = []

    def broken(route: Route) -> None:
        if "lang=" in route.request.url:
            held.append(route)
        else:
            route.abort()

    page.route("**/films/broken*", broken)
    answer(page, state="made", done=1.0, film="/films/broken", page=f"{films.url}/film#see=m", name="m.mp4")
    page.goto(f"{films.url}/film?match=m")
    while not held:
        page.wait_for_timeout(20)
    page.route(ANSWERS, lambda route: route.fulfill(status=409, body="Không được."))
    page.locator("select.language").select_option("vi")
    expect(region(page, "trouble")).to_have_text("Không được.")
    held[0].fulfill(status=206, body="")
    page.wait_for_timeout(200)
    expect(region(page, "trouble")).to_have_text("Không được.")


def test_a_visitor_is_said_who_makes_the_film(films: RunningServer, folder: Path, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{films.url}/film?match={name_in(folder)}")
    expect(region(page, "trouble")).to_contain_text("scan the code that a player shows")
    show(page, f"{films.url}/replay?match={name_in(folder)}")
    expect(page.locator("#moments li").first).to_be_visible()
    expect(page.locator("#film")).to_be_hidden()
    page.close()


def test_a_replay_without_a_table_offers_the_film_to_its_visitor(
    bus: FakeBus, folder: Path, browser: Browser
) -> None:
    running = RunningServer(bus, matches=folder, films_for_all=True)
    running.start()
    page = browser.new_page()
    try:
        show(page, f"{running.url}/replay?match={name_in(folder)}")
        expect(page.get_by_role("link", name="The evening's film")).to_have_attribute(
            "href", f"/film?match={name_in(folder)}"
        )
        answer(page, state="made", done=1.0, film="/static/icon.svg", name="m.mp4")
        page.goto(f"{running.url}/film?match=m")
        expect(page.locator("#save")).to_be_visible()
        # No arbiter is there who could open this page to other devices.
        expect(region(page, "take")).to_be_hidden()
        standing = asking.get(f"{running.url}/matches/{name_in(folder)}/film")
        assert standing.json()["state"] == "none"
    finally:
        page.close()
        running.stop()


@pytest.mark.parametrize("width", [320, 390, 768, 1024, 1280, 1920, 2560])
@pytest.mark.parametrize("language", ["en", "vi", "ja"])
def test_the_page_fits_every_width(films: RunningServer, page: Page, width: int, language: str) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    answer(
        page,
        state="made",
        done=1.0,
        film="/films/none.mp4",
        page="http://192.168.100.100:8321/film#see=m",
        code="/static/icon.svg",
        until=1_800_000_000,
        name="m.mp4",
        camera=False,
    )
    page.route("**/films/none.mp4*", lambda route: route.fulfill(status=404, body="x" * 300))
    page.goto(f"{films.url}/film?match=m&lang={language}")
    expect(region(page, "code")).to_be_visible()
    expect(region(page, "trouble")).not_to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert hindrances(page) == []
