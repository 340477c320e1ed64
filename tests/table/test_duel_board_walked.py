"""The guide to the duel's board, walked by its own commands, with simulated parts.

The commands come from the page, in its order; every file that they name is there or was written by an
earlier one. mpremote, the firmware, the table and its page are real; the boards run under MicroPython's Unix
port with simulated chips. The walk leaves out soldering, cutting and measuring.
"""

import json
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.table.conftest import RunningTable
from tests.table.making import learns, lets_it_test_itself, maker_s_folder, plays, run
from tests.table.workbench import GUIDES, Workbench, steps

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(1800)]


def test_the_duel_s_board_is_built_register_by_register(
    tmp_path: Path, start_table: Callable[..., RunningTable], tablet: Page
) -> None:
    commands = steps("duel-board")
    assert {number: [words[1] for words in found] for number, found in commands.items()} == {
        1: [],
        2: ["flash", "doctor"],
        3: [],
        4: ["flash"],
        5: ["doctor", "flash", "doctor", "doctor"],
        6: ["play"],
    }
    page = (GUIDES / "duel-board.md").read_text(encoding="utf-8")
    (first,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    with maker_s_folder(tmp_path) as folder, closing(Workbench(folder, "duel")) as bench:
        (folder / "first-register.json").write_text(first, encoding="utf-8")
        duel = json.loads(Path("hardware/boards/duel.json").read_text(encoding="utf-8"))
        bench.plug_in()
        bench.show_to_programs()
        for words in commands[2]:
            if words[1] == "flash":
                run(words)
            else:
                assert learns(bench, words)["cells"] == json.loads(first)["cells"]
        # Step 3: the second register, by the same commands, with the sentinels at the new far end.
        grown = json.loads(first)
        order = [cell for cell in duel["cells"]["order"] if cell is not None][:14]
        grown["cells"] |= {"order": [*order, None, None], "sentinels": {"low": [14], "high": [15]}}
        (folder / "first-register.json").write_text(json.dumps(grown), encoding="utf-8")
        run(commands[2][0])
        assert learns(bench, commands[2][1])["cells"] == grown["cells"]
        run(commands[4][0])
        lets_it_test_itself(bench, duel)
        bench.unplug()
        bench.plug_in()
        learning, flashing, by_lights, _ = commands[5]
        assert learns(bench, learning)["cells"] == duel["cells"]
        run(flashing)
        assert learns(bench, by_lights)["lamps"] == duel["lamps"]
        table = start_table(*commands[6][0][2:], matches=folder / "matches")
        plays(table, tablet, ["duel board"])
