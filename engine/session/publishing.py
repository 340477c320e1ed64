"""What the engine tells the bus: surface, match, advice, situation, made from the table. Pure."""

from engine.bus.messages import AdviceSheet, MatchState, Situation, Surface, SurfaceCell
from engine.core.board import Board
from engine.core.game import A, Chooser, S
from engine.core.ids import Cell
from engine.core.verdict import PlayedAction, VerdictKind
from engine.session.match import told
from engine.session.table import Setting, Table

MOST_CHOICES = 40
"""More buttons than that nobody reads."""


def surface_of(board: Board) -> Surface:
    """Return the field as pages draw it."""
    field = board.surface
    return Surface(
        board.name,
        board.size_mm,
        tuple(SurfaceCell(cell, *field.centre_mm(cell), field.corners_mm(cell)) for cell in field.cells),
    )


def match_state_of(setting: Setting[S, A], table: Table[S, A]) -> MatchState:
    """Return the match as spectators may see it."""
    match = table.match
    return MatchState(
        match=match.opening.match,
        game=match.opening.game,
        revision=match.revision,
        opened_at=match.opening.opened_at,
        view=setting.game.view(match.state, None),
        last_actions=match.last_actions,
        choices=_choices(setting, table),
    )


def _choices(setting: Setting[S, A], table: Table[S, A]) -> tuple[PlayedAction, ...]:
    """Return what a player may choose outside the usual turn; what would tell a secret is left out."""
    game, state = setting.game, table.match.state
    decision = game.decider(state)
    if decision.chooser is not Chooser.SEAT or decision.kind == "turn":
        return ()
    offered = []
    for action in game.legal_actions(state):
        choice = told(game, state, action)
        if choice.action == game.format_action(action):
            offered.append(choice)
    return tuple(offered[:MOST_CHOICES])


def advice_of(setting: Setting[S, A], table: Table[S, A]) -> AdviceSheet:
    """Return what every piece in view that belongs to a seat can do now."""
    match, game = table.match, setting.game
    return AdviceSheet(
        match.opening.match,
        match.revision,
        tuple(
            game.advice(match.state, one.piece)
            for one in game.view(match.state, None).pieces
            if one.seat is not None and one.cell is not None
        ),
    )


def situation_of(table: Table[S, A], *, watching: bool, problem: str) -> Situation:
    """Return how the table stands against the match."""
    return Situation(
        match=table.match.opening.match,
        revision=table.match.revision,
        watching=watching,
        current=table.current,
        recent=table.recent,
        problem=problem,
    )


def lights_of(table: Table[S, A]) -> dict[Cell, str]:
    """Return the cells to light: red where pieces lie wrong, green where the pieces to put belong."""
    current = table.current
    if current is None or current.kind not in {VerdictKind.ILLEGAL, VerdictKind.PENDING}:
        return {}
    lit = {step.seen: "red" for step in current.repair if step.seen is not None}
    lit.update({step.to: "green" for step in current.repair if step.to is not None})
    return lit
