"""The pages in few small files: what a first visit moves, and that they do what the sources do."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request

from dashboard.web.bundling import esbuild, make_bundle
from dashboard.web.serving import pages
from dashboard.web.serving.bundle import read_bundle
from dashboard.web.serving.installing import shell
from tests import asking
from tests.web.browsing import show
from tests.web.shown_table import FakeBus, Match, RunningServer

MOST_BYTES = 150_000
MOST_REQUESTS = 12
A_YEAR_S = 365 * 24 * 60 * 60


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle of the pages; skips where there is no esbuild."""
    program = esbuild()
    if program is None:
        pytest.skip("for want of esbuild, which make test installs where there is node")
    folder = tmp_path_factory.mktemp("bundle")
    make_bundle(program, folder)
    return folder


@pytest.fixture
def bundled(made: Path, monkeypatch: pytest.MonkeyPatch, bus: FakeBus) -> Iterator[RunningServer]:
    """The service with bundled pages."""
    monkeypatch.setattr(pages, "BUNDLE_FOLDER", made)
    pages.bundle.cache_clear()
    running = RunningServer(bus)
    running.start()
    yield running
    running.stop()
    pages.bundle.cache_clear()


def test_a_bundle_of_other_sources_is_not_served(made: Path, tmp_path: Path) -> None:
    sources = tmp_path / "static"
    shutil.copytree(pages.STATIC_FOLDER, sources)
    assert read_bundle(made, sources) is not None
    (sources / "main.js").write_text("", encoding="utf-8")
    assert read_bundle(made, sources) is None
    assert read_bundle(tmp_path, sources) is None


def test_what_a_page_loads_is_kept_for_a_year_and_opens_without_a_network(bundled: RunningServer) -> None:
    for address in shell():
        answer = asking.get(bundled.url + address)
        assert answer.status_code == 200, address
        lasting = f"public, max-age={A_YEAR_S}, immutable"
        assert answer.headers["cache-control"] == (lasting if "/bundle/" in address else "no-cache"), address
    assert len(shell()) < 50


def test_a_first_visit_takes_few_requests_and_bytes_and_shows_the_match(
    page: Page, bundled: RunningServer, table: FakeBus, match: Match
) -> None:
    del table, match
    asked: list[Request] = []
    page.on("request", lambda one: asked.append(one))  # noqa: PLW0108 - Playwright takes no built-in method
    show(page, bundled.url)
    page.wait_for_load_state("networkidle")
    sent = {one.url: one.sizes()["responseBodySize"] for one in asked}
    assert len(asked) <= MOST_REQUESTS, sorted(sent)
    assert sum(sent.values()) <= MOST_BYTES, sent
