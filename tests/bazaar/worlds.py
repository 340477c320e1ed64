"""All that a seat gets of a position at the game's interface, as bytes."""

from typing import Any

import msgspec

from engine.core.decisions import Chooser
from engine.core.game import own_actions
from engine.core.ids import Seat
from engine.core.phrase import encode_hook
from engine.kit.game import TableGame


def said(game: TableGame[Any], state: Any, seat: Seat | None) -> bytes:
    """Return everything that a seat (None: a spectator) gets: the view, its uses and choices, all texts."""
    everything: dict[str, Any] = {
        "view": game.view(state, seat),
        "decision": game.decider(state),
        "table_advice": game.table_advice(state),
        "layout": game.layout(state),
        "heaps": game.heaps(state),
        "outcome": game.outcome(state),
    }
    if seat is not None:
        everything["uses"] = game.uses(state, seat)
        decision = game.decider(state)
        if decision.chooser is Chooser.SEAT and seat in decision.seats:
            own = own_actions(game, state, seat)
            everything["choices"] = [game.format_action(one) for one in own]
            everything["texts"] = [game.own_text(state, one) for one in own]
    place = game.tabletop.zone(f"{state.turn}.play").place
    everything["why_not"] = [
        [
            (refusal.use, refusal.target, [game.violation_text(one) for one in refusal.broken])
            for refusal in game.why_not(state, piece, place)
        ]
        for piece in game.pieces(state)
    ]
    everything["open"] = [
        game.format_action(one) for one in game.legal_actions(state) if not game.is_secret_choice(state, one)
    ]
    return msgspec.json.encode(everything, enc_hook=encode_hook)


def shown(game: TableGame[Any], state: Any, action: Any, seat: Seat | None) -> bytes:
    """Return an action as it's shown to a seat and said to everybody."""
    both = (game.shown_action(state, action, seat), game.action_text(state, action))
    return msgspec.json.encode(both, enc_hook=encode_hook)
