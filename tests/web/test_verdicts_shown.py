"""The page's words on a play that isn't allowed, isn't finished or may be two, and the answers."""

from dataclasses import replace

from playwright.sync_api import Page, expect

from engine.bus.messages.commands import Answer, AnswerCode
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from engine.core.phrase import SILENCE, Phrase
from engine.core.verdict import RepairStep, Verdict, VerdictKind
from tests.web.browsing import at_rest, ready, region, until
from tests.web.seated import NORTH, played, seated, state
from tests.web.shown_table import MATCH, T0, FakeBus, Match, RunningServer
from tests.web.verdicts import SHOT, STAB, TOO_FAR, WHICH

__all__ = ["played", "state"]


def test_an_illegal_play_is_a_warning_with_rule_reason_and_repair(
    board: Page, table: FakeBus, match: Match
) -> None:
    table.tell("situation", match.situation(current=TOO_FAR, recent=(TOO_FAR,)))
    alert = region(board, "alert")
    expect(alert.locator("h2")).to_contain_text("Not allowed")
    expect(alert.locator(".rule")).to_have_text("DW-5")
    expect(alert).to_contain_text("Infantry moves 1 hex; the way of West infantry 1 to f7 is 2.")
    expect(alert.locator("li span")).to_have_text(
        ["Put West infantry 1 back on e5, or on a hex that it may reach."]
    )
    expect(board.locator("#board .repair-line")).to_have_count(1)
    expect(board.locator("#board .also-right")).to_have_count(2)
    expect(board.locator("#board [data-ghost='w.inf.1']")).to_have_count(1)
    match.tell(table, recent=(TOO_FAR,))
    expect(alert).to_be_hidden()
    expect(board.locator("#board .repair-line")).to_have_count(0)
    expect(region(board, "history")).to_contain_text("Not allowed")


LESSON = """(match) => localStorage.setItem("boardwarden-lesson", JSON.stringify(
  { game: "dozen_war", lesson: "duel", match, at: 2, seen: 1e12, revision: 999 },
))"""
BOTH_SHOWN = """() => {
  const span = (one) => document.querySelector(one).getBoundingClientRect();
  const [bar, step, next] = ["#bar", "#lesson", "[data-key=lesson-next]"].map(span);
  const inside = (one) => one.top >= bar.top && one.bottom <= Math.min(bar.bottom, innerHeight);
  return inside(next) && step.top >= bar.top && span("#alert .rule").bottom <= step.top;
}"""


def test_a_lessons_step_and_a_warning_are_both_on_a_laptops_screen(
    board: Page, table: FakeBus, match: Match
) -> None:
    board.evaluate(LESSON, MATCH)
    board.set_viewport_size({"width": 1280, "height": 800})
    board.reload()
    ready(board)
    expect(region(board, "lesson").locator("h2")).to_have_text("A warning")
    table.tell("situation", match.situation(current=TOO_FAR, recent=(TOO_FAR,)))
    expect(region(board, "alert").locator("h2")).to_contain_text("Not allowed")
    region(board, "alert").evaluate("one => { one.style.minHeight = `${innerHeight * 0.6}px`; }")
    until(board, BOTH_SHOWN)


LOWEST = """() => [...document.querySelectorAll("#board [data-cell] polygon")]
  .map((one) => [one.getBoundingClientRect().bottom, one.closest("[data-cell]").dataset.cell])
  .sort(([one], [other]) => other - one)[0][1]"""
IN_SIGHT = """(cell) => {
  const span = (one) => document.querySelector(one).getBoundingClientRect();
  return span(`#board [data-cell="${cell}"] polygon`).bottom <= span("#bar").top;
}"""


def test_a_warning_that_grows_leaves_the_place_that_it_is_about_in_sight(
    board: Page, table: FakeBus, match: Match
) -> None:
    lowest = board.evaluate(LOWEST)
    about = replace(
        TOO_FAR, repair=(replace(TOO_FAR.repair[0], seen=Cell(lowest), to=Cell(lowest), others=()),)
    )
    table.tell("situation", match.situation(current=about, recent=(about,)))
    until(board, IN_SIGHT, lowest)
    at_rest(board)
    # Its pictures come later than its words.
    region(board, "alert").evaluate("one => { one.style.minHeight = `${innerHeight * 0.55}px`; }")
    at_rest(board)
    assert board.evaluate(IN_SIGHT, lowest)


