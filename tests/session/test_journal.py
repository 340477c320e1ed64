"""The journal: no acknowledged entry is lost, and no damaged one is taken as true."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.session.matches.entries import EntryKind, JournalEntry
from engine.session.matches.journal import (
    Journal,
    JournalFault,
    journal_path,
    parse_journal,
    parse_line,
    read_journal,
)

NOW = Seconds(1.5)


def entry(number: int) -> JournalEntry:
    return JournalEntry(EntryKind.NOTED, {"number": number, "text": "Địa"})


def written(path: Path, count: int = 3) -> bytes:
    with Journal.open(path, create=True) as journal:
        for number in range(count):
            journal.append((entry(number),), NOW)
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return journal_path(tmp_path, "match-1")


def test_appended_entries_are_read_back(path: Path) -> None:
    written(path)
    assert read_journal(path).entries == tuple(entry(number) for number in range(3))


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_a_journal_is_its_owner_s_alone_for_it_holds_every_hand(path: Path) -> None:
    written(path)
    assert path.stat().st_mode & 0o077 == 0


def test_a_reopened_journal_goes_on_with_the_chain(path: Path) -> None:
    written(path)
    with Journal.open(path) as journal:
        assert len(journal.entries) == 3
        journal.append((entry(3), entry(4)), NOW)
    assert read_journal(path).entries == tuple(entry(number) for number in range(5))


def test_a_tail_torn_at_any_byte_is_cut_off_and_the_rest_kept(path: Path) -> None:
    content = written(path)
    last = content.rstrip(b"\n").rindex(b"\n") + 1
    for cut in range(last, len(content)):
        kept = parse_journal(content[:cut])
        assert len(kept.entries) == 2
        assert kept.torn == cut - last


def test_a_torn_tail_is_gone_after_opening_and_writing_goes_on(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    content = written(path)
    path.write_bytes(content[:-10])
    with Journal.open(path) as journal:
        journal.append((entry(7),), NOW)
    assert [one.body["number"] for one in read_journal(path).entries] == [0, 1, 7]
    assert "never completed" in caplog.text


def test_a_tail_of_zeros_counts_as_torn(path: Path) -> None:
    content = written(path)
    assert len(parse_journal(content + b"\0" * 100).entries) == 3


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(data=st.data())
def test_a_changed_byte_before_the_last_entry_is_named(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = written(journal_path(tmp_path_factory.mktemp("journal"), "m"))
    second = content.index(b"\n", content.index(b"\n") + 1)
    at = data.draw(st.integers(0, second - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda one: one != content[at]))
    changed = content[:at] + bytes([byte]) + content[at + 1 :]
    with pytest.raises(InputFault, match=r"entry [123] is damaged"):
        parse_journal(changed)


def test_a_removed_entry_is_noticed(path: Path) -> None:
    lines = written(path).splitlines(keepends=True)
    with pytest.raises(InputFault, match="entry 2 is damaged"):
        parse_journal(lines[0] + lines[2])


def test_two_writers_are_kept_apart(path: Path) -> None:
    written(path)
    with Journal.open(path), pytest.raises(JournalFault, match="another engine"):
        Journal.open(path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full to play a full disk")
def test_nothing_is_acknowledged_once_the_folder_was_moved_away_until_it_is_back(
    path: Path, tmp_path: Path
) -> None:
    away = tmp_path / "away"
    with Journal.open(path, create=True) as journal:
        journal.append((entry(0),), NOW)
        path.parent.rename(away)
        with pytest.raises(JournalFault, match="Put the folder back"):
            journal.append((entry(1),), NOW)
        path.parent.mkdir()
        path.touch()
        with pytest.raises(JournalFault, match="Put the folder back"):
            journal.append((entry(1),), NOW)
        path.unlink()
        path.parent.rmdir()
        away.rename(path.parent)
        journal.append((entry(2),), NOW)
    assert read_journal(path).entries == (entry(0), entry(2))


def test_a_full_disk_is_said_and_nothing_counts_as_written(path: Path) -> None:
    written(path)
    journal = Journal.open(path)
    full = os.open("/dev/full", os.O_RDWR)
    os.dup2(full, journal.descriptor)
    os.close(full)
    with pytest.raises(JournalFault, match="Make room"):
        journal.append((entry(9),), NOW)
    journal.close()
    assert len(read_journal(path).entries) == 3


@pytest.mark.parametrize("name", ["", "..", "a/b", ".hidden", "x" * 200])
def test_a_name_that_is_no_folder_of_its_own_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputFault, match="can't name a match"):
        journal_path(tmp_path, name)


@pytest.mark.parametrize("number", ["9" * 400, "1e999", "[" * 200_000], ids=["long", "endless", "deep"])
@pytest.mark.parametrize("line", ['{"at":NUMBER,"body":{}', '{"at":1,"body":{"opened_at":NUMBER}'])
def test_a_line_with_a_number_that_no_computer_holds_is_no_entry(line: str, number: str) -> None:
    whole = line.replace("NUMBER", number) + ',"hash":"","kind":"opened","n":1}'
    assert parse_line(whole.encode()) is None
