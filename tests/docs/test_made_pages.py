"""Pages that are made from tables are as the tables say."""

import pytest

from dashboard.commands.document import PAGE, commands_page
from dashboard.commands.table import COMMANDS
from engine.games.document import FOLDER, page_of, rules_page
from engine.games.dozen_war import document
from engine.games.registry import OWN_GAMES


def test_the_reference_of_commands_is_as_their_table_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == commands_page(), "run python -m dashboard.commands.document"
    assert all(f"## boardwarden {command.name}\n" in text for command in COMMANDS)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_game_s_page_of_rules_is_as_its_file_says(game: str) -> None:
    assert page_of(game).read_text(encoding="utf-8") == rules_page(game), (
        "run python -m engine.games.document"
    )


def test_dozen_war_s_page_has_the_options_that_its_texts_say() -> None:
    text = (FOLDER / document.PAGE).read_text(encoding="utf-8")
    assert text == document.with_tables(text), "run python -m engine.games.dozen_war.document"
