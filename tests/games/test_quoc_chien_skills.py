"""Quốc Chiến is whole: its cards, its generals, and every skill that they name, each shown in a scenario."""

import re
import sys
from pathlib import Path

from engine.games.quoc_chien.content.cards import BOXES, copies, names
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.game import GAME
from engine.games.quoc_chien.position.registry import SKILLS
from engine.games.quoc_chien.resolving.card_rules import CARD_RULES
from tests.games.scenarios_of import scenarios_of


def said() -> str:
    """Return all scenarios."""
    return "".join(path.read_text("utf-8") for path in scenarios_of("quoc_chien"))


def test_each_page_of_a_skill_or_card_has_its_scenarios_beside_it() -> None:
    modules = {type(one).__module__ for one in (*SKILLS.values(), *CARD_RULES.values())}
    pages = {Path(str(sys.modules[name].__file__)).with_suffix("") for name in modules}
    assert len(pages) > 190
    beside = {path.with_suffix("") for path in scenarios_of("quoc_chien")}
    assert sorted(page.name for page in pages - beside) == []
    of_skills = {page for page in beside if "skills" in page.parts}
    assert sorted(page.name for page in of_skills - pages) == []


def test_scenarios_beside_cards_are_called_by_a_cards_name() -> None:
    beside = [
        path.stem.replace("_", "-") for path in scenarios_of("quoc_chien") if path.parent.name == "cards"
    ]
    assert len(beside) > 40
    assert [name for name in beside if name not in names()] == []


def test_every_skill_of_every_general_is_there() -> None:
    assert GAME.name == "quoc_chien"
    assert {name for one in generals().values() for name in one.skills} - SKILLS.keys() == set()


def test_the_standard_deck_has_108_cards_and_the_box_60_generals() -> None:
    assert sum(card.box == BOXES[0] for cards in copies().values() for card in cards) == 108
    assert sum(one.box == BOXES[0] for one in generals().values()) == 60
    assert len(generals()) == 87


def test_every_general_stands_in_a_scenario() -> None:
    text = said()
    assert {slug for slug in generals() if not re.search(rf"(?<![\w-]){slug}(?![\w-])", text)} == set()


def test_every_skill_is_named_by_a_scenario() -> None:
    text = said().lower()
    skills = {name for one in generals().values() for name in one.skills}
    assert {name for name in skills if not re.search(rf"\b{name}\b", text)} == set()


def test_every_name_of_a_card_stands_in_a_scenario() -> None:
    text = said()
    assert {name for name in names() if not re.search(rf"(?<![\w-]){name}\.", text)} == set()


def test_each_card_but_equipment_has_its_rules_on_a_page_of_its_own() -> None:
    pages = {rules.name: sys.modules[type(rules).__module__] for rules in CARD_RULES.values()}
    assert [
        name for name, page in pages.items() if page.__name__.rpartition(".")[2] != name.replace("-", "_")
    ] == []
    plain = {name for name, one in names().items() if not one.kind.is_equipment}
    assert plain == pages.keys()
