"""The README is true: what it names exists."""

import re
from pathlib import Path

import pytest

from dashboard.commands.table import COMMANDS
from tests.conftest import TOP

README = (TOP / "README.md").read_text(encoding="utf-8")
PAGES = [TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "docs").rglob("*.md"))]


def test_it_is_read_in_three_minutes() -> None:
    assert len(README.split()) <= 700


def test_every_command_that_pages_name_exists() -> None:
    texts = [page.read_text(encoding="utf-8") for page in PAGES]
    calls = re.compile(r"(?:`|^)boardwarden ([a-z|]+)", re.MULTILINE)
    named = {word for text in texts for words in calls.findall(text) for word in words.split("|")}
    assert len(named) > 15
    assert named <= {command.name for command in COMMANDS}


def test_every_make_target_it_names_exists() -> None:
    makefile = (TOP / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    commands = re.compile(r"(?:`|^)make ([a-z]+)", re.MULTILINE)
    named = {name for page in PAGES for name in commands.findall(page.read_text(encoding="utf-8"))}
    assert {"play", "test"} <= named
    assert named <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_page_and_picture_linked_to_is_there(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_every_file_that_the_index_for_developers_names_is_there() -> None:
    index = (TOP / "docs" / "develop" / "index.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w./-]+/[\w./-]*)`", index)
    assert len(named) > 5
    assert [path for path in named if not (TOP / path).exists()] == []


WRITTEN_WHOLE = {"balance.md", "steps.md"}
"""Pages that a command writes from beginning to end; the site has its own way on from them."""


def test_every_page_names_the_next_one() -> None:
    folders = ("play", "build-and-run", "develop", "measured")
    pages = [page for folder in folders for page in sorted((TOP / "docs" / folder).rglob("*.md"))]
    own = [page for page in pages if page.parent.name != "decisions" and page.name != "index.md"]
    ends = [page.name for page in own if "Next: " not in page.read_text(encoding="utf-8")]
    assert len(own) > 40
    assert set(ends) <= WRITTEN_WHOLE


def test_the_ci_run_calls_the_test_command_of_the_readme() -> None:
    run = (TOP / ".ci" / "run").read_text(encoding="utf-8")
    assert run.rstrip().splitlines()[-1].endswith("make test")


def test_the_pinned_requirements_name_no_address() -> None:
    for name in ("requirements.txt", "requirements-test.txt"):
        assert "://" not in (TOP / name).read_text(encoding="utf-8")


def test_the_quick_lane_leaves_out_folders_that_exist() -> None:
    makefile = (TOP / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    (line,) = re.findall(r"^LONG := (.+)$", makefile, re.MULTILINE)
    assert [name for name in line.split() if not (TOP / "tests" / name).exists()] == []
