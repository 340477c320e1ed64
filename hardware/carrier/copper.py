"""The carrier's copper. Millimetres are as in `parts.py`.

Upright tracks are on the front, level ones on the back, so that they cross. Ground fills the rest of both
sides.
"""

from math import cos, pi, sin

from hardware.carrier.parts import (
    BUSY,
    BUTTON,
    BUTTON_AT,
    LIGHT_AT,
    LIGHT_IN,
    LIGHT_OUT,
    MISO,
    MOSI,
    OPENING_MM,
    PARTS,
    PITCH_MM,
    RESET,
    SCK,
    SELECT,
)
from hardware.circuits.circuit import BACK, FRONT, GROUND, LIGHT, LOGIC, Track, Via, path
from hardware.circuits.packages import Part, Place

WIDE_MM, HIGH_MM = 106.0, 38.0
"""The carrier's size: as wide as the pad's plate, less 2 mm at each side."""
SIGNAL_MM, SUPPLY_MM, LIGHT_MM = 0.25, 0.5, 1.0
"""The widths of tracks: for a signal, for 3.3 V and for 5 V."""
LEVELS_MM = {RESET: -6.4, SCK: -5.5, BUSY: -4.6, MISO: -3.7, MOSI: -2.8, SELECT: -1.9, LOGIC: -0.6}
"""The y of each level track. Where two upright tracks of different nets have one x, the net that comes from
the cable has the greater y, so that they don't meet."""
_EDGE_MM = 0.6


def corners(inwards_mm: float = 0.0) -> tuple[Place, ...]:
    """Return the corners of the carrier, or of an area that ends this far from its edge, mm."""
    x, y = WIDE_MM / 2 - inwards_mm, HIGH_MM / 2 - inwards_mm
    return (-x, -y), (x, -y), (x, y), (-x, y)


def filled() -> tuple[Place, ...]:
    """Return the corners of the area that ground fills."""
    return corners(_EDGE_MM)


def opening() -> tuple[Place, ...]:
    """Return the corners of the opening for the button: a circle of 48 straight pieces."""
    half = OPENING_MM / 2
    turns = (2 * pi * n / 48 for n in range(48))
    return tuple((BUTTON_AT[0] + half * cos(one), BUTTON_AT[1] + half * sin(one)) for one in turns)


def part(name: str) -> Part:
    """Return the part of the carrier with this reference.

    Raises:
        KeyError: the carrier has no such part.
    """
    return {one.name: one for one in PARTS}[name]


def _pin_of(name: str, net: str) -> Place:
    """Return the place of a part's pin that is joined to this net."""
    one = part(name)
    return one.pad_at(next(pin for pin, own in one.nets.items() if own == net))


def _from_cable(net: str) -> list[Place]:
    """Return the way of a wire from the cable's plug upwards, without its end.

    A wire of the lower row passes between two pins of the upper one.
    """
    x, y = _pin_of("J1", net)
    if y < part("J1").at_mm[1]:
        return [(x, y)]
    return [(x, y), (x + PITCH_MM / 2, y - PITCH_MM / 2)]


def _signals() -> tuple[list[Track], list[Via]]:
    """Return the tracks of all nets that have a level: from the cable and from both readers' plugs."""
    tracks: list[Track] = []
    vias: list[Via] = []
    for net, level in LEVELS_MM.items():
        ways = [_from_cable(net)]
        ways += [[_pin_of(name, net)] for name in ("J2", "J3") if net in part(name).nets.values()]
        ends = [(way[-1][0], level) for way in ways]
        width = SUPPLY_MM if net == LOGIC else SIGNAL_MM
        for way, end in zip(ways, ends, strict=True):
            tracks += path(net, FRONT, min(width, 0.4), *way, end)
            vias.append(Via(net, end))
        tracks += path(net, BACK, width, *sorted(ends))
    return tracks, vias


