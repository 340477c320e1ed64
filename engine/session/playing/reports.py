"""The events at a table, in their order: looks and the devices' events. Pure.

An event that calls for an action (a button) waits until the looks of every live camera have reached its time
and the table has settled. So plays before it are judged before it. `now` is always the receiver's monotonic
clock.
"""

from dataclasses import replace

from engine.bus.messages.cameras import CameraEvent, CameraEventKind
from engine.core.decisions import Chooser
from engine.core.device_events import DIE, ButtonPress, DeviceEvent, DiceAtRest
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import A, S, written_by
from engine.core.ids import Seat, Seconds
from engine.core.observations import Look
from engine.core.phrase import Fact
from engine.core.sentences import joined
from engine.core.verdict import VerdictKind
from engine.session.explaining.explanations import Ambiguous, Pending, Settled, Unexplained, Why
from engine.session.explaining.lines import ActionLine, Call
from engine.session.matches.match import remark
from engine.session.playing.aside import blame, still_aside, with_press
from engine.session.playing.commits import commit
from engine.session.playing.doubts import ask
from engine.session.playing.doubts import finish as finish_judging
from engine.session.playing.judgement import decide
from engine.session.playing.played_before import looked_at
from engine.session.playing.set_aside import wonder
from engine.session.playing.settlement import is_settled, settle, settle_now, settle_once, with_trail
from engine.session.playing.standing_verdict import teller_of
from engine.session.playing.strangers import beside_strangers
from engine.session.playing.table import (
    Setting,
    Table,
    TableStep,
    WaitingAction,
    as_owned,
    presumed,
    seat_names,
    speak,
)
from engine.session.playing.verdict_texts import Teller
from engine.session.seen.believed import judged
from engine.session.seen.fusion import take
from engine.session.seen.sighted import awaits_somebody, sighting
from engine.session.seen.sighting import Sighting
from engine.session.seen.single_looks import rested_once
from engine.session.seen.trays import gathered, trays_of
from engine.session.texts import TEXTS

_MARKS_KEPT = 64

_HOLDS_UP = frozenset((CameraEventKind.LOST, CameraEventKind.SILENT))
_ENDS = frozenset((CameraEventKind.FOUND, CameraEventKind.BACK))
_MOST_ASTRAY = 16


def see(setting: Setting[S, A], table: Table[S, A], look: Look, now: float | None = None) -> TableStep[S, A]:
    """Take one look: carry out what was pressed before it, then judge what it shows."""
    table = replace(table, looked_at=now)
    look = gathered(look, trays_of(setting.game))
    if table.ends:
        owned = setting.owned(table.match.state)
        table = replace(table, ends=looked_at(setting.game, table.ends, look, owned))
    once = _settle_once(setting, table, look)
    if once.table is not table:
        return once.then(_see(setting, once.table, look))
    return _see(setting, table, look)


def _see(setting: Setting[S, A], table: Table[S, A], look: Look) -> TableStep[S, A]:
    belief = take(table.belief, look, setting.settling)
    watched = table.belief.last_at is None or look.taken_at - table.belief.last_at <= setting.patience.gap_s
    # After a gap nobody knows what was played before the press and what after, unless the table is still the
    # same.
    reached = table if watched else replace(table, belief=belief)
    step = _reach(setting, reached, belief.seen_until(setting.settling))
    after = replace(step.table, belief=belief)
    if any(one.due for one in after.waiting):
        return step.then(_settle_due(setting, after, look.taken_at))
    return step.then(settle(setting, after))


def report(setting: Setting[S, A], table: Table[S, A], event: DeviceEvent, now: float) -> TableStep[S, A]:
    """Take one event of a device. Events without an action, bounces and events in a pause are ignored."""
    if table.match.rests:
        return TableStep(table)
    match event.content:
        case ButtonPress(button):
            return _pressed(setting, table, event, button, now)
        case DiceAtRest((face,)):
            return _rolled(setting, table, event, face)
        case _:
            return TableStep(table)


def _pressed(
    setting: Setting[S, A], table: Table[S, A], event: DeviceEvent, button: str, now: float
) -> TableStep[S, A]:
    key = f"{event.device}/{button}"
    before = table.pressed.get(key)
    if before is not None and abs(event.taken_at - before) < setting.patience.bounce_s:
        return TableStep(table)
    try:
        seat = _seat_of(setting, table, event)
        action = setting.game.parse_action(
            entry_of(written_by(setting.game, {button: True}, seat), event.device)
        )
    except InputFault:
        return TableStep(table)
    waiting = WaitingAction(event, button, Call(action, seat), now)
    if any(cause in table.match.causes or cause in table.marks for cause in waiting.causes):
        return TableStep(table)
    table = replace(
        table,
        pressed={**table.pressed, key: event.taken_at},
        marks=(*table.marks, *waiting.causes)[-_MARKS_KEPT:],
        waiting=tuple(sorted((*table.waiting, waiting), key=lambda one: one.event.taken_at)),
    )
    return wait(setting, table, now)


