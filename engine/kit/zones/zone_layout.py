"""Zones as they look on the table: faces by name, backs only as counts. A hand isn't on it."""

from collections.abc import Mapping
from functools import cache, lru_cache

from engine.core.ids import Cell, PieceId
from engine.core.layout import Heap, Layout, Spot
from engine.core.surfaces import ZoneKind
from engine.kit.zones.tabletop import CardZone, Tabletop
from engine.kit.zones.zones import Pile, Zones


def layout_of(zones: Zones) -> Layout:
    """Return every card whose face shows.

    A pile shows its top card, and a stock none.

    A card's turn on a pile has no meaning, because hands throw it there. Cards of an unchanged zone keep
    their spot objects.
    """
    found: dict[PieceId, Spot] = {}
    for zone, pile in zip(zones.top.zones, zones.held, strict=True):
        if pile and zone.kind is not ZoneKind.PRIVATE:
            found.update(_faces(zone, pile))
    return found


def heaps_of(zones: Zones) -> tuple[Heap, ...]:
    """Return the number of cards with each back in each cell; for a pile, whether there are any.

    Empty cells for face-down cards are included. The result is the same for everybody, because a back doesn't
    betray its face.
    """
    found = []
    for zone, pile in zip(zones.top.zones, zones.held, strict=True):
        backs = sum(not one.up for one in pile)
        if zone.kind is ZoneKind.PRIVATE or not (backs or _shows_emptiness(zone)):
            continue
        found.append(Heap(zone.place, zone.back, backs, exact=zone.kind is not ZoneKind.PILE))
    return tuple(found)


def cells_of(top: Tabletop) -> tuple[Cell, ...]:
    """Return the cells of the zones that are on the table, in their order."""
    on_table = (zone.place for zone in top.zones if zone.kind is not ZoneKind.PRIVATE)
    return tuple(dict.fromkeys(on_table))


def _shows_emptiness(zone: CardZone) -> bool:
    return zone.kind in (ZoneKind.PILE, ZoneKind.SLOTS) and not zone.face_up


@lru_cache(maxsize=1 << 12)
def _faces(zone: CardZone, pile: Pile) -> Mapping[PieceId, Spot]:
    piled = zone.kind is ZoneKind.PILE
    return {
        one.card: spot(
            zone.place,
            sideways=None if piled else one.sideways,
            covered=piled and (place > 0 or zone.alike),
            ground=zone.ground,
            piled=piled,
            jumbled=zone.jumbled,
        )
        for place, one in enumerate(pile)
        if one.card is not None and one.up
    }


@cache
def spot(
    cell: Cell,
    *,
    sideways: bool | None = False,
    covered: bool = False,
    ground: bool = False,
    piled: bool = False,
    jumbled: bool = False,
) -> Spot:
    """Return the spot of a face-up card on a cell; the same object each time."""
    hides = covered or ground
    return Spot(cell, sideways=sideways, covered=hides, ground=ground, piled=piled, jumbled=jumbled)
