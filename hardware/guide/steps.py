"""Draws the pictures of the guides' steps: `python -m hardware.guide.steps`.

A guide's page is docs/build-and-run/NAME.md; the pictures are in the folder `pictures`, named after page and
step.
"""

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from engine.core.board import load_board
from hardware.drawing import BOARDS
from hardware.firmware.warden import configuration
from hardware.guide import bench
from hardware.guide.canvas import BLUE, GREEN, GREY, INK, PAPER, RED, WHITE, WOOD, YELLOW, Canvas

PICTURES = Path(__file__).parent / "pictures"
_WIDE = 820.0
REGISTER_CELLS = ("a1", "b1", "c1", "d1", "e1", "f2")
"""The six cells of the first register: the first of the duel's board."""


def _found(board: str) -> dict[str, Any]:
    return configuration.read((BOARDS / f"{board}.json").read_text(encoding="utf-8"))


def one_pad_wires() -> Canvas:
    """Draw the wires of one pad."""
    canvas = Canvas(_WIDE, 420, "A Pico and the parts of a pad; equal numbers are joined")
    titles = ("MFRC522", "Button", "74AHCT125", "1 WS2812B", "Passive")
    bench.wiring(canvas, (20, 44), _found("smallest"), titles)
    canvas.text((20, 26), "Join each badge to the Pico's pin of that number; GND, 3V3 and 5V to each other.")
    return canvas


def micropython() -> Canvas:
    """Draw how MicroPython comes onto a Pico."""
    canvas = Canvas(_WIDE, 380, "BOOTSEL is held while the USB plug goes in; the drive then takes the file")
    bench.pico(canvas, (180, 66), {}, "1. hold this")
    bench.cable(canvas, (243, 58), (420, 28))
    canvas.text((430, 32), "2. then plug in", bold=True, fill=RED)
    canvas.box((420, 60), 190, 70, PAPER, round_px=6)
    canvas.text((515, 90), "drive RPI-RP2", anchor="middle", bold=True)
    canvas.text((515, 112), "appears", anchor="middle")
    canvas.text((420, 158), "3. let go, and run", bold=True, fill=RED)
    bench.terminal(canvas, (420, 170), 385, ("$ boardwarden flash", "    --micropython FILE.uf2"))
    canvas.text((420, 258), "The drive disappears by itself: MicroPython runs.")
    return canvas


def firmware() -> Canvas:
    """Draw how the firmware and the board's file come onto a Pico."""
    canvas = Canvas(_WIDE, 380, "Two commands put the firmware and the board's file on")
    bench.pico(canvas, (60, 58), {})
    bench.cable(canvas, (123, 50), (300, 24))
    lines = (
        "$ pip install mpremote",
        "$ boardwarden flash",
        "    --wiring hardware/boards/smallest.json",
        "$ boardwarden doctor serial",
    )
    bench.terminal(canvas, (290, 40), 515, lines)
    canvas.text((290, 160), "The last one names a Boardwarden board.")
    return canvas


def self_test() -> Canvas:
    """Draw the four stages of the board's own test of one pad."""
    canvas = Canvas(_WIDE, 230, "The light is white, white until the button, blue until the sticker, green")
    stages = (
        (WHITE, "white: it works", "", False),
        (WHITE, "white: press the button", "", True),
        (BLUE, "blue: lay a sticker", "sticker", False),
        (GREEN, "green: all is well", "", False),
    )
    for number, (light, text, lies, pressed) in enumerate(stages):
        bench.pad(canvas, (24 + number * 204, 14), light, text, lies=lies, pressed=pressed)
    return canvas


def sticker() -> Canvas:
    """Draw how a piece's sticker gets its name."""
    canvas = Canvas(_WIDE, 220, "A piece lies on the pad while its sticker gets a name")
    bench.pad(canvas, (24, 14), INK, "lay the piece here", lies="s.inf.1")
    lines = ('$ boardwarden enrol --as "piece s.inf.1"', "    the sticker's number, then it ends")
    bench.terminal(canvas, (220, 40), 560, lines)
    return canvas


