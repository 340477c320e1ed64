"""What an answer to a hit comes to, for whoever is to give it: how the unit that takes the hit is left."""

from engine.core.phrase import Phrase
from engine.core.sentences import Texts
from engine.games.dozen_war.actions.actions import Accept, Action, Block
from engine.games.dozen_war.combat.hits import landed, taken_over
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.rules import Rules
from engine.games.dozen_war.position.state import State, altered


def answer_text(rules: Rules, texts: Texts, state: State, action: Action, text: Phrase) -> Phrase:
    """Return the sentence of an answer with what it leaves of the unit that takes the hit.

    By what everybody sees: what somebody may still answer isn't looked at. Another action's stays as it is.
    """
    waits = bool(state.stack) and not state.stack[-1].landed and not state.agenda
    if not waits or not isinstance(action, Accept | Block):
        return text
    if isinstance(action, Block):
        state = taken_over(rules, state, rules.roster.ids.index(action.piece))
    hit = state.stack[-1]
    if state.at[hit.target] == OFF:
        return text
    after, _ = landed(rules, altered(state, stack=state.stack[:-1]), hit)
    if after.at[hit.target] == OFF:
        return texts.say("actions.answer_kills", what=text)
    return texts.say("actions.answer_leaves", what=text, hp=after.hp[hit.target])
