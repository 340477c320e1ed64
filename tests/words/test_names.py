import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import yaml

from tests.words.prose import TOP, tracked

PACKAGES = ("engine", "vision", "dashboard", "firmware_bridge")
WORDS = TOP / "docs" / "words.md"
SAME = Path(__file__).with_name("same_names.yaml")


@cache
def classes() -> dict[str, set[str]]:
    """The files of each class that has a public name."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in tracked(*(f"{package}/*.py" for package in PACKAGES)):
        for node in ast.walk(ast.parse((TOP / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].add(path)
    return found


def twins() -> dict[str, set[str]]:
    return {name: paths for name, paths in classes().items() if len(paths) > 1}


def allowed() -> dict[str, str]:
    listed: dict[str, dict[str, str]] = yaml.safe_load(SAME.read_text(encoding="utf-8"))
    return {name: reason for group in listed.values() for name, reason in group.items()}


def banned() -> list[str]:
    """The last column's words that are banned from every name; those with a remark behind them aren't."""
    rows = [row.strip().strip("|").split("|") for row in WORDS.read_text(encoding="utf-8").splitlines()]
    cells = [row[2] for row in rows if len(row) == 3]
    words = [word.strip() for cell in cells for word in cell.split(",")]
    return [word for word in words if re.fullmatch(r"[a-z]+", word) and word != "not"]


def words_in(name: str) -> set[str]:
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return {part.lower() for part in parts} | {part.lower().removesuffix("s") for part in parts}


NOT_OURS = {
    "_MARKER": "the JPEG standard calls its segments' first bytes so",
    "marker": "the JPEG standard calls its segments' first bytes so",
    "KIT_ACTIONS": "the package engine/kit brings these actions",
    "KIT_FRAMES": "the package engine/kit brings these stack frames",
}
"""Names with a banned word that isn't our word there."""


@cache
def names() -> dict[str, set[str]]:
    """The files of each name that code gives: of functions, parameters, variables and fields."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path in tracked(*(f"{package}/*.py" for package in PACKAGES)):
        for node in ast.walk(ast.parse((TOP / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found[node.name].add(path)
            elif isinstance(node, ast.arg):
                found[node.arg].add(path)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found[node.id].add(path)
    return found


def test_a_class_name_means_one_thing() -> None:
    unknown = {name: sorted(paths) for name, paths in twins().items() if name not in allowed()}
    assert unknown == {}


def test_a_name_that_may_stand_twice_does_and_says_why() -> None:
    assert set(allowed()) <= set(twins())
    assert all(len(reason.split()) > 3 for reason in allowed().values())


def test_the_list_has_words_that_are_not_used() -> None:
    assert {"glimpse", "catalogue", "deed", "counsel", "witness"} <= set(banned())


def test_no_class_or_module_goes_by_a_word_that_the_list_bans() -> None:
    names = [(name, path) for name, paths in classes().items() for path in paths]
    names += [(Path(path).stem, path) for path in tracked(*(f"{package}/*.py" for package in PACKAGES))]
    found = [f"{path}: {name}: {word}" for name, path in names for word in banned() if word in words_in(name)]
    assert found == []


def test_no_name_in_code_goes_by_a_word_that_the_list_bans() -> None:
    found = {
        f"{name}: {word}: {sorted(paths)}"
        for name, paths in names().items()
        for word in banned()
        if word in words_in(name) and name not in NOT_OURS
    }
    assert found == set()


def test_a_name_that_is_not_ours_is_still_there() -> None:
    assert NOT_OURS.keys() <= names().keys()


def test_no_script_or_test_file_goes_by_a_word_that_the_list_bans() -> None:
    stems = {path: Path(path).name.split(".")[0] for path in tracked("*.js", "*.css", "*.ts", "tests/*.py")}
    found = [f"{path}: {word}" for path, stem in stems.items() for word in banned() if word in words_in(stem)]
    # The list of the tests that are always run names it so.
    assert found == ["tests/web/test_catalogues.py: catalogue"]
