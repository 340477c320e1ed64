"""Why a piece may not do something: its possible actions at a place, judged by the rules."""

from collections.abc import Iterator

from engine.core.advice import IntentCheck
from engine.core.ids import Cell, PieceId
from engine.games.dozen_war.actions.actions import Action, Attack, Block, Dig, Move, Place, Revive, Warp
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.legality.violations import violations
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_CASTLE, IS_GENERAL, SEAT_OF
from engine.games.dozen_war.position.state import Phase, State


def why_not(rules: Rules, state: State, name: PieceId, place: str) -> tuple[IntentCheck, ...]:
    """Return the actions that a piece at a new place could mean, and the rules that they break.

    The place is a cell or another piece. A missing splash victim doesn't count as a broken rule.
    """
    piece = rules.roster.index.get(name)
    if piece is None or not state.owns(piece):
        return ()
    return tuple(
        IntentCheck(
            use,
            target,
            tuple(one for one in violations(rules, state, action) if one.reason != "name_splash"),
        )
        for use, target, action in _meant(rules, state, piece, place)
    )


def _meant(rules: Rules, state: State, piece: int, place: str) -> Iterator[tuple[str, str, Action]]:
    """Yield the actions that could be meant, each with the game's word and its cell or piece."""
    name, cell = rules.roster.ids[piece], rules.field.index.get(Cell(place))
    target = rules.roster.index.get(PieceId(place))
    if target is not None and target != piece and state.owns(target):
        yield from _with(rules, state, piece, target)
    if cell is None or IS_CASTLE[piece]:
        return
    to = Cell(place)
    if state.at[piece] == OFF:
        if state.phase is Phase.PLACING:
            yield "place", to, Place(name, to)
        elif IS_GENERAL[piece] and not rules.field.is_duel:
            yield "revive", to, Revive(name, to)
        return
    if cell != state.at[piece]:
        yield "move", to, Move(name, to)
    if cell == rules.field.volcano and state.warp_open:
        yield "warp", to, Warp(name)
    if IS_GENERAL[piece] and any(site == cell for site, _ in (*state.tokens.sites, *state.tokens.dropped)):
        yield "dig", to, Dig(name, to)
    castle = state.stand.castle_on.get(cell)
    for other in (*state.stand.hosts.get(cell, ()), *(() if castle is None else (castle,))):
        if SEAT_OF[other] != SEAT_OF[piece]:
            yield from _with(rules, state, piece, other)


def _with(rules: Rules, state: State, piece: int, target: int) -> Iterator[tuple[str, str, Action]]:
    name, other = rules.roster.ids[piece], rules.roster.ids[target]
    if IS_CASTLE[piece]:
        return
    if state.stack and state.stack[-1].target == target:
        yield "block", other, Block(name)
    elif SEAT_OF[target] != SEAT_OF[piece] or not state.stack:
        yield "attack", other, Attack(name, other)
