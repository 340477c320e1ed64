"""The tile's parts: their places and nets.

Millimetres are from the tile's middle; y points down, as in KiCad.

Sources: TI SCLS116 (SN74HC165, package PW), Silicon Labs Si7201 data sheet (SOT-23: 1 supply, 2 output, 3
ground), Worldsemi WS2812B-2020 data sheet.
"""

from math import atan2, cos, pi, sin

from hardware.circuits.circuit import GROUND, LIGHT, LOGIC
from hardware.circuits.packages import (
    C_0603,
    HEADER_7,
    R_0603,
    SOT_23,
    TSSOP_16,
    WS2812B_2020,
    Part,
)
from hardware.fields.report import BUILT
from hardware.pinouts import REGISTER

LATCH, CLOCK, DATA_OUT, DATA_IN = "LATCH", "CLK", "DATA_OUT", "DATA_IN"
LIGHT_IN, LIGHT_OUT, FELT = "LIGHT_IN", "LIGHT_OUT", "FELT"

LINES = (LATCH, CLOCK, LOGIC, DATA_OUT, LIGHT_IN, LIGHT, GROUND)
"""The nets of the plug towards the microcontroller, from pin 1."""
FAR_LINES = tuple({DATA_OUT: DATA_IN, LIGHT_IN: LIGHT_OUT}.get(net, net) for net in LINES)
"""The nets of the plug away from it, from pin 1."""
PLUG_MM = 27.0
"""The distance of the plugs from the middle. The plugs of two neighbours are 10 mm apart."""

_REGISTER_NETS = {
    "SH/LD": LATCH,
    "CLK": CLOCK,
    "E": LOGIC,
    "F": LOGIC,
    "G": GROUND,
    "H": FELT,
    "GND": GROUND,
    "QH": DATA_OUT,
    "SER": DATA_IN,
    "A": LOGIC,
    "B": LOGIC,
    "C": LOGIC,
    "D": LOGIC,
    "CLK INH": GROUND,
    "VCC": LOGIC,
}
"""H comes out first and is the hex. Then come G, tied low, and F, tied high: the sentinels of the last
tile."""


SWITCH_MM, CAPACITOR_MM = 17.0, 21.575
"""The distance of the switches and of their capacitors from the middle."""


def _switches() -> list[Part]:
    """Return the six switches, with pin 1 outwards, and a capacitor outside of each."""
    made = []
    for number, (x, y) in enumerate(BUILT.places_mm, 1):
        angle = atan2(-y, x)
        outwards = (cos(angle), sin(angle))
        upwards = atan2(outwards[0], -outwards[1])
        middle = (SWITCH_MM * outwards[0], SWITCH_MM * outwards[1])
        made.append(
            Part(
                f"S{number}",
                "Hall switch, open drain",
                SOT_23,
                middle,
                upwards,
                {"1": LOGIC, "2": FELT, "3": GROUND},
            )
        )
        at = (CAPACITOR_MM * outwards[0], CAPACITOR_MM * outwards[1])
        made.append(Part(f"C{number}", "100 nF X7R 10 V", C_0603, at, angle, {"1": LOGIC, "2": GROUND}))
    return made


def _plug(name: str, x_mm: float, lines: tuple[str, ...]) -> Part:
    nets = {str(number): net for number, net in enumerate(lines, 1)}
    return Part(name, "pin header 1x7, 2.54 mm", HEADER_7, (x_mm, 0.0), 0.0, nets)


PARTS = (
    Part(
        "U1",
        "TI SN74HC165PWR",
        TSSOP_16,
        (0.0, -6.0),
        0.0,
        {str(REGISTER[name]): net for name, net in _REGISTER_NETS.items()},
    ),
    Part(
        "D1",
        "Worldsemi WS2812B-2020",
        WS2812B_2020,
        (0.0, 0.0),
        pi,
        {"1": LIGHT_OUT, "2": GROUND, "3": LIGHT_IN, "4": LIGHT},
    ),
    *_switches(),
    Part("C7", "100 nF X7R 10 V", C_0603, (0.525, -12.4), pi, {"1": LOGIC, "2": GROUND}),
    Part("C8", "100 nF X7R 10 V", C_0603, (2.2, 4.0), 0.0, {"1": LIGHT, "2": GROUND}),
    Part("R1", "10 kohm 1 %", R_0603, (SWITCH_MM, 0.0), 0.0, {"1": FELT, "2": LOGIC}),
    _plug("J1", -PLUG_MM, LINES),
    _plug("J2", PLUG_MM, FAR_LINES),
)
"""All parts of a tile. J1 is the plug towards the microcontroller."""

NETS = (GROUND, LOGIC, LIGHT, LATCH, CLOCK, DATA_OUT, DATA_IN, LIGHT_IN, LIGHT_OUT, FELT)
