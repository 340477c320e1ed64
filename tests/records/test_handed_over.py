"""Records that somebody hands over: no file takes more than a bound of them, whatever its name stands for."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.records.archive import find_match, import_match
from engine.records.bounded import bounded_bytes
from engine.records.imports import import_notation


@pytest.mark.parametrize("name", ["endless.bwn", "endless.jsonl"])
def test_a_link_to_an_endless_file_is_refused_as_too_long(tmp_path: Path, name: str) -> None:
    endless = tmp_path / name
    endless.symlink_to("/dev/zero")
    take = import_notation if name.endswith(".bwn") else import_match
    with pytest.raises(InputFault, match=r"of at most [0-9]+ MB, found more"):
        take(tmp_path / "matches", endless)


def test_a_match_is_not_looked_for_in_a_file_that_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.records.archive.LARGEST_JOURNAL", 100)
    long = tmp_path / "long"
    long.write_bytes(bytes(101))
    with pytest.raises(InputFault, match="found more"):
        find_match(tmp_path, str(long))


def test_a_file_up_to_the_bound_is_read_whole(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"x" * 10)
    assert bounded_bytes(file, 10, "ten bytes") == b"x" * 10
    with pytest.raises(InputFault, match="expected nine bytes"):
        bounded_bytes(file, 9, "nine bytes")
    with pytest.raises(InputFault, match="expected a file: No such file"):
        bounded_bytes(tmp_path / "none", 9, "a file")
