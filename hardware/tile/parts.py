"""The tile's parts: their pads, places and nets.

Millimetres are from the tile's middle; y points down, as in KiCad.

Sources: TI SCLS116 (SN74HC165, package PW), Silicon Labs Si7201 data sheet (SOT-23: 1 supply, 2 output, 3
ground), Worldsemi WS2812B-2020 data sheet; pads as in KiCad 6's libraries for the same packages.
"""

from dataclasses import dataclass
from math import atan2, cos, degrees, pi, sin

from hardware.fields.report import BUILT
from hardware.pinouts import REGISTER

Place = tuple[float, float]

GROUND, LOGIC, LIGHT = "GND", "3V3", "5V"
LATCH, CLOCK, DATA_OUT, DATA_IN = "LATCH", "CLK", "DATA_OUT", "DATA_IN"
LIGHT_IN, LIGHT_OUT, FELT = "LIGHT_IN", "LIGHT_OUT", "FELT"


@dataclass(frozen=True, slots=True)
class Pad:
    """One pad of a package."""

    pin: str
    """The pin's number."""
    at_mm: Place
    """Its middle, from the middle of the package."""
    size_mm: tuple[float, float]
    """Its width and height."""
    drill_mm: float = 0.0
    """The diameter of its hole; 0: it is surface-mounted."""


@dataclass(frozen=True, slots=True)
class Package:
    """The package of a part: the pads that it's soldered to."""

    name: str
    """Its name in KiCad's libraries."""
    pads: tuple[Pad, ...]
    """Its pads."""
    high_mm: float
    """Its greatest height above the tile; 0 if it is soldered from below."""


SOT_23 = Package(
    "Package_TO_SOT_SMD:SOT-23",
    tuple(
        Pad(pin, at, (1.475, 0.6))
        for pin, at in (("1", (-0.9375, -0.95)), ("2", (-0.9375, 0.95)), ("3", (0.9375, 0.0)))
    ),
    1.12,
)
TSSOP_16 = Package(
    "Package_SO:TSSOP-16_4.4x5mm_P0.65mm",
    tuple(
        Pad(
            str(pin),
            (-2.8625, 0.65 * (pin - 1) - 2.275) if pin <= 8 else (2.8625, 2.275 - 0.65 * (pin - 9)),
            (1.475, 0.4),
        )
        for pin in range(1, 17)
    ),
    1.2,
)
C_0603 = Package(
    "Capacitor_SMD:C_0603_1608Metric",
    (Pad("1", (-0.775, 0.0), (0.9, 0.95)), Pad("2", (0.775, 0.0), (0.9, 0.95))),
    0.87,
)
R_0603 = Package(
    "Resistor_SMD:R_0603_1608Metric",
    (Pad("1", (-0.825, 0.0), (0.8, 0.95)), Pad("2", (0.825, 0.0), (0.8, 0.95))),
    0.55,
)
WS2812B_2020 = Package(
    "LED_SMD:LED_WS2812B-2020_PLCC4_2.0x2.0mm",
    tuple(
        Pad(pin, at, (0.7, 0.7))
        for pin, at in (
            ("1", (-0.915, -0.55)),
            ("2", (-0.915, 0.55)),
            ("3", (0.915, 0.55)),
            ("4", (0.915, -0.55)),
        )
    ),
    0.94,
)
HEADER_7 = Package(
    "Connector_PinHeader_2.54mm:PinHeader_1x07_P2.54mm_Vertical",
    tuple(Pad(str(number + 1), (0.0, 2.54 * (number - 3)), (1.7, 1.7), 1.0) for number in range(7)),
    0.0,
)


@dataclass(frozen=True, slots=True)
class Part:
    """One part on the tile."""

    name: str
    """Its reference, such as U1."""
    value: str
    """The part's name at a dealer."""
    package: Package
    """Its package."""
    at_mm: Place
    """Its middle."""
    turned_rad: float
    """Its turn, from the x axis towards the y axis, as for the pads."""
    nets: dict[str, str]
    """The net of each pin. A pin that isn't listed is not connected."""

    @property
    def angle_deg(self) -> float:
        """KiCad's angle, counter-clockwise as seen on the tile, degrees."""
        return round(-degrees(self.turned_rad) % 360, 4) % 360

    def pad_at(self, pin: str) -> Place:
        """Return the middle of a pad on the tile, mm.

        Raises:
            KeyError: the package has no such pin.
        """
        for pad in self.package.pads:
            if pad.pin == pin:
                return turned(pad.at_mm, self.turned_rad, self.at_mm)
        raise KeyError(pin)


def turned(place: Place, by_rad: float, about: Place = (0.0, 0.0)) -> Place:
    """Return a place turned about the origin, then moved by `about`."""
    x, y = place
    return (
        about[0] + x * cos(by_rad) - y * sin(by_rad),
        about[1] + x * sin(by_rad) + y * cos(by_rad),
    )


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


def part(name: str) -> Part:
    """Return the part with this reference.

    Raises:
        KeyError: the tile has no such part.
    """
    for one in PARTS:
        if one.name == name:
            return one
    raise KeyError(name)
