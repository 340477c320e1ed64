"""Quốc Chiến: the standard box is whole: its cards, its generals, and every skill that they name."""

from pathlib import Path

from engine.games.quoc_chien.content.cards import BOXES, copies
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.game import GAME
from engine.games.quoc_chien.skills.registry import SKILLS

SCENARIOS = Path(__file__).parents[1] / "scenarios" / "quoc_chien"


def standard_skills() -> set[str]:
    return {name for one in generals().values() if one.box == BOXES[0] for name in one.skills}


def test_every_skill_of_the_standard_box_is_there() -> None:
    assert GAME.name == "quoc_chien"
    assert standard_skills() - SKILLS.keys() == set()


def test_the_standard_deck_has_108_cards_and_the_box_60_generals() -> None:
    assert sum(card.box == BOXES[0] for cards in copies().values() for card in cards) == 108
    assert sum(one.box == BOXES[0] for one in generals().values()) == 60
    assert len(generals()) == 87


def test_every_general_with_a_skill_stands_in_a_scenario() -> None:
    told = "".join(path.read_text("utf-8") for path in SCENARIOS.glob("*.yaml"))
    absent = {slug for slug, one in generals().items() if one.box == BOXES[0] and slug not in told}
    assert absent == set()
