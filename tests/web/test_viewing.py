"""The board looked at closely, by fingers, wheel, keys and buttons."""

import dataclasses

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.web.browsing import LYING, cell, drag, middle, piece, show, tap_cell
from tests.web.shown_table import FakeBus, Match, RunningServer


def board(page: Page) -> Locator:
    return page.locator("#board")


def width(found: Locator) -> float:
    box = found.bounding_box()
    assert box is not None
    return box["width"]


def touch(session: CDPSession, kind: str, *fingers: tuple[float, float]) -> None:
    """Lay fingers on the screen, move them, or lift all of them."""
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_the_match_s_board_comes_closer_under_the_pointer_and_goes_back_by_one_button(
    page: Page, table: FakeBus, match: Match, server: RunningServer
) -> None:
    show(page, server.url)
    whole, at = width(cell(page, "e5")), middle(cell(page, "e5"))
    page.mouse.move(*at)
    page.mouse.wheel(0, -600)
    expect(board(page)).to_have_class("close")
    closer = width(cell(page, "e5"))
    assert closer > 1.5 * whole
    expect(page.locator("#small-map circle")).not_to_have_count(0)
    assert middle(cell(page, "e5")) == pytest.approx(at, abs=2)
    # A drag moves the view, and isn't a tap.
    page.mouse.down()
    page.mouse.move(at[0] + 60, at[1] - 40, steps=3)
    page.mouse.up()
    assert middle(cell(page, "e5")) == pytest.approx((at[0] + 60, at[1] - 40), abs=2)
    expect(page.locator("#board .selected")).to_have_count(0)
    # A tap still means what is under it.
    tap_cell(page, "e5")
    expect(piece(page, "w.inf.1")).to_have_attribute("aria-pressed", "true")
    tap_cell(page, "g5")
    assert match.reason(table).place == "g5"
    page.get_by_role("button", name="Whole board").tap()
    assert width(cell(page, "e5")) == pytest.approx(whole, abs=0.5)
    page.keyboard.press("+")
    page.keyboard.press("+")
    piece(page, "n.cav.1").focus()
    expect(piece(page, "n.cav.1")).to_be_in_viewport()
    page.keyboard.press("0")
    expect(board(page)).not_to_have_class("close")
    page.get_by_role("button", name="Closer").tap()
    expect(board(page)).to_have_attribute("data-closeness", "1.50")
    # Another match begins with its whole board.
    match.tell(table)
    expect(board(page)).to_have_attribute("data-closeness", "1.50")
    table.tell("match", dataclasses.replace(match.message(), match="m2"))
    expect(board(page)).to_have_attribute("data-closeness", "1.00")


@pytest.mark.usefixtures("table", "match")
def test_a_tap_at_the_edge_of_a_close_view_chooses_the_piece_and_moves_nothing(
    page: Page, server: RunningServer
) -> None:
    show(page, server.url)
    wanted = piece(page, "w.inf.1")
    for _ in range(3):
        page.get_by_role("button", name="Closer").tap()
    frame = board(page).bounding_box()
    assert frame is not None
    # A drag brings the piece to the view's edge.
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    lies = middle(wanted)
    page.mouse.move(x + frame["x"] + 20 - lies[0], y + y - lies[1], steps=5)
    page.mouse.up()
    before = middle(wanted)
    assert before[0] == pytest.approx(frame["x"] + 20, abs=2)
    view = board(page).get_attribute("viewBox")
    page.touchscreen.tap(*before)
    expect(wanted).to_have_attribute("aria-pressed", "true")
    assert board(page).get_attribute("viewBox") == view


def test_two_fingers_bring_the_virtual_table_closer_and_pieces_still_go_where_they_are_dropped(
    page: Page, table: FakeBus, server: RunningServer
) -> None:
    table.tell("simulated_table", LYING)
    show(page, f"{server.url}/table")
    whole = width(cell(page, "f6"))
    x, y = middle(piece(page, "w.inf.1"))
    screen = page.context.new_cdp_session(page)
    # The first finger lies on a piece: the second one lets go of it.
    touch(screen, "touchStart", (x, y))
    touch(screen, "touchStart", (x, y), (x + 60, y))
    for step in range(1, 5):
        touch(screen, "touchMove", (x - 10 * step, y), (x + 60 + 10 * step, y))
    touch(screen, "touchEnd")
    assert width(cell(page, "f6")) == pytest.approx(whole * 140 / 60, rel=0.05)
    drag(page, piece(page, "w.inf.1"), middle(cell(page, "e6")))
    while (order := table.next_sent()[1]).order == "lift":
        pass
    assert (order.order, order.piece, order.x_mm, order.y_mm) == ("put", "w.inf.1", -128.0, 0.0)
    # Two quick taps on the empty field show the whole again.
    at = middle(cell(page, "d5"))
    page.touchscreen.tap(*at)
    page.touchscreen.tap(*at)
    expect(board(page)).to_have_attribute("data-closeness", "1.00")
