"""Two taps attack, as two taps move: one on the player's piece, one on a target that is lit."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from engine.bus.messages.commands import CommandKind
from tests.web.browsing import piece, show, until
from tests.web.played import Played, opened, own_link
from tests.web.shown_table import ARBITERS_LINK, FakeBus, RunningServer

CHOSEN = "() => document.querySelector('#board .token.selected')?.dataset.piece ?? null"
OTHER_CHOSEN = f"(before) => ({CHOSEN})() !== before"
ATTACKS = re.compile("a tap attacks it with")
NAMES_ON_ONE_LINE = """() => [...document.querySelectorAll("#seats .seat-name")].every(
  (name) => name.getBoundingClientRect().height < 2 * parseFloat(getComputedStyle(name).fontSize))"""
Struck = tuple[Played, str, str, list[dict[str, Any]]]
"""A position, a piece of the seat in turn, its target, and all that the piece can do to the target."""


def with_an_attack(name: str, seed: int, holds: Callable[[list[dict[str, Any]]], bool]) -> Struck:
    """Play a duel until something holds for all that a piece can do to one of its targets."""
    match = opened(name, 2, seed)
    for _ in range(600):
        match.step()
        turn = match.game.view(match.match.state, None).turn
        if match.decision.kind != "turn" or turn is None:
            continue
        uses = [one for one in match.game.uses(match.match.state, turn) if one.piece is not None]
        for one in {use.piece for use in uses}:
            for target in match.game.advice(match.match.state, one).attacks:
                ways = [
                    dict(way)
                    for use in uses
                    for way in use.actions
                    if use.piece == one and target in (way.get("target"), *way.get("targets", ()))
                ]
                if holds(ways):
                    return match, str(one), str(target), ways
    raise AssertionError("no piece has such an attack")


def seated(page: Page, server: RunningServer, bus: FakeBus, match: Played) -> None:
    """Open the tablet of the seat that has the turn."""
    match.tell(bus)
    page.set_viewport_size({"width": 390, "height": 844})
    show(page, own_link(server.url, match.decision.seats[0]))
    expect(page.locator("body[data-role=seat]")).to_be_attached()


@pytest.mark.parametrize(("name", "seed"), [("kingdom_square", 4), ("dozen_war", 4)])
def test_a_tap_on_an_own_piece_and_one_on_its_target_attack(
    page: Page, server: RunningServer, bus: FakeBus, name: str, seed: int
) -> None:
    match, own, target, ways = with_an_attack(name, seed, lambda ways: len(ways) == 1)
    seated(page, server, bus, match)
    piece(page, own).tap()
    expect(piece(page, target)).to_have_attribute("aria-label", ATTACKS)
    piece(page, target).tap()
    command = bus.next_sent()[1]
    assert (command.kind, command.action) == (CommandKind.ACT, ways[0])


@pytest.mark.parametrize(("name", "seed"), [("kingdom_square", 4), ("dozen_war", 4)])
def test_the_arbiters_page_attacks_for_the_seat_whose_turn_it_is(
    page: Page, server: RunningServer, bus: FakeBus, name: str, seed: int
) -> None:
    match, own, target, ways = with_an_attack(name, seed, lambda ways: len(ways) == 1)
    match.tell(bus)
    show(page, f"{server.url}/#join={ARBITERS_LINK}")
    expect(page.locator("body[data-role=arbiter]")).to_be_attached()
    piece(page, own).tap()
    expect(page.locator("#caption")).to_contain_text("tap a marked target to attack it")
    piece(page, target).tap()
    command = bus.next_sent()[1]
    assert (command.kind, command.action, command.seat) == (CommandKind.ACT, ways[0], None)


def test_a_splash_is_asked_for_and_the_answer_attacks(
    page: Page, server: RunningServer, bus: FakeBus
) -> None:
    match, own, target, ways = with_an_attack(
        "dozen_war", 4, lambda ways: len(ways) > 1 and all("splash" in way for way in ways)
    )
    match.tell(bus)
    show(page, f"{server.url}/#join={ARBITERS_LINK}")
    expect(page.locator("body[data-role=arbiter]")).to_be_attached()
    piece(page, own).tap()
    expect(piece(page, target)).to_have_attribute("aria-label", ATTACKS)
    piece(page, target).tap()
    page.locator("#asked .chip").first.tap()
    command = bus.next_sent()[1]
    assert command.kind is CommandKind.ACT
    assert command.action in ways


def test_the_arbiters_page_has_the_answers_to_a_question_and_names_on_one_line_beside_it(
    page: Page, server: RunningServer, bus: FakeBus
) -> None:
    match = opened("kingdom_square", 2, 4).until(lambda one: one.decision.kind == "keep")
    match.tell(bus)
    page.set_viewport_size({"width": 1024, "height": 768})
    show(page, f"{server.url}/#join={ARBITERS_LINK}")
    expect(page.locator("body[data-role=arbiter]")).to_be_attached()
    expect(page.locator("#end .choice").first).to_be_visible()
    expect(page.locator("#caption")).not_to_contain_text("own tablet")
    until(page, NAMES_ON_ONE_LINE)


def test_a_page_that_watches_only_says_that_an_attack_is_possible(
    page: Page, server: RunningServer, bus: FakeBus
) -> None:
    match, own, target, _ = with_an_attack("dozen_war", 4, lambda ways: len(ways) == 1)
    match.tell(bus)
    page.add_init_script("localStorage.clear()")
    show(page, server.url)
    expect(page.locator("body[data-role=spectator]")).to_be_attached()
    piece(page, own).tap()
    piece(page, target).tap()
    expect(page.locator("#caption")).to_contain_text("may attack")
    assert bus.sent.empty()


@pytest.mark.parametrize(("name", "seed"), [("kingdom_square", 4), ("dozen_war", 4)])
def test_the_keyboard_attacks_by_two_cells(
    page: Page, server: RunningServer, bus: FakeBus, name: str, seed: int
) -> None:
    match, own, target, ways = with_an_attack(name, seed, lambda ways: len(ways) == 1)
    seated(page, server, bus, match)
    lies = {str(one.piece): str(one.cell) for one in match.game.view(match.match.state, None).pieces}
    chosen = None
    while chosen != own:
        # Enter chooses the pieces of a cell one after the other: its land may come first.
        page.locator(f"#board [data-cell='{lies[own]}']").press("Enter")
        until(page, OTHER_CHOSEN, chosen)
        chosen = page.evaluate(CHOSEN)
        assert chosen is not None
    cell = page.locator(f"#board [data-cell='{lies[target]}']")
    expect(cell).to_have_attribute("aria-label", ATTACKS)
    cell.press("Enter")
    command = bus.next_sent()[1]
    assert (command.kind, command.action) == (CommandKind.ACT, ways[0])
