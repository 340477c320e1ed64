"""A whole evening: phones join by their codes, play a duel and bots to the end; an arbiter corrects."""

import contextlib
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError

from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.web.browsing import drawer, piece, put, show
from tests.web.visitors import visitors

SETUP = """
seats: [west, north, east, south]
turn: west
round: 2
pieces:
  w.gen.mask: {at: c4}
  w.cav.1: {at: d7}
  w.inf.1: {at: h9}
  n.gen.kazu: {at: e7}
  e.gen.est: {at: k5}
  s.gen.grim: {at: g9, hp: 1}
"""
ANSWERS = "#asked :is(.go, .enough, .options .chip, .choice):enabled"
"""The buttons that a player who is asked may press."""
END = "#bar .end-turn:enabled"
NAMES = {"west": "Lan", "north": "An", "east": "Bình", "south": "Dung"}

DUEL = """
pieces:
  s.gen.est: {at: c3}
  s.cav.1: {at: d4}
  n.gen.kazu: {at: e7, hp: 1}
  n.inf.1: {at: c7}
"""
LAST_ROUND = """
seats: [west, south, east, north]
turn: west
round: 11
pieces:
  w.gen.mask: {at: c4}
  w.inf.1: {at: b5}
  s.gen.grim: {at: d5, hp: 1}
  s.cav.1: {at: e6}
  e.gen.est: {at: g6, hp: 1}
  e.cav.1: {at: g5}
  n.gen.kazu: {at: f7, hp: 1}
  n.cav.1: {at: f6}
"""
"""The last round of a match: three bots have enemies in reach, and West's castles are in theirs."""

pytestmark = pytest.mark.browser


