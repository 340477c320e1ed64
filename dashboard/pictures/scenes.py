"""A recorded match as scenes: what stood on the table from a moment on, and what was told in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dashboard.pictures.board_picture import Caption, Picture, draw_board
from engine.bus.messages.match import Surface
from engine.core.verdict import VerdictKind
from engine.records.replaying import Shown
from engine.session.playing.table import Setting
from engine.session.serving.publishing import match_state_of


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture of the board, and since when it stands, in seconds since the match was opened."""

    at_s: float
    picture: Picture


def scenes(
    surface: Surface, setting: Setting[object, object], moments: Iterable[Shown], *, width_px: int
) -> Iterator[Scene]:
    """Yield a scene for each moment, as spectators could see it then."""
    foot, warns = "", False
    for shown in moments:
        state = match_state_of(setting, shown.table)
        if shown.verdicts:
            foot = shown.verdicts[-1].text
            warns = shown.verdicts[-1].kind is not VerdictKind.SETTLED
        elif state.last_actions and not warns:
            foot = state.last_actions[-1]
        caption = Caption(state.view.headline, foot, warns=warns)
        yield Scene(shown.at_s, draw_board(surface, state.view, caption, width_px=width_px))
