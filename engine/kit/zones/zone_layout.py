"""Zones as they look on the table: faces by name, backs only as counts of backs. A hand isn't on it."""

from collections.abc import Mapping
from functools import cache, lru_cache

from engine.core.ids import Cell, PieceId
from engine.core.layout import Heap, Layout, Spot
from engine.core.surfaces import ZoneKind
from engine.kit.zones.tabletop import CardZone, Tabletop
from engine.kit.zones.zones import Pile, Zones


def layout_of(zones: Zones) -> Layout:
    """Return every card whose face shows. Of a pile only the top card need be seen; of a stock, none.

    How a card is turned on a pile means nothing: hands throw it there.

    The cards of a zone that nobody touched have the same spot objects as before.
    """
    found: dict[PieceId, Spot] = {}
    for zone, pile in zip(zones.top.zones, zones.held, strict=True):
        if pile and zone.kind is not ZoneKind.PRIVATE:
            found.update(_faces(zone, pile))
    return found


def heaps_of(zones: Zones) -> tuple[Heap, ...]:
    """Return how many cards of each back lie in each cell; for a pile only whether there are any.

    Places for what lies face down are among them while nothing does. The same for whoever looks: a back says
    nothing of its face.
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
    """Return how a card lies face up on a cell; the same object each time."""
    hides = covered or ground
    return Spot(cell, sideways=sideways, covered=hides, ground=ground, piled=piled, jumbled=jumbled)
