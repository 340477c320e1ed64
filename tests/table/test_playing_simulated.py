"""`boardwarden play` with no hardware: pieces dragged on the virtual table, seen by the rendered camera."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.table.conftest import RunningTable
from tests.web.browsing import put, show


@pytest.fixture(scope="module")
def table(start_table: Callable[..., RunningTable]) -> RunningTable:
    return start_table()


def test_the_first_line_says_that_the_table_is_simulated(table: RunningTable) -> None:
    assert table.said[0].startswith("Simulated table")


def test_a_dragged_piece_is_seen_judged_and_shown(table: RunningTable, tablet: Page) -> None:
    show(tablet, table.page("table"))
    expect(tablet.locator("#tags")).to_contain_text("Simulated table")
    # Until the camera has sent its first pictures the page says that nothing is watching.
    expect(tablet.locator("#tags")).to_contain_text("Live")
    expect(tablet.locator("#troubles")).to_be_empty()
    put(tablet, "w.cav.1", "e3")
    expect(tablet.locator("#history")).to_contain_text("West cavalry 1 moves d1 to e3")


def test_a_step_too_far_is_warned_of_and_put_right(table: RunningTable, tablet: Page) -> None:
    show(tablet, table.page("table"))
    put(tablet, "w.inf.1", "e2")
    alert = tablet.locator("#alert")
    expect(alert).to_contain_text("Not allowed")
    put(tablet, "w.inf.1", "c3")
    expect(tablet.locator("#history")).to_contain_text("The table is right again")
    expect(alert).to_be_hidden()


def test_a_button_of_the_simulated_board_ends_the_turn(table: RunningTable, tablet: Page) -> None:
    show(tablet, table.page("table"))
    tablet.get_by_role("button", name="West", exact=True).tap()
    expect(tablet.locator("#turn")).to_contain_text("South's turn")
