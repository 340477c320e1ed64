"""Each game of the README has its picture: the table as our own drawing shows it after some plays.

`make pictures` draws them again.
"""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from dashboard.pictures.board_picture import canvas_of, draw_board
from dashboard.pictures.captions import Caption
from dashboard.pictures.scenes import sight_of
from dashboard.web.telling.names import names_of
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces, pieces_beside
from engine.games.registry import OWN_GAMES, open_game, usual_board
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of
from tests.conftest import TOP

WIDE_PX = 320
PLAYS = {"dozen_war": 0, "hero_realms": 14, "kingdom_square": 6, "quoc_chien": 0}


def picture_of(game: str) -> Path:
    return TOP / "docs" / "pictures" / f"{game.replace('_', '-')}.png"


def drawn(name: str) -> Image.Image:
    """Draw a game's usual table after its first plays, always the same ones."""
    board = usual_board(name)
    game, pieces = open_game(name, load_board(board), Ruleset()), load_pieces(pieces_beside(board))
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), name, board, pieces_beside(board)))
    state: Any = match.state
    for _ in range(PLAYS[name]):
        state = game.apply(state, next(iter(game.legal_actions(state))))
    setting = setting_of(game, state, pieces)
    shown = match_state_of(setting, table_of(setting, replace(match, state=state)))
    sight = sight_of(load_board(board), pieces, setting, shown.view, names=names_of(shown))
    wide = draw_board(canvas_of(sight, width_px=2 * WIDE_PX), shown.view, Caption("", warns=False))
    return wide.resize((WIDE_PX, round(wide.height * WIDE_PX / wide.width)), Image.Resampling.LANCZOS)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_the_readme_shows_each_game_as_it_is_drawn(game: str) -> None:
    made = drawn(game)
    if os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS") == "1":
        made.convert("RGB").quantize(256).save(picture_of(game), optimize=True)
    assert f"docs/pictures/{picture_of(game).name}" in (TOP / "README.md").read_text(encoding="utf-8")
    with Image.open(picture_of(game)) as kept:
        assert kept.size == made.size
