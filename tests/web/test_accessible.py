"""Every page for everybody: axe finds nothing on any, and none is cut off on a narrow or doubled screen."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from fastapi import FastAPI
from playwright.sync_api import Page, ViewportSize, expect
from starlette.routing import BaseRoute, Route

from dashboard.web.serving.app import make_app
from tests import asking
from tests.web.browsing import LYING, fits, region
from tests.web.shown_table import FakeBus, RunningServer
from tests.web.test_cameras import tell_camera

pytestmark = pytest.mark.browser

NARROW = ViewportSize(width=320, height=640)
"""Also what a screen of 640 points shows when everything on it is doubled."""


@pytest.fixture
def apps(monkeypatch: pytest.MonkeyPatch) -> list[FastAPI]:
    """The application that the server makes, once it runs."""
    made: list[FastAPI] = []

    def kept(**arguments: Any) -> FastAPI:
        made.append(make_app(**arguments))
        return made[-1]

    monkeypatch.setattr("dashboard.web.serving.service.make_app", kept)
    return made


def paths(routes: list[BaseRoute]) -> Iterator[str]:
    """Return all that may be fetched without naming anything, also of the routers that were included."""
    for route in routes:
        if isinstance(route, Route) and "{" not in route.path and "GET" in (route.methods or ()):
            yield route.path
        # Newer releases of the framework keep an included router whole.
        yield from paths(getattr(getattr(route, "original_router", None), "routes", []))


def pages(app: FastAPI, url: str) -> list[str]:
    """Return the addresses that answer with a page; one that is added is found too."""

    def is_page(path: str) -> bool:
        with asking.stream("GET", f"{url}{path}") as answer:
            kind: str = answer.headers.get("content-type", "")
            return kind.startswith("text/html")

    return [path for path in paths(app.routes) if is_page(path)]


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found]


def test_no_page_hinders_anybody(
    apps: list[FastAPI],
    table: FakeBus,
    server: RunningServer,
    page: Page,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    tell_camera(table)
    table.tell("simulated_table", LYING)
    server.stop()
    server.matches = tmp_path_factory.mktemp("matches")
    server.start()
    # The first answer comes once the application is whole.
    asking.get(server.url)
    addresses = [*pages(apps[-1], server.url), "/overlay?board=on"]
    assert {
        "/",
        "/table",
        "/setup",
        "/calibrate",
        "/enrol",
        "/health/page",
        "/replay",
        "/overlay",
        "/embed",
    } <= {*addresses}
    found: dict[str, list[str]] = {}
    for address in addresses:
        page.set_viewport_size({"width": 1024, "height": 768})
        page.goto(f"{server.url}{address}")
        expect(page.locator("h1, h2, #turn p, #caption p").first).to_be_attached()
        found[address] = faults(page)
        page.set_viewport_size(NARROW)
        fits(page, NARROW["width"])
    assert {address: why for address, why in found.items() if why} == {}


def test_an_open_dialog_hinders_nobody(board: Page) -> None:
    region(board, "set").click()
    expect(region(board, "settings")).to_be_visible()
    assert faults(board) == []
    board.keyboard.press("Escape")
    expect(region(board, "set")).to_be_focused()


def test_a_warning_is_announced_once_and_whose_turn_it_is_apart(board: Page) -> None:
    live = board.locator("[aria-live]:not([aria-live=off]), [role=alert], [role=status]")
    within = "[aria-live], [role=alert], [role=status]"
    nested = live.evaluate_all(f"(all) => all.filter((one) => one.parentElement.closest('{within}')).length")
    assert nested == 0, "what lies in two live regions is read twice"
    assert live.evaluate_all("(all) => all.map((one) => one.id)").count("alert") == 0
    expect(region(board, "warned")).to_be_empty()
    expect(region(board, "spoken")).to_contain_text("West's turn")
