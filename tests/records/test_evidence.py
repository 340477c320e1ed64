"""The evidence beside a journal: whole, bounded, open to others' tools, and never in the match's way."""

import json
import os
import tracemalloc
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcap.reader import make_reader
from mcap.writer import CompressionType, Writer

from dashboard.commands import DIDNT_HOLD, DONE, main
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds
from engine.records.bounds import Bounds
from engine.records.chain import check_chain
from engine.records.evidence import (
    LARGEST_CHUNK,
    evidence_files,
    latest_messages,
    read_about,
    read_evidence,
)
from engine.records.packing import repair
from engine.records.recorder import EvidenceRecorder
from engine.records.rejudgement import judge_again, sittings
from engine.session.matches.entries import JournalEntry
from engine.session.matches.evidence_log import JournalEnd, Tick
from engine.session.matches.journal import Journal, journals, read_journal
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from tests.records.engines import RecordedEngine
from tests.session.playing import GAME, PLACES
from tests.session.two_soldiers import GAME as HOUSE
from tests.session.two_soldiers import MOVE, PIECES, SETUP


def played(folder: Path, **more: Any) -> RecordedEngine:
    """Play a move that is seen, one that is asked for, and one that is refused."""
    engine = RecordedEngine(folder, **more)
    engine.show()
    engine.show(w_inf_1="e6")
    assert engine.ask("1", action={"end_turn": True}).code is AnswerCode.DONE
    assert engine.ask("2", action=MOVE).code is AnswerCode.ILLEGAL
    return engine


def files_of(folder: Path) -> tuple[Path, ...]:
    return evidence_files(journals(folder)[0].parent)


def test_evidence_opens_with_the_public_reader_and_its_schemas_are_the_buss(tmp_path: Path) -> None:
    played(tmp_path).service.close()
    (path,) = files_of(tmp_path)
    with path.open("rb") as stream:
        reader = make_reader(stream, validate_crcs=True)
        assert reader.get_header().profile == "boardwarden"
        found = [
            (schema, channel, json.loads(message.data)) for schema, channel, message in reader.iter_messages()
        ]
        (about,) = list(reader.iter_metadata())
    assert about.metadata["version"] == "1.2.3"
    assert about.metadata["game"] == "dozen_war"
    topics = {channel.topic for _, channel, _ in found}
    assert topics == {
        "boardwarden/t/vision/cam/look",
        "boardwarden/t/engine/command",
        "boardwarden/t/engine/answer",
        "boardwarden/t/engine/verdict",
        "record/kept",
    }
    for schema, channel, message in found:
        assert schema is not None
        assert (schema.encoding, channel.message_encoding) == ("jsonschema", "json")
        described = json.loads(schema.data)
        assert described["type"] == "object"
        assert set(described["required"]) <= message.keys() <= set(described["properties"])
    looks = [message for _, channel, message in found if channel.topic.endswith("/look")]
    assert len(looks) == 4


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_evidence_is_its_owner_s_alone_as_the_journal_is(tmp_path: Path) -> None:
    played(tmp_path).service.close()
    assert [path.stat().st_mode & 0o077 for path in files_of(tmp_path)] == [0]


def test_times_are_of_one_clock_that_never_goes_back(tmp_path: Path) -> None:
    played(tmp_path).service.close()
    times = [one.at_ns for one in read_evidence(files_of(tmp_path)[0])]
    assert times == sorted(times)
    assert times[-1] > times[0] >= 100 * 10**9


def test_an_engine_that_was_killed_loses_nothing_recorded_and_the_file_is_mended(tmp_path: Path) -> None:
    engine = played(tmp_path)
    (left,) = files_of(tmp_path)
    assert left.name == "evidence-001.mcap.part"
    before = list(read_evidence(left))
    cut = left.with_name("evidence-002.mcap.part")
    cut.write_bytes(left.read_bytes()[:-7])
    mended = list(repair(tmp_path))
    assert [path.name for path in mended] == ["evidence-002.mcap"], "one that is being written is left alone"
    with mended[0].open("rb") as stream:
        assert len(list(make_reader(stream).iter_messages())) == len(before) - 1
    assert list(read_evidence(mended[0])) == before[:-1]
    assert read_about(mended[0])["table"] == "t"
    engine.service.close()


def test_a_kill_between_packing_and_removing_counts_no_message_twice(tmp_path: Path) -> None:
    engine = played(tmp_path)
    (part,) = evidence_files(journals(tmp_path)[0].parent)
    left = part.read_bytes()
    engine.service.close()
    (packed,) = evidence_files(part.parent)
    whole = list(read_evidence(packed))
    part.write_bytes(left)
    assert evidence_files(part.parent) == (packed,)
    assert list(repair(tmp_path)) == [packed]
    assert not part.exists()
    assert list(read_evidence(packed)) == whole


