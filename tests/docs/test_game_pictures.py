"""Each game has its pictures, for the README and for choosing it: its table as our own drawing shows it.

`make pictures` draws them again.
"""

import os
import random
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
from engine.games.registry import OWN_GAMES, open_game, picture_of, usual_board
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of
from tests.conftest import TOP

WIDE_PX = 320
PLAYS = {"dozen_war": 0, "hero_realms": 14, "kingdom_square": 6, "quoc_chien": 0}


CHOICE_PX = (640, 360)
MOST_BYTES = 40_000
PART = {
    "dozen_war": ("duel", 30, (0.52, 0.58, 0.92)),
    "hero_realms": ("realms@4", 40, (0.45, 0.5, 0.8)),
    "kingdom_square": ("kingdom", 60, (0.43, 0.42, 0.7)),
    "quoc_chien": ("kingdoms@4", 120, (0.5, 0.53, 1.0)),
}
"""The board, the number of plays, and the part to show: its middle and its width, as shares of the whole."""


def readme_picture(game: str) -> Path:
    return TOP / "docs" / "pictures" / f"{game.replace('_', '-')}.png"


def drawn(
    name: str, board: str, plays: int, *, wide_px: int, chance: random.Random | None = None
) -> Image.Image:
    """Draw a game's table after its first plays, always the same ones: by chance, or each time the first."""
    game, pieces = open_game(name, load_board(board), Ruleset()), load_pieces(pieces_beside(board))
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), name, board, pieces_beside(board)))
    state: Any = match.state
    for _ in range(plays):
        legal = game.legal_actions(state)
        state = game.apply(state, chance.choice(list(legal)) if chance else next(iter(legal)))
    setting = setting_of(game, state, pieces)
    shown = match_state_of(setting, table_of(setting, replace(match, state=state)))
    sight = sight_of(load_board(board), pieces, setting, shown.view, names=names_of(shown))
    wide = draw_board(canvas_of(sight, width_px=2 * wide_px), shown.view, Caption("", warns=False))
    return wide.resize((wide_px, round(wide.height * wide_px / wide.width)), Image.Resampling.LANCZOS)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_the_readme_shows_each_game_as_it_is_drawn(game: str) -> None:
    made = drawn(game, usual_board(game), PLAYS[game], wide_px=WIDE_PX)
    if os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS") == "1":
        made.convert("RGB").quantize(256).save(readme_picture(game), optimize=True)
    assert f"docs/pictures/{readme_picture(game).name}" in (TOP / "README.md").read_text(encoding="utf-8")
    with Image.open(readme_picture(game)) as kept:
        assert kept.size == made.size


def to_choose_by(name: str) -> Image.Image:
    """Draw a part of a game's table, as wide as a television's picture."""
    board, plays, (x, y, part) = PART[name]
    (width, height) = CHOICE_PX
    whole = drawn(name, board, plays, wide_px=round(width / part), chance=random.Random(2))  # noqa: S311 # a picture guards nothing
    left = round(min(max(0.0, x * whole.width - width / 2), whole.width - width))
    top = round(min(max(0.0, y * whole.height - height / 2), whole.height - height))
    return whole.crop((left, top, left + width, top + height))


@pytest.mark.parametrize("game", OWN_GAMES)
def test_each_game_has_a_small_picture_to_choose_it_by(game: str) -> None:
    if os.environ.get("BOARDWARDEN_REWRITE_TRANSCRIPTS") == "1":
        to_choose_by(game).convert("RGB").save(TOP / "engine" / "games" / game / "picture.webp", quality=80)
    kept = picture_of(game)
    assert kept is not None
    with Image.open(kept) as shown:
        assert (shown.format, shown.size) == ("WEBP", CHOICE_PX)
    assert kept.stat().st_size < MOST_BYTES
