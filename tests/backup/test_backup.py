"""Promises of backups: they hold all of a table, of one that plays too, and come back whole or not at all."""

import hashlib
import io
import json
import sqlite3
import stat
import tarfile
from pathlib import Path

import pytest

from dashboard.backup.contents import FORMAT, MANIFEST
from dashboard.backup.restoring import restore_backup
from dashboard.backup.writing import Folders, write_backup
from dashboard.rounds.kept import TournamentFile
from dashboard.rounds.pairing import next_round
from dashboard.rounds.tournament import System, opened, with_round
from dashboard.supervisor.table_lock import HALL, table_lock
from engine.bus.sealing import table_key
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.records.archive_index import NAME as INDEX
from engine.records.archive_index import ArchiveIndex
from engine.session.matches.journal import NAME, journals, read_journal
from tests.session.test_opening import DUEL, Started

MADE_BEFORE = Path(__file__).parent / "form-1.tar.gz"
"""A backup of a table's folder as version 0.5 made it; every later version restores it."""


@pytest.fixture
def here(tmp_path: Path) -> Folders:
    """The folders of a table that has been played at."""
    folders = Folders(tmp_path / "here", tmp_path / "here-lenses")
    for folder in (folders.data, folders.lenses):
        folder.mkdir()
    (folders.lenses / "cam.yaml").write_text("lenses: []\n", encoding="utf-8")
    (folders.data / "tags.yaml").write_text("tags: {}\n", encoding="utf-8")
    (folders.data / ".table.links").write_text("3", encoding="ascii")
    table_key(folders.data, "table")
    return folders


@pytest.fixture
def there(tmp_path: Path) -> Folders:
    """The folders of an empty machine."""
    return Folders(tmp_path / "there" / "matches", tmp_path / "there" / "lenses")


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_all_of_a_table_comes_back_on_an_empty_machine(tmp_path: Path, here: Folders, there: Folders) -> None:
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    done = restore_backup(tmp_path / "b.tar.gz", there)
    assert contents(there.data) == contents(here.data)
    assert contents(there.lenses) == contents(here.lenses)
    assert done.written == len(done.manifest.files) == 4


def test_a_match_that_goes_on_is_copied_whole_and_resumed(
    tmp_path: Path, here: Folders, there: Folders
) -> None:
    playing = Started(here.data)
    playing.open("one", DUEL)
    match, journal = playing.opening.match, here.data / playing.opening.match / NAME
    with journal.open("ab") as file:
        file.write(b'{"at":1,"body"')
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    restore_backup(tmp_path / "b.tar.gz", there)
    copied = read_journal(there.data / match / NAME)
    assert copied.torn == 0
    assert copied.entries == read_journal(journal).entries
    again = Started(there.data)
    assert again.opening.match == match
    assert again.service.table.match.revision == playing.service.table.match.revision
    again.service.close()
    playing.service.close()


