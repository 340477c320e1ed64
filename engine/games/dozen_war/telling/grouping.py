"""The groups of matches in reports: the generals of each team, cards played and skills used."""

from collections.abc import Mapping, Sequence

from engine.core.ids import Seat
from engine.core.views import View
from engine.games.dozen_war.actions.actions import Action
from engine.games.dozen_war.actions.uses import Play, Skill

TITLES = {"general": "By general in the team", "card": "By card played and skill used"}


def groups(
    played: Sequence[tuple[Seat | None, Action]], view: View
) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
    """Return each seat's generals in the final position, and the cards and skills that it used."""
    generals: dict[Seat, list[str]] = {}
    for piece in view.pieces:
        if piece.kind == "general" and piece.seat is not None:
            generals.setdefault(piece.seat, []).append(_slug(piece.piece))
    used: dict[Seat, set[str]] = {}
    for by, action in played:
        if by is not None and isinstance(action, Play | Skill):
            used.setdefault(by, set()).add(_name(action))
    return {"general": generals, "card": {seat: sorted(names) for seat, names in used.items()}}


def _name(action: Play | Skill) -> str:
    return _slug(action.card) if isinstance(action, Play) else f"{_slug(action.piece)} {action.number}"


def _slug(piece: str) -> str:
    return piece.rsplit(".", 1)[-1]
