"""What every test shares: where the footage lies, which system parts are there, and that CI skips nothing."""

import os

# Games of the tests' own are in the registry, so that whatever holds for every game is tried on them, too.
os.environ.setdefault("BOARDWARDEN_GAMES", "tests.bazaar,tests.twelve")

import logging
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from dashboard.bench.painted_page import CHROMIUMS
from tests.patience import PATIENCE_S
from tests.web.browsing import FLAGS, LATE

settings.register_profile("any machine", deadline=None)  # no test here is about time
settings.load_profile("any machine")

# As the command line has it; NumPy reads it when it is first imported, which is after this file.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

TOP = Path(__file__).parent.parent
WHOLE_TABLES = TOP / "tests" / "table"
SKIPS_FAIL = os.environ.get("BOARDWARDEN_SKIPS_FAIL") == "1"


def find_program(name: str) -> str | None:
    """Return where a system program lies, also in the folders that only root's PATH has."""
    return shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin:/sbin")


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
    driver = subprocess.run(
        [sys.executable, "-m", "playwright", "--version"], capture_output=True, text=True, check=False
    )
    if driver.returncode != 0:
        why = driver.stderr.strip().splitlines()[:1]
        pytest.skip(f"Playwright's driver doesn't run ({why}); on Debian: sudo apt install libatomic1")
    for name in CHROMIUMS:
        found = find_program(name)
        if found:
            return found
    pytest.skip("no Chromium on this machine; on Debian: sudo apt install chromium-headless-shell")


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
    found = find_program("mosquitto")
    if found:
        return found
    pytest.skip("no mosquitto on this machine; on Debian: sudo apt install mosquitto")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what starts a browser, and put the files that take longest first: no worker ends alone with one.

    A file goes to one worker whole (`--dist loadfile`). Few tests that start a whole table, or a browser,
    take longer than many of pure functions; pytest-xdist's own order, by the number of tests, has them last.
    """
    for item in items:
        if isinstance(item, pytest.Function) and "chromium" in item.fixturenames:
            item.add_marker("browser")
    heavy = {item.path for item in items if item.get_closest_marker("browser")}
    items.sort(key=lambda item: (WHOLE_TABLES not in item.path.parents, item.path not in heavy))


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


@pytest.fixture(autouse=True)
def _quiet_afterwards() -> Iterator[None]:
    """Take away the log that a service run in a test leaves on a standard error which is closed after it."""
    yield
    root = logging.getLogger()
    for one in [one for one in root.handlers if type(one) is logging.StreamHandler]:
        root.removeHandler(one)