def test_only_the_owner_can_read_a_backup_and_what_comes_from_it(
    tmp_path: Path, here: Folders, there: Folders
) -> None:
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    restore_backup(tmp_path / "b.tar.gz", there)
    assert stat.S_IMODE((tmp_path / "b.tar.gz").stat().st_mode) == 0o600
    for path in (there.data, there.lenses, *there.data.rglob("*"), *there.lenses.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


@pytest.mark.parametrize(
    "name", [".table.bus", ".table.html", ".table.play", ".boardwarden-table.service.env"]
)
def test_what_belongs_to_a_running_table_stays_behind(
    tmp_path: Path, here: Folders, there: Folders, name: str
) -> None:
    (here.data / name).write_text("x", encoding="ascii")
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    restore_backup(tmp_path / "b.tar.gz", there)
    assert not (there.data / name).exists()


@pytest.mark.parametrize("name", ["film-en-0a1b2c3d4e5f.mp4", ".part-film-en-0a1b2c3d4e5f.mp4"])
def test_a_film_stays_behind_since_its_match_makes_it_again(
    tmp_path: Path, here: Folders, there: Folders, name: str
) -> None:
    folder = here.data / "000001-2026-12-01-table"
    folder.mkdir(exist_ok=True)
    (folder / name).write_text("x", encoding="ascii")
    (folder / "table.mp4").write_text("somebody's own", encoding="ascii")
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    restore_backup(tmp_path / "b.tar.gz", there)
    assert not (there.data / folder.name / name).exists()
    assert (there.data / folder.name / "table.mp4").exists()


def test_an_index_stays_behind_also_while_it_is_written(
    tmp_path: Path, here: Folders, there: Folders
) -> None:
    playing = Started(here.data)
    playing.open("one", DUEL)
    with ArchiveIndex(here.data) as index:
        index.bring_up_to_date()
    writing = sqlite3.connect(here.data / INDEX)
    writing.execute("pragma cache_size = 1")
    for number in range(3000):
        writing.execute("insert into players values (?, 'Anna', 'west')", (f"{number:06}",))
    assert (here.data / f"{INDEX}-journal").is_file()
    kept = write_backup(tmp_path / "b.tar.gz", here, version="1")
    writing.rollback()
    writing.close()
    playing.service.close()
    assert [name for name in kept.files if "index" in name] == []
    restore_backup(tmp_path / "b.tar.gz", there)
    with ArchiveIndex(there.data) as index:
        assert index.bring_up_to_date() == len(journals(here.data))
        assert {one.match for one in index.found()} == {one.parent.name for one in journals(here.data)}


def test_an_index_in_an_older_backup_is_not_restored(
    tmp_path: Path, here: Folders, there: Folders, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here.data / INDEX).write_bytes(b"an index")
    with monkeypatch.context() as older:
        older.setattr("dashboard.backup.writing.belongs", lambda _: True)
        assert f"data/{INDEX}" in write_backup(tmp_path / "b.tar.gz", here, version="1").files
    (here.data / INDEX).write_bytes(b"another")
    assert restore_backup(tmp_path / "b.tar.gz", here).written == 0
    assert (here.data / INDEX).read_bytes() == b"another"
    restore_backup(tmp_path / "b.tar.gz", there)
    assert not (there.data / INDEX).exists()


def test_evidence_may_be_left_out(tmp_path: Path, here: Folders) -> None:
    (here.data / "000001-x").mkdir()
    for name in (NAME, "evidence-001.mcap", "frames-cam-002.mcap.part"):
        (here.data / "000001-x" / name).write_bytes(b"{}\n")
    whole = write_backup(tmp_path / "whole.tar.gz", here, version="1")
    lean = write_backup(tmp_path / "lean.tar.gz", here, version="1", evidence=False)
    assert {name.rpartition("/")[2] for name in whole.files.keys() - lean.files.keys()} == {
        "evidence-001.mcap",
        "frames-cam-002.mcap.part",
    }


def test_a_journal_is_copied_after_its_evidence(tmp_path: Path, here: Folders) -> None:
    (here.data / "000001-x").mkdir()
    for name in (NAME, "evidence-001.mcap", "zebra"):
        (here.data / "000001-x" / name).write_bytes(b"{}\n")
    assert [*write_backup(tmp_path / "b.tar.gz", here, version="1").files][-1] == f"data/000001-x/{NAME}"


def test_nothing_is_overwritten_unless_it_is_asked_for(tmp_path: Path, here: Folders) -> None:
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    (here.data / "tags.yaml").write_text("tags: {A1B2C3D4: piece w.inf.1}\n", encoding="utf-8")
    with pytest.raises(InputFault, match=r"tags\.yaml: there already"):
        restore_backup(tmp_path / "b.tar.gz", here)
    assert "A1B2C3D4" in (here.data / "tags.yaml").read_text(encoding="utf-8")
    assert restore_backup(tmp_path / "b.tar.gz", here, force=True).written == 1
    assert "A1B2C3D4" not in (here.data / "tags.yaml").read_text(encoding="utf-8")
    with pytest.raises(InputFault, match="there already"):
        write_backup(tmp_path / "b.tar.gz", here, version="1")


def test_a_folder_with_other_files_is_left_alone_unless_it_is_asked_for(
    tmp_path: Path, here: Folders, there: Folders
) -> None:
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    there.data.mkdir(parents=True)
    (there.data / "000007-x").mkdir()
    (there.data / "000007-x" / NAME).write_bytes(b"{}\n")
    before = contents(there.data)
    with pytest.raises(InputFault, match=rf"the backup lacks: \S+/000007-x/{NAME}; nothing was restored"):
        restore_backup(tmp_path / "b.tar.gz", there)
    assert contents(there.data) == before
    restore_backup(tmp_path / "b.tar.gz", there, add=True)
    assert contents(there.data) == {**contents(here.data), **before}
    (there.data / "tags.yaml").write_text("tags: {A1B2C3D4: piece w.inf.1}\n", encoding="utf-8")
    with pytest.raises(InputFault, match=r"tags\.yaml: there already"):
        restore_backup(tmp_path / "b.tar.gz", there, add=True)
    restore_backup(tmp_path / "b.tar.gz", there, force=True)
    assert contents(there.data) == {**contents(here.data), **before}


def test_what_a_restoring_that_was_broken_off_has_left_is_no_other_file(
    tmp_path: Path, here: Folders, there: Folders
) -> None:
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    (there.data / ".restoring-0a1b").mkdir(parents=True)
    (there.data / ".restoring-0a1b" / "journal.jsonl").write_bytes(b"{}")
    (there.data / "tags.yaml").write_bytes((here.data / "tags.yaml").read_bytes())
    (there.data / ".table.html").write_text("x", encoding="ascii")
    there.lenses.mkdir(parents=True)
    (there.lenses / "other.yaml").write_text("lenses: []\n", encoding="utf-8")
    assert restore_backup(tmp_path / "b.tar.gz", there).written == 3


def test_a_table_that_is_played_is_not_overwritten(tmp_path: Path, here: Folders) -> None:
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    with table_lock(here.data, "a table"), pytest.raises(InputFault, match=r"'a table' .* is being played"):
        restore_backup(tmp_path / "b.tar.gz", here, force=True)


def test_a_halls_rounds_and_key_come_back_unless_a_hall_runs_there(
    tmp_path: Path, here: Folders, there: Folders
) -> None:
    table_key(here.data, "hall")
    autumn = opened("Autumn", System.SWISS, ("Ana", "Bình"), ("Oak",))
    TournamentFile(here.data).dump(with_round(autumn, next_round(autumn), now=Seconds(1.0)))
    with table_lock(here.data, HALL):
        write_backup(tmp_path / "b.tar.gz", here, version="1")
    restore_backup(tmp_path / "b.tar.gz", there)
    assert TournamentFile(there.data).load() == TournamentFile(here.data).load()
    assert table_key(there.data, "hall") == table_key(here.data, "hall")
    with table_lock(there.data, HALL), pytest.raises(InputFault, match="a hall runs"):
        restore_backup(tmp_path / "b.tar.gz", there)


def test_a_journal_that_an_engine_holds_is_not_overwritten(tmp_path: Path, here: Folders) -> None:
    playing = Started(here.data)
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    with (here.data / playing.opening.match / NAME).open("ab") as file:
        file.write(b"{}")
    with pytest.raises(InputFault, match="is being played"):
        restore_backup(tmp_path / "b.tar.gz", here, force=True)
    playing.service.close()


def test_a_backup_of_an_older_version_comes_back(there: Folders) -> None:
    restore_backup(MADE_BEFORE, there)
    again = Started(there.data)
    assert again.opening.match == max(path.parent.name for path in there.data.glob(f"*/{NAME}"))
    again.service.close()


def archive(
    path: Path,
    files: dict[str, bytes],
    *,
    more: tuple[tarfile.TarInfo, ...] = (),
    about: dict[str, object] | None = None,
) -> Path:
    """Write a backup by hand."""
    listed = {
        name: {"length": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        for name, content in files.items()
    }
    manifest = {"format": FORMAT, "made_at": "2026-01-01", "version": "1", "files": listed, **(about or {})}
    with tarfile.open(path, "w:gz") as made:
        for member in more:
            made.addfile(member, io.BytesIO(bytes(member.size)))
        for name, content in {**files, MANIFEST: json.dumps(manifest).encode()}.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            made.addfile(member, io.BytesIO(content))
    return path


def linked(name: str, kind: bytes, target: str) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, target
    return member


@pytest.mark.parametrize(
    "name",
    [
        *("../x", "data/../../x", "/etc/x", "data//x", "data/./x", "data", "data/", "elsewhere/x", "x"),
        *("data/..", "lenses\\..\\x/y", "data/" + 1000 * "x"),
    ],
)
def test_a_name_that_leads_elsewhere_is_refused(tmp_path: Path, there: Folders, name: str) -> None:
    made = archive(tmp_path / "b.tar.gz", {"data/tags.yaml": b"x", name: b"y"})
    with pytest.raises(InputFault, match="nothing was restored"):
        restore_backup(made, there)
    assert contents(tmp_path / "there") == {}


@pytest.mark.parametrize(
    "member",
    [
        linked("data/x", tarfile.SYMTYPE, "/etc"),
        linked("data/x", tarfile.LNKTYPE, "data/tags.yaml"),
        linked("data/x", tarfile.CHRTYPE, ""),
        linked("data/x", tarfile.FIFOTYPE, ""),
        linked("data/x", tarfile.DIRTYPE, ""),
    ],
    ids=["symbolic link", "hard link", "device", "pipe", "folder"],
)
def test_only_plain_files_are_restored(tmp_path: Path, there: Folders, member: tarfile.TarInfo) -> None:
    made = archive(tmp_path / "b.tar.gz", {"data/tags.yaml": b"x"}, more=(member,))
    with pytest.raises(InputFault, match="no plain file"):
        restore_backup(made, there)
    assert contents(tmp_path / "there") == {}


def test_a_link_in_the_data_folder_is_not_followed(tmp_path: Path, there: Folders) -> None:
    (tmp_path / "elsewhere").mkdir()
    there.data.mkdir(parents=True)
    (there.data / "000001-x").symlink_to(tmp_path / "elsewhere")
    made = archive(tmp_path / "b.tar.gz", {"data/000001-x/journal.jsonl": b"x"})
    with pytest.raises(InputFault, match="expected a folder of its own"):
        restore_backup(made, there, force=True)
    assert contents(tmp_path / "elsewhere") == {}


@pytest.mark.parametrize(
    ("about", "why"),
    [
        ({"format": FORMAT + 1, "version": "9.9"}, "made by a newer version, 9.9"),
        ({"files": {}}, "isn't as the backup's list has it"),
        ({"files": {"data/tags.yaml": {"length": 1, "sha256": "0"}}}, "isn't as the backup's list has it"),
        ({"files": {"data/gone": {"length": 0, "sha256": ""}}}, "isn't as the backup's list has it"),
        ({"files": []}, "can't be read"),
        ({"files": {"data/tags.yaml": {"length": 1}}}, "can't be read: it has no 'sha256'"),
        ({"files": {"data/tags.yaml": {"length": float("inf"), "sha256": ""}}}, "can't be read"),
        ({"files": {"../x": {"length": 0, "sha256": ""}}}, "expected data/"),
    ],
)
def test_a_backup_that_isnt_as_its_list_says_is_refused(
    tmp_path: Path, there: Folders, about: dict[str, object], why: str
) -> None:
    made = archive(tmp_path / "b.tar.gz", {"data/tags.yaml": b"x"}, about=about)
    with pytest.raises(InputFault, match=why):
        restore_backup(made, there)
    assert contents(tmp_path / "there") == {}


def test_a_backup_that_was_cut_off_is_refused(tmp_path: Path, here: Folders, there: Folders) -> None:
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    whole = (tmp_path / "b.tar.gz").read_bytes()
    (tmp_path / "cut").write_bytes(whole[:-9])
    with pytest.raises(InputFault, match="it breaks off before its end"):
        restore_backup(tmp_path / "cut", there)
    for cut in (0, 5, len(whole) // 3, len(whole) // 2, len(whole) - 9, len(whole) - 1):
        (tmp_path / "cut").write_bytes(whole[:cut])
        with pytest.raises(InputFault):
            restore_backup(tmp_path / "cut", there)
    assert contents(tmp_path / "there") == {}


def test_of_a_backup_that_was_changed_comes_what_was_kept_or_nothing(tmp_path: Path, here: Folders) -> None:
    write_backup(tmp_path / "b.tar.gz", here, version="1")
    whole = (tmp_path / "b.tar.gz").read_bytes()
    refused = 0
    for at in range(12, len(whole), max(1, len(whole) // 40)):
        changed = bytearray(whole)
        changed[at] ^= 0x10
        (tmp_path / "changed").write_bytes(changed)
        there = Folders(tmp_path / str(at) / "matches", tmp_path / str(at) / "lenses")
        try:
            restore_backup(tmp_path / "changed", there)
        except InputFault:
            refused += 1
            assert contents(tmp_path / str(at)) == {}
        else:
            # Packed zeros can be written in several ways.
            assert contents(there.data) == contents(here.data)
            assert contents(there.lenses) == contents(here.lenses)
    assert refused > 20
