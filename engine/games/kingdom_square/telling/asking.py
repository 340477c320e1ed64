"""Questions to a seat about what happens, and whose action that is (KS-8.2, KS-11.4)."""

from collections.abc import Callable

from engine.core.ids import Seat
from engine.core.phrase import SILENCE, Fact, Phrase
from engine.games.kingdom_square.match import State
from engine.games.kingdom_square.position.state import side, tile_of
from engine.games.kingdom_square.texts import TEXTS
from engine.games.kingdom_square.turn.battles import Battling
from engine.games.kingdom_square.turn.moves import Moving
from engine.games.kingdom_square.turn.phases import Ending
from engine.games.kingdom_square.turn.skills_and_abilities import Casting, Responding, Using
from engine.games.kingdom_square.turn.usable_now import DAWN

Label = Callable[[Seat], Phrase]
"""Returns the name of a seat."""

Named = Callable[[str, Seat], Phrase]
"""Returns the name that a seat has for a card."""


def question_to(state: State, seat: Seat, label: Label, named: Named) -> Phrase:
    """Return the question to a seat that may respond or counter-attack; silence: the rulebook's is enough.

    `label` returns a seat's name, `named` the name that a seat has for a card.
    """
    if not state.stack:
        return SILENCE
    top = state.stack[-1]
    if isinstance(top, Battling):
        return _say("counter", unit=named(top.unit, seat), target=named(top.target, seat))
    if not isinstance(top, Responding):
        return SILENCE
    if top.announced == DAWN:
        return _said("dawn", state.turn, seat, label)
    match state.stack[-2] if len(state.stack) > 1 else None:
        case Moving() as move if (tile := tile_of(state, move.unit)) is not None:
            return _said("move", side(state, move.unit), seat, label, unit=named(move.unit, seat), tile=tile)
        case Casting() as cast:
            return _said("use", cast.seat, seat, label, card=named(cast.card, seat))
        case Using() as use:
            return _said("use", use.seat, seat, label, card=_of(use.unit, seat, named))
        case Battling() as battle:
            facts = {"unit": named(battle.unit, seat), "target": named(battle.target, seat)}
            return _said("battle", side(state, battle.unit), seat, label, **facts)
        case Ending() as end:
            return _said("end", end.seat, seat, label)
    return SILENCE


def _of(unit: str, seat: Seat, named: Named) -> Phrase:
    """Return the name of a unit; a land goes by its tile."""
    return Phrase(unit) if "." not in unit else named(unit, seat)


def _said(key: str, actor: Seat, seat: Seat, label: Label, **facts: Fact) -> Phrase:
    """Return the question about an action of another seat, or of the asked seat itself."""
    if actor == seat:
        return _say(f"{key}_own", **facts)
    return _say(key, seat=label(actor), **facts)


def _say(key: str, **facts: Fact) -> Phrase:
    return TEXTS.say(f"asks.{key}", **facts)