def _light() -> tuple[list[Track], list[Via]]:
    """Return the light's data lines."""
    light, cable = part("D1"), part("J1")
    out_x, out_level, in_level = LIGHT_AT[0] - 2.8, 5.0, 7.0
    out, data = light.pad_at("1"), light.pad_at("3")
    begins = cable.pad_at("4")
    tracks = path(LIGHT_OUT, FRONT, SIGNAL_MM, begins, (begins[0], out_level))
    tracks += path(LIGHT_OUT, BACK, SIGNAL_MM, (begins[0], out_level), (out_x, out_level))
    tracks += path(LIGHT_OUT, FRONT, SIGNAL_MM, (out_x, out_level), (out_x, out[1]), out)
    way = _from_cable(LIGHT_IN)
    turn = (way[-1][0], in_level)
    tracks += path(LIGHT_IN, FRONT, SIGNAL_MM, *way, turn)
    tracks += path(LIGHT_IN, BACK, SIGNAL_MM, turn, (data[0], in_level))
    tracks += path(LIGHT_IN, FRONT, SIGNAL_MM, (data[0], in_level), data)
    vias = [Via(LIGHT_OUT, (begins[0], out_level)), Via(LIGHT_OUT, (out_x, out_level))]
    return tracks, [*vias, Via(LIGHT_IN, turn), Via(LIGHT_IN, (data[0], in_level))]


def _supplies() -> list[Track]:
    """Return the 5 V of reader and light, and the way from the reader's 3.3 V to its capacitors."""
    far_x = LIGHT_AT[0] + 3.7
    begins, reader, light = _pin_of("J1", LIGHT), _pin_of("J3", LIGHT), part("D1").pad_at("4")
    tracks = path(LIGHT, FRONT, LIGHT_MM, begins, (far_x, begins[1]), (far_x, reader[1]), reader)
    tracks += path(LIGHT, FRONT, 0.4, light, (far_x, light[1]), part("C4").pad_at("1"))
    bulk = part("C3").pad_at("1")
    tracks += path(LIGHT, FRONT, 0.4, (far_x, bulk[1]), bulk)
    logic = _pin_of("J3", LOGIC)
    above = (logic[0], part("C1").at_mm[1])
    tracks += path(LOGIC, FRONT, 0.4, logic, above, part("C1").pad_at("1"))
    return tracks + path(LOGIC, FRONT, 0.4, above, part("C2").pad_at("1"))


def _button() -> list[Track]:
    """Return the button's line, below the cable's plug."""
    begins, ends = _pin_of("J1", BUTTON), _pin_of("J4", BUTTON)
    below = part("J1").at_mm[1] + 3.2
    return path(BUTTON, BACK, SIGNAL_MM, begins, (begins[0], below), (ends[0], below), ends)


def _grounds() -> tuple[list[Track], list[Via]]:
    """Return a via beside each ground pad on the surface, and some that join both sides' ground."""
    tracks: list[Track] = []
    vias: list[Via] = []
    for name, pin, away in (("C1", "2", 1.5), ("C2", "2", -1.7), ("C3", "2", 1.7), ("C4", "2", 1.5)):
        x, y = part(name).pad_at(pin)
        tracks += path(GROUND, FRONT, SIGNAL_MM, (x, y), (x + away, y))
        vias.append(Via(GROUND, (x + away, y)))
    x, y = part("D1").pad_at("2")
    tracks += path(GROUND, FRONT, SIGNAL_MM, (x, y), (x, y + 1.5))
    vias.append(Via(GROUND, (x, y + 1.5)))
    joins = ((-44.0, -14.0), (-44.0, 4.0), (44.0, -14.0), (44.0, 4.0), (-12.0, -6.0), (30.0, 12.0))
    return tracks, [*vias, *(Via(GROUND, place) for place in joins)]


def copper() -> tuple[tuple[Track, ...], tuple[Via, ...]]:
    """Return all tracks and vias of the carrier."""
    tracks, vias = _signals()
    for more, others in (_light(), (_supplies(), []), (_button(), []), _grounds()):
        tracks += more
        vias += others
    return tuple(one for one in tracks if one.begins_mm != one.ends_mm), tuple(vias)
