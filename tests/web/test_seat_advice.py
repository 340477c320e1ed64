"""The advice on the page: marks that need no colour, the threat map, why not, what is left to do."""

import pytest
from playwright.sync_api import Page, expect

from engine.core.document import entry_of
from engine.core.ids import PieceId
from tests.web.browsing import drawer, piece, region, tap_cell
from tests.web.shown_table import SETUP, FakeBus, Match

FULL = {
    **SETUP,
    "round": 4,
    "warp": "open",
    "coins": {"west": 5, "north": 1},
    "tokens": {"e4": ["map"]},
    "pieces": {
        **SETUP["pieces"],
        "w.cav.1": {"at": "d7"},
        "w.inf.3": {"at": "g6"},
        "w.gen.est": {"at": "d4"},
        "w.gen.soul": {"dead": True},
    },
}


@pytest.fixture
def match(match: Match) -> Match:
    """A position with advice on everything."""
    match.state = match.game.initial(entry_of(FULL))
    return match


def test_each_kind_of_advice_has_a_mark_of_its_own_that_says_what_it_is(board: Page, match: Match) -> None:
    paths = match.game.advice(match.state, PieceId("w.cav.1")).paths
    piece(board, "w.cav.1").tap()
    far = board.locator("#board .under .move title", has_text="move: 3 hexes, by")
    expect(far).to_have_count(sum(len(path) == 3 for path in paths))
    expect(board.locator("#board .over .splash title")).to_have_text(["a splash may hit it"])
    expect(board.locator("#board .over .guard")).to_have_count(0)
    expect(
        board.locator("#board [data-stop='way'] title", has_text="DW-3.1: Mountains bar the way.")
    ).not_to_have_count(0)
    piece(board, "n.cav.1").tap()
    expect(board.locator("#board .over .guard title")).to_have_text(["may take the hit"])
    expect(region(board, "caption")).to_contain_text("North infantry 1 may take the hit.")
    piece(board, "w.gen.est").tap()
    expect(board.locator("#board .under .dig title")).to_have_text(["dig"])
    expect(board.locator("#board .dig-glyph")).to_have_count(1)
    piece(board, "w.inf.2").tap()
    expect(board.locator("#board .under .warp title")).to_have_text(["warp"])
    tap_cell(board, "b4")
    piece(board, "w.arc.1").tap()
    expect(board.locator("#board [data-stop='line'] title")).not_to_have_count(0)


def test_a_way_of_several_hexes_is_drawn_and_said(board: Page) -> None:
    piece(board, "w.cav.1").tap()
    tap_cell(board, "b8")
    expect(region(board, "caption")).to_contain_text("West cavalry 1 may move to b8: 3 hexes, by c7, b7.")
    expect(board.locator("#board .walked")).to_have_count(1)
    expect(board.locator("#board [data-cell='b8'] title")).to_have_text("may move here: 3 hexes")


def test_an_enemy_out_of_reach_is_asked_about_first_and_chosen_by_a_second_tap(
    board: Page, table: FakeBus, match: Match
) -> None:
    piece(board, "w.inf.1").tap()
    piece(board, "n.gen.raen").tap()
    assert match.reason(table).place == "n.gen.raen"
    expect(region(board, "caption")).to_contain_text("DW-5 Infantry reaches 1 hex from here")
    piece(board, "n.gen.raen").tap()
    expect(region(board, "piece").locator("h2")).to_have_text("North general Raen")
    expect(region(board, "caption")).to_contain_text("could move next turn")
    expect(board.locator("#board .under .later-dot").first).to_be_attached()


def test_the_danger_map_shows_what_enemies_could_do_and_goes_by_the_same_button(
    board: Page, match: Match
) -> None:
    switch = region(board, "danger-map")
    switch.tap()
    expect(switch).to_have_text("Danger for West")
    advice = {str(one.piece): one for one in match.game.table_advice(match.state).advice}
    hit = {cell for name, one in advice.items() if name.startswith("n.") for cell in one.next_hits}
    expect(board.locator("#board [data-danger]")).to_have_count(len(hit))
    endangered = [name for name, one in advice.items() if name.startswith("w.") and one.danger]
    expect(board.locator("#board [data-endangered]")).to_have_count(len(endangered))
    expect(board.locator("#board [data-endangered='w.cav.1'] text")).to_have_text(
        str(advice["w.cav.1"].danger)
    )
    expect(board.locator("#board .deadly[data-endangered='w.cav.1']")).to_have_count(1)
    switch.tap()
    expect(board.locator("#board [data-danger]")).to_have_count(0)
    expect(switch).to_have_attribute("aria-pressed", "false")


def test_what_is_left_is_listed_and_leads_to_the_piece(board: Page, table: FakeBus, match: Match) -> None:
    left = region(board, "left")
    expect(left.locator("h2")).to_have_text("Left this turn for West")
    expect(left.locator("[data-left='dig'] summary")).to_have_text("1 general can dig")
    drawer(board, "left").locator("[data-left='dig'] summary").tap()
    left.get_by_role("button", name="West general Est d4").tap()
    # The drawer makes way for the board.
    expect(left).to_be_hidden()
    expect(region(board, "piece").locator("h2")).to_have_text("West general Est")
    match.play({"attack": "w.cav.1", "target": "n.cav.1", "splash": "n.arc.1"})
    match.tell(table)
    expect(left.locator("h2")).to_have_text("First to be done")
    expect(left.locator(".due")).to_contain_text("North answers")
