"""Actions and names as those may see them who don't know all: a hidden card is called by its back.

A card is shown to a seat that knew where it was before an action or knows it after. The others get the
same whichever card it is.
"""

from collections.abc import Callable
from typing import Any

from engine.core.ids import Seat
from engine.kit.choosing.actions import Actions, GameAction
from engine.kit.zones.zones import Zones

HIDDEN = "hidden"
"""Stands in written actions for a card that whoever reads them may not know."""


def knows_card(seat: Seat | None, card: str, *worlds: Zones) -> bool:
    """Tell whether a seat (None: everybody) knows a card in one of the zones before and after an action."""
    return any(card not in zones.top.box.numbers or zones.known_to(seat, card) for zones in worlds)


def masked(actions: Actions, action: GameAction, shows: Callable[[str], bool]) -> dict[str, Any]:
    """Return an action as files write it, with `HIDDEN` for each card that isn't to be shown."""
    hidden = {str(card) for card in actions.cards(action) if not shows(card)}

    def seen(value: object) -> object:
        if isinstance(value, list):
            return [seen(one) for one in value]
        return HIDDEN if value in hidden else value

    return {key: seen(value) for key, value in actions.format(action).items()}
