"""The guide to the full board on tiles, walked by its own commands, with simulated parts.

Its row of hexes is written as the duel's guide has it.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.table.conftest import RunningTable
from tests.table.making import learns, lets_it_test_itself, maker_s_folder, plays, run
from tests.table.workbench import GUIDES, Workbench, steps

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(1800)]

ROW = "row.json"


def printed(words: Sequence[str]) -> str:
    """Run a `python -m` command of a page, and return what it prints."""
    assert words[0] == "python"
    return subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True, check=True).stdout


def test_the_full_board_is_built_on_tiles(
    tmp_path: Path, start_table: Callable[..., RunningTable], tablet: Page
) -> None:
    commands = steps("full-board")
    assert {number: [words[1] for words in found] for number, found in commands.items()} == {
        1: [],
        2: ["-m", "doctor"],
        3: ["-m"],
        4: [],
        5: ["-m", "flash"],
        6: ["doctor", "flash", "play"],
    }
    page = (GUIDES / "duel-board.md").read_text(encoding="utf-8")
    (register,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    with maker_s_folder(tmp_path) as folder, closing(Workbench(folder, "full")) as bench:
        full = json.loads(Path("hardware/boards/full.json").read_text(encoding="utf-8"))
        bench.plug_in()
        bench.show_to_programs()
        for_tiles, looks = commands[2]
        row = json.loads(register)
        row["cells"]["order"] = full["cells"]["order"][:12]
        Path(ROW).write_text(json.dumps(row), encoding="utf-8")
        Path(ROW).write_text(printed([*for_tiles, ROW]), encoding="utf-8")
        run(["boardwarden", "flash", "--wiring", ROW])
        looks = [ROW if word == "FILE" else word for word in looks]
        assert learns(bench, looks)["cells"] == json.loads(Path(ROW).read_text(encoding="utf-8"))["cells"]
        west = next(pad for pad in full["pads"] if pad["pad"] == "west")
        assert f"| SELECT | GP{west['select']}," in printed(commands[3][0])
        *whole, into, file = commands[5][0]
        assert into == ">"
        Path(file).write_text(printed(whole), encoding="utf-8")
        wiring = json.loads(Path(file).read_text(encoding="utf-8"))
        run(commands[5][1])
        lets_it_test_itself(bench, wiring)
        bench.unplug()
        bench.plug_in()
        learning, flashing, playing = commands[6]
        assert learns(bench, learning)["cells"] == wiring["cells"]
        run(flashing)
        table = start_table(*playing[2:], matches=folder / "matches")
        plays(table, tablet, ["full board"])
