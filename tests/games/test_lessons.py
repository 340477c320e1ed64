"""Every lesson opens, is said in each language, and is walked to its end whatever chance and the bots do."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.bots.bot import RandomBot
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import own_actions
from engine.core.ids import Cell, PieceId
from engine.core.layout import Spot
from engine.core.lessons import RIGHTED, WARNED, WON, Lesson, LessonStep, read_lessons
from engine.games.registry import GAMES, open_lessons
from engine.session.explaining.explanations import Unexplained
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting
from engine.session.serving.match_parts import make_match_parts
from tests.games.between_bots import next_action

LESSONS = [lesson for game in GAMES for lesson in open_lessons(game)]
SEEDS = range(8)
MOST = 400
"""More of the learner's actions than a lesson's match takes: one that takes more stands still."""

MOST_ASKED = 3
"""The most that the bots' play asks of the learner, such as an answer, before the lesson goes on."""

SAID: Mapping[str, Sequence[Sequence[Mapping[str, Any]]]] = {
    "dozen_war": [
        [{"move": "s.inf.1", "to": "d5"}],
        [{"attack": "s.inf.1", "target": "n.inf.1"}],
        [{"end_turn": True}],
    ],
    "hero_realms": [
        [*({"play": "gold"} for _ in range(4)), {"play": "shortsword"}],
        [{"acquire": "profit"}],
        [{"use": "orc-grunt", "ability": "expend"}, {"attack": "death-cultist"}],
        [{"end_turn": True}],
    ],
    "kingdom_square": [
        [{"move": "f.hero", "path": ["c6"]}],
        [{"battle": "f.no.24#1", "target": "s.hero"}],
        [{"cast": "no.35", "on": ["s.no.64"]}],
        [{"battle": "f.no.24#2", "target": "s.hero"}, {"end_turn": True}],
        [{"keep": "table"}],
    ],
    "quoc_chien": [
        [{"reveal": "head"}],
        [{"pass": True}],
        [{"use": "sha.S7", "on": ["s2"]}],
        [{"end_play": True}],
    ],
}
"""The actions that the texts tell to take, by game, a list for each step that waits for one of them."""

WRONG: Mapping[str, tuple[str, str]] = {
    "dozen_war": ("s.arc.1", "g3"),
    "hero_realms": ("tyrannor-the-devourer", "p1.discard"),
    "kingdom_square": ("f.hero", "c3"),
    "quoc_chien": ("dilu.C5", "s2.equipment"),
}
"""The piece that a step's text has put wrong, and where."""


class StandsStill(AssertionError):
    """A step waits for what doesn't come."""


class Walk:
    """A lesson's match with its bots, and the step that its learner has come to, as the page counts steps."""

    def __init__(self, lesson: Lesson, seed: int) -> None:
        self.lesson, self.at = lesson, 0
        self.parts = make_match_parts(lesson.terms, entry_of(lesson.setup), folder=Path())
        self.game = self.parts.game
        self.state = self.game.initial(entry_of(lesson.setup))
        self.bots = {} if self.parts.host is None else dict(self.parts.host.bots)
        self.chance = Random(seed)  # noqa: S311  # not for secrets

    @property
    def step(self) -> LessonStep | None:
        """The step that the lesson waits in; None: it is over."""
        over = self.game.outcome(self.state) is not None
        return None if over or self.at == len(self.lesson.steps) else self.lesson.steps[self.at]

    def others(self) -> None:
        """Let chance and the bots play until the learner decides, or nobody does."""
        while (learner := self.lesson.learner) not in self.game.decider(self.state).seats:
            action = next_action(self.game, self.state, self.bots, self.chance)
            if action is None:
                return
            self.state = self.game.apply(self.state, action)
        assert learner not in self.bots

    def take(self, action: Any) -> None:
        """Play an action of the learner's, which may end the step."""
        assert self.game.violations(self.state, action) == ()
        done = self.step is not None and self.step.until in self.game.format_action(action)
        self.state = self.game.apply(self.state, action)
        self.at += done
        self.others()

    def best(self) -> Any:
        """Return the action that seems best to the learner."""
        seat = self.lesson.learner
        actions = own_actions(self.game, self.state, seat)
        values = self.game.prospects(self.state, seat, actions)
        return actions[max(range(len(actions)), key=values.__getitem__)]


