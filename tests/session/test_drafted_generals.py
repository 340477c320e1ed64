"""A general's tag says which general it is, but not whose. The draft decides that during the match."""

from typing import Any

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.commands import command
from engine.session.playing.reports import see
from engine.session.playing.table import Table, setting_of, table_of
from tests.session.seeing import look_at


def test_a_general_picked_during_the_match_is_recognised_when_it_is_put_up() -> None:
    game = open_game("dozen_war", load_board("duel"), Ruleset(options={"equipment": "off"}))
    setup = {"phase": "drafting", "first": "north"}
    match, _ = open_match(
        game, MatchOpening("m", Seconds(0.0), "dozen_war", "duel", "duel-pieces", setup=setup)
    )
    setting = setting_of(game, match.state, load_pieces("duel-pieces"))
    table: Table[Any, Any] = table_of(setting, match)
    for name in ("raen", "est"):
        pick = Command(name, CommandKind.ACT, table.match.revision, action={"draft": name})
        table = command(setting, table, pick).table
    seen = {PieceId("gen.raen"): Spot(Cell("c1"), edge=False)}
    for at, steady in ((0.5, False), (1.0, True), (1.5, True)):
        table = see(setting, table, look_at(seen, at, steady=steady, blind=())).table
    assert table.match.last_actions == ("s.gen.raen is placed on c1",)
    assert table.current is None or not table.current.violations