def play() -> Canvas:
    """Draw a table that is ready: camera, board, pad and computer."""
    canvas = Canvas(
        _WIDE, 330, "A camera looks down on the board; pad and camera are plugged into a computer"
    )
    canvas.box((40, 250), 400, 12, WOOD)
    canvas.text((240, 284), "the printed board, with its pieces", anchor="middle")
    for x in (120, 190, 260, 330):
        canvas.box((x, 232), 20, 18, BLUE)
    canvas.line((70, 250), (70, 40), (235, 40), colour=GREY, width=6)
    canvas.box((220, 36), 40, 22, "#222222", round_px=4)
    canvas.text((272, 66), "camera, over the middle")
    canvas.line((240, 58), (70, 232), colour=YELLOW, width=1, dashes="5 4")
    canvas.line((240, 58), (410, 232), colour=YELLOW, width=1, dashes="5 4")
    canvas.box((460, 244), 76, 10, WOOD)
    canvas.text((498, 284), "pad", anchor="middle")
    bench.laptop(canvas, (590, 96), "one pad, no fault")
    canvas.line((536, 249), (590, 249), (590, 239), colour=GREY, width=3)
    canvas.line((260, 44), (690, 44), (690, 96), colour=GREY, width=3)
    canvas.text((490, 314), "$ boardwarden play --board duel --camera 0", size=12)
    return canvas


WALK = ("c7", "d6", "e5", "e4")
"""Three hexes in a straight line, from an infantry's place in the opening."""


def _walk(canvas: Canvas, light: str) -> None:
    """Draw an infantry that goes three hexes on the duel's board."""
    cells = (*WALK, "b7", "d7", "c6", "e6", "d5", "f5", "d4", "f4")
    middles = bench.hexes(canvas, (110, 60), load_board("duel"), cells, {WALK[-1]: light})
    canvas.disc(middles[WALK[0]], 10, WHITE, edge=GREY)
    for begins, ends in pairwise(WALK):
        (x, y), (to_x, to_y) = middles[begins], middles[ends]
        dx, dy = (to_x - x) / 4, (to_y - y) / 4
        canvas.arrow((x + dx, y + dy), (to_x - dx, to_y - dy))
    bench.piece(canvas, middles[WALK[-1]], "inf")


def first_warning() -> Canvas:
    """Draw the first warning of a table with one pad."""
    canvas = Canvas(_WIDE, 280, "An infantry has gone three hexes; the board sounds and the page warns")
    _walk(canvas, PAPER)
    bench.pad(canvas, (380, 20), WHITE, "dark; it sounds")
    bench.laptop(canvas, (590, 40), "warning", "#f6d5d3")
    return canvas


def first_hexes() -> Canvas:
    """Draw the plate of the first six hexes with its wells and switches."""
    canvas = Canvas(_WIDE, 270, "Six hexes with six switches and a light each")
    middles = bench.hexes(canvas, (70, 160), load_board("duel"), REGISTER_CELLS, {})
    bench.switches(canvas, middles.values())
    canvas.text((70, 250), "Green: switches, 3.6 mm holes, from below. Yellow: lights, 8 mm holes.")
    canvas.text((520, 60), "Print three light wells", bold=True)
    canvas.text((520, 82), "and two feet with magnets.")
    return canvas


def first_register() -> Canvas:
    """Draw the pins of the first register."""
    canvas = Canvas(_WIDE, 300, "A 74HC165 with six hexes, its sentinels, and three wires to the Pico")
    places = dict(zip("HGFEDC", REGISTER_CELLS, strict=True))
    inputs = {name: f"hex {cell}" for name, cell in places.items()}
    inputs |= {"A": "3V3", "B": "GND", "SER": "GND", "CLK INH": "GND", "GND": "GND", "VCC": "3V3, 100 nF"}
    inputs |= {"SH/LD": "GP9, pin 12", "CLK": "GP10, pin 14", "QH": "GP12, pin 16"}
    bench.register(canvas, (190, 50), inputs, "74HC165")
    canvas.text((480, 70), "A hex:", bold=True)
    for row in range(6):
        y = 92 + row * 24
        canvas.box((490, y), 34, 16, "#2f5d4a")
        canvas.text((507, y + 12), "Hall", anchor="middle", size=10, fill=WHITE)
        canvas.line((524, y + 8), (580, y + 8))
    canvas.line((580, 100), (580, 220))
    canvas.line((580, 160), (690, 160))
    canvas.text((640, 178), "to an input", size=12)
    canvas.box((622, 100), 16, 40, PAPER)
    canvas.line((630, 140), (630, 160))
    canvas.line((630, 84), (630, 100), colour=RED)
    canvas.text((644, 124), "10 kohm to 3V3", size=12)
    canvas.text((480, 262), "Each switch: VDD to 3V3, GND to GND; 100 nF.", size=12)
    return canvas


