"""A page draws only what has changed."""

from playwright.sync_api import Page, expect

from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, Verdict, VerdictKind
from tests.web.browsing import region
from tests.web.shown_table import T0, FakeBus, Match

COUNT = """
window.touched = {};
new MutationObserver((found) => found.forEach((one) => {
  const { target, attributeName } = one;
  if (attributeName && target.getAttribute(attributeName) === one.oldValue) return;
  const place = target.closest("#board [data-piece], #board [data-cell], [id]") ?? target;
  const name = place.dataset.piece ?? place.dataset.cell ?? (place.id || place.tagName);
  touched[name] = (touched[name] ?? 0) + Math.max(1, one.addedNodes.length + one.removedNodes.length);
})).observe(document.body, { subtree: true, childList: true, attributes: true, attributeOldValue: true });
"""
"""Counts what really changes, by the piece, cell or region it's in."""


def said(match: Match, number: int) -> Verdict:
    played = PlayedAction({"move": "w.cav.1", "to": "d7"}, Seat("west"), Phrase(f"it moves {number}"))
    return Verdict(VerdictKind.SETTLED, Seconds(T0 + number), number, match.revision, actions=(played,))


def test_a_move_builds_no_piece_and_no_line_of_the_history_again(
    board: Page, table: FakeBus, match: Match
) -> None:
    recent = tuple(said(match, number) for number in range(8))
    match.tell(table, recent=recent)
    expect(region(board, "history").locator("li")).to_have_count(8)
    expect(board.locator(f"body[data-advised='{match.revision}']")).to_be_attached()
    board.evaluate(
        "document.querySelectorAll('#history li, [data-piece]').forEach((one) => (one.old = true))"
    )
    board.evaluate(COUNT)
    match.play({"move": "w.cav.1", "to": "d7"})
    match.tell(table, recent=(*recent, said(match, 8)))
    expect(board.locator(f"body[data-advised='{match.revision}']")).to_be_attached()
    expect(region(board, "history").locator("li")).to_have_count(9)
    touched = board.evaluate("touched")
    # Between position and advice there may be a frame where pieces don't say how far they reach.
    assert all(touched[name] <= 3 for name in touched if name.startswith(("w.", "n."))), touched
    assert board.evaluate("[...document.querySelectorAll('#board [data-piece]')].every((one) => one.old)")
    assert sum(touched.values()) < 60, touched
    assert touched["history"] == 1
    assert (
        board.evaluate("[...document.querySelectorAll('#history li')].filter((one) => one.old).length") == 8
    )


def test_what_is_said_again_unchanged_touches_nothing(board: Page, table: FakeBus, match: Match) -> None:
    expect(board.locator(f"body[data-advised='{match.revision}']")).to_be_attached()
    board.evaluate(COUNT)
    match.tell(table, problem="the disk is full")
    expect(region(board, "troubles")).to_contain_text("the disk is full")
    touched = board.evaluate("touched")
    assert touched == {"troubles": 1}
