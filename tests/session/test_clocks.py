"""Time at a table: whose clock runs, the time that is given back, and the journal's record of both."""

from dataclasses import replace
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, CommandKind
from engine.core.clock import ClockStop
from engine.core.decisions import Chooser
from engine.core.ids import Seat
from engine.core.phrase import load_phrase
from engine.core.verdict import VerdictKind
from engine.session.matches.entries import EntryKind
from engine.session.matches.evidence_log import Tick
from engine.session.matches.journal_replay import replay
from engine.session.matches.match import outcome_of
from engine.session.playing.table import table_of
from engine.session.playing.table_events import happen
from engine.session.serving.bus_messages import clock_state_of, match_state_of
from tests.session.playing import GAME, Play

A, B = Seat("a"), Seat("b")


def left_s(play: Play) -> tuple[float, float]:
    """Return both seats' time left as pages receive it, to a tenth of a second."""
    times = {one.seat: one.left_s for one in clock_state_of(play.table, play.now).seats}
    return round(times[A], 1), round(times[B], 1)


def runs(play: Play) -> list[str]:
    return [one.seat for one in clock_state_of(play.table, play.now).seats if one.runs]


def clocked(play: Play) -> list[dict[str, Any]]:
    return [entry.body for entry in play.entries if entry.kind is EntryKind.CLOCKED]


def begun(control: str = "10m", places: dict[str, str] | None = None) -> Play:
    """Return a table that is right, after both have had a turn and the clock has begun to run."""
    play = Play(places, clock=control)
    for number, action in enumerate(({"done": True}, {"die": ["3"]}) * 2):
        play.ask(CommandKind.ACT, name=f"first {number}", action=action)
    assert runs(play) == ["a"]
    return play


def test_without_a_clock_nothing_is_kept_of_time() -> None:
    play = Play()
    play.put("a.1", "c2")
    play.rest()
    assert clocked(play) == []
    assert clock_state_of(play.table, play.now).seats == ()


def test_no_time_runs_until_the_table_is_set_up() -> None:
    play = Play(clock="10m")
    fresh = table_of(play.setting, replace(play.table.match, started=False))
    step = happen(play.setting, fresh, Tick(), 5.0)
    assert step.table.match.clock is not None
    assert step.table.match.clock.stands is ClockStop.SET_UP


def test_no_time_runs_before_the_first_play_however_long_it_is_thought_about() -> None:
    play = Play(clock="10m")
    play.wait(120)
    assert (runs(play), clock_state_of(play.table).stands) == ([], ClockStop.UNBEGUN)
    assert left_s(play) == (600.0, 600.0)
    play.put("a.1", "c2")
    play.rest()
    assert (runs(play), left_s(play)) == (["a"], (600.0, 600.0))
    play.wait(5)
    assert left_s(play) == (595.0, 600.0)


def test_a_correction_that_is_no_play_does_not_start_the_clock() -> None:
    play = Play(clock="10m")
    play.put("b.1", "c5")
    play.rest()
    play.ask(CommandKind.TABLE_IS_RIGHT)
    assert play.table.match.revision == 1
    play.wait(5)
    assert (runs(play), clock_state_of(play.table).stands) == ([], ClockStop.UNBEGUN)


def test_time_runs_for_the_seat_on_turn_and_changes_over_with_the_turn() -> None:
    play = begun()
    before = left_s(play)
    play.wait(30)
    assert left_s(play) == (before[0] - 30.0, before[1])
    play.press()
    play.wait(1)
    play.ask(CommandKind.ACT, action={"die": ["3"]})
    assert runs(play) == ["b"]
    own = left_s(play)
    play.wait(20)
    assert left_s(play) == (own[0], own[1] - 20.0)


def test_the_time_between_a_play_and_its_verdict_is_given_back() -> None:
    play = begun()
    play.wait(10)
    before = left_s(play)
    play.put("a.1", "c2")
    # The first look that shows it comes half a second later. The verdict comes with the second.
    play.rest()
    assert play.said[-1] == ("settled", ("step a.1 c2",))
    assert left_s(play) == (before[0] - 0.5, before[1])
    assert clocked(play)[-1]["given_back"] == {"seats": ["a"], "s": 0.5, "why": "settling"}


def test_a_press_counts_from_when_it_came_not_from_when_it_was_carried_out() -> None:
    play = begun()
    play.wait(10)
    before = left_s(play)
    play.press(at=play.now + 0.1)
    play.tick(2.5)
    play.tick(2.5)
    assert play.said[-1] == ("settled", ("done",))
    assert left_s(play)[0] == before[0]


def test_time_for_putting_an_illegal_play_right_is_given_back() -> None:
    play = begun()
    play.wait(10)
    before = left_s(play)
    play.put("a.1", "c7")
    play.rest()
    assert play.verdicts[-1].kind is VerdictKind.ILLEGAL
    assert (runs(play), clock_state_of(play.table).stands) == ([], ClockStop.WARNED)
    play.wait(60)
    play.put("a.1", "c1")
    play.rest()
    assert runs(play) == ["a"]
    assert left_s(play)[0] == pytest.approx(before[0] - 0.5, abs=0.11)
    assert clocked(play)[-1]["given_back"]["why"] == "warned"
    assert clocked(play)[-1]["given_back"]["s"] >= 60.0


