"""A maker's bench: a Pico, chips, pads, a terminal, pieces of the board, in px."""

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from engine.core.board import Board
from hardware.drawing import WiredPart, edge, parts_of
from hardware.fields.report import BUILT
from hardware.guide.canvas import (
    BLUE,
    CHIP,
    GREEN,
    GREY,
    INK,
    METAL,
    PAPER,
    RED,
    WHITE,
    WOOD,
    YELLOW,
    Canvas,
    Place,
)
from hardware.parts import BUTTON_HOLE_MM, LIGHT_HOLE_MM, PAD_BUTTON_MM, PAD_LIGHT_MM, PAD_MM, PAD_WINDOW_MM
from hardware.pinouts import PICO_3V3, PICO_EDGE, PICO_GND, PICO_VBUS, PICO_VSYS, REGISTER

PICO_MM = (21.0, 51.0)
"""A Pico's size (Raspberry Pi Pico data sheet 2.1, figure 3)."""
_PX, _PITCH_PX = 6.0, 15.24
_ROW_PX = 19.0
_TINTS = ("#b3541e", BLUE, GREEN, "#7a3e9d", "#a8872b", "#187a8c", "#b0306f", "#4d6b1f")
_RAILS = {"GND": INK, "3V3": RED, "5V": "#c46a00", "LIGHTS": "#7a3e9d"}
_RAIL_PINS = {"3V3": PICO_3V3, "GND": PICO_GND}


def pico(canvas: Canvas, at: Place, marked: Mapping[int, tuple[str, str]], boot_text: str = "") -> None:
    """Draw a Pico from above, its USB plug up; `at` is its upper left corner.

    `marked` has a name and a colour for each pin that gets a badge.
    """
    wide, high = PICO_MM[0] * _PX, PICO_MM[1] * _PX
    canvas.box(at, wide, high, "#3f7d5a", round_px=6)
    canvas.box((at[0] + wide / 2 - 24, at[1] - 8), 48, 36, METAL)
    canvas.box((at[0] + wide / 2 - 22, at[1] + high * 0.5), 44, 44, "#222222")
    canvas.disc((at[0] + 34, at[1] + 62), 7, WHITE)
    canvas.text((at[0] + 46, at[1] + 66), "BOOTSEL", size=10, fill=WHITE)
    if boot_text:
        canvas.text((at[0] - 150, at[1] + 66), boot_text, bold=True, fill=RED)
        canvas.arrow((at[0] - 20, at[1] + 62), (at[0] + 24, at[1] + 62))
    for pin in range(1, 41):
        is_left = pin <= 20
        row = pin - 1 if is_left else 40 - pin
        y = at[1] + 9 + row * (high - 18) / 19
        x = at[0] + 5 if is_left else at[0] + wide - 5
        name, colour = marked.get(pin, ("", GREY))
        canvas.disc((x, y), 5 if name else 3.5, colour if name else YELLOW)
        if name:
            out = at[0] - 8 if is_left else at[0] + wide + 8
            canvas.text(
                (out, y + 4),
                f"{name}, {pin}" if is_left else f"{pin}, {name}",
                anchor="end" if is_left else "start",
                size=11,
                fill=colour,
            )


def _pin_of(source: str, tints: dict[str, str]) -> tuple[str, str]:
    """Return a wire's badge and its colour: the Pico's pin, or the net's name."""
    net = source.rpartition(": ")[2]
    if net in _RAILS:
        return net, _RAILS[net]
    return net, tints.setdefault(net, _TINTS[len(tints) % len(_TINTS)])


