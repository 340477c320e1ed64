"""The tile's copper: tracks and vias from pad to pad, and its edge. Millimetres are as in `parts.py`.

Signals from plug to plug are on the back. Rings for the supply and for the switches' joined output are on the
front. The rest of both sides is ground, which KiCad fills.
"""

from math import atan2, cos, hypot, pi, sin

from hardware.circuits.circuit import BACK, FRONT, GROUND, LIGHT, LOGIC, Track, Via
from hardware.circuits.circuit import path as _path
from hardware.circuits.packages import Part, Place, turned
from hardware.tile.parts import (
    CLOCK,
    DATA_IN,
    DATA_OUT,
    FELT,
    LATCH,
    LIGHT_IN,
    LIGHT_OUT,
    PARTS,
    PLUG_MM,
)

FLAT_MM = 63.6
"""The tile's width from flat to flat: a hex of 64 mm, less a gap to its neighbours."""
SIGNAL_MM, SUPPLY_MM, LIGHT_MM = 0.25, 0.4, 1.5
"""The widths of tracks: for a signal, for 3.3 V, and for the 5 V that passes all tiles of a row."""
HOLE_MM, HOLES_FROM_MIDDLE_MM = 2.2, 30.0
"""The holes for screws of 2 mm, towards three of the corners, and their distance from the middle."""
SUPPLY_RING_MM, FELT_RING_MM = 20.0, 14.0
_STEP = pi / 36


def edge() -> tuple[Place, ...]:
    """Return the six corners of the tile, mm."""
    corner = FLAT_MM / 2 / cos(pi / 6)
    return tuple((corner * cos(pi / 6 + pi / 3 * n), corner * sin(pi / 6 + pi / 3 * n)) for n in range(6))


def holes() -> tuple[Place, ...]:
    """Return the middles of the holes for screws, mm."""
    angles = (pi / 2, pi / 2 + 2 * pi / 3, pi / 2 - 2 * pi / 3)
    return tuple((HOLES_FROM_MIDDLE_MM * cos(one), HOLES_FROM_MIDDLE_MM * sin(one)) for one in angles)


def part(name: str) -> Part:
    """Return the part of the tile with this reference.

    Raises:
        KeyError: the tile has no such part.
    """
    return {one.name: one for one in PARTS}[name]


def _ring(net: str, radius_mm: float, taps: list[Place]) -> list[Track]:
    """Return a ring of straight tracks that passes through each tap. The taps lie on the ring."""
    angles = {atan2(y, x) for x, y in taps}
    angles |= {n * _STEP for n in range(-35, 37) if all(abs(n * _STEP - one) > _STEP / 3 for one in angles)}
    at = {round(atan2(y, x), 9): (x, y) for x, y in taps}
    corners = [at.get(round(one, 9), (radius_mm * cos(one), radius_mm * sin(one))) for one in sorted(angles)]
    return _path(net, FRONT, SUPPLY_MM, *corners, corners[0])


def _switches() -> tuple[list[Track], list[Via], list[Place], list[Place]]:
    """Return the tracks and vias of the switches and their capacitors, and their taps on both rings."""
    tracks: list[Track] = []
    vias: list[Via] = []
    supply: list[Place] = []
    felt: list[Place] = []
    for number in range(1, 7):
        switch, capacitor = part(f"S{number}"), part(f"C{number}")
        aside = switch.package.pads[0].at_mm[0]
        outer = turned((aside, -_along(SUPPLY_RING_MM, aside)), switch.turned_rad)
        inner = turned((aside, -_along(FELT_RING_MM, aside)), switch.turned_rad)
        middle = turned((SUPPLY_RING_MM, 0.0), capacitor.turned_rad)
        supply += [outer, middle]
        felt.append(inner)
        tracks += _path(LOGIC, FRONT, SUPPLY_MM, switch.pad_at("1"), outer)
        tracks += _path(FELT, FRONT, SIGNAL_MM, switch.pad_at("2"), inner)
        tracks += _path(LOGIC, FRONT, SUPPLY_MM, middle, capacitor.pad_at("1"))
        grounded = turned((2.2, 0.0), switch.turned_rad, switch.at_mm)
        tracks += _path(GROUND, FRONT, SIGNAL_MM, switch.pad_at("3"), grounded)
        beyond = turned((2.05, 0.0), capacitor.turned_rad, capacitor.at_mm)
        tracks += _path(GROUND, FRONT, SIGNAL_MM, capacitor.pad_at("2"), beyond)
        vias += [Via(GROUND, grounded), Via(GROUND, beyond)]
    return tracks, vias, supply, felt