def _rolled(setting: Setting[S, A], table: Table[S, A], event: DeviceEvent, face: int) -> TableStep[S, A]:
    """Take a die at rest as the open outcome of chance; dice without such a reason are ignored.

    Nobody can play while chance is owed, so that there are no looks to wait for.
    """
    game, state = setting.game, table.match.state
    cause = f"{event.device}#{event.mark}"
    if game.decider(state).chooser is not Chooser.CHANCE or cause in table.match.causes:
        return TableStep(table)
    try:
        action = game.parse_action(entry_of({DIE: face}, event.device))
    except InputFault:
        return TableStep(table)
    if game.violations(state, action):
        return TableStep(table)
    line = ActionLine((action,), (state, game.apply(state, action)))
    return commit(setting, table, line, presumed(setting, table), causes=(cause,))


def heed(setting: Setting[S, A], table: Table[S, A], happened: CameraEvent) -> TableStep[S, A]:
    """Record a camera's event in the journal and announce it; the match stays as it is.

    That a camera finds the board, or sends pictures, is announced only after the opposite was.
    """
    astray = table.astray
    if happened.event in _ENDS and happened.camera not in astray:
        return TableStep(table)
    if happened.event in _HOLDS_UP:
        if happened.camera not in astray and len(astray) >= _MOST_ASTRAY:
            return TableStep(table)
        astray |= {happened.camera}
    else:
        astray -= {happened.camera}
    text = TEXTS.say("camera", camera=happened.camera, what=happened.text)
    evidence = {"camera": happened.camera, "event": str(happened.event), "taken_at": happened.taken_at}
    teller = Teller(setting.game, taken_at=happened.taken_at, frame=0, revision=table.match.revision)
    entry = remark(table.match, text, evidence)
    return TableStep(table, (entry,)).then(speak(replace(table, astray=astray), teller.remark(text)))


def wait(setting: Setting[S, A], table: Table[S, A], now: float) -> TableStep[S, A]:
    """Let time pass: carry out events that have got their looks, or have waited long enough."""
    step = _reach(setting, table, table.belief.seen_until(setting.settling))
    while step.table.waiting:
        first, patience = step.table.waiting[0], setting.patience
        looked_at = step.table.looked_at if step.table.looked_at is not None else first.received_at
        # While looks come, however late, plays from before the press may still be among them.
        watched = bool(step.table.belief.runs) and now - looked_at < patience.silent_s + (
            patience.hand_s if first.due else 0
        )
        if watched and now - first.received_at < patience.lag_s:
            break
        step = step.then(_carry_out(setting, step.table))
    return step


def finish(setting: Setting[S, A], table: Table[S, A]) -> TableStep[S, A]:
    """Say and do everything that still waits: nothing more will come."""
    step = _settle_once(setting, table, None)
    step = step.then(settle_now(setting, step.table))
    while step.table.waiting:
        step = step.then(_carry_out(setting, step.table))
    return step.then(finish_judging(setting, step.table))


def _reach(setting: Setting[S, A], table: Table[S, A], until: Seconds | None) -> TableStep[S, A]:
    """Carry out the presses before `until`, if the table had settled and hides nothing of them.

    Otherwise they become due: the next looks, or the players, will decide.
    """
    step = TableStep(table)
    while until is not None and step.table.waiting:
        first = step.table.waiting[0]
        if first.due or first.event.taken_at > until:
            break
        if not is_settled(setting, step.table) or _hides_something(setting, step.table, first):
            waiting = tuple(replace(one, due=one.event.taken_at <= until) for one in step.table.waiting)
            return step.then(TableStep(replace(step.table, waiting=waiting)))
        step = step.then(_carry_out(setting, step.table))
    return step


def _hides_something(setting: Setting[S, A], table: Table[S, A], first: WaitingAction[A]) -> bool:
    """Tell whether a press rests on pieces that can't be seen, or named, now.

    Rules:
        waits (0006, test_pressed_meanwhile.py): A button that rests on hidden pieces waits for a while.
    """
    seen = replace(presumed(setting, table), taken_at=first.event.taken_at)
    explanation = with_press(setting, table, seen, (first.call,))
    return isinstance(explanation, Pending) and explanation.why is Why.HIDDEN


def _settle_once(setting: Setting[S, A], table: Table[S, A], following: Look | None) -> TableStep[S, A]:
    """Judge a table that a slow camera saw at rest once, with the presses before that.

    Without them, plays after the end of a turn would seem to be out of turn. This leads only to plays.
    """
    due = [one for one in table.waiting if one.due]
    if not due:
        return settle_once(setting, table, following)
    belief = rested_once(table.belief, following, setting.settling)
    if belief is None:
        return TableStep(table)
    step = _settle_due(setting, replace(table, belief=belief), due[0].event.taken_at)
    played = step.table.match.revision > table.match.revision
    return (
        step if played and all(one.kind is VerdictKind.SETTLED for one in step.verdicts) else TableStep(table)
    )


