"""A card or skill in effect: its effects one after the other, and the hits that they put on the stack."""

from collections.abc import Iterable

from engine.games.dozen_war.combat.dealt import blows
from engine.games.dozen_war.content.effect import Effect
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.position.state import Hit, State, altered


def performed(rules: Rules, state: State, use: Use, effects: Iterable[Effect] | None = None) -> State:
    """Return the position after a card's or skill's effects; its hits wait on the stack, the first on top."""
    hits: tuple[Hit, ...] = ()
    riding = blows(use.record)
    for effect in use.record.effects if effects is None else effects:
        if effect.rides_on in riding:
            continue
        state, dealt = effect.works(rules, state, use)
        hits += dealt
    return altered(state, stack=(*state.stack, *reversed(hits))) if hits else state
