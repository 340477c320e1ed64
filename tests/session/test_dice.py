"""A die read in the tray is the die that the match waits for."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.game import Chooser, Game, Ruleset
from engine.core.glimpse import DeviceEvent
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.session.chance import with_chance
from engine.session.match import Opening, open_match, read_opening
from engine.session.reporting import report
from engine.session.search import Line
from engine.session.table import Setting, Table, setting_of, table_of

RULES = Ruleset(options={"generals": "draft"})
OPENING = Opening(
    "m", Seconds(0.0), "dozen_war", "mativen", "mativen-pieces", options=RULES.options, seed="7",
    observed=("die",),
)  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game[Any, Any]:
    return open_game("dozen_war", load_board("mativen"), RULES)


def sat_down(game: Game[Any, Any], opening: Opening = OPENING) -> tuple[Setting[Any, Any], Table[Any, Any]]:
    match, _ = open_match(game, opening)
    line = with_chance(game, match, Line((), (match.state,)))
    setting = setting_of(game, match.state, load_pieces("mativen-pieces"))
    return setting, table_of(setting, replace(match, state=line.state))


def thrown(value: str, at: float) -> DeviceEvent:
    return DeviceEvent("tray", Seconds(at), "dice", "die", value, mark=f"{at:.3f}")


def thrown_all(
    game: Game[Any, Any], *events: DeviceEvent
) -> tuple[Table[Any, Any], list[list[dict[str, Any]]]]:
    setting, table = sat_down(game)
    played = []
    for event in events:
        step = report(setting, table, event, event.taken_at)
        played += [list(entry.body["actions"]) for entry in step.entries]
        table = step.table
    return table, played


def test_a_die_that_is_thrown_by_hand_isnt_drawn(game: Game[Any, Any]) -> None:
    _, table = sat_down(game)
    assert game.decider(table.match.state).chooser is Chooser.CHANCE
    _, drawn = sat_down(game, replace(OPENING, observed=()))
    assert game.decider(drawn.match.state).chooser is Chooser.SEAT


def test_each_roll_is_the_next_players_die_and_the_highest_picks_first(game: Game[Any, Any]) -> None:
    values = ("2", "3", "6", "1")
    table, played = thrown_all(game, *(thrown(value, 10.0 + n) for n, value in enumerate(values)))
    assert played == [[{"die": int(value)}] for value in values]
    decision = game.decider(table.match.state)
    assert (decision.chooser, decision.seats) == (Chooser.SEAT, ("east",))


def test_a_roll_that_is_told_twice_counts_once(game: Game[Any, Any]) -> None:
    _, played = thrown_all(game, thrown("2", 10.0), thrown("2", 10.0), thrown("5", 12.0))
    assert played == [[{"die": 2}], [{"die": 5}]]


@pytest.mark.parametrize("value", ["2 5", "", "9", "many"])
def test_what_is_no_single_die_is_passed_over(game: Game[Any, Any], value: str) -> None:
    assert thrown_all(game, thrown(value, 10.0))[1] == []


def test_dice_thrown_for_nothing_are_passed_over(game: Game[Any, Any]) -> None:
    values = ("2", "3", "6", "1", "4")
    _, played = thrown_all(game, *(thrown(value, 10.0 + n) for n, value in enumerate(values)))
    assert len(played) == 4


def test_what_is_thrown_by_hand_survives_in_the_journal(game: Game[Any, Any]) -> None:
    _, entry = open_match(game, OPENING)
    assert read_opening(entry).observed == ("die",)
