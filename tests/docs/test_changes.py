"""Release notes are short, newest first, and built from one fragment for each change."""

import re
import subprocess
import sys

from tests.conftest import TOP

CHANGELOG = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")
PARTS = re.split(r"^## ", CHANGELOG, flags=re.MULTILINE)[1:]
KINDS = {"playing", "judging", "devices", "running", "developing"}


def test_versions_stand_newest_first_and_fill_at_most_a_page() -> None:
    numbers = [tuple(map(int, part.split(maxsplit=1)[0].split("."))) for part in PARTS]
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) >= 4
    assert all(len(part.splitlines()) <= 60 for part in PARTS)


def test_sentences_of_the_notes_are_short() -> None:
    lengths = sorted(len(line.split()) for line in CHANGELOG.splitlines() if line.startswith("- "))
    assert lengths[len(lengths) // 2] <= 14


def test_every_fragment_is_of_a_known_kind() -> None:
    fragments = [path for path in (TOP / "docs" / "changes").iterdir() if path.name != "README.md"]
    assert [path.name for path in fragments if not re.fullmatch(r"\+[a-z0-9-]+\.(\w+)\.md", path.name)] == []
    assert {path.name.split(".")[-2] for path in fragments} <= KINDS


def test_the_notes_of_the_next_version_are_built_from_the_fragments() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "9.9.9", "--date", "2026-01-01"],
        cwd=TOP,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "## 9.9.9 (2026-01-01)" in done.stdout
    for path in (TOP / "docs" / "changes").glob("+*.md"):
        assert path.read_text(encoding="utf-8").split()[-1] in done.stdout
