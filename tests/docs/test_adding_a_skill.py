"""Somebody who follows the page about adding a skill has a skill that works, from nothing."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import TOP
from tests.docs.following import looked_at

PAGE = (TOP / "docs" / "develop" / "adding-a-skill.md").read_text(encoding="utf-8")
FILES = re.findall(r"In `(\S+)`:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL)
"""The files that the page names, and what it writes into each."""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the engine with everything added that the page says."""
    top = tmp_path_factory.mktemp("skill")
    shutil.copytree(TOP / "engine", top / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for name, block in FILES:
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        assert not path.exists()
        path.write_text(block, encoding="utf-8")
    general = re.search(r"In `(\S+)` the line of `(\w+)` has it: `(skills: \[.*?\])`", PAGE)
    assert general is not None
    path = top / general[1]
    text, times = re.subn(
        rf"(slug: {general[2]},.*?)skills: \[\w+\]", rf"\1{general[3]}", path.read_text("utf-8")
    )
    assert times == 1
    path.write_text(text, encoding="utf-8")
    return top


@pytest.fixture(scope="module")
def found(copy: Path) -> dict[str, Any]:
    """The view of a program that runs with the copy's engine."""
    return looked_at(
        copy,
        game="quoc_chien",
        cards=("caoren",),
        tables="engine.games.quoc_chien.document",
        page=TOP / "docs" / "play" / "quoc-chien.md",
        said=printed_on_the_page("en"),
        scenario=next(copy / name for name, _ in FILES if name.endswith("huibao.yaml")),
        setup={
            "box": "whole",
            "turn": "s2",
            "players": {
                "s1": {"generals": ["caoren", "xiahoudun"], "revealed": ["head"]},
                "s2": {"generals": ["zhangfei", "guanyu"], "hand": ["sha.S8", "sha.S9", "sha.S10"]},
            },
        },
    )


def printed_on_the_page(language: str) -> list[str]:
    """Return the skill's name and text in a language, as its page has them."""
    page = next(block for name, block in FILES if name.endswith("huibao.py"))
    return re.findall(rf'\b{language}="([^"]*)"', page)


def test_the_skill_plays_as_its_scenario_says(found: dict[str, Any]) -> None:
    assert found["scenario"] == []
    assert found["unprinted"] == []


@pytest.mark.parametrize("language", ["en", "vi", "ja"])
def test_tablets_and_cards_say_the_skill_in_every_language(found: dict[str, Any], language: str) -> None:
    printed = printed_on_the_page(language)
    assert len(printed) == 2  # its name and its text
    said = " ".join(found["texts"]["caoren"][language])
    assert [one for one in printed if one not in said] == []


def test_the_skill_is_on_the_rules_page_and_its_general_on_the_printed_sheets(found: dict[str, Any]) -> None:
    assert found["page"] == []
    assert found["printed"] == ["caoren"]


def test_bots_use_the_skill_and_a_report_on_balance_counts_it(found: dict[str, Any]) -> None:
    assert "huibao" in found["balance"]["skill"]


def test_the_page_names_only_skills_that_there_are() -> None:
    named = re.findall(r"`(\w+/\w+\.py)`", PAGE)
    skills = TOP / "engine" / "games" / "quoc_chien"
    missing = [one for one in named if not any((skills / at / one).is_file() for at in ("", "skills"))]
    assert missing == []
    assert len(named) > 5
