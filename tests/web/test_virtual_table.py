"""The virtual table in a real Chromium: what a visitor does becomes an order to the simulator."""

from dataclasses import replace
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from engine.bus.messages.simulated import (
    LabelState,
    SimulatedFault,
    SimulatedTable,
    SimulatorAct,
    SimulatorOrder,
)
from engine.core.board import load_board
from engine.core.ids import Cell, PieceId
from tests.web.browsing import LYING, at_rest, cell, drag, middle, piece, region, show
from tests.web.hindrances import hindrances
from tests.web.shown_table import FakeBus, Match, RunningServer
from tests.web.verdicts import TOO_FAR


@pytest.fixture
def virtual(page: Page, table: FakeBus, server: RunningServer) -> Page:
    """The virtual table, with pieces on it and in the box."""
    table.tell("simulated_table", LYING)
    show(page, f"{server.url}/table")
    expect(piece(page, "w.inf.1")).to_be_visible()
    return page


def dropped(table: FakeBus) -> SimulatorOrder:
    """Return the orders when a piece is dropped that was lifted from the field."""
    channel, order = table.next_sent()
    assert (channel, order.order) == ("simulator_order", "lift")
    piece = order.piece
    while order.order is SimulatorAct.LIFT:
        order = table.next_sent()[1]
    assert order.piece == piece
    return cast("SimulatorOrder", order)


def test_a_piece_that_is_dragged_for_long_is_held_up_all_the_while(virtual: Page, table: FakeBus) -> None:
    virtual.mouse.move(*middle(piece(virtual, "w.inf.1")))
    virtual.mouse.down()
    virtual.mouse.move(*middle(cell(virtual, "f6")), steps=4)
    assert [table.next_sent()[1] for _ in range(2)] == [SimulatorOrder(SimulatorAct.LIFT, "w.inf.1")] * 2
    virtual.mouse.up()
    while (order := table.next_sent()[1]).order == "lift":
        pass
    assert order.order is SimulatorAct.PUT


def test_a_piece_is_lifted_as_its_drag_begins_and_put_back_if_it_is_broken_off(
    virtual: Page, table: FakeBus
) -> None:
    virtual.mouse.move(*middle(piece(virtual, "w.inf.1")))
    virtual.mouse.down()
    virtual.mouse.move(*middle(cell(virtual, "f6")), steps=4)
    virtual.locator("#board").dispatch_event("pointercancel", {"pointerId": 1})
    lay = LYING.pieces[0]
    # In the hand still, and said so again.
    assert dropped(table) == SimulatorOrder(SimulatorAct.PUT, "w.inf.1", lay.x_mm or 0.0, lay.y_mm or 0.0)
    virtual.mouse.up()


_PLACE = """() => {
  const { left, top, width, height } = document.querySelector("#board").getBoundingClientRect();
  return [left, top, width, height].map(Math.round);
}"""


@pytest.mark.parametrize("size", [(390, 844), (768, 1024), (1024, 768), (1920, 1080)])
def test_the_board_stays_where_it_is_while_a_piece_is_dragged_over_it(
    virtual: Page, table: FakeBus, match: Match, size: tuple[int, int]
) -> None:
    virtual.set_viewport_size({"width": size[0], "height": size[1]})
    at_rest(virtual)
    lies: list[int] = virtual.evaluate(_PLACE)
    virtual.mouse.move(*middle(piece(virtual, "w.inf.1")))
    virtual.mouse.down()
    virtual.mouse.move(*middle(cell(virtual, "f6")), steps=4)
    moves = match.game.advice(match.state, PieceId("w.inf.1")).moves
    expect(virtual.locator("#board .under .move")).to_have_count(len(moves))
    assert virtual.evaluate(_PLACE) == lies
    # The table's news meanwhile doesn't move it either.
    match.tell(table, current=TOO_FAR, recent=(TOO_FAR,))
    expect(virtual.locator("#board .wrong")).not_to_have_count(0)
    assert virtual.evaluate(_PLACE) == lies
    virtual.mouse.up()
    expect(region(virtual, "alert")).to_contain_text("Not allowed")


def test_a_piece_dragged_to_a_hex_is_put_on_its_middle(virtual: Page, table: FakeBus, match: Match) -> None:
    drag(virtual, piece(virtual, "w.inf.1"), middle(cell(virtual, "f6")))
    order = dropped(table)
    assert (order.order, order.piece) == ("put", "w.inf.1")
    assert (order.x_mm, order.y_mm) == (-64.0, 0.0)
    moves = match.game.advice(match.state, PieceId("w.inf.1")).moves
    expect(virtual.locator("#board .under .move")).to_have_count(len(moves))


MOVES_AWAY_ONCE = """() => addEventListener("pointerdown", () => {
  document.querySelector("#board").style.translate = "0 -140px";
}, { capture: true, once: true })"""
"""As a warning does that comes just when the hand takes hold."""


def test_a_hand_takes_hold_again_where_the_board_has_moved_away_under_it(
    virtual: Page, table: FakeBus
) -> None:
    virtual.evaluate(MOVES_AWAY_ONCE)
    drag(virtual, piece(virtual, "w.inf.1"), cell(virtual, "f6"))
    order = dropped(table)
    assert (order.order, order.piece, order.x_mm, order.y_mm) == ("put", "w.inf.1", -64.0, 0.0)


