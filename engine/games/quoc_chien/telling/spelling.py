"""Actions written out with all their choices, split into the single choices that play makes of them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.actions import Discard, Use, UseSkill
from engine.games.quoc_chien.position.state import State, cards_of, held
from engine.games.quoc_chien.resolving.card_rules import rules_of
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.skills.doing import START, Doing
from engine.games.quoc_chien.telling.played import Played
from engine.kit.choosing.actions import NONE, Choose, GameAction, Pass
from engine.kit.resolving.combinations import Choosing, ChoosingTogether
from engine.kit.resolving.frames import amended, nearest
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import name_of

Action = TypeVar("Action", bound=GameAction)

LENGTHENING = ("duanbing", "fangtian-huaji")
"""A skill and an equipment that add targets to a Slash while it's used."""

OTHERWISE = {"bazhen": "bagua-zhen", "zhiheng": "dinglan-yemingzhu"}
"""Skills that may be named instead of an equipment's effect, because they are the same."""


YIELDING = ("xiaoguo", "xiangle")
"""Skills that make another player discard a card (1), or accept another consequence (2)."""


def spelled(game: Played, state: State, action: GameAction) -> tuple[GameAction, ...]:
    """Return the single actions of an action that is written with more than it needs now.

    Such an action is a skill with targets and cards, a Slash with targets that a skill adds, or a discard
    that a rule asks for. A skill's question may be answered by its name or by passing; a card may name the
    players that are its targets anyway; and a number may choose one of two ways if the first is a card.
    Empty: it's no such action, or another question is open.
    """
    match action:
        case Discard():
            return _chosen(game, state, action)
        case Choose() if _top(state) is not None and action.choose in (1, 2):
            return _numbered(game, state, action)
        case Pass() | UseSkill(on=(), cards=()):
            return _decided(game, state, action)
        case Use() if action.on and (aims := _aims(game, state, action)) != action.on:
            bare = _bare(game, state, action, replace(action, on=aims))
            return () if bare is None else (bare,)
        case Use() if len(action.on) > 1:
            return _lengthened(game, state, action)
        case UseSkill():
            called = replace(action, skill=OTHERWISE.get(action.skill, action.skill))
            return _with_choices(game, state, action) or _with_choices(game, state, called)
    return ()


def foreseen(game: Played, state: State, action: GameAction) -> tuple[UseSkill, tuple[str, ...]] | None:
    """Return a skill that is written with later choices, and these choices.

    The general may have to be shown first, with its companions' reward or another skill's answer; or named
    cards pay for the skill, on a player. None: it's no such action, or these can't be chosen then.
    """
    if not isinstance(action, UseSkill) or not (action.on or action.cards):
        return None
    bare = _bare(game, state, action, replace(action, on=(), cards=()))
    if bare is None or bare.by is None:
        return None
    patient = game.patient(bare.by)
    said = (*map(str, action.on), *action.cards)
    after = patient.apply(state, bare)
    doing = nearest(after, Doing)
    if doing is None or doing.skill != bare.skill:
        return None
    after = amended(after, Doing, said=said)
    if not _comes_first(after, bare):
        held_before = cards_of(state, bare.by)
        pays = not action.on and all(_named(card, held_before) for card in action.cards)
        return (bare, said) if pays and _is_paid_on_somebody(patient, after, bare.by, said) else None
    while _comes_first(after, bare) and patient.waiting(after) is not None:
        # The skill goes on in the same way, however the questions before it are answered.
        after = patient.apply(after, patient.legal_actions(after)[0])
    doing = nearest(after, Doing)
    left = doing.said if doing is not None and doing.skill == bare.skill else ()
    return None if left else (bare, said)


def _is_paid_on_somebody(game: Played, state: State, seat: Seat, cards: Sequence[str]) -> bool:
    """Tell whether named cards are gone once a seat has chosen a skill's target."""
    frame = _top(state)
    if frame is None or frame.seat != seat:
        return False
    after = (game.apply(state, Choose(one, by=seat)) for one in frame.left)
    return any(not any(_named(card, cards_of(each, seat)) for card in cards) for each in after)


def _comes_first(state: State, used: UseSkill) -> bool:
    """Tell whether the owner of a skill in use is asked for something else first."""
    doing, frame = nearest(state, Doing), state.stack[-1] if state.stack else None
    if (
        doing is None
        or doing.skill != used.skill
        or doing.at != START
        or not isinstance(frame, Choosing | Firing)
    ):
        return False
    return isinstance(frame, Firing) or frame.what != used.skill


def _decided(game: Played, state: State, action: Pass | UseSkill) -> tuple[GameAction, ...]:
    """Return the choice that lets a skill in use go on or end, or the skill by its usual name."""
    legal = game.legal_actions(state)
    if game.completed(state, action) in legal:
        return ()
    frame = _top(state)
    meant: GameAction | None = None
    if isinstance(action, Pass):
        passes = frame is not None and game.options.declining == "pass"
        meant = Choose(NONE, by=action.by) if passes else None
    elif action.skill in OTHERWISE:
        meant = replace(action, skill=OTHERWISE[action.skill])
    elif frame is not None and frame.what == action.skill and frame.left == (1,):
        meant = Choose(1, by=action.by)
    if meant is None:
        return ()
    found: GameAction = game.completed(state, meant)
    return (found,) if found in legal else ()


def _numbered(game: Played, state: State, action: Choose) -> tuple[GameAction, ...]:
    """Return the discard of the only card (1), or of none (2), where a card is asked for."""
    frame = _top(state)
    if frame is None or frame.what not in YIELDING or not all(isinstance(one, str) for one in frame.left):
        return ()
    if action.choose == 1 and len(frame.left) > 1:
        return ()  # the card isn't named
    meant = game.completed(state, replace(action, choose=frame.left[0] if action.choose == 1 else NONE))
    return (meant,) if meant in game.legal_actions(state) else ()


