"""Every command that a page shows can be typed: its options are those that the program takes."""

import re
import shlex
from collections.abc import Iterator

import pytest

from dashboard.commands.parsing import argument_parser
from tests.conftest import TOP

PAGES = [TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "docs").rglob("*.md"))]
SHOWN = re.compile(
    r"^ *(?:sudo )?boardwarden (?P<line>[^\n]+)$"
    r"|`boardwarden (?P<inline>[^`\n]+)`"
    r"|make play ARGS=\"(?P<play>[^\"\n]+)\"",
    re.MULTILINE,
)
LEFT_OUT = "the following arguments are required"
"""How argparse says that an argument is missing; a sentence may name a command without all of them."""


def commands(text: str) -> Iterator[str]:
    """Yield the arguments of each command that a page shows, without comments and redirections."""
    for found in SHOWN.finditer(re.sub(r"\\\n\s*", " ", text)):
        shown = f"play {found['play']}" if found["play"] else found["line"] or found["inline"]
        typed = re.split(r"\s+(?:#|>)", shown)[0]
        if not re.search(r"…|\w\|\w", typed) and not typed.startswith(("COMMAND", "--version")):
            yield typed


def complaint(typed: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the program's refusal of a command; empty if it takes the command."""
    try:
        argument_parser().parse_known(shlex.split(typed))
    except SystemExit as ended:
        said = capsys.readouterr().err
        return said if ended.code and LEFT_OUT not in said else ""
    return ""


def test_every_command_of_a_page_can_be_typed(capsys: pytest.CaptureFixture[str]) -> None:
    typed = {(page.name, one) for page in PAGES for one in commands(page.read_text(encoding="utf-8"))}
    assert len(typed) > 100
    assert {place: said for place in sorted(typed) if (said := complaint(place[1], capsys))} == {}


@pytest.mark.parametrize(
    "page",
    [
        "Run `boardwarden play --borad duel`.",
        "```sh\nboardwarden judge FOLDER --nothing\n```",
        'Run `make play ARGS="--dice cards"`.',
        "    boardwarden print board \\\n        --paper a0",
    ],
)
def test_a_command_that_the_program_refuses_is_found(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    (typed,) = commands(page)
    assert complaint(typed, capsys)


def test_comments_redirections_and_missing_arguments_are_no_faults(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (
        "    boardwarden completion bash > FILE\n    boardwarden print board   # A4 tiles\n`boardwarden see`"
    )
    assert [complaint(typed, capsys) for typed in commands(page)] == ["", "", ""]
