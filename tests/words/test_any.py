"""`Any` leaves games and kit: it hides a wrong card, seat or number from mypy. It's counted in the source."""

import ast
from pathlib import Path

import pytest
import yaml

from tests.words.prose import TOP, tracked

ALLOWED: dict[str, int] = yaml.safe_load(Path(__file__).with_name("any.yaml").read_text(encoding="utf-8"))


def uses(source: str) -> int:
    """How often a file's source says `Any`, but for its imports."""
    return sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(ast.parse(source)))


def counted(folder: str) -> dict[str, int]:
    found = {path: uses((TOP / path).read_text(encoding="utf-8")) for path in tracked(f"{folder}/*.py")}
    return {path: number for path, number in found.items() if number}


@pytest.mark.parametrize("folder", ALLOWED)
def test_no_more_values_are_of_any_type_than_before(folder: str) -> None:
    found = counted(folder)
    assert sum(found.values()) <= ALLOWED[folder], found


@pytest.mark.parametrize("folder", ALLOWED)
def test_an_allowance_leaves_no_room_for_any_to_come_back(folder: str) -> None:
    number = sum(counted(folder).values())
    assert ALLOWED[folder] - number <= max(20, number // 5), f"write {number} into any.yaml"


def test_a_use_is_found_in_an_annotation_and_in_a_type() -> None:
    assert uses("from typing import Any\ndef f(a: Any) -> dict[str, Any]: ...") == 2
