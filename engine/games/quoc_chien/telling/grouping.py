"""The groups of matches in reports: kingdoms, generals, and the cards and skills that were used."""

from collections.abc import Iterable, Mapping, Sequence

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.position.actions import Use, UseSkill
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.state import CAREERIST, PLACES, State
from engine.kit.choosing.actions import Choose, GameAction
from engine.kit.seat_groups import named_by_seat

TITLES = {
    "kingdom": "By kingdom; who became a careerist is counted as that",
    "general": "By general chosen at the opening",
    "skill": "By skill used of one's own accord",
    "card": "By card used, as what it counted",
}


def groups(
    played: Sequence[tuple[Seat | None, GameAction]], final: State
) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
    """Return each seat's kingdom and its two chosen generals, and the skills and cards that it used."""
    chosen = _chosen(played)
    kingdoms = {seat: str(generals()[names[0]].kingdom) for seat, names in chosen.items()}
    kingdoms |= {seat: CAREERIST for seat in kingdoms if kingdom_of(final, seat) == CAREERIST}
    return {
        "kingdom": {seat: (kingdom,) for seat, kingdom in kingdoms.items()},
        "general": chosen,
        "skill": named_by_seat(played, lambda action: action.skill if isinstance(action, UseSkill) else ""),
        "card": named_by_seat(played, _used),
    }


def _chosen(played: Iterable[tuple[Seat | None, GameAction]]) -> dict[Seat, tuple[str, ...]]:
    """Return the generals that each seat chose first: before any could be chosen for a skill."""
    found: dict[Seat, tuple[str, ...]] = {}
    for by, action in played:
        if by is not None and isinstance(action, Choose) and action.choose in generals():
            found[by] = (*found.get(by, ()), str(action.choose))[: len(PLACES)]
    return found


def _used(action: GameAction) -> str:
    return (action.as_ or card_of(action.use).name) if isinstance(action, Use) else ""
