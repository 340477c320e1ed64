"""The guide to a first board, walked as a new maker does, from the bare board to the match.

The commands come from the page, in its order. The parts are simulated: a Pico under MicroPython's Unix port
with its flash in a folder, its chips, a camera. mpremote, the firmware, the table and its page are real.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, Page, expect
from serial.tools import list_ports

from dashboard.commands import flash, main
from dashboard.commands.parsing import argument_parser
from engine.bus.broker import free_port, open_broker
from firmware_bridge.ports import OUR_NAME
from firmware_bridge.simulated.plugs import plug
from hardware.firmware.warden.selftest import BLUE, GOOD, WHITE
from tests.firmware_bridge.flashed_board import FlashedBoard, expect_micropython
from tests.firmware_bridge.test_firmware_ports import TOP, Cable
from tests.firmware_bridge.test_flashing_by_mpremote import MPREMOTE
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.web.browsing import show
from tests.web.visitors import visitors

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(1800)]

PAGE = TOP / "docs" / "build-and-run" / "first-board.md"
PICO = SimpleNamespace(vid=0x2E8A, product="Board in FS mode")
STICKER = "04A1B2C3D4E5F6"
DARK = (0, 0, 0)
GENERALS = {"north": "est", "south": "kazu"}
SOUTH = {
    "gen.kazu": "a1",
    "s.inf.1": "c3",
    "s.inf.2": "d3",
    "s.inf.3": "e3",
    "s.cav.1": "b2",
    "s.arc.1": "c1",
}
LONG_S = 4 * PATIENCE_S
"""A table with a camera, a browser and a board starts up slowly on a loaded machine."""


def steps() -> dict[int, list[list[str]]]:
    """Return the page's `boardwarden` commands, each as words, by the number of their step."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.findall(r"^(\d)\. \*\*(.*?)(?=^\d\. \*\*|^## )", text, re.DOTALL | re.MULTILINE)
    return {
        int(number): [shlex.split(one) for one in re.findall(r"`boardwarden ([^`]+)`", step)]
        for number, step in found
    }


@dataclass
class Workbench:
    """A maker's table: the board, its cable, and a folder with what the page names."""

    folder: Path
    cable: Cable = field(default_factory=Cable)
    plugged: bool = False

    def __post_init__(self) -> None:
        (self.folder / "hardware").symlink_to(TOP / "hardware")
        (self.folder / "FILE.uf2").write_bytes(b"UF2\n")
        self.drive = self.folder / "RPI-RP2"
        self.flash = self.folder / "flash"
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
        product = PICO.product if self.board.is_bare else self.board.say("product")
        return [SimpleNamespace(device=self.port, vid=PICO.vid, product=product)]

    def plug_in(self, move: str = "") -> None:
        """Plug the board in."""
        self.board.power(move)
        self.plugged = True

    def unplug(self) -> None:
        """Pull the board's plug."""
        self.board.cut()
        self.plugged = False

    def lamp(self) -> tuple[int, ...]:
        """Return the colour of the pad's light; it is dark before the firmware has started."""
        lamps = json.loads(self.board.say("show"))["lamps"]
        return tuple(lamps[0]) if lamps else DARK

    def tones(self) -> list[int]:
        """Return the tones of the buzzer."""
        tones: list[int] = json.loads(self.board.say("show"))["tones"]
        return tones

    def shines(self, colour: tuple[int, int, int]) -> None:
        """Wait until the light has this colour, dimmed as the board's file says."""
        wanted = tuple(one > 0 for one in colour)
        eventually(lambda: tuple(one > 0 for one in self.lamp()) == wanted)

    def press(self) -> None:
        """Press the pad's button for as long as a finger does."""
        self.board.say("press south end_turn")
        pause(0.1)
        self.board.say("release south end_turn")


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


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    expect_micropython()
    if not MPREMOTE.is_file():
        pytest.skip("mpremote isn't installed; `make mpremote` installs it into build/mpremote and runs this")
    folder = tmp_path_factory.mktemp("maker")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", str(MPREMOTE.parent), prepend=":")
        patched.setenv("TMPDIR", str(folder))
        patched.setattr(tempfile, "tempdir", str(folder))
        patched.chdir(folder)
        bench = Workbench(folder)
        patched.setattr(list_ports, "comports", bench.ports)
        yield bench
        bench.board.close()
        bench.cable.stop()


@pytest.fixture(scope="module")
def camera(bench: Workbench) -> Iterator[tuple[str, str]]:
    """Start a simulated camera above a table of pieces; yield its address and that of the bus."""
    broker = open_broker("embedded")
    broker.start()
    stream = f"127.0.0.1:{free_port()}"
    words = ("simulate", "--stream", stream, "--broker", broker.url, "--board", "duel", "--data", "simulated")
    above = subprocess.Popen([sys.executable, "-m", "dashboard", *words], cwd=bench.folder)
    yield f"http://{stream}/stream.mjpg", broker.url
    above.terminate()
    above.wait(PATIENCE_S)
    broker.stop()


