"""The result of an answer to a hit, for its player: the state of the unit that takes the hit."""

from engine.core.phrase import Phrase
from engine.core.sentences import Texts
from engine.games.dozen_war.actions.actions import Accept, Action, Block
from engine.games.dozen_war.combat.hits import landed, taken_over
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.state import State, altered


def answer_text(rules: Rules, texts: Texts, state: State, action: Action, text: Phrase) -> Phrase:
    """Return the sentence of an answer, with the state that it leaves the hit unit in.

    It uses only public facts, so possible further answers don't count. Other actions' sentences stay as they
    are.
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
