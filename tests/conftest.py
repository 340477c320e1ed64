"""The parts that all tests share: the footage's place, the system parts there, and that CI skips nothing."""

import os

# Games of the tests' own are in the registry, so that whatever holds for every game is tried on them, too.
os.environ.setdefault("BOARDWARDEN_GAMES", "tests.bazaar,tests.twelve")

import inspect
import logging
import re
from collections.abc import Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.needs import expect_browser, expect_mosquitto, lines_of_left_out
from tests.patience import PATIENCE_S
from tests.web.browsing import FLAGS, LATE

settings.register_profile("any machine", deadline=None)  # no test here is about time
settings.load_profile("any machine")

# As the command line has it; NumPy reads it when it is first imported, which is after this file.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

TOP = Path(__file__).parent.parent
LONG_FILES = {TOP / "tests" / "table", TOP / "tests" / "worlds"}
"""Folders with files of a minute and more: whole tables, and matches in two worlds."""

NEEDING = {"chromium", "mosquitto", "arduino", "micropython", "node", "modules"}
"""Fixtures that need a program which a machine may lack."""

PROGRAMS = re.compile(r"\b(mosquitto|chromium|CHROMIUMS|find_program|expect_packages)\b")
"""The names in a test that has to do with such a program, be it a stand-in."""

SKIPS_FAIL = os.environ.get("BOARDWARDEN_SKIPS_FAIL") == "1"


def pytest_xdist_auto_num_workers() -> int | None:
    """Return one worker more than this machine has cores: many tests wait for a page, a broker or a table.

    None: pytest-xdist is asked, for whoever sets its variable.
    """
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (os.cpu_count() or 1) + 1


def find_film(name: str) -> Path:
    """Return a folder of the reference footage; skips where it isn't on this machine."""
    folder = Path(os.environ.get("BOARDWARDEN_FOOTAGE", TOP.parent / "shared" / "footage")) / name
    if not (folder / "footage.yaml").is_file():
        pytest.skip(f"the reference footage isn't at {folder}; set BOARDWARDEN_FOOTAGE to its parent folder")
    return folder


@pytest.fixture(scope="session")
def skirmish() -> Path:
    """The reference footage folder `skirmish-01`."""
    return find_film("skirmish-01")


@pytest.fixture(scope="session", params=["skirmish-02", "skirmish-03"])
def hard_light(request: pytest.FixtureRequest) -> Path:
    """Reference footage under strong light: hard shadows, dark boards, frame tags out of the picture."""
    return find_film(request.param)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the system's Chromium; skips where there is none, or where its driver can't run."""
    return expect_browser()


def come_late(browser: Browser) -> None:
    """Let all that this browser's pages wait for come late, by chance: what passes then has no race."""
    made = browser.new_context

    def new_context(**options: Any) -> BrowserContext:
        context = made(**options)
        context.add_init_script(LATE)
        return context

    browser.new_context = new_context  # type: ignore[method-assign]


# For a module only: while Playwright runs, no test on the main thread may start an event loop of its own.
@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser without a window; what a test expects of a page is waited for with patience."""
    expect.set_options(timeout=PATIENCE_S * 1000)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        if os.environ.get("BOARDWARDEN_LATE") == "1":
            come_late(started)
        yield started
        started.close()


@pytest.fixture(scope="session")
def mosquitto() -> str:
    """The path of the mosquitto broker; skips where there is none."""
    return expect_mosquitto()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave a test out before anything is started for it, where the machine lacks what it needs."""
    fixtures = item.fixturenames if isinstance(item, pytest.Function) else ()
    for fixture, see_that_it_is_there in (("chromium", expect_browser), ("mosquitto", expect_mosquitto)):
        if fixture in fixtures:
            see_that_it_is_there()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts a browser or has to do with the system's programs; put what takes longest first.

    No worker then ends alone with a long file. A file goes to one worker whole (`--dist loadfile`). Few tests
    that start a whole table, or a browser, take longer than many of pure functions; pytest-xdist's own order,
    by the number of tests, has them last.
    """
    for item in items:
        fixtures = set(item.fixturenames) if isinstance(item, pytest.Function) else set()
        if "chromium" in fixtures:
            item.add_marker("browser")
        if fixtures & NEEDING or _names_a_program(item):
            item.add_marker("programs")
    heavy = {item.path for item in items if any(map(item.get_closest_marker, ("browser", "timeout")))}
    items.sort(key=lambda item: (LONG_FILES.isdisjoint(item.path.parents), item.path not in heavy))


def _names_a_program(item: pytest.Item) -> bool:
    if not isinstance(item, pytest.Function) or not _file_names_a_program(item.path):
        return False
    return PROGRAMS.search(inspect.getsource(item.function)) is not None


@cache
def _file_names_a_program(path: Path) -> bool:
    return PROGRAMS.search(path.read_text(encoding="utf-8")) is not None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skip into a failure where the run promises that nothing is missing."""
    report = yield
    if SKIPS_FAIL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} skipped where nothing may be: {report.longrepr}"
    del call
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Generator[None]:
    """Say below everything else which tests were left out, for want of what, and how that is mended."""
    yield
    skipped = terminalreporter.stats.get("skipped", [])
    lines = list(lines_of_left_out(report.longrepr[2].removeprefix("Skipped: ") for report in skipped))
    if lines:
        terminalreporter.section(f"{len(skipped)} tests were left out", yellow=True)
        for line in lines:
            terminalreporter.line(line)


@pytest.fixture(autouse=True)
def _quiet_afterwards() -> Iterator[None]:
    """Take away the log that a service run in a test leaves on a standard error which is closed after it."""
    yield
    root = logging.getLogger()
    for one in [one for one in root.handlers if type(one) is logging.StreamHandler]:
        root.removeHandler(one)