def test_a_file_that_cant_be_packed_keeps_no_other_from_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = played(tmp_path)
    (part,) = evidence_files(journals(tmp_path)[0].parent)
    folder = part.with_name("evidence-000.mcap.part")
    folder.mkdir()
    left = part.with_name("evidence-002.mcap.part")
    left.write_bytes(part.read_bytes())
    assert [path.name for path in repair(tmp_path)] == ["evidence-002.mcap"]
    assert "evidence-000.mcap.part can't be packed" in caplog.text
    engine.service.close()


def test_a_match_taken_up_again_has_a_file_more(tmp_path: Path) -> None:
    played(tmp_path).service.close()
    RecordedEngine(tmp_path).service.close()
    assert [path.name for path in files_of(tmp_path)] == ["evidence-001.mcap", "evidence-002.mcap"]
    (first, *_) = read_evidence(files_of(tmp_path)[1])
    assert first.message.entries == len(read_journal(journals(tmp_path)[0]).entries)


def test_a_full_disk_stops_the_evidence_and_not_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    engine = RecordedEngine(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.records.evidence.EvidenceFile.write", full)
    assert engine.ask("1", action=MOVE).code is AnswerCode.DONE
    assert engine.ask("2", action={"end_turn": True}).code is AnswerCode.DONE
    assert caplog.text.count("No space left on device") == 1
    assert len(read_journal(journals(tmp_path)[0]).entries) == 3
    engine.service.close()


def test_a_disk_that_is_nearly_full_is_left_to_the_journal(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = played(tmp_path, bounds=Bounds(free_bytes=10_000), free_bytes=lambda _: 9_999)
    assert "are free" in caplog.text
    assert [one.channel for one in read_evidence(files_of(tmp_path)[0])] == []
    engine.service.close()


def test_the_oldest_matchs_evidence_gives_way_and_its_journal_stays(tmp_path: Path) -> None:
    size = 0
    for number in range(3):
        engine = played(tmp_path, table=f"t{number}", bounds=Bounds(2 * size or 10**9, 0))
        engine.service.close()
        size = size or sum(path.stat().st_size for path in tmp_path.glob("*/evidence-*"))
    newest, middle, oldest = journals(tmp_path)
    assert evidence_files(newest.parent)
    assert evidence_files(oldest.parent) == ()
    assert len(read_journal(oldest).entries) == len(read_journal(middle).entries)


def test_evidence_that_outgrows_its_bound_alone_stops(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    engine = played(tmp_path, bounds=Bounds(10, 0))
    assert "has reached its bound" in caplog.text
    assert engine.service.table.match.revision == 2
    engine.service.close()


def test_a_recorder_without_its_folder_holds_nobody_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    recorder = EvidenceRecorder(tmp_path / "nowhere", about={})
    opening = MatchOpening("m", Seconds(0.0), "row", "none", "none", setup=PLACES)
    match, _ = open_match(GAME, opening)
    recorder.begin(match, JournalEnd(1, "0"), 0.0)
    recorder.record("tick", "", Tick(), 1.0)
    recorder.close()
    assert caplog.text.count("no more evidence") == 1


def test_rubbish_instead_of_evidence_holds_no_messages(tmp_path: Path) -> None:
    path = tmp_path / "evidence-001.mcap"
    path.write_bytes(b"rubbish")
    assert list(read_evidence(path)) == []


def test_entries_cut_off_the_end_are_found_by_the_evidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path).service.close()
    (journal,) = journals(tmp_path)
    assert main(["matches", "--verify", "--data", str(tmp_path)]) == DONE
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
    assert main(["matches", "--verify", "--data", str(tmp_path)]) == DIDNT_HOLD
    assert f"{journal}:3: entries from 3 on were cut off" in capsys.readouterr().out


def test_a_journal_written_anew_as_a_whole_is_found_by_the_evidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path).service.close()
    (journal,) = journals(tmp_path)
    opened, first, *rest = read_journal(journal).entries
    journal.unlink()
    forged = JournalEntry(first.kind, {**first.body, "by": ["north"]})
    with Journal.open(journal, create=True) as anew:
        anew.append((opened, forged, *rest), Seconds(100.0))
    assert check_chain(journal.read_bytes()).faults == ()
    assert main(["matches", "--verify", "--data", str(tmp_path)]) == DIDNT_HOLD
    assert "isn't the one that was written" in capsys.readouterr().out


def bomb(path: Path, *, claimed: int, unpacked: int) -> None:
    """Write evidence with one chunk that unpacks to far more than the file has, whatever it claims."""
    with path.open("wb") as stream:
        writer = Writer(stream, compression=CompressionType.ZSTD)
        writer.start(profile="boardwarden")
        writer.add_metadata("boardwarden", {"game": "dozen_war"})
        schema = writer.register_schema("Tick", "jsonschema", b"{}")
        channel = writer.register_channel("record/tick", "json", schema)
        writer.add_message(channel, 1, b" " * unpacked, 1)
        writer.finish()
    honest = unpacked.to_bytes(8, "little")
    content = path.read_bytes()
    for extra in range(200):  # the chunk is a little larger than its message
        honest = (unpacked + extra).to_bytes(8, "little")
        if honest in content:
            path.write_bytes(content.replace(honest, claimed.to_bytes(8, "little")))
            return
    raise AssertionError("the size stands nowhere")


@pytest.mark.parametrize("claimed", [1_000, 2**40], ids=["understated", "overstated"])
def test_a_chunk_that_unpacks_to_more_than_any_of_ours_is_not_unpacked(tmp_path: Path, claimed: int) -> None:
    path = tmp_path / "evidence-001.mcap"
    bomb(path, claimed=claimed, unpacked=LARGEST_CHUNK + 1)
    assert path.stat().st_size < 100_000
    tracemalloc.start()
    try:
        assert list(read_evidence(path)) == []
        with pytest.raises(InputFault):
            next(latest_messages(path, ("tick",), "", until_ns=10))
        assert tracemalloc.get_traced_memory()[1] < LARGEST_CHUNK
    finally:
        tracemalloc.stop()


def test_questions_are_not_recorded(tmp_path: Path) -> None:
    engine = played(tmp_path)
    before = files_of(tmp_path)[0].stat().st_size
    for number in range(20):
        engine.ask(f"q{number}", CommandKind.ASK, piece="w.inf.1", place="e6")
    assert files_of(tmp_path)[0].stat().st_size == before
    engine.service.close()


def test_what_a_seat_asks_for_is_sealed_in_the_evidence_and_judged_again_by_the_journals_key(
    tmp_path: Path,
) -> None:
    pieces = {"w.cav.1": {"at": "c5"}, "n.inf.1": {"at": "f8"}}
    setup = {**SETUP, "hands": {"west": ["dai-dao"]}, "pieces": pieces}
    engine = RecordedEngine(tmp_path, setup=setup)
    card = {"play": "dai-dao", "user": "w.cav.1"}
    assert engine.ask("a", action={"play": "bua-chien"}, seat=Seat("west")).code is AnswerCode.ILLEGAL
    assert engine.ask("b", action=card, seat=Seat("west")).code is AnswerCode.DONE
    assert engine.ask("c", action={"end_turn": True}).code is AnswerCode.DONE
    (left,) = files_of(tmp_path)
    assert b"bua-chien" not in left.read_bytes()
    engine.service.close()
    recorded = list(read_evidence(files_of(tmp_path)[0]))
    assert [one.channel for one in recorded if one.channel.endswith("command")] == [
        "seat_command",
        "seat_command",
        "command",
    ]
    sealed = [one.message.sealed for one in recorded if one.channel == "seat_command"]
    assert len({len(one) for one in sealed}) == 1
    journal = journals(tmp_path)[0]
    (sitting,) = sittings(journal.parent)
    asked = [one.took for one in sitting.happenings if isinstance(one.took, Command)]
    assert [one.action for one in asked] == [{"play": "bua-chien"}, card, {"end_turn": True}]
    account = judge_again(HOUSE, PIECES, read_journal(journal).entries, (sitting,))
    assert (account.differences, account.missing) == ([], 0)


def test_evidence_from_when_commands_lay_open_is_judged_again_as_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def plainly(_: object, channel: str, message: object) -> tuple[str, object]:
        return channel, replace(message, seat=None) if isinstance(message, Answer) else message

    monkeypatch.setattr("engine.records.recorder.closed", plainly)
    engine = RecordedEngine(tmp_path)
    engine.ask("a", action={"end_turn": True}, seat=Seat("north"))
    engine.ask("b", action={"end_turn": True}, seat=Seat("west"))
    engine.service.close()
    journal = journals(tmp_path)[0]
    account = judge_again(HOUSE, PIECES, read_journal(journal).entries, sittings(journal.parent))
    assert (account.differences, account.missing) == ([], 0)