def more_registers() -> Canvas:
    """Draw how the next register is added, and where the sentinels go."""
    canvas = Canvas(_WIDE, 240, "Registers in a row; the two sentinels move to the last one")
    for number in (1, 2, 3):
        x = 60 + (number - 1) * 240
        canvas.box((x, 80), 130, 76, "#2b2b2b", round_px=4)
        canvas.text((x + 65, 122), f"register {number}", anchor="middle", fill=WHITE, bold=True)
        if number < 3:
            canvas.arrow((x + 238, 100), (x + 134, 100), colour=BLUE)
            canvas.text((x + 186, 90), "QH, 9 to SER, 10", anchor="middle", size=10)
    canvas.arrow((56, 100), (16, 100), colour=BLUE)
    canvas.text((14, 70), "to GP12, pin 16", size=11)
    canvas.text((604, 180), "here: B to GND, A to 3V3,", size=12, fill=RED)
    canvas.text((604, 198), "SER to GND", size=12, fill=RED)
    canvas.text((60, 190), "no longer here: A and B are hexes again", size=12)
    canvas.line((60, 216), (760, 216), colour=GREY)
    canvas.text((60, 232), "latch GP9 to pins 1, clock GP10 to pins 2, ground beside the clock", size=12)
    return canvas


def lights() -> Canvas:
    """Draw the lights' supply."""
    canvas = Canvas(_WIDE, 290, "Supply, fuse, lights fed at both ends, a diode to VSYS")
    canvas.box((20, 60), 110, 60, PAPER, round_px=4)
    canvas.text((75, 95), "5 V supply", anchor="middle", bold=True)
    canvas.line((130, 76), (190, 76), colour=RED)
    canvas.box((190, 66), 60, 20, PAPER)
    canvas.text((220, 81), "fuse", anchor="middle", size=12)
    canvas.line((250, 76), (780, 76), colour=RED)
    canvas.line((130, 106), (780, 106), colour=INK)
    canvas.text((290, 66), "plus, 0.75 mm2", size=12, fill=RED)
    canvas.text((560, 128), "minus", size=12)
    for number in range(7):
        x = 330 + number * 60
        canvas.box((x, 150), 28, 28, WHITE)
        canvas.disc((x + 14, 164), 9, YELLOW)
        if number < 6:
            canvas.arrow((x + 30, 164), (x + 56, 164), colour=BLUE)
    for x in (344, 524, 704):
        canvas.line((x - 6, 76), (x - 6, 150), colour=RED)
        canvas.line((x + 6, 106), (x + 6, 150), colour=INK)
    canvas.text((330, 200), "feed plus and minus at both ends and in the middle", size=12)
    canvas.line((270, 76), (270, 220), colour=RED)
    canvas.shape([(258, 220), (282, 220), (270, 244)], PAPER)
    canvas.line((258, 244), (282, 244), width=4)
    canvas.line((270, 244), (270, 264), (300, 264), colour=RED)
    canvas.text((306, 268), "VSYS, pin 39: Schottky diode, its ring to the Pico", size=12)
    canvas.text((20, 170), "74AHCT125, pin 3,", size=12)
    canvas.text((20, 188), "through 330 ohm", size=12)
    canvas.arrow((160, 164), (326, 164), colour=BLUE)
    return canvas


_AROUND = ("d5", "c5", "e5", "c4", "d4", "c6", "d6")


def learn(
    file: str = "hardware/boards/duel.json", learnt: str = "hardware/boards/duel.learnt.json"
) -> Canvas:
    """Draw how the wires of a board are learnt, and the files that the commands take."""
    canvas = Canvas(_WIDE, 280, "The board lights a hex; a piece is laid there; the next hex is lit")
    middles = bench.hexes(canvas, (150, 140), load_board("duel"), _AROUND, {"d5": YELLOW})
    bench.piece(canvas, middles["d5"], "any")
    canvas.text((30, 260), "Lay a piece where the light is.", bold=True)
    lines = (
        "$ boardwarden doctor board",
        f"    --wiring {file}",
        "$ boardwarden flash",
        f"    --wiring {learnt}",
    )
    bench.terminal(canvas, (330, 50), 470, lines)
    return canvas


