"""Changes of a match other than by play: take-backs, swapped twins, corrections of the table or the game."""

from dataclasses import replace
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, CommandKind
from engine.bus.messages.match import TakeBackWish
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Spot
from engine.core.phrase import SILENCE
from engine.core.verdict import VerdictKind
from engine.games.registry import open_game
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.amendments import swapped
from engine.session.seen.sighting import Sighting
from engine.session.serving.bus_messages import match_state_of, situation_of
from tests.session.playing import GAME, Play
from tests.session.seeing import shown


def kinds(play: Play) -> list[str]:
    return [str(entry.kind) for entry in play.entries]


def after_a_turn(*, die: str = "") -> Play:
    """Return the table after the first player's turn, and after a die was said, if one is given."""
    play = Play()
    play.put("a.1", "c2")
    play.rest()
    play.press()
    play.see(play.look())
    if die:
        play.ask(CommandKind.ACT, action={"die": [die]})
    return play


def test_putting_the_pieces_back_takes_the_last_play_back() -> None:
    play = Play()
    play.put("a.1", "c2")
    play.rest()
    play.put("a.1", "c1")
    (verdict,) = play.rest()
    assert (verdict.kind, verdict.actions) == (VerdictKind.SETTLED, ())
    assert "Taken back" in verdict.text
    assert dict(play.table.match.state.men)["a.1"][0] == "c1"
    assert kinds(play) == ["opened", "played", "amended"]


def test_any_earlier_position_of_the_turn_can_be_taken_back_to() -> None:
    play = Play()
    play.put("a.1", "c2")
    play.rest()
    play.put("a.2", "c4")
    play.rest()
    play.put("a.2", "c5", edge=True)
    play.rest()
    play.put("a.2", "c3")
    play.put("a.1", "c1")
    play.rest()
    assert play.table.match.state == GAME.initial(None)
    play.put("a.2", "c2")
    play.rest()
    assert play.said[-1] == ("settled", ("step a.2 c2",))


def test_a_killed_piece_comes_back_by_taking_the_kill_back() -> None:
    play = Play({"a.1": "c2", "b.1": "c3", "b.king": "c8"})
    before = play.table.match.state
    play.put("b.1", None)
    play.put("a.1", "c2", edge=True)
    play.rest()
    assert play.table.match.state != before
    play.put("b.1", "c3")
    assert play.rest(3) == []
    play.put("a.1", "c2")
    play.rest()
    assert play.table.match.state == before


def test_a_take_back_left_half_done_is_reported_with_its_repair() -> None:
    play = Play({"a.1": "c2", "a.2": "c5", "b.1": "c3", "b.king": "c8"})
    play.put("b.1", None)
    play.put("a.1", "c2", edge=True)
    play.rest()
    play.put("a.2", "c6")
    play.rest()
    play.put("b.1", "c3")
    (verdict,) = play.rest(8)
    assert verdict.kind is VerdictKind.PENDING
    assert verdict.repair


def test_a_play_of_the_side_before_is_not_taken_back_by_putting_pieces_back() -> None:
    play = after_a_turn()
    play.put("a.1", "c1")
    (warning,) = play.rest()
    assert warning.kind is VerdictKind.ILLEGAL


def test_a_throw_of_chance_is_not_taken_back() -> None:
    play = Play()
    play.press()
    play.ask(CommandKind.ACT, action={"die": ["3"]})
    assert play.table.match.this_turn == ()


def test_the_journal_leads_to_the_position_taken_back_to() -> None:
    play = Play()
    play.put("a.1", "c2")
    play.rest()
    play.put("a.1", "c1")
    play.rest()
    play.put("a.1", "c2")
    play.rest()
    assert replay(GAME, tuple(play.entries)) == play.table.match