def _along(radius_mm: float, aside_mm: float) -> float:
    """Return the distance along a radius of a point on a ring that is `aside_mm` beside the radius."""
    return float((radius_mm**2 - aside_mm**2) ** 0.5)


def _supply(switches: list[Place], felt_taps: list[Place]) -> tuple[list[Track], list[Via]]:
    """Return the rings, and the 3.3 V of plugs, register and pull-up."""
    near, far = part("J1").pad_at("3"), part("J2").pad_at("3")
    left = (-_along(SUPPLY_RING_MM, near[1]), near[1])
    right = (_along(SUPPLY_RING_MM, far[1]), far[1])
    down = (SUPPLY_RING_MM * cos(-pi / 3), SUPPLY_RING_MM * sin(-pi / 3))
    pull_up = (SUPPLY_RING_MM, 0.0)
    register = part("U1")
    at_h = register.pad_at("6")
    out = (-_along(FELT_RING_MM, at_h[1]), at_h[1])
    within = (6.0, -11.2)
    tracks = _ring(LOGIC, SUPPLY_RING_MM, [*switches, left, right, down, pull_up])
    tracks += _ring(FELT, FELT_RING_MM, [*felt_taps, out, (FELT_RING_MM, 0.0)])
    tracks += _path(LOGIC, FRONT, SUPPLY_MM, near, left) + _path(LOGIC, FRONT, SUPPLY_MM, far, right)
    tracks += _path(LOGIC, BACK, SUPPLY_MM, down, within)
    tracks += _path(LOGIC, FRONT, SUPPLY_MM, within, (1.3, -11.2), part("C7").pad_at("1"))
    tracks += _path(LOGIC, FRONT, SIGNAL_MM, (1.3, -11.2), (1.3, -6.325), register.pad_at("4"))
    tracks += _path(LOGIC, FRONT, SIGNAL_MM, register.pad_at("4"), register.pad_at("3"))
    tracks += _path(LOGIC, FRONT, SIGNAL_MM, (1.3, register.pad_at("16")[1]), register.pad_at("16"))
    tracks += _path(LOGIC, FRONT, SIGNAL_MM, (1.3, register.pad_at("14")[1]), register.pad_at("14"))
    tracks += _path(LOGIC, FRONT, SIGNAL_MM, *(register.pad_at(pin) for pin in ("14", "13", "12", "11")))
    tracks += _path(FELT, FRONT, SIGNAL_MM, at_h, out)
    tracks += _path(FELT, FRONT, SIGNAL_MM, (FELT_RING_MM, 0.0), part("R1").pad_at("1"))
    tracks += _path(LOGIC, FRONT, SUPPLY_MM, part("R1").pad_at("2"), pull_up)
    return tracks, [Via(LOGIC, down), Via(LOGIC, within)]


