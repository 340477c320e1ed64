"""The guide to a first board, walked as a new maker does, from the bare board to the match.

The commands come from the page, in its order. The parts are simulated: a Pico under MicroPython's Unix port
with its flash in a folder, its chips, a camera. mpremote, the firmware, the table and its page are real.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from paho.mqtt import publish
from playwright.sync_api import Browser, Page, expect
from serial.tools import list_ports

from dashboard.commands import flash, main
from dashboard.commands.parsing import argument_parser
from engine.bus.address import parse_broker_url
from engine.bus.broker import free_port, open_broker
from engine.bus.codec import encode
from engine.bus.messages.simulated import SimulatorAct, SimulatorOrder
from engine.bus.topics import channel_named, topic_of
from engine.core.ids import Cell
from firmware_bridge.ports import OUR_NAME
from hardware.firmware.warden.buzzer import TUNES
from hardware.firmware.warden.selftest import BLUE, GOOD, WHITE
from tests.firmware_bridge.test_firmware_ports import TOP
from tests.firmware_bridge.test_flashing_by_mpremote import MPREMOTE
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.table.workbench import DARK, LONG_S, Workbench, eventually, expect_tools, pause, steps
from tests.web.browsing import show
from tests.web.visitors import visitors

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.timeout(1800)]

STICKER = "04A1B2C3D4E5F6"
WARNING_HZ = TUNES["warning"][-1][0]
"""A tone of the warning's tune that no other tune has."""
GENERALS = {"north": "est", "south": "kazu"}
ARMIES = {
    "north": {
        "gen.est": "c9",
        "n.inf.1": "c7",
        "n.inf.2": "d7",
        "n.arc.1": "b8",
        "n.cav.1": "d8",
        "n.cav.2": "e8",
    },
    "south": {
        "gen.kazu": "c1",
        "s.inf.1": "c3",
        "s.inf.2": "d3",
        "s.arc.1": "e2",
        "s.cav.1": "b2",
        "s.cav.2": "d2",
    },
}
"""A general and five soldiers each, as the rules of the duel have them: two of an arm at most."""
TOO_FAR = ("n.inf.1", "e4")
"""The infantry on c7, and the hex of the guide's last step."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    expect_tools()
    folder = tmp_path_factory.mktemp("maker")
    (folder / "hardware").symlink_to(TOP / "hardware")
    (folder / "FILE.uf2").write_bytes(b"UF2\n")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PATH", str(MPREMOTE.parent), prepend=":")
        patched.setenv("TMPDIR", str(folder))
        patched.setattr(tempfile, "tempdir", str(folder))
        patched.chdir(folder)
        bench = Workbench(folder)
        patched.setattr(list_ports, "comports", bench.ports)
        yield bench
        bench.close()


@pytest.fixture(scope="module")
def camera(bench: Workbench) -> Iterator[tuple[str, str]]:
    """Start a simulated camera above a table of pieces; yield its address and that of the bus.

    Its bus is the table's, so that hands can be ordered there to move the pieces before the camera.
    """
    broker = open_broker("embedded")
    broker.start()
    stream = f"127.0.0.1:{free_port()}"
    words = ("simulate", "--stream", stream, "--broker", broker.url, "--board", "duel", "--data", "simulated")
    above = subprocess.Popen([sys.executable, "-m", "dashboard", *words], cwd=bench.folder)
    yield f"http://{stream}/stream.mjpg", broker.url
    above.terminate()
    above.wait(PATIENCE_S)
    broker.stop()


@dataclass(frozen=True)
class Hands:
    """The makers' hands: they move the pieces of the simulated table, by its bus at `url`."""

    url: str

    def put(self, piece: str, cell: str) -> None:
        """Put a piece into a cell."""
        channel, address = channel_named("simulator_order"), parse_broker_url(self.url)
        publish.single(
            topic_of(channel, table="table"),
            encode(channel, SimulatorOrder(SimulatorAct.PUT, piece, cell=Cell(cell))),
            qos=channel.qos,
            hostname=address.host,
            port=address.port,
        )


