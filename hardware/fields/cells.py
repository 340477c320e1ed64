"""On what share of a hex a piece is felt by the switches beneath it, and by those beneath its neighbours.

Lengths in millimetres, flux densities in mT, x to the right as on the board (pointy hexes). A piece's place
is its magnet's; the magnet stands upright. Switches sense the upright component, whatever its sign.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import pi

import numpy as np
import numpy.typing as npt

from hardware.fields.disc import Array, disc_bz_mt

HEX_MM = 64.0
PIECE_MM = 20.0
"""Flat to flat, and a soldier's foot (engine/boards/mativen.yaml, mativen-pieces.yaml)."""
EARTH_MT = 0.065
"""The strongest that the earth's field gets at the ground (NOAA, World Magnetic Model)."""

_STEP_MM = 0.5
_FAR = np.arange(0.0, 130.0, 0.05)


@dataclass(frozen=True, slots=True)
class Magnet:
    """A disc, axially magnetised."""

    across_mm: float
    """The disc's diameter, mm."""
    thick_mm: float
    """The disc's thickness, mm."""
    remanence_t: float
    """The least remanence of its grade, T."""

    @property
    def moment_am2(self) -> float:
        """Its dipole moment."""
        volume_m3 = pi * (self.across_mm / 2000) ** 2 * self.thick_mm / 1000
        return self.remanence_t * volume_m3 / (4e-7 * pi)

    def repulsion_n(self, apart_mm: float) -> float:
        """Return the force between two that stand side by side, as far dipoles (3 mu0 m^2 / 4 pi r^4)."""
        return 3e-7 * self.moment_am2**2 / (apart_mm / 1000) ** 4


@dataclass(frozen=True, slots=True)
class HallSwitch:
    """A Hall switch."""

    name: str
    """The part's number."""
    operates_mt: float
    """The field that surely operates it, mT."""
    rests_mt: float
    """The field that surely doesn't operate it, mT."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell's switches and the magnet that they feel."""

    magnet: Magnet
    """The magnet in a piece's foot."""
    switch: HallSwitch
    """The kind of switch."""
    places_mm: tuple[tuple[float, float], ...]
    """The switches' places from the cell's middle, mm."""
    deep_mm: float
    """How deep the switches lie beneath the magnet's lower face, mm."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Shares of a piece's possible places, from 0 to 1."""

    felt: float
    """The share of all places of the hex where its own switches surely feel the piece."""
    felt_inside: float
    """The same share of the places where the whole foot lies in the hex."""
    both: float
    """The share of all places of the hex where a neighbour's switch may feel the piece too."""
    both_inside: float
    """The same share of the places where the whole foot lies in the hex."""


def ring(count: int, radius_mm: float, first: float = pi / 6) -> tuple[tuple[float, float], ...]:
    """Return `count` places round the middle, the first at an angle; pi/6 is a hex's corner."""
    angles = [first + 2 * pi * number / count for number in range(count)]
    return tuple((radius_mm * float(np.cos(one)), radius_mm * float(np.sin(one))) for one in angles)


def places(inner_mm: float) -> Array:
    """Return places all over a hex whose sides lie so far from its middle, a row each."""
    steps = np.arange(-40.0, 40.0 + _STEP_MM, _STEP_MM)
    x, y = (one.ravel() for one in np.meshgrid(steps, steps))
    within = np.ones(len(x), dtype=bool)
    for number in range(6):
        within &= x * np.cos(pi / 3 * number) + y * np.sin(pi / 3 * number) <= inner_mm
    return np.column_stack((x[within], y[within]))


def shares(cell: Cell) -> Shares:
    """Return how well a single piece is felt, place by place."""
    anywhere, inside = places(HEX_MM / 2), places(HEX_MM / 2 - PIECE_MM / 2)
    return Shares(
        felt=_share(_own(cell, anywhere)),
        felt_inside=_share(_own(cell, inside)),
        both=_share(_neighbours(cell, anywhere)),
        both_inside=_share(_neighbours(cell, inside)),
    )


def is_felt(cell: Cell, pieces_mm: Sequence[tuple[float, float]]) -> bool:
    """Tell whether one of a cell's switches closes over these magnets, from its middle; all stand alike.

    Their fields add up, and may undo each other; what operates every switch of its kind is wanted.
    """
    if not pieces_mm:
        return False
    total = _fields(cell, np.array(pieces_mm, dtype=float)).sum(axis=0)
    return bool(np.abs(total).max() >= cell.switch.operates_mt)


def stray_mt(cell: Cell, pieces_mm: tuple[tuple[float, float], ...], poles: tuple[int, ...] = ()) -> float:
    """Return the strongest field of several pieces in a hex at a neighbour's switches, the earth's added.

    `poles`: 1 or -1 for each piece, as its magnet stands; without, all stand alike.
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
    # The earth's field may lie against the magnet's.
    return np.asarray(np.abs(_fields(cell, where)).max(axis=1) >= cell.switch.operates_mt + EARTH_MT)


def _neighbours(cell: Cell, where: Array) -> npt.NDArray[np.bool_]:
    felt = np.zeros(len(where), dtype=bool)
    for away in _NEIGHBOURS:
        felt |= np.abs(_fields(cell, where, away)).max(axis=1) >= cell.switch.rests_mt - EARTH_MT
    return felt


def _fields(cell: Cell, where: Array, away: tuple[float, float] = (0.0, 0.0)) -> Array:
    """Return the upright field of a magnet at each place, a row each, at each of the cell's switches."""
    along = _along(cell.magnet, cell.deep_mm)
    switches = np.array(cell.places_mm) + np.array(away)
    apart = np.hypot(where[:, None, 0] - switches[None, :, 0], where[:, None, 1] - switches[None, :, 1])
    return np.asarray(np.interp(apart, _FAR, along))


@lru_cache
def _along(magnet: Magnet, deep_mm: float) -> Array:
    """Return the upright field as far as it's computed, so deep beneath a magnet's lower face."""
    return disc_bz_mt(
        _FAR,
        deep_mm + magnet.thick_mm / 2,
        across_mm=magnet.across_mm,
        thick_mm=magnet.thick_mm,
        remanence_t=magnet.remanence_t,
    )