def _register() -> tuple[list[Track], list[Via]]:
    """Return the signals and grounds of the register."""
    register = part("U1")
    latch, clock = (-4.5, -9.6), (-6.0, -7.625)
    out, into = (2.8625, 0.0), (5.0, 0.0)
    tracks = _path(LATCH, FRONT, SIGNAL_MM, register.pad_at("1"), (-4.5, -8.275), latch)
    tracks += _path(CLOCK, FRONT, SIGNAL_MM, register.pad_at("2"), clock)
    tracks += _through(LATCH, "1", -9.6) + _through(CLOCK, "2", -7.625)
    tracks += _path(DATA_OUT, FRONT, SIGNAL_MM, register.pad_at("9"), out)
    tracks += _path(DATA_OUT, BACK, SIGNAL_MM, out, part("J1").pad_at("4"))
    tracks += _path(DATA_IN, FRONT, SIGNAL_MM, register.pad_at("10"), (5.0, -4.375), into)
    tracks += _path(DATA_IN, BACK, SIGNAL_MM, into, part("J2").pad_at("4"))
    vias = [Via(LATCH, latch), Via(CLOCK, clock), Via(DATA_OUT, out), Via(DATA_IN, into)]
    grounds = (
        (register.pad_at("5"), (-1.0, -5.675)),
        (register.pad_at("8"), (-4.6, -3.725)),
        (register.pad_at("15"), (4.6, -7.625), (4.6, -6.2)),
        (part("C7").pad_at("2"), (-1.8, -12.4)),
    )
    for places in grounds:
        tracks += _path(GROUND, FRONT, SIGNAL_MM, *places)
        vias.append(Via(GROUND, places[-1]))
    return tracks, vias


def _through(net: str, pin: str, y_mm: float) -> list[Track]:
    """Return a track on the back from plug to plug that passes the register at this height."""
    begins, ends = part("J1").pad_at(pin), part("J2").pad_at(pin)
    inwards = PLUG_MM - abs(y_mm - begins[1])
    return _path(net, BACK, SIGNAL_MM, begins, (-inwards, y_mm), (inwards, y_mm), ends)


def _light() -> tuple[list[Track], list[Via]]:
    """Return the light's data line and its supply."""
    light, near, far = part("D1"), part("J1"), part("J2")
    into, out, fed = (-3.0, near.pad_at("5")[1]), (1.6, far.pad_at("5")[1]), (0.0, near.pad_at("6")[1])
    capacitor = part("C8")
    tracks = _path(LIGHT_IN, BACK, SIGNAL_MM, near.pad_at("5"), into)
    tracks += _path(LIGHT_IN, FRONT, SIGNAL_MM, into, (-3.0, light.pad_at("3")[1]), light.pad_at("3"))
    tracks += _path(LIGHT_OUT, FRONT, SIGNAL_MM, light.pad_at("1"), (light.pad_at("1")[0], out[1]), out)
    tracks += _path(LIGHT_OUT, BACK, SIGNAL_MM, out, far.pad_at("5"))
    tracks += _path(LIGHT, BACK, LIGHT_MM, near.pad_at("6"), far.pad_at("6"))
    tracks += _path(LIGHT, FRONT, SUPPLY_MM, fed, (0.0, 2.5), (light.pad_at("4")[0], 1.6), light.pad_at("4"))
    tracks += _path(LIGHT, FRONT, SUPPLY_MM, (0.0, 4.0), capacitor.pad_at("1"))
    vias = [Via(LIGHT_IN, into), Via(LIGHT_OUT, out), Via(LIGHT, fed)]
    for begins, ends in (
        (light.pad_at("2"), (light.pad_at("2")[0], -1.6)),
        (capacitor.pad_at("2"), (4.2, 3.4)),
    ):
        tracks += _path(GROUND, FRONT, SIGNAL_MM, begins, ends)
        vias.append(Via(GROUND, ends))
    return tracks, vias


def copper() -> tuple[tuple[Track, ...], tuple[Via, ...]]:
    """Return all tracks and vias of the tile."""
    tracks, vias, supply, felt = _switches()
    for more, others in (_supply(supply, felt), _register(), _light()):
        tracks += more
        vias += others
    return tuple(one for one in tracks if hypot(*_ends(one)) > 1e-6), tuple(vias)


def _ends(track: Track) -> Place:
    return track.ends_mm[0] - track.begins_mm[0], track.ends_mm[1] - track.begins_mm[1]