def test_the_time_to_put_the_pieces_of_a_tablets_play_is_given_back() -> None:
    play = begun()
    before = left_s(play)
    play.ask(CommandKind.ACT, action={"step": ["a.1", "c2"]})
    assert clock_state_of(play.table).stands is ClockStop.PUTTING
    play.wait(20)
    play.put("a.1", "c2")
    play.rest()
    assert (runs(play), left_s(play)) == (["a"], before)


def test_while_players_are_asked_no_time_runs_and_the_moment_of_doubt_is_given_back() -> None:
    play = begun(places={"a.1": "c2", "a.2": "c6", "b.1": "c3", "b.king": "c9"})
    play.wait(10)
    before = left_s(play)
    play.put("b.1", None)
    play.rest(30)
    assert play.verdicts[-1].kind is VerdictKind.AMBIGUOUS
    assert (runs(play), clock_state_of(play.table).stands) == ([], ClockStop.ASKED)
    assert left_s(play)[0] == before[0] - 0.5


def test_a_pause_stops_every_clock() -> None:
    play = begun()
    play.ask(CommandKind.PAUSE, name="p")
    before = left_s(play)
    play.wait(300)
    assert (left_s(play), runs(play)) == (before, [])
    play.ask(CommandKind.RESUME, name="r")
    play.wait(5)
    assert left_s(play) == (before[0] - 5.0, before[1])


def test_no_time_runs_while_nobody_sees_the_table() -> None:
    play = begun()
    for _ in range(8):
        play.tick(1.0)
    before = left_s(play)
    assert clock_state_of(play.table).stands is ClockStop.UNSEEN
    play.tick(100.0)
    assert left_s(play) == before
    play.wait(1)
    assert runs(play) == ["a"]


def test_a_match_taken_up_again_has_its_clock_but_for_some_seconds() -> None:
    play = begun()
    play.wait(47)
    before = left_s(play)
    match = replay(GAME, play.entries)
    table = table_of(play.setting, replace(match, started=True))
    step = happen(play.setting, table, Tick(), 5000.0)
    times = {one.seat: one.left_s for one in clock_state_of(step.table, 5010.0).seats}
    assert before[0] - 10.0 <= times[A] <= before[0] + 10.0
    assert times[B] == before[1]


def test_a_fallen_flag_is_announced_once_and_play_goes_on() -> None:
    play = begun("20s")
    play.wait(25)
    said = [one.text for one in play.verdicts if one.kind is VerdictKind.REMARKED]
    assert said == ["Time is up for a."]
    assert clock_state_of(play.table, play.now).seats[0].fallen
    play.put("a.1", "c2")
    play.rest()
    assert play.said[-1] == ("settled", ("step a.1 c2",))
    assert left_s(play)[0] < -4.0
    assert [
        load_phrase(entry.body["text"]) for entry in play.entries if entry.kind is EntryKind.REMARKED
    ] == said


def test_where_a_flag_loses_the_match_is_over_and_nothing_is_played_any_more() -> None:
    play = begun("20s,loses")
    play.wait(25)
    assert play.verdicts[-1].text == "Time is up for a. The match is over: b won."
    outcome = outcome_of(GAME, play.table.match)
    assert outcome is not None
    assert outcome.winners == (B,)
    ended_at = play.table.match.revision
    view = match_state_of(play.setting, play.table).view
    assert (view.outcome, view.decision.chooser) == (outcome, Chooser.NOBODY)
    play.put("a.1", "c2")
    assert play.rest(4) == []
    assert play.ask(CommandKind.ACT, action={"done": True}) is AnswerCode.NOT_NOW
    assert play.table.match.revision == ended_at
    assert replay(GAME, play.entries).lost_on_time == (A,)


def test_a_play_that_was_made_in_time_is_not_too_late_for_being_judged_later() -> None:
    play = begun("20s,loses")
    own, before = left_s(play)[0], play.table.match.revision
    play.wait(round(own) - 1)
    play.put("a.1", "c2")
    play.see(play.look(steady=False))
    for _ in range(4):
        # A hand stays over the table until the time is up.
        play.see(play.look(steady=False, blind=["c9"]))
    assert play.table.match.lost_on_time == ()
    play.rest()
    assert play.table.match.revision == before + 1


def test_a_hand_over_the_table_holds_no_flag_up_for_long() -> None:
    play = begun("20s,loses")
    for _ in range(60):
        play.see(play.look(steady=False, blind=["c9"]))
    assert play.table.match.lost_on_time == (A,)


def test_the_journal_leads_to_the_clock_as_it_was_last_written() -> None:
    play = begun("10m+10s,bronstein")
    play.put("a.1", "c2")
    play.rest()
    play.press()
    play.wait(30)
    match = replay(GAME, play.entries)
    assert match.clock is not None
    assert play.table.match.clock is not None
    assert match.clock.deciding == play.table.match.clock.deciding
    assert match.clock.stands == play.table.match.clock.stands
    assert replace(match, clock=None) == replace(play.table.match, clock=None)
