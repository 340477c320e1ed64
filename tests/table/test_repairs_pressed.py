"""Wrong moves at simulated tables of all games, put right by the button that their warning offers."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.table.tapping import Player, Taps
from tests.table.test_turn_by_keys import begun
from tests.web.browsing import put, ready, show
from tests.web.visitors import visitors

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1200)]

KEPT_IN = os.environ.get("BOARDWARDEN_SCREENS")
"""The folder for pictures of the pages with their warnings; none are kept without it."""
SIZES = ((360, 740), (1280, 800))
WRONG = {
    "dozen_war": ("w.inf.1", "e2"),
    "hero_realms": ("parov-the-enforcer", "p1.discard"),
    "kingdom_square": ("f.hero", "f6"),
    "quoc_chien": ("sunjian", "s3.judgment"),
}
"""A piece, and a cell that its player may not put it on, by the game."""


@pytest.fixture
def come(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open an empty page for one more visitor; a script error fails the test."""
    with visitors(browser) as visit:
        yield visit


def table_of(game: str, start_table: Callable[..., RunningTable], folder: Path) -> tuple[RunningTable, str]:
    """Start a table in a player's turn, and return it with the seat."""
    if game == "dozen_war":
        return start_table(), "west"
    own, _ = begun(folder, game)
    return start_table("--resume", "1", matches=folder), own


def keep(page: Page, game: str, who: str) -> None:
    """Keep a picture of a page, if pictures are asked for."""
    if KEPT_IN:
        Path(KEPT_IN).mkdir(parents=True, exist_ok=True)
        width = page.viewport_size["width"] if page.viewport_size else 0
        page.screenshot(path=Path(KEPT_IN, f"repair-{game}-{who}-{width}.png"))


@pytest.mark.parametrize("game", WRONG)
def test_a_wrong_move_is_put_right_by_a_press_at_its_seat_and_at_the_arbiters_desk(
    game: str, start_table: Callable[..., RunningTable], come: Callable[..., Page], tmp_path: Path
) -> None:
    table, own = table_of(game, start_table, tmp_path)
    tablet = come(viewport={"width": 1280, "height": 900})
    show(tablet, table.page())
    tablet.locator("[data-key=links]").tap()
    links = {
        who: str(tablet.locator(f"#links a[href*='#join={mark}.']").first.get_attribute("href"))
        for who, mark in (("seat", own), ("arbiter", ""))
    }
    show(tablet, table.page("table"))
    seats: list[Page] = []
    for width, height in SIZES:
        for who, link in links.items():
            page = come(viewport={"width": width, "height": height})
            page.goto(f"{table.url}{link[link.index('#') :]}")
            ready(page)
            if who == "seat":
                seats.append(page)
            put(tablet, *WRONG[game])
            alert = page.locator("#alert")
            expect(alert).to_contain_text("Not allowed")
            repair = alert.locator(".have-it-laid")
            expect(repair).to_be_visible()
            keep(page, game, who)
            repair.tap()
            expect(alert).to_be_hidden()
            expect(tablet.locator("#alert")).to_be_hidden()
            keep(page, f"{game}-after", who)
            if page is not seats[0]:
                page.close()
    expect(tablet.locator("#troubles")).to_be_empty()
    player = Player(seats[0], own, Random(5), Taps(seats[0]))  # noqa: S311 - which button is pressed
    # A press that came late isn't counted as the player's own; the match went on by it all the same.
    before = player.look()["drawn"]
    too_late = time.monotonic() + PATIENCE_S
    while player.look()["drawn"] == before:
        assert time.monotonic() < too_late, f"it stands still: {player.look()}"
        if not player.go_on():
            seats[0].wait_for_timeout(50)
    assert player.faults == []
