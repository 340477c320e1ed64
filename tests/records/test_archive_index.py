"""An archive's index: finds matches by player, card, broken rule and date, and is never the truth."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from dashboard.commands import BAD_INPUT, DONE, main
from dashboard.commands.indexed import current_index
from dashboard.lab.made_archive import make_archive
from engine.core.faults import MissingFault
from engine.core.ids import Seconds
from engine.records.archive import look_at
from engine.records.archive_index import NAME, ArchiveIndex, MatchCriteria
from engine.records.index_row import IndexRow, index_row
from engine.session.matches.journal import journals
from tests.records.engines import RecordedEngine

ENTRIES = 600


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    assert make_archive(folder, ENTRIES, played=1, longest=40) >= 15
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "matches"))


def listed(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> list[dict[str, object]]:
    assert main(["matches", "--json", "--data", str(folder), *words]) == DONE
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_made_archive_is_sound_and_no_two_matches_are_alike(
    made: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["matches", "--verify", "--data", str(made)]) == DONE
    out = capsys.readouterr().out.splitlines()
    assert len(out) == len(journals(made))
    assert all(" holds: " in line for line in out)
    ends = {path.read_bytes().splitlines()[-1] for path in journals(made)}
    assert len(ends) == len(journals(made))
    assert {look_at(path).game for path in journals(made)} >= {"dozen_war", "quoc_chien"}


def test_the_index_lists_what_reading_every_journal_lists(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    read = listed(capsys, folder)
    assert not (folder / NAME).exists(), "few matches need no index"
    assert listed(capsys, folder, "--reindex") == read
    assert (folder / NAME).is_file()
    assert listed(capsys, folder) == read


def test_matches_are_found_by_player_card_rule_and_date(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [index_row(path) for path in journals(folder)]
    one = next(row for row in rows if row.broken and row.cards and row.listed.names)
    name, (card, *_), ((rule, _), *_) = next(iter(one.listed.names.values())), one.cards, one.broken
    day = datetime.fromtimestamp(one.listed.opened_at).astimezone().strftime("%Y-%m-%d")
    chapter = rule.partition(".")[0]
    midnight = datetime.strptime(day, "%Y-%m-%d").astimezone().timestamp()
    searches: dict[tuple[str, ...], Callable[[IndexRow], bool]] = {
        ("--player", name.upper() if name.isascii() else name): lambda row: name in row.listed.names.values(),
        ("--card", card): lambda row: card in row.cards,
        ("--rule", chapter): lambda row: breaks(row, chapter),
        ("--since", day): lambda row: row.listed.opened_at >= midnight,
        ("--until", day): lambda row: row.listed.opened_at < midnight + 86400,
        ("--since", day, "--until", day, "--rule", rule): lambda row: (
            breaks(row, rule) and midnight <= row.listed.opened_at < midnight + 86400
        ),
    }
    for words, expected in searches.items():
        found = {str(two["match"]) for two in listed(capsys, folder, *words)}
        assert found == {row.listed.match for row in rows if expected(row)}, words
        assert one.listed.match in found
    assert listed(capsys, folder, "--player", "nobody") == []


def breaks(row: IndexRow, rule: str) -> bool:
    return any(one == rule or one.startswith(f"{rule}.") for one, _ in row.broken)


def test_what_changes_in_the_folder_is_found_at_the_next_search(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    count = len(listed(capsys, folder, "--reindex"))
    engine = RecordedEngine(tmp_path / "other")
    engine.show()
    engine.show(w_inf_1="e6")
    engine.service.close()
    new = journals(tmp_path / "other")[0].parent
    shutil.copytree(new, folder / "999999-new")
    shutil.rmtree(journals(folder)[-1].parent)
    found = listed(capsys, folder)
    assert (len(found), found[0]["match"], found[0]["entries"]) == (count, "999999-new", 2)
    with (folder / "999999-new" / "journal.jsonl").open("ab") as journal:
        journal.write(b'{"torn')
    assert listed(capsys, folder, "--card", "w.inf.1")[0]["match"] == "999999-new"


def test_a_damaged_or_foreign_index_is_made_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    read = listed(capsys, folder)
    (folder / NAME).write_bytes(b"no database at all" * 100)
    assert listed(capsys, folder) == read
    (folder / NAME).unlink()
    other = sqlite3.connect(folder / NAME)
    other.executescript("create table matches (x); pragma user_version = 99;")
    other.close()
    assert listed(capsys, folder) == read


def test_an_index_that_another_search_writes_is_neither_removed_nor_damaged(folder: Path) -> None:
    with ArchiveIndex(folder) as index:
        index.bring_up_to_date()
    writing = sqlite3.connect(folder / NAME)
    writing.execute("begin exclusive")
    writing.execute("insert into players values ('x', 'Only here', 'west')")
    for anew in (False, True):
        with pytest.raises(MissingFault, match="can't be brought up to date: database is locked; try again"):
            current_index(folder, anew=anew, patience=Seconds(0.01))
    writing.commit()
    (kept,) = writing.execute("select count(*) from players where name = 'Only here'").fetchone()
    writing.close()
    assert kept == 1
    with current_index(folder) as index:
        assert len(list(index.found())) == len(journals(folder))


def test_an_index_is_made_again_in_its_place_and_a_damaged_one_too(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    read = listed(capsys, folder, "--reindex")
    before = (folder / NAME).stat().st_ino
    writing = sqlite3.connect(folder / NAME)
    writing.execute("update matches set listed = '{}'")
    writing.commit()
    writing.close()
    assert listed(capsys, folder, "--reindex") == read
    assert (folder / NAME).stat().st_ino == before, "a search that has it open reads on"
    content = bytearray((folder / NAME).read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    (folder / NAME).write_bytes(content)
    assert listed(capsys, folder, "--reindex") == read


def test_a_journal_that_cant_be_read_stands_in_the_list_with_its_reason(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = journals(folder)[0]
    path.write_bytes(b"[Boardwarden 1]\n")
    first = listed(capsys, folder, "--reindex")[0]
    assert "a match's text" in str(first["fault"])


def test_statistics_are_counted_once_and_then_come_from_the_index(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(*words: str) -> str:
        assert main(["statistics", "--json", "--data", str(folder), *words]) == DONE
        return capsys.readouterr().out

    without = counted()
    listed(capsys, folder, "--reindex")
    assert counted() == without

    def never(path: Path) -> None:
        raise AssertionError(path)

    monkeypatch.setattr("dashboard.commands.indexed.facts_at", never)
    assert counted() == without
    with ArchiveIndex(folder) as index:
        some = len(list(index.found(MatchCriteria(player="Anna"))))
    assert 0 < some < len(journals(folder))
    assert counted("--player", "Anna") != without


@pytest.mark.parametrize(
    "words",
    [
        ("matches", "1", "--player", "Anna"),
        ("statistics", "1", "--player", "Anna"),
        ("matches", "--since", "yesterday"),
        ("matches", "--until", "2026-02-30"),
    ],
)
def test_a_search_that_means_nothing_is_refused(words: tuple[str, ...], folder: Path) -> None:
    assert main([*words, "--data", str(folder)]) == BAD_INPUT


def test_a_search_never_deletes(folder: Path) -> None:
    assert main(["matches", "--delete", "--yes", "--player", "Anna", "--data", str(folder)]) == BAD_INPUT
