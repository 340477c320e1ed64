"""The pages in few small files: what a first visit moves, and that they do what the sources do."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from dashboard.web.bundling import esbuild, make_bundle
from dashboard.web.serving import pages
from dashboard.web.serving.bundle import read_bundle
from dashboard.web.serving.installing import shell
from tests import asking
from tests.web.browsing import ready, show
from tests.web.played import in_a_turn, opened, own_link
from tests.web.shown_table import FakeBus, RunningServer

MOST_BYTES = 150_000
MOST_REQUESTS = 12
MOST_AGAIN_BYTES = 10_000
"""The most bytes that a reload moves, with the heads of its answers. It moves 3.7 kB."""
GAMES = {"dozen_war": 4, "hero_realms": 3, "kingdom_square": 2, "quoc_chien": 6}
HAS = {"--aspect": "svg#board", "--lift": "svg#board", "--bar-room": "main#", "--seats-room": "section#bar"}
"""The element that uses each measured property. The page itself uses the board's aspect too."""
HOLDERS = """(name) => [...document.querySelectorAll("body *")]
  .filter((one) => getComputedStyle(one).getPropertyValue(name) !== "")
  .map((one) => `${one.localName}#${one.id}`)"""
MOST_COMPILED_AT_A_CALL = 400
"""The most functions that Chromium compiles only when they are called, while a test opens the page.

It compiles about 220: 20 of the page, and those of this test's tools."""
SIZES = """window.sizes = [];
const put = CSSStyleDeclaration.prototype.setProperty;
CSSStyleDeclaration.prototype.setProperty = function (name, ...value) {
  if (name === "--cell-name-size") window.sizes.push(document.querySelectorAll("#board .cell").length);
  return put.call(this, name, ...value);
};"""
"""Counts the cells that are in the board whenever the size of their names is set."""
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


def test_a_machine_without_node_bundles_by_the_one_that_came_with_the_tools(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = esbuild()
    assert program is not None
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    make_bundle(program, tmp_path / "bundle")
    names = [
        sorted(path.name for path in (folder / "files").iterdir()) for folder in (tmp_path / "bundle", made)
    ]
    assert names[0] == names[1], "the names are hashes of what is in the files"


def test_where_pages_are_not_bundled_a_bundles_addresses_lead_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bus: FakeBus, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pages, "BUNDLE_FOLDER", tmp_path / "none")
    pages.bundle.cache_clear()
    running = RunningServer(bus)
    running.start()
    answers = [asking.get(f"{running.url}/bundle/{name}").status_code for name in ("main.js", "a/b", "%00")]
    running.stop()
    pages.bundle.cache_clear()
    assert answers == [404, 404, 404]
    assert "Traceback" not in caplog.text


def test_what_a_page_loads_is_kept_for_a_year_and_opens_without_a_network(bundled: RunningServer) -> None:
    for address in shell():
        answer = asking.get(bundled.url + address)
        assert answer.status_code == 200, address
        lasting = f"public, max-age={A_YEAR_S}, immutable"
        assert answer.headers["cache-control"] == (lasting if "/bundle/" in address else "no-cache"), address
    assert len(shell()) < 12, "the match's page alone opens without a table"


@pytest.mark.parametrize("game", GAMES)
def test_a_first_visit_takes_few_requests_and_bytes_and_shows_the_match_with_its_art(
    page: Page, bundled: RunningServer, bus: FakeBus, game: str
) -> None:
    match = opened(game, GAMES[game], seed=5).until(in_a_turn(40))
    match.tell(bus)
    asked: list[Request] = []
    page.on("request", lambda one: asked.append(one))  # noqa: PLW0108 - Playwright takes no built-in method
    show(page, own_link(bundled.url, match.decision.seats[0]))
    page.wait_for_load_state("networkidle")
    sent = {one.url: one.sizes()["responseBodySize"] for one in asked}
    assert len(asked) <= MOST_REQUESTS, sorted(sent)
    assert sum(sent.values()) <= MOST_BYTES, sent
    expect(page.locator("#board image.card-art:not([href])")).to_have_count(0)


