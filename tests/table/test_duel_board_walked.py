"""The guide to the duel's board, walked by its own commands, with simulated parts.

The commands come from the page, in its order; every file that they name is there or was written by an
earlier one. mpremote, the firmware, the table and its page are real; the boards run under MicroPython's Unix
port with simulated chips. The walk leaves out soldering, cutting and measuring.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dashboard.commands import main
from tests.firmware_bridge.test_firmware_ports import TOP
from tests.firmware_bridge.test_flashing_by_mpremote import MPREMOTE
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.table.workbench import GUIDES, Workbench, eventually, expect_tools, pause, steps
from tests.web.browsing import show

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(1800)]

STICKER = "04A1B2C3D4E5F6"

StartTable = Callable[..., RunningTable]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder where the maker works, as a checkout has it. It may be written to."""
    expect_tools()
    shutil.copytree(TOP / "hardware" / "boards", tmp_path / "hardware" / "boards")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", str(MPREMOTE.parent), prepend=":")
        patched.setenv("PYTHONPATH", str(TOP), prepend=":")
        patched.setenv("TMPDIR", str(tmp_path))
        patched.setattr(tempfile, "tempdir", str(tmp_path))
        patched.chdir(tmp_path)
        yield tmp_path


def run(words: Sequence[str]) -> None:
    """Run a `boardwarden` command of a page, which must succeed."""
    assert words[0] == "boardwarden"
    assert main(words[1:]) == 0, words


def learns(bench: Workbench, words: Sequence[str]) -> dict[str, Any]:
    """Lay a piece in each hex that `doctor board` names; return the file that it writes.

    Where the board has lights, the hex that is named is the one that shines.
    """
    wiring = json.loads(Path(words[words.index("--wiring") + 1]).read_text(encoding="utf-8"))
    places = wiring.get("lamps", {}).get("cells", {})
    cells = [cell for cell in wiring["cells"]["order"] if cell is not None]
    lies = ""
    with subprocess.Popen(
        [sys.executable, "-m", "dashboard", *words[1:]],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as learning:
        assert learning.stdout is not None
        said = []
        asked = []
        for line in learning.stdout:
            said.append(line)
            if not (found := re.match(rf"(\d+) of {len(cells)}: .*\b([a-z]\d+)\b[.)]", line)):
                continue
            asked.append(found[2])
            if lies:
                bench.board.say(f"clear {lies}")
            lies = found[2]
            if places:
                eventually(partial(shines_alone, bench, places[lies]))
            bench.board.say(f"cover {lies}")
        assert learning.wait(PATIENCE_S) == 0, said
    bench.board.say(f"clear {lies}")
    assert set(asked) == set(cells)
    (path,) = re.findall(r"(\S+\.learnt\.json)", said[-1])
    learnt: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return learnt


def shines_alone(bench: Workbench, place: int) -> bool:
    """Tell whether the light at this place of the chain shines, and no other."""
    return [number for number, colour in enumerate(bench.lamps()) if any(colour)] == [place]


def lets_it_test_itself(bench: Workbench, wiring: dict[str, Any]) -> None:
    """Hold a button at plug-in, press where it is white, and lay a tag where it is blue: all ends green."""
    lamps = wiring["lamps"]
    pads = {place: pad for pad, places in lamps["pads"].items() for place in places}
    first = wiring["buttons"][0]["pad"]
    bench.unplug()
    bench.plug_in(f"press {first} end_turn")
    bench.lamps()  # It has started once it answers.
    pause(1.0)
    bench.board.say(f"release {first} end_turn")
    alone: set[int] = set()

    def is_green() -> bool:
        shining = {place: colour for place, colour in enumerate(bench.lamps()) if any(colour)}
        if len(shining) == 1:
            ((place, (red, _, blue)),) = shining.items()
            alone.add(place)
            if place in pads and red:
                bench.press(pads[place])
            elif place in pads and blue:
                bench.board.say(f"lay {pads[place]} {STICKER}")
        return len(shining) == len(lamps["cells"]) + len(pads) and not any(
            red or blue for red, _, blue in shining.values()
        )

    eventually(is_green)
    assert alone >= set(pads)
    for pad in pads.values():
        bench.board.say(f"lay {pad}")


def is_named(table: RunningTable, board: str) -> bool:
    """Tell whether the terminal has named a board and its firmware."""
    return f"board '{board}' (firmware " in table.log.read_text()


def plays(table: RunningTable, tablet: Page, boards: Sequence[str]) -> None:
    """Look whether the terminal names these boards and whether the page names no fault."""
    show(tablet, table.page("table"))
    for board in boards:
        eventually(partial(is_named, table, board))
    expect(tablet.locator("#tags")).to_contain_text("Live")
    expect(tablet.locator("#troubles")).to_be_empty()


def test_the_duel_s_board_is_built_register_by_register(
    folder: Path, start_table: StartTable, tablet: Page
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
    (folder / "first-register.json").write_text(first, encoding="utf-8")
    duel = json.loads(Path("hardware/boards/duel.json").read_text(encoding="utf-8"))
    bench = Workbench(folder, "duel")
    with closing(bench):
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
