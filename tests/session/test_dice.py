"""A die read in the tray is the die that the match waits for."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.device_events import DeviceEvent, parse_content
from engine.core.dice import Dice
from engine.core.game import Game, Ruleset
from engine.core.ids import Seat, Seconds
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.session.explaining.lines import ActionLine
from engine.session.matches.chance import with_chance
from engine.session.matches.journal_replay import read_opening
from engine.session.matches.match import open_match
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.reports import report
from engine.session.playing.table import Setting, Table, setting_of, table_of

RULES = Ruleset(options={"generals": "draft"})
OPENING = MatchOpening(
    "m", Seconds(0.0), "dozen_war", "mativen", "mativen-pieces", options=RULES.options, seed="7",
    dice=Dice.TRAY,
)  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game[Any, Any]:
    return open_game("dozen_war", load_board("mativen"), RULES)


def sat_down(
    game: Game[Any, Any], opening: MatchOpening = OPENING
) -> tuple[Setting[Any, Any], Table[Any, Any]]:
    match, _ = open_match(game, opening)
    line = with_chance(game, match, ActionLine((), (match.state,)))
    setting = setting_of(game, match.state, load_pieces("mativen-pieces"))
    return setting, table_of(setting, replace(match, state=line.state))


def thrown(value: str, at: float) -> DeviceEvent:
    return DeviceEvent("tray", Seconds(at), parse_content("dice", "die", value), mark=f"{at:.3f}")


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
    _, drawn = sat_down(game, replace(OPENING, dice=Dice.SEED))
    assert game.decider(drawn.match.state).chooser is Chooser.SEAT


def test_each_roll_is_the_next_players_die_and_the_highest_picks_first(game: Game[Any, Any]) -> None:
    values = ("2", "3", "6", "1")
    table, played = thrown_all(game, *(thrown(value, 10.0 + n) for n, value in enumerate(values)))
    assert played == [[{"die": int(value)}] for value in values]
    decision = game.decider(table.match.state)
    assert (decision.chooser, decision.seats) == (Chooser.SEAT, ("east",))


def test_a_roll_that_is_reported_twice_counts_once(game: Game[Any, Any]) -> None:
    _, played = thrown_all(game, thrown("2", 10.0), thrown("2", 10.0), thrown("5", 12.0))
    assert played == [[{"die": 2}], [{"die": 5}]]


@pytest.mark.parametrize("value", ["2 5", "", "9", "many"])
def test_a_roll_that_is_not_a_single_die_is_ignored(game: Game[Any, Any], value: str) -> None:
    assert thrown_all(game, thrown(value, 10.0))[1] == []


def test_dice_thrown_for_nothing_are_passed_over(game: Game[Any, Any]) -> None:
    values = ("2", "3", "6", "1", "4")
    _, played = thrown_all(game, *(thrown(value, 10.0 + n) for n, value in enumerate(values)))
    assert len(played) == 4


def test_the_choice_to_throw_by_hand_is_kept_in_the_journal(game: Game[Any, Any]) -> None:
    _, entry = open_match(game, OPENING)
    assert read_opening(entry).dice is Dice.TRAY


def say(
    setting: Setting[Any, Any], table: Table[Any, Any], value: int, seat: str | None
) -> tuple[Table[Any, Any], AnswerCode]:
    asked = Command(
        f"{seat} {table.match.revision}",
        CommandKind.ACT,
        table.match.revision,
        seat=None if seat is None else Seat(seat),
        action={"die": value},
    )
    step = command(setting, table, asked)
    return step.table, step.answers[0].code


@pytest.mark.parametrize("dice", [Dice.TRAY, Dice.TYPED])
def test_the_thrower_or_the_tables_page_says_how_the_die_fell(game: Game[Any, Any], dice: Dice) -> None:
    setting, table = sat_down(game, replace(OPENING, dice=dice))
    assert game.decider(table.match.state).seats == ("west",)
    table, code = say(setting, table, 4, "south")
    assert (code, table.match.revision) == (AnswerCode.ILLEGAL, 0)
    table, code = say(setting, table, 4, "west")
    assert (code, table.match.revision) == (AnswerCode.DONE, 1)
    table, code = say(setting, table, 6, None)
    assert (code, game.decider(table.match.state).seats) == (AnswerCode.DONE, ("east",))


def test_a_match_taken_up_gets_its_dice_as_the_table_has_them_today(
    game: Game[Any, Any], tmp_path: Path
) -> None:
    keeper = MatchKeeper(tmp_path, game)
    _, journal = keeper.open(OPENING, Seconds(1.0))
    journal.close()
    found = keeper.resume(replace(OPENING, dice=Dice.TYPED))
    assert found is not None
    found[1].close()
    assert found[0].opening.dice is Dice.TYPED


def test_a_journal_from_before_there_was_a_choice_is_read(game: Game[Any, Any]) -> None:
    _, entry = open_match(game, OPENING)
    body = {key: value for key, value in entry.body.items() if key != "dice"}
    assert read_opening(replace(entry, body=body)).dice is Dice.SEED
    assert read_opening(replace(entry, body={**body, "observed": ["die"]})).dice is Dice.TRAY
