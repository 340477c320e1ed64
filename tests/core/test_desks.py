"""The six desks of a game: a game answers all that has no answer by itself, and nobody asks for its kind."""

import ast
import inspect
from pathlib import Path
from random import Random
from typing import Any

import pytest

import engine
from engine.bots.bot import RandomBot
from engine.bots.search import SearchBot
from engine.core.board import load_board
from engine.core.desks.advice import AdviceDesk
from engine.core.desks.files import FilesDesk
from engine.core.desks.rules import RulesDesk
from engine.core.desks.secrets import SecretsDesk
from engine.core.desks.table import TableDesk
from engine.core.desks.words import WordsDesk
from engine.core.game import Game, Ruleset, as_listed, come_to_the_same, own_actions, written_by
from engine.core.ids import Cell, PieceId, Seat
from engine.games.registry import GAMES, open_game, usual_board
from tests.session.row_game import RowGame

DESKS: tuple[type[Any], ...] = (RulesDesk, TableDesk, SecretsDesk, AdviceDesk, WordsDesk, FilesDesk)
ROOT = Path(engine.__file__).parents[1]
SOURCES = [path for room in ("engine", "dashboard") for path in (ROOT / room).rglob("*.py")]
PLAIN = RowGame()
WEST = Seat("a")


def _owed(desk: type[Any]) -> list[str]:
    """Return the methods of a desk that have no body: only a game can answer them."""
    (made,) = ast.parse(inspect.getsource(desk)).body
    return [one.name for one in ast.walk(made) if isinstance(one, ast.FunctionDef) and len(one.body) == 1]


def _asks_for_a_kind(source: str) -> list[str]:
    """Return the places where a source asks for a game's class."""
    return [
        ast.unparse(one)
        for one in ast.walk(ast.parse(source))
        if isinstance(one, ast.Call)
        and isinstance(one.func, ast.Name)
        and one.func.id in ("isinstance", "issubclass", "hasattr")
        and ast.unparse(one.args[0]).rpartition(".")[2].lstrip("_") == "game"
    ]


def test_nobody_asks_of_which_kind_a_game_is() -> None:
    assert {path.name: asks for path in SOURCES if (asks := _asks_for_a_kind(path.read_text("utf-8")))} == {}


def test_a_question_for_the_kind_would_be_found() -> None:
    asks = ["isinstance(case._game, Veiled)", "hasattr(game, 'twins')"]
    assert _asks_for_a_kind(" or ".join([*asks, "isinstance(state, Told)"])) == asks


@pytest.mark.parametrize("name", GAMES)
def test_a_game_answers_every_question_that_has_no_answer_by_itself(name: str) -> None:
    game = type(open_game(name, load_board(usual_board(name)), Ruleset()))
    assert Game in game.__mro__
    missing = [
        method
        for desk in DESKS
        for method in _owed(desk)
        if inspect.getattr_static(game, method) is inspect.getattr_static(desk, method)
    ]
    assert missing == []


def test_the_questions_without_an_answer_are_found() -> None:
    assert {"decider", "apply"} <= set(_owed(RulesDesk))
    assert not {"actor", "twins"} & {name for desk in DESKS for name in _owed(desk)}
    assert "name" in set(_owed(FilesDesk))


def test_a_game_that_says_no_more_has_no_secrets_and_no_heaps() -> None:
    state = PLAIN.initial(None)
    man = PLAIN.pieces(state)[0]
    flags = PLAIN.names_actors, PLAIN.lays_face_down, PLAIN.throws_dice, PLAIN.has_secrets, PLAIN.has_decks
    assert not any(flags)
    assert (PLAIN.heaps(state), PLAIN.trays(), PLAIN.things(), PLAIN.correctable()) == ((), {}, (), ())
    assert (PLAIN.uses(state, WEST), PLAIN.held(state)) == ((), ())
    assert (PLAIN.declined(state, WEST), PLAIN.without(state, WEST)) == (None, None)
    assert PLAIN.apart(Cell("c1"), Cell("c9")) == 0
    assert not any((PLAIN.faces().cards, PLAIN.printed_cards(), PLAIN.piece_faces((PieceId(man),))))
    assert (PLAIN.readings(), PLAIN.packs(), PLAIN.openings(), PLAIN.deck_parts()) == ((), ("house",), {}, ())


def test_the_actions_of_a_plain_game_are_the_only_seats_that_decides() -> None:
    state = PLAIN.initial(None)
    step = PLAIN.legal_actions(state)[0]
    assert PLAIN.actor(state, step) == WEST
    assert (
        own_actions(PLAIN, state, WEST)
        == PLAIN.actions_about(state, frozenset())
        == PLAIN.legal_actions(state)
    )
    assert as_listed(PLAIN, state, step) == step
    assert written_by(PLAIN, PLAIN.format_action(step), WEST) == PLAIN.shown_action(state, step, None)
    assert come_to_the_same(PLAIN, state, state)
    assert not come_to_the_same(PLAIN, state, PLAIN.apply(state, step))


def test_a_plain_game_knows_only_its_result_and_bots_play_it_all_the_same() -> None:
    state = PLAIN.initial(None)
    assert PLAIN.standing(state, WEST) == 0.0
    chance = Random(1)  # noqa: S311  # no secret
    for bot in (RandomBot(), SearchBot(nodes=4, rollout=3)):
        assert bot.choose(PLAIN, state, WEST, chance) in PLAIN.legal_actions(state)
