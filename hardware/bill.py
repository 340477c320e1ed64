"""The parts of a build, their prices and the current that they draw, counted from its `board.json`.

`python -m hardware.bill` prints the tables. A number without a source says so, and is estimated high.
"""

import re
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from hardware.drawing import BOARDS
from hardware.fields.report import BUILT
from hardware.firmware.warden import configuration

BUILDS = ("smallest", "castles-near", "switches", "duel", "full")
NO_SOURCE = "no source found"

PULL_UP_MA = 0.33
"""The current of a pull-up: 3.3 V over 10 kohm, while the switch is closed."""
PICO_3V3_MA = 300.0
"""The current that a Pico's regulator gives to other parts (Raspberry Pi Pico data sheet 2.1, 2.1)."""
USB_MA = 500.0
"""The current that a USB 2.0 port gives to one device (USB 2.0, 7.2.1)."""
RESERVE = 1.1
"""The factor of a supply's current to the sum of the parts': a tenth more."""


@dataclass(frozen=True, slots=True)
class Draw:
    """The current of one kind of part on one rail."""

    name: str
    """The part's name."""
    volts: float
    """The rail: 3.3 or 5 V."""
    idle_ma: float
    """The current of each when it's idle, mA."""
    most_ma: float
    """The largest current of each, mA."""
    at_once: int
    """The number of parts that draw the most at the same time, while the others are idle; -1: all of them."""
    source: str
    """The source of the figures."""


DRAWS = {
    "pico": Draw("microcontroller", 5.0, 100, 100, -1, "Raspberry Pi Pico data sheet, worst case"),
    "esp32s3": Draw("microcontroller", 5.0, 110, 110, -1, "ESP32-S3 data sheet, modem-sleep at 240 MHz"),
    "mfrc522": Draw(
        "MFRC522", 3.3, 19, 119, 1, "MFRC522 data sheet: 10 and 9 mA, transmitter 100 mA at most"
    ),
    "pn5180": Draw("PN5180, its chip", 3.3, 20, 20, -1, f"{NO_SOURCE} for the idle current; reckoned high"),
    "field": Draw("PN5180, its transmitter", 5.0, 0, 250, 1, "PN5180A0xx data sheet"),
    "hall": Draw("Hall switch", 3.3, 0.1, 0.1, -1, f"{NO_SOURCE} at 50 samples a second; reckoned high"),
    "register": Draw("74HC165", 3.3, 0.1, 0.1, -1, "TI SCLS116"),
    "pull-up": Draw("closed switch's pull-up", 3.3, 0, PULL_UP_MA, -1, "3.3 V over 10 kohm"),
    "light": Draw("WS2812B", 5.0, 1, 1, -1, f"{NO_SOURCE} for its idle current; reckoned high"),
    "lit": Draw("lights, as limited", 5.0, 0, 1, -1, "`limit_ma` of the board's file"),
}


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of each part in a build."""

    build: str
    """The name of the board's file."""
    parts: "dict[str, int]"
    """The counts, by the keys of `DRAWS` and `LINES`."""


def counted(path: Path) -> Counts:
    """Return the parts of the build in this `board.json`."""
    found = configuration.read(path.read_text(encoding="utf-8"))
    readers = [pad["reader"] for pad in found.get("pads", ()) if "reader" in pad]
    order = found.get("cells", {}).get("order", ())
    cells = [cell for cell in order if cell is not None]
    lamps = found.get("lamps", {})
    lights = len(lamps.get("cells", {})) + sum(len(places) for places in lamps.get("pads", {}).values())
    registers = ceil(len(order) / 8)
    limit = lamps.get("limit_ma", 2000) if lights else 0
    cells_read = sum(is_beneath_hex(pad["pad"]) for pad in found.get("pads", ()) if "reader" in pad)
    parts = {
        "pico": int(found.get("chip") == "rp2040"),
        "esp32s3": int(found.get("chip") == "esp32s3"),
        "mfrc522": readers.count("mfrc522"),
        "pn5180": readers.count("pn5180"),
        "field": readers.count("pn5180"),
        "hall": len(cells) * len(BUILT.places_mm),
        "register": registers,
        "pull-up": len(cells),
        "tied": len(order) - len(cells),
        "light": lights,
        "lit": limit,
        "driver": int(lights > 0),
        "button": len(found.get("buttons", ())),
        "buzzer": int("buzzer" in found),
        "100 nF": registers + len(readers) + len(cells) + int(lights > 0),
        "bulk": int(lights > 0),
        "holder": cells_read,
        "pad holder": len(readers) - cells_read,
    }
    counts = Counts(path.stem, parts)
    parts["own supply"] = int(supply_of(counts) != "USB")
    return counts