def test_the_right_move_with_the_wrong_twin_is_accepted() -> None:
    play = Play({"a.1": "c1", "a.2": "c1", "b.king": "c8"})
    play.put("a.1", "c2")
    play.rest()
    play.put("a.1", "c1")
    play.put("a.2", "c2")
    # Now a.2 stands where a.1 went: the player took one for the other.
    play.rest()
    assert "taken for each other" in play.verdicts[-1].text or play.said[-1] == ("settled", ())
    assert dict(play.table.match.state.men)["a.2"][0] == "c2"


def test_a_twin_put_where_another_was_due_takes_its_name() -> None:
    play = Play({"a.1": "c1", "a.2": "c5", "b.king": "c8"})
    play.ask(CommandKind.ACT, action={"step": ["a.1", "c2"]})
    play.put("a.1", None)
    play.put("a.2", None)
    play.put("a.2", "c2")
    play.put("a.1", "c5")
    play.rest()
    named = [verdict for verdict in play.verdicts if "taken for each other" in verdict.text]
    assert len(named) == 1
    places = dict(play.table.match.state.men)
    assert (places["a.1"][0], places["a.2"][0]) == ("c5", "c2")
    assert EntryKind.AMENDED in [entry.kind for entry in play.entries]
    assert replay(GAME, tuple(play.entries)).state == play.table.match.state


def test_one_more_soldier_takes_the_name_of_any_that_nobody_has_put_down_yet() -> None:
    game = open_game("dozen_war", load_board("mativen"), Ruleset())
    setup = {
        "seats": ["west", "north"],
        "pieces": {"w.inf.1": {"at": "c3"}, "w.inf.2": {"at": "c3"}, "n.inf.1": {"at": "a11"}},
        "castles": {},
    }
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "", setup=setup))
    new = (PieceId("w.inf.1"), PieceId("w.inf.2"))
    match = replace(match, leftovers=dict.fromkeys(new))
    lies = {piece: spot for piece, spot in shown(game.layout(match.state)).items() if piece not in new}
    seen = Sighting({**lies, PieceId("w.inf.5"): Spot(Cell("c3"), edge=False)})
    found = swapped(game, match, seen, match.leftovers)
    assert found is not None
    assert found.one == "w.inf.5" or found.other == "w.inf.5"
    assert not {"w.inf.1", "w.inf.2"} <= game.layout(found.state).keys()


def test_pieces_that_are_not_alike_are_never_taken_for_each_other() -> None:
    play = Play({"a.1": "c1", "b.1": "c5", "b.king": "c8"})
    play.put("b.1", "c8")
    play.put("b.king", "c5")
    assert [one.kind for one in play.rest()] == [VerdictKind.ILLEGAL]


def test_the_table_is_right_goes_on_from_the_table_as_it_lies() -> None:
    play = Play()
    play.put("a.1", "c5")
    play.put("b.1", None)
    play.rest()
    assert play.ask(CommandKind.TABLE_IS_RIGHT) is AnswerCode.DONE
    places: dict[str, Any] = dict(play.table.match.state.men)
    assert places["a.1"][0] == "c5"
    assert "b.1" not in places
    assert play.table.current is None
    assert replay(GAME, tuple(play.entries)) == play.table.match
    play.put("a.1", "c4")
    play.rest()
    assert play.said[-1] == ("settled", ("step a.1 c4",))


@pytest.mark.parametrize(("seat", "who"), [(None, "The table"), (Seat("b"), "b")])
def test_the_seat_that_said_the_table_is_right_is_reported_and_kept(seat: Seat | None, who: str) -> None:
    play = Play()
    play.put("a.1", "c5")
    play.put("b.1", None)
    play.rest()
    assert play.ask(CommandKind.TABLE_IS_RIGHT, seat=seat) is AnswerCode.DONE
    said = f"{who} said that the table is right"
    assert str(play.verdicts[-1].text).startswith(said)
    assert str(play.entries[-1].body["text"]["en"]).startswith(said)


def test_a_table_that_no_position_looks_like_is_not_adopted() -> None:
    play = Play()
    play.put("a.1", "c3")
    play.rest()
    before = play.table.match
    assert play.ask(CommandKind.TABLE_IS_RIGHT) is AnswerCode.NOT_NOW
    assert play.table.match == before


