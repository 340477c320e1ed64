"""Bots at a table: they play like a tablet, when it's their turn and the table is right."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bots.bot import RandomBot
from engine.bots.greedy import GreedyBot
from engine.bots.registry import parse_seating
from engine.bots.search import SearchBot
from engine.bus.client import BusEvent
from engine.bus.messages.commands import AnswerCode, Command
from engine.bus.messages.match import MatchState
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seat, Seconds
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.session.matches.match import open_match
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.table import Setting, Table, setting_of, table_of
from engine.session.serving.bot_host import PAUSE_S, BotHost
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import EngineService

SEATS = (Seat("west"), Seat("east"))
SETUP: dict[str, Any] = {
    "seats": ["west", "east"],
    "turn": "west",
    "round": 2,
    "pieces": {"w.cav.1": {"at": "e6"}, "e.inf.1": {"at": "h6"}, "e.cav.1": {"at": "k9"}},
}


def _table() -> tuple[Setting[Any, Any], Table[Any, Any]]:
    game = open_game("dozen_war", load_board("mativen"), Ruleset())
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), "dozen_war", "mativen", "none", setup=SETUP))
    setting = setting_of(game, match.state, None)
    return setting, table_of(setting, match)


def _due(host: BotHost[Any, Any], setting: Setting[Any, Any], table: Table[Any, Any]) -> Command:
    assert host.due(setting, table, 100.0) is None
    asked = host.due(setting, table, 100.0 + PAUSE_S)
    assert asked is not None
    return asked


def test_a_bot_plays_a_legal_action_once_people_had_time_to_look() -> None:
    setting, table = _table()
    asked = _due(BotHost({SEATS[0]: GreedyBot()}), setting, table)
    step = command(setting, table, asked)
    assert [answer.code for answer in step.answers] == [AnswerCode.DONE]
    assert step.table.match.revision == table.match.revision + 1


def test_a_bot_never_plays_for_others() -> None:
    setting, table = _table()
    host: BotHost[Any, Any] = BotHost({SEATS[1]: GreedyBot()})
    assert [host.due(setting, table, now) for now in (0.0, 100.0, 200.0)] == [None, None, None]


def test_a_bot_waits_until_the_pieces_are_put_and_then_gives_time_to_look_again() -> None:
    setting, table = _table()
    host: BotHost[Any, Any] = BotHost({SEATS[0]: GreedyBot()})
    pending = replace(table, match=replace(table.match, leftovers={PieceId("w.cav.1"): None}))
    assert host.due(setting, table, 0.0) is None
    assert host.due(setting, pending, 50.0) is None
    assert host.due(setting, table, 100.0) is None
    assert host.due(setting, table, 100.0 + PAUSE_S) is not None


def test_an_engine_that_comes_back_lets_its_bots_choose_the_same() -> None:
    setting, table = _table()
    first, again = (_due(BotHost({SEATS[0]: GreedyBot()}), *_table()) for _ in range(2))
    assert first == again
    # The same command twice does no harm.
    step = command(setting, table, first)
    assert command(setting, step.table, first).table.match.revision == step.table.match.revision


def test_a_seating_names_seats_and_perhaps_their_bots() -> None:
    west, east = SEATS
    assert parse_seating("", SEATS) == {}
    for too_slow in ("search:999999999", "search:4001", "search:100:60"):
        with pytest.raises(InputFault, match="thinks longer than a table waits"):
            parse_seating(f"all={too_slow}", SEATS)
    assert parse_seating("east", SEATS) == {east: GreedyBot()}
    assert parse_seating("west,east=search:9", SEATS) == {west: GreedyBot(), east: SearchBot(9)}
    assert parse_seating("1", SEATS) == {east: GreedyBot()}
    assert parse_seating("2=random", SEATS) == {west: RandomBot(), east: RandomBot()}
    assert parse_seating("all=search:9", SEATS) == {west: SearchBot(9), east: SearchBot(9)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("north", "seat 'north' isn't at this table; expected all, a number, or of west, east"),
        ("west,west", "seat 'west' stands twice"),
        ("all,west", "seat 'west' stands twice"),
        ("3", "seat '3' isn't at this table"),
        ("west=clever", "no bot 'clever'"),
    ],
)
def test_a_seating_that_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(InputFault, match=said):
        parse_seating(text, SEATS)


class _Bus:
    """A bus where nothing happens; messages to it are kept."""

    def __init__(self) -> None:
        self.said: list[object] = []

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        del channel_name, name
        self.said.append(message)

    def receive(self, timeout: float | None) -> BusEvent | None:
        del timeout
        return None


def test_an_engine_with_a_bot_plays_for_it_and_tells_everybody(tmp_path: Path) -> None:
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    game = open_game("dozen_war", board, Ruleset())
    opening = MatchOpening("", Seconds(0.0), "dozen_war", "mativen", "mativen-pieces", setup=SETUP)
    host: BotHost[Any, Any] = BotHost({SEATS[0]: GreedyBot()})
    bus, clock = _Bus(), iter(range(100))
    engine = EngineService(
        bus,
        parts=MatchParts(opening.terms, board, pieces, game, MatchKeeper(tmp_path, game), host),
        opening=opening,
        monotonic=lambda: float(next(clock)),
    )
    for _ in range(6):
        engine.take(None)
    engine.close()
    sent = [message for message in bus.said if isinstance(message, MatchState)]
    assert [one.revision for one in sent][:1] == [1]
    assert sent[0].last_actions
