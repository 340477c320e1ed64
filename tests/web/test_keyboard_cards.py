"""A whole own turn in each card game by keyboard alone: cards, their targets, the turn's end."""

import pytest
from playwright.sync_api import Page, expect

from engine.bus.messages.commands import Answer, AnswerCode
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from tests.web.browsing import DRAWN, show, until
from tests.web.played import Played, in_a_turn, opened, own_link
from tests.web.shown_table import FakeBus, RunningServer

MATCHES = {"hero_realms": 2, "kingdom_square": 2, "quoc_chien": 4}
PLAYS = 3
"""The number of a player's cards that are played before the turn is ended."""
OPTIONS = "#asked :is(.go, .enough, .options button:not([aria-pressed=true]), .choice):enabled"
"""The buttons while a card's targets are chosen, or something is asked."""
STOPS = 150
"""A page has fewer controls: whoever presses Tab so often has been everywhere."""


def go_to(page: Page, what: str) -> None:
    """Press Tab until something has the focus.

    Raises:
        AssertionError: no key leads to it.
    """
    for _ in range(STOPS):
        if page.evaluate("(what) => document.activeElement.matches(what)", what):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no key leads to {what}")


def press(page: Page, what: str) -> None:
    go_to(page, what)
    page.keyboard.press("Enter")
    keeps_the_keyboard(page)


def keeps_the_keyboard(page: Page) -> None:
    """Wait until a key's result is drawn: something has the focus, and the next Tab goes on there."""
    for _ in range(2):
        until(page, DRAWN)
    assert page.evaluate("document.activeElement !== document.body"), "nothing has the focus any more"


def asked(page: Page, bus: FakeBus, played: Played, first: str) -> None:
    """Press something and all that it asks for; carry out what the page orders in the end."""
    press(page, first)
    for _ in range(STOPS):
        if not bus.sent.empty():
            break
        # The last press is drawn, or sent, a moment later.
        page.wait_for_timeout(20)
        for more in ("#asked .go:enabled", OPTIONS):
            if bus.sent.empty() and page.locator(more).count():
                press(page, more)
                break
    channel, command = bus.next_sent()
    assert (channel, command.kind) == ("seat_command", "act")
    played.act(played.game.parse_action(entry_of(dict(command.action))))
    bus.tell("answer", Answer(command.id, AnswerCode.DONE, played.match.revision))


def wait_for_own(played: Played, own: str) -> bool:
    """Let chance and everybody else go on in the player's turn; return whether anything is left to choose."""
    while played.decision.chooser is not Chooser.NOBODY and whose_turn(played) == own:
        if played.decision.chooser is Chooser.SEAT and own in played.decision.seats:
            return True
        played.step()
    return False


def whose_turn(played: Played) -> str | None:
    return str(played.game.view(played.match.state, None).turn)


@pytest.mark.parametrize("game", MATCHES)
def test_an_own_turn_is_played_by_keyboard_alone(
    page: Page, bus: FakeBus, server: RunningServer, game: str
) -> None:
    played = opened(game, MATCHES[game], seed=3).until(in_a_turn(30))
    (own,) = played.decision.seats
    played.tell(bus)
    show(page, own_link(server.url, own))
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    cards = 0
    while wait_for_own(played, own):
        played.tell(bus)
        expect(page.locator(f"body[data-drawn='{played.match.revision}']")).to_be_attached()
        until(page, "document.body.dataset.advised === document.body.dataset.drawn")
        if played.decision.kind != "turn":
            asked(page, bus, played, OPTIONS)
            continue
        expect(page.locator("#bar .end-turn")).to_be_enabled()
        if cards < PLAYS and page.locator("#drawers [data-tab=hand][aria-pressed=false]").count():
            press(page, "#drawers [data-tab=hand]")
        more = cards < PLAYS and page.locator("#seat .belonging:enabled").count() > 0
        asked(page, bus, played, "#seat .belonging:enabled" if more else "#bar .end-turn")
        cards += more
    assert cards > 0
    played.tell(bus)
    expect(page.locator(f"body[data-drawn='{played.match.revision}']")).to_be_attached()
    expect(page.locator("#bar .end-turn")).to_have_count(0)


def test_a_button_that_is_pressed_twice_before_the_page_is_drawn_orders_once(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    played = opened("hero_realms", 2, seed=3).until(in_a_turn(30))
    (own,) = played.decision.seats
    played.tell(bus)
    show(page, own_link(server.url, own))
    expect(page.locator("#bar .end-turn")).to_be_enabled()
    page.locator("#bar .end-turn").evaluate("(button) => { button.click(); button.click(); }")
    _, command = bus.next_sent()
    assert dict(command.action) == {"end_turn": True}
    # An answer comes behind the messages before it.
    bus.tell("answer", Answer(command.id, AnswerCode.DONE, played.match.revision))
    expect(page.locator("#bar .end-turn")).to_be_enabled()
    assert bus.sent.empty()
