"""Packages, and parts in them: pads, places and nets.

Millimetres are from the board's middle; y points down, as in KiCad. The pads are those of KiCad 6's libraries
for the same packages.
"""

from dataclasses import dataclass
from math import cos, degrees, sin

Place = tuple[float, float]
"""A place on a board, mm."""


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
    """Its greatest height above the board; 0 if it is soldered from below."""


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
C_0805 = Package(
    "Capacitor_SMD:C_0805_2012Metric",
    (Pad("1", (-0.95, 0.0), (1.0, 1.45)), Pad("2", (0.95, 0.0), (1.0, 1.45))),
    1.35,
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


def header(count: int) -> Package:
    """Return a row of pins that is soldered from below: 2.54 mm apart, pin 1 has the least y."""
    pads = (
        Pad(str(number + 1), (0.0, 2.54 * (number - (count - 1) / 2)), (1.7, 1.7), 1.0)
        for number in range(count)
    )
    return Package(f"Connector_PinHeader_2.54mm:PinHeader_1x{count:02}_P2.54mm_Vertical", tuple(pads), 0.0)


HEADER_7 = header(7)


@dataclass(frozen=True, slots=True)
class Part:
    """One part on a board."""

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
    free: frozenset[str] = frozenset()
    """The pins that are left free on purpose. An output needs no entry."""

    @property
    def angle_deg(self) -> float:
        """KiCad's angle, counter-clockwise as seen from above, degrees."""
        return round(-degrees(self.turned_rad) % 360, 4) % 360

    def pad_at(self, pin: str) -> Place:
        """Return the middle of a pad on the board, mm.

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
