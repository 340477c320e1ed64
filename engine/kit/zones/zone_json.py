"""The places of all cards as JSON values, and back."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypedDict, cast

from engine.core.faults import CallerFault, InputFault
from engine.core.ids import PieceId
from engine.kit.zones.box import CardId
from engine.kit.zones.tabletop import Tabletop
from engine.kit.zones.zones import Lying, Pile, Zones


def dump_zones(zones: Zones) -> dict[str, object]:
    """Return the zones as JSON values: those that hold cards, and the pools."""
    return {
        "zones": {
            str(zone.name): [_dump_lying(one) for one in pile]
            for zone, pile in zip(zones.top.zones, zones.held, strict=True)
            if pile
        },
        "pools": [[str(card) for card in zones.top.box.named(pool)] for pool in zones.pools],
    }


def load_zones(top: Tabletop, document: object) -> Zones:
    """Return the zones that `dump_zones` wrote.

    Raises:
        InputFault: `dump_zones` didn't write this.
    """
    written = cast("_Written", document)
    try:
        held: list[Pile] = [()] * len(top.zones)
        where = [-1] * len(top.box.cards)
        for name, pile in written["zones"].items():
            at = top.index[name]
            held[at] = tuple(_load_lying(one) for one in pile)
            if top.zones[at].alike:
                held[at] = tuple(sorted(held[at], key=lambda one: top.box.numbers.get(one.card or "", -1)))
            for one in held[at]:
                if one.card is not None:
                    where[top.box.numbers[one.card]] = at
        pools = tuple(top.box.set_of(cards) for cards in written["pools"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, CallerFault) as error:
        raise InputFault(f"these aren't the zones of a match: {error!r}") from error
    return Zones(top, tuple(held), pools, tuple(where))


class _Written(TypedDict):
    """A dump of zones, as `dump_zones` writes it."""

    zones: Mapping[str, Sequence[tuple[str | None, int, int, int, int]]]
    """The cards of each zone that isn't empty: card, pool, the seats that know it, how it lies."""
    pools: Sequence[Sequence[str]]
    """The cards of each pool."""


@cache
def _card(text: str) -> CardId:
    return CardId(PieceId(text))


def _dump_lying(one: Lying) -> list[str | int | None]:
    return [one.card, one.pool, one.knows, int(one.up), int(one.sideways)]


def _load_lying(document: tuple[str | None, int, int, int, int]) -> Lying:
    card, pool, knows, up, sideways = document
    return Lying(None if card is None else _card(card), int(pool), int(knows), bool(up), bool(sideways))
