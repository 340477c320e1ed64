"""The cards that a seat holds hidden from others: the cards in its hand, and its own that lie face down."""

from collections.abc import Callable, Iterator

from engine.core.ids import Seat
from engine.core.phrase import SILENCE, Phrase
from engine.core.surfaces import ZoneKind
from engine.core.views import Held, HeldCard
from engine.kit.zones.tabletop import CardZone, hand
from engine.kit.zones.zones import Lying, Zones


def held_by(
    zones: Zones, seat: Seat, card_label: Callable[[str], Phrase], zone_label: Callable[[CardZone], Phrase]
) -> Held:
    """Return the cards that a seat holds.

    A card in a pile isn't among them, even if the seat has looked at it.
    """
    cards: list[HeldCard] = []
    unknown = 0
    for zone, one in _hidden(zones, seat):
        if one.card is None or not zones.known_to(seat, one.card):
            unknown += 1
            continue
        label = zone_label(zone)
        # A hand needs no name; other places are named where people have a word for them.
        place = label if label.key and zone.name != hand(seat).name else SILENCE
        cards.append(HeldCard(str(one.card), card_label(one.card), place))
    return Held(seat, tuple(cards), unknown)


def _hidden(zones: Zones, seat: Seat) -> Iterator[tuple[CardZone, Lying]]:
    for zone, pile in zip(zones.top.zones, zones.held, strict=True):
        if zone.owner == seat and zone.kind is not ZoneKind.PILE:
            yield from ((zone, one) for one in pile if not one.up)
