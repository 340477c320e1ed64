"""A file is put in the place of an older one whole, or not at all."""

import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest

from engine.core.whole_file import finished_whole, put_whole


def test_the_new_file_is_its_owners_alone_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    file = tmp_path / "book.yaml"
    file.write_text("old")
    file.chmod(0o644)
    put_whole(file, b"new")
    assert file.read_bytes() == b"new"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize("refused", ["fsync", "rename"])
def test_where_the_disk_refuses_the_old_file_stays_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "book.yaml"
    file.write_text("old")
    if refused == "fsync":
        monkeypatch.setattr(os, "fsync", full)
    else:
        monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space left"):
        put_whole(file, b"new", lasts=True)
    assert file.read_text() == "old"
    assert [*tmp_path.iterdir()] == [file]


def test_a_file_that_lasts_is_on_the_disk_before_it_takes_the_name_and_its_name_afterwards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, synced = tmp_path / "book.yaml", list[tuple[bool, bool]]()

    def fsync(descriptor: int) -> None:
        synced.append((stat.S_ISDIR(os.fstat(descriptor).st_mode), file.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    put_whole(file, b"of this run")
    assert synced == []
    file.unlink()
    put_whole(file, b"for good", lasts=True)
    assert synced == [(False, False), (True, True)]


def test_what_isnt_finished_never_stands_in_the_place_of_a_whole_file(tmp_path: Path) -> None:
    out = tmp_path / "film.mp4"
    out.write_bytes(b"old")
    with suppress(InterruptedError), finished_whole(out) as part:
        part.write_bytes(b"ne")
        raise InterruptedError
    assert out.read_bytes() == b"old"
    with finished_whole(out) as part:
        assert part.suffix == ".mp4", "OpenCV takes a film's format from its ending"
        part.write_bytes(b"new")
    assert [one.name for one in tmp_path.iterdir()] == ["film.mp4"]
    assert out.read_bytes() == b"new"
