"""The page that sets up a camera, in a real Chromium."""

import pytest
from playwright.sync_api import Page, Route, expect

from engine.bus.messages.cameras import (
    CameraCheckup,
    CameraOrder,
    CameraOrderKind,
    CellScale,
    StepPictures,
)
from engine.core.findings import Finding, Grade
from engine.core.ids import Cell, Seconds
from engine.core.phrase import Phrase
from tests.web.hindrances import hindrances
from tests.web.shown_table import FakeBus, RunningServer
from tests.web.test_cameras import tell_camera

HEX = ((0.1, 0.1), (0.15, 0.13), (0.15, 0.2), (0.1, 0.23), (0.05, 0.2), (0.05, 0.13))
DARK = Finding(
    "light", Grade.BAD, 20, Phrase("white labels have 40 of 255 levels"), Phrase("give the board more light")
)
SHARP = Finding("focus", Grade.GOOD, 95, Phrase("edges have a blur of 0.70 px"))
UNKNOWN = Finding("print", Grade.UNKNOWN, 0, Phrase("the print's scale isn't known before tags are read"))


def tell_checkup(
    bus: FakeBus, *findings: Finding, first: str = "", cells: tuple[CellScale, ...] = ()
) -> None:
    bus.tell("camera_checkup", CameraCheckup("cam", 7, findings, first, cells), "cam")


def test_what_to_change_first_stands_above_the_live_pictures_checks(
    bus: FakeBus, server: RunningServer, page: Page
) -> None:
    tell_camera(bus)
    tell_checkup(bus, DARK, SHARP, UNKNOWN, first="light")
    page.goto(f"{server.url}/setup")
    expect(page.locator("#first h2")).to_have_text("Change first: light")
    expect(page.locator("#first p")).to_have_text("Give the board more light.")
    expect(page.locator("#findings li")).to_have_count(3)
    expect(page.locator("#findings [data-check=light] .grade")).to_have_text("bad, 20 of 100")
    expect(page.locator("#findings [data-check=print] .grade")).to_have_text("not known yet")
    expect(page.locator("#picture")).to_be_visible()
    expect(page.locator("#driver")).to_contain_text("focus locked at 30")
    tell_checkup(bus, SHARP)
    expect(page.locator("#first h2")).to_have_text("All is well")
    assert hindrances(page) == []


def test_the_map_shows_where_tags_are_too_small_and_can_be_taken_away(
    bus: FakeBus, server: RunningServer, page: Page
) -> None:
    tell_camera(bus)
    cells = tuple(
        CellScale(Cell(cell), px, tuple((x + 0.1 * i, y) for x, y in HEX), shines)
        for i, (cell, px, shines) in enumerate([("a1", 1.9, False), ("b1", 2.4, False), ("c1", 3.1, True)])
    )
    tell_checkup(bus, SHARP, cells=cells)
    page.goto(f"{server.url}/setup")
    expect(page.locator("#over [data-cell]")).to_have_count(3)
    expect(page.locator("#over .bad[data-cell=a1]")).to_have_text("1.9")
    expect(page.locator("#over .fair[data-cell=b1]")).to_have_count(1)
    expect(page.locator("#over .good.shines[data-cell=c1]")).to_contain_text("☀")
    page.get_by_label("Map of tag sizes").uncheck()
    expect(page.locator("#over [data-cell]")).to_have_count(0)
    expect(page.locator("#legend")).to_be_hidden()


def test_the_steps_of_the_next_picture_are_saved_for_a_report(
    bus: FakeBus, server: RunningServer, page: Page
) -> None:
    tell_camera(bus)
    page.goto(f"{server.url}/setup")
    page.get_by_role("button", name="Save the steps as pictures").click()
    expect(page.locator("#drawn")).to_contain_text("takes some seconds")
    while bus.next_sent() != ("camera_order", CameraOrder(CameraOrderKind.STEPS)):
        pass
    with page.expect_download() as saved:
        bus.tell("camera_steps", StepPictures("cam", 8, Seconds(2.0), b"PK"), "cam")
    assert saved.value.suggested_filename == "boardwarden-steps.zip"
    expect(page.locator("#drawn")).to_have_text("Saved as boardwarden-steps.zip.")


@pytest.mark.parametrize(("path", "button"), [("setup", "#steps"), ("calibrate", "#begin")])
def test_nothing_can_be_asked_of_a_camera_that_isnt_known_yet(
    bus: FakeBus, server: RunningServer, page: Page, path: str, button: str
) -> None:
    tell_camera(bus)
    waiting = True

    def keep_waiting(route: Route) -> None:
        if waiting:
            route.fulfill(status=503)
        else:
            route.continue_()

    page.route("**/cameras?*", keep_waiting)
    page.goto(f"{server.url}/{path}")
    expect(page.locator("h1")).not_to_be_empty()
    expect(page.locator(button)).to_be_disabled()
    waiting = False
    expect(page.locator(button)).to_be_enabled()


def test_without_a_camera_the_page_says_so(server: RunningServer, page: Page) -> None:
    page.goto(f"{server.url}/setup")
    expect(page.locator("#first h2")).to_have_text("No camera is there")
