"""Writes docs/develop/dependencies.md: what each dependency is for, from pyproject.toml and one table.

Tests compare the declarations with that table and with the imports of the code.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import yaml

TOP = Path(__file__).parent.parent
TABLE = TOP / "docs" / "develop" / "dependencies.yaml"
PAGE = TOP / "docs" / "develop" / "dependencies.md"
PACKAGES = ("dashboard", "engine", "firmware_bridge", "vision")
"""The packages of the wheel that run on a computer; `hardware` has MicroPython's own modules."""

RUNTIME = "runtime"
_ABOUT = (
    "`requirements.txt` pins all of them, and the packages that they need, with hashes. `make sbom` writes "
    "the list as CycloneDX; `make advisories` asks the index for known faults in them.\n\n"
    "Next: [the decisions](decisions/index.md).\n"
)
_OURSELVES = "boardwarden"


def normal(name: str) -> str:
    """Return a distribution's name as indexes compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(pyproject: Path = TOP / "pyproject.toml") -> dict[str, dict[str, str]]:
    """Return the declared dependencies by group and name, each with the versions that it may have."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    groups = {RUNTIME: project["dependencies"], **project["optional-dependencies"]}
    return {group: dict(_requirements(lines)) for group, lines in groups.items()}


def _requirements(lines: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in lines:
        found = re.fullmatch(r"([\w.-]+)(\[[\w,]+\])?([^;]*)(;.*)?", line)
        if found is None:
            raise SystemExit(f"pyproject.toml: expected a requirement; got '{line}'")
        if normal(found[1]) != _OURSELVES:
            yield normal(found[1]), found[3].strip()


def purposes(table: Path = TABLE) -> dict[str, dict[str, str]]:
    """Return the purpose of each dependency, by group and name."""
    return dict(yaml.safe_load(table.read_text(encoding="utf-8")))


def imported(folders: Iterable[Path], *, ours: Iterable[str]) -> dict[str, list[str]]:
    """Return the modules that Python files import, each with the files; neither ours nor Python's own."""
    known = {*ours, *sys.stdlib_module_names}
    found: dict[str, list[str]] = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        for module in _modules(ast.parse(path.read_text(encoding="utf-8"))):
            if module not in known:
                found.setdefault(module, []).append(path.relative_to(TOP).as_posix())
    return found


def _modules(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.partition(".")[0])
    return found


def distribution_of(module: str) -> str:
    """Return the distribution that a module comes from; empty where none that is installed has it."""
    return normal(_distributions().get(module, [""])[0])


@cache
def _distributions() -> Mapping[str, list[str]]:
    return packages_distributions()


def page(groups: Mapping[str, Mapping[str, str]], what_for: Mapping[str, Mapping[str, str]]) -> str:
    """Return the page."""
    parts = [
        "# What each dependency is for\n",
        "<!-- Made by `make docs` from pyproject.toml and dependencies.yaml. -->\n",
        _ABOUT,
    ]
    for group, versions in groups.items():
        title = "Packages that a table needs" if group == RUNTIME else f"`pip install 'boardwarden[{group}]'`"
        parts.append(f"## {title}\n")
        parts.append("| package | versions | what for |\n| --- | --- | --- |")
        parts += [
            f"| {name} | {version or 'any'} | {what_for.get(group, {}).get(name, '')} |"
            for name, version in versions.items()
        ]
        parts.append("")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(declared(), purposes()), encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
