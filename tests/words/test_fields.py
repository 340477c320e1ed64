"""Fields are documented where they stand, and more of them with every change."""

import ast
from pathlib import Path

import pytest
import yaml

from tests.words.prose import TOP, tracked

REACHED: dict[str, int] = yaml.safe_load(Path(__file__).with_name("fields.yaml").read_text(encoding="utf-8"))
_VALUES = {"dataclass", "NamedTuple", "TypedDict", "Struct"}


def is_value(node: ast.ClassDef) -> bool:
    calls = [one.func if isinstance(one, ast.Call) else one for one in node.decorator_list]
    names = {getattr(one, "id", getattr(one, "attr", "")) for one in [*calls, *node.bases]}
    return bool(names & _VALUES)


def fields(path: str) -> list[tuple[str, bool]]:
    """Each field of a file's values, and whether a text beneath it or behind it says what it is."""
    source = (TOP / path).read_text(encoding="utf-8")
    rows, found = source.splitlines(), []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ClassDef) or not is_value(node):
            continue
        for one, after in zip(node.body, [*node.body[1:], None], strict=True):
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                beneath = (
                    isinstance(after, ast.Expr)
                    and isinstance(after.value, ast.Constant)
                    and isinstance(after.value.value, str)
                )
                behind = any(mark in rows[one.lineno - 1] for mark in ("#", "Says(", "TermMeaning("))
                found.append((f"{path}: {node.name}.{one.target.id}", beneath or behind))
    return found


@pytest.mark.parametrize("folder", REACHED)
def test_no_fewer_fields_are_documented_than_before(folder: str) -> None:
    found = [documented for path in tracked(f"{folder}/*.py") for _, documented in fields(path)]
    percent = 100 * sum(found) // len(found)
    missing = [
        name for path in tracked(f"{folder}/*.py") for name, documented in fields(path) if not documented
    ]
    assert percent >= REACHED[folder], missing[:20]
    assert percent <= REACHED[folder] + 2, f"write {percent} into fields.yaml"
