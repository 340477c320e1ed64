"""The page by keyboard: the board is one stop, arrow keys go from hex to hex, nothing loses the focus."""

from playwright.sync_api import Locator, Page, expect

from tests.web.browsing import LYING, drawer, piece, region, show
from tests.web.shown_table import FakeBus, Match, RunningServer


def hexagon(page: Page, name: str) -> Locator:
    return page.locator(f"#board [data-cell='{name}']")


def walk_to(page: Page, name: str) -> None:
    """Bring the keyboard to a hex, as somebody does who has walked there."""
    hexagon(page, name).focus()


def test_the_board_is_one_stop_and_its_hexes_say_what_lies_there(board: Page) -> None:
    inside = "document.activeElement.closest('#board') !== null"
    walk_to(board, "c5")
    board.keyboard.press("Tab")
    assert not board.evaluate(inside), "one key leads on from the board"
    board.keyboard.press("Shift+Tab")
    expect(hexagon(board, "c5")).to_be_focused()
    board.keyboard.press("Shift+Tab")
    assert not board.evaluate(inside), "and one back"
    walk_to(board, "c5")
    expect(hexagon(board, "c5")).to_have_accessible_name("c5: West cavalry 1, may move to 31 hexes")
    board.keyboard.press("ArrowUp")
    expect(hexagon(board, "c6")).to_be_focused()
    expect(hexagon(board, "c6")).to_have_accessible_name("c6")
    board.keyboard.press("ArrowRight")
    board.keyboard.press("ArrowLeft")
    expect(hexagon(board, "c6")).to_be_focused()
    expect(board.locator("#board [tabindex='0']")).to_have_count(1)


def test_a_piece_is_chosen_asked_about_and_let_go_by_keyboard(
    board: Page, table: FakeBus, match: Match
) -> None:
    walk_to(board, "c5")
    board.keyboard.press("Enter")
    expect(piece(board, "w.cav.1")).to_have_attribute("aria-pressed", "true")
    expect(region(board, "piece").locator("h2")).to_have_text("West cavalry 1")
    expect(hexagon(board, "c6")).to_have_accessible_name("c6: may move here: 1 hex")
    board.keyboard.press("ArrowUp")
    board.keyboard.press("Space")
    expect(region(board, "caption")).to_contain_text("West cavalry 1 may move to c6")
    walk_to(board, "k9")
    board.keyboard.press("Enter")
    match.reason(table)
    expect(region(board, "caption").locator(".no")).not_to_have_count(0)
    board.keyboard.press("Escape")
    expect(piece(board, "w.cav.1")).to_have_attribute("aria-pressed", "false")
    expect(hexagon(board, "k9")).to_be_focused()


def test_of_several_pieces_in_a_hex_each_is_chosen_in_turn(board: Page) -> None:
    walk_to(board, "c9")
    chosen = region(board, "piece").locator("h2")
    for name in ("North infantry 2", "North archer 2", "North infantry castle"):
        board.keyboard.press("Enter")
        expect(chosen).to_have_text(name)
    board.keyboard.press("Enter")
    expect(region(board, "piece")).to_be_hidden()


def test_closing_what_was_chosen_brings_the_keyboard_back_to_its_hex(board: Page) -> None:
    walk_to(board, "c5")
    board.keyboard.press("Enter")
    drawer(board, "piece").get_by_role("button", name="Close").press("Enter")
    expect(hexagon(board, "c5")).to_be_focused()


def test_the_keyboard_stays_in_the_bar_when_its_button_goes(board: Page, table: FakeBus) -> None:
    board.get_by_role("button", name="End West's turn").press("Enter")
    assert table.next_sent()[1].action == {"end_turn": True}
    expect(board.get_by_role("button", name="One moment…")).to_be_disabled()
    board.keyboard.press("Tab")
    assert board.evaluate("document.activeElement.closest('#rail') !== null"), "what comes after the bar"


def test_pieces_of_the_virtual_table_are_chosen_on_their_hex(
    page: Page, table: FakeBus, server: RunningServer
) -> None:
    table.tell("simulated_table", LYING)
    show(page, f"{server.url}/table")
    expect(piece(page, "w.cav.1")).to_be_attached()
    walk_to(page, "c5")
    page.keyboard.press("Enter")
    expect(piece(page, "w.cav.1")).to_have_attribute("aria-pressed", "true")
    expect(piece(page, "n.inf.3")).to_have_attribute("tabindex", "0")
