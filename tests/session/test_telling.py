"""Verdicts as sentences that are short enough to read."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Spot
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction
from engine.games.registry import open_game, usual_board
from engine.session.explaining.explanations import Unexplained
from engine.session.explaining.referee import explain
from engine.session.explaining.repair import PutPiece
from engine.session.matches.match import open_match, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.playing.verdict_texts import Teller, repair_step
from engine.session.seen.sighting import Sighting
from engine.session.serving.bus_messages import match_state_of, seat_sheet_of
from tests.session.seeing import shown

DUEL = open_game("dozen_war", load_board("duel"), Ruleset())


def test_a_play_repeated_several_times_is_said_once() -> None:
    drawn, moved = (PlayedAction({}, None, Phrase(text)) for text in ("North draws a card", "a moves"))
    teller = Teller(DUEL, taken_at=Seconds(0.0), frame=0, revision=1)
    verdict = teller.settled((moved, drawn, drawn, drawn, moved))
    assert verdict.text == "a moves; North draws a card (3 times); a moves"
    assert len(verdict.actions) == 5


def test_more_choices_than_people_read_are_left_to_the_pieces_on_the_table() -> None:
    setup = {
        "phase": "placing",
        "turn": "north",
        "pieces": {"s.gen.neuro": {"hp": 3}, "n.gen.ranus": {"hp": 3}},
    }
    opening = MatchOpening("m", Seconds(0.0), "dozen_war", "duel", "duel-pieces", setup=setup)
    match, _ = open_match(DUEL, opening)
    setting = setting_of(DUEL, match.state, None)
    table = table_of(setting, match)
    assert match_state_of(setting, table).choices == ()
    assert seat_sheet_of(setting, table, Seat("north")).choices == ()
    (left,) = DUEL.table_advice(match.state).left
    assert left.text == "North puts up 6 units more on their own side of the board, one a hex"
    placed = DUEL.apply(match.state, DUEL.parse_action(entry_of({"place": "n.gen.ranus", "at": "a9"})))
    assert "5 units" in DUEL.table_advice(placed).left[0].text


def test_a_choice_of_yes_and_no_is_offered_to_everybody() -> None:
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    setup = {
        "heroes": {"first": "no.158", "second": "no.158"},
        "units": {"f.hero": "d1", "s.hero": "d7", "f.no.80": "d4", "s.no.81": "d5"},
        "books": {"first": ["no.79", "no.82"], "second": ["no.79", "no.82"]},
    }
    opening = MatchOpening("m", Seconds(0.0), "kingdom_square", "kingdom", "none", setup=setup)
    match, _ = open_match(game, opening)
    battle = {"battle": "f.no.80#1", "target": "s.no.81#1", "by": "first"}
    match, _, _ = play(game, match, (game.parse_action(entry_of(battle)),))
    setting = setting_of(game, match.state, None)
    offered = match_state_of(setting, table_of(setting, match)).choices
    assert [one.action["counter"] for one in offered] == [True, False]


def test_a_warning_names_actions_that_would_be_legal_if_said_on_the_tablet() -> None:
    teller = Teller(DUEL, taken_at=Seconds(0.0), frame=0, revision=1)
    wrong: Unexplained[Any] = Unexplained((), (), ())
    assert teller.warning(wrong).text == "No legal play looks like this."
    said = teller.warning(wrong, (Phrase("a blinks"), Phrase("b runs"))).text
    assert said.endswith("Or is this meant: a blinks, or b runs? Say so on the tablet first.")


def test_the_nearest_three_cells_that_a_piece_might_go_to_are_named() -> None:
    game = open_game("dozen_war", load_board("mativen"), Ruleset())
    setup = {
        "seats": ["west", "north"],
        "turn": "west",
        "round": 2,
        "pieces": {"w.cav.1": {"at": "f6"}, "n.inf.1": {"at": "a11"}},
        "castles": {},
    }
    state = game.initial(entry_of(setup))
    spots = dict(shown(game.layout(state)))
    cavalry = PieceId("w.cav.1")
    spots[cavalry] = Spot(Cell("f1"), edge=False)
    wrong = explain(game, state, Sighting(spots))
    assert isinstance(wrong, Unexplained)
    (put,) = wrong.puts
    assert len(put.others) > 10
    apart = [game.apart(Cell("f1"), cell) for cell in put.others]
    assert apart == sorted(apart)
    text = Teller(game, taken_at=Seconds(0.0), frame=0, revision=1).warning(wrong).repair[0].text
    assert text == f"Put w.cav.1 back on f6, or on {', '.join(put.others[:3])}."


@pytest.mark.parametrize(("sideways", "how"), [(False, "upright"), (True, "sideways")])
def test_a_card_that_lies_across_is_to_be_turned(*, sideways: bool, how: str) -> None:
    to = Spot(Cell("p2.champions"), sideways=sideways)
    step = repair_step(PutPiece(PieceId("borg"), replace(to, sideways=not sideways), to))
    assert step.text == f"Turn borg on p2.champions {how}."
