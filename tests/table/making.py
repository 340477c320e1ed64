"""The steps that the larger boards' guides share, as a maker does them on simulated parts.

mpremote, the firmware, the table and its page are real; the boards run under MicroPython's Unix port with
simulated chips. The steps leave out soldering, cutting and measuring.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
from tests.table.workbench import Workbench, eventually, expect_tools, pause
from tests.web.browsing import show

STICKERS = {"mfrc522": "04A1B2C3D4E5F6", "pn5180": "E004015012345678"}
"""A sticker's number, as each kind of reader reads it: NTAG213, ICODE SLIX."""


@contextmanager
def maker_s_folder(folder: Path) -> Iterator[Path]:
    """Work in a folder that has what the guides name, as a checkout has it. It may be written to."""
    expect_tools()
    shutil.copytree(TOP / "hardware" / "boards", folder / "hardware" / "boards")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", str(MPREMOTE.parent), prepend=":")
        patched.setenv("PYTHONPATH", str(TOP), prepend=":")
        patched.setenv("TMPDIR", str(folder))
        patched.setattr(tempfile, "tempdir", str(folder))
        patched.chdir(folder)
        yield folder


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
    stickers = {pad["pad"]: STICKERS[pad["reader"]] for pad in wiring["pads"]}
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
                bench.board.say(f"lay {pads[place]} {stickers[pads[place]]}")
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
