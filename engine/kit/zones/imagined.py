"""An imagined world that looks the same to a seat: all that the seat doesn't know is drawn again.

A card that is hidden from a seat stays where it is; only its name changes, among the cards of the same pool,
even those that the engine can't name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from engine.core.ids import Seat
from engine.kit.zones.box import CardId
from engine.kit.zones.zones import OPEN, Lying, Zones


@dataclass(frozen=True, slots=True)
class ImaginedZones:
    """Zones as a seat may imagine them."""

    zones: Zones
    """The zones."""
    instead: Mapping[str, CardId]
    """For each hidden card, the card that is in its place now."""


def hidden_from(zones: Zones, seat: Seat | None) -> Iterator[tuple[str, Lying]]:
    """Yield the hidden cards with their zones: known to the engine, but not to a seat (None: a spectator)."""
    bit = zones.top.seat_bit[seat]
    for zone, pile in zip(zones.top.zones, zones.held, strict=True):
        for one in pile:
            if one.card is not None and not one.knows & bit:
                yield str(zone.name), one


def guessed(zones: Zones, seat: Seat | None, chance: Random) -> ImaginedZones:
    """Return zones with all that a seat can't know drawn by `chance`, each possibility equally likely."""
    box = zones.top.box
    classes: dict[tuple[int, str], list[CardId]] = {}
    for zone, one in hidden_from(zones, seat):
        if one.card is not None:
            # A card that a setup put down has no pool: it may be any other card of the setup with the same
            # back.
            kind = (one.pool, zones.top.zone(zone).back if one.pool == OPEN else "")
            classes.setdefault(kind, []).append(one.card)
    instead: dict[str, CardId] = {}
    pools = list(zones.pools)
    for (pool, _), named in sorted(classes.items()):
        among = [*named, *(box.named(pools[pool]) if pool != OPEN else ())]
        drawn = chance.sample(among, len(among))
        instead.update(zip(among, drawn, strict=True))
        if pool != OPEN:
            pools[pool] = box.set_of(drawn[len(named) :])
    if not instead:
        return ImaginedZones(zones, {})
    held = tuple(
        tuple(one if one.card not in instead else one._replace(card=instead[one.card]) for one in pile)
        for pile in zones.held
    )
    where = list(zones.where)
    for old, new in instead.items():
        where[box.numbers[new]] = zones.where[box.numbers[old]]
    return ImaginedZones(replace(zones, held=held, pools=tuple(pools), where=tuple(where)), instead)
