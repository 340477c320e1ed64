"""Chance at a table: outcomes that no sensor sees and nobody enters come from the match's generator.

A draw depends on the match's seed and revision alone, so a match that is taken up again draws the same. A
drawn outcome is an action in the journal like any other, and replaying needs no seed.
"""

from dataclasses import replace
from random import Random

from engine.core.decisions import Chooser
from engine.core.game import A, Game, S
from engine.session.explaining.lines import ActionLine
from engine.session.matches.match import Match


def drawn(game: Game[S, A], state: S, dice: Random) -> A:
    """Return one outcome of the open chance."""
    found = game.chance_outcomes(state)
    return dice.choices([action for action, _ in found], [weight for _, weight in found])[0]


def with_chance(game: Game[S, A], match: Match[S], line: ActionLine[S, A]) -> ActionLine[S, A]:
    """Return a line of play with all that chance decides right after it.

    A match without a seed draws nothing: its chance is observed or entered. So are the kinds of chance that a
    match leaves to people and sensors.
    """
    if not match.opening.seed:
        return line
    while game.decider(line.state).chooser is Chooser.CHANCE:
        revision = match.revision + len(line.actions)
        dice = Random(f"{match.opening.seed}/{revision}")  # noqa: S311  # a game's dice, drawn again alike
        action = drawn(game, line.state, dice)
        if any(word in match.opening.given_words for word in game.format_action(action)):
            break
        after = game.apply(line.state, action)
        line = replace(line, actions=(*line.actions, action), states=(*line.states, after))
    return line
