"""A skill on the player's own table is used by taps on the board: on its card, on a target, on its name."""

from playwright.sync_api import Page, expect

from engine.bus.messages.commands import CommandKind
from tests.web.browsing import cell, middle, piece, show
from tests.web.played import Played, opened, own_link
from tests.web.shown_table import FakeBus, RunningServer

PAST_THEIR_CARD = """[...document.querySelectorAll(".belonging")].flatMap((card) =>
  [...card.querySelectorAll("b, .cost, .face-text")]
    .filter((one) => one.getBoundingClientRect().right > card.getBoundingClientRect().right)
    .map((one) => one.textContent))"""
"""The texts that run past their card's edge."""
LONG_NAME = 20
"""More letters than a card of a small phone has in a line."""


def with_a_skill() -> tuple[Played, str, str]:
    """Play KingdomSquare until a skill of the seat in turn can be used on a unit or land of the field."""
    match = opened("kingdom_square", 2, seed=4)
    for _ in range(600):
        match.step()
        view = match.game.view(match.match.state, None)
        if match.decision.kind != "turn" or view.turn is None:
            continue
        lies = {str(one.piece): str(one.cell) for one in view.pieces}
        for use in match.game.uses(match.match.state, view.turn):
            for action in use.actions:
                if use.piece == action.get("cast") and len(on := action.get("on", ())) == 1 and on[0] in lies:
                    return match, str(use.piece), lies[on[0]]
    raise AssertionError("nobody may use such a skill")


def test_a_tap_on_a_target_of_a_tapped_skill_offers_to_use_it(
    page: Page, server: RunningServer, bus: FakeBus
) -> None:
    match, skill, place = with_a_skill()
    match.tell(bus)
    page.set_viewport_size({"width": 1280, "height": 800})
    show(page, own_link(server.url, match.decision.seats[0]))
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    piece(page, skill).tap()
    expect(page.locator("#bar")).not_to_contain_text("nothing to do")
    page.touchscreen.tap(*middle(cell(page, place)))
    expect(page.locator("#bar")).to_contain_text("can be used on")
    expect(page.locator("#board .asked")).not_to_have_class("asked forbidden")
    page.locator("#bar .offer button").first.tap()
    while (command := bus.next_sent()[1]).kind is CommandKind.ASK:
        pass
    assert command.kind is CommandKind.ACT
    assert command.action["cast"] == skill


def test_the_large_card_of_a_hero_has_the_name_and_text_of_the_hero(
    page: Page, server: RunningServer, bus: FakeBus
) -> None:
    match = opened("kingdom_square", 2, seed=4)
    while match.decision.kind != "turn":
        match.step()
    match.tell(bus)
    show(page, own_link(server.url, match.decision.seats[0]))
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    hero = next(one for one in match.game.view(match.match.state, None).pieces if one.stands_for)
    face = next(one for one in match.game.faces().cards if one.card == hero.stands_for)
    piece(page, str(hero.piece)).tap()
    expect(page.locator("#reading .card-head b")).to_have_text(f"{hero.label}: {face.label}")
    expect(page.locator("#reading .face-text")).to_have_text(str(face.text))


def test_names_and_numbers_of_a_hands_cards_stay_inside_their_cards(
    page: Page, server: RunningServer, bus: FakeBus
) -> None:
    match = opened("kingdom_square", 2, seed=7)
    names: list[str] = []
    while not any(len(name) > LONG_NAME for name in names):
        match.step()
        turn = match.game.view(match.match.state, None).turn
        if match.decision.kind == "turn" and turn is not None:
            names = [str(one.label) for one in match.game.uses(match.match.state, turn) if one.kind == "card"]
    match.tell(bus)
    page.set_viewport_size({"width": 390, "height": 844})
    show(page, own_link(server.url, match.decision.seats[0]))
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    page.locator("#drawers button").first.tap()
    expect(page.locator("#panel .belonging").first).to_be_visible()
    assert page.evaluate(PAST_THEIR_CARD) == []
