"""The page about adding a game shows the game that it says it shows.

When the example changes, write the page again and read the difference:

    BOARDWARDEN_REWRITE_PAGES=1 make test ARGS=tests/docs/test_adding_a_game.py
"""

import ast
import os
import re
from pathlib import Path

from engine.kit.content.page import with_parts, write_parts
from tests.conftest import TOP

PAGE = TOP / "docs" / "develop" / "adding-a-game.md"
TWELVE = TOP / "tests" / "twelve"
SCENARIOS = TOP / "tests" / "scenarios" / "twelve" / "rules.yaml"


def source(name: str) -> str:
    """Return a class of the example, with its decorators."""
    text = (TWELVE / "game.py").read_text(encoding="utf-8")
    lines = text.splitlines()
    for one in ast.parse(text).body:
        if isinstance(one, ast.ClassDef) and one.name == name:
            first = min([one.lineno, *(decorator.lineno for decorator in one.decorator_list)])
            return "\n".join(lines[first - 1 : one.end_lineno])
    raise AssertionError(name)


def block(language: str, text: str) -> str:
    return f"\n```{language}\n{text.strip()}\n```\n"


def parts() -> dict[str, str]:
    first = SCENARIOS.read_text(encoding="utf-8").split("---\n")
    return {
        "action": block("python", source("Take")),
        "turn": block("python", source("Turn")),
        "game": block("python", source("Twelve")),
        "texts": block("yaml", (TWELVE / "texts" / "en.yaml").read_text(encoding="utf-8")),
        "board": block("yaml", (TWELVE / "table.yaml").read_text(encoding="utf-8")),
        "scenarios": block("yaml", f"{first[0]}---\n{first[-1]}"),
    }


def test_the_page_shows_the_example_as_it_is() -> None:
    if os.environ.get("BOARDWARDEN_REWRITE_PAGES") == "1":
        write_parts(PAGE, parts())
    page = PAGE.read_text(encoding="utf-8")
    assert with_parts(page, parts(), PAGE.name) == page


def test_what_the_page_says_of_the_bazaar_is_there() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("| you want |")[2].partition("Five habits")[0]
    folder = TOP / "tests" / "bazaar"
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    kit = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((TOP / "engine" / "kit").rglob("*.py"))
    )
    for row in table.strip().splitlines()[1:]:
        _, _, take, where, _ = row.split("|")
        for name in re.findall(r"`(\w+)(?:\.(\w+))?`", where):
            word, inner = name
            file = f"{word}.{inner}" if inner else ""
            there = (
                (folder / file).is_file() if file.endswith((".py", ".yaml")) else f" {inner or word}" in code
            )
            assert there, name
        for word in set(re.findall(r"[A-Z]\w+", take)) - {"True", "False"}:
            assert f"class {word}" in kit or f"class {word}" in code, word


def test_every_file_of_the_folder_that_the_page_lists_is_there() -> None:
    listed = PAGE.read_text(encoding="utf-8").partition("## The folder")[2].partition("Put the folder")[0]
    for name in re.findall(r"`([\w/-]+\.(?:py|yaml))`", listed):
        assert (TWELVE / name).is_file() or (TWELVE / "texts" / name).is_file(), name
    assert {"game.py", "look.yaml"} <= {path.name for path in Path(TWELVE).iterdir()}
