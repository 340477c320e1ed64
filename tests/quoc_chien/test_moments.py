"""The moments that skills wait for are those that frames fire, by one list of names."""

import ast
from collections.abc import Iterator
from pathlib import Path

from engine.games.quoc_chien import game
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import SKILLS

SOURCES = sorted(Path(game.__file__).parent.rglob("*.py"))


def fired() -> Iterator[object]:
    """Yield the moments that frames name when they fire."""
    for path in SOURCES:
        for one in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = one.func if isinstance(one, ast.Call) else None
            word = getattr(name, "id", getattr(name, "attr", ""))
            if isinstance(one, ast.Call) and word in ("Firing", "moment") and one.args:
                yield one.args[0]


def test_no_frame_fires_a_moment_by_a_text_of_its_own() -> None:
    found = list(fired())
    assert len(found) > 20
    assert [ast.unparse(one) for one in found if isinstance(one, ast.Constant | ast.JoinedStr)] == []


def test_skills_wait_for_moments_by_their_names() -> None:
    waited = {moment for skill in SKILLS.values() for moment in skill.moments}
    assert len(waited) > 25
    assert [one for one in waited if not isinstance(one, Moment)] == []


def test_every_moment_that_is_waited_for_is_fired() -> None:
    named = {one.attr for one in fired() if isinstance(one, ast.Attribute)}
    phases = {one.name for one in Moment if one.value.partition("_")[0] in ("before", "phase", "after")}
    waited = {moment.name for skill in SKILLS.values() for moment in skill.moments}
    assert waited - named - phases == set()
