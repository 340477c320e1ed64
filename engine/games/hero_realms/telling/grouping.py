"""The groups of matches in reports: the faction that a player bought most of, and the cards played."""

from collections.abc import Callable, Mapping, Sequence

from engine.core.ids import Seat
from engine.games.hero_realms.position.actions import Acquire, Play
from engine.kit.choosing.actions import GameAction
from engine.kit.seat_groups import named_by_seat
from engine.kit.zones.box import name_of

TITLES = {
    "faction": "By the faction with the most different cards bought",
    "card": "By card played",
}


def groups(
    played: Sequence[tuple[Seat | None, GameAction]], kind: Callable[[str], str]
) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
    """Return each seat's faction, if it bought any card, and the cards it played; copies are one card.

    `kind` returns a card's faction, or its other group.
    """
    bought = named_by_seat(
        played, lambda action: name_of(action.acquire) if isinstance(action, Acquire) else ""
    )
    return {
        "faction": {seat: (_most(list(map(kind, cards))),) for seat, cards in bought.items()},
        "card": named_by_seat(
            played, lambda action: name_of(action.play) if isinstance(action, Play) else ""
        ),
    }


def _most(kinds: Sequence[str]) -> str:
    return max(sorted(set(kinds)), key=kinds.count)