def wiring(
    canvas: Canvas, at: Place, found: Mapping[str, Any], titles: Sequence[str], columns: int = 2
) -> None:
    """Draw a Pico, and beside it parts with their pins; equal badges are joined.

    `titles` are the beginnings of the titles of the parts that are shown, as in the wiring drawing.
    """
    shown = [part for part in parts_of(dict(found)) if part.title.startswith(tuple(titles))]
    tints: dict[str, str] = {}
    marked = {}
    for part in shown:
        for wire in part.wires:
            net, colour = _pin_of(wire.source, tints)
            pin = PICO_EDGE.get(int(net[2:])) if net.startswith("GP") else _RAIL_PINS.get(net)
            if net == "5V":
                pin = PICO_VSYS if any("own" in one.title for one in parts_of(dict(found))) else PICO_VBUS
            if pin:
                marked[pin] = (net, colour)
    pico(canvas, (at[0] + 62, at[1] + 14), marked)
    x, tops = at[0] + 282.0, [at[1]] * columns
    for part in shown:
        column = tops.index(min(tops))
        tops[column] += _part(canvas, (x + column * 262, tops[column]), part, tints) + 14


def _part(canvas: Canvas, at: Place, part: WiredPart, tints: dict[str, str]) -> float:
    """Draw one part with its pins and badges; return its height, px."""
    high = 26 + _ROW_PX * len(part.wires)
    canvas.box(at, 250, high, PAPER, round_px=4)
    canvas.text((at[0] + 8, at[1] + 17), part.title.split(",")[0][:30], bold=True, size=12)
    for row, wire in enumerate(part.wires):
        y = at[1] + 36 + row * _ROW_PX
        net, colour = _pin_of(wire.source, tints)
        number = edge(net, "rp2040").rpartition(", pin ")[2] if net.startswith("GP") else net
        canvas.box((at[0] + 8, y - 12), 52, 16, colour, edge=colour, round_px=8)
        canvas.text((at[0] + 34, y), number, anchor="middle", size=11, fill=WHITE)
        canvas.text((at[0] + 68, y), wire.pin.split(";")[0], size=11)
    return high


def terminal(canvas: Canvas, at: Place, wide: float, lines: Sequence[str]) -> None:
    """Draw a terminal with these lines; a line with `$` at its beginning is typed."""
    canvas.box(at, wide, 18 + 18 * len(lines), "#1e1e1e", round_px=6)
    for row, line in enumerate(lines):
        colour = "#9fe0b0" if line.startswith("$") else "#e6e6e6"
        canvas.text((at[0] + 12, at[1] + 22 + 18 * row), line, size=12, fill=colour)


def cable(canvas: Canvas, at: Place, to: Place) -> None:
    """Draw a USB cable from a board's plug upwards and over to a computer."""
    middle = at[1] - 30
    canvas.line(at, (at[0], middle), (to[0], middle), to, colour=GREY, width=6)


def laptop(canvas: Canvas, at: Place, title: str, colour: str = "#eef3f8") -> None:
    """Draw a computer with a page on it; `at` is its screen's upper left corner."""
    canvas.box(at, 200, 124, "#222222", round_px=6)
    canvas.box((at[0] + 8, at[1] + 8), 184, 108, colour)
    canvas.shape(
        [
            (at[0] - 14, at[1] + 142),
            (at[0] + 214, at[1] + 142),
            (at[0] + 200, at[1] + 124),
            (at[0], at[1] + 124),
        ],
        METAL,
    )
    canvas.text((at[0] + 100, at[1] + 66), title, anchor="middle", bold=True)


def pad(canvas: Canvas, at: Place, light: str, text: str, *, lies: str = "", pressed: bool = False) -> None:
    """Draw a pad's plate from above, 1.4 px a millimetre, with its light's colour."""
    px = 1.4
    canvas.box(at, PAD_MM[0] * px, PAD_MM[1] * px, WOOD, round_px=4)
    window = (at[0] + (PAD_MM[0] - PAD_WINDOW_MM[0]) / 2 * px, at[1] + (42.0 - PAD_WINDOW_MM[1] / 2) * px)
    canvas.box(window, PAD_WINDOW_MM[0] * px, PAD_WINDOW_MM[1] * px, "#e8d3ae", edge=GREY)
    button = (at[0] + PAD_BUTTON_MM[0] * px, at[1] + PAD_BUTTON_MM[1] * px)
    canvas.disc(button, BUTTON_HOLE_MM / 2 * px, INK)
    lit = (at[0] + PAD_LIGHT_MM[0] * px, at[1] + PAD_LIGHT_MM[1] * px)
    if light != INK:
        canvas.disc(lit, LIGHT_HOLE_MM * px, light, edge=GREY)
    canvas.disc(lit, LIGHT_HOLE_MM / 2 * px, light)
    if lies:
        middle = (at[0] + PAD_MM[0] / 2 * px, at[1] + 42 * px)
        canvas.disc(middle, 22, WHITE)
        canvas.text((middle[0], middle[1] + 4), lies, anchor="middle", size=11)
    if pressed:
        canvas.arrow((button[0] - 36, button[1] - 30), (button[0] - 9, button[1] - 8))
    canvas.text((at[0] + PAD_MM[0] / 2 * px, at[1] + PAD_MM[1] * px + 20), text, anchor="middle", size=12)


