"""The results of an action as sentences: who was hurt, healed, killed or paid. All of it is public."""

from collections.abc import Iterator

from engine.core.phrase import Phrase
from engine.core.sentences import Texts
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.tokens import lying_at, unearthings
from engine.games.dozen_war.position.holdings import Task, Work
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_CASTLE, IS_SOLDIER, SEAT_OF, seat_label
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.telling.secrecy import token_name


def consequences(rules: Rules, texts: Texts, before: State, after: State) -> tuple[Phrase, ...]:
    """Return the changes between a state and the next that no piece on the table shows by itself.

    The income of a new round isn't mentioned: the pieces to put show it.
    """
    if (before.at, before.hp, before.scores.coins, before.done.dug) == (
        after.at,
        after.hp,
        after.scores.coins,
        after.done.dug,
    ):
        return ()
    return (
        *_dug_up(rules, texts, before, after),
        *_hurt(rules, texts, before, after),
        *_paid(rules, texts, before, after),
    )


def _dug_up(rules: Rules, texts: Texts, before: State, after: State) -> Iterator[Phrase]:
    """Yield the dug-up token where only one was possible; else chance has an action of its own for it."""
    for piece, name in enumerate(rules.roster.ids):
        if not (after.done.dug & ~before.done.dug) >> piece & 1:
            continue
        for site in range(len(rules.field.cells)):
            if lying_at(after, site) >= lying_at(before, site):
                continue
            (token,) = unearthings(rules, before, Task(Work.UNEARTH, piece=piece, cell=site))
            yield texts.say("came.dug", piece=name, token=token_name(rules, texts, token))


def _hurt(rules: Rules, texts: Texts, before: State, after: State) -> Iterator[Phrase]:
    for piece, name in enumerate(rules.roster.ids):
        if before.at[piece] == OFF:
            continue
        was, now = before.hp[piece], after.hp[piece]
        if after.at[piece] == OFF:
            if any(_stands_in(before, after, piece, other) for other in after.stand.on_board[SEAT_OF[piece]]):
                continue
            yield texts.say("came.destroyed" if IS_CASTLE[piece] else "came.killed", piece=name)
        elif was != now:
            yield texts.say(
                "came.hurt" if now < was else "came.healed", piece=name, number=abs(was - now), hp=now
            )


def _stands_in(before: State, after: State, gone: int, other: int) -> bool:
    """Tell whether a soldier replaced one that was turned into another kind: none was killed."""
    return IS_SOLDIER[gone] and before.at[other] == OFF and after.at[other] == before.at[gone]


def _paid(rules: Rules, texts: Texts, before: State, after: State) -> Iterator[Phrase]:
    if before.round != after.round:
        return
    for seat in after.order:
        gained = after.scores.coins[seat] - before.scores.coins[seat]
        if gained > 0:
            yield texts.say("came.gained", seat=seat_label(rules.roster.seats[seat]), number=gained)