def test_a_maker_comes_from_a_bare_board_to_the_choice_of_generals(
    bench: Workbench,
    camera: tuple[str, str],
    start_table: Callable[..., RunningTable],
    browser: Browser,
    capfd: pytest.CaptureFixture[str],
) -> None:
    expect.set_options(timeout=LONG_S * 1000)
    commands = steps()
    said = {number: [words[0] for words in found] for number, found in commands.items()}
    assert said == {
        1: [],
        2: ["flash", "doctor"],
        3: ["flash", "doctor"],
        4: [],
        5: ["enrol"],
        6: ["play"],
        7: [],
    }
    puts_micropython_on(bench, commands[2], capfd)
    puts_the_firmware_on(commands[3], capfd)
    lets_it_test_itself(bench)
    names_a_piece_s_sticker(bench, commands[5])
    address, bus = camera
    table = start_table(
        *commands[6][0][1:], "--camera", address, "--broker", bus, matches=bench.folder / "matches"
    )
    with visitors(browser) as come:
        tablet = come(viewport={"width": 1024, "height": 768})
        tablet.set_default_timeout(LONG_S * 1000)
        sees_the_table_live(table, tablet)
        chooses_the_generals(table, tablet, come)


def puts_micropython_on(
    bench: Workbench, commands: list[list[str]], capfd: pytest.CaptureFixture[str]
) -> None:
    bench.drive.mkdir()
    (bench.drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    parsed = argument_parser().parse_args(commands[0])
    assert flash.put_micropython(Path(parsed.micropython), "", run=lambda _: 1, drives=[bench.drive]) == 0
    assert (bench.drive / parsed.micropython).read_bytes() == (bench.folder / parsed.micropython).read_bytes()
    # The chip starts again with it, and the drive has gone.
    shutil.rmtree(bench.drive)
    bench.plug_in()
    capfd.readouterr()
    main(commands[1])
    assert re.search(rf"{bench.port} .*may be a board", capfd.readouterr().out)


def puts_the_firmware_on(commands: list[list[str]], capfd: pytest.CaptureFixture[str]) -> None:
    assert main(commands[0]) == 0, capfd.readouterr().err
    capfd.readouterr()
    assert main(commands[1]) == 0
    said = capfd.readouterr().out
    assert f"{OUR_NAME} board" in said, said


def lets_it_test_itself(bench: Workbench) -> None:
    bench.unplug()
    bench.plug_in("press south end_turn")
    bench.tones()  # It has started once it answers.
    pause(1.0)
    bench.board.say("release south end_turn")
    bench.shines(WHITE)

    def asks_for_a_sticker() -> bool:
        if bench.lamp()[0]:
            bench.press()
        return bench.lamp()[0] == 0 < bench.lamp()[2]

    eventually(asks_for_a_sticker)
    bench.shines(BLUE)
    bench.board.say(f"lay south {STICKER}")
    bench.shines(GOOD)
    bench.board.say("lay south")


def names_a_piece_s_sticker(bench: Workbench, commands: list[list[str]]) -> None:
    link = plug("maker")
    link.symlink_to(bench.port)
    words = (*commands[0], "--http", f"127.0.0.1:{free_port()}")
    with subprocess.Popen(
        [sys.executable, "-m", "dashboard", *words],
        cwd=bench.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as enrolling:
        assert enrolling.stderr is not None
        assert enrolling.stdout is not None
        heard: list[str] = []
        while not any("board 'one pad'" in line for line in heard):
            heard.append(enrolling.stderr.readline())
            assert heard[-1], heard
        bench.board.say(f"lay south {STICKER}")
        assert enrolling.wait(LONG_S) == 0
        assert STICKER in enrolling.stdout.read()
    assert f"{STICKER}: piece s.inf.1" in (bench.folder / "matches" / "tags.yaml").read_text(encoding="utf-8")
    bench.board.say("lay south")


def sees_the_table_live(table: RunningTable, tablet: Page) -> None:
    show(tablet, table.page("table"))
    expect(tablet.locator("#tags")).to_contain_text("Live")
    eventually(
        lambda: re.search(r"board 'one pad' \(firmware .*pads: south", table.log.read_text()) is not None
    )
    tablet.goto(table.page("doctor/page"))
    expect(tablet.locator("body")).to_contain_text(re.compile(r"Answers on \S+, firmware"))
    expect(tablet.locator("body")).to_contain_text("Answering: south")


def chooses_the_generals(table: RunningTable, tablet: Page, come: Callable[..., Page]) -> None:
    show(tablet, table.page("table"))
    tablet.get_by_role("button", name="Seat tablets").tap()
    expect(tablet.locator("#links .links li")).not_to_have_count(0)
    links = [str(one.get_attribute("href")) for one in tablet.locator("#links a").all()]
    seats: dict[str, Page] = {}
    for seat in ("north", "south"):
        seats[seat] = page = come(viewport={"width": 1024, "height": 768})
        page.set_default_timeout(LONG_S * 1000)
        show(page, next(link for link in links if f"#join={seat}." in link))
    show(tablet, table.page("table"))
    turn = tablet.locator("#turn")
    # A throw decides who begins.
    expect(turn).to_contain_text("to pick a general")
    north_first = "North to pick" in turn.inner_text()
    for seat in ("north", "south") if north_first else ("south", "north"):
        seats[seat].locator(f"[data-key='draft {GENERALS[seat]}']").first.tap()
        seats[seat].get_by_role("button", name="Pick").first.tap()
    expect(turn).to_contain_text("puts up")
