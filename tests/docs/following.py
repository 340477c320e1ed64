"""Follow a page of the developers' docs from nothing, in a copy of the engine, and look at what it made."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from tests.conftest import TOP

BLOCK = re.compile(r"^( *)```(yaml|python|diff)\n(.*?)^ *```", re.DOTALL | re.MULTILINE)

PROBE = """
import json, sys
from importlib import import_module
from pathlib import Path
from random import Random
from dashboard.printing.cards import card_items
from dashboard.printing.depicted import depiction_of
from engine.bots.balance import digest
from engine.bots.bot import seats_of
from engine.bots.bot_matches import play_match
from engine.bots.registry import open_bot
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces, pieces_beside
from engine.core.sentences import Interpreter
from engine.games.registry import all_texts, open_game, open_look
from engine.scenarios.document import read_scenarios
from engine.scenarios.runner import run_file

asked = json.loads(sys.argv[1])
name, new = asked["game"], asked["cards"]
board = load_board(open_look(name).boards[0])
pieces = load_pieces(pieces_beside(open_look(name).boards[0]))
game = open_game(name, board, Ruleset(options=asked.get("options", {})))
says = Interpreter(all_texts())
tables = import_module(asked["tables"])
shown = (tables.shown_in(*tables.SCENARIO_FOLDERS),) if hasattr(tables, "shown_in") else ()
page = tables.with_tables(Path(asked["page"]).read_text("utf-8"), *shown)
faces = {one.face.card: one.face for one in game.printed_cards()}
offered = {card.card: card for part in game.deck_parts() for card in part.cards}
printed = [one.front.name for one in card_items(depiction_of(name, board, pieces, content="house"), pieces)]
(scenario,) = run_file(Path(asked["scenario"]))
(read,) = read_scenarios(Path(asked["scenario"]))
of_scenario = open_game(name, load_board(read.board), read.ruleset)
lying = of_scenario.pieces(of_scenario.initial(read.setup))
physical = load_pieces(pieces_beside(read.board))
def is_printed(piece):
    try:
        return bool(physical.physical_id(piece))
    except KeyError:
        return False
state = game.initial(entry_of(asked["setup"]))
seat = seats_of(game, state)[0]
listed = sorted({json.dumps(game.format_action(one)) for one in game.legal_actions(state)})
sitting = {one: open_bot(asked.get("bot", "random")) for one in seats_of(game, state)}
played = play_match(game, sitting, 1, setup=entry_of(asked["setup"]))
print(json.dumps({
    "page": [one for one in asked["said"] if one not in page],
    "decks": [one for one in new if one in offered],
    "texts": {
        card: {lang: [says.said(one, lang) for one in (face.label, face.text)] for lang in ("en", "vi", "ja")}
        for card, face in faces.items() if {card, card.partition(".")[2]} & set(new)
    },
    "printed": sorted(one for one in printed if any(card in one for card in new)),
    "scenario": [str(one) for one in scenario.failures],
    "unprinted": [one for one in lying if not is_printed(one)],
    "listed": [json.loads(one) for one in listed],
    "bot": game.format_action(open_bot("greedy").choose(game, state, seat, Random(1))),
    "balance": {key: sorted({card for held in found.values() for card in held}) for key, found in
                digest(game, played).groups.items()},
}))
"""


def blocks(page: Path) -> list[tuple[str, Path, str]]:
    """Return each block of a page: its language, the file that its first line names, and its other lines."""
    found = []
    for _, language, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        first, _, rest = dedent(text).partition("\n")
        found.append((language, Path(first.removeprefix("# ")), rest))
    return found


def followed(page: Path, root: Path) -> Path:
    """Return the folder with a copy of the engine, every block of a page put where it says."""
    shutil.copytree(TOP / "engine", root / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    for language, path, text in blocks(page):
        file = root / path
        if language == "diff":
            _changed(root, path, text)
        elif path.parent.name == "texts":
            written = file.read_text(encoding="utf-8")
            file.write_text(written.replace("\neffects:\n", f"\neffects:\n{indent(text, '  ')}", 1), "utf-8")
        elif file.is_file():
            with file.open("a", encoding="utf-8") as lines:
                lines.write(indent(text, _depth(file)))
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return root


def looked_at(root: Path, **asked: Any) -> dict[str, Any]:
    """Return the view of a program that runs with the engine of a folder; `asked`: see `PROBE`."""
    ran = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(asked, default=str)],
        env={**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{TOP}"},
        cwd=root, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    seen: dict[str, Any] = json.loads(ran.stdout)
    return seen


def _changed(root: Path, path: Path, text: str) -> None:
    """Change a file as a block says: lines with `+` are new, those with `-` go, the others are there once."""
    file, lines = root / path, text.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if not line.startswith("+"))
    after = "".join(line[1:] for line in lines if not line.startswith("-"))
    if not file.is_file():
        file.parent.mkdir(parents=True)
        shutil.copy(TOP / path, file)
    written = file.read_text(encoding="utf-8")
    assert written.count(before) == 1, f"{file}: {before!r} stands there {written.count(before)} times"
    file.write_text(written.replace(before, after), encoding="utf-8")


def _depth(file: Path) -> str:
    """Return the space before the entries of a list or table, as the file's last line has it."""
    last = file.read_text(encoding="utf-8").splitlines()[-1]
    return "" if last.startswith("  origin") else "  "
