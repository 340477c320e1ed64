"""A wrong move at the simulated table, put right by the button that its warning offers."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.table.conftest import RunningTable
from tests.web.browsing import put, show


@pytest.fixture(scope="module")
def table(start_table: Callable[..., RunningTable]) -> RunningTable:
    return start_table()


@pytest.mark.slow
def test_a_wrong_move_is_put_back_by_a_press_at_its_seat_and_at_the_arbiters_desk(
    table: RunningTable, open_page: Callable[[str], Page], tablet: Page
) -> None:
    common = open_page(table.page())
    common.get_by_role("button", name="Seat tablets").tap()
    seats = common.locator("#links li")
    west, desk = (
        open_page(str(seats.filter(has_text=who).locator("a").get_attribute("href")))
        for who in ("West", "Arbiter")
    )
    show(tablet, table.page("table"))
    for page in (west, desk):
        put(tablet, "w.inf.1", "e2")
        alert = page.locator("#alert")
        expect(alert).to_contain_text("Not allowed")
        alert.locator(".have-it-laid").tap()
        expect(alert).to_be_hidden()
        expect(tablet.locator("#alert")).to_be_hidden()
    put(tablet, "w.inf.1", "d3")
    expect(tablet.locator("#history")).to_contain_text("West infantry 1 moves c3 to d3")