def is_beneath_hex(pad: str) -> bool:
    """Tell whether a pad's name is a cell's: its reader lies beneath that hex."""
    return re.fullmatch(r"[a-z]\d+", pad) is not None


def drawn_ma(counts: Counts, volts: float) -> float:
    """Return the largest current of a rail, mA. The 5 V rail also feeds the 3.3 V rail."""
    total = 0.0
    for key, draw in DRAWS.items():
        count = counts.parts[key]
        if draw.volts != volts or not count:
            continue
        most = count if draw.at_once < 0 else min(draw.at_once, count)
        total += most * draw.most_ma + (count - most) * draw.idle_ma
    return total + (drawn_ma(counts, 3.3) if volts == 5.0 else 0.0)


def supply_of(counts: Counts) -> str:
    """Return the supply of a build: its USB plug, or a supply of its own."""
    needed = RESERVE * drawn_ma(counts, 5.0)
    return "USB" if needed <= USB_MA else f"5 V, {ceil(needed / 500) / 2:g} A"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the bill of materials."""

    key: str
    """The key of its count."""
    name: str
    """The part's name at a dealer."""
    number: str
    """The maker's part number, or the reason why there is none."""
    instead: str
    """Parts that may replace it."""
    price: tuple[float, float] | None
    """The least and the greatest price of one that a source names, in its own currency; None: no source."""
    source: str
    """The source of the price."""


_LANNO = "list of vives-projectweek-2022/LannoLeave, from Farnell"
LINES = (
    Line(
        "pico",
        "Raspberry Pi Pico",
        "Raspberry Pi SC0915",
        "Pico 2, same pins; an ESP32-S3 board",
        (3.27, 3.27),
        f"EUR, {_LANNO}",
    ),
    Line(
        "mfrc522",
        "MFRC522 module",
        "NXP MFRC52202HN1 on a module RC522",
        "none: the firmware knows this chip",
        (1.2, 1.7),
        "EUR for 50 UAH, list of sakhnik/arduin-o-punch",
    ),
    Line(
        "pn5180",
        "PN5180 module",
        "NXP PN5180A0HN on a module",
        "none: the firmware knows this chip",
        (8.0, 15.0),
        "USD, parts list of TeddyPlayer",
    ),
    Line(
        "hall",
        "Hall switch, open drain",
        f"Silicon Labs Si7201, its suffix: {NO_SOURCE}",
        "see below",
        None,
        NO_SOURCE,
    ),
    Line(
        "register",
        "shift register",
        "TI SN74HC165N",
        "any 74HC165 at 3.3 V",
        None,
        NO_SOURCE,
    ),
    Line(
        "driver",
        "level shifter",
        "TI SN74AHCT125N and 330 ohm",
        "any 74AHCT125 or 74HCT125",
        None,
        NO_SOURCE,
    ),
    Line(
        "light",
        "light",
        "WorldSemi WS2812B",
        "SK6812 RGB",
        (0.149, 0.149),
        "EUR at 50, list of vives-projectweek-2022/LannoLeave, from TME",
    ),
    Line("pull-up", "10 kohm", "any", "networks of eight", None, NO_SOURCE),
    Line("tied", "input tied to 3V3 or ground", "a wire", "none needed", (0.0, 0.0), "a wire"),
    Line(
        "100 nF",
        "100 nF, 16 V",
        "any",
        "any ceramic up to 1 uF; one at each chip, reader and hex of switches",
        (0.048, 0.067),
        f"EUR at 250 and at 1, {_LANNO}",
    ),
    Line(
        "bulk",
        "1000 uF, 6.3 V",
        "Nichicon UFW0J102MPD",
        "470 uF or more",
        (0.08, 0.08),
        "USD at 1,000, list of colteye/FoodTags",
    ),
    Line("button", "push button, 12 mm", "any", "any normally open contact", None, NO_SOURCE),
    Line(
        "buzzer",
        "passive piezo buzzer, 100 ohm",
        "Adafruit 1536 without its resistor",
        "any passive one",
        (0.95, 0.95),
        "USD, list of AstroHuster/Instrumentation_Lab",
    ),
    Line(
        "own supply",
        "Schottky diode, 1 A",
        "1N5819",
        "1N5817, 1N5818",
        (0.34, 0.34),
        f"EUR, {_LANNO}",
    ),
    Line(
        "own supply",
        "supply and slow fuse",
        "any of the rating below",
        "a stronger supply, with the same fuse",
        None,
        NO_SOURCE,
    ),
    Line(
        "holder",
        "reader holder for a hex",
        "`reader-holder.stl`",
        "none: it takes a light well's place",
        (0.0, 0.0),
        "printed",
    ),
    Line(
        "pad holder",
        "reader holder for a pad",
        "`pad-reader-holder.stl`",
        "cut by `pad-reader-holder.dxf`",
        (0.0, 0.0),
        "printed",
    ),
)

