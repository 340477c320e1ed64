"""A seat's uses in its turn beside playing cards: buy, use abilities, attack; with the reasons against."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.core.ids import PieceId, Seat
from engine.core.phrase import Phrase
from engine.core.views import UseView
from engine.games.hero_realms.content.cards import Ability, record
from engine.games.hero_realms.position.actions import Acquire, Attack, Use
from engine.games.hero_realms.position.sides import opponents
from engine.games.hero_realms.position.state import State, champions, in_play, missing, on_market
from engine.games.hero_realms.texts import TEXTS
from engine.games.hero_realms.turn.main import combat_of
from engine.kit.choosing.actions import GameAction
from engine.kit.game import TableGame


@dataclass(frozen=True, slots=True)
class _Offer:
    """One possible use of a card or player."""

    key: str
    """Its name among the seat's uses."""
    verb: str
    """The word for the use: `attack`, `use` or `acquire`."""
    whom: Phrase
    """The name of the card or player."""
    legal: Sequence[GameAction]
    """The legal ways to do it."""
    meant: Sequence[GameAction]
    """The ways that a player would mean; where none is legal, the rules against them are shown."""
    piece: PieceId | None = None
    """The card as a piece; None for a player."""


def actions_in_turn(game: TableGame[State], state: State, seat: Seat) -> list[UseView]:
    """Return a use for each player, champion, card in play and card to buy, the legal ones first."""
    legal = [action for action in game.legal_actions(state) if action.by == seat]
    offers = (*_attacks(game, state, seat, legal), *_with_own(game, state, seat, legal))
    return sorted((_use(game, state, one) for one in offers), key=lambda use: not use.actions)


def _attacks(
    game: TableGame[State], state: State, seat: Seat, legal: Sequence[GameAction]
) -> Iterator[_Offer]:
    blows = [action for action in reversed(legal) if isinstance(action, Attack)]
    foes = opponents(state, seat)
    for foe in foes:
        all_of_it = Attack(str(foe), amount=max(1, combat_of(state, seat, shared=False)), by=seat)
        hits = [action for action in blows if action.attack == foe]
        yield _Offer(f"attack-{foe}", "attack", game.seat_label(foe), hits, [all_of_it])
    for foe in foes:
        for card in champions(state, foe):
            enough = Attack(str(card), foe, missing(state, card), by=seat)
            hits = [action for action in blows if action.attack == card]
            yield _Offer(card, "attack", game.card_label(card), hits, [enough], PieceId(card))


def _with_own(
    game: TableGame[State], state: State, seat: Seat, legal: Sequence[GameAction]
) -> Iterator[_Offer]:
    for card in in_play(state, seat):
        able = [Use(card, one, by=seat) for one in Ability if record(card).does(one)]
        used = [action for action in legal if isinstance(action, Use) and action.use == card]
        if able:
            yield _Offer(card, "use", game.card_label(card), used, able, PieceId(card))
    for card in on_market(state):
        bought = [action for action in legal if isinstance(action, Acquire) and action.acquire == card]
        yield _Offer(card, "acquire", game.card_label(card), bought, [Acquire(card, by=seat)], PieceId(card))


def _use(game: TableGame[State], state: State, one: _Offer) -> UseView:
    broken = [] if one.legal else [why for action in one.meant for why in game.violations(state, action)]
    return UseView(
        key=one.key,
        kind="deed",
        label=TEXTS.say(f"uses.{one.verb}", target=one.whom),
        piece=one.piece,
        actions=tuple(game.format_action(action) for action in one.legal),
        why_not=tuple(dict.fromkeys((why.rule, game.violation_text(why)) for why in broken)),
    )
