"""Tablets play before the table was ever as the opening says: earlier pieces are still being cleared away."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.bus.messages.commands import AnswerCode, CommandKind
from engine.core.ids import Seconds
from engine.core.verdict import VerdictKind
from engine.session.matches.journal import Journal
from engine.session.matches.journal_replay import replay
from engine.session.playing.table import table_of
from tests.session.playing import GAME, Play


@pytest.fixture
def play() -> Play:
    """A match that a tablet has begun, while the pieces lie as the match before left them."""
    play = Play()
    play.table = table_of(play.setting, replay(GAME, play.entries))
    play.put("a.1", "c5")
    play.put("b.king", "c9")
    play.see(play.look(steady=False))
    play.ask(CommandKind.ACT, action={"done": True})
    play.ask(CommandKind.ACT, name="2", action={"die": ["3"]})
    play.verdicts.clear()
    return play


def lay_out(play: Play) -> None:
    play.put("a.1", "c1")
    play.put("b.king", "c8")


def test_what_still_lies_as_before_is_to_be_put_and_no_illegal_play(play: Play) -> None:
    play.rest(6)
    assert [one.kind for one in play.verdicts] == [VerdictKind.PENDING]
    assert {(step.piece, step.to) for step in play.verdicts[0].repair} == {("a.1", "c1"), ("b.king", "c8")}
    lay_out(play)
    play.rest(6)
    assert [(one.kind, one.actions) for one in play.verdicts[1:]] == [(VerdictKind.SETTLED, ())]


def test_once_all_is_laid_out_a_wrong_piece_is_warned_of(play: Play) -> None:
    lay_out(play)
    play.rest()
    play.put("b.1", "c2")
    assert [one.kind for one in play.rest(6)] == [VerdictKind.ILLEGAL]


def test_a_hands_play_that_is_the_first_to_be_seen_is_played(play: Play) -> None:
    lay_out(play)
    play.put("b.1", "c5")
    play.rest(6)
    assert play.said == [("settled", ("step b.1 c5",))]


def test_it_is_being_set_up_after_a_restart_too(play: Play, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal.open(path, create=True)
    journal.append(play.entries, Seconds(play.now))
    journal.close()
    assert replay(GAME, Journal.open(path).entries) == play.table.match
    play.table = table_of(play.setting, play.table.match)
    play.rest(6)
    assert [one.kind for one in play.verdicts] == [VerdictKind.PENDING]


def test_a_match_taken_up_again_is_still_being_laid_out_after_a_restart(play: Play) -> None:
    lay_out(play)
    play.put("b.1", "c5")
    play.rest(6)
    assert play.table.match.started
    play.table = table_of(play.setting, replace(play.table.match, started=False))
    assert play.ask(CommandKind.ACT, name="3", action={"done": True}) is AnswerCode.DONE
    assert not play.table.match.started
    assert replay(GAME, play.entries) == play.table.match


def test_time_runs_though_the_table_was_not_seen_laid_out() -> None:
    play = Play(clock="10m")
    play.table = table_of(play.setting, replay(GAME, play.entries))
    play.ask(CommandKind.ACT, action={"done": True})
    play.ask(CommandKind.ACT, name="2", action={"die": ["3"]})
    assert play.table.match.clock is not None
    assert play.table.match.clock.stands is None
