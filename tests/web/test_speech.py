"""A tablet's speech, sounds and buzzes, as somebody at it hears them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.bus.messages.services import Availability
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, Verdict, VerdictKind
from tests.web.browsing import cell, middle, piece, region, until
from tests.web.shown_table import T0, FakeBus, Match, RunningServer

_HEAR = """
const heard = (window.heard = []);
const voices = ["en-US", "vi-VN"].map((lang) => ({ lang, localService: true, default: true }));
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  getVoices: () => voices,
  speak(words) { heard.push(`${words.voice.lang}: ${words.text}`); queueMicrotask(() => words.onend()); },
  cancel() {},
  addEventListener() {},
} });
navigator.vibrate = (pattern) => { heard.push(`buzz ${pattern}`); return true; };
"""
"""A browser that can speak English and Vietnamese, and remembers what it said."""


@pytest.fixture
def page(browser: Browser) -> Page:
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    context.add_init_script(_HEAR)
    return context.new_page()


def _heard(page: Page, *texts: str) -> None:
    until(page, "count => heard.length >= count", len(texts))
    assert page.evaluate("heard.splice(0)") == list(texts)


def test_a_tablet_says_what_is_played_in_its_language_and_nothing_twice(
    board: Page, table: FakeBus, match: Match, server: RunningServer
) -> None:
    settings = region(board, "settings")
    region(board, "set").click()
    speech = settings.locator("[name=speech]")
    expect(speech).not_to_be_checked()
    speech.check()
    _heard(board, "en-US: Speech is on.")
    settings.locator("select.language").select_option("vi")
    expect(board.locator("html")).to_have_attribute("lang", "vi")
    settings.locator(".close").click()

    action = {"move": "w.cav.1", "to": "d7"}
    played = PlayedAction(action, Seat("west"), Phrase("c5 - d7"))
    match.play(action)
    settled = Verdict(VerdictKind.SETTLED, Seconds(T0), 9, match.revision, actions=(played,))
    match.tell(table, recent=(settled,))
    _heard(board, "vi-VN: C5 - d7.")

    server.stop()
    expect(region(board, "tags")).to_contain_text("Mất kết nối")
    table.connect()
    table.tell("availability", Availability(online=True), "engine")
    match.tell(table, recent=(settled,))
    server.start()
    expect(region(board, "tags")).to_contain_text("Trực tiếp")
    match.play({"end_turn": True})
    match.tell(table, recent=(settled,))
    _heard(board, "vi-VN: Lượt của Bắc.")

    region(board, "set").click()
    settings.locator("select.language").select_option("ja")
    expect(settings.locator("#voiceless")).to_have_text(
        "このブラウザーには日本語の音声がないため、読み上げできません。"
    )
    board.reload()
    region(board, "set").click()
    expect(speech).to_be_checked()


def test_a_finger_held_on_a_hex_asks_why_the_chosen_piece_cannot_go_there(
    board: Page, table: FakeBus, match: Match
) -> None:
    region(board, "set").click()
    region(board, "settings").locator("[name=speech]").check()
    region(board, "settings").locator(".close").click()
    _heard(board, "en-US: Speech is on.")
    piece(board, "w.inf.1").click()
    hold(board, "g7")
    assert match.reason(table).place == "g7"
    _heard(board, "en-US: Infantry moves 1 hex; the way of West infantry 1 to g7 is 3.")
    expect(board.locator("#board .selected")).to_have_attribute("data-piece", "w.inf.1")
    board.mouse.up()
    expect(region(board, "caption").locator(".rule")).to_have_text("DW-5")


def test_the_end_of_a_hold_is_no_tap(board: Page) -> None:
    board.mouse.move(*middle(piece(board, "w.inf.1")))
    board.mouse.down()
    expect(board.locator("#board .selected")).to_have_attribute("data-piece", "w.inf.1")
    board.mouse.up()
    # A tap on the chosen piece would let it go.
    expect(region(board, "caption")).to_contain_text("West infantry 1")
    expect(board.locator("#board .selected")).to_have_attribute("data-piece", "w.inf.1")


def hold(page: Page, name: str) -> None:
    """Hold a finger on a cell until the page has taken it for one that is held."""
    page.mouse.move(*middle(cell(page, name)))
    page.mouse.down()
    expect(region(page, "caption")).to_contain_text(name)