MAGNET = Line(
    "magnet",
    "magnet",
    "disc 8 by 2 mm, N42",
    "N45 or stronger",
    (0.35, 0.35),
    "EUR for 12 by 3 mm, list of hkienle/d3d, from supermagnete",
)
TAG = Line(
    "tag",
    "tag",
    "NXP NTAG213 or ICODE SLIX on a sticker",
    "MIFARE Classic, which is read but not written",
    None,
    NO_SOURCE,
)
"""Parts that are counted by piece, not by board."""

JOINTS = {
    "pico": 0,
    "mfrc522": 8,
    "pn5180": 9,
    "hall": 3,
    "register": 16,
    "driver": 14,
    "light": 6,
    "pull-up": 2,
    "tied": 1,
    "100 nF": 2,
    "bulk": 2,
    "button": 2,
    "buzzer": 3,
    "own supply": 6,
}
"""The solder joints of each part."""
JOINT_S, WIRE_S, HEX_S, START_S = 30.0, 40.0, 300.0, 5400.0
"""Estimates: a joint; a wire (one for two joints); a hex's well, holes and test; the bench's
set-up, the pads' plates and the first start. Nobody has measured them."""


def hours_of(counts: Counts) -> float:
    """Return the estimated hours of a build that is soldered by hand."""
    joints = sum(JOINTS[key] * counts.parts[key] for key in JOINTS)
    return (joints * (JOINT_S + WIRE_S / 2) + counts.parts["pull-up"] * HEX_S + START_S) / 3600


def cost_of(counts: Counts) -> tuple[float, float]:
    """Return the least and greatest sum of the prices that have a source. All currencies count alike."""
    priced = [(line.price, counts.parts[line.key]) for line in LINES if line.price is not None]
    return sum(low * count for (low, _), count in priced), sum(high * count for (_, high), count in priced)


def price_table() -> str:
    """Return each part's price, its source, and the sums and hours of each build as Markdown tables."""
    lines = ["| part | each | source |", "| --- | --- | --- |"]
    for line in (*LINES, MAGNET, TAG):
        if line.price is None:
            lines.append(f"| {line.name} | {NO_SOURCE} | |")
        elif line.price[1]:
            low, high = (f"{one:.2f}" for one in line.price)
            lines.append(f"| {line.name} | {low if low == high else f'{low} to {high}'} | {line.source} |")
    lines += ["", "| | " + " | ".join(BUILDS) + " |", "| --- |" + " --- |" * len(BUILDS)]
    builds = [counted(BOARDS / f"{build}.json") for build in BUILDS]
    sums = [cost_of(one) for one in builds]
    texts = [f"{low:.0f}" if round(low) == round(high) else f"{low:.0f} to {high:.0f}" for low, high in sums]
    lines.append("| sum of the prices above | " + " | ".join(texts) + " |")
    lines.append("| hours | " + " | ".join(f"{hours_of(one):.0f}" for one in builds) + " |")
    return "\n".join(lines) + "\n"


def bill_table() -> str:
    """Return the parts of every build as a Markdown table."""
    builds = [counted(BOARDS / f"{build}.json") for build in BUILDS]
    lines = [
        "| part | " + " | ".join(BUILDS) + " | maker's number | instead |",
        "| --- |" + " --- |" * (len(BUILDS) + 2),
    ]
    for line in LINES:
        counts = " | ".join(str(one.parts[line.key] or "") for one in builds)
        lines.append(f"| {line.name} | {counts} | {line.number} | {line.instead} |")
    return "\n".join(lines) + "\n"


def power_table() -> str:
    """Return the currents of every build as a Markdown table."""
    lines = ["| build | 3.3 V | 5 V in all | supply |", "| --- | --- | --- | --- |"]
    for build in BUILDS:
        counts = counted(BOARDS / f"{build}.json")
        rails = f"{drawn_ma(counts, 3.3):.0f} mA | {drawn_ma(counts, 5.0):.0f} mA"
        lines.append(f"| {build} | {rails} | {supply_of(counts)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(bill_table())
    print(price_table())
    print(power_table())
    print("\n".join(f"{draw.name}: {draw.source}" for draw in DRAWS.values()))
