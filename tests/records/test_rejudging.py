"""Judging again: by the same rules bit-equal, by others side by side with the rule that explains it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE, main
from engine.bus.client import ReceivedMessage
from engine.bus.messages.cameras import CameraEvent, CameraEventKind
from engine.bus.messages.commands import AnswerCode, CommandKind
from engine.core.ids import Seconds
from engine.core.observations import SourceKnows
from engine.core.phrase import Phrase
from engine.core.tags import FILE, TagBook, dump_tags
from engine.records.evidence import evidence_files, let_go
from engine.records.rejudgement import judge_again, sittings
from engine.records.replay import entry_times, shown_moments, timeline
from engine.session.boards.tags import TagDesk, all_things
from engine.session.matches.entries import JournalEntry
from engine.session.matches.journal import Journal, journals, read_journal
from tests.records.engines import RecordedEngine
from tests.session.two_soldiers import GAME, MOVE, PIECES

VOLCANO = {"seats": ["west", "north"], "pieces": {"w.inf.1": {"at": "f6"}, "n.inf.1": {"at": "l9"}}}


def rejudged(folder: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    status = main(["rejudge", "1", "--data", str(folder), "--json", *words])
    said = capsys.readouterr()
    assert said.err == ""
    return status, json.loads(said.out)


def play_a_little(engine: RecordedEngine) -> None:
    """See a move, a press that ends the turn after a silence, a wrong move, and put it right."""
    engine.show()
    engine.show(w_inf_1="e6")
    engine.press("pad.west", mark="1")
    engine.wait(1.0)
    engine.wait(40.0)
    engine.show()
    engine.show(n_inf_1="b2")
    engine.show()
    assert engine.ask("again", action=MOVE).code is AnswerCode.ILLEGAL
    engine.ask("why", CommandKind.ASK, piece="n.inf.1", place="b2")


def test_by_the_same_rules_everything_comes_out_bit_equal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = RecordedEngine(tmp_path)
    play_a_little(engine)
    engine.service.close()
    entries = len(read_journal(journals(tmp_path)[0]).entries)
    assert entries == 3, "the move and the end of the turn are played"
    status, account = rejudged(tmp_path, capsys)
    assert (status, account["differences"]) == (DONE, [])
    assert (account["entries"], account["missing"]) == (entries, 0)
    assert account["verdicts"] >= 4


def test_a_match_seen_felt_and_read_verifies_replays_and_comes_out_bit_equal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dump_tags(TagBook({"04AABBCC": "piece w.inf.1", "04AABBCD": "piece n.inf.1"}), tmp_path / FILE)
    tags = TagDesk(tmp_path / FILE, all_things(GAME, PIECES), None, discreet=True)
    engine = RecordedEngine(tmp_path, tags=tags)
    engine.show()
    engine.feel("e5", "covered")
    engine.feel("f8", "covered")
    engine.read("e5", "04AABBCC")
    engine.read("e6")
    engine.rest(1.5)
    engine.show()
    # The camera is blind from here on: what follows is felt and read.
    engine.rest(4.0)
    engine.feel("e5", "clear")
    engine.read("e5")
    engine.feel("e6", "covered")
    engine.read("e6", "04AABBCC")
    engine.rest(3.0)
    engine.press("pad.west", mark="1")
    engine.rest(3.0)
    engine.feel("f8", "clear")
    engine.feel("b2", "covered")
    engine.rest(3.0)
    engine.show(n_inf_1="b2")
    engine.service.close()
    played = [
        entry.body["actions"]
        for entry in read_journal(journals(tmp_path)[0]).entries
        if "actions" in entry.body
    ]
    assert played[0] == [MOVE]
    assert {run.knows for run in engine.service.table.belief.runs.values()} == set(SourceKnows)
    status, account = rejudged(tmp_path, capsys)
    assert (status, account["differences"]) == (DONE, [])
    assert account["verdicts"] >= 3
    assert main(["matches", "--verify", "--data", str(tmp_path)]) == DONE
    journal = journals(tmp_path)[0]
    times = timeline(entry_times(journal), sittings(tmp_path))
    *_, last = shown_moments(GAME, PIECES, read_journal(journal).entries, times)
    assert last.table.match.state == engine.service.table.match.state


def test_a_camera_that_was_moved_comes_out_bit_equal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = RecordedEngine(tmp_path)
    moved = CameraEvent("cam", Seconds(5.0), CameraEventKind.MOVED, Phrase("it was moved"))
    engine.service.take(ReceivedMessage("camera_event", "cam", moved))
    engine.service.close()
    status, account = rejudged(tmp_path, capsys)
    assert (status, account["differences"]) == (DONE, [])
    assert (account["entries"], account["missing"], account["verdicts"]) == (2, 0, 1)


def test_a_match_broken_off_and_taken_up_is_judged_again_as_a_whole(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = RecordedEngine(tmp_path)
    first.show()
    first.show(w_inf_1="e6")
    first.service.close()
    second = RecordedEngine(tmp_path)
    second.show()
    assert second.ask("end", action={"end_turn": True}).code is AnswerCode.DONE
    second.service.close()
    status, account = rejudged(tmp_path, capsys)
    assert (status, account["same"], account["missing"]) == (DONE, True, 0)
    assert len(evidence_files(journals(tmp_path)[0].parent)) == 2


def test_entries_without_evidence_are_counted_and_taken_from_the_journal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        engine = RecordedEngine(tmp_path)
        play_a_little(engine)
        engine.service.close()
    oldest, _ = evidence_files(journals(tmp_path)[0].parent)
    let_go(oldest)
    status, account = rejudged(tmp_path, capsys)
    assert (status, account["missing"]) == (DONE, 2)


def test_a_recording_that_says_otherwise_is_shown_at_its_first_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = RecordedEngine(tmp_path)
    play_a_little(engine)
    (path,) = evidence_files(journals(tmp_path)[0].parent)
    path.write_bytes(path.read_bytes().replace(b'"cell":"e6"', b'"cell":"e4"'))
    status, account = rejudged(tmp_path, capsys)
    assert status == DIDNT_HOLD
    (difference,) = account["differences"]
    assert difference["stage"] == "verdict"
    assert "e6" in difference["recorded"][0]
    assert "e4" in difference["judged"][0]
    engine.service.close()


def test_another_reading_is_said_side_by_side_with_its_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = RecordedEngine(tmp_path, setup=VOLCANO)
    engine.show()
    engine.show(w_inf_1="g6")
    assert engine.ask("end", action={"end_turn": True}).code is AnswerCode.DONE
    engine.service.close()
    status, account = rejudged(tmp_path, capsys, "--option", "volcano_is_mountain=off")
    assert status == DIDNT_HOLD
    (difference,) = account["differences"]
    assert difference["recorded"][0].startswith("settled: ")
    assert difference["judged"][0].startswith("illegal: ")
    assert "[DW-1.2]" in difference["judged"][0]


def test_a_reading_of_what_the_board_does_not_have_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    RecordedEngine(tmp_path, board="duel", setup={"seats": ["south", "north"], "whole": True}).service.close()
    words = ("--option", "volcano_is_mountain=no")
    assert main(["rejudge", "1", "--data", str(tmp_path), *words]) == BAD_INPUT
    said = capsys.readouterr().err
    assert "the reading volcano_is_mountain decides nothing on the board 'duel'" in said


def test_a_reading_that_decides_nothing_here_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = RecordedEngine(tmp_path)
    play_a_little(engine)
    engine.service.close()
    assert rejudged(tmp_path, capsys, "--option", "tie=shared")[0] == DONE


@pytest.mark.parametrize("words", [("--option", "tie=maybe"), ("--option", "tie")])
def test_what_cannot_be_judged_is_bad_input(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    RecordedEngine(tmp_path).service.close()
    assert main(["rejudge", "1", "--data", str(tmp_path), *words]) == BAD_INPUT
    assert "expected" in capsys.readouterr().err


def test_a_journal_that_holds_something_else_is_shown_at_the_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = RecordedEngine(tmp_path)
    play_a_little(engine)
    engine.service.close()
    (path,) = journals(tmp_path)
    opened, *played = read_journal(path).entries
    path.unlink()
    with Journal.open(path, create=True) as journal:
        first = JournalEntry(played[0].kind, {**played[0].body, "by": ["north"]})
        journal.append((opened, first, *played[1:]), Seconds(0.0))
    status, account = rejudged(tmp_path, capsys)
    (difference,) = account["differences"]
    assert (status, difference["stage"]) == (DIDNT_HOLD, "journal")
    assert difference["recorded"] == ["by[0]: north"]
    assert difference["judged"] == ["by[0]: west"]


def test_a_match_without_evidence_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    RecordedEngine(tmp_path).service.close()
    for path in evidence_files(journals(tmp_path)[0].parent):
        path.unlink()
    assert main(["rejudge", "1", "--data", str(tmp_path)]) == BAD_INPUT
    assert "nothing was recorded" in capsys.readouterr().err


def test_a_reading_that_decides_the_opening_is_said_not_to_be_judged_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = RecordedEngine(tmp_path, setup={"seats": ["west", "north"], "whole": True})
    engine.show()
    engine.service.close()
    status, account = rejudged(tmp_path, capsys, "--option", "generals=draft")
    assert (status, account["differences"], account["settled"]) == (DONE, [], ["generals"])
    status, account = rejudged(tmp_path, capsys, "--option", "volcano_is_mountain=off")
    assert account["settled"] == []
    assert main(["rejudge", "1", "--data", str(tmp_path), "--option", "generals=draft"]) == DONE
    assert "generals: settled when the match was opened" in capsys.readouterr().out


@pytest.mark.parametrize("turned_deg", [0.0, None])
@pytest.mark.parametrize(("cell", "differences"), [("e5", 0), ("a1", 1)])
def test_a_journal_that_says_in_degrees_how_a_piece_is_turned_comes_out_the_same(
    turned_deg: float | None, cell: str, differences: int, tmp_path: Path
) -> None:
    engine = RecordedEngine(tmp_path)
    engine.show()
    engine.ask("tapped", action=MOVE)
    engine.service.close()
    journal = journals(tmp_path)[0]
    older = [
        replace(
            entry, body={**entry.body, "leftovers": _in_degrees(entry.body["leftovers"], turned_deg, cell)}
        )
        if entry.body.get("leftovers")
        else entry
        for entry in read_journal(journal).entries
    ]
    assert any("turned_deg" in str(entry.body) for entry in older)
    account = judge_again(GAME, PIECES, tuple(older), sittings(journal.parent))
    assert account.happenings > 0
    assert len(account.differences) == differences


def _in_degrees(lies: dict[str, Any], turned_deg: float | None, cell: str) -> dict[str, Any]:
    """Return leftovers in the form of an old journal, which still had degrees."""
    return {
        piece: {"cell": cell, "face": spot["face"], "edge": spot["edge"], "turned_deg": turned_deg}
        for piece, spot in lies.items()
    }
