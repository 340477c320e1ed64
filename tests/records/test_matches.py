"""Matches on the disk: tampering is found and named with its line, nothing is deleted unasked."""

import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE, MISSING, main
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.records.archive import find_match, import_match, look_at
from engine.records.chain import check_chain
from engine.session.matches.entries import canonical
from engine.session.matches.journal import FIRST_HASH, Journal, chained, journal_path
from engine.session.matches.match import note, open_match
from engine.session.matches.match_opening import MatchOpening
from tests.session.playing import GAME, PLACES

NAME = "000007-2026-01-02-table"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A match with an opening and five notes."""
    opening = MatchOpening(NAME, Seconds(1e9), "row", "none", "none", setup=PLACES, table="table")
    match, opened = open_match(GAME, opening)
    entries = [opened, *(note(match, {}, causes=(f"c{number}",))[1] for number in range(5))]
    found = journal_path(tmp_path / "matches", NAME)
    with Journal.open(found, create=True) as journal:
        for number, entry in enumerate(entries):
            journal.append((entry,), Seconds(1e9 + number))
    return found


def test_an_untouched_chain_holds(path: Path) -> None:
    report = check_chain(path.read_bytes())
    assert (report.faults, report.lines, report.torn) == ((), 6, 0)


def swapped(lines: list[bytes]) -> list[bytes]:
    return [*lines[:2], lines[3], lines[2], *lines[4:]]


def forged(lines: list[bytes]) -> list[bytes]:
    """Change entry 3 and give it the hash that goes with the change."""
    second, third = json.loads(lines[1]), json.loads(lines[2])
    third["body"]["causes"] = ["other"]
    third["hash"] = chained(second["hash"], third)
    return [*lines[:2], canonical(third) + b"\n", *lines[3:]]


@pytest.mark.parametrize(
    ("tamper", "lines_named", "word"),
    [
        (lambda lines: [*lines[:2], lines[2].replace(b'"c1"', b'"c9"'), *lines[3:]], [3], "entry 3"),
        (lambda lines: [*lines[:2], *lines[3:]], [3], "entry 3 was removed"),
        (lambda lines: [*lines[:1], *lines[4:]], [2], "entries 2 to 4 were removed"),
        (lambda lines: lines[1:], [1], "entry 1 was removed"),
        (swapped, [3], "entry 4 was moved: it follows entry 3, which is on line 4"),
        (lambda lines: [*lines[:3], lines[1], *lines[3:]], [4], "entry 2 stands here again"),
        (forged, [4], "or the one before it together with its hash"),
        (lambda lines: [*lines[:2], b"rubbish\n", *lines[3:]], [3], "this is no entry"),
    ],
    ids=["changed", "removed", "three removed", "first removed", "swapped", "twice", "forged", "rubbish"],
)
def test_what_was_done_to_a_journal_is_named_with_its_line(
    path: Path,
    tamper: Callable[[list[bytes]], list[bytes]],
    lines_named: list[int],
    word: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path.write_bytes(b"".join(tamper(path.read_bytes().splitlines(keepends=True))))
    report = check_chain(path.read_bytes())
    assert [fault.line for fault in report.faults] == lines_named
    assert word in report.faults[0].text
    assert main(["matches", "--verify", "--data", str(path.parent.parent)]) == DIDNT_HOLD
    assert f"{path}:{report.faults[0].line}:" in capsys.readouterr().out


def test_a_torn_last_entry_is_said_and_is_no_fault(path: Path) -> None:
    content = path.read_bytes()
    report = check_chain(content[:-30])
    assert report.faults == ()
    assert report.lines == 5
    assert report.torn > 0


@pytest.mark.parametrize("content", [b"", b'{"n": 1}\n', b'{"n": 1, "kin'])
def test_a_journal_without_a_whole_entry_doesnt_hold(
    content: bytes, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_bytes(content)
    assert main(["check", str(path)]) == DIDNT_HOLD
    assert "the journal has no whole entry" in capsys.readouterr().out


def test_matches_are_listed_with_what_they_hold(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matches", "--json", "--data", str(path.parent.parent)]) == DONE
    facts = json.loads(capsys.readouterr().out)
    assert (facts["match"], facts["entries"], facts["table"], facts["last_at"]) == (NAME, 6, "table", 1e9 + 5)


def test_a_match_is_found_by_its_number(path: Path) -> None:
    assert find_match(path.parent.parent, "7") == path
    assert find_match(path.parent.parent, NAME) == path


def test_an_unknown_match_is_bad_input(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["matches", "--verify", "9", "--data", str(path.parent.parent)]) == BAD_INPUT
    assert "no match '9'" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["matches", "rejudge"])
def test_a_match_of_nearly_that_name_is_suggested(
    path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, NAME.replace("7", "8", 1), "--data", str(path.parent.parent)]) == BAD_INPUT
    assert f"did you mean {NAME}?" in capsys.readouterr().err
    assert main([command, "elsewhere", "--data", str(path.parent.parent)]) == BAD_INPUT
    assert "did you mean" not in capsys.readouterr().err


def test_nothing_is_deleted_unasked(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["matches", "--delete", "7", "--data", str(path.parent.parent)]) == BAD_INPUT
    assert path.exists()
    assert main(["matches", "--delete", "7", "--yes", "--data", str(path.parent.parent)]) == DONE
    assert not path.parent.exists()


def test_a_match_that_is_played_is_not_deleted(path: Path) -> None:
    with Journal.open(path):
        assert main(["matches", "--delete", "7", "--yes", "--data", str(path.parent.parent)]) == MISSING
    assert path.exists()


def test_an_imported_match_is_the_same_and_never_overwrites(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    found = import_match(other, path, game_of=lambda _: GAME)
    assert found.read_bytes() == path.read_bytes()
    assert look_at(found).entries == 6
    assert main(["matches", "--import", str(path), "--data", str(other)]) == BAD_INPUT


def rechained(content: bytes, change: Callable[[int, dict[str, Any]], None]) -> bytes:
    """Change entries of a journal and write every hash again, as somebody would who means harm."""
    last, lines = FIRST_HASH, []
    for number, text in enumerate(content.splitlines(), start=1):
        line = json.loads(text)
        change(number, line)
        last = line["hash"] = chained(last, line)
        lines.append(canonical(line) + b"\n")
    return b"".join(lines)


@pytest.mark.parametrize("revision", ["x", 1e300, -1, 2**60, True, [], None])
def test_a_revision_that_is_none_is_no_entry_and_breaks_no_list(path: Path, revision: object) -> None:
    def change(number: int, line: dict[str, Any]) -> None:
        if number == 2:
            line["body"]["revision"] = revision

    path.write_bytes(rechained(path.read_bytes(), change))
    with pytest.raises(InputFault):
        import_match(path.parents[2] / "other", path, game_of=lambda _: GAME)
    assert look_at(path).fault
    assert main(["matches", "--data", str(path.parent.parent)]) == DONE


def test_a_match_that_doesnt_replay_is_not_imported(path: Path, tmp_path: Path) -> None:
    def change(number: int, line: dict[str, Any]) -> None:
        if number == 1:
            line["body"]["state"] = "0" * 64

    path.write_bytes(rechained(path.read_bytes(), change))
    with pytest.raises(InputFault, match=re.escape(str(path))):
        import_match(tmp_path / "other", path, game_of=lambda _: GAME)
    assert not (tmp_path / "other").exists()


def test_a_journal_that_nests_for_ever_is_no_entry() -> None:
    assert check_chain(b'{"a":' * 100_000 + b"\n" + b"x\n").faults


def test_a_changed_match_is_not_imported(path: Path, tmp_path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"c1", b"c9"))
    assert main(["matches", "--import", str(path.parent), "--data", str(tmp_path / "other")]) == BAD_INPUT
    assert not (tmp_path / "other" / NAME).exists()


def test_an_entry_of_an_unknown_kind_is_no_entry(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"noted"', b'"nosed"', 1))
    assert [fault.line for fault in check_chain(path.read_bytes()).faults] == [2]