def reach() -> Canvas:
    """Draw a lifted infantry's reach, and the warning when it is put down too far."""
    canvas = Canvas(_WIDE, 280, "An infantry put down three hexes away: that hex is red, the page warns")
    _walk(canvas, "#e8837d")
    bench.laptop(canvas, (430, 40), "warning, and why", "#f6d5d3")
    return canvas


def castle_readers() -> Canvas:
    """Draw how a reader lies beneath a castle's hex."""
    canvas = Canvas(_WIDE, 330, "A reader in its holder beneath a castle's hex, its antenna under the hex")
    layers = (
        ("piece with a sticker beneath its foot", 120, 26, BLUE),
        ("castle, 4 mm", 150, 14, PAPER),
        ("print, 0.3 mm, and sheet, 1 mm", 260, 10, WHITE),
        ("plate, 3 mm", 260, 22, WOOD),
        ("RC522, parts downwards, 100 mm from the next one", 170, 12, "#2f5d4a"),
        ("reader holder, 8 mm, in place of the light well", 200, 22, WHITE),
    )
    y = 24.0
    for text, wide, high, fill in layers:
        canvas.box((180 - wide / 2, y), wide, high, fill)
        canvas.text((330, y + high / 2 + 4), text)
        canvas.line((180 + wide / 2 + 4, y + high / 2), (324, y + high / 2), colour=GREY, width=1)
        y += high + 18
    canvas.text((30, 306), "Two screws hold the holder; nothing of metal lies between module and piece.")
    return canvas


def castle_wires() -> Canvas:
    """Draw the wires of the near Pico's six readers."""
    canvas = Canvas(1120, 420, "A Pico and six readers; equal numbers are joined")
    bench.wiring(canvas, (20, 44), _found("castles-near"), ("MFRC522",), columns=3)
    canvas.text((20, 26), "The near Pico. The far one has the same pins; only the castles' names differ.")
    return canvas


def castle_map() -> Canvas:
    """Draw which Pico reads which castle."""
    board = load_board("mativen")
    canvas = Canvas(_WIDE, 640, "The twelve castles: six are read by the near Pico, six by the far one")
    near = [pad["pad"] for pad in _found("castles-near")["pads"]]
    far = [pad["pad"] for pad in _found("castles-far")["pads"]]
    cells = [str(cell) for cell in board.surface.cells]
    places = {str(cell): board.surface.centre_mm(cell) for cell in board.surface.cells}
    px = 0.8
    for cell in cells:
        x, y = 410 + places[cell][0] * px, 320 - places[cell][1] * px
        fill = BLUE if cell in near else GREEN if cell in far else PAPER
        canvas.disc((x, y), 22, fill, edge=GREY)
        canvas.text((x, y + 4), cell, anchor="middle", size=10, fill=WHITE if fill != PAPER else GREY)
    canvas.text((20, 26), "Blue: near Pico", bold=True, fill=BLUE)
    canvas.text((20, 46), "Green: far Pico", bold=True, fill=GREEN)
    return canvas


def castle_test() -> Canvas:
    """Draw the test of the castles' readers."""
    canvas = Canvas(_WIDE, 250, "A tag is laid on each castle; a lifted piece is reported within a second")
    lines = (
        "$ boardwarden flash",
        "    --wiring hardware/boards/castles-near.json",
        "$ boardwarden doctor serial",
        "$ boardwarden enrol --list",
    )
    bench.terminal(canvas, (20, 20), 480, lines)
    canvas.text((20, 140), "A Pico without buttons has no test of its own: its light blinks what is wrong.")
    canvas.text((20, 162), "One long flash and N short ones: the reader at place N in pads doesn't answer.")
    x = 540
    for row, wide in enumerate((44, 14, 14, 14)):
        canvas.box((x, 60), wide, 22, YELLOW)
        canvas.text((x + wide / 2, 102), "long" if row == 0 else "s", anchor="middle", size=11)
        x += wide + 16
    canvas.text((540, 44), "for example reader 3:", size=12)
    return canvas


