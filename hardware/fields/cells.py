"""The share of a hex where its own switches detect a piece, and where its neighbours' switches do.

Lengths are millimetres, flux densities are mT, x points to the right as on the board (pointy hexes). A
piece's place is that of its magnet, which stands upright. Switches sense the upright component with either
sign.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import pi

import numpy as np
import numpy.typing as npt

from hardware.fields.disc import Array, disc_br_mt, disc_bz_mt

HEX_MM = 64.0
PIECE_MM = 20.0
"""The width of a hex, flat to flat, and that of a soldier's foot (engine/boards/mativen.yaml,
mativen-pieces.yaml)."""
EARTH_MT = 0.065
"""The strongest field of the earth at the ground (NOAA, World Magnetic Model)."""

_STEP_MM = 0.5
_FAR = np.arange(0.0, 130.0, 0.05)


@dataclass(frozen=True, slots=True)
class Magnet:
    """A disc magnet, magnetised along its axis."""

    across_mm: float
    """The disc's diameter."""
    thick_mm: float
    """The disc's thickness."""
    remanence_t: float
    """The least remanence of its grade, T."""

    @property
    def moment_am2(self) -> float:
        """Its dipole moment, A m²."""
        volume_m3 = pi * (self.across_mm / 2000) ** 2 * self.thick_mm / 1000
        return self.remanence_t * volume_m3 / (4e-7 * pi)

    def repulsion_n(self, apart_mm: float) -> float:
        """Return the force between two of them side by side, N, as distant dipoles (3 mu0 m^2 / 4 pi r^4)."""
        return 3e-7 * self.moment_am2**2 / (apart_mm / 1000) ** 4


@dataclass(frozen=True, slots=True)
class HallSwitch:
    """A type of Hall switch."""

    name: str
    """The part number."""
    operates_mt: float
    """The field that surely operates every part of this type."""
    rests_mt: float
    """The field that surely operates no part of this type."""
    releases_mt: float
    """The field that surely lets every closed part open again."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The switches of one cell, and the magnet that they detect."""

    magnet: Magnet
    """The magnet in a piece's foot."""
    switch: HallSwitch
    """The type of switch."""
    places_mm: tuple[tuple[float, float], ...]
    """The places of the switches, from the cell's middle, mm."""
    deep_mm: float
    """The depth of the switches beneath the magnet's lower face."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A magnet over a cell."""

    at_mm: tuple[float, float]
    """Its middle, from the cell's middle."""
    lift_mm: float = 0.0
    """How much higher it is than in a foot on the bare board: on a rock, or in a foot's upper half."""
    pole: int = 1
    """Its lower pole: 1 or -1."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of a piece's possible places, 0..1."""

    felt: float
    """The share of all places in the hex where its own switches surely detect the piece."""
    felt_inside: float
    """The same, of the places where the whole foot is inside the hex."""
    both: float
    """The share of all places in the hex where a neighbour's switch may detect the piece too."""
    both_inside: float
    """The same, of the places where the whole foot is inside the hex."""


def ring(count: int, radius_mm: float, first: float = pi / 6) -> tuple[tuple[float, float], ...]:
    """Return `count` places around the middle, mm, the first at the angle `first`; pi/6 is a hex's corner."""
    angles = [first + 2 * pi * number / count for number in range(count)]
    return tuple((radius_mm * float(np.cos(one)), radius_mm * float(np.sin(one))) for one in angles)


def places(inner_mm: float) -> Array:
    """Return places all over a hex whose sides are `inner_mm` from its middle, mm, `(n, 2)`."""
    steps = np.arange(-40.0, 40.0 + _STEP_MM, _STEP_MM)
    x, y = (one.ravel() for one in np.meshgrid(steps, steps))
    within = np.ones(len(x), dtype=bool)
    for number in range(6):
        within &= x * np.cos(pi / 3 * number) + y * np.sin(pi / 3 * number) <= inner_mm
    return np.column_stack((x[within], y[within]))


def lifted_shares(cell: Cell, lift_mm: float, tilt_deg: float = 0.0) -> tuple[float, float]:
    """Return the shares of a hex where a piece is surely detected that is `lift_mm` higher and leans.

    The first share is of all places, the second of those where the whole foot is inside the hex. The piece
    leans over one edge of its foot, in eight directions; the mean over these is returned.
    """
    found = []
    for inner in (HEX_MM / 2, HEX_MM / 2 - PIECE_MM / 2):
        where = places(inner)
        ways = np.arange(8) * pi / 4 if tilt_deg else (0.0,)
        found.append(float(np.mean([_leaning(cell, where, lift_mm, tilt_deg, way).mean() for way in ways])))
    return found[0], found[1]


def _leaning(cell: Cell, where: Array, lift_mm: float, tilt_deg: float, way: float) -> npt.NDArray[np.bool_]:
    tilt = np.radians(tilt_deg)
    lift = lift_mm + PIECE_MM / 2 * float(np.sin(tilt))
    axial, radial = _along(cell.magnet, cell.deep_mm + lift), _across(cell.magnet, cell.deep_mm + lift)
    switches = np.array(cell.places_mm)
    x = switches[None, :, 0] - where[:, None, 0]
    y = switches[None, :, 1] - where[:, None, 1]
    apart = np.hypot(x, y)
    # A magnet that leans a little has the field of an upright one times cos of the angle, and of a lying one
    # times sin.
    upright = np.cos(tilt) * np.interp(apart, _FAR, axial)
    leaning = np.sin(tilt) * np.interp(apart, _FAR, radial) * np.cos(np.arctan2(y, x) - way)
    total = np.abs(upright + leaning).max(axis=1)
    return np.asarray(total >= cell.switch.operates_mt + EARTH_MT)