def _settle_due(setting: Setting[S, A], table: Table[S, A], taken_at: Seconds) -> TableStep[S, A]:
    """Judge a table where a button was pressed in the middle of play.

    Rules:
        waits (0006, test_table.py): A button that is pressed in mid-play waits until the pictures of its
            time have come.
    """
    due = tuple(one for one in table.waiting if one.due)
    rest = tuple(one for one in table.waiting if not one.due)
    expects = awaits_somebody(table.belief, setting.settling)
    late = taken_at - due[0].event.taken_at > setting.patience.hand_s and not expects
    seen = sighting(table.belief, setting.settling)
    step = TableStep(table)
    # A press isn't judged together with moved pieces: those wait until all has settled.
    if seen is not None:
        belief = judged(table.belief, seen)
        table, seen = with_trail(setting, table, as_owned(setting, table, seen))
        seen = beside_strangers(table, seen)
        table = still_aside(setting, table, seen)
        explanation = with_press(setting, table, seen, tuple(one.call for one in due))
        if isinstance(explanation, Ambiguous) and expects:
            return step
        if isinstance(explanation, Settled | Ambiguous):
            after = replace(table, belief=belief, waiting=rest, judged=seen, doubt=None)
            if isinstance(explanation, Settled):
                causes = tuple(cause for one in due for cause in one.causes)
                return commit(setting, after, explanation.line, seen, causes=causes)
            return ask(setting, after, seen, explanation, pressed=due)
        if isinstance(explanation, Pending) and not late:
            return step
        step = settle(setting, table)
        late = True
    if late:
        for _ in due:
            step = step.then(_carry_out(setting, step.table))
    return step


def _carry_out(setting: Setting[S, A], table: Table[S, A]) -> TableStep[S, A]:
    """Play the first reported action on the table as it was last judged, or refuse it.

    Rules:
        asks (0006, test_pressed_meanwhile.py): A button that ends a play in doubt has the doubt put to the
            players.
        refuses (0006, test_table.py): A button is refused on a table that no play explains.
    """
    first, *rest = table.waiting
    table = replace(table, waiting=tuple(rest))
    seen = replace(beside_strangers(table, presumed(setting, table)), taken_at=first.event.taken_at)
    explanation = with_press(setting, table, seen, (first.call,))
    step = TableStep(table)
    if isinstance(explanation, Pending) and explanation.why is Why.LIFTED:
        # Nobody waits any more for pieces that aren't seen anywhere.
        missing = blame(setting, table, seen, (put.piece for put in explanation.puts))
        step = decide(setting, table, seen, missing)
        explanation = with_press(setting, step.table, seen, (first.call,))
    if isinstance(explanation, Unexplained) and explanation.strangers and not explanation.puts:
        step = wonder(setting, table, seen, explanation.strangers)
        seen = beside_strangers(step.table, seen)
        explanation = with_press(setting, step.table, seen, (first.call,))
    if isinstance(explanation, Settled):
        return step.then(commit(setting, step.table, explanation.line, seen, causes=first.causes))
    if isinstance(explanation, Pending) and explanation.why is Why.HIDDEN:
        explanation = Ambiguous(explanation.why, explanation.lines)
    if isinstance(explanation, Ambiguous):
        return step.then(ask(setting, step.table, seen, explanation, pressed=(first,)))
    return step.then(_refuse(setting, step.table, seen, first))


def _refuse(
    setting: Setting[S, A], table: Table[S, A], seen: Sighting, first: WaitingAction[A]
) -> TableStep[S, A]:
    """Say why a press can't be carried out now."""
    game, state = setting.game, table.match.state
    teller = teller_of(setting, table, seen)
    pressed: dict[str, Fact] = {"button": _button(first.button), "device": first.event.device}
    seats = game.decider(state).seats
    broken = game.violations(state, first.call.action)
    if first.call.seat is not None and first.call.seat not in seats:
        whose = seat_names(game, state, seats)
        return speak(table, teller.refusal(TEXTS.say("pressed.not_yours", seats=whose, **pressed)))
    if broken:
        why = joined(list(dict.fromkeys(map(game.violation_text, broken))), "sentences")
        return speak(table, teller.refusal(TEXTS.say("pressed.against", why=why, **pressed), broken))
    return speak(table, teller.refusal(TEXTS.say("pressed.put_right_first", **pressed)))


def _button(name: str) -> str:
    """Return a button's name in words; an unknown one by its own name."""
    key = f"pressed.{name}"
    return TEXTS.say(key) if key in TEXTS.keys else name.replace("_", " ")


def _seat_of(setting: Setting[S, A], table: Table[S, A], event: DeviceEvent) -> Seat | None:
    """Return the seat of a device: `pad.west` is west's; a device of the table has none."""
    name = Seat(event.device.rpartition(".")[2])
    seats = (one.seat for one in setting.game.view(table.match.state, None).seats)
    return name if name in seats else None