def test_a_piece_dropped_near_the_edge_is_pushed_there(virtual: Page, table: FakeBus) -> None:
    x, y = middle(cell(virtual, "f6"))
    width = (cell(virtual, "f6").bounding_box() or {"width": 0})["width"]
    drag(virtual, piece(virtual, "w.inf.1"), (x + width * 0.45, y))
    order = dropped(table)
    assert order.y_mm == 0.0
    assert -64.0 + 22 <= order.x_mm < -64.0 + 32


def test_a_piece_dropped_on_another_lies_beside_it(virtual: Page, table: FakeBus) -> None:
    drag(virtual, piece(virtual, "w.inf.1"), middle(piece(virtual, "w.cav.1")))
    order = dropped(table)
    assert order.order is SimulatorAct.PUT
    assert max(abs(order.x_mm + 224.0), abs(order.y_mm + 55.4)) >= 20


def test_a_piece_dragged_off_the_field_goes_to_the_box_and_back(virtual: Page, table: FakeBus) -> None:
    drag(virtual, piece(virtual, "w.inf.1"), middle(piece(virtual, "n.inf.3")))
    assert dropped(table).order == "take"
    drag(virtual, piece(virtual, "n.inf.3"), middle(cell(virtual, "f6")))
    order = table.next_sent()[1]
    assert (order.order, order.piece, order.x_mm) == ("put", "n.inf.3", -64.0)


def test_two_quick_taps_turn_a_piece_over(virtual: Page, table: FakeBus) -> None:
    x, y = middle(piece(virtual, "w.inf.1"))
    virtual.mouse.dblclick(x, y)
    order = table.next_sent()[1]
    assert (order.order, order.piece) == ("flip", "w.inf.1")


def test_pieces_of_the_virtual_table_are_moved_by_keyboard_too(virtual: Page, table: FakeBus) -> None:
    piece(virtual, "w.inf.1").focus()
    virtual.keyboard.press("Enter")
    virtual.get_by_label("Hex to put it into").select_option("f6")
    virtual.get_by_role("button", name="Put there").press("Enter")
    order = table.next_sent()[1]
    assert (order.order, order.x_mm, order.y_mm) == ("put", -64.0, 0.0)
    virtual.get_by_role("button", name="To the edge").press("Enter")
    assert table.next_sent()[1].order == "put"
    virtual.get_by_role("button", name="Turn over").press("Enter")
    assert table.next_sent()[1].order == "flip"


def test_a_seat_s_button_is_pressed_and_the_table_passes_axe(virtual: Page, table: FakeBus) -> None:
    virtual.get_by_role("button", name="West", exact=True).tap()
    order = table.next_sent()[1]
    assert (order.order, order.device, order.button) == ("press", "pad.west", "end_turn")
    expect(region(virtual, "tags")).to_contain_text("Simulated table")
    assert hindrances(virtual) == []


def test_faults_are_tried_with_the_chosen_piece_and_put_right_one_by_one_or_together(
    virtual: Page, table: FakeBus
) -> None:
    def pressed(name: str) -> SimulatorOrder:
        virtual.get_by_role("button", name=name).press("Enter")
        channel, order = table.next_sent()
        assert (channel, type(order)) == ("simulator_order", SimulatorOrder)
        return cast("SimulatorOrder", order)

    virtual.get_by_text("Try a fault").press("Enter")
    assert pressed("Nudge a piece") == SimulatorOrder(SimulatorAct.FAULT, fault="nudge")
    piece(virtual, "w.inf.1").press("Enter")
    expect(region(virtual, "faults")).to_contain_text("Happens to West infantry 1.")
    assert pressed("Cover a label") == SimulatorOrder(SimulatorAct.FAULT, "w.inf.1", fault="hide")
    shown = (replace(LYING.pieces[0], shown=LabelState.COVERED), *LYING.pieces[1:])
    faults = (SimulatedFault("hide", LYING.pieces[0]), SimulatedFault("thing", None, (0.0, 0.0)))
    table.tell("simulated_table", SimulatedTable(shown, "m1", faults))
    hidden = virtual.get_by_role("button", name="Cover a label: West infantry 1")
    expect(hidden).to_have_attribute("aria-pressed", "true")
    expect(piece(virtual, "w.inf.1").locator(".scrap")).to_have_count(1)
    expect(virtual.locator("#board .amiss")).to_have_count(1)
    assert hindrances(virtual) == []
    assert pressed("Cover a label: West infantry 1") == SimulatorOrder(SimulatorAct.MEND, fault="hide")
    assert pressed("Put everything right") == SimulatorOrder(SimulatorAct.MEND)


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_turned_virtual_table_puts_pieces_where_they_belong(
    virtual: Page, table: FakeBus, quarters: int
) -> None:
    for _ in range(quarters):
        virtual.get_by_role("button", name="Turn the board").tap()
    expect(virtual.locator(f"body[data-quarters='{quarters}']")).to_be_attached()
    drag(virtual, piece(virtual, "w.inf.1"), middle(cell(virtual, "e4")))
    order = dropped(table)
    assert (order.x_mm, round(order.y_mm, 1)) == (-128.0, -110.9)
    drag(virtual, piece(virtual, "w.inf.1"), middle(piece(virtual, "w.cav.1")))
    order = dropped(table)
    assert not load_board("mativen").surface.pushed(Cell("c5"), order.x_mm, order.y_mm)
