"""Parses SVG path data into outlines of points: M, L, H, V, C, Q and Z, absolute and relative."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

Point = tuple[float, float]

_STEPS = 10
"""The number of straight lines for a curve; on a piece they differ from it by less than a hair's width."""
_TOKEN = re.compile(r"[MmLlHhVvCcQqZz]|-?(?:\d*\.\d+|\d+)(?:[eE]-?\d+)?")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}


@dataclass(frozen=True, slots=True)
class PathPart:
    """One part of a path, in the path's own units, y down."""

    points: tuple[Point, ...]
    """The corners, in order."""
    closed: bool
    """Whether the last corner is joined to the first."""


@lru_cache(maxsize=1024)
def outlines(d: str, *, at: Point = (0.0, 0.0)) -> tuple[PathPart, ...]:
    """Return a path's parts; `at` is the beginning of a path without a first M.

    >>> outlines("M0,0 h2 v1 z")
    (Outline(points=((0.0, 0.0), (2.0, 0.0), (2.0, 1.0)), closed=True),)
    """
    found: list[PathPart] = []
    part: list[Point] = []
    here = start = at
    for letter, given in _commands(d):
        x0, y0 = here if letter.islower() else (0.0, 0.0)
        match letter.upper():
            case "M":
                if len(part) > 1:
                    found.append(PathPart(tuple(part), closed=False))
                here = start = (x0 + given[0], y0 + given[1])
                part = [here]
                continue
            case "Z":
                found.append(PathPart(tuple(part), closed=True))
                here, part = start, [start]
                continue
            case "H":
                ends = [(x0 + given[0], here[1])]
            case "V":
                ends = [(here[0], y0 + given[0])]
            case "L":
                ends = [(x0 + given[0], y0 + given[1])]
            case _:
                pairs = zip(given[::2], given[1::2], strict=True)
                ends = _curve(here, [(x0 + x, y0 + y) for x, y in pairs])
        part = part or [here]
        part += ends
        here = ends[-1]
    if len(part) > 1:
        found.append(PathPart(tuple(part), closed=False))
    return tuple(found)


def _commands(d: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    letter = ""
    given: list[float] = []
    for token in _TOKEN.findall(d):
        if token.isalpha():
            letter = token
            if letter in "Zz":
                yield letter, ()
            continue
        given.append(float(token))
        if len(given) == _TAKES[letter.upper()]:
            yield letter, tuple(given)
            given = []
            # Further numbers after a move draw lines.
            letter = {"M": "L", "m": "l"}.get(letter, letter)


def _curve(start: Point, controls: list[Point]) -> list[Point]:
    points = [start, *controls]

    def at(share: float) -> Point:
        left = points
        while len(left) > 1:
            left = [(a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share) for a, b in pairwise(left)]
        return left[0]

    return [at(i / _STEPS) for i in range(1, _STEPS + 1)]
