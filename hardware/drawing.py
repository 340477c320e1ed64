"""Wiring diagrams, drawn from the `board.json` that the firmware reads: `python -m hardware.drawing`.

A microcontroller's pins are drawn beside the part they go to, as in a schematic; lines that parts share
carry their net's name instead of being drawn across the page.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from hardware.fields.report import BUILT
from hardware.firmware.warden import configuration
from hardware.firmware.warden.chips import CHIPS

BOARDS = Path(__file__).parent / "boards"
DRAWINGS = Path(__file__).parent / "drawings"

_ROW, _WIDE, _TALL_HEAD = 22, 860, 64
_MCU_X, _MCU_W, _PART_X, _PART_W = 60, 150, 440, 360
_COLOURS = {"signal": "#1f4e79", "bus": "#7a3e00", "3V3": "#b00020", "5V": "#b00020", "GND": "#333333"}


@dataclass(frozen=True, slots=True)
class Connection:
    """One connection of a part to the microcontroller."""

    source: str
    """The pin or net of the microcontroller."""
    pin: str
    """The part's pin."""
    about: str
    """The connection's purpose."""
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
    """Return the parts that a configuration names, wire by wire."""
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
        count = len(lamps.get("cells", {})) + sum(len(places) for places in lamps.get("pads", {}).values())
        parts.append(
            WiredPart(
                f"{count} WS2812B lights in a chain, {lamps.get('limit_ma', 2000)} mA at most",
                (
                    Connection(
                        f"GP{lamps['pin']}",
                        "DIN of the first",
                        "330 ohm, 74AHCT125 (3.3 to 5 V)",
                    ),
                    Connection("5V", "5V", "own supply; 1000 uF at the first light", "5V"),
                    _ground("GND, joined with the supply's"),
                ),
            )
        )
    if "buzzer" in found:
        parts.append(
            WiredPart(
                "Passive piezo buzzer",
                (Connection(f"GP{found['buzzer']['pin']}", "+", "through 100 ohm"), _ground("-")),
            )
        )
    return tuple(parts)


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
            Connection(f"GP{cells['latch']}", "SH/LD of all", "low loads the switches"),
            Connection(f"SPI{cells['spi']} SCK: GP{bus['sck']}", "CLK of all", "alone on this bus", "bus"),
            Connection(
                f"SPI{cells['spi']} MISO: GP{bus['miso']}",
                "QH of register 1",
                f"its input H is {first}; QH of the others to SER",
                "bus",
            ),
            Connection("3V3", "VCC of all", "100 nF at each; 10 kohm from each input", "3V3"),
            Connection("3V3", "VDD of each Hall switch", f"{_SWITCHES} a cell, outputs joined", "3V3"),
            *tied,
            *([Connection("GND", f"SER of register {chips}", "the farthest", "GND")] if tied else []),
            _ground("GND, CLK INH of all"),
        ),
    )


def _input(place: int) -> str:
    """Return an input of the chain by its place: register 1 is the one at MISO, and H comes out first."""
    return f"input {'HGFEDCBA'[place % 8]} of register {1 + place // 8}"


def _ground(pin: str) -> Connection:
    return Connection("GND", pin, "", "GND")


def drawing(name: str, found: dict[str, Any]) -> str:
    """Return the diagram as SVG."""
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
            f'<rect x="{_MCU_X}" y="{_TALL_HEAD}" width="{_MCU_W}" height="{rows * _ROW - _ROW // 2}" '
            'fill="#eef3f8" stroke="#1f4e79"/>'
        ),
    ]
    y = _TALL_HEAD
    for part in parts:
        y += _ROW
        high = (len(part.wires) + 1) * _ROW
        out.append(
            f'<rect x="{_PART_X}" y="{y - 16}" width="{_PART_W}" height="{high - 2}" fill="#fbf7ef" '
            'stroke="#7a3e00"/>'
        )
        out.append(f'<text x="{_PART_X + 8}" y="{y}" font-weight="bold">{escape(part.title)}</text>')
        for wire in part.wires:
            y += _ROW
            colour = _COLOURS[wire.kind]
            out += [
                (
                    f'<text x="{_MCU_X + _MCU_W - 8}" y="{y}" text-anchor="end">'
                    f"{escape(wire.source.replace('GP', pins))}</text>"
                ),
                (
                    f'<line x1="{_MCU_X + _MCU_W}" y1="{y - 4}" x2="{_PART_X}" y2="{y - 4}" '
                    f'stroke="{colour}" stroke-width="2"{_dashed(wire.kind)}/>'
                ),
                f'<text x="{_PART_X + 8}" y="{y}">{escape(wire.pin)}</text>',
                (
                    f'<text x="{_PART_X + _PART_W - 8}" y="{y}" text-anchor="end" fill="#555555" '
                    f'font-size="11">{escape(wire.about)}</text>'
                ),
            ]
        y += _ROW
    return "\n".join([*out, "</svg>"]) + "\n"


def _dashed(kind: str) -> str:
    return ' stroke-dasharray="6 3"' if kind == "bus" else ""


def drawings() -> dict[Path, str]:
    """Return every board's diagram by the file that it belongs into."""
    return {
        DRAWINGS / f"{path.stem}.svg": drawing(
            path.name, configuration.read(path.read_text(encoding="utf-8"))
        )
        for path in sorted(BOARDS.glob("*.json"))
    }


if __name__ == "__main__":
    for path, text in drawings().items():
        path.write_text(text, encoding="utf-8")