@pytest.fixture
def phones(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Open links as phones do, each in a browser of its own; a script error fails the test."""
    with visitors(browser) as come:

        def opened(url: str) -> Page:
            page = come(asks=True, viewport={"width": 390, "height": 844})
            page.goto(url)
            return page

        yield opened


def has_a_room() -> bool:
    """Tell whether this machine has an address that phones could reach."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return False
        return not str(probe.getsockname()[0]).startswith("127.")


def scanned(code: Locator) -> str:
    """Read a code off the screen, as a phone's camera does."""
    picture = cv2.imdecode(np.frombuffer(code.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    text, _, _ = cv2.QRCodeDetectorAruco().detectAndDecode(cv2.resize(picture, None, fx=2, fy=2))
    return text


def sound(page: Page) -> None:
    """Nothing reaches over the screen, and a program that looks for barriers finds none."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []


def go_home(page: Page, seat: str) -> None:
    """Resign for good, as the player of a seat."""
    breaks = drawer(page, "table")
    for key in ("leave", f"leave-{seat}", f"leave-really-{seat}"):
        breaks.locator(f"[data-key={key}]").tap()


def lay(page: Page) -> None:
    """Have the simulated table's pieces laid as they must lie."""
    page.locator("[data-key=have-it-laid]").tap()
    expect(page.locator("#alert")).to_be_empty()


def join(phone: Page, seat: str) -> None:
    """Say who plays a seat, as a phone asks that has just scanned its code."""
    phone.locator(f"[data-key=name-{seat}]").first.fill(NAMES[seat])
    phone.locator(f"[data-key=call-{seat}]").first.tap()


def seat_at(tablet: Page, phones: Callable[[str], Page], *seats: str) -> list[Page]:
    """Give players of this machine's own browsers their seats; return their phones."""
    tablet.get_by_role("button", name="Seat tablets").tap()
    expect(tablet.locator("#links .links li")).not_to_have_count(0)
    links = [str(one.get_attribute("href")) for one in tablet.locator("#links a").all()]
    tablet.get_by_role("button", name="Close", exact=True).tap()
    found = [phones(next(link for link in links if f"#join={seat}." in link)) for seat in seats]
    for phone, seat in zip(found, seats, strict=True):
        join(phone, seat)
        expect(tablet.locator("#seats")).to_contain_text(NAMES[seat])
    return found


def play_on(tablet: Page, phone: Page) -> None:
    """Go on playing the one seat that no bot has, until the match is over: answer, end turns, put right.

    Raises:
        AssertionError: nothing came of it for as long as anybody would wait.
    """
    come, since = "", time.monotonic()
    while not tablet.locator("#over").is_visible():
        now = str(tablet.locator("body").get_attribute("data-drawn"))
        come, since = (come, since) if now == come else (now, time.monotonic())
        assert time.monotonic() - since < PATIENCE_S, f"stands still at {now}"
        for page, what in ((tablet, "[data-key=have-it-laid]:enabled"), (phone, ANSWERS), (phone, END)):
            button = page.locator(what).locator("visible=true").first
            # An offer may have been played by the time it's pressed.
            if button.is_visible():
                with contextlib.suppress(PlaywrightError):
                    button.tap(timeout=1000)
        tablet.wait_for_timeout(100)


@pytest.mark.timeout(600)
def test_two_phones_play_a_duel_to_its_end(
    start_table: Callable[..., RunningTable],
    tablet: Page,
    phones: Callable[[str], Page],
    tmp_path: Path,
) -> None:
    (tmp_path / "setup.yaml").write_text(DUEL)
    plain = ("--option", "equipment=off", "--option", "skills=off")
    table = start_table("--board", "duel", "--setup", str(tmp_path / "setup.yaml"), *plain)
    show(tablet, table.page())
    dung, an = seat_at(tablet, phones, "south", "north")
    show(tablet, table.page("table"))
    expect(tablet.locator("#tags")).to_contain_text("Live")
    expect(tablet.locator("#troubles")).to_be_empty()
    put(tablet, "s.cav.1", "e6")
    expect(an.locator("#turn")).to_contain_text("Dung's turn")
    expect(tablet.locator("#history")).to_contain_text("Dung's cavalry 1 moves d4 to e6")
    piece(dung, "s.cav.1").tap()
    drawer(dung, "piece").get_by_role("button", name="Attack with cavalry 1").tap()
    expect(dung.locator("#asked .comes")).to_have_text("It deals 1: 1 to 0 HP, if nobody answers.")
    dung.locator("#asked .go").tap()
    for page in (dung, an):
        expect(page.locator("#over h2")).to_have_text("Dung won")
        sound(page)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_phone_plays_three_bots_to_the_end_of_their_match(
    start_table: Callable[..., RunningTable],
    tablet: Page,
    phones: Callable[[str], Page],
    tmp_path: Path,
) -> None:
    (tmp_path / "setup.yaml").write_text(LAST_ROUND)
    table = start_table("--setup", str(tmp_path / "setup.yaml"), "--bots", "south,east,north")
    show(tablet, table.page())
    (lan,) = seat_at(tablet, phones, "west")
    play_on(tablet, lan)
    for page in (tablet, lan):
        expect(page.locator("#over h2")).to_contain_text("won")
        expect(page.locator("#over .scores")).to_contain_text("Lan")
        sound(page)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_phone_plays_a_whole_match_against_three_bots(
    start_table: Callable[..., RunningTable], tablet: Page, phones: Callable[[str], Page]
) -> None:
    table = start_table("--bots", "south,east,north")
    show(tablet, table.page())
    (lan,) = seat_at(tablet, phones, "west")
    play_on(tablet, lan)
    for page in (tablet, lan):
        expect(page.locator("#over h2")).to_contain_text("won")
        sound(page)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not has_a_room(), reason="this machine has no address that a phone could reach")
def test_four_phones_play_an_evening(
    start_table: Callable[..., RunningTable],
    tablet: Page,
    phones: Callable[[str], Page],
    tmp_path: Path,
) -> None:
    (tmp_path / "setup.yaml").write_text(SETUP)
    table = start_table("--setup", str(tmp_path / "setup.yaml"))
    show(tablet, table.page())
    tablet.get_by_role("button", name="Seat tablets").tap()
    assert tablet.locator("#links img").count() == 0
    tablet.locator("[data-key=allow]").tap()
    tablet.locator("[data-key=allow-yes]").tap()
    expect(tablet.locator("#links img")).to_have_count(6)
    links = {
        found[1]: url
        for url in (scanned(code) for code in tablet.locator("#links img").all())
        if (found := re.search(r"#join=(\w+)\.", url))
    }
    sound(tablet)
    tablet.get_by_role("button", name="Close", exact=True).tap()
    seats = {}
    for seat, name in NAMES.items():
        seats[seat] = phone = phones(links[seat])
        join(phone, seat)
        expect(tablet.locator("#seats")).to_contain_text(name)
        sound(phone)
    go_home(seats["east"], "east")
    expect(tablet.locator("#seats")).to_contain_text("Bình (out)")
    lay(tablet)
    # The die beside a piece was turned the wrong way: the arbiter sets a life.
    piece(tablet, "n.gen.kazu").tap()
    right = drawer(tablet, "piece").locator("#righting")
    right.locator("[data-key=right-why]").fill("the die was turned the wrong way")
    right.locator("[data-key='right-piece.hp-1']").tap()
    expect(tablet.locator("#history")).to_contain_text("the die was turned the wrong way")
    sound(tablet)
    lan = seats["west"]
    piece(lan, "w.cav.1").tap()
    drawer(lan, "piece").get_by_role("button", name="Attack with cavalry 1").tap()
    lan.locator("#asked .go").tap()
    expect(tablet.locator("#alert")).to_contain_text("Take An's general Kazu off the table")
    lay(tablet)
    expect(tablet.locator("#history")).to_contain_text("Lan's cavalry 1 attacks An's general Kazu")
    sound(lan)
    for seat in ("north", "south"):
        go_home(seats[seat], seat)
    for page in (tablet, *seats.values()):
        expect(page.locator("#over h2")).to_have_text("Lan won")
        sound(page)
    with lan.expect_download() as shared:
        lan.locator("#over").get_by_role("link", name="Picture to share").tap()
    picture = cv2.imread(str(shared.value.path()))
    assert picture is not None
    assert picture.shape[1] == 1200
    lan.locator("#over").get_by_role("link", name="Replay").tap()
    said = lan.get_by_role("list", name="Plays and messages, in their order")
    for text in ("Corrected by the arbiter", "Lan's cavalry 1 attacks An's general Kazu", "Dung has left"):
        expect(said).to_contain_text(text)
    sound(lan)
