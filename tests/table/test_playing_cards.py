"""`boardwarden play` with a game of cards and no hardware: laid by hand, seen by camera and readers."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.table.conftest import RunningTable
from tests.web.browsing import drag, fits, show

SETUP = """
seats: [a, b]
turn: a
hands: {a: [thief], b: [guard]}
gold: {a: 0, b: 1}
play: {a: [lamp, lamp, lamp, porter]}
market: [omen, lamp, charm]
box: whole
"""


@pytest.fixture(scope="module")
def games() -> Iterator[None]:
    """Name the game to the table's services."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOARDWARDEN_GAMES", "tests.bazaar")
        yield


@pytest.fixture(scope="module")
def dealing(games: None, start_table: Callable[..., RunningTable]) -> RunningTable:
    """A table before anything is dealt."""
    del games
    return start_table("--game", "bazaar", "--draws", "seen")


@pytest.fixture(scope="module")
def playing(
    games: None, start_table: Callable[..., RunningTable], tmp_path_factory: pytest.TempPathFactory
) -> RunningTable:
    """A table in the middle of a match."""
    del games
    setup = tmp_path_factory.mktemp("setup") / "setup.yaml"
    setup.write_text(SETUP, encoding="utf-8")
    return start_table("--game", "bazaar", "--draws", "seen", "--setup", str(setup))


def at_the_table(tablet: Page, table: RunningTable) -> None:
    show(tablet, table.page("table"))
    expect(tablet.locator("#board [data-hand='a'] rect")).to_be_visible()
    expect(tablet.locator("#tags")).to_contain_text("Live")
    expect(tablet.locator("#troubles")).to_be_empty()


def cell(name: str) -> str:
    return f"#board [data-cell='{name}'] polygon"


def hand(seat: str) -> str:
    return f"#board [data-hand='{seat}'] rect"


def carry(page: Page, start: str, end: str) -> None:
    """Drag what lies on top to a place."""
    drag(page, page.locator(start).first, page.locator(end).first)


def draw(page: Page, pile: str, end: str) -> None:
    """Drag a pile's top card away, and wait until the page has it elsewhere: the next drag takes another."""
    on_top = page.locator(f"#board [data-piece][aria-label*='lies at the {pile}']").last
    name = on_top.get_attribute("data-piece")
    carry(page, cell(pile), end)
    expect(page.locator(f"#board [data-piece='{name}'][aria-label*='lies at the {pile}']")).to_have_count(0)


def drawn(page: Page, revision: int) -> None:
    expect(page.locator(f"body[data-drawn='{revision}']")).to_be_attached()


def test_cards_drawn_over_readers_and_turned_up_before_the_camera_are_known(
    dealing: RunningTable, tablet: Page
) -> None:
    at_the_table(tablet, dealing)
    revision = 0
    for seat in "abc":
        draw(tablet, "masks", hand(seat))
        revision += 1
        drawn(tablet, revision)
    for seat in "aaabbbccc":
        draw(tablet, "deck", hand(seat))
        revision += 1
        drawn(tablet, revision)
    for place in (1, 2, 3):
        draw(tablet, "deck", cell(f"market.{place}"))
        revision += 1
        drawn(tablet, revision)
    expect(tablet.locator("#turn")).to_contain_text("Amber's turn")
    expect(tablet.locator("#seats")).to_contain_text("3 cards in hand")


def test_a_quarter_turn_an_illegal_play_its_repair_and_the_winning_card_are_seen(
    playing: RunningTable, tablet: Page
) -> None:
    at_the_table(tablet, playing)
    alert = tablet.locator("#alert")
    # Too dear: there is no gold.
    carry(tablet, cell("market.2"), cell("a.play"))
    expect(alert).to_contain_text("Not allowed")
    expect(alert).to_contain_text("BZ-3")
    carry(tablet, "#board [data-piece='lamp#4']", cell("market.2"))
    expect(alert).to_be_hidden()
    tablet.locator("#board [data-piece='porter#1']").click()
    tablet.locator("[data-key='turn']").click()
    drawn(tablet, 1)
    expect(tablet.locator("#seats")).to_contain_text("2 gold")
    results = Axe().run(tablet)
    assert results.violations_count == 0, results.generate_report()
    carry(tablet, cell("market.2"), cell("a.play"))
    expect(tablet.locator("body")).to_contain_text("Amber won")


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)], ids=str)
def test_nothing_scrolls_sideways(playing: RunningTable, tablet: Page, size: tuple[int, int]) -> None:
    tablet.set_viewport_size({"width": size[0], "height": size[1]})
    for path in ("", "table"):
        show(tablet, playing.page(path))
        fits(tablet, size[0])


def test_the_folder_of_the_match_has_its_journal(playing: RunningTable) -> None:
    assert [*Path(playing.matches).glob("*/journal.jsonl")]
