"""A table with a board and no camera: `play --serial auto` finds it, and referees a duel to its winner."""

import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.bus.broker import open_broker
from firmware_bridge.simulated.plugs import plug_folder
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.web.browsing import at_rest, cell, drag, middle, piece, put, show
from tests.web.unasked import unasked

SETUP = """
pieces:
  s.gen.est: {at: c3}
  s.cav.1: {at: d4}
  n.gen.kazu: {at: e7, hp: 1}
  n.inf.1: {at: c7}
"""
OPTIONS = ("--option", "equipment=off", "--option", "skills=off")


@pytest.fixture(scope="module")
def table(
    start_table: Callable[..., RunningTable], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningTable]:
    """A table that finds a simulated board by itself: a switch beneath each hex, and no camera anywhere."""
    folder = tmp_path_factory.mktemp("board")
    (folder / "setup.yaml").write_text(SETUP)
    broker = open_broker("embedded")
    broker.start()
    shared = ("--board", "duel", "--setup", str(folder / "setup.yaml"), "--broker", broker.url, *OPTIONS)
    with pytest.MonkeyPatch.context() as patched:
        # Boards are plugged in by folder: only this one's is found here.
        patched.setenv("TMPDIR", str(folder))
        patched.setattr(tempfile, "tempdir", str(folder))
        words = ("simulate", "--no-camera", "--pty", "auto", "--data", str(folder / "matches"), *shared)
        board = subprocess.Popen([sys.executable, "-m", "dashboard", *words], env=dict(os.environ))
        try:
            wait_for_the_board(plug_folder())
            yield start_table("--serial", "auto", *shared, matches=folder / "matches")
        finally:
            board.terminate()
            board.wait(PATIENCE_S)
            broker.stop()


def wait_for_the_board(folder: Path) -> None:
    pause = threading.Event()
    for _ in range(600):
        if folder.is_dir() and any(folder.iterdir()):
            return
        pause.wait(0.1)
    pytest.fail("the simulated board wasn't plugged in")


def test_the_table_is_a_real_one_without_pictures(table: RunningTable) -> None:
    assert table.said[0].startswith("Table with no camera")
    assert "boardwarden-ports-" in table.said[0]


def test_the_guide_asks_for_no_camera_and_counts_the_pieces_that_are_felt(
    table: RunningTable, tablet: Page
) -> None:
    tablet.goto(table.page("start"))
    step = tablet.locator("main")
    expect(step).to_contain_text("61 hexes have a switch or reader beneath")
    tablet.get_by_role("button", name="2. Camera").click()
    expect(step).to_contain_text("There is no camera to set up")
    expect(step).not_to_contain_text("Good:")
    expect(step.get_by_role("link", name="Measure its lens")).to_have_count(0)
    tablet.get_by_role("button", name="5. Pieces").click()
    expect(step).to_contain_text("4 of 4")
    expect(tablet.get_by_role("button", name="5. Pieces")).to_contain_text("done")


def test_who_drags_a_piece_sees_its_reach_on_the_own_tablet_until_it_is_put_back(
    table: RunningTable, tablet: Page, browser: Browser
) -> None:
    show(tablet, table.page())
    tablet.get_by_role("button", name="Seat tablets").tap()
    expect(tablet.locator("#links .links li")).to_have_count(4)
    links = [str(one.get_attribute("href")) for one in tablet.locator("#links a").all()]
    with browser.new_context() as own, browser.new_context() as others:
        south, north = unasked(own).new_page(), unasked(others).new_page()
        for page, seat in ((south, "south"), (north, "north")):
            show(page, next(link for link in links if f"#join={seat}." in link))
        show(tablet, table.page("table"))
        expect(tablet.locator("#troubles")).to_be_empty()
        at_rest(tablet)
        moves = "#board .under .move"
        expect(south.locator(moves)).to_have_count(0)
        lies = middle(piece(tablet, "s.cav.1"))
        tablet.mouse.move(*lies)
        tablet.mouse.down()
        tablet.mouse.move(*middle(cell(tablet, "e6")), steps=4)
        expect(south.locator(moves)).not_to_have_count(0)
        expect(south.locator("body")).to_have_attribute("data-held", "s.cav.1")
        expect(north.locator(moves)).to_have_count(0)
        tablet.mouse.move(*middle(cell(tablet, "d4")), steps=4)
        tablet.mouse.up()
        expect(south.locator(moves)).to_have_count(0)
    expect(tablet.locator("#alert")).to_be_empty()


def press(page: Page, seat: str) -> None:
    """Press the button beside a seat's pad."""
    page.get_by_role("button", name=seat, exact=True).tap()


def take_off(page: Page, name: str) -> None:
    """Drag a piece off the field: whoever kills one takes it away."""
    at_rest(page)
    field = page.locator("#board").bounding_box()
    assert field is not None
    drag(page, piece(page, name), (field["x"] + 12, field["y"] + 12))


def test_a_duel_is_played_to_its_winner_by_what_the_board_feels(table: RunningTable, tablet: Page) -> None:
    show(tablet, table.page("table"))
    history, alert, turn = (tablet.locator(name) for name in ("#history", "#alert", "#turn"))
    expect(tablet.locator("#tags")).to_contain_text("Live")
    expect(tablet.locator("#troubles")).to_be_empty()
    put(tablet, "gen.est", "c4")
    expect(history).to_contain_text("South general Est moves c3 to c4")
    put(tablet, "s.cav.1", "a8")
    expect(alert).to_contain_text("Not allowed")
    expect(alert).to_contain_text("DW-")
    expect(alert).to_contain_text("Put South cavalry 1 back on d4")
    put(tablet, "s.cav.1", "d4")
    expect(history).to_contain_text("The table is right again")
    press(tablet, "South")
    expect(turn).to_contain_text("North's turn")
    put(tablet, "n.inf.1", "b7")
    expect(history).to_contain_text("North infantry 1 moves c7 to b7")
    press(tablet, "North")
    expect(turn).to_contain_text("South's turn")
    put(tablet, "s.cav.1", "e6")
    expect(history).to_contain_text("South cavalry 1 moves d4 to e6")
    take_off(tablet, "gen.kazu")
    # A switch feels that a general is gone, not by whose hand he fell.
    expect(alert).to_contain_text("Was this played?")
    alert.get_by_role("button", name="South cavalry 1 attacks North general Kazu").tap()
    expect(turn).to_contain_text("South won")
    places = "[...document.querySelectorAll('.confetti i')].map((one) => one.style.getPropertyValue('--at'))"
    assert len(set(tablet.evaluate(places))) > 10, "each bit of paper falls in a place of its own"
