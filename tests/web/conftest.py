"""A bus, a match on it, and the service that shows them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, BrowserContext, Page

from dashboard.web.bundling import esbuild, make_bundle
from dashboard.web.serving import pages
from dashboard.web.serving.app import make_app
from dashboard.web.serving.bundle import BUNDLE_FOLDER, read_bundle
from dashboard.web.serving.pages import STATIC_FOLDER
from engine.bus.messages.services import Availability
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Game, Ruleset
from engine.games.registry import open_game
from tests import asking
from tests.web.browsing import show
from tests.web.every_page import EveryPage, record_match, tell_everything
from tests.web.every_page import pages as page_addresses
from tests.web.shown_table import ARBITERS_LINK, SETUP, T0, FakeBus, Match, RunningServer, surface_message
from tests.web.visitors import visitors

KEEPS_THE_TABLE = f'localStorage.setItem("boardwarden-arbiter", "{ARBITERS_LINK}")'


@pytest.fixture(autouse=True, scope="session")
def pages_as_bundled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Serve the pages as a wheel brings them, in few files; as they are written where there's no bundler."""
    program = esbuild()
    if program is not None and read_bundle(BUNDLE_FOLDER, STATIC_FOLDER) is None:
        folder = tmp_path_factory.mktemp("bundle")
        make_bundle(program, folder)
        setattr(pages, "BUNDLE_FOLDER", folder)  # noqa: B010 - a constant elsewhere
        pages.bundle.cache_clear()


@pytest.fixture
def pages_as_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Serve the pages as they are written; asked for before the server that serves them."""
    monkeypatch.setattr(pages, "BUNDLE_FOLDER", tmp_path / "no-bundle")
    pages.bundle.cache_clear()
    yield
    pages.bundle.cache_clear()


@pytest.fixture(scope="session")
def game() -> Game[Any, Any]:
    """A real game; it holds no match, so all tests may share it."""
    return open_game("dozen_war", load_board("mativen"), Ruleset())


@pytest.fixture(scope="module")
def browser(browser: Browser) -> Browser:
    """The browser of the table's own machine, where the arbiter's link was opened before.

    `browser.new_page()` comes as a stranger.
    """
    made = browser.new_context

    def new_context(**options: Any) -> BrowserContext:
        context = made(**options)
        context.add_init_script(f"try {{ {KEEPS_THE_TABLE}; }} catch {{}}")
        return context

    browser.new_context = new_context  # type: ignore[method-assign]
    return browser


@pytest.fixture
def match(game: Game[Any, Any]) -> Match:
    """The position that the reference footage begins with."""
    return Match(game, game.initial(entry_of(SETUP)))


@pytest.fixture
def bus() -> FakeBus:
    """A bus that is there, before anybody has spoken."""
    made = FakeBus()
    made.connect()
    return made


@pytest.fixture
def table(bus: FakeBus, match: Match) -> FakeBus:
    """A bus with a whole match from the engine and vision."""
    bus.tell("availability", Availability(online=True, since=T0), "engine")
    bus.tell("availability", Availability(online=True, since=T0), "vision")
    bus.tell("surface", surface_message())
    match.tell(bus)
    return bus


@pytest.fixture
def server(bus: FakeBus) -> Iterator[RunningServer]:
    """The service, running on a free port; what `bus` tells, it shows."""
    running = RunningServer(bus)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def every_page(
    monkeypatch: pytest.MonkeyPatch, table: FakeBus, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[EveryPage]:
    """The service with something to show on each of its pages, a recorded match too."""
    made: list[FastAPI] = []

    def kept(**arguments: Any) -> FastAPI:
        made.append(make_app(**arguments))
        return made[-1]

    monkeypatch.setattr("dashboard.web.serving.service.make_app", kept)
    matches = tmp_path_factory.mktemp("matches")
    record_match(matches)
    tell_everything(table)
    running = RunningServer(table, matches=matches)
    running.start()
    # The first answer comes once the application is whole.
    asking.get(running.url)
    yield EveryPage(running.url, tuple(page_addresses(made[-1], running.url)))
    running.stop()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A tablet held sideways; a script error fails the test."""
    with visitors(browser) as come:
        # A service worker would fetch every file again for each test.
        yield come(viewport={"width": 1024, "height": 768}, service_workers="block")


@pytest.fixture
def board(page: Page, table: FakeBus, server: RunningServer) -> Page:
    """The page, with the whole match on it."""
    del table
    show(page, server.url)
    return page
