"""The groups of matches in reports: the sample decks that were played, and the cards that were cast."""

from collections.abc import Mapping, Sequence

from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import decks
from engine.games.kingdom_square.match import State
from engine.games.kingdom_square.options import Options
from engine.games.kingdom_square.position.actions import Cast
from engine.games.kingdom_square.position.field import SEATS
from engine.games.kingdom_square.position.state import slug_of
from engine.kit.choosing.actions import GameAction
from engine.kit.seat_groups import named_by_seat

TITLES = {"deck": "By deck", "card": "By card cast"}


def groups(
    played: Sequence[tuple[Seat | None, GameAction]], final: State, options: Options
) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
    """Return each seat's sample deck, if it has one, and the cards that the seat cast."""
    chosen = zip(SEATS, final.heroes, (options.deck_first, options.deck_second), strict=True)
    return {
        "deck": {seat: (name,) for seat, hero, name in chosen if decks()[name].hero == hero},
        "card": named_by_seat(
            played, lambda action: slug_of(action.cast) if isinstance(action, Cast) else ""
        ),
    }
