"""The whole game's opening: tokens under mountains, events, cards, and the choice of generals and turns."""

from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.tokens import buried
from engine.games.dozen_war.phases import duel
from engine.games.dozen_war.phases.draft import draft_tasks, order_tasks
from engine.games.dozen_war.position.holdings import Cards, Omens
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import FIRST_CASTLE, FIRST_GENERAL, SLOTS
from engine.games.dozen_war.position.state import Phase, State, altered


def whole_opening(rules: Rules, plain: State) -> State:
    """Return the opening with everything of the whole game, by the options."""
    pack = rules.pack
    if rules.field.is_duel:
        return duel.opening(rules, plain, order_tasks(rules, plain.order))
    state = altered(
        plain,
        tokens=buried(rules, plain.order),
        omens=Omens(deck=tuple(sorted(pack.events))),
        cards=Cards(pile=tuple(sorted(pack.deck)) if rules.options.equipment == "on" else ()),
    )
    if rules.options.generals == "fixed":
        return altered(state, agenda=order_tasks(rules, state.order))
    return altered(_without_generals(state), phase=Phase.DRAFTING, agenda=draft_tasks(rules, state.order))


def _without_generals(state: State) -> State:
    at, hp = bytearray(state.at), bytearray(state.hp)
    for piece in range(len(at)):
        if FIRST_GENERAL <= piece % SLOTS < FIRST_CASTLE:
            at[piece], hp[piece] = OFF, 0
    return altered(state, at=bytes(at), hp=bytes(hp), generals=0)
