"""A bot's suggestion for the seat that asks, and the reason: for learners. Pure; it changes nothing.

It knows only what the asking seat knows: it imagines the hidden cards at random, so that a suggestion can't
betray them.
"""

from random import Random

from engine.bots.bot import as_known
from engine.core.game import A, Game, S, own_actions
from engine.core.ids import Seat
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.session.matches.match import Match
from engine.session.texts import TEXTS

IMAGINED = 3
"""A result is given as the reason for a play only if it occurs in this many imagined worlds."""


def suggested(game: Game[S, A], match: Match[S], seat: Seat) -> Phrase:
    """Return a suggested action for a seat that owes a decision, as a sentence with its reason.

    The same match and revision give the same answer.
    """
    chance = Random(f"suggested {match.opening.match} {seat} {match.revision}")  # noqa: S311  # no secret
    worlds = [as_known(game, match.state, seat, chance) for _ in range(IMAGINED)]
    actions = own_actions(game, match.state, seat)
    values = game.prospects(worlds[0], seat, actions)
    best = max(range(len(actions)), key=lambda number: values[number])
    action = actions[best]
    came = [_came(game, world, action) for world in worlds]
    sure = [one for one in came[0] if all(one in others for others in came[1:])]
    if sure:
        why = TEXTS.say("suggested.comes", came=joined(sure, "and"))
    elif min(values) < max(values):
        why = TEXTS.say("suggested.best", n=len(actions))
    else:
        why = TEXTS.say("suggested.any", n=len(actions))
    return TEXTS.say("suggested.play", action=game.own_text(match.state, action), why=why)


def _came(game: Game[S, A], state: S, action: A) -> tuple[Phrase, ...]:
    """Return the results of an action, as far as the game names them; empty where it can't be done."""
    if game.violations(state, action):
        return ()
    return tuple(game.consequences(state, game.apply(state, action)))
