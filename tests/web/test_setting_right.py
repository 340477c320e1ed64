"""The arbiter taps the piece that is wrong, and sets one fact of it right by one more tap."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from engine.core.ids import PieceId
from tests.web.browsing import drawer, piece, region, resize, tap_cell, until
from tests.web.hindrances import hindrances
from tests.web.shown_table import FakeBus, Match

FACTS = ("match.round", "seat.coins", "piece.hp", "piece.at", "piece.acted")


@pytest.fixture
def desk(board: Page, table: FakeBus, match: Match) -> Page:
    """The arbiter's page of a match whose facts can all be corrected."""
    table.tell("match", replace(match.message(), correctable=FACTS))
    until(board, "document.querySelector('#desk summary') !== null")
    return board


@pytest.mark.parametrize("width", [360, 1024])
def test_only_the_tapped_pieces_facts_are_shown_and_one_tap_sets_one(
    desk: Page, table: FakeBus, width: int
) -> None:
    resize(desk, width, 800)
    piece(desk, "n.gen.kazu").tap()
    drawer(desk, "piece")
    facts = region(desk, "righting")
    expect(facts.get_by_role("group")).to_have_count(3)
    assert hindrances(desk) == []
    facts.locator("[data-key='right-piece.hp-1']").tap()
    sent = table.next_sent()[1]
    assert (sent.kind, sent.thing, sent.piece, sent.name) == (
        "correct", "piece.hp", PieceId("n.gen.kazu"), "1",
    )  # fmt: skip
    assert sent.reason == "so it lies on the table"
    assert sent.by == "Chrome, Linux", "nobody gave a name"


def test_a_piece_that_lies_elsewhere_is_put_right_by_a_tap_where_it_lies(desk: Page, table: FakeBus) -> None:
    piece(desk, "w.cav.1").tap()
    drawer(desk, "piece")
    region(desk, "righting").locator("[data-key=right-why]").fill("a sleeve brushed it")
    region(desk, "righting").locator("[data-key=right-place]").tap()
    expect(region(desk, "caption")).to_contain_text("Tap the place where")
    tap_cell(desk, "d8")
    sent = table.next_sent()[1]
    assert (sent.thing, sent.piece, sent.name, sent.reason) == (
        "piece.at", PieceId("w.cav.1"), "d8", "a sleeve brushed it",
    )  # fmt: skip


def test_a_correction_is_sent_with_the_name_that_the_arbiter_gave_on_this_tablet(
    desk: Page, table: FakeBus
) -> None:
    listed = drawer(desk, "table").locator("#desk")
    listed.locator("[data-key=desk-correct]").tap()
    listed.locator("[data-key=why]").first.fill("the die was read wrong")
    listed.locator("[data-key=by]").first.fill("Anna Lê")
    listed.locator("[data-key=correct-value]").fill("8")
    listed.locator("[data-key=correct-so]").tap()
    assert table.next_sent()[1].by == "Anna Lê"
    desk.reload()
    until(desk, "document.querySelector('#desk summary') !== null")
    assert desk.locator("#desk [data-key=by]").first.input_value() == "Anna Lê"


def test_the_desk_lists_no_piece_that_can_be_tapped(desk: Page) -> None:
    listed = drawer(desk, "table").locator("#desk")
    listed.locator("[data-key=desk-correct]").tap()
    expect(listed).to_contain_text("Tap a piece on the board")
    whose = listed.locator("[data-key=correct-fact] optgroup").evaluate_all(
        "all => all.map((one) => one.label)"
    )
    on_board = desk.locator("#board [data-piece]").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label').split(',')[0])"
    )
    assert "The match" in whose
    assert set(whose).isdisjoint(on_board)
