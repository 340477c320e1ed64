"""The script of the docs checks journals with nothing but Python."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TOP

SCRIPT = TOP / "docs" / "build-and-run" / "examples" / "check_journal.py"
JOURNALS = sorted((TOP / "tests" / "records" / "formats").glob("*.jsonl"))


def checked(path: Path) -> subprocess.CompletedProcess[str]:
    # -I -S: no package of ours or of others is at hand.
    return subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), str(path)], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("path", JOURNALS, ids=[path.stem for path in JOURNALS])
def test_it_holds_for_a_journal_of_every_format(path: Path) -> None:
    found = checked(path)
    assert (found.returncode, "entries hold" in found.stdout) == (0, True), found.stderr


def test_it_names_the_entry_that_was_changed(tmp_path: Path) -> None:
    changed = tmp_path / "journal.jsonl"
    content = (JOURNALS[-1]).read_bytes()
    assert b'"to":"e6"' in content
    changed.write_bytes(content.replace(b'"to":"e6"', b'"to":"e7"'))
    found = checked(changed)
    assert (found.returncode, "entry 2 was changed" in found.stderr) == (1, True)


def test_an_entry_that_was_cut_off_is_passed_over_and_none_at_all_is_said(tmp_path: Path) -> None:
    cut = tmp_path / "journal.jsonl"
    cut.write_bytes(JOURNALS[-1].read_bytes() + b'{"at":1')
    assert (checked(cut).returncode, checked(JOURNALS[-1]).stdout) == (0, checked(cut).stdout)
    cut.write_bytes(b"")
    found = checked(cut)
    assert (found.returncode, found.stderr) == (1, "there is no entry\n")


def test_it_checks_also_where_python_leaves_out_assertions(tmp_path: Path) -> None:
    changed = tmp_path / "journal.jsonl"
    changed.write_bytes(JOURNALS[-1].read_bytes().replace(b'"to":"e6"', b'"to":"e7"'))
    found = subprocess.run([sys.executable, "-I", "-O", str(SCRIPT), str(changed)], check=False)
    assert found.returncode == 1


def test_it_is_short() -> None:
    code = [line for line in SCRIPT.read_text("utf-8").splitlines() if line.strip()]
    assert len(code) <= 40
