"""The actions, legal or not, that a player means by putting a card down, turning it or taking it away."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import Ability, record
from engine.games.hero_realms.position.actions import Acquire, Attack, Play, Use
from engine.games.hero_realms.position.sides import side_of
from engine.games.hero_realms.position.state import GEMS, SACRIFICED, State, missing
from engine.kit.choosing.actions import GameAction
from engine.kit.zones.box import CardId


def meant(state: State, card: CardId, place: str, actors: tuple[Seat, ...]) -> Iterator[GameAction]:
    """Yield the actions that a card's new cell could mean; `place` empty: any cell."""
    zone = state.zones.zone_of(card)
    before = "" if zone is None else str(zone.name)
    owner, _, where = before.rpartition(".")

    def comes_to(*places: str) -> bool:
        return place == "" or place in places

    for seat in actors:
        if zone is None or before == f"{seat}.hand":
            found: GameAction | None = (
                Play(card, by=seat) if comes_to(f"{seat}.play", f"{seat}.champions") else None
            )
        elif owner == "market" or before == GEMS:
            found = Acquire(card, by=seat) if comes_to(f"{seat}.discard", f"{seat}.deck") else None
        elif where == "champions" and Seat(owner) not in side_of(state, seat):
            struck = Attack(str(card), Seat(owner), missing(state, card), by=seat)
            found = struck if comes_to(f"{owner}.discard") else None
        else:
            found = None
            if owner == seat and where in ("play", "champions"):
                yield from _used(card, before, place, seat)
        if found is not None:
            yield found


def meant_out_of_turn(state: State, card: CardId, place: str, turn: tuple[Seat, ...]) -> Iterator[GameAction]:
    """Yield the actions that other players could mean; `turn`: the seat whose turn it is.

    Only the active player's champions can be meant as stunned by another player.
    """
    others = tuple(seat for seat in state.in_play if seat not in turn)
    for action in meant(state, card, place, others) if place else ():
        if not isinstance(action, Attack) or action.owner in turn:
            yield action


def _used(card: CardId, before: str, place: str, seat: Seat) -> Iterator[GameAction]:
    one = record(card)
    if place in ("", before) and one.is_champion:
        yield Use(card, Ability.EXPEND, by=seat)
    if place in ("", before) and one.ally:
        yield Use(card, Ability.ALLY, by=seat)
    if place in ("", SACRIFICED, GEMS):
        yield Use(card, Ability.SACRIFICE, by=seat)
