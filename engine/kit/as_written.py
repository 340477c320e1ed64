"""Actions as people and files write them, and the listed actions that they stand for."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Never

from engine.kit.choosing.actions import NONE, Choose, GameAction, Shuffle
from engine.kit.draws import Shuffling
from engine.kit.position import Position
from engine.kit.resolving.combinations import Choosing
from engine.kit.zones.box import Box, CardId, name_of


def as_listed(state: Position[Never], action: GameAction) -> GameAction:
    """Return a shuffle under its pile's name, if a file names the zone that it makes."""
    frame = state.stack[-1] if state.stack else None
    if isinstance(action, Shuffle) and isinstance(frame, Shuffling) and action.shuffle == frame.into:
        return replace(action, shuffle=frame.zone)
    return action


def less_the_forced(state: Position[Never], action: GameAction, left: list[GameAction]) -> list[GameAction]:
    """Return the rest of a list of choices without the forced ones, which aren't asked."""
    frame = state.stack[-1] if state.stack else None
    if not left or not isinstance(frame, Choosing) or not isinstance(action, Choose):
        return left
    if action.choose not in frame.left or isinstance(action.choose, tuple):
        return left
    after = frame.with_chosen(action.choose).forced
    if not after.is_over:
        return left
    forced = [one for one in after.chosen if one not in frame.chosen and one != action.choose]
    named = [one.choose for one in left if isinstance(one, Choose)]
    fits = len(named) == len(left) == len(forced) and all(
        any(name in (one, name_of(str(one))) for one in forced) for name in named
    )
    return [] if fits else left


def only_choice(action: Choose, legal: Sequence[GameAction]) -> Choose:
    """Return the choice for `{choose: 1}`: the only card, if the seat may also decline it."""
    found = [one for one in legal if isinstance(one, Choose)]
    offered = [one for one in found if one.choose != NONE]
    only = len(offered) == 1 and len(found) == 2 and action.by in (None, offered[0].by)
    return offered[0] if only else action


def is_order(state: Position[Never], action: Shuffle, legal: Sequence[GameAction]) -> bool:
    """Tell whether a legal shuffle may result in this order."""
    if not action.order or replace(action, order=()) not in legal:
        return False
    frame = state.stack[-1]
    if not isinstance(frame, Shuffling) or len(set(action.order)) < len(action.order):
        return False
    mixed = state.zones.shuffled(frame.zone, into=frame.into)
    return len(action.order) <= mixed.unnamed(frame.into) and set(action.order) <= set(
        mixed.can_be(frame.into)
    )


def shuffled_copies(state: Position[Never], action: Shuffle, box: Box) -> tuple[CardId, ...]:
    """Return a shuffle's order with each bare name replaced by its lowest copy among the shuffled cards."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Shuffling):
        return action.order
    left = list(state.zones.shuffled(frame.zone, into=frame.into).can_be(frame.into))
    found: list[CardId] = []
    for card in action.order:
        meant = next(
            (one for one in left if one == card or (card in box.names and name_of(one) == card)), card
        )
        found.append(meant)
        left = [one for one in left if one != meant]
    return tuple(found)