def test_a_reload_moves_little(page: Page, bundled: RunningServer, bus: FakeBus) -> None:
    match = opened("dozen_war", 4, seed=5).until(in_a_turn(40))
    match.tell(bus)
    show(page, own_link(bundled.url, match.decision.seats[0]))
    page.wait_for_load_state("networkidle")
    sent: list[float] = []
    tools = page.context.new_cdp_session(page)
    tools.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    tools.send("Network.enable")
    page.reload(wait_until="networkidle")
    ready(page)
    assert len(sent) > 2, "the reload was measured"
    assert sum(sent) <= MOST_AGAIN_BYTES, sent


def test_the_line_is_opened_before_the_pages_large_script_is_there(
    page: Page, bundled: RunningServer
) -> None:
    """The page's own small script may run by the policy, though no other script in a page may."""
    page.route("**/bundle/main-*.js", lambda _: None)
    with page.expect_websocket() as line:
        page.goto(bundled.url, wait_until="commit")
    assert line.value.url.startswith(f"ws://{bundled.address}/ws?steps=1&packed=1")
    policy = asking.get(bundled.url).headers["content-security-policy"]
    assert "unsafe-inline" not in policy
    assert page.evaluate("document.querySelector('script:not([src])').async")
    page.evaluate(
        "document.head.append(Object.assign(document.createElement('script'), {text: 'window.ran = 1'}))"
    )
    assert page.evaluate("window.ran") is None


def test_what_scripts_measure_for_one_element_is_not_handed_down_to_all_in_it(
    page: Page, bundled: RunningServer, bus: FakeBus
) -> None:
    """An inherited property has the browser style all of the page again each time that it changes."""
    opened("dozen_war", 4, seed=5).until(in_a_turn(4)).tell(bus)
    show(page, bundled.url)
    expect(page.locator("main")).to_have_attribute("style", re.compile("--bar-room"))
    for name, element in HAS.items():
        assert page.evaluate(HOLDERS, name) == [element], name


def test_the_sources_show_the_match_too(
    page: Page, table: FakeBus, pages_as_written: None, server: RunningServer
) -> None:
    del table, pages_as_written
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    show(page, server.url)
    assert f"{server.url}/static/main.js" in asked


def test_chromium_compiles_the_pages_script_before_it_calls_it(
    page: Page, bundled: RunningServer, bus: FakeBus
) -> None:
    """Else it compiles six hundred functions while it draws the match for the first time."""
    opened("dozen_war", 4, seed=5).until(in_a_turn(4)).tell(bus)
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=["disabled-by-default-v8.compile"])
    show(page, bundled.url)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    main = {one["pid"]: one["tid"] for one in events if one.get("args", {}).get("name") == "CrRendererMain"}
    called = [one for one in events if one["name"] == "V8.CompileCode" and main.get(one["pid"]) == one["tid"]]
    assert 0 < len(called) <= MOST_COMPILED_AT_A_CALL


def test_the_names_of_cells_get_their_size_before_they_are_laid_out(
    page: Page, bundled: RunningServer, bus: FakeBus
) -> None:
    """Four hundred elements are styled and laid out again when the size of the names changes."""
    opened("dozen_war", 4, seed=5).until(in_a_turn(4)).tell(bus)
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script(SIZES)
    show(page, bundled.url)
    expect(page.locator("#board .cell .name").first).to_be_visible()
    assert page.evaluate("window.sizes") == [0], "the size was set once, when there were no cells"


def test_a_match_that_comes_has_its_look_and_cards_read_before_a_frame(
    page: Page, bundled: RunningServer, bus: FakeBus
) -> None:
    page.add_init_script("window.requestAnimationFrame = () => 0")
    page.goto(bundled.url)
    with page.expect_request("**/look/**"), page.expect_request("**/cards/**"):
        opened("dozen_war", 4, seed=5).until(in_a_turn(4)).tell(bus)
