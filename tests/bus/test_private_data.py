"""A data folder that an older version made for everybody to read is its owner's again from the next start."""

import stat
from pathlib import Path

import pytest

from engine.bus.private_data import keep_private


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    folder = tmp_path / "matches"
    folder.mkdir()
    for name in (".table.key", "tags.yaml"):
        (folder / name).write_text("", encoding="utf-8")
        (folder / name).chmod(0o644)
    folder.chmod(0o755)
    return folder


def test_an_old_folder_and_its_book_of_tags_are_mended_with_one_sentence(
    old: Path, caplog: pytest.LogCaptureFixture
) -> None:
    keep_private(old)
    keep_private(old)
    assert (mode(old), mode(old / "tags.yaml")) == (0o700, 0o600)
    (said,) = caplog.records
    assert said.getMessage().endswith("could be read by other users of this machine; now only by you")
    assert str(old / "tags.yaml") in said.getMessage()


def test_somebodys_own_folder_that_is_no_data_folder_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    keep_private(tmp_path)
    assert mode(tmp_path) == 0o755
