"""A bot's suggestion for a player who learns: a legal play with a reason, from what the seat may know."""

from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Game, Ruleset
from engine.core.ids import Seat, Seconds
from engine.games.registry import open_game, usual_board
from engine.session.matches.match import Match, open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.suggestions import suggested
from engine.session.playing.table import setting_of, table_of
from engine.session.playing.table_events import happen

WEST, NORTH = Seat("west"), Seat("north")
SETUP: dict[str, Any] = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {
        "w.cav.1": {"at": "d7"},
        "w.gen.mask": {"at": "c4"},
        "n.cav.1": {"at": "e7"},
        "n.gen.kazu": {"at": "e9"},
    },
}


@pytest.fixture(scope="module")
def game() -> Game[Any, Any]:
    return open_game("dozen_war", load_board("mativen"), Ruleset())


def match_of(game: Game[Any, Any], setup: dict[str, Any]) -> Match[Any]:
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), game.name, "", "none", setup=setup))
    return match


def ask(game: Game[Any, Any], match: Match[Any], seat: Seat | None) -> Any:
    setting = setting_of(game, match.state, None)
    command: Any = Command("s", CommandKind.SUGGEST, match.revision, seat)
    return happen(setting, table_of(setting, match), command, 0.0)


def test_a_blow_that_kills_is_suggested_with_its_result(game: Game[Any, Any]) -> None:
    step = ask(game, match_of(game, SETUP), WEST)
    (answer,) = step.answers
    assert (answer.code, answer.seat) == (AnswerCode.DONE, WEST)
    assert str(answer.text) == "Try this: w.cav.1 attacks n.cav.1. The result: n.cav.1 is killed."
    assert step.entries == ()


def test_the_same_position_gives_the_same_suggestion_whatever_others_hold(game: Game[Any, Any]) -> None:
    worlds = [
        match_of(game, {**SETUP, "hands": {"west": ["dai-dao"], "north": [card]}})
        for card in ("khien-go", "luoi-sat")
    ]
    assert game.view(worlds[0].state, WEST) == game.view(worlds[1].state, WEST)
    one, other = (suggested(game, match, WEST) for match in worlds)
    assert one == other == suggested(game, worlds[0], WEST)


@pytest.mark.parametrize("seat", [NORTH, None])
def test_no_seat_gets_a_suggestion_in_another_seats_turn(game: Game[Any, Any], seat: Seat | None) -> None:
    (answer,) = ask(game, match_of(game, SETUP), seat).answers
    assert answer.code is AnswerCode.NOT_NOW


@pytest.mark.parametrize("name", ["hero_realms", "quoc_chien", "kingdom_square"])
def test_every_game_has_a_suggestion_for_the_seat_that_has_to_choose(name: str) -> None:
    game: Game[Any, Any] = open_game(name, load_board(usual_board(name)), Ruleset())
    setups: dict[str, dict[str, Any]] = {
        "hero_realms": {"players": {"p1": {"hand": ["gold", "dagger"]}, "p2": {}}, "turn": "p1"},
        "quoc_chien": {
            "players": {"s1": {"health": 3, "hand": ["sha.S7"]}, "s2": {}},
            "turn": "s1",
            "phase": "play",
        },
        "kingdom_square": {
            "heroes": {"first": "no.13", "second": "no.125"},
            "units": {"f.hero": {"at": "d1"}, "s.hero": {"at": "d7"}},
            "turn": "first",
            "phase": "main",
        },
    }
    match = match_of(game, setups[name])
    (seat, *_) = game.decider(match.state).seats
    assert str(suggested(game, match, seat)).startswith("Try this: ")
