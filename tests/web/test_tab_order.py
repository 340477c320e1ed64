"""Every page by Tab alone: each control gets the focus once a round, in reading order, seen and named."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browsing import region, until
from tests.web.every_page import EveryPage

WATCH = (Path(__file__).parent / "watch.js").read_text()

Stop = dict[str, Any]


def tabbed(page: Page, times: int) -> list[Stop | None]:
    """Press Tab; return what has the focus after each press, nothing where the browser's own buttons come."""
    came: list[Stop | None] = []
    for _ in range(times):
        page.keyboard.press("Tab")
        came.append(page.evaluate("watch.at()"))
    return came


def open_page(every_page: EveryPage, page: Page, address: str) -> list[str]:
    """Open a page and wait until it shows all it has; return its stops."""
    page.goto(f"{every_page.url}{address}")
    expect(page.locator(every_page.shown(address)).first).to_be_attached()
    page.evaluate(WATCH)
    stops: list[str] = page.evaluate("watch.stops()")
    return stops


def names(came: list[Stop | None]) -> list[str]:
    return [stop["name"] for stop in came if stop]


def walk(every_page: EveryPage, page: Page, address: str) -> list[Stop | None]:
    """Go round a page once, and one stop further; again where it got another control meanwhile."""
    stops = open_page(every_page, page, address)
    came = tabbed(page, len(stops) + 1)
    if page.evaluate("watch.stops()") != stops:
        return walk(every_page, page, address)
    assert names(came[:-1]) == stops
    assert came[-1] is None or came[-1]["name"] == stops[0], "a round leads out of the page, or to its top"
    return came[:-1]


def nameless(page: Page) -> list[str]:
    """Return the roles of what may have the focus but says nothing to a screen reader."""
    nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    return [
        node["role"]["value"]
        for node in nodes
        if any(one["name"] == "focusable" and one["value"]["value"] for one in node.get("properties", ()))
        and not node.get("name", {}).get("value")
    ]


def skips(page: Page) -> bool:
    """Use the skip link, which comes first; return whether the focus goes on at what it leads to."""
    while not page.evaluate("document.activeElement.matches('.skip')"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    until(page, "document.querySelector(':target') !== null")
    page.keyboard.press("Tab")
    found: bool = page.evaluate("watch.past()")
    return found


def test_tab_comes_to_every_control_of_every_page_once_in_reading_order(
    every_page: EveryPage, page: Page
) -> None:
    found: dict[str, list[str]] = {}
    for address in every_page.addresses:
        came = walk(every_page, page, address)
        faults = [f"no ring: {stop['name']}" for stop in came if stop and not stop["well"]]
        faults += [f"no key leads to it: {name}" for name in page.evaluate("watch.stranded()")]
        faults += [f"back: {pair}" for pair in page.evaluate("watch.backwards()")]
        faults += [f"no name: {role}" for role in nameless(page)]
        if page.evaluate("watch.before()") and not (came[0] and "#" in came[0]["name"] and skips(page)):
            faults.append("no skip link")
        found[address] = faults
    assert {address: faults for address, faults in found.items() if faults} == {}


def test_a_dialog_keeps_the_keyboard_and_gives_it_back(board: Page) -> None:
    board.evaluate(WATCH)
    for opener, dialog in (("#seating [data-key=links]", "links"), ("#set", "settings")):
        board.locator(opener).press("Enter")
        expect(region(board, dialog)).to_be_visible()
        stops = board.evaluate("watch.stops()")
        # At its end the browser's own buttons come, then the dialog again; never the page beneath.
        came = tabbed(board, len(stops) + 2)
        assert set(names(came)) == set(stops)
        assert [stop for stop in came if stop and not stop["well"]] == []
        assert nameless(board) == []
        board.keyboard.press("Escape")
        expect(region(board, dialog)).to_be_hidden()
        expect(board.locator(opener)).to_be_focused()
