"""The carrier's circuit: what a factory needs of it."""

from hardware.carrier.copper import copper, corners, filled, opening
from hardware.carrier.parts import (
    MFRC522_NAMES,
    NETS,
    PARTS,
    PN5180_NAMES,
    on_carrier,
)
from hardware.circuits.circuit import GROUND, LIGHT, LOGIC, Circuit, Word
from hardware.circuits.packages import Part
from hardware.parts import PAD_CARRIER_SCREWS_MM, SCREW_HOLE_MM


def _names(row: Part, names: tuple[str, ...], y_mm: float) -> list[Word]:
    """The names of a row's pins, each beside its pin; every second one is further away."""
    words = []
    for number, name in enumerate(names, 1):
        x, y = row.pad_at(str(number))
        away = y_mm * (1.9 if number % 2 else 3.3)
        words.append(Word(name, (x, y + away), f"{row.name}.{number}"))
    return words


def _words() -> tuple[Word, ...]:
    parts = {one.name: one for one in PARTS}
    return (
        *_names(parts["J2"], MFRC522_NAMES, 1.0),
        *_names(parts["J3"], PN5180_NAMES, 1.0),
        Word("RC522", (-14.0, -10.0), "J2"),
        Word("PN5180", (-21.0, -15.0), "J3"),
        Word("button", (-15.27, 11.6), "J4"),
        Word("1", (10.2, 17.0), "J1"),
        Word("boardwarden carrier 1", (36.0, 10.0), "name"),
        Word("one reader only", (36.0, -10.0), "one"),
    )


def _carrier() -> Circuit:
    tracks, vias = copper()
    return Circuit(
        name="carrier",
        parts=PARTS,
        nets=NETS,
        supplied=(GROUND, LOGIC, LIGHT),
        tracks=tracks,
        vias=vias,
        edge=corners(),
        ground=filled(),
        holes=tuple(on_carrier(place) for place in PAD_CARRIER_SCREWS_MM),
        hole_mm=SCREW_HOLE_MM,
        words=_words(),
        openings=(opening(),),
    )


CARRIER = _carrier()
