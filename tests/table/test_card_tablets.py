"""Three tablets at a table of cards: an answer, a mask inside it, two who choose at once, a typed draw."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.table.conftest import RunningTable
from tests.web.visitors import visitors

SETUP = """
seats: [a, b, c]
turn: a
hands: {a: [thief, dare, guard, omen], b: [guard, omen, charm], c: [charm]}
masks: {a: [fox]}
gold: {a: 2, b: 3, c: 1}
play: {a: [lamp, lamp]}
market: [omen, lamp, charm]
box: whole
"""
SIZES = ((1024, 768), (390, 844), (1024, 768))


@pytest.fixture(scope="module")
def table(
    start_table: Callable[..., RunningTable], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningTable]:
    setup: Path = tmp_path_factory.mktemp("setup") / "setup.yaml"
    setup.write_text(SETUP, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOARDWARDEN_GAMES", "tests.bazaar")
        yield start_table("--game", "bazaar", "--draws", "typed", "--setup", str(setup))


@pytest.fixture
def tablets(browser: Browser, table: RunningTable) -> Iterator[dict[str, Page]]:
    """Give each seat a tablet, one of them a phone; a script error fails the test."""
    with visitors(browser) as come:

        def opened(url: str, size: tuple[int, int]) -> Page:
            page = come(viewport={"width": size[0], "height": size[1]})
            page.goto(url)
            return page

        common = opened(table.page(), SIZES[0])
        common.get_by_role("button", name="Seat tablets").tap()
        expect(common.locator("#links .links li")).to_have_count(5)
        links = [str(one.get_attribute("href")) for one in common.locator("#links a").all()]
        yield {
            seat: opened(next(link for link in links if f"#join={seat}." in link), size)
            for seat, size in zip("abc", SIZES, strict=True)
        }


def press(page: Page, key: str) -> None:
    """Press what a tablet offers, whichever copy, wherever: a touch screen's drawer may be closed over it."""
    button = page.locator(f"button[data-key='{key}'], button[data-key^='{key}#']").first
    expect(button).to_be_enabled()
    button.dispatch_event("click")


def play(page: Page, card: str, *picks: str) -> None:
    for key in (card, *picks, "go"):
        press(page, key)


def test_a_match_by_hand_on_three_tablets(tablets: dict[str, Page]) -> None:
    amber, birch, coral = tablets.values()

    def all_show(revision: int) -> None:
        for page in tablets.values():
            expect(page.locator(f"body[data-drawn='{revision}']")).to_be_attached()

    all_show(0)
    play(amber, "thief", "pick-b")
    all_show(1)
    # Whether there is a guard, its holder's tablet alone says.
    expect(birch.locator("[data-key^='guard#']").first).to_be_attached()
    expect(coral.locator("[data-key^='guard#']")).to_have_count(0)
    play(birch, "guard")
    all_show(2)
    # Inside the answer the thief's mask may show itself.
    play(amber, "fox")
    all_show(3)
    play(amber, "dare", "pick-b")
    all_show(4)
    expect(coral.locator("#turn")).to_contain_text("Amber and Birch must choose")
    for (seat, page), size in zip(tablets.items(), SIZES, strict=True):
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, size
        results = Axe().run(page)
        assert results.violations_count == 0, f"{seat}: {results.generate_report()}"
    play(amber, "guard")
    all_show(5)
    expect(birch.locator("#turn")).to_contain_text("You must choose")
    expect(birch.locator("body")).not_to_contain_text("Amber chooses Guard")
    play(birch, "omen")
    all_show(6)
    # A bought card leaves a gap; the card that somebody says was turned up fills it.
    play(amber, "charm")
    all_show(7)
    expect(coral.locator("#turn")).to_contain_text("A card is turned up")
    press(coral, "draw-porter")
    all_show(8)
    expect(coral.locator("#board [data-piece^='porter#']")).to_be_attached()
    expect(coral.locator("#turn")).to_contain_text("Amber's turn")