def _aims(game: Played, state: State, action: Use) -> tuple[Seat, ...]:
    """Return the targets as the rules write them: none where a card has no choice, or a whole side."""
    name = action.as_ or card_of(str(action.use)).name
    seat = game.completed(state, action).by
    if seat is None:
        return action.on
    ways = list(rules_of(name).choices(state, seat))
    if action.on in ways:
        return action.on
    turned = [way for way in ways if sorted(way) == sorted(action.on)]
    if len(turned) == 1:  # the same players in another order
        return turned[0]
    fitting = [way for way in ways if set(action.on) <= set(way)]
    if len(fitting) == 1 and rules_of(name).wide:
        return fitting[0]
    everybody = set(rules_of(name).usual(state, seat))
    return () if ways == [()] and set(action.on) == everybody else action.on


def _with_choices(game: Played, state: State, action: UseSkill) -> tuple[GameAction, ...]:
    bare = _bare(game, state, action, replace(action, on=(), cards=()))
    left = [*map(str, action.on), *action.cards]
    if bare is None and action.cards:  # its target may be named with it
        bare, left = _bare(game, state, action, replace(action, cards=())), [*action.cards]
    if bare is None or bare.by is None:
        return ()
    patient = game.patient(bare.by)
    steps: list[GameAction] = [bare]
    before = held(state, bare.by)
    state = patient.apply(state, bare)
    while (frame := _asked(state, bare.by)) is not None:
        options = [str(one) for one in frame.left]
        meant = next((one for one in left if _named(one, options)), None)
        if meant is not None:
            left.remove(meant)
            choice = Choose(_named(meant, options), by=bare.by)
        elif isinstance(frame, Asked) and frame.forced.is_over:
            choice = Choose(frame.left[0], by=bare.by)
        elif (frame.chosen or frame.what in LENGTHENING) and len(frame.chosen) >= frame.least:
            choice = Choose(NONE, by=bare.by)
        else:
            break
        if choice not in patient.legal_actions(state):
            return ()
        steps.append(choice)
        state = patient.apply(state, choice)
    # A named card may have been chosen already: it was the only one.
    left = [one for one in left if not _named(one, before) or _named(one, _keeps(state, bare.by))]
    return () if left else tuple(steps)


def _keeps(state: State, seat: Seat) -> list[str]:
    """Return a seat's hand without the cards that it has chosen while others still choose."""
    frame = state.stack[-1] if state.stack else None
    each = frame.each if isinstance(frame, ChoosingTogether) else ()
    chosen = {card for one in each if one.seat == seat for card in one.chosen}
    return [str(card) for card in held(state, seat) if card not in chosen]


def _asked(state: State, seat: Seat) -> Choosing | None:
    """Return the choice that a seat must make now, alone or together with others."""
    frame = state.stack[-1] if state.stack else None
    each = frame.each if isinstance(frame, ChoosingTogether) else (frame,)
    over = frame.over if isinstance(frame, ChoosingTogether) else ()
    mine = (one for one in each if isinstance(one, Choosing) and one.seat == seat and seat not in over)
    return next(mine, None)


def _lengthened(game: Played, state: State, action: Use) -> tuple[GameAction, ...]:
    bare = _bare(game, state, action, replace(action, on=action.on[:1]))
    if bare is None:
        return ()
    patient = game.patient(bare.by)
    steps: list[GameAction] = [bare]
    state = patient.apply(state, bare)
    left = list(map(str, action.on[1:]))
    while left:
        frame = _top(state)
        adding = [
            one
            for one in patient.legal_actions(state)
            if isinstance(one, UseSkill) and one.skill in LENGTHENING
        ]
        if frame is not None and left[0] in frame.left:
            steps.append(Choose(left.pop(0), by=frame.seat))
        elif adding:
            steps.append(adding[0])
        else:
            return ()
        state = patient.apply(state, steps[-1])
    frame = _top(state)
    ends = frame is not None and Choose(NONE, by=frame.seat) in patient.legal_actions(state)
    return (*steps, Choose(NONE, by=frame.seat)) if ends and frame is not None else tuple(steps)


def _chosen(game: Played, state: State, action: Discard) -> tuple[GameAction, ...]:
    steps: list[GameAction] = []
    for number, card in enumerate(action.discard, 1):
        frame = _top(state)
        discards = frame is not None and (frame.kind == "discard" or frame.what in YIELDING)
        if frame is None or not discards or action.by not in (None, frame.seat):
            # The last of several may have been forced.
            return tuple(steps) if steps and number == len(action.discard) else ()
        choice = game.completed(state, Choose(card, by=frame.seat))
        if choice not in game.legal_actions(state):
            return ()
        steps.append(choice)
        state = game.apply(state, choice)
    return tuple(steps)


def _bare(game: Played, state: State, action: GameAction, bare: Action) -> Action | None:
    """Return a legal shorter form of an action; None: there is none, or the action is in that form."""
    legal = game.legal_actions(state)
    found = game.completed(state, bare)
    written = game.completed(state, action) in legal or found not in legal
    return None if written or not isinstance(found, type(bare)) else found


def _top(state: State) -> Choosing | None:
    frame = state.stack[-1] if state.stack else None
    return frame if isinstance(frame, Choosing) else None


def _named(written: str, options: Sequence[str]) -> str:
    """Return the option that a written word means; empty: none."""
    return next((one for one in options if written == one or written == name_of(one)), "")