def as_told(lesson: Lesson, seed: int) -> Walk:
    """Return the walk of a learner who does what the texts say, with the match over.

    Raises:
        StandsStill: a step's event doesn't come.
    """
    walk, said = Walk(lesson, seed), iter(SAID[lesson.terms.game])
    walk.others()
    for step in lesson.steps[:-1]:
        at = walk.at
        if step.until == WARNED and not is_warned_of(lesson, walk):
            raise StandsStill(step.until)
        if step.until in (WARNED, RIGHTED):
            walk.at += 1
            continue
        for written in next(said):
            action = walk.game.parse_action(entry_of(written))
            for _ in range(MOST_ASKED):
                if walk.step is not None and walk.game.violations(walk.state, action):
                    walk.take(walk.best())
            walk.take(action)
        if walk.at != at + 1 or walk.step is None:
            raise StandsStill(step.until)
    for _ in range(MOST):
        if walk.step is None:
            return walk
        walk.take(walk.best())
    raise StandsStill(WON)


def careless(lesson: Lesson, seed: int) -> Walk:
    """Return the walk of a learner who plays anything until the step's event can come, with the match over.

    Raises:
        StandsStill: the match goes on without it.
    """
    walk = Walk(lesson, seed)
    walk.others()
    for _ in range(MOST):
        if (step := walk.step) is None:
            return walk
        if step.until in (WARNED, RIGHTED):
            walk.at += 1
            continue
        legal = own_actions(walk.game, walk.state, lesson.learner)
        fitting = [one for one in legal if step.until in walk.game.format_action(one)]
        if step.until == WON:
            walk.take(walk.best())
        elif fitting:
            walk.take(walk.chance.choice(fitting))
        else:
            walk.take(RandomBot().choose(walk.game, walk.state, lesson.learner, walk.chance))
    raise StandsStill(lesson.steps[walk.at].until)


def expect_each_step_comes(lesson: Lesson) -> None:
    """See that no careless learner's lesson stands still, and that each step comes in one walk or another.

    Raises:
        StandsStill: a step doesn't.
    """
    furthest = max(careless(lesson, seed).at for seed in SEEDS)
    if furthest + 1 < len(lesson.steps):
        raise StandsStill(lesson.steps[furthest].until)


def is_warned_of(lesson: Lesson, walk: Walk) -> bool:
    """Tell whether the referee warns of the piece that the text has put wrong."""
    piece, cell = PieceId(WRONG[lesson.terms.game][0]), Cell(WRONG[lesson.terms.game][1])
    lies = {one: replace(spot, edge=bool(spot.edge)) for one, spot in walk.game.layout(walk.state).items()}
    seen = {
        **lies,
        PieceId(piece): replace(lies.get(PieceId(piece), Spot(Cell(cell), edge=False)), cell=Cell(cell)),
    }
    return isinstance(explain(walk.game, walk.state, Sighting(seen)), Unexplained)


def named(lesson: Lesson) -> str:
    return f"{lesson.terms.game}-{lesson.name}"


def test_each_of_these_games_has_a_lesson() -> None:
    assert {one.terms.game for one in LESSONS} >= SAID.keys()


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_lesson_can_be_opened_and_begins_with_the_learner(lesson: Lesson) -> None:
    walk = Walk(lesson, 0)
    assert walk.game.decider(walk.state).seats == (lesson.learner,)
    assert lesson.steps[-1].until == WON
    assert {WARNED, RIGHTED} < {one.until for one in lesson.steps}
    assert all(one.until != after.until for one, after in pairwise(lesson.steps)), "one play would end both"


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_learner_who_does_what_a_lesson_says_sees_each_steps_event_and_wins(lesson: Lesson) -> None:
    for seed in SEEDS:
        walk = as_told(lesson, seed)
        outcome = walk.game.outcome(walk.state)
        assert outcome is not None
        assert outcome.winners == (lesson.learner,), seed


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_lesson_never_stands_still_for_a_learner_who_plays_anything(lesson: Lesson) -> None:
    expect_each_step_comes(lesson)


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
@pytest.mark.parametrize("at", [0, -2])
def test_a_step_that_waits_for_what_never_comes_is_found(lesson: Lesson, at: int) -> None:
    steps = list(lesson.steps)
    steps[at] = replace(steps[at], until="what nobody does")
    never = replace(lesson, steps=tuple(steps))
    with pytest.raises(StandsStill):
        as_told(never, 0)
    with pytest.raises(StandsStill):
        expect_each_step_comes(never)


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
