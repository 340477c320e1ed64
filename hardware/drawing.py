"""Wiring diagrams, drawn from the `board.json` files that the firmware reads: `python -m hardware.drawing`.

Each pin of the microcontroller is drawn next to the part that it's connected to, as in a schematic. Shared
lines have their net's name instead of being drawn across the page.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from hardware.fields.report import BUILT
from hardware.firmware.warden import configuration
from hardware.firmware.warden.chips import CHIPS
from hardware.pinouts import (
    OTHER_INPUTS,
    PICO_3V3,
    PICO_EDGE,
    PICO_GND,
    PICO_VBUS,
    PICO_VSYS,
    REGISTER,
    SHIFTER,
)

BOARDS = Path(__file__).parent / "boards"
DRAWINGS = Path(__file__).parent / "drawings"

_ROW, _WIDE, _TALL_HEAD = 22, 1010, 64
_MCU_X, MCU_W, _PART_X, PART_W = 40, 200, 420, 560
PIN_PX, ABOUT_PX = 7.4, 6.1
"""The largest width of a letter, px: in the pins' font size, and in the remarks'."""
_USB_LIGHTS_MA = 200
"""Lights that take no more than this are fed by USB. More lights have a supply of their own."""
_COLOURS = {"signal": "#1f4e79", "bus": "#7a3e00", "3V3": "#b00020", "5V": "#b00020", "GND": "#333333"}


@dataclass(frozen=True, slots=True)
class Connection:
    """One connection of a part to the microcontroller."""

    source: str
    """The pin or net of the microcontroller."""
    pin: str
    """The part's pin."""
    about: str
    """The purpose of the connection."""
    kind: str = "signal"
    """The kind of wire; it chooses the wire's colour."""


@dataclass(frozen=True, slots=True)
class WiredPart:
    """One part with its wires."""

    title: str
    """The part's name in the drawing."""
    wires: tuple[Connection, ...]
    """Its connections, from top to bottom."""


def parts_of(found: dict[str, Any]) -> tuple[WiredPart, ...]:
    """Return the parts in a configuration, each with its wires."""
    parts = [_reader(pad, found["spi"][str(pad["spi"])]) for pad in found.get("pads", ()) if "reader" in pad]
    parts += [
        WiredPart(
            f"Button '{one['button']}' of pad {one['pad']}",
            (Connection(f"GP{one['pin']}", "A", "pressed is low; pulled up inside"), _ground("B")),
        )
        for one in found.get("buttons", ())
    ]
    if "cells" in found:
        parts.append(_cells(found["cells"], found["spi"][str(found["cells"]["spi"])]))
    if "lamps" in found:
        lamps = found["lamps"]
        limit = lamps.get("limit_ma", 2000)
        count = len(lamps.get("cells", {})) + sum(len(places) for places in lamps.get("pads", {}).values())
        parts += [
            _shifter(lamps["pin"]),
            WiredPart(
                f"{count} WS2812B lights in a chain, {limit} mA at most",
                (
                    Connection("LIGHTS", "DIN of the first", "from the 74AHCT125 through 330 ohm"),
                    Connection("5V", "5V", "1000 uF at the first light", "5V"),
                    _ground("GND"),
                ),
            ),
        ]
    if "buzzer" in found:
        parts.append(
            WiredPart(
                "Passive piezo buzzer",
                (Connection(f"GP{found['buzzer']['pin']}", "+", "through 100 ohm"), _ground("-")),
            )
        )
    parts.append(_supply(found))
    return tuple(parts)


def _shifter(pin: int) -> WiredPart:
    others = ", ".join(str(one) for one in OTHER_INPUTS)
    return WiredPart(
        "74AHCT125, lifts the lights' data to 5 V",
        (
            Connection(f"GP{pin}", f"1A, pin {SHIFTER['1A']}", ""),
            Connection("LIGHTS", f"1Y, pin {SHIFTER['1Y']}", "to the first light through 330 ohm"),
            Connection("5V", f"VCC, pin {SHIFTER['VCC']}", "100 nF", "5V"),
            _ground(f"1OE, pin {SHIFTER['1OE']}; GND, pin {SHIFTER['GND']}; inputs {others}"),
        ),
    )


