"""The carrier's parts: their places and nets.

Millimetres are from the carrier's middle; y points down, as in KiCad. The carrier lies beneath the lower part
of the pad's plate, so that its light is under the plate's hole.

Sources: the readers' pins are as printed on the modules RC522 and PN5180 (NXP's own names: SDA is NSS);
Worldsemi WS2812B-2020 data sheet.
"""

from math import pi

from hardware.circuits.circuit import GROUND, LIGHT, LOGIC
from hardware.circuits.packages import C_0603, C_0805, WS2812B_2020, Package, Pad, Part, Place, header
from hardware.parts import BUTTON_HOLE_MM, PAD_BUTTON_MM, PAD_LIGHT_MM, PAD_MM

SCK, MOSI, MISO, SELECT, RESET, BUSY = "SCK", "MOSI", "MISO", "SELECT", "RESET", "BUSY"
BUTTON, LIGHT_IN, LIGHT_OUT = "BUTTON", "LIGHT_IN", "LIGHT_OUT"

MIDDLE_ON_PLATE_MM = (PAD_MM[0] / 2, 89.0)
"""The carrier's middle, from the upper left corner of the pad's plate."""

CABLE = (
    LIGHT,
    GROUND,
    LIGHT_IN,
    LIGHT_OUT,
    BUTTON,
    GROUND,
    SCK,
    GROUND,
    MOSI,
    MISO,
    SELECT,
    RESET,
    BUSY,
    LOGIC,
)
"""The nets of the flat cable's wires, from pin 1. The clock lies between two grounds."""
MFRC522_PINS = (SELECT, SCK, MOSI, MISO, "", GROUND, RESET, LOGIC)
"""The nets of a module RC522 in the order of its pins: SDA, SCK, MOSI, MISO, IRQ, GND, RST, 3.3V."""
MFRC522_NAMES = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")
PN5180_PINS = (LIGHT, LOGIC, RESET, SELECT, MOSI, MISO, SCK, BUSY, GROUND, "", "", "", "")
"""The nets of a module PN5180 in the order of its pins."""
PN5180_NAMES = (
    "+5V",
    "+3V3",
    "RST",
    "NSS",
    "MOSI",
    "MISO",
    "SCK",
    "BUSY",
    "GND",
    "GPIO",
    "IRQ",
    "AUX",
    "REQ",
)
PITCH_MM = 2.54


def _box_header(count: int) -> Package:
    """Return a box header with two rows, seen from the side that it doesn't lie on.

    It is soldered from below, so its pins are mirrored here: pin 1 is at the right of the lower row, pin 2
    above it, pin 3 to the left of pin 1. Seen from below, with the notch towards the viewer, pin 1 is at the
    left.
    """
    columns = count // 2
    pads = (
        Pad(
            str(number),
            (
                PITCH_MM * ((columns - 1) / 2 - (number - 1) // 2),
                PITCH_MM / 2 if number % 2 else -PITCH_MM / 2,
            ),
            (1.7, 1.7),
            1.0,
        )
        for number in range(1, count + 1)
    )
    return Package(f"Connector_IDC:IDC-Header_2x{columns:02}_P2.54mm_Vertical", tuple(pads), 0.0)


def on_carrier(on_plate_mm: Place) -> Place:
    """Return a place of the pad's plate as a place of the carrier, mm."""
    return on_plate_mm[0] - MIDDLE_ON_PLATE_MM[0], on_plate_mm[1] - MIDDLE_ON_PLATE_MM[1]


LIGHT_AT = on_carrier(PAD_LIGHT_MM)
BUTTON_AT = on_carrier(PAD_BUTTON_MM)
OPENING_MM = BUTTON_HOLE_MM + 2.0
"""The opening through which the button's body passes."""


def _row(name: str, value: str, nets: tuple[str, ...], at_mm: Place, turned_rad: float) -> Part:
    """Return a row of pins. Turned by -90 degrees its pin 1 is at the left, by 90 degrees at the right."""
    joined = {str(number): net for number, net in enumerate(nets, 1) if net}
    free = frozenset(str(number) for number, net in enumerate(nets, 1) if not net)
    return Part(name, value, header(len(nets)), at_mm, turned_rad, joined, free)


CAPACITOR = "100 nF, Samsung CL10B104KB8NNNC"
BULK = "10 uF, Samsung CL21A106KOQNNNE"

PARTS = (
    Part(
        "J1",
        "box header 2x7, Wuerth 61201421621",
        _box_header(14),
        (0.0, 14.0),
        0.0,
        {str(number): net for number, net in enumerate(CABLE, 1)},
    ),
    _row("J2", "pin header 1x8, Wuerth 61300811121", MFRC522_PINS, (0.0, -10.0), -pi / 2),
    _row("J3", "pin header 1x13, cut from Wuerth 61304011121", PN5180_PINS, (0.0, -15.0), pi / 2),
    _row("J4", "pin header 1x2, cut from Wuerth 61304011121", (BUTTON, GROUND), (-15.27, 14.0), pi / 2),
    Part(
        "D1",
        "Worldsemi WS2812B-2020",
        WS2812B_2020,
        LIGHT_AT,
        0.0,
        {"1": LIGHT_OUT, "2": GROUND, "3": LIGHT_IN, "4": LIGHT},
    ),
    Part("C1", CAPACITOR, C_0603, (18.3, -17.3), 0.0, {"1": LOGIC, "2": GROUND}),
    Part("C2", BULK, C_0805, (9.6, -17.4), pi, {"1": LOGIC, "2": GROUND}),
    Part("C3", BULK, C_0805, (25.2, 5.0), 0.0, {"1": LIGHT, "2": GROUND}),
    Part("C4", CAPACITOR, C_0603, (25.0, 0.45), 0.0, {"1": LIGHT, "2": GROUND}),
)
"""All parts of a carrier. J1 takes the cable, J2 the wires to a module RC522 or J3 those to a module PN5180,
J4 the button's."""

NETS = (
    GROUND,
    LOGIC,
    LIGHT,
    SCK,
    MOSI,
    MISO,
    SELECT,
    RESET,
    BUSY,
    BUTTON,
    LIGHT_IN,
    LIGHT_OUT,
)
