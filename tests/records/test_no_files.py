"""Pipes, devices, folders and endless files in an archive: every command names them and does the others."""

import os
from pathlib import Path

import pytest

from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE, main
from engine.core.regular_file import LONGEST
from tests.records.test_statistics import play

WHOLE = "000001-"
ENDLESS, PIPE, FOLDER, LONG = "000002-endless", "000003-pipe", "000004-folder", "000005-long"
WORDS = {
    ENDLESS: "that is a pipe or a device, not a file",
    PIPE: "that is a pipe or a device, not a file",
    FOLDER: "that is a folder",
    LONG: "the file is too long",
}


@pytest.fixture
def data(tmp_path: Path) -> str:
    """An archive with one whole match."""
    folder = tmp_path / "matches"
    play(folder)
    for name in WORDS:
        journal = folder / name / "journal.jsonl"
        journal.parent.mkdir()
        if name == ENDLESS:
            journal.symlink_to("/dev/zero")
        elif name == PIPE:
            os.mkfifo(journal)
        elif name == FOLDER:
            journal.mkdir()
        else:
            journal.touch()
            os.truncate(journal, LONGEST + 1)
    return str(folder)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("matches",), DONE),
        (("matches", "--reindex"), DONE),
        (("matches", "--verify"), DIDNT_HOLD),
        (("matches", "--upgrade"), DIDNT_HOLD),
        (("statistics",), BAD_INPUT),
        (("export", "all", "--to", "table", "--out", "actions.csv"), BAD_INPUT),
    ],
    ids=["list", "index", "verify", "upgrade", "statistics", "export"],
)
def test_what_is_no_file_is_named_and_the_other_matches_are_done(
    words: tuple[str, ...],
    status: int,
    data: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--data", data]) == status
    said = capsys.readouterr()
    for name, why in WORDS.items():
        (line,) = (
            one
            for one in (said.out + said.err).splitlines()
            if one.startswith((name, f"boardwarden {words[0]}: {name}"))
        )
        assert why in line
    whole = Path("actions.csv").read_text(encoding="utf-8") if "table" in words else said.out
    assert WHOLE in whole or "1 match, " in whole


@pytest.mark.parametrize("name", ["evidence-001.mcap", "evidence-001.mcap.part"])
def test_evidence_that_is_no_file_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path)
    (kept,) = tmp_path.glob("*/evidence-001.mcap")
    kept.unlink()
    os.mkfifo(kept.with_name(name))
    assert main(["matches", "--verify", "--data", str(tmp_path)]) == DIDNT_HOLD
    said = capsys.readouterr().err
    assert f"can't be checked: {kept.with_name(name)}: can't be read: that is a pipe or a device" in said
    assert main(["rejudge", "--all", "--data", str(tmp_path)]) == BAD_INPUT
    assert "that is a pipe or a device" in capsys.readouterr().err