def _supply(found: dict[str, Any]) -> WiredPart:
    """Return the board's power supply: USB, or one that can't feed back into the computer."""
    lamps = found.get("lamps", {})
    pico = found.get("chip") == "rp2040"
    vbus, vsys = (f"VBUS, pin {PICO_VBUS}", f"VSYS, pin {PICO_VSYS}") if pico else ("5V pin", "5V pin")
    rails = (
        Connection(
            "3V3", f"3V3 out, pin {PICO_3V3}" if pico else "3V3 pin", "300 mA at most" if pico else "", "3V3"
        ),
        _ground(f"GND, pin {PICO_GND} and others" if pico else "GND pins"),
    )
    if not lamps or lamps.get("limit_ma", 2000) <= _USB_LIGHTS_MA:
        return WiredPart("Supply: USB", (Connection("5V", vbus, "from the USB plug", "5V"), *rails))
    about = "through a Schottky diode (1 A, 20 V), its ring to the board"
    return WiredPart(
        "Supply of its own, 5 V, with a fuse in its plus",
        (Connection("5V", vsys, about, "5V"), *rails),
    )


def _reader(pad: dict[str, Any], bus: dict[str, Any]) -> WiredPart:
    own = [
        Connection(f"GP{pad['select']}", "SDA / NSS", "selects the chip"),
        Connection(f"GP{pad['reset']}", "RST", "a pulse at the start"),
    ]
    supply = [Connection("3V3", "3V3", "100 nF at the module", "3V3"), _ground("GND")]
    if pad["reader"] == "pn5180":
        own.append(Connection(f"GP{pad['busy']}", "BUSY", "high while it works"))
        supply.insert(0, Connection("5V", "5V", "the antenna's driver", "5V"))
    shared = [
        Connection(f"SPI{pad['spi']} {net}: GP{bus[key]}", to, "shared", "bus") for key, net, to in _SPI
    ]
    return WiredPart(f"{pad['reader'].upper()} reader of pad {pad['pad']}", (*own, *shared, *supply))


_SWITCHES = len(BUILT.places_mm)
_SPI = (("sck", "SCK", "SCK"), ("mosi", "MOSI", "MOSI"), ("miso", "MISO", "MISO"))


