"""Names of 40 letters stand whole on the match page, on each screen."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from dashboard.web.seats.seating import Role, Seating, TabletPlace
from engine.core.ids import Seat
from tests.web import staging
from tests.web.browsing import fits, ready, resize
from tests.web.shown_table import KEY, TABLE, FakeBus, RunningServer
from tests.web.staging import Stage
from tests.web.test_every_screen import SIZES, SMALL_OR_CUT
from tests.web.test_layout import FOUR, off_screen
from tests.web.visitors import visitors

LONG = {
    Seat("west"): "W" * 40,
    Seat("south"): "Bartholomäus Wolfeschlegelsteinhausen MW",
    Seat("east"): "عبد الرحمن بن محمد الفاروقي الأنصاري عبد",
    Seat("north"): "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処藪",
}
PAST_ITS_BOX = """[...document.querySelectorAll(".seat-name, .seat-head h2")]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)"""
"""The names that run past the edge of their box."""

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Page]:
    with visitors(browser) as come:
        yield come(service_workers="block")


@pytest.fixture
def address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Return the address of West's page at a table of four with long names."""
    monkeypatch.setattr(staging, "NAMES", LONG)
    bus = FakeBus()
    bus.connect()
    stage = Stage(tmp_path, bus, FOUR)
    server = RunningServer(bus, matches=tmp_path)
    server.start()
    west = Seating(KEY, table=TABLE).link(TabletPlace(Role.SEAT, Seat("west")))
    yield f"{server.url}/?lang=en#join={west}"
    server.stop()
    stage.close()


def test_names_of_forty_letters_stand_whole_on_each_screen(tablet: Page, address: str) -> None:
    tablet.goto(address)
    ready(tablet)
    for width, height in SIZES:
        resize(tablet, width, height)
        expect(tablet.locator("#bar .end-turn")).to_be_enabled()
        names = tablet.locator("#seats .seat-name")
        assert sorted(names.all_text_contents()) == sorted(LONG.values())
        assert tablet.evaluate(SMALL_OR_CUT) == [], width
        assert tablet.evaluate(PAST_ITS_BOX) == [], width
        assert off_screen(tablet) == [], width
        fits(tablet, width)