def castle_play() -> Canvas:
    """Draw a table with switches and readers under the castles."""
    canvas = Canvas(_WIDE, 220, "Three boards at one computer: the switches and both Picos of the castles")
    for row, text in enumerate(("board of switches", "castles near", "castles far")):
        canvas.box((40, 24 + row * 60), 190, 40, "#3f7d5a", round_px=4)
        canvas.text((135, 49 + row * 60), text, anchor="middle", bold=True, fill=WHITE)
        canvas.line((230, 44 + row * 60), (340, 44 + row * 60), (340, 104), (420, 104), colour=GREY, width=3)
    bench.laptop(canvas, (430, 30), "3 boards, no fault")
    canvas.text((430, 200), "$ boardwarden play", size=12)
    return canvas


def panels() -> Canvas:
    """Draw how tiles are broken out of their panel."""
    canvas = Canvas(_WIDE, 240, "Six tiles in a frame; they break at the bridges")
    from_left = bench.hexes(canvas, (90, 90), load_board("duel"), ("a1", "b1", "c1", "a2", "b2", "c2"), {})
    for x, y in from_left.values():
        canvas.disc((x + 29, y), 2.5, RED, edge=RED)
        canvas.disc((x - 29, y), 2.5, RED, edge=RED)
    canvas.text((330, 60), "1. Bend each tile at its bridges (red) until it breaks.")
    canvas.text((330, 84), "2. File the stubs flat.")
    canvas.text((330, 108), "3. Solder seven pins to each of J1 and J2, from below.")
    canvas.text((330, 148), "A board of 137 hexes takes 23 panels.", bold=True)
    return canvas


def tile_chain() -> Canvas:
    """Draw how tiles are joined along the rows, back and forth."""
    canvas = Canvas(_WIDE, 330, "J2 of each tile goes to J1 of the next; the rows run back and forth")
    order = ("a1", "b1", "c1", "d1", "e1", "f2", "e2", "d2", "c2", "b2", "a2")
    middles = bench.hexes(canvas, (90, 220), load_board("duel"), order, {}, names_right=True)
    for begins, ends in pairwise(order):
        canvas.arrow(middles[begins], middles[ends], colour=BLUE)
    canvas.text((430, 60), "J1 looks towards the microcontroller.", bold=True)
    for row, name in enumerate(("latch", "clock", "3V3", "data", "light", "5V", "ground")):
        canvas.text((430, 88 + row * 20), f"pin {row + 1}: {name}, to the same pin", size=12)
    canvas.text((90, 310), "Feed 5 V at both ends of each row. 100 ohm in latch and clock at the Pico.")
    return canvas


def full_pads() -> Canvas:
    """Draw the wires of one of the full board's pads."""
    canvas = Canvas(_WIDE, 420, "A Pico and the parts of the western pad; equal numbers are joined")
    titles = ("PN5180 reader of pad west", "Button 'end_turn' of pad west")
    bench.wiring(canvas, (20, 44), _found("full"), titles)
    canvas.text((20, 26), "The pad in the west. The other three share SCK, MOSI, MISO and the supplies.")
    canvas.text((302, 330), "A carrier brings the same 14 lines by one flat cable.")
    return canvas


def full_power() -> Canvas:
    """Draw the supply of the full board."""
    return lights()


def full_test() -> Canvas:
    """Draw the full board's own test."""
    canvas = Canvas(_WIDE, 260, "One light runs along the rows; then each pad asks for its button and a tag")
    cells = ("a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2")
    bench.hexes(canvas, (70, 150), load_board("duel"), cells, {"c1": YELLOW})
    canvas.text((40, 226), "Each light shines alone, along the rows.")
    bench.pad(canvas, (430, 20), WHITE, "press", pressed=True)
    bench.pad(canvas, (624, 20), BLUE, "lay a tag", lies="tag")
    return canvas


STEPS: dict[str, tuple[Callable[[], Canvas], ...]] = {
    "first-board": (one_pad_wires, micropython, firmware, self_test, sticker, play, first_warning),
    "duel-board": (first_hexes, first_register, more_registers, lights, learn, reach),
    "castle-readers": (castle_map, castle_readers, castle_wires, castle_test, castle_play),
    "full-board": (
        panels,
        tile_chain,
        full_pads,
        full_power,
        full_test,
        partial(learn, "board.json", "board.learnt.json"),
    ),
}
"""The pictures of each page's steps, in order."""


def pictures() -> dict[Path, str]:
    """Return each picture's file and text."""
    return {
        PICTURES / f"{page}-{number}.svg": draw().svg()
        for page, steps in STEPS.items()
        for number, draw in enumerate(steps, 1)
    }


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for path, text in pictures().items():
        path.write_text(text, encoding="utf-8")
