"""Where cards lie in every cell, a tap on one is a tap on its cell: a piece is carried there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine.bus.messages.simulated import SimulatedTable, SimulatorAct
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import advice_of
from tests.web.browsing import middle, piece, show
from tests.web.played import Played, opened, own_link
from tests.web.shown_table import MATCH, FakeBus, RunningServer


def targets(match: Played, hero: str) -> tuple[str, ...]:
    """Return the cells that a hero may step onto."""
    setting = setting_of(match.game, match.match.state, None)
    advice = advice_of(setting, table_of(setting, match.match)).advice
    return next((tuple(map(str, one.moves)) for one in advice if one.piece == hero), ())


def covered(match: Played, *, face_up: bool) -> Callable[[str], bool]:
    """Return whether a cell has one card on it that lies so, and nothing else."""
    view = match.game.view(match.match.state, None)
    backs = {str(one.cell) for one in view.heaps}
    lands = [str(one.cell) for one in view.pieces]
    return lambda cell: lands.count(cell) == 1 and cell not in backs if face_up else cell in backs


def with_a_way(*, face_up: bool) -> tuple[Played, str, str]:
    """Play KingdomSquare until the hero whose turn it is may step onto a cell with such a card."""
    match = opened("kingdom_square", 2, seed=4)
    for _ in range(400):
        match.step()
        view = match.game.view(match.match.state, None)
        if match.decision.kind != "turn" or view.turn is None:
            continue
        for one in view.pieces:
            if one.seat != view.turn:
                continue
            for cell in filter(covered(match, face_up=face_up), targets(match, str(one.piece))):
                return match, str(one.piece), cell
    raise AssertionError("no hero may step onto such a card")


@pytest.mark.parametrize("face_up", [False, True])
def test_a_hero_is_carried_onto_a_card_by_a_tap_on_it(
    page: Page, server: RunningServer, bus: FakeBus, *, face_up: bool
) -> None:
    match, hero, cell = with_a_way(face_up=face_up)
    match.tell(bus)
    bus.tell("simulated_table", SimulatedTable((), match=MATCH))
    seat = match.decision.seats[0]
    page.set_viewport_size({"width": 390, "height": 844})
    show(page, own_link(server.url, seat))
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    piece(page, hero).tap()
    # The marks of the reach lie over the cards, which would hide them.
    over = page.locator("#board :is(.plates, .heaps) ~ .onlands")
    expect(over.locator(".move")).to_have_count(len(targets(match, hero)))
    expect(page.locator("#caption")).to_contain_text("tap a marked place to have it laid there")
    there = page.locator(f"#board [data-cell='{cell}'] polygon")
    page.touchscreen.tap(*middle(there))
    order = bus.next_sent()[1]
    assert (order.order, order.piece, order.cell) == (SimulatorAct.PUT, hero, cell)
