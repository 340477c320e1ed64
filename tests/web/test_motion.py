"""The frames of a match's events on a page: pieces glide, warnings breathe, unless somebody wants calm."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.core.decisions import Chooser, Decision, Outcome
from engine.core.ids import RuleId, Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, Verdict, VerdictKind
from tests.web.browsing import DRAWN, at_rest, region, show, until
from tests.web.shown_table import T0, FakeBus, Match, RunningServer
from tests.web.verdicts import TOO_FAR
from tests.web.visitors import visitors

RECORD = (Path(__file__).parent / "motion.js").read_text()
SLOWLY = 0.1
"""The speed of all animations in a test that looks for their frames: even a busy machine shows each."""
MOVE = {"move": "w.cav.1", "to": "d7"}
EVENTS = {"a warning": "right", "a move": "w.cav.1", "a round": "moment", "the end": "over"}
"""Each event in its order, and an element that moves with it."""
_HEAR = """
window.heard = 0;
const nothing = () => {};
const part = () => ({
  value: 0, setValueAtTime: nothing, linearRampToValueAtTime: nothing, exponentialRampToValueAtTime: nothing,
});
const node = () => ({
  frequency: part(), gain: part(), connect: (to) => to, start() { window.heard += 1; }, stop: nothing,
});
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  createOscillator() { return node(); }
  createGain() { return node(); }
};
"""
"""A browser that counts its tones."""


@pytest.fixture
def come(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open an empty page for one more visitor; a script error fails the test."""
    with visitors(browser) as visit:
        yield lambda motion: visit(
            reduced_motion=motion, viewport={"width": 1024, "height": 768}, service_workers="block"
        )


def happen(event: str, table: FakeBus, match: Match) -> None:
    """Let something happen in a match that the pages show."""
    if event == "a warning":
        match.tell(table, current=TOO_FAR)
    elif event == "a move":
        match.play(MOVE)
        played = PlayedAction(MOVE, Seat("west"), Phrase("c5 - d7"))
        settled = Verdict(VerdictKind.SETTLED, Seconds(T0), 9, match.revision, actions=(played,))
        match.tell(table, recent=(settled,))
    elif event == "a round":
        before = match.message().view.round
        while match.message().view.round == before:
            match.play({"end_turn": True})
        match.tell(table)
    else:
        said = match.message()
        won = Outcome((Seat("west"),), RuleId("DW-1"), Phrase("nobody else is left"))
        table.tell(
            "match", replace(said, view=replace(said.view, outcome=won, decision=Decision(Chooser.NOBODY)))
        )


def seen(page: Page, event: str) -> None:
    """Wait until a page shows an event."""
    shown = {
        "a warning": "#alert .broken",
        "a round": "#moment:not([hidden])",
        "the end": "#over:not([hidden])",
    }
    if event == "a move":
        expect(page.locator("body[data-drawn='1']")).to_be_attached()
    else:
        expect(page.locator(shown[event])).to_be_visible()
    for _ in range(3):
        until(page, DRAWN)


def recorded(page: Page, table: FakeBus, match: Match) -> Iterator[tuple[str, list[str]]]:
    """Yield each event, and the elements that moved with it."""
    for event in EVENTS:
        at_rest(page)
        page.evaluate("motion.forget()")
        happen(event, table, match)
        seen(page, event)
        yield event, page.evaluate("motion.moved()")


def opened(page: Page, server: RunningServer) -> Page:
    show(page, server.url)
    page.evaluate(RECORD)
    return page


def test_each_event_moves_something_and_a_piece_glides(
    come: Callable[..., Page], table: FakeBus, server: RunningServer, match: Match
) -> None:
    page = opened(come("no-preference"), server)
    slow = page.context.new_cdp_session(page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": SLOWLY})
    for event, moved in recorded(page, table, match):
        assert EVENTS[event] in moved, event
        if event == "a move":
            # Where it was, where it comes, and on the way.
            until(page, "piece => motion.places(piece) > 3", "w.cav.1")


@pytest.mark.parametrize("wish", ["the browser's", "the page's"])
def test_nothing_moves_for_whoever_wants_calm(
    come: Callable[..., Page], table: FakeBus, server: RunningServer, match: Match, wish: str
) -> None:
    page = opened(come("reduce" if wish == "the browser's" else "no-preference"), server)
    if wish == "the page's":
        region(page, "set").click()
        region(page, "settings").locator("[name=calm]").check()
        region(page, "settings").locator(".close").click()
    for event, moved in recorded(page, table, match):
        assert moved == [], event
        if event == "a move":
            assert page.evaluate("motion.places('w.cav.1')") == 2


def test_an_event_sounds_only_where_its_sound_is_switched_on(
    come: Callable[..., Page], table: FakeBus, server: RunningServer, match: Match
) -> None:
    page = come("reduce")
    page.add_init_script(_HEAR)
    opened(page, server)
    page.mouse.click(5, 5)
    happen("a warning", table, match)
    seen(page, "a warning")
    assert page.evaluate("heard") == 0
    region(page, "set").click()
    box = region(page, "settings").locator("[name='sounds.move']")
    box.check()
    # The page plays a sound as it is switched on.
    until(page, "heard === 1")
    region(page, "settings").locator(".close").click()
    happen("a move", table, match)
    seen(page, "a move")
    until(page, "heard === 2")
