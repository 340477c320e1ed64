"""The page in a real Chromium, fed by what the engine would publish."""

import re
import threading
from dataclasses import replace

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, WebSocketRoute, expect

from engine.bus.messages.cameras import CameraState
from engine.bus.messages.commands import Answer, AnswerCode
from engine.bus.messages.services import Availability
from engine.core.ids import Cell, PieceId, RuleId, Seat, Seconds
from engine.core.phrase import SILENCE, Phrase
from engine.core.verdict import BrokenRule, PlayedAction, RepairStep, Verdict, VerdictKind
from engine.core.views import SeatView
from tests.web.browsing import LYING, at_rest, cell, drawer, fits, middle, piece, region, tap_cell, until
from tests.web.shown_table import T0, FakeBus, Match, RunningServer

SEATS = ("west", "south", "east", "north")
TOO_FAR = Verdict(
    VerdictKind.ILLEGAL,
    Seconds(T0 + 60),
    40,
    0,
    violations=(BrokenRule(RuleId("DW-5"), Phrase("Infantry moves 1 hex; the way of w.inf.1 to f7 is 2.")),),
    repair=(
        RepairStep(
            PieceId("w.inf.1"),
            Cell("f7"),
            Cell("e5"),
            (Cell("f6"), Cell("e6")),
            "up",
            Phrase("Put w.inf.1 back on e5, or on a hex that it may reach."),
        ),
    ),
)
SHOT = PlayedAction(
    {"attack": "w.arc.1", "target": "n.inf.1"}, Seat("west"), Phrase("w.arc.1 attacks n.inf.1")
)
STAB = PlayedAction(
    {"attack": "w.inf.1", "target": "n.inf.1"}, Seat("west"), Phrase("w.inf.1 attacks n.inf.1")
)
WHICH = Verdict(
    VerdictKind.AMBIGUOUS,
    Seconds(T0 + 70),
    44,
    0,
    candidates=((SHOT,), (STAB,)),
    text=Phrase("Who hit n.inf.1?"),
)


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


def test_a_forbidden_hex_is_crossed_and_the_rule_told_with_its_facts(
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


def test_what_was_just_played_is_told_and_drawn(board: Page, table: FakeBus, match: Match) -> None:
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


def test_the_end_of_turn_goes_to_the_engine_and_a_refusal_is_told(board: Page, table: FakeBus) -> None:
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


def test_pieces_still_to_put_are_listed_and_said_once(board: Page, table: FakeBus, match: Match) -> None:
    steps = (
        RepairStep(PieceId("n.arc.1"), Cell("f7"), None, (), "up", Phrase("Take n.arc.1 off the board")),
        RepairStep(PieceId("w.cav.1"), Cell("d7"), Cell("d7"), (), "up", SILENCE),
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


def test_an_engine_that_goes_makes_the_page_say_that_it_is_old_until_it_is_back(
    board: Page, table: FakeBus
) -> None:
    table.tell("availability", Availability(online=False, reason=Phrase("the connection broke")), "engine")
    expect(region(board, "troubles")).to_contain_text("The engine is away (the connection broke)")
    expect(region(board, "tags")).to_contain_text("Not live")
    table.tell("availability", Availability(online=True), "engine")
    expect(region(board, "troubles")).to_be_empty()
    expect(region(board, "tags")).to_have_text("Live")


def test_troubles_of_camera_bus_and_situation_are_told(board: Page, table: FakeBus, match: Match) -> None:
    table.tell(
        "camera", CameraState("main", "0", problem=Phrase("the picture is dark; switch on a lamp")), "main"
    )
    troubles = region(board, "troubles")
    expect(troubles).to_contain_text("Camera main: the picture is dark; switch on a lamp")
    table.tell("situation", match.situation(problem="the disk is full; free some space"))
    expect(troubles).to_contain_text("the disk is full; free some space")
    table.lose("the broker stopped")
    expect(troubles).to_contain_text("message bus is away")


def test_a_simulated_camera_is_said(board: Page, table: FakeBus) -> None:
    table.tell("camera", CameraState("main", "simulator", simulated=True), "main")
    expect(region(board, "tags")).to_contain_text("Simulated table")


def test_a_server_that_goes_and_comes_back_is_followed_again(
    board: Page, table: FakeBus, server: RunningServer, match: Match
) -> None:
    server.stop()
    expect(region(board, "troubles")).to_contain_text(
        "Connection to the table lost. The board is as it was at"
    )
    expect(board.locator("body")).to_have_class("stale")
    match.play({"move": "w.inf.1", "to": "f6"})
    table.connect()
    table.tell("availability", Availability(online=True), "engine")
    match.tell(table)
    server.start()
    expect(region(board, "troubles")).to_be_empty()
    expect(piece(board, "w.inf.1")).to_have_attribute("aria-label", re.compile("West infantry 1 at f6"))


def test_before_anything_is_known_the_page_says_what_it_waits_for(page: Page, server: RunningServer) -> None:
    page.goto(server.url)
    expect(region(page, "turn")).to_contain_text("No match yet")
    expect(region(page, "troubles")).to_contain_text("The engine hasn't reported yet.")


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
    def violations() -> list[str]:
        found = Axe().run(board)
        return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found.response["violations"]]

    assert violations() == []
    piece(board, "w.cav.1").tap()
    table.tell("situation", match.situation(current=TOO_FAR, recent=(TOO_FAR,)))
    expect(region(board, "alert")).to_contain_text("DW-5")
    assert violations() == []
    table.tell("situation", match.situation(current=WHICH, recent=(TOO_FAR,)))
    expect(region(board, "alert")).to_contain_text("Which")
    table.tell("availability", Availability(online=False), "engine")
    expect(region(board, "troubles")).to_contain_text("away")
    assert violations() == []


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


def test_a_line_that_went_quiet_is_taken_for_lost_and_dialled_again(
    page: Page, table: FakeBus, server: RunningServer
) -> None:
    del table
    muted = threading.Event()

    def between(browser_side: WebSocketRoute) -> None:
        server_side = browser_side.connect_to_server()

        def forward(message: str | bytes) -> None:
            if not muted.is_set():
                browser_side.send(message)

        server_side.on_message(forward)

    page.route_web_socket("**/ws?*", between)
    page.clock.install()
    page.goto(server.url)
    expect(region(page, "tags")).to_have_text("Live")
    muted.set()
    page.clock.fast_forward(30_000)
    expect(region(page, "tags")).to_have_text("Not live")
    expect(region(page, "troubles")).not_to_be_empty()
    muted.clear()
    page.clock.fast_forward(30_000)
    expect(region(page, "tags")).to_have_text("Live")


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
    told = Verdict(VerdictKind.SETTLED, Seconds(T0 + 1), 1, 1, actions=(played,))
    match.tell(table, recent=(replace(told, text=Phrase(long)),))
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
    # What was sent is no longer being typed: the match says what came of it.
    names.locator("[data-key=call-north]").tap()
    assert table.next_sent()[1].name == "An"
    table.tell("match", replace(match.message(), players={Seat("west"): "Lan"}))
    expect(region(board, "turn")).to_contain_text("Lan")
    expect(north).to_have_value("")
    names.locator("[data-key=names]").tap()
    table.tell("match", match.message())
    expect(region(board, "turn")).not_to_contain_text("Lan")
    expect(north).to_be_hidden()
