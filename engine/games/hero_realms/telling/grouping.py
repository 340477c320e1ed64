"""By what matches are counted in reports: the faction that a player bought most of, and the cards played."""

from collections.abc import Callable, Mapping, Sequence

from engine.core.ids import Seat
from engine.games.hero_realms.position.deeds import Acquire, Play
from engine.kit.choosing.deeds import Deed
from engine.kit.grouping import named_by_seat
from engine.kit.zones.box import name_of

TITLES = {
    "faction": "By faction of which most different cards were bought",
    "card": "By card played",
}


def groups(
    played: Sequence[tuple[Seat | None, Deed]], kind: Callable[[str], str]
) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
    """Return each seat's faction, if it bought any card, and the cards it played; copies are one card.

    `kind`: of a card its faction, or what it is besides.
    """
    bought = named_by_seat(played, lambda deed: name_of(deed.acquire) if isinstance(deed, Acquire) else "")
    return {
        "faction": {seat: (_most(list(map(kind, cards))),) for seat, cards in bought.items()},
        "card": named_by_seat(played, lambda deed: name_of(deed.play) if isinstance(deed, Play) else ""),
    }


def _most(kinds: Sequence[str]) -> str:
    return max(sorted(set(kinds)), key=kinds.count)
