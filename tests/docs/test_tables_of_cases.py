"""The tables that say where a case is decided name modules, functions and tests that are there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import TOP

TABLES = (
    ("docs/develop/ask-or-warn.md", "engine/session", "tests/session"),
    ("docs/measured/referee.md", "engine/session", "tests/session"),
    ("docs/measured/vision-limits.md", "vision", "tests/vision"),
)
_NAMED = re.compile(r"`([^`]+)`")


def rows(page: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield the modules and the tests of each row of a page's table of cases, by its last two columns."""
    within = False
    for line in (TOP / page).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if cells and cells[-1] == "test":
            within = True
        elif not cells:
            within = False
        elif within and set(line) - set("| -"):
            yield _NAMED.findall(cells[-2]), _NAMED.findall(cells[-1])


def found(name: str, folder: str) -> list[Path]:
    """Return the files of a module, or of the module of a function, by the last parts of their path."""
    module, _, function = name.partition(".")
    files = sorted((TOP / folder).rglob(f"{module}.py"))
    return [path for path in files if f"def {function}" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize(("page", "code", "tests"), TABLES)
def test_cases_name_what_is_there(page: str, code: str, tests: str) -> None:
    cases = list(rows(page))
    assert len(cases) > 8
    assert [name for modules, _ in cases for name in modules if not found(name, code)] == []
    named = [name for _, names in cases for name in names]
    assert [name for name in named if not any((TOP / at / name).is_file() for at in (tests, "."))] == []
    assert all(modules and names for modules, names in cases)


def test_a_module_that_has_moved_away_is_found_missing() -> None:
    assert found("seen/nowhere", "engine/session") == []
    assert found("judgement.nothing_such", "engine/session") == []
    assert found("judgement.judge", "engine/session") != []
