"""A match that was broken off is continued with its position, clocks, names and journal."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bus.client import ReceivedMessage
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.core.ids import Seat
from engine.session.matches.journal import journals, read_journal
from tests.session.test_opening import DUEL, TABLE, Started


def asked(engine: Started, command: str, kind: CommandKind, **more: Any) -> Answer:
    more.setdefault("revision", engine.service.table.match.revision)
    engine.service.take(ReceivedMessage("command", "", Command(command, kind, **more)))
    answer = engine.wire.last("answer")
    assert isinstance(answer, Answer)
    return answer


def broken_off(folder: Path) -> tuple[Started, str]:
    """Return a table whose duel was broken off by another match, and the duel's name."""
    engine = Started(folder)
    engine.open("one", replace(DUEL, bots=""))
    asked(engine, "name", CommandKind.INTRODUCE, player=Seat("south"), name="Lan")
    assert asked(engine, "play", CommandKind.ACT, action={"end_turn": True}).code is AnswerCode.DONE
    duel = engine.opening.match
    engine.open("two", TABLE.terms)
    return engine, duel


def test_a_match_that_was_broken_off_goes_on_in_its_own_record(tmp_path: Path) -> None:
    engine, duel = broken_off(tmp_path)
    before = read_journal(tmp_path / duel / "journal.jsonl").entries
    assert asked(engine, "up", CommandKind.TAKE_UP, name=duel).code is AnswerCode.DONE
    match = engine.service.table.match
    assert (match.opening.match, match.opening.terms) == (duel, replace(DUEL, bots=""))
    assert match.opening.players == {"south": "Lan"}
    assert match.revision > 0
    assert engine.wire.last("surface").board == "duel"
    assert engine.wire.last("clock").control == "5m+3s"
    assert engine.wire.last("situation").recent
    assert asked(engine, "pause", CommandKind.PAUSE).code is AnswerCode.DONE
    after = read_journal(tmp_path / duel / "journal.jsonl").entries
    assert after[: len(before)] == before
    assert len(after) > len(before)
    assert len(journals(tmp_path)) == 3


def test_a_restarted_table_goes_on_with_the_match_it_took_up_until_another_is_opened(tmp_path: Path) -> None:
    engine, duel = broken_off(tmp_path)
    asked(engine, "up", CommandKind.TAKE_UP, name=duel)
    engine.service.close()
    again = Started(tmp_path)
    assert again.opening.match == duel
    assert again.opening.terms == replace(DUEL, bots="")
    again.open("three", TABLE.terms)
    newest = again.opening.match
    again.service.close()
    assert Started(tmp_path).opening.match == newest


def test_a_table_started_with_other_options_leaves_the_match_it_took_up(tmp_path: Path) -> None:
    engine, duel = broken_off(tmp_path)
    asked(engine, "up", CommandKind.TAKE_UP, name=duel)
    engine.service.close()
    assert Started(tmp_path, replace(TABLE, options={"generals": "draft"})).opening.match != duel


def test_pieces_are_laid_as_the_match_left_them_before_anything_is_judged(tmp_path: Path) -> None:
    engine, duel = broken_off(tmp_path)
    asked(engine, "up", CommandKind.TAKE_UP, name=duel)
    assert not engine.service.table.match.started


def test_the_match_that_is_on_the_table_is_not_taken_up_twice(tmp_path: Path) -> None:
    engine, duel = broken_off(tmp_path)
    asked(engine, "up", CommandKind.TAKE_UP, name=duel)
    match = engine.service.table.match
    assert asked(engine, "up", CommandKind.TAKE_UP, name=duel, revision=0).code is AnswerCode.DONE
    assert engine.service.table.match is match


def test_a_request_on_an_older_position_takes_nothing_up(tmp_path: Path) -> None:
    engine, duel = broken_off(tmp_path)
    assert asked(engine, "up", CommandKind.TAKE_UP, name=duel, revision=99).code is AnswerCode.STALE


@pytest.mark.parametrize(
    ("name", "said"), [("000009-nowhere", "no match '000009-nowhere'"), ("../x", "can't name a match")]
)
def test_a_match_that_is_not_there_is_refused(tmp_path: Path, name: str, said: str) -> None:
    engine, _ = broken_off(tmp_path)
    match = engine.service.table.match
    answer = asked(engine, "up", CommandKind.TAKE_UP, name=name)
    assert answer.code is AnswerCode.UNREADABLE
    assert said in answer.text
    assert engine.service.table.match is match


def test_a_match_that_is_over_is_refused(tmp_path: Path) -> None:
    engine = Started(tmp_path)
    engine.open("one", replace(DUEL, bots=""))
    over = engine.opening.match
    asked(engine, "end", CommandKind.ADJUDICATE, winners=(Seat("south"),), reason="time")
    engine.open("two", TABLE.terms)
    answer = asked(engine, "up", CommandKind.TAKE_UP, name=over)
    assert answer.code is AnswerCode.UNREADABLE
    assert f"match {over} is over" in answer.text


def test_a_match_that_another_engine_plays_is_refused(tmp_path: Path) -> None:
    other = Started(tmp_path, replace(TABLE, table="other"))
    engine = Started(tmp_path)
    answer = asked(engine, "up", CommandKind.TAKE_UP, name=other.opening.match)
    assert answer.code is AnswerCode.NOT_NOW
    assert "another engine writes this match" in answer.text


def test_another_tables_match_can_be_taken_up_once_that_table_has_stopped(tmp_path: Path) -> None:
    other = Started(tmp_path, replace(TABLE, table="other"))
    name = other.opening.match
    other.service.close()
    engine = Started(tmp_path)
    assert asked(engine, "up", CommandKind.TAKE_UP, name=name).code is AnswerCode.DONE
    engine.service.close()
    assert Started(tmp_path).opening.match == name


def test_where_recorded_pictures_are_played_nothing_is_taken_up(tmp_path: Path) -> None:
    other = Started(tmp_path)
    name = other.opening.match
    other.service.close()
    engine = Started(tmp_path, replace(TABLE, feed="footage since 1"))
    assert "recorded pictures" in asked(engine, "up", CommandKind.TAKE_UP, name=name).text
