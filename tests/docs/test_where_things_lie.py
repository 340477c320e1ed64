"""The table of where things lie in the four games names files that there are, the same wherever it can."""

import re

from tests.conftest import TOP

PAGE = (TOP / "docs" / "develop" / "adding.md").read_text(encoding="utf-8")
GAMES = ("dozen_war", "hero_realms", "kingdom_square", "quoc_chien")
ROWS = [
    line.strip("|").split("|")
    for line in PAGE.partition("<!-- where: begin")[2].partition("<!-- where: end")[0].splitlines()
    if line.startswith("| ") and "`" in line
]


def test_each_path_of_the_table_is_there() -> None:
    missing = [
        f"{game}/{path}"
        for _, *cells in ROWS
        for game, cell in zip(GAMES, cells, strict=True)
        for path in re.findall(r"`(.+?)`", cell)
        if not (TOP / "engine" / "games" / game / path).exists()
    ]
    assert missing == []
    assert len(ROWS) > 12


def test_a_file_that_all_games_have_is_in_the_table() -> None:
    folders = [TOP / "engine" / "games" / game for game in GAMES]
    everywhere = set.intersection(*({one.name for one in folder.glob("*.*")} for folder in folders))
    assert [name for name in sorted(everywhere - {"__init__.py"}) if f"`{name}`" not in PAGE] == []


def test_every_folder_of_a_game_is_in_the_table_or_explained_beneath_it() -> None:
    part = PAGE.partition("<!-- where: begin")[2]
    folders = {
        one.name
        for game in GAMES
        for one in (TOP / "engine" / "games" / game).iterdir()
        if one.is_dir() and one.name != "__pycache__"
    }
    assert sorted(name for name in folders if f"{name}/" not in part) == []
