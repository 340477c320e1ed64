"""The actions, legal or not, that putting a card somewhere may mean."""

from collections.abc import Sequence

from engine.core.ids import PieceId
from engine.games.quoc_chien.content.cards import is_card
from engine.games.quoc_chien.position.actions import Use
from engine.games.quoc_chien.position.registry import skills_of
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.play_phase import PlayPhase
from engine.games.quoc_chien.telling.played import Played
from engine.kit.choosing.actions import GameAction


def meant(game: Played, state: State, piece: PieceId) -> Sequence[GameAction]:
    """Return the action that a card's new cell means: its use, in the player's play phase."""
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, PlayPhase) or piece not in game.tabletop.box.numbers or not is_card(piece):
        return ()
    card = game.tabletop.box.cards[game.tabletop.box.numbers[piece]]
    uses = (action for action in game.legal_actions(state) if isinstance(action, Use) and action.use == card)
    # No advice says that an open card counts as another by a hidden general's skill.
    legal = [
        action
        for action in uses
        if not action.as_
        or any(
            card in cards
            for skill in skills_of(state, frame.seat)
            for cards, _ in skill.converts(state, frame.seat, action.as_, playing=True)
        )
    ]
    return legal or (Use(card, by=frame.seat),)
