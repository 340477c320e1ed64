"""The fields of several pieces at the switches: full hexes, full neighbours, poles alike and mixed.

Places are random, with a seed. `python -m hardware.fields.crowds` prints the table of the docs' page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

import numpy as np

from hardware.fields.cells import EARTH_MT, HEX_MM, PIECE_MM, Standing, fields_mt, places, ring
from hardware.fields.report import BUILT, SIX_SOLDIERS

PLACEMENTS = 100
"""The placements of each row. A share of one half is then exact to a tenth, 19 times out of 20."""

_INSIDE = places(HEX_MM / 2 - PIECE_MM / 2)
_NEIGHBOURS = ring(6, HEX_MM, 0.0)
_TRIES = 200


class Poles(StrEnum):
    """How the magnets of a set are glued in: with the same pole up, or mixed."""

    ALIKE = "alike"
    HALF = "half of them"
    RANDOM = "at random"


@dataclass(frozen=True, slots=True)
class Crowd:
    """Shares of random placements, 0..1."""

    missed: float
    """The share where no switch of the pieces' own hex surely closes; 0 for an empty hex."""
    stays: float
    """The share where a closed switch of an empty hex may stay closed: the field reaches the release
    point."""
    doubtful: float
    """The share where a switch of an empty hex may close: the field is enough for some parts."""
    false: float
    """The share where a switch of an empty hex surely closes."""


def poles_of(count: int, how: Poles, chance: Random) -> list[int]:
    """Return 1 or -1 for each of `count` pieces in one hex."""
    if how is Poles.ALIKE:
        return [1] * count
    if how is Poles.RANDOM:
        return [chance.choice((1, -1)) for _ in range(count)]
    half = [1 if n % 2 else -1 for n in range(count)]
    chance.shuffle(half)
    return half


def apart(count: int, chance: Random) -> list[tuple[float, float]]:
    """Return random places of `count` pieces in a hex, mm, without overlap. Six stand in two rows."""
    for _ in range(_TRIES if count < len(SIX_SOLDIERS) else 0):
        found: list[tuple[float, float]] = []
        for _ in range(_TRIES):
            x, y = (float(one) for one in _INSIDE[chance.randrange(len(_INSIDE))])
            if all(max(abs(x - other_x), abs(y - other_y)) >= PIECE_MM for other_x, other_y in found):
                found.append((x, y))
            if len(found) == count:
                return found
    return list(SIX_SOLDIERS[:count])


def one_hex(count: int, how: Poles, *, placements: int = PLACEMENTS, seed: int = 1) -> Crowd:
    """Return the shares for a hex with `count` pieces and its empty neighbours."""
    chance = Random(f"{seed}/{count}/{how}")  # noqa: S311 # a simulation
    own, strays = [], []
    for _ in range(placements):
        standing = [
            Standing(at, pole=pole)
            for at, pole in zip(apart(count, chance), poles_of(count, how, chance), strict=True)
        ]
        own.append(float(np.abs(fields_mt(BUILT, standing)).max()))
        strays.append(max(_strongest(standing, away) for away in _NEIGHBOURS))
    return _shares(own, strays)


def full_ring(how: Poles, *, placements: int = PLACEMENTS, seed: int = 1) -> Crowd:
    """Return the shares for an empty hex whose six neighbours have six soldiers each."""
    chance = Random(f"{seed}/ring/{how}")  # noqa: S311 # a simulation
    strays = []
    for _ in range(placements):
        standing = [
            Standing((x + away_x, y + away_y), pole=pole)
            for away_x, away_y in _NEIGHBOURS
            for (x, y), pole in zip(SIX_SOLDIERS, poles_of(6, how, chance), strict=True)
        ]
        strays.append(_strongest(standing, (0.0, 0.0)))
    return _shares([], strays)


def _strongest(standing: Sequence[Standing], away: tuple[float, float]) -> float:
    moved = [
        Standing((one.at_mm[0] - away[0], one.at_mm[1] - away[1]), one.lift_mm, one.pole) for one in standing
    ]
    return float(np.abs(fields_mt(BUILT, moved)).max())


def _shares(own: Sequence[float], strays: Sequence[float]) -> Crowd:
    switch = BUILT.switch
    felt = np.array(own) >= switch.operates_mt + EARTH_MT
    stray = np.array(strays)
    return Crowd(
        missed=0.0 if not own else float(1 - felt.mean()),
        stays=float((stray >= switch.releases_mt - EARTH_MT).mean()),
        doubtful=float((stray >= switch.rests_mt - EARTH_MT).mean()),
        false=float((stray >= switch.operates_mt + EARTH_MT).mean()),
    )


def crowds_table(placements: int = PLACEMENTS) -> str:
    """Return the shares as a Markdown table."""
    lines = [
        "| pieces | poles | missed | a neighbour may stay closed | may close | surely closes |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    rows = [
        (f"{count} in a hex", how, one_hex(count, how, placements=placements))
        for count in (2, 3, 6)
        for how in Poles
    ]
    rows += [("6 in each of 6 neighbours", how, full_ring(how, placements=placements)) for how in Poles]
    for name, how, crowd in rows:
        missed = "" if name.startswith("6 in each") else f"{100 * crowd.missed:.1f} %"
        shares = " | ".join(f"{100 * one:.0f} %" for one in (crowd.stays, crowd.doubtful, crowd.false))
        lines.append(f"| {name} | {how} | {missed} | {shares} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(crowds_table())
