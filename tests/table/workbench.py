"""A workbench for walks through the guides: a board with simulated parts, and the guides' commands."""

import json
import re
import shlex
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware_bridge.simulated.plugs import plug
from tests.firmware_bridge.flashed_board import FlashedBoard, expect_micropython
from tests.firmware_bridge.test_firmware_ports import TOP, Cable
from tests.firmware_bridge.test_flashing_by_mpremote import MPREMOTE
from tests.patience import PATIENCE_S

GUIDES = TOP / "docs" / "build-and-run"
DARK = (0, 0, 0)
LONG_S = 4 * PATIENCE_S
"""A table with a camera, a browser and a board starts up slowly on a loaded machine."""

_PICO = SimpleNamespace(vid=0x2E8A, product="Board in FS mode")


def steps(page: str) -> dict[int, list[list[str]]]:
    """Return a guide's commands, each as words, by the number of their step: `boardwarden` or `python -m`."""
    text = (GUIDES / f"{page}.md").read_text(encoding="utf-8")
    found = re.findall(r"^(\d)\. \*\*(.*?)(?=^\d\. \*\*|^## |\Z)", text, re.DOTALL | re.MULTILINE)
    return {
        int(number): [shlex.split(one) for one in re.findall(r"`((?:boardwarden|python -m) [^`]+)`", step)]
        for number, step in found
    }


def expect_tools() -> None:
    """Leave the test out where MicroPython's Unix port or mpremote isn't there."""
    expect_micropython()
    if not MPREMOTE.is_file():
        pytest.skip("mpremote isn't installed; `make mpremote` installs it into build/mpremote and runs this")


def pause(seconds: float) -> None:
    """Take as long as a person takes."""
    threading.Event().wait(seconds)


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    for _ in range(int(LONG_S / 0.1)):
        if holds():
            return
        pause(0.1)
    pytest.fail("it didn't come to hold")


@dataclass
class Workbench:
    """A board at its cable. `folder` is where the maker works: it has what the guides name."""

    folder: Path
    name: str = "board"
    cable: Cable = field(default_factory=Cable)
    plugged: bool = False

    def __post_init__(self) -> None:
        self.flash = self.folder / f"flash of {self.name}"
        self.flash.mkdir()
        self.board = FlashedBoard(self.flash, self.cable.ends[1])

    @property
    def port(self) -> str:
        """The computer's end of the cable."""
        return self.cable.ends[0]

    def ports(self) -> list[SimpleNamespace]:
        """Return the ports as the system lists them: the board's, with its name on USB."""
        if not self.plugged:
            return []
        product = _PICO.product if self.board.is_bare else self.board.say("product")
        return [SimpleNamespace(device=self.port, vid=_PICO.vid, product=product)]

    def plug_in(self, move: str = "") -> None:
        """Plug the board in. With a move, such as `press south end_turn`, that is done before."""
        self.board.power(move)
        self.plugged = True

    def show_to_programs(self) -> None:
        """Let programs of their own find the port, too: they look into the folder of plugged boards."""
        self.hide_from_programs()
        plug(self.name).symlink_to(self.port)

    def hide_from_programs(self) -> None:
        """Take the port out of that folder."""
        plug(self.name).unlink(missing_ok=True)

    def unplug(self) -> None:
        """Pull the board's plug."""
        self.board.cut()
        self.plugged = False

    def close(self) -> None:
        """Clear the table. The next board may get the port, which a table that still runs mustn't find."""
        self.hide_from_programs()
        self.board.close()
        self.cable.stop()

    def lamps(self) -> list[tuple[int, ...]]:
        """Return the colours of the lights, in the order of their chain; none before the firmware starts."""
        return [tuple(one) for one in json.loads(self.board.say("show"))["lamps"]]

    def lamp(self) -> tuple[int, ...]:
        """Return the colour of the first light; it is dark before the firmware has started."""
        return next(iter(self.lamps()), DARK)

    def tones(self) -> list[int]:
        """Return the tones of the buzzer."""
        tones: list[int] = json.loads(self.board.say("show"))["tones"]
        return tones

    def shines(self, colour: tuple[int, int, int]) -> None:
        """Wait until the first light has this colour, dimmed as the board's file says."""
        wanted = tuple(one > 0 for one in colour)
        eventually(lambda: tuple(one > 0 for one in self.lamp()) == wanted)

    def press(self, pad: str = "south") -> None:
        """Press a pad's button for as long as a finger does."""
        self.board.say(f"press {pad} end_turn")
        pause(0.1)
        self.board.say(f"release {pad} end_turn")
