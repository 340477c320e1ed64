"""Answers that pass by themselves once the time for them is over. Pure.

Each asked seat has the same time, whether or not it holds an answer, so the time betrays nothing.
"""

from dataclasses import replace

from engine.bus.messages.commands import Command, CommandKind
from engine.core.game import A, S
from engine.session.playing.commands import command
from engine.session.playing.seat_clocks import is_unclear
from engine.session.playing.table import Setting, TableStep


def lapsed(setting: Setting[S, A], step: TableStep[S, A], now: float) -> TableStep[S, A]:
    """Return a step with the passes of all asked seats, if their time to answer is over by `now`.

    Nothing passes while a play may be on the table that isn't judged yet.
    """
    game, clock = setting.game, step.table.match.clock
    if clock is None or not clock.answering:
        return step
    if not clock.runs or clock.charged(now).asked_s < clock.control.answer_s:
        return step
    if is_unclear(setting, step.table):
        return step
    kind = game.decider(step.table.match.state).kind
    for seat in clock.answering:
        match = step.table.match
        decision = game.decider(match.state)
        action = game.declined(match.state, seat) if decision.kind == kind else None
        if action is None:
            break
        asked = Command(
            id=f"lapsed {seat} {match.opening.match} {match.revision}",
            kind=CommandKind.ACT,
            revision=match.revision,
            seat=seat,
            action=game.format_action(action),
        )
        passed = command(setting, step.table, asked)
        step = step.then(replace(passed, answers=()))
    return step