def shares(cell: Cell) -> Shares:
    """Return the shares of places where a single piece is detected."""
    anywhere, inside = places(HEX_MM / 2), places(HEX_MM / 2 - PIECE_MM / 2)
    return Shares(
        felt=_share(_own(cell, anywhere)),
        felt_inside=_share(_own(cell, inside)),
        both=_share(_neighbours(cell, anywhere)),
        both_inside=_share(_neighbours(cell, inside)),
    )


def fields_mt(cell: Cell, standing: Sequence[Standing]) -> Array:
    """Return the upright field of these magnets at each switch of a cell, mT, without the earth's."""
    total = np.zeros(len(cell.places_mm))
    for one in standing:
        total += one.pole * _fields(cell, np.array([one.at_mm], dtype=float), lift_mm=one.lift_mm)[0]
    return total


def closed(
    cell: Cell, standing: Sequence[Standing], points_mt: Array, before: Sequence[bool], earth_mt: float = 0.0
) -> tuple[bool, ...]:
    """Return which of a cell's switches are closed now.

    `points_mt` are the fields that operate them. A switch that was closed `before` stays closed down to its
    release point, which is lower by the ratio of `releases_mt` to `rests_mt`. `earth_mt` is the earth's
    upright field.
    """
    total = np.abs(fields_mt(cell, standing) + earth_mt)
    release = points_mt * (cell.switch.releases_mt / cell.switch.rests_mt)
    points = np.where(np.asarray(before, dtype=bool), release, points_mt)
    return tuple(bool(one) for one in total >= points)


def is_felt(cell: Cell, pieces_mm: Sequence[tuple[float, float]], *, lift_mm: float = 0.0) -> bool:
    """Return whether one of a cell's switches surely closes over these magnets, which all have one pole up.

    Their fields add up, or cancel. The field has to operate every switch of this type, with the earth's field
    against it.
    """
    if not pieces_mm:
        return False
    total = fields_mt(cell, [Standing(place, lift_mm) for place in pieces_mm])
    return bool(np.abs(total).max() >= cell.switch.operates_mt + EARTH_MT)


def stray_mt(cell: Cell, pieces_mm: tuple[tuple[float, float], ...], poles: tuple[int, ...] = ()) -> float:
    """Return the strongest field of several pieces in a hex at a neighbour's switches, mT, plus the earth's.

    `poles` are 1 or -1 for each piece. Without them all have one pole up.
    """
    strongest = 0.0
    signs = poles or (1,) * len(pieces_mm)
    for away in _NEIGHBOURS:
        total = sum(
            sign * _fields(cell, np.array([place]), away)
            for place, sign in zip(pieces_mm, signs, strict=True)
        )
        strongest = max(strongest, float(np.abs(total).max()))
    return strongest + EARTH_MT


_NEIGHBOURS = ring(6, HEX_MM, 0.0)


def _share(felt: npt.NDArray[np.bool_]) -> float:
    return float(felt.mean())


def _own(cell: Cell, where: Array) -> npt.NDArray[np.bool_]:
    # The earth's field may be opposed to the magnet's.
    return np.asarray(np.abs(_fields(cell, where)).max(axis=1) >= cell.switch.operates_mt + EARTH_MT)


def _neighbours(cell: Cell, where: Array) -> npt.NDArray[np.bool_]:
    felt = np.zeros(len(where), dtype=bool)
    for away in _NEIGHBOURS:
        felt |= np.abs(_fields(cell, where, away)).max(axis=1) >= cell.switch.rests_mt - EARTH_MT
    return felt


def _fields(
    cell: Cell, where: Array, away: tuple[float, float] = (0.0, 0.0), *, lift_mm: float = 0.0
) -> Array:
    """Return the upright field, mT, of a magnet at each place `(n, 2)` at each of the cell's switches."""
    along = _along(cell.magnet, cell.deep_mm + lift_mm)
    switches = np.array(cell.places_mm) + np.array(away)
    apart = np.hypot(where[:, None, 0] - switches[None, :, 0], where[:, None, 1] - switches[None, :, 1])
    return np.asarray(np.interp(apart, _FAR, along))


@lru_cache
def _along(magnet: Magnet, deep_mm: float) -> Array:
    """Return the upright field, mT, at the distances `_FAR` and this depth beneath a magnet's lower face."""
    return disc_bz_mt(
        _FAR,
        deep_mm + magnet.thick_mm / 2,
        across_mm=magnet.across_mm,
        thick_mm=magnet.thick_mm,
        remanence_t=magnet.remanence_t,
    )


@lru_cache
def _across(magnet: Magnet, deep_mm: float) -> Array:
    """Return the radial field, mT, at the distances `_FAR` and this depth beneath a magnet's lower face.

    A magnet on its side has the same upright field along its axis: that of a dipole is 3 m x z / r^5 for
    both.
    """
    return disc_br_mt(
        _FAR,
        deep_mm + magnet.thick_mm / 2,
        across_mm=magnet.across_mm,
        thick_mm=magnet.thick_mm,
        remanence_t=magnet.remanence_t,
    )
