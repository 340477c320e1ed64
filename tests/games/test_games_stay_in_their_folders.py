"""A game is known by its folder alone: other code names none of its words.

Comments and docstrings may give them as examples of values.
"""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SEARCHED = ("engine", "vision", "firmware_bridge", "dashboard")
OF_ITS_OWN = ("engine/games/dozen_war/", "engine/boards/", "dashboard/web/bundle/")
"""Where the game and its boards live, and the bundle that is made from searched files."""

WORDS = re.compile(
    r"(?<![a-z])(dozen_?war|mativen|castles?|terrain|mountains?|volcano|infantry|cavalry|archers?|alchemists?"
    r"|coins?|stars?)(?![a-z])|\b(west|south|east|north)\b",
    re.IGNORECASE,
)

NAMES = {
    game: re.compile(rf"\b{game.replace('_', '[_ ]?')}\b", re.IGNORECASE)
    for game in ("kingdom_square", "hero_realms", "quoc_chien")
}
"""The other games' names; each may stand in its own folder."""

MAY = {
    "dashboard/lab/": "measures Dozen War on its own board, and says so in what it prints",
    "dashboard/commands/options.py": "the options' help names what is usual",
    "dashboard/commands/table.py": "and so does that of a few more",
    "dashboard/commands/terms.py": "says what is played where nobody chooses a game",
    "dashboard/pictures/best_moments.py": "a symbol is called so, by which a film finds who leads",
    "dashboard/pictures/machine_fonts.py": "Unicode calls the width of a letter so",
    "dashboard/web/static/state/physical.js": "pieces of this kind lie beneath the others",
    "dashboard/web/static/surface/": "sides of the table are called so",
    "dashboard/web/static/panels/": "has a look for these two counters; others are not shown beside a card",
    "dashboard/web/static/virtual_table/": "has drawings for these kinds; others are drawn by their letter",
    "dashboard/web/types/page.d.ts": "the types of those drawings",
    "engine/core/footage.py": "films without a game's name were made when there was one game",
    "engine/core/pieces.py": "piece files that don't say what is fixed were made when there was one game",
    "engine/games/kingdom_square/turn/positions.py": "a setup of that game lists its lands as `terrain`",
    "engine/records/notation.py": "an error's example of a header",
    "firmware_bridge/simulated/board.py": "the wired table's pads are called so",
    "vision/": "a rock that hides a tag is called a mountain, whatever it is in a game",
}
"""The files and folders that may name the game's words in their code, and why."""


def _python_words(text: str) -> list[tuple[int, str]]:
    """The names and texts of a module's code, and their lines; comments and docstrings are none of it."""
    tree = ast.parse(text)
    said = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = []
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            found.append((line, node.value))
        for field in ("id", "attr", "name", "arg", "module"):
            named = getattr(node, field, None)
            if isinstance(named, str):
                found.append((line, named.replace("_", " ").replace("dozen war", "dozen_war")))
    return found


def _plain_words(text: str) -> list[tuple[int, str]]:
    """The lines of a script or sheet without its comments."""
    bare = re.sub(r"/\*.*?\*/", lambda found: "\n" * found.group().count("\n"), text, flags=re.DOTALL)
    return [(n, re.sub(r"(^|\s)//.*", "", line)) for n, line in enumerate(bare.splitlines(), start=1)]


READ = {".py": _python_words, ".js": _plain_words, ".css": _plain_words, ".ts": _plain_words}


def _named(name: str, text: str) -> list[str]:
    words = READ[Path(name).suffix](text)
    others = [found for game, found in NAMES.items() if not name.startswith(f"engine/games/{game}/")]
    return [
        f"{name}:{line}: {word.strip()[:60]}"
        for line, word in words
        if any(found.search(word) for found in (WORDS, *others))
    ]


@pytest.fixture(scope="module")
def breaches() -> dict[str, list[str]]:
    """The files whose code names a word of the game, and where."""
    found = {}
    for folder in SEARCHED:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in READ and not name.startswith(OF_ITS_OWN):
                named = _named(name, path.read_text(encoding="utf-8"))
                found.update({name: named} if named else {})
    return found


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'if kind == "castle":\n    pass\n'),
        ("a.py", "from engine.games.dozen_war.game import DozenWar\n"),
        ("a.py", "coins = 3\n"),
        ("a.py", "from engine.games.hero_realms.game import HeroRealms\n"),
        ("engine/games/quoc_chien/a.py", 'game = "kingdom_square"\n'),
        ("a.js", 'const side = ["south", "west"];\n'),
        ("a.css", ".terrain { fill: none; }\n"),
    ],
)
def test_a_word_of_the_game_in_code_is_found(name: str, text: str) -> None:
    assert _named(name, text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'def seat() -> str:\n    """Return a seat (`west`)."""  # or east\n'),
        ("a.js", "// A castle: /* west */\n/* north\n south */ const a = 1;\n"),
        ("a.py", 'start = "restart"\n'),
        ("engine/games/quoc_chien/a.py", 'game = "quoc_chien"\n'),
    ],
)
def test_an_example_in_a_comment_is_not(name: str, text: str) -> None:
    assert not _named(name, text)


def test_other_code_names_no_word_of_the_game_but_where_a_reason_is_given(
    breaches: dict[str, list[str]],
) -> None:
    excused = tuple(MAY)
    unexplained = [one for name, named in breaches.items() if not name.startswith(excused) for one in named]
    assert not unexplained, "\n".join(unexplained)


@pytest.mark.parametrize("where", MAY)
def test_what_is_excused_still_needs_it(breaches: dict[str, list[str]], where: str) -> None:
    assert any(name.startswith(where) for name in breaches), f"{where} names no word any more: strike it"