def _cells(cells: dict[str, Any], bus: dict[str, Any]) -> WiredPart:
    chips = -(-len(cells["order"]) // 8)
    first = next(cell for cell in cells["order"] if cell)
    tied = [
        Connection(net, _input(place), f"sentinel: reads {level}, or a cut is noticed", net)
        for level, net in (("low", "GND"), ("high", "3V3"))
        for place in cells.get("sentinels", {}).get(level, ())
    ]
    return WiredPart(
        f"{chips} x 74HC165 in a chain, {sum(cell is not None for cell in cells['order'])} cells",
        (
            Connection(f"GP{cells['latch']}", f"SH/LD of all{_pin('SH/LD')}", "low loads the switches"),
            Connection(
                f"SPI{cells['spi']} SCK: GP{bus['sck']}",
                f"CLK of all{_pin('CLK')}",
                "alone on this bus",
                "bus",
            ),
            Connection(
                f"SPI{cells['spi']} MISO: GP{bus['miso']}",
                f"QH of register 1{_pin('QH')}",
                f"its input H is {first}; QH of the others to SER{_pin('SER')}",
                "bus",
            ),
            Connection("3V3", f"VCC of all{_pin('VCC')}", "100 nF at each; 10 kohm from each input", "3V3"),
            Connection("3V3", "VDD of each Hall switch", f"{_SWITCHES} a cell, outputs joined", "3V3"),
            *tied,
            *(
                [Connection("GND", f"SER of register {chips}{_pin('SER')}", "the farthest", "GND")]
                if tied
                else []
            ),
            _ground(f"GND{_pin('GND')} and CLK INH{_pin('CLK INH')} of all"),
        ),
    )


def _input(place: int) -> str:
    """Return the name of an input of the chain. Register 1 is next to MISO, and its H comes out first."""
    name = "HGFEDCBA"[place % 8]
    return f"input {name}{_pin(name)} of register {1 + place // 8}"


def _pin(name: str) -> str:
    return f", pin {REGISTER[name]}"


def edge(source: str, chip: str) -> str:
    """Return a pin's name on the microcontroller's board: for a Pico its GPIO and the number at its edge."""
    before, found, number = source.rpartition("GP")
    if not found or not number.isdigit():
        return source
    if chip != "rp2040":
        return f"{before}{CHIPS[chip]['label']}{number}" if chip in CHIPS else source
    return f"{source}, pin {PICO_EDGE[int(number)]}"


def _ground(pin: str) -> Connection:
    return Connection("GND", pin, "", "GND")


def drawing(name: str, found: dict[str, Any]) -> str:
    """Return the wiring diagram of a configuration as SVG; `name` is its file's name."""
    parts = parts_of(found)
    pins = CHIPS[found["chip"]]["label"] if "chip" in found else "GP"
    rows = sum(len(part.wires) + 2 for part in parts)
    tall = _TALL_HEAD + rows * _ROW + 20
    out = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {tall}" font-family="sans-serif" '
            f'font-size="13" role="img" aria-label="Wiring of {escape(found["board"])}">'
        ),
        f'<rect width="{_WIDE}" height="{tall}" fill="#ffffff"/>',
        (
            f'<text x="{_MCU_X}" y="28" font-size="18" font-weight="bold">{escape(found["board"])} '
            f"({escape(name)})</text>"
        ),
        (
            f'<text x="{_MCU_X}" y="48" fill="#555555">{pins} numbers are the microcontroller\'s; '
            "nets of the same name are joined.</text>"
        ),
        (
            f'<rect x="{_MCU_X}" y="{_TALL_HEAD}" width="{MCU_W}" height="{rows * _ROW - _ROW // 2}" '
            'fill="#eef3f8" stroke="#1f4e79"/>'
        ),
    ]
    y = _TALL_HEAD
    for part in parts:
        y += _ROW
        high = (len(part.wires) + 1) * _ROW
        out.append(
            f'<rect x="{_PART_X}" y="{y - 16}" width="{PART_W}" height="{high - 2}" fill="#fbf7ef" '
            'stroke="#7a3e00"/>'
        )
        out.append(f'<text x="{_PART_X + 8}" y="{y}" font-weight="bold">{escape(part.title)}</text>')
        for wire in part.wires:
            y += _ROW
            colour = _COLOURS[wire.kind]
            out += [
                (
                    f'<text x="{_MCU_X + MCU_W - 8}" y="{y}" text-anchor="end">'
                    f"{escape(edge(wire.source, found.get('chip', '')))}</text>"
                ),
                (
                    f'<line x1="{_MCU_X + MCU_W}" y1="{y - 4}" x2="{_PART_X}" y2="{y - 4}" '
                    f'stroke="{colour}" stroke-width="2"{_dashed(wire.kind)}/>'
                ),
                f'<text x="{_PART_X + 8}" y="{y}">{escape(wire.pin)}</text>',
                (
                    f'<text x="{_PART_X + PART_W - 8}" y="{y}" text-anchor="end" fill="#555555" '
                    f'font-size="11">{escape(wire.about)}</text>'
                ),
            ]
        y += _ROW
    return "\n".join([*out, "</svg>"]) + "\n"


def _dashed(kind: str) -> str:
    return ' stroke-dasharray="6 3"' if kind == "bus" else ""


def wire_table(found: dict[str, Any]) -> str:
    """Return every wire of a board as a Markdown table, in the order of the drawing."""
    lines = ["| from | to | |", "| --- | --- | --- |"]
    for part in parts_of(found):
        for wire in part.wires:
            source = edge(wire.source, found.get("chip", ""))
            lines.append(f"| {source} | {part.title}: {wire.pin} | {wire.about} |")
    return "\n".join(lines) + "\n"


def drawings() -> dict[Path, str]:
    """Return the diagram of each board by the file for it."""
    return {
        DRAWINGS / f"{path.stem}.svg": drawing(
            path.name, configuration.read(path.read_text(encoding="utf-8"))
        )
        for path in sorted(BOARDS.glob("*.json"))
    }


if __name__ == "__main__":
    for path, text in drawings().items():
        path.write_text(text, encoding="utf-8")