def test_a_maker_comes_from_a_bare_board_to_the_first_warning(
    bench: Workbench,
    camera: tuple[str, str],
    start_table: Callable[..., RunningTable],
    browser: Browser,
    capfd: pytest.CaptureFixture[str],
) -> None:
    expect.set_options(timeout=LONG_S * 1000)
    commands = {
        number: [words[1:] for words in found if words[0] == "boardwarden"]
        for number, found in steps("first-board").items()
    }
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
    hands = Hands(bus)
    play = [address if word == "0" else word for word in commands[6][0][1:]]
    assert address in play
    table = start_table(*play, "--broker", bus, matches=bench.folder / "matches")
    with visitors(browser) as come:
        tablet = come(viewport={"width": 1024, "height": 768})
        tablet.set_default_timeout(LONG_S * 1000)
        sees_the_table_live(table, tablet)
        seats = opens_both_seats(table, tablet, come)
        chooses_the_generals(tablet, seats)
        lays_the_pieces(hands, tablet)
        ends_south_s_turn_by_the_button(bench, tablet, seats["north"])
        sees_the_first_warning(bench, hands, tablet)


def puts_micropython_on(
    bench: Workbench, commands: list[list[str]], capfd: pytest.CaptureFixture[str]
) -> None:
    drive = bench.folder / "RPI-RP2"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text("UF2 Bootloader v3.0\n")
    parsed = argument_parser().parse_args(commands[0])
    assert flash.put_micropython(Path(parsed.micropython), "", run=lambda _: 1, drives=[drive]) == 0
    assert (drive / parsed.micropython).read_bytes() == (bench.folder / parsed.micropython).read_bytes()
    # The chip starts again with it, and the drive has gone.
    shutil.rmtree(drive)
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
    bench.show_to_programs()
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


def opens_both_seats(table: RunningTable, tablet: Page, come: Callable[..., Page]) -> dict[str, Page]:
    show(tablet, table.page("table"))
    tablet.get_by_role("button", name="Seat tablets").tap()
    expect(tablet.locator("#links .links li")).not_to_have_count(0)
    links = [str(one.get_attribute("href")) for one in tablet.locator("#links a").all()]
    seats: dict[str, Page] = {}
    for seat in GENERALS:
        seats[seat] = page = come(viewport={"width": 1024, "height": 768})
        page.set_default_timeout(LONG_S * 1000)
        show(page, next(link for link in links if f"#join={seat}." in link))
    show(tablet, table.page("table"))
    return seats


def chooses_the_generals(tablet: Page, seats: dict[str, Page]) -> None:
    turn = tablet.locator("#turn")
    # A throw decides who begins.
    expect(turn).to_contain_text("to pick a general")
    north_first = "North to pick" in turn.inner_text()
    for seat in ("north", "south") if north_first else ("south", "north"):
        seats[seat].locator(f"[data-key='draft {GENERALS[seat]}']").first.tap()
        seats[seat].get_by_role("button", name="Pick").first.tap()
    expect(turn).to_contain_text("puts up 6 units")


def lays_the_pieces(hands: Hands, tablet: Page) -> None:
    turn = tablet.locator("#turn")
    north_first = "North puts up" in turn.inner_text()
    for seat in ("north", "south") if north_first else ("south", "north"):
        expect(turn).to_contain_text(f"{seat.capitalize()} puts up")
        for piece, cell in ARMIES[seat].items():
            hands.put(piece, cell)
            expect(tablet.locator(f"#board [data-piece='{piece}']")).to_be_visible()
        expect(turn).not_to_contain_text(f"{seat.capitalize()} puts up")
    expect(turn).to_contain_text("'s turn")


def ends_south_s_turn_by_the_button(bench: Workbench, tablet: Page, north: Page) -> None:
    turn = tablet.locator("#turn")
    if "North's turn" in turn.inner_text():
        north.get_by_role("button", name="End your turn").tap()
    expect(turn).to_contain_text("South's turn")
    bench.shines(WHITE)
    bench.press()
    bench.shines(DARK)
    expect(turn).to_contain_text("North's turn")


def sees_the_first_warning(bench: Workbench, hands: Hands, tablet: Page) -> None:
    piece, cell = TOO_FAR
    before = bench.tones().count(WARNING_HZ)
    hands.put(piece, cell)
    alert = tablet.locator("#alert")
    expect(alert).to_contain_text("Not allowed")
    expect(alert).to_contain_text("Infantry moves 1 hex")
    expect(alert).to_contain_text("back on c7")
    eventually(lambda: bench.tones().count(WARNING_HZ) > before)
