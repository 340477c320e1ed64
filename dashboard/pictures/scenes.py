"""A recorded match as scenes: what stood on the table from a moment on, and what was told in it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dashboard.pictures.board_picture import Caption, Picture, Sight, canvas_of, draw_board
from dashboard.web.telling.names import Names
from dashboard.web.words.speaking import said
from engine.core.board import Board
from engine.core.depiction import Depicted
from engine.core.phrase import ENGLISH, SILENCE
from engine.core.pieces import PieceSet
from engine.core.verdict import VerdictKind
from engine.core.views import View
from engine.games.registry import open_look
from engine.records.replaying import Shown
from engine.session.playing.table import Setting
from engine.session.serving.publishing import match_state_of

_TOLD = (VerdictKind.SETTLED, VerdictKind.ILLEGAL, VerdictKind.AMBIGUOUS)
"""What stands under a picture: of what isn't finished yet, or of a camera's troubles, it says nothing."""

_ID = re.compile(r"\b[a-z]\w*(?:\.[a-z0-9-]+)+\b")


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of the board, and since when it stands, in seconds since the match was opened."""

    at_s: float
    picture: Picture


def sight_of(board: Board, pieces: PieceSet, setting: Setting[object, object]) -> Sight:
    """Return what pictures of a match are drawn with."""
    game = setting.game
    faces = game.piece_faces(tuple(pieces.pieces)) if isinstance(game, Depicted) else ()
    return Sight(board, open_look(game.name), {one.piece: one for one in faces})


def scenes(
    sight: Sight,
    setting: Setting[object, object],
    moments: Iterable[Shown],
    *,
    width_px: int,
    names: Names = (),
) -> Iterator[Scene]:
    """Yield a scene for each moment, as spectators could see it then; `names`: what players are called."""
    canvas = canvas_of(sight, width_px=width_px)
    foot, warns = SILENCE, False
    for shown in moments:
        state = match_state_of(setting, shown.table)
        told = [one for one in shown.verdicts if one.kind in _TOLD and one.text]
        if told:
            foot, warns = told[-1].text, told[-1].kind is not VerdictKind.SETTLED
        elif state.last_actions and not warns:
            foot = state.last_actions[-1]
        labels = _labels(sight, state.view, names)
        head, below = (named(said(one, ENGLISH, names), labels) for one in (state.view.headline, foot))
        caption = Caption(head, below, warns=warns)
        yield Scene(shown.at_s, draw_board(canvas, state.view, caption))


def named(text: str, names: Mapping[str, str]) -> str:
    """Return a text for people: ids of pieces become their names.

    >>> named("s.gen.kazu moves to d5", {"s.gen.kazu": "South general Kazu"})
    'South general Kazu moves to d5'
    """
    return _ID.sub(lambda found: names.get(found.group(), found.group()), text)


def _labels(sight: Sight, view: View, names: Names) -> dict[str, str]:
    physical = {str(piece): str(face.label) for piece, face in sight.faces.items()}
    absent = {str(one.piece): said(one.label, ENGLISH, names) for one in view.absent if one.label}
    present = {str(one.piece): said(one.label, ENGLISH, names) for one in view.pieces if one.label}
    return physical | absent | present
