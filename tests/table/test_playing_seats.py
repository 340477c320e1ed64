"""Two players with a tablet each at the simulated table: a card, an attack, an answer nobody else sees."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.table.conftest import RunningTable
from tests.web.browsing import drawer

SETUP = """\
seats: [west, north]
turn: west
round: 2
coins: {west: 2, north: 2}
pieces:
  w.cav.1: {at: d7}
  w.gen.mask: {at: c4}
  n.cav.1: {at: e7}
  n.inf.1: {at: f8}
  n.gen.kazu: {at: e9}
hands: {west: [dai-dao], north: [khien-go]}
"""


@pytest.fixture(scope="module")
def table(start_table: Callable[..., RunningTable], tmp_path_factory: pytest.TempPathFactory) -> RunningTable:
    setup: Path = tmp_path_factory.mktemp("setup") / "setup.yaml"
    setup.write_text(SETUP, encoding="utf-8")
    return start_table("--setup", str(setup))


def test_players_play_and_answer_on_their_own_tablets(
    table: RunningTable, open_page: Callable[[str], Page]
) -> None:
    common = open_page(table.page())
    common.get_by_role("button", name="Seat tablets").tap()
    expect(common.locator("#links .links li")).to_have_count(4)
    links = [str(one.get_attribute("href")) for one in common.locator("#links a").all()]
    common.get_by_role("button", name="Close", exact=True).tap()
    west, north = (
        open_page(next(link for link in links if f"#join={seat}." in link)) for seat in ("west", "north")
    )

    drawer(west, "hand").get_by_role("button", name="Great Blade").tap()
    west.locator("#board [data-piece='w.cav.1']").tap()
    west.get_by_role("button", name="Play Great Blade").tap()
    expect(common.locator("#played")).to_contain_text("West plays Great Blade")

    west.locator("#board [data-piece='w.cav.1']").tap()
    drawer(west, "piece").get_by_role("button", name="Attack with cavalry 1").tap()
    west.locator("#asked .go").tap()

    expect(north.locator("#asked")).to_contain_text("You are hit. Your answer?")
    expect(common.locator("#turn")).to_contain_text("North must choose")
    for page in (common, west):
        assert "Wooden Shield" not in page.content()
    north.locator("#asked").get_by_role("button", name="Wooden Shield").tap()
    north.get_by_role("button", name="Play Wooden Shield").tap()
    expect(common.locator("#played")).to_contain_text("North plays Wooden Shield")
    expect(west.get_by_role("button", name="End your turn")).to_be_enabled()
    # North had no other card: its tablet says so, and the others get only the number of its cards.
    expect(north.locator("#seat")).not_to_contain_text("Wooden Shield")
    assert "khien-go" not in table.log.read_text(encoding="utf-8")
