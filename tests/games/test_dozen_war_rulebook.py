"""The rules as people look them up, beside the rules as the engine cites them."""

import re
from pathlib import Path

import pytest

import engine
from engine.core.faults import InputFault
from engine.games.dozen_war.options import CHOICES
from engine.games.registry import GAMES, open_rulebook

LANGUAGES = ("en", "vi", "ja")
CITED = re.compile(r'"(DW-\d+(?:\.\d+)?)"')


def test_every_rule_that_is_cited_stands_in_the_rulebook() -> None:
    folder = Path(engine.__file__).parent
    cited = {rule for path in folder.rglob("*.py") for rule in CITED.findall(path.read_text("utf-8"))}
    assert len(cited) > 50
    assert cited - set(open_rulebook("dozen_war").rules) == set()


def test_rules_stand_in_the_order_of_their_numbers() -> None:
    numbers = [
        tuple(map(int, rule.removeprefix("DW-").split("."))) for rule in open_rulebook("dozen_war").rules
    ]
    assert numbers == sorted(set(numbers))


def test_a_reading_is_an_option_that_a_table_can_choose() -> None:
    readings = {rule.reading for rule in open_rulebook("dozen_war").rules.values() if rule.reading}
    assert readings <= set(CHOICES)
    assert len(readings) > 15


@pytest.mark.parametrize("game", GAMES)
def test_a_games_rules_are_said_in_every_language_and_none_is_said_as_another(game: str) -> None:
    book = open_rulebook(game)
    assert set(book.languages) == set(LANGUAGES)
    for rule in book.rules.values():
        said = {rule.sentence.said_in(language) for language in book.languages}
        assert len(said) == len(book.languages), rule.id
        assert all(sentence[-1] in ".。" for sentence in said), rule.id


def test_an_unknown_game_has_no_rulebook() -> None:
    with pytest.raises(InputFault, match="no game 'chess'; expected one of dozen_war"):
        open_rulebook("chess")
