"""Every page for everybody: axe finds nothing on any, and none is cut off on a narrow or doubled screen."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from engine.core.decisions import Chooser
from tests.web.browsing import cut_off, fits, region, show
from tests.web.every_page import SHOWN, EveryPage
from tests.web.hindrances import hindrances, hindrances_by_night
from tests.web.played import opened, own_link
from tests.web.shown_table import FakeBus, RunningServer

NARROW = ViewportSize(width=320, height=640)
"""Also what a screen of 640 points shows when everything on it is doubled."""


LOW = ViewportSize(width=1100, height=480)
"""A small laptop's window, wide enough for the layout of tablets."""


def test_no_page_hinders_anybody(every_page: EveryPage, page: Page) -> None:
    addresses = [*every_page.addresses, "/overlay?board=on"]
    assert set(SHOWN) <= {*addresses}
    found: dict[str, list[str]] = {}
    for address in addresses:
        page.set_viewport_size({"width": 1024, "height": 768})
        page.goto(f"{every_page.url}{address}")
        expect(page.locator(every_page.shown(address)).first).to_be_attached()
        found[address] = hindrances(page)
        page.emulate_media(color_scheme="dark")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        found[address] += [f"by night: {fault}" for fault in hindrances_by_night(page)]
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(NARROW)
        fits(page, NARROW["width"])
        page.set_viewport_size(LOW)
        found[address] += [f"cut off: {text}" for text in cut_off(page)]
    assert {address: why for address, why in found.items() if why} == {}


def test_an_open_dialog_hinders_nobody(board: Page) -> None:
    region(board, "set").click()
    expect(region(board, "settings")).to_be_visible()
    assert hindrances(board, "dialog[open]") == []
    board.keyboard.press("Escape")
    expect(region(board, "set")).to_be_focused()


def test_a_warning_is_announced_once_and_whose_turn_it_is_apart(board: Page) -> None:
    live = board.locator("[aria-live]:not([aria-live=off]), [role=alert], [role=status]")
    within = "[aria-live], [role=alert], [role=status]"
    nested = live.evaluate_all(f"(all) => all.filter((one) => one.parentElement.closest('{within}')).length")
    assert nested == 0, "what lies in two live regions is read twice"
    assert live.evaluate_all("(all) => all.map((one) => one.id)").count("alert") == 0
    expect(region(board, "warned")).to_be_empty()
    expect(region(board, "spoken")).to_contain_text("West's turn")


@pytest.mark.parametrize("size", [(360, 740), (390, 844)], ids=str)
def test_whoever_waits_among_eight_on_a_phone_is_hindered_by_nothing(
    page: Page, bus: FakeBus, server: RunningServer, size: tuple[int, int]
) -> None:
    """Eight players' lines are higher than their room, so they scroll, and the keyboard has to reach them."""
    match = opened("quoc_chien", 8, seed=5).until(lambda one: one.decision.chooser is Chooser.SEAT)
    match.tell(bus)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(
        page, own_link(server.url, next(one for one in match.seats if one not in match.decision.seats), "vi")
    )
    expect(page.locator("#seats")).to_have_attribute("tabindex", "0")
    assert hindrances(page) == []
