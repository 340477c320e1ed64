"""Quốc Chiến is whole: its cards, its generals, and every skill that they name, each shown in a scenario."""

import re
from pathlib import Path

from engine.games.quoc_chien.content.cards import BOXES, copies, names
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.game import GAME
from engine.games.quoc_chien.position.registry import SKILLS

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "quoc_chien"


def told() -> str:
    """Return all scenarios."""
    return "".join(path.read_text("utf-8") for path in SCENARIOS.glob("*.yaml"))


def test_every_skill_of_every_general_is_there() -> None:
    assert GAME.name == "quoc_chien"
    assert {name for one in generals().values() for name in one.skills} - SKILLS.keys() == set()


def test_the_standard_deck_has_108_cards_and_the_box_60_generals() -> None:
    assert sum(card.box == BOXES[0] for cards in copies().values() for card in cards) == 108
    assert sum(one.box == BOXES[0] for one in generals().values()) == 60
    assert len(generals()) == 87


def test_every_general_stands_in_a_scenario() -> None:
    text = told()
    assert {slug for slug in generals() if not re.search(rf"(?<![\w-]){slug}(?![\w-])", text)} == set()


def test_every_skill_is_named_by_a_scenario() -> None:
    text = told().lower()
    skills = {name for one in generals().values() for name in one.skills}
    assert {name for name in skills if not re.search(rf"\b{name}\b", text)} == set()


def test_every_name_of_a_card_stands_in_a_scenario() -> None:
    text = told()
    assert {name for name in names() if not re.search(rf"(?<![\w-]){name}\.", text)} == set()
