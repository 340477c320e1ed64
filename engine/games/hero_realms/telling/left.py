"""The things left to do in a turn: cards to play, unused abilities, unspent gold and combat. All public."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core.advice import LeftToDo
from engine.core.ids import PieceId, Seat
from engine.games.hero_realms.content.cards import Ability, record
from engine.games.hero_realms.position.sides import champion_targets, targets
from engine.games.hero_realms.position.state import HeroRules, State, in_play, on_market, own
from engine.games.hero_realms.texts import TEXTS
from engine.games.hero_realms.turn.main import combat_of, gold_of, usable


def left_in_turn(game: HeroRules, state: State, seats: Sequence[Seat]) -> Iterator[LeftToDo]:
    """Yield the things that the active players can still do, without abilities that sacrifice the card."""
    for seat in seats:
        cards = state.zones.count(own(seat, "hand"))
        if cards:
            yield _left(seat, "play", cards)
        for ability in (Ability.EXPEND, Ability.ALLY):
            able = [one.use for card in in_play(state, seat) for one in usable(state, seat, card)
                    if one.ability is ability]  # fmt: skip
            if able:
                yield _left(seat, ability.value, len(able), able)
        gold = gold_of(state, seat)
        bought = [card for card in on_market(state) if (record(card).cost or 0) <= gold]
        if gold and bought:
            yield _left(seat, "gold", gold, bought)
        combat = combat_of(state, seat, shared=True)
        struck = [card for _, card in champion_targets(state, game.options, seat)]
        if combat and (
            struck or (combat_of(state, seat, shared=False) and targets(state, game.options, seat))
        ):
            yield _left(seat, "combat", combat, struck)


def _left(seat: Seat, kind: str, number: int, pieces: Iterable[str] = ()) -> LeftToDo:
    return LeftToDo(seat, kind, TEXTS.say(f"left.{kind}", number=number), tuple(map(PieceId, pieces)))
