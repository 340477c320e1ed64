"""A circuit on a printed board: parts, nets, copper, edge and words. Millimetres are as in `packages.py`."""

from dataclasses import dataclass
from itertools import pairwise
from uuid import NAMESPACE_OID, uuid5

from hardware.circuits.packages import Part, Place

GROUND, LOGIC, LIGHT = "GND", "3V3", "5V"
"""The nets of the supplies. KiCad fills the free copper of both sides with ground."""
FRONT, BACK = "F.Cu", "B.Cu"
VIA_MM, VIA_HOLE_MM = 0.6, 0.3


@dataclass(frozen=True, slots=True)
class Track:
    """One straight track of copper."""

    net: str
    """Its net."""
    layer: str
    """Its side: `F.Cu` or `B.Cu`."""
    begins_mm: Place
    """Its beginning."""
    ends_mm: Place
    """Its end."""
    width_mm: float
    """Its width, mm."""


@dataclass(frozen=True, slots=True)
class Via:
    """A plated hole that connects both sides."""

    net: str
    """Its net."""
    at_mm: Place
    """Its middle."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word on the back, where plugs are soldered."""

    text: str
    """Its letters."""
    at_mm: Place
    """Its middle."""
    key: str
    """The mark that distinguishes it from the board's other words."""


@dataclass(frozen=True, slots=True)
class Circuit:
    """One kind of board."""

    name: str
    """Its name in files."""
    parts: tuple[Part, ...]
    """Its parts."""
    nets: tuple[str, ...]
    """Its nets, in the order of their numbers."""
    supplied: tuple[str, ...]
    """The nets that get their power from outside."""
    tracks: tuple[Track, ...]
    """Its tracks."""
    vias: tuple[Via, ...]
    """Its vias."""
    edge: tuple[Place, ...]
    """The corners of its outline."""
    ground: tuple[Place, ...]
    """The corners of the area that ground fills on both sides."""
    holes: tuple[Place, ...]
    """The middles of the holes for screws."""
    hole_mm: float
    """The diameter of these holes."""
    words: tuple[Word, ...]
    """The words on its back."""
    openings: tuple[tuple[Place, ...], ...] = ()
    """The corners of each opening within the outline."""

    def part(self, name: str) -> Part:
        """Return the part with this reference.

        Raises:
            KeyError: the circuit has no such part.
        """
        for one in self.parts:
            if one.name == name:
                return one
        raise KeyError(name)

    def stamp(self, kind: str, name: object) -> str:
        """Return the same mark for the same thing each time, so that a file shows what a change changed."""
        return str(uuid5(NAMESPACE_OID, f"boardwarden {self.name} {kind} {name}"))


def path(net: str, layer: str, width_mm: float, *places: Place) -> list[Track]:
    """Return the tracks from place to place."""
    return [Track(net, layer, one, two, width_mm) for one, two in pairwise(places)]
