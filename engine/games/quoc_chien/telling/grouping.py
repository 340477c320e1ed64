"""By what matches are counted in reports: kingdoms, generals, the cards and skills that were used."""

from collections.abc import Iterable, Mapping, Sequence

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.position.deeds import Use, UseSkill
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.state import CAREERIST, PLACES, State
from engine.kit.choosing.deeds import Choose, Deed
from engine.kit.grouping import named_by_seat

TITLES = {
    "kingdom": "By kingdom; who became a careerist is counted as that",
    "general": "By general chosen at the opening",
    "skill": "By skill used of one's own accord",
    "card": "By card used, as what it counted",
}


def groups(
    played: Sequence[tuple[Seat | None, Deed]], final: State
) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
    """Return each seat's kingdom and the two generals that it chose, and which skills and cards it used."""
    chosen = _chosen(played)
    kingdoms = {seat: str(generals()[names[0]].kingdom) for seat, names in chosen.items()}
    kingdoms |= {seat: CAREERIST for seat in kingdoms if kingdom_of(final, seat) == CAREERIST}
    return {
        "kingdom": {seat: (kingdom,) for seat, kingdom in kingdoms.items()},
        "general": chosen,
        "skill": named_by_seat(played, lambda deed: deed.skill if isinstance(deed, UseSkill) else ""),
        "card": named_by_seat(played, _used),
    }


def _chosen(played: Iterable[tuple[Seat | None, Deed]]) -> dict[Seat, tuple[str, ...]]:
    """Return the generals that each seat chose first: before any other can be chosen for a skill."""
    found: dict[Seat, tuple[str, ...]] = {}
    for by, deed in played:
        if by is not None and isinstance(deed, Choose) and deed.choose in generals():
            found[by] = (*found.get(by, ()), str(deed.choose))[: len(PLACES)]
    return found


def _used(deed: Deed) -> str:
    return (deed.as_ or card_of(deed.use).name) if isinstance(deed, Use) else ""
