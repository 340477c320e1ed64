"""Every lesson opens, is said in each language, and its steps wait for what can be done there."""

from pathlib import Path

import pytest

from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.lessons import RIGHTED, WARNED, WON, Lesson, read_lessons
from engine.games.registry import GAMES, open_lessons
from engine.session.serving.match_parts import make_match_parts

LESSONS = [lesson for game in GAMES for lesson in open_lessons(game)]


def test_dozen_war_has_a_lesson_and_a_game_without_the_file_none() -> None:
    assert [one.name for one in open_lessons("dozen_war")] == ["duel"]
    assert open_lessons("hero_realms") == ()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: f"{one.terms.game}-{one.name}")
def test_a_lesson_can_be_opened_and_begins_with_the_learner(lesson: Lesson, tmp_path: Path) -> None:
    parts = make_match_parts(lesson.terms, entry_of(lesson.setup), folder=tmp_path)
    state = parts.game.initial(entry_of(lesson.setup))
    assert parts.game.decider(state).seats == (lesson.learner,)
    assert lesson.steps[-1].until == WON
    assert {WARNED, RIGHTED} < {one.until for one in lesson.steps}


def test_what_the_first_duel_says_can_be_played() -> None:
    (lesson,) = open_lessons("dozen_war")
    parts = make_match_parts(lesson.terms, entry_of(lesson.setup), folder=Path())
    game, state = parts.game, parts.game.initial(entry_of(lesson.setup))
    sent = {
        "move": {"move": "s.inf.1", "to": "d5"},
        "attack": {"attack": "s.inf.1", "target": "n.inf.1"},
        "end_turn": {"end_turn": True},
    }
    assert [one.until for one in lesson.steps if one.until in sent] == list(sent)
    for words in sent.values():
        action = game.parse_action(entry_of(words))
        assert not game.violations(state, action)
        state = game.apply(state, action)
    wrong = game.parse_action(entry_of({"move": "s.arc.1", "to": "g3"}))
    assert game.violations(parts.game.initial(entry_of(lesson.setup)), wrong)


def test_a_lesson_that_is_not_said_in_each_language_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lessons.yaml"
    path.write_text(
        "one: {name: {en: One}, board: duel, learner: south, bots: north, options: {}, setup: {}, steps: []}",
        encoding="utf-8",
    )
    with pytest.raises(InputFault, match=r"lessons\.yaml:1"):
        read_lessons(path, "dozen_war", ("move",))


def test_a_step_that_waits_for_what_never_comes_is_refused_where_it_stands(tmp_path: Path) -> None:
    said = "{en: A, vi: A, ja: A}"
    path = tmp_path / "lessons.yaml"
    text = f"""\
one:
  name: {said}
  board: duel
  learner: south
  bots: north=random
  options: {{}}
  setup: {{}}
  steps:
    - until: move
      title: {said}
      text: {said}
    - until: moved
      title: {said}
      text: {said}
"""
    path.write_text(text, encoding="utf-8")
    with pytest.raises(
        InputFault,
        match=r"lessons\.yaml:12: until: expected one of move, warned, righted, won; found 'moved'",
    ):
        read_lessons(path, "dozen_war", ("move",))
    path.write_text(text.replace("moved", "won"), encoding="utf-8")
    assert [step.until for step in read_lessons(path, "dozen_war", ("move",))[0].steps] == ["move", "won"]
