"""A player who ends a turn sweeps the cards onto the discards: of several cards only the top shows then."""

from typing import Any

from engine.bus.messages.commands import Command, CommandKind
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Spot
from engine.core.observations import Look
from engine.games.registry import open_game, usual_board
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import Setting, Table, setting_of, table_of
from engine.session.playing.table_events import happen
from tests.session.seeing import look_at, shown

PLAYED = ("gold#1", "gold#2", "dagger#1")
SETUP = {"box": "whole", "players": {"p1": {"hand": ["gold", "gold", "dagger"]}, "p2": {}}}


def swept(*, leaves: str = "") -> Table[Any, Any]:
    """Return the table after a turn whose cards were swept away, all but one if it names one."""
    game = open_game("hero_realms", load_board(usual_board("hero_realms")), Ruleset())
    match, _ = open_match(game, MatchOpening("m", Seconds(0.0), "hero_realms", "", "", SETUP, seed="1"))
    setting: Setting[Any, Any] = setting_of(game, match.state, None)
    table: Table[Any, Any] = table_of(setting, match)
    spots = dict(shown(game.layout(match.state)))
    now = 0.0

    def took(what: Look | Command) -> None:
        nonlocal table
        table = happen(setting, table, what, now).table

    def rest() -> None:
        nonlocal now
        for _ in range(3):
            now += 0.5
            took(look_at(spots, now))

    def act(action: dict[str, Any]) -> None:
        took(Command(f"{now}", CommandKind.ACT, table.match.revision, seat=Seat("p1"), action=action))

    rest()
    for card in PLAYED:
        spots[PieceId(card)] = Spot(Cell("p1.play"), edge=False)
        act({"play": card})
        rest()
    act({"end_turn": True})
    rest()
    assert {put.piece for put in table.current.repair if table.current} == set(PLAYED)  # type: ignore[union-attr]
    spots = {piece: spot for piece, spot in spots.items() if piece not in PLAYED or piece == leaves}
    spots |= shown({p: s for p, s in game.layout(table.match.state).items() if s.cell == "p1.discard"})
    rest()
    return table


def test_cards_under_the_top_of_the_discards_arent_asked_for_once_their_place_is_bare() -> None:
    table = swept()
    assert table.current is None
    assert not table.match.leftovers


def test_a_card_that_still_lies_there_is_asked_for() -> None:
    table = swept(leaves="gold#1")
    assert table.current is not None
    assert [put.piece for put in table.current.repair] == ["gold#1"]