HEX_PX = 0.9
"""The px of a millimetre in pictures of hexes."""


def hexes(
    canvas: Canvas,
    at: Place,
    board: Board,
    cells: Iterable[str],
    lit: Mapping[str, str],
    *,
    names_right: bool = False,
) -> dict[str, Place]:
    """Draw cells of a board from above; `at` is the first one's middle. Return each cell's middle, px.

    `lit` has the colours of the cells that shine. Names stand to the left of the middles, or to the right.
    """
    names, px = list(cells), HEX_PX
    surface = board.surface
    places = {str(cell): surface.centre_mm(cell) for cell in surface.cells}
    zero = places[names[0]]
    middles = {}
    for name in names:
        x, y = at[0] + (places[name][0] - zero[0]) * px, at[1] - (places[name][1] - zero[1]) * px
        middles[name] = (x, y)
        far = 32.0 / cos(pi / 6) * px
        corners = [(x + far * sin(pi / 3 * n), y + far * cos(pi / 3 * n)) for n in range(6)]
        canvas.shape(corners, lit.get(name, PAPER), edge=GREY)
        canvas.text(
            (x + 4 if names_right else x - 3, y + 27 * px),
            name,
            anchor="start" if names_right else "end",
            size=10,
            fill=GREY,
        )
    return middles


def switches(canvas: Canvas, middles: Iterable[Place]) -> None:
    """Draw six switches and a light into each of these hexes."""
    for x, y in middles:
        for right, up in BUILT.places_mm:
            canvas.disc((x + right * HEX_PX, y - up * HEX_PX), 1.8 * HEX_PX, CHIP)
        canvas.disc((x, y), 4 * HEX_PX, "#ffe9a8")


def piece(canvas: Canvas, at: Place, name: str) -> None:
    """Draw a piece's foot from above with its name."""
    canvas.disc(at, 11 * HEX_PX, BLUE)
    canvas.text((at[0], at[1] + 4), name, anchor="middle", size=11, fill=WHITE)


def register(canvas: Canvas, at: Place, inputs: Mapping[str, str], title: str) -> None:
    """Draw a 74HC165 from above with its pins' numbers; `inputs` has what each named pin is joined to."""
    canvas.box(at, 96, 190, "#2b2b2b", round_px=4)
    canvas.disc((at[0] + 48, at[1]), 8, WHITE)
    canvas.text((at[0] + 48, at[1] + 102), title, anchor="middle", fill=WHITE, bold=True)
    names = {number: name for name, number in REGISTER.items()}
    for pin in range(1, 17):
        is_left = pin <= 8
        row = pin - 1 if is_left else 16 - pin
        y = at[1] + 22 + row * 22
        x = at[0] - 14 if is_left else at[0] + 96
        canvas.box((x, y - 5), 14, 10, METAL)
        canvas.text(
            (x + (18 if is_left else -4), y + 4),
            str(pin),
            anchor="start" if is_left else "end",
            size=10,
            fill=WHITE,
        )
        name = names.get(pin, "")
        if not name:
            continue
        joined = inputs.get(name, "")
        words = f"{name}: {joined}" if joined else name
        out = x - 6 if is_left else x + 20
        canvas.text(
            (out, y + 4), words, anchor="end" if is_left else "start", size=11, fill=RED if joined else GREY
        )
