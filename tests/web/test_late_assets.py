"""Late assets are never wrong: a page that waits for its look or cards says so, and shows no id."""

import re
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.browsing import ready
from tests.web.played import in_a_turn, opened, own_link
from tests.web.shown_table import FakeBus, RunningServer
from tests.web.visitors import visitors

GAMES = {"hero_realms": 2, "kingdom_square": 2, "quoc_chien": 4}
AN_ID = re.compile(r"\b[a-z][a-z0-9]*(?:-[a-z]+)*(?:#\d+|\.[a-z][\w-]*)")
SAID = """() => {
  const seen = (one) => one.checkVisibility({ visibilityProperty: true });
  const all = [...document.querySelectorAll("body *")].filter((one) => seen(one) && !one.closest("noscript"));
  const texts = all.flatMap((one) => [...one.childNodes])
    .filter((part) => part.nodeType === 3).map((part) => part.data);
  return texts.map((text) => text.trim()).filter(Boolean);
}"""


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    with visitors(browser) as come:
        yield come(service_workers="block")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("late", ["look", "cards"])
def test_a_page_says_that_it_waits_and_shows_what_comes_late(
    tablet: Page, bus: FakeBus, server: RunningServer, name: str, late: str
) -> None:
    match = opened(name, GAMES[name], seed=2).until(in_a_turn(20))
    match.tell(bus)
    held: list[Route] = []
    come = threading.Event()
    tablet.route(
        f"**/{late}/{name}?**", lambda route: route.continue_() if come.is_set() else held.append(route)
    )
    tablet.goto(own_link(server.url, match.decision.seats[0]))
    expect(tablet.locator("#loading")).to_be_visible()
    expect(tablet.locator("body[data-role=seat]")).to_be_attached()
    assert [text for text in tablet.evaluate(SAID) if AN_ID.search(text)] == []
    come.set()
    for route in held:
        route.continue_()
    ready(tablet)
    expect(tablet.locator("#loading")).to_be_hidden()
    assert [text for text in tablet.evaluate(SAID) if AN_ID.search(text)] == []
