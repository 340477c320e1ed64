"""The surfaces of boards: fields of hexes or squares, tables of zones, and a field with zones round it."""

from engine.core.surfaces.hexes import HexSurface
from engine.core.surfaces.joint import JointSurface
from engine.core.surfaces.squares import SquareSurface
from engine.core.surfaces.surface import Point, Surface, Zone, ZoneKind
from engine.core.surfaces.zones import ZoneSurface

__all__ = [
    "HexSurface",
    "JointSurface",
    "Point",
    "SquareSurface",
    "Surface",
    "Zone",
    "ZoneKind",
    "ZoneSurface",
]