@pytest.mark.parametrize("seats", [("a", "b"), ("b", "a")])
def test_beyond_the_turn_is_taken_back_when_every_side_agrees(seats: tuple[str, str]) -> None:
    play = after_a_turn(die="3")
    revision = play.table.match.revision
    assert play.ask(CommandKind.TAKE_BACK, name="x", seat=Seat(seats[0]), choice=0) is AnswerCode.DONE
    assert play.table.match.revision == revision
    assert play.ask(CommandKind.TAKE_BACK, name="y", seat=Seat(seats[1]), choice=0) is AnswerCode.DONE
    assert play.table.match.state == GAME.initial(None)
    assert [step.to for step in play.verdicts[-1].repair] == ["c1"]
    assert replay(GAME, tuple(play.entries)) == play.table.match


def test_one_side_alone_takes_nothing_back_beyond_the_turn() -> None:
    play = after_a_turn()
    state = play.table.match.state
    for name in "xy":
        play.ask(CommandKind.TAKE_BACK, name=name, seat=Seat("a"), choice=0)
    assert play.table.match.state == state


def test_a_revision_that_never_was_is_not_taken_back_to() -> None:
    play = Play()
    assert play.ask(CommandKind.TAKE_BACK, name="x", seat=Seat("a"), choice=7) is AnswerCode.UNREADABLE


def test_a_take_back_names_its_seats_its_actions_and_its_reason() -> None:
    play = after_a_turn(die="3")
    play.ask(CommandKind.TAKE_BACK, name="x", seat=Seat("a"), choice=0, reason=" an elbow ")
    wish = situation_of(play.setting, play.table, watching=True, problem=SILENCE).wish
    assert wish is not None
    assert wish.note == "an elbow"
    play.ask(CommandKind.TAKE_BACK, name="y", seat=Seat("b"), choice=0, reason="agreed")
    text = play.entries[-1].body["text"]
    assert "a and b took back from action 1 on: step a.1 c2. an elbow" in str(text)
    assert play.ask(CommandKind.TAKE_BACK, name="z", choice=0, reason="x" * 301) is not AnswerCode.DONE


def test_a_take_back_at_the_tables_own_page_is_the_tables() -> None:
    play = Play()
    play.put("a.1", "c2")
    play.rest()
    assert play.ask(CommandKind.TAKE_BACK, choice=0) is AnswerCode.DONE
    assert "The table took back from action 1 on: step a.1 c2." in str(play.entries[-1].body["text"])


def test_a_wish_to_take_back_ends_when_play_goes_on() -> None:
    play = after_a_turn(die="3")
    play.ask(CommandKind.TAKE_BACK, name="x", seat=Seat("a"), choice=0)
    play.put("b.1", "c5")
    play.rest()
    state = play.table.match.state
    assert play.ask(CommandKind.TAKE_BACK, name="y", seat=Seat("b"), choice=0) is AnswerCode.DONE
    assert play.table.match.state == state
    assert play.ask(CommandKind.TAKE_BACK, name="z", seat=Seat("a"), choice=0) is AnswerCode.DONE
    assert play.table.match.state == GAME.initial(None)


def test_pages_receive_the_possible_take_backs_and_the_seats_that_must_agree() -> None:
    play = Play()
    play.put("a.1", "c2")
    play.rest()
    earlier = match_state_of(play.setting, play.table).earlier
    assert [(one.revision, one.before, one.this_turn) for one in earlier] == [(0, "step a.1 c2", True)]
    play.press()
    play.see(play.look())
    play.ask(CommandKind.TAKE_BACK, name="x", seat=Seat("a"), choice=0)
    wish = situation_of(play.setting, play.table, watching=True, problem=SILENCE).wish
    assert wish == TakeBackWish(0, (Seat("a"),), (Seat("b"),))
