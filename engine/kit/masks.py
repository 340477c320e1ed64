"""Actions and names as a seat may see them: a hidden card is called by its back.

A seat sees a card if it knew the card's place before the action or knows it after. Other seats get the same
text whichever card it is.
"""

from collections.abc import Callable, Mapping

from engine.core.ids import Seat
from engine.kit.choosing.actions import Actions, GameAction
from engine.kit.zones.zones import Zones

HIDDEN = "hidden"
"""Stands in written actions for a card that the reader may not know."""


def knows_card(seat: Seat | None, card: str, *worlds: Zones) -> bool:
    """Tell whether a seat (None: everybody) knows a card's place, before an action or after it."""
    return any(card not in zones.top.box.numbers or zones.known_to(seat, card) for zones in worlds)


def masked(
    actions: Actions, action: GameAction, written: Mapping[str, object], shows: Callable[[str], bool]
) -> dict[str, object]:
    """Return an action as its game has `written` it, with `HIDDEN` in place of each secret card."""
    hidden = {str(card) for card in actions.cards(action) if not shows(card)}

    def seen(value: object) -> object:
        if isinstance(value, list):
            return [seen(one) for one in value]
        return HIDDEN if value in hidden else value

    return {key: seen(value) for key, value in written.items()}
