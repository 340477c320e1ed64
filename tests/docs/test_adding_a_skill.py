"""Somebody who follows the page about adding a skill has a skill that works, from nothing."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.conftest import TOP

PAGE = (TOP / "docs" / "develop" / "adding-a-skill.md").read_text(encoding="utf-8")
FILES = re.findall(r"In `(\S+)`:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL)
"""The files that the page names, and what it writes into each."""

LOOK = """
import json, sys
from engine.core.sentences import Interpreter
from engine.games.quoc_chien.game import GAME
from engine.games.quoc_chien.options import Options
from engine.games.quoc_chien.telling.printed import general_text
from engine.scenarios.runner import run_file
from pathlib import Path

(result,) = run_file(Path(sys.argv[1]))
says = Interpreter([GAME.catalogue])
texts = {language: says.said(general_text("caoren", Options()), language) for language in ("en", "vi", "ja")}
print(json.dumps([list(map(str, result.failures)), texts]))
"""


def added(text: str, block: str) -> str:
    """Return a file of texts with what a block adds to its groups."""
    for group, words in yaml.safe_load(block).items():
        for key, said in words.items():
            line = json.dumps(said, ensure_ascii=False)
            text, times = re.subn(rf"^{group}: \{{", rf"\g<0>{key}: {line}, ", text, flags=re.MULTILINE)
            text, below = re.subn(rf"^{group}:\n", rf"\g<0>  {key}: {line}\n", text, flags=re.MULTILINE)
            assert times + below == 1
    return text


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the engine with everything added that the page says."""
    top = tmp_path_factory.mktemp("skill")
    shutil.copytree(TOP / "engine", top / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for name, block in FILES:
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(added(path.read_text("utf-8"), block) if path.exists() else block, encoding="utf-8")
    general = re.search(r"In `(\S+)` the line of `(\w+)` has it: `(skills: \[.*?\])`", PAGE)
    assert general is not None
    path = top / general[1]
    text, times = re.subn(
        rf"(slug: {general[2]},.*?)skills: \[\w+\]", rf"\1{general[3]}", path.read_text("utf-8")
    )
    assert times == 1
    path.write_text(text, encoding="utf-8")
    return top


def test_the_skill_plays_as_its_scenario_says_and_is_printed_in_every_language(copy: Path) -> None:
    scenario = next(copy / name for name, _ in FILES if name.startswith("tests/scenarios"))
    run = subprocess.run(
        [sys.executable, "-c", LOOK, str(scenario)],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    failures, texts = json.loads(run.stdout)
    assert failures == []
    for language, text in texts.items():
        block = next(block for name, block in FILES if name.endswith(f"/{language}.yaml"))
        assert yaml.safe_load(block)["skills"]["huibao"] in text


def test_the_page_names_only_skills_that_there_are() -> None:
    named = re.findall(r"`(\w+/\w+\.py)`", PAGE)
    skills = TOP / "engine" / "games" / "quoc_chien"
    missing = [one for one in named if not any((skills / at / one).is_file() for at in ("", "skills"))]
    assert missing == []
    assert len(named) > 5
