"""The page in a real Chromium, fed by what the engine would publish."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from engine.bus.messages.cameras import CameraState
from engine.bus.messages.commands import Answer, AnswerCode
from engine.bus.messages.services import Availability
from engine.core.ids import PieceId, Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction, Verdict, VerdictKind
from engine.core.views import SeatView
from tests.web.browsing import LYING, at_rest, cell, drawer, fits, middle, piece, region, tap_cell, until
from tests.web.hindrances import hindrances
from tests.web.shown_table import T0, FakeBus, Match, RunningServer
from tests.web.verdicts import TOO_FAR, WHICH

SEATS = ("west", "south", "east", "north")


def test_the_board_the_turn_and_the_seats_are_drawn(board: Page) -> None:
    expect(board.locator("#board [data-cell]")).to_have_count(137)
    expect(board.locator("#board [data-piece]")).to_have_count(13 + 6)
    expect(board.locator("#board .heights .ground-piece")).to_have_count(9)
    expect(region(board, "turn")).to_contain_text("West's turn")
    expect(region(board, "turn")).to_contain_text("Round 2")
    expect(region(board, "seats").locator("li")).to_have_count(2)
    expect(region(board, "tags")).to_have_text("Live")


def test_a_tapped_piece_shows_its_reach_and_a_second_tap_takes_it_away(board: Page, match: Match) -> None:
    moves = match.game.advice(match.state, PieceId("w.cav.1")).moves
    piece(board, "w.cav.1").tap()
    expect(board.locator("#board .under .move")).to_have_count(len(moves))
    expect(region(board, "piece")).to_contain_text(f"May move to {len(moves)} hexes")
    piece(board, "w.cav.1").tap()
    expect(board.locator("#board .under .move")).to_have_count(0)


def test_targets_of_a_tapped_piece_are_marked_and_asked_about(
    board: Page, table: FakeBus, match: Match
) -> None:
    match.play({"move": "w.cav.1", "to": "d7"})
    match.tell(table)
    piece(board, "w.cav.1").tap()
    expect(board.locator("#board .crosshair")).to_have_count(1)
    piece(board, "n.cav.1").tap()
    expect(region(board, "caption")).to_contain_text("West cavalry 1 may attack North cavalry 1 at e7.")
    expect(region(board, "caption")).to_contain_text("splash may hit North archer 1")


def test_a_forbidden_hex_is_crossed_and_the_rule_said_with_its_facts(
    board: Page, table: FakeBus, match: Match
) -> None:
    piece(board, "w.inf.1").tap()
    tap_cell(board, "g7")
    expect(region(board, "caption")).to_contain_text("g7: asking the engine why not")
    asked = match.reason(table)
    assert (asked.piece, asked.place, asked.revision) == ("w.inf.1", "g7", 0)
    expect(region(board, "caption").locator(".rule")).to_have_text("DW-5")
    expect(region(board, "caption")).to_contain_text(
        "Infantry moves 1 hex; the way of West infantry 1 to g7 is 3."
    )
    expect(board.locator("#board .cross")).to_have_count(1)
    tap_cell(board, "f6")
    expect(region(board, "caption")).to_contain_text("West infantry 1 may move to f6.")
    expect(board.locator("#board .cross")).to_have_count(0)


def test_what_was_just_played_is_said_and_drawn(board: Page, table: FakeBus, match: Match) -> None:
    # The same element stays, so that it glides, also where it gets another size.
    board.evaluate("document.querySelectorAll('[data-piece]').forEach((one) => (one.dataset.kept = 'yes'))")
    action = {"move": "w.cav.1", "to": "d7"}
    played = PlayedAction(action, Seat("west"), Phrase(match.text(action)))
    match.play(action)
    verdict = Verdict(VerdictKind.SETTLED, T0, 9, match.revision, actions=(played,))
    table.tell("verdict", verdict)
    match.tell(table, recent=(verdict,))
    expect(region(board, "played")).to_contain_text("West cavalry 1 moves c5 to d7")
    expect(board.locator("#board .trace.move")).to_have_count(1)
    expect(region(board, "history").locator("li")).to_have_count(1)
    expect(piece(board, "w.cav.1")).to_have_attribute(
        "aria-label", "West cavalry 1 at d7, may attack 1 piece"
    )
    match.play({"move": "w.inf.2", "to": "c4"})
    match.tell(table)
    expect(piece(board, "w.inf.2")).to_have_attribute("aria-label", re.compile("at c4"))
    expect(board.locator("#board [data-piece][data-kept=yes]")).to_have_count(13 + 6)


def test_the_end_of_turn_goes_to_the_engine_and_a_refusal_is_said(board: Page, table: FakeBus) -> None:
    board.get_by_role("button", name="End West's turn").tap()
    channel, command = table.next_sent()
    assert (channel, command.kind, command.seat, command.action) == (
        "command", "act", None, {"end_turn": True},
    )  # fmt: skip
    table.tell("answer", Answer(command.id, AnswerCode.ILLEGAL, 0, Phrase("an attack waits for its answer.")))
    expect(region(board, "end").get_by_role("alert")).to_contain_text("an attack waits for its answer.")


def test_an_attacked_player_is_offered_the_answers_and_the_chosen_one_is_sent(
    board: Page, table: FakeBus, match: Match
) -> None:
    match.play({"move": "w.cav.1", "to": "d7"})
    match.play({"attack": "w.cav.1", "target": "n.cav.1", "splash": "n.arc.1"})
    match.tell(table)
    expect(region(board, "turn")).to_contain_text("North must choose")
    expect(board.get_by_role("button", name="End West's turn")).to_have_count(0)
    answers = region(board, "end").locator("button.choice")
    expect(answers).to_have_text(
        ["North infantry 1 takes the hit for North cavalry 1", "North takes the hit on North cavalry 1"]
    )
    answers.nth(0).tap()
    channel, command = table.next_sent()
    assert (channel, command.kind, command.seat, command.action) == (
        "command", "act", None, {"block": "n.inf.1"},
    )  # fmt: skip


def test_a_simulated_camera_is_said(board: Page, table: FakeBus) -> None:
    table.tell("camera", CameraState("main", "simulator", simulated=True), "main")
    expect(region(board, "tags")).to_contain_text("Simulated table")


def test_the_skip_link_leads_past_the_board_to_the_end_of_turn(board: Page, table: FakeBus) -> None:
    board.keyboard.press("Tab")
    expect(board.get_by_role("link", name="Skip the board")).to_be_focused()
    board.keyboard.press("Enter")
    board.keyboard.press("Tab")
    board.keyboard.press("Enter")
    assert table.next_sent()[1].action == {"end_turn": True}


def test_the_page_passes_axe_at_rest_warned_asked_stale_and_chosen(
    board: Page, table: FakeBus, match: Match
) -> None:
    assert hindrances(board) == []
    piece(board, "w.cav.1").tap()
    table.tell("situation", match.situation(current=TOO_FAR, recent=(TOO_FAR,)))
    expect(region(board, "alert")).to_contain_text("DW-5")
    assert hindrances(board) == []
    table.tell("situation", match.situation(current=WHICH, recent=(TOO_FAR,)))
    expect(region(board, "alert")).to_contain_text("Which")
    table.tell("availability", Availability(online=False), "engine")
    expect(region(board, "troubles")).to_contain_text("away")
    assert hindrances(board) == []


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (768, 1024), (390, 844), (1920, 1080)])
def test_nothing_is_cut_off_at_any_size(
    board: Page, table: FakeBus, match: Match, width: int, height: int
) -> None:
    view = match.message().view
    four = tuple(SeatView(Seat(name), Phrase(name.capitalize()), view.seats[0].numbers) for name in SEATS)
    table.tell("match", replace(match.message(), view=replace(view, seats=four)))
    table.tell("simulated_table", LYING)
    expect(region(board, "seats").locator("li")).to_have_count(4)
    expect(region(board, "tags")).to_contain_text("Simulated table")
    board.set_viewport_size({"width": width, "height": height})
    fits(board, width)
    until(
        board,
        """([width, height]) => {
          const box = document.querySelector("#board").getBoundingClientRect();
          return box.width >= Math.min(width, height) * 0.6 && box.bottom <= height;
        }""",
        [width, height],
    )


def test_a_page_that_comes_late_knows_the_names_of_pieces_that_have_left_the_table(
    page: Page, table: FakeBus, match: Match, server: RunningServer
) -> None:
    absent = PieceId("w.inf.5")
    assert absent not in match.game.layout(match.state)
    step = {"move": "w.inf.1", "to": "f6"}
    played = PlayedAction(step, Seat("west"), Phrase(match.text(step)), came=(Phrase(f"{absent} is killed"),))
    match.play(step)
    match.tell(table, recent=(Verdict(VerdictKind.SETTLED, T0, 9, match.revision, actions=(played,)),))
    page.goto(server.url)
    expect(region(page, "played").locator(".came")).to_have_text("West infantry 5 is killed.")
    page.goto(f"{server.url}/?lang=ja")
    expect(region(page, "played").locator(".came")).to_contain_text("西の歩兵5")


def test_a_tap_beside_a_piece_means_the_nearest_one_in_its_hex(board: Page) -> None:
    box = piece(board, "n.inf.2").bounding_box()
    assert box is not None
    # Just left of the left one of two pieces in a castle.
    board.touchscreen.tap(box["x"] - 1, box["y"] + box["height"] * 0.4)
    expect(region(board, "piece").locator("h2")).to_have_text("North infantry 2")


def test_a_tap_on_a_hex_with_a_target_tells_the_target(board: Page, table: FakeBus, match: Match) -> None:
    match.play({"move": "w.cav.1", "to": "d7"})
    match.tell(table)
    piece(board, "w.cav.1").tap()
    x, y = middle(cell(board, "e7"))
    height = (cell(board, "e7").bounding_box() or {"height": 0})["height"]
    board.touchscreen.tap(x, y + height * 0.42)
    expect(region(board, "caption")).to_contain_text("may attack North cavalry 1")
    expect(board.locator("#board .cross")).to_have_count(0)


def test_the_board_can_be_turned_to_every_side(board: Page) -> None:
    def lies(name: str) -> tuple[float, float]:
        return middle(cell(board, name))

    straight = lies("a1")[1] > lies("a11")[1]
    board.get_by_role("button", name="Turn the board").tap()
    expect(board.locator("body[data-quarters='1']")).to_be_attached()
    assert straight
    assert abs(lies("a1")[1] - lies("a11")[1]) < abs(lies("a1")[0] - lies("a11")[0])
    board.get_by_role("button", name="Turn the board").tap()
    expect(board.locator("body[data-quarters='2']")).to_be_attached()
    assert lies("a1")[1] < lies("a11")[1]
    piece(board, "w.inf.1").tap()
    expect(region(board, "piece").locator("h2")).to_have_text("West infantry 1")


def test_the_board_keeps_its_place_and_size_whatever_is_said_beneath_it(
    board: Page, table: FakeBus, match: Match
) -> None:
    match.play({"move": "w.cav.1", "to": "d7"})
    match.tell(table)
    expect(board.locator("#invitation")).to_be_hidden()
    at_rest(board)
    before = region(board, "board").bounding_box()
    piece(board, "w.inf.1").tap()
    long = "; ".join(f"North infantry {number} is placed on a{number}" for number in range(1, 9))
    step = {"move": "w.inf.1", "to": "f6"}
    match.play(step)
    played = PlayedAction(
        step, Seat("west"), Phrase(long), note=Phrase(long), came=(Phrase("n.inf.1 is killed"),)
    )
    said = Verdict(VerdictKind.SETTLED, Seconds(T0 + 1), 1, 1, actions=(played,))
    match.tell(table, recent=(replace(said, text=Phrase(long)),))
    expect(region(board, "played").locator(".came")).to_have_text("North infantry 1 is killed.")
    assert region(board, "board").bounding_box() == before


def test_what_is_typed_and_unfolded_outlives_what_the_match_says_meanwhile(
    board: Page, table: FakeBus, match: Match
) -> None:
    names = drawer(board, "table")
    names.locator("[data-key=names]").tap()
    west, north = (names.locator(f"[data-key=name-{seat}]") for seat in ("west", "north"))
    west.fill("Lan")
    north.fill("An")
    table.tell("match", replace(match.message(), players={Seat("west"): "Ly"}))
    expect(region(board, "turn")).to_contain_text("Ly")
    expect(west).to_have_value("Ly")
    expect(north).to_be_visible()
    expect(north).to_have_value("An")
    # A sent text is no longer being typed: the match says what came of it.
    names.locator("[data-key=call-north]").tap()
    assert table.next_sent()[1].name == "An"
    table.tell("match", replace(match.message(), players={Seat("west"): "Lan"}))
    expect(region(board, "turn")).to_contain_text("Lan")
    expect(north).to_have_value("")
    names.locator("[data-key=names]").tap()
    table.tell("match", match.message())
    expect(region(board, "turn")).not_to_contain_text("Lan")
    expect(north).to_be_hidden()
