"""Whole matches between bots: from the opening to the outcome, the same for the same seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.bots.bot import Bot
from engine.bots.chance import draw
from engine.core.decisions import Chooser, Outcome
from engine.core.document import Entry
from engine.core.faults import CallerFault
from engine.core.game import Game
from engine.core.ids import Seat

ACTIONS_MAX = 20_000
"""The number of actions after which a match is broken off; a match of Dozen War has some 400."""


@dataclass(frozen=True, slots=True)
class BotAction:
    """One action of a match."""

    by: Seat | None
    """The seat that took it; None: chance."""
    action: Any
    """The action."""


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A finished match."""

    seed: int
    """The seed of its chance and its bots."""
    bots: tuple[tuple[Seat, str], ...]
    """Each seat's bot, by name."""
    order: tuple[Seat, ...]
    """The seats in the order of their first turns."""
    turns: int
    """How often a seat's turn began."""
    actions: tuple[BotAction, ...]
    """The actions, in order."""
    final: Any
    """The last state."""
    outcome: Outcome | None
    """How it ended; None: it was broken off after `ACTIONS_MAX` actions, or after the given number."""


def play_match(
    game: Game[Any, Any],
    bots: Mapping[Seat, Bot],
    seed: int,
    *,
    setup: Entry | None = None,
    actions_max: int = ACTIONS_MAX,
) -> MatchRecord:
    """Play a match to its end.

    Every seat and chance have a generator of their own, so that a bot that draws more changes nothing for
    the others.

    Raises:
        CallerFault: a seat without a bot is to choose.
    """
    state = game.initial(setup)
    dice = Random(f"{seed}/chance")  # noqa: S311  # play, not a secret
    minds = {seat: Random(f"{seed}/{seat}") for seat in bots}  # noqa: S311  # play, not a secret
    played: list[BotAction] = []
    order: list[Seat] = []
    turns, turn = 0, None
    while len(played) < actions_max:
        decision = game.decider(state)
        if decision.chooser is Chooser.NOBODY:
            break
        if decision.chooser is Chooser.CHANCE:
            by, action = None, draw(game, state, dice)
        else:
            by = decision.seats[0]
            if by not in bots:
                raise CallerFault(f"{by} is to choose, and there are bots for {', '.join(bots)} only")
            if decision.kind == "turn" and by != turn:
                turns, turn = turns + 1, by
                if by not in order:
                    order.append(by)
            action = bots[by].choose(game, state, by, minds[by])
        played.append(BotAction(by, action))
        state = game.apply(state, action)
    named = tuple((seat, bot.name) for seat, bot in bots.items())
    return MatchRecord(seed, named, tuple(order), turns, tuple(played), state, game.outcome(state))
