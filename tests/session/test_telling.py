"""Verdicts as sentences: short enough to be read."""

from typing import Any

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction
from engine.games.registry import open_game
from engine.session.explaining.referee import Unexplained
from engine.session.matches.match import Opening, open_match
from engine.session.playing.table import setting_of, table_of
from engine.session.playing.telling import Teller
from engine.session.serving.publishing import match_state_of, seat_sheet_of

DUEL = open_game("dozen_war", load_board("duel"), Ruleset())


def test_what_is_played_several_times_running_is_said_once() -> None:
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
    opening = Opening("m", Seconds(0.0), "dozen_war", "duel", "duel-pieces", setup=setup)
    match, _ = open_match(DUEL, opening)
    setting = setting_of(DUEL, match.state, None)
    table = table_of(setting, match)
    assert match_state_of(setting, table).choices == ()
    assert seat_sheet_of(setting, table, Seat("north")).choices == ()
    (left,) = DUEL.counsel(match.state).left
    assert left.text == "North puts up 6 units more on the own side of the board, one a hex"
    placed = DUEL.apply(match.state, DUEL.parse_action(entry_of({"place": "n.gen.ranus", "at": "a9"})))
    assert "5 units" in DUEL.counsel(placed).left[0].text


def test_a_warning_names_what_would_have_been_legal_had_somebody_said_it() -> None:
    teller = Teller(DUEL, taken_at=Seconds(0.0), frame=0, revision=1)
    wrong: Unexplained[Any] = Unexplained((), (), ())
    assert teller.warning(wrong).text == "No legal play looks like this."
    told = teller.warning(wrong, (Phrase("a blinks"), Phrase("b runs"))).text
    assert told.endswith("Or is this meant: a blinks, or b runs? Say so on the tablet first.")
