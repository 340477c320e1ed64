"""The guide to the readers under the castles, walked by its own commands, with simulated parts.

The board of switches beside them gets its firmware first, as its own guide says.
"""

import json
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from firmware_bridge.ports import OUR_NAME
from tests.table.conftest import RunningTable
from tests.table.making import STICKERS, maker_s_folder, plays, run
from tests.table.workbench import Workbench, steps

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(1800)]

SWITCHES = ["boardwarden", "flash", "--wiring", "hardware/boards/switches.json"]


def test_readers_are_put_under_the_castles(
    tmp_path: Path,
    start_table: Callable[..., RunningTable],
    tablet: Page,
    capfd: pytest.CaptureFixture[str],
) -> None:
    commands = steps("castle-readers")
    assert {number: [words[1] for words in found] for number, found in commands.items()} == {
        1: [],
        2: [],
        3: [],
        4: ["flash", "flash", "doctor"],
        5: ["play"],
    }
    near, far, names = commands[4]
    with ExitStack() as stack:
        folder = stack.enter_context(maker_s_folder(tmp_path))
        boards: dict[str, Workbench] = {}
        for flash in (SWITCHES, near, far):
            wiring = json.loads(Path(flash[-1]).read_text(encoding="utf-8"))
            bench = stack.enter_context(closing(Workbench(folder, Path(flash[-1]).stem)))
            bench.plug_in()
            bench.show_to_programs()
            run(flash)
            capfd.readouterr()
            run(names)
            assert f"{OUR_NAME} " in capfd.readouterr().out
            bench.unplug()
            bench.hide_from_programs()
            boards[wiring["board"]] = bench
        for bench in boards.values():
            bench.plug_in()
            bench.show_to_programs()
        table = start_table(*commands[5][0][2:], matches=folder / "matches")
        plays(table, tablet, list(boards))
        castle = json.loads(Path(near[-1]).read_text(encoding="utf-8"))["pads"][0]["pad"]
        boards["castles of west and south"].board.say(f"lay {castle} {STICKERS['mfrc522']}")
        expect(tablet.locator("body")).to_contain_text(f"An unknown tag lies on pad {castle}")
