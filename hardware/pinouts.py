"""The pin numbers of the parts that a builder solders.

Sources: Raspberry Pi Pico data sheet 2.1 (pins at its edge), TI SCLS116 (SN74HC165), TI SCLS264
(SN74AHCT125).
"""

PICO_EDGE = {
    0: 1,
    1: 2,
    2: 4,
    3: 5,
    4: 6,
    5: 7,
    6: 9,
    7: 10,
    8: 11,
    9: 12,
    10: 14,
    11: 15,
    12: 16,
    13: 17,
    14: 19,
    15: 20,
    16: 21,
    17: 22,
    18: 24,
    19: 25,
    20: 26,
    21: 27,
    22: 29,
    26: 31,
    27: 32,
    28: 34,
}
"""The pin at the Pico's edge for each GPIO."""
PICO_3V3, PICO_VSYS, PICO_VBUS, PICO_GND = 36, 39, 40, 38

REGISTER = {
    "SH/LD": 1,
    "CLK": 2,
    "E": 3,
    "F": 4,
    "G": 5,
    "H": 6,
    "GND": 8,
    "QH": 9,
    "SER": 10,
    "A": 11,
    "B": 12,
    "C": 13,
    "D": 14,
    "CLK INH": 15,
    "VCC": 16,
}
"""The pins of a 74HC165 by name, in its 16-pin case."""

SHIFTER = {"1OE": 1, "1A": 2, "1Y": 3, "GND": 7, "VCC": 14}
"""The used pins of a 74AHCT125 by name, in its 14-pin case."""
OTHER_INPUTS = (4, 5, 9, 10, 12, 13)
"""The inputs of its other gates. They are tied to ground, so they don't float."""
