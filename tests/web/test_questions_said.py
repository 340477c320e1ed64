"""Every question of a match is a sentence of its own in each language, and names a rule that there is."""

from collections.abc import Iterator
from typing import Any

import pytest

from dashboard.web.words.rulebook import rules_in
from engine.core.decisions import TURN, Chooser
from engine.games.registry import open_rulebook
from tests.web.played import Played, opened

LANGUAGES = ("en", "vi", "ja")
PLAYS = 250
BY_CARDS = {"quoc_chien": {"choose"}, "kingdom_square": {"choose", "discard"}, "dozen_war": {"steal"}}
"""Decisions that cards and skills of many kinds ask for: the page's own words, and the card's, say what."""


def asked(match: Played) -> Iterator[tuple[str, list[str]]]:
    """Yield the kinds of question in a match, each with the texts of its answers."""
    for _ in range(PLAYS):
        decision = match.decision
        if decision.chooser is Chooser.NOBODY:
            return
        if decision.chooser is Chooser.SEAT and decision.kind != TURN:
            legal = match.game.legal_actions(match.match.state)
            yield decision.kind, [str(match.game.action_text(match.match.state, one)) for one in legal]
        match.step()


@pytest.mark.parametrize(
    ("name", "seats"), [("dozen_war", 4), ("hero_realms", 3), ("kingdom_square", 2), ("quoc_chien", 6)]
)
def test_each_question_is_a_sentence_that_is_none_of_its_answers(name: str, seats: int) -> None:
    book = open_rulebook(name)
    said: dict[str, Any] = {language: rules_in(book, language)["questions"] for language in LANGUAGES}
    kinds = set()
    for kind, answers in asked(opened(name, seats, seed=4)):
        kinds.add(kind)
        if kind not in BY_CARDS.get(name, set()):
            assert said["en"][kind]["says"] not in answers
    assert kinds, "a match that asks nothing shows nothing"
    for language in LANGUAGES:
        for kind, question in said[language].items():
            assert question["says"][-1] in ".?。？", (language, kind)  # noqa: RUF001 # Japanese
            assert question["rule"] == "" or question["rule"] in rules_in(book, language)["rules"]


def test_where_everybody_sees_the_answers_a_lone_one_is_given_without_asking() -> None:
    questions = rules_in(open_rulebook("kingdom_square"), "en")["questions"]
    assert {kind for kind, one in questions.items() if one["open"]} == {"start", "keep"}
