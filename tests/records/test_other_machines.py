"""A record is read where the code lies elsewhere: it names no path of the machine that it was made on."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core.ids import Seconds
from engine.core.pieces import pieces_beside
from engine.core.terms import Terms
from engine.games.registry import usual_board
from engine.records.recorded import open_recorded
from engine.session.matches.journal import journals, read_journal
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import make_match_parts

CARD_GAMES = ("hero_realms", "kingdom_square", "quoc_chien")
GAMES = Path(engine.__file__).parent / "games"
ELSEWHERE = "/home/lan/boardwarden/engine/games"
NOTHING = MatchOpening("", Seconds(0.0), "", "", "", table="t", seed="5")


def texts(document: Any) -> Iterator[str]:
    match document:
        case dict():
            for key, value in document.items():
                yield from (str(key), *texts(value))
        case list():
            for value in document:
                yield from texts(value)
        case str():
            yield document


def recorded(folder: Path, terms: Terms) -> Path:
    """Open a match as the engine does; return its journal."""
    parts = make_match_parts(terms, None, folder=folder)
    _, journal = parts.keeper.open(NOTHING.on_terms(parts.terms), Seconds(0.0))
    journal.close()
    return journals(folder)[0]


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_card_games_journal_names_no_path_of_its_machine(game: str, tmp_path: Path) -> None:
    board = usual_board(game)
    by_path = str(GAMES / game / "boards" / f"{board}.yaml")
    for folder, asked in (("by name", board), ("by path", by_path)):
        path = recorded(tmp_path / folder, Terms(game, asked, pieces_beside(asked)))
        said = list(texts([entry.body for entry in read_journal(path).entries]))
        assert board in said
        assert [one for one in said if "/" in one and str(GAMES.parent) in one] == []


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_journal_of_before_is_read_on_another_machine(game: str, tmp_path: Path) -> None:
    board = usual_board(game)
    there = f"{ELSEWHERE}/{game}/boards/{board}.yaml"
    parts = make_match_parts(Terms(game, board, pieces_beside(board)), None, folder=tmp_path)
    now = replace(NOTHING.on_terms(parts.terms), instead=None)
    old = replace(now, board=there, pieces=pieces_beside(there))
    _, journal = parts.keeper.open(old, Seconds(0.0))
    journal.close()
    found = open_recorded(journals(tmp_path)[0])
    assert (found.opening.board, found.opening.pieces) == (board, pieces_beside(board))
    assert parts.keeper.resume(now) is not None, "a table that broke off before goes on with it"
