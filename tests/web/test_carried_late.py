"""A tapped piece is carried once, however late the pictures of it come."""

import pytest
from playwright.sync_api import Page, expect

from engine.bus.messages.simulated import SimulatedPiece, SimulatedTable, SimulatorAct
from engine.core.ids import Cell
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import advice_of
from tests.web.browsing import at_rest, middle, piece, show
from tests.web.played import Played, in_a_turn, opened, own_link
from tests.web.shown_table import MATCH, FakeBus, RunningServer

LATE_MS = 13_000
"""Longer than a page shows a piece as carried while no hand is at it."""


def mover(match: Played) -> tuple[str, Cell, tuple[Cell, ...]]:
    """Return a piece that may move, where it lies, and two empty cells that it may go to."""
    setting = setting_of(match.game, match.match.state, None)
    layout = match.game.layout(match.match.state)
    full = {spot.cell for spot in layout.values()}
    for one in advice_of(setting, table_of(setting, match.match)).advice:
        free = [cell for cell in one.moves if cell not in full and not one.digs]
        if len(free) > 1:
            return str(one.piece), layout[one.piece].cell, (free[0], free[1])
    raise AssertionError("no piece may move")


@pytest.fixture
def match(page: Page, server: RunningServer, bus: FakeBus) -> Played:
    """Return a match in a turn of Dozen War, whose seat's phone shows it at a simulated table."""
    page.clock.install()
    found = opened("dozen_war", 4, seed=5).until(in_a_turn(0))
    lies(found, bus, mover(found)[1])
    found.tell(bus)
    page.set_viewport_size({"width": 390, "height": 844})
    show(page, own_link(server.url, found.decision.seats[0]))
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    return found


def lies(match: Played, bus: FakeBus, cell: Cell) -> None:
    """Have the simulated table say where hands have left the piece."""
    one = SimulatedPiece(mover(match)[0], *match.board.surface.centre_mm(cell))
    bus.tell("simulated_table", SimulatedTable((one,), match=MATCH))


def tap(page: Page, match: Played, cell: Cell) -> None:
    """Tap the piece, then a cell."""
    piece(page, mover(match)[0]).tap()
    expect(page.locator("#board .move")).not_to_have_count(0)
    at_rest(page)
    page.touchscreen.tap(*middle(page.locator(f"#board [data-cell='{cell}'] polygon")))


def test_a_piece_that_a_hand_has_laid_is_carried_nowhere_else_until_it_was_judged(
    page: Page, bus: FakeBus, match: Played
) -> None:
    _, _, (first, second) = mover(match)
    tap(page, match, first)
    assert bus.next_sent()[1].order is SimulatorAct.PUT
    lies(match, bus, first)
    for _ in range(12):
        page.clock.fast_forward(LATE_MS)
        expect(page.locator("#board .carried")).to_have_count(1)
    tap(page, match, second)
    assert bus.sent.empty()


def test_a_piece_that_no_hand_has_laid_may_be_carried_again(page: Page, bus: FakeBus, match: Played) -> None:
    _, _, (first, second) = mover(match)
    tap(page, match, first)
    bus.next_sent()
    page.clock.fast_forward(LATE_MS)
    expect(page.locator("#board .carried")).to_have_count(0)
    tap(page, match, second)
    assert bus.next_sent()[1].cell == second


def test_on_another_page_a_piece_that_a_hand_has_just_laid_isnt_carried_either(
    page: Page, bus: FakeBus, match: Played
) -> None:
    _, _, (first, second) = mover(match)
    lies(match, bus, first)
    bus.wait_until_taken()
    tap(page, match, second)
    page.wait_for_timeout(300)
    assert all(getattr(asked, "order", None) is not SimulatorAct.PUT for _, asked in list(bus.sent.queue))
