"""A number that a stage decides by has its reason beside it. Numbers without one only get fewer."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

VISION = Path(__file__).parents[2] / "vision"
ALLOWED: dict[str, int] = yaml.safe_load(
    Path(__file__).with_name("bare_numbers.yaml").read_text(encoding="utf-8")
)


def is_text(node: ast.stmt | None) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def named(node: ast.stmt) -> list[str]:
    """Return the constants that a statement names: those written in capitals."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    names = [one.id for target in targets if target for one in ast.walk(target) if isinstance(one, ast.Name)]
    return [name for name in names if name.strip("_").isupper()]


def is_number(node: ast.stmt) -> bool:
    values = ast.walk(node.value) if isinstance(node, ast.Assign | ast.AnnAssign) and node.value else ()
    return any(isinstance(one, ast.Constant) and type(one.value) in (int, float) for one in values)


def bare(source: str) -> list[str]:
    """Return a file's constants that are numbers without a text beneath them or a comment at them."""
    rows, body = source.splitlines(), ast.parse(source).body
    found = []
    for node, after in zip(body, [*body[1:], None], strict=True):
        names = named(node) if isinstance(node, ast.Assign | ast.AnnAssign) else []
        if not names or not is_number(node):
            continue
        above = node.lineno > 1 and rows[node.lineno - 2].startswith("#")
        if not (is_text(after) or "#" in rows[node.lineno - 1] or above):
            found += names
    return found


def bare_in(folder: str) -> Iterator[str]:
    for path in sorted((VISION / folder).rglob("*.py")):
        for name in bare(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(VISION)}: {name}"


def test_a_text_beneath_or_a_comment_is_a_reason_and_a_bare_number_has_none() -> None:
    source = '_FAR, _NEAR = 3, 4\n_ODD = 2\n"""So it was measured."""\n\n# Half a token.\n_PART = 0.5\n'
    assert bare(source) == ["_FAR", "_NEAR"]


def test_every_folder_with_numbers_has_its_count() -> None:
    folders = {path.name for path in VISION.iterdir() if (path / "__init__.py").is_file()}
    assert ALLOWED.keys() == folders


@pytest.mark.parametrize("folder", ALLOWED)
def test_numbers_without_a_reason_only_get_fewer(folder: str) -> None:
    found = list(bare_in(folder))
    assert len(found) <= ALLOWED[folder], found
    assert len(found) == ALLOWED[folder], f"write {len(found)} into bare_numbers.yaml"