def test_of_each_piece_of_a_warning_players_may_say_that_it_is_right_as_it_lies(
    board: Page, table: FakeBus, match: Match
) -> None:
    table.tell("situation", match.situation(current=TOO_FAR, recent=(TOO_FAR,)))
    region(board, "alert").get_by_role("button", name="It's right as it lies").tap()
    _, command = table.next_sent()
    assert (command.kind, command.place, command.revision) == ("place_is_right", "w.inf.1", 0)


def test_a_question_has_a_button_for_each_candidate_and_sends_the_choice(
    board: Page, table: FakeBus, match: Match
) -> None:
    table.tell("situation", match.situation(current=WHICH))
    choices = region(board, "alert").locator("button.choice")
    expect(choices).to_have_text(
        ["1West archer 1 attacks North infantry 1", "2West infantry 1 attacks North infantry 1"]
    )
    choices.nth(1).tap()
    channel, command = table.next_sent()
    assert (channel, command.kind, command.choice, command.revision) == ("command", "choose", 1, 0)
    expect(choices.nth(0)).to_be_disabled()
    table.tell("answer", Answer(command.id, AnswerCode.STALE, 1))
    expect(region(board, "end").get_by_role("alert")).to_contain_text("the match has moved on meanwhile")
    expect(choices.nth(0)).to_be_enabled()


def test_a_question_with_one_candidate_asks_for_yes_or_no(board: Page, table: FakeBus, match: Match) -> None:
    text = f"Was this played? {SHOT.text}: nobody, or somebody else, is pushed to the edge"
    asked = Verdict(VerdictKind.AMBIGUOUS, T0, 44, 0, candidates=((SHOT,),), text=Phrase(text))
    table.tell("situation", match.situation(current=asked))
    alert = region(board, "alert")
    expect(alert.locator("h2")).to_contain_text("Was this played?")
    expect(alert.locator(".said")).to_have_text("Nobody, or somebody else, is pushed to the edge")
    board.get_by_role("button", name="No: put the pieces back").tap()
    assert table.next_sent()[1].kind == "game_is_right"


def test_pieces_still_to_put_are_listed_and_said_once(board: Page, table: FakeBus, match: Match) -> None:
    steps = (
        RepairStep(PieceId("n.arc.1"), Cell("f7"), None, (), Face.UP, Phrase("Take n.arc.1 off the board")),
        RepairStep(PieceId("w.cav.1"), Cell("d7"), Cell("d7"), (), Face.UP, SILENCE),
    )
    text = f"This play isn't finished: {steps[0].text}; and so on"
    pending = Verdict(VerdictKind.PENDING, T0, 3, 0, candidates=((STAB,),), repair=steps, text=Phrase(text))
    table.tell("situation", match.situation(current=pending))
    alert = region(board, "alert")
    expect(region(board, "warned")).to_be_empty()
    expect(region(board, "history").locator(".pending")).to_have_count(0)
    expect(alert.locator("li")).to_have_text(["Take North archer 1 off the board", "West cavalry 1 to d7"])
    expect(alert.locator(".seems")).to_have_text("Looks like: West infantry 1 attacks North infantry 1")
    expect(alert.get_by_text("Take North archer 1")).to_have_count(1)
    expect(alert.locator("button")).to_have_count(0)


def test_a_seats_board_marks_only_what_its_own_player_still_has_to_put(
    page: Page, played: FakeBus, match: Match, server: RunningServer
) -> None:
    seated(page, server, NORTH)
    steps = (
        RepairStep(PieceId("w.cav.1"), Cell("d7"), Cell("d6"), (), Face.UP, SILENCE),
        RepairStep(PieceId("n.arc.1"), Cell("f7"), Cell("f6"), (), Face.UP, SILENCE),
    )
    pending = Verdict(VerdictKind.PENDING, T0, 3, 0, repair=steps)
    played.tell("situation", match.situation(current=pending))
    expect(region(page, "alert").locator("li")).to_have_count(2)
    expect(page.locator("#board .repair-line")).to_have_count(1)
    expect(page.locator("#board .badge")).to_have_text(["2"])
    expect(page.locator("#board .right")).to_have_count(1)
    warned = replace(pending, kind=VerdictKind.ILLEGAL)
    played.tell("situation", match.situation(current=warned))
    expect(page.locator("#board .badge")).to_have_text(["1", "2"])
