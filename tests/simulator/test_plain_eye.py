"""The eye of a table that nobody films: it sees what a camera would, as the table lies."""

from types import MappingProxyType

import pytest

from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import LyingPiece, Pieces, all_boxed
from dashboard.simulator.plain_eye import EYE, PlainEye, look_of
from dashboard.simulator.stage import Stage
from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.core.observations import Backs, Look
from engine.core.pieces import load_pieces, pieces_beside
from engine.core.surfaces import ZoneKind
from engine.games.registry import open_game, usual_board

NOW = Seconds(5.0)


def opened(game_name: str) -> tuple[Pieces, dict[PieceId, Cell], Look]:
    """Return the opening on the table, the cells of its things, and the look at it."""
    name = usual_board(game_name)
    board, pieces = load_board(name), load_pieces(pieces_beside(name))
    game = open_game(game_name, board, Ruleset())
    layout = game.layout(game.initial(None))
    lying = set_table(layout, board.surface, pieces)
    look = look_of(lying, board.surface, pieces, sequence=1, at=NOW)
    return lying, {pieces.physical_id(piece): spot.cell for piece, spot in layout.items()}, look


@pytest.mark.parametrize("game", ["dozen_war", "hero_realms", "kingdom_square", "quoc_chien"])
def test_everything_that_shows_is_seen_in_its_cell(game: str) -> None:
    _, cells, look = opened(game)
    seen = {one.piece: one.cell for one in look.pieces.seen}
    assert seen or game == "quoc_chien"  # its table is empty until the generals are shown
    assert seen.items() <= cells.items()
    piled = {
        cell
        for zone in load_board(usual_board(game)).surface.zones
        for cell in zone.cells
        if zone.kind in (ZoneKind.PILE, ZoneKind.PRIVATE)
    }
    named_from_behind = {one.cell for one in look.pieces.backs or ()}
    assert {piece for piece, cell in cells.items() if cell not in piled | named_from_behind} <= seen.keys()


def test_of_a_pile_only_the_top_card_shows() -> None:
    name = usual_board("quoc_chien")
    board, pieces = load_board(name), load_pieces(pieces_beside(name))
    pile = next(zone.cells[0] for zone in board.surface.zones if zone.kind is ZoneKind.PILE)
    low, top = [one for one, piece in pieces.pieces.items() if piece.kind.is_card][:2]
    here = LyingPiece(board.surface.centre_mm(pile))
    table = dict(all_boxed(pieces))
    for piece in (low, top):
        del table[piece]
        table[piece] = here
    look = look_of(MappingProxyType(table), board.surface, pieces, sequence=1, at=NOW)
    assert [one.piece for one in look.pieces.seen] == [top]


def test_a_card_is_no_more_than_its_back_from_behind() -> None:
    name = usual_board("quoc_chien")
    board, pieces = load_board(name), load_pieces(pieces_beside(name))
    open_cell = next(
        zone.cells[0] for zone in board.surface.zones if zone.kind in (ZoneKind.SLOTS, ZoneKind.SPREAD)
    )
    card = next(one for one, piece in pieces.pieces.items() if piece.kind.is_card and piece.back is not None)
    back = pieces.pieces[card].back
    assert back is not None
    down = LyingPiece(board.surface.centre_mm(open_cell), Face.DOWN)
    look = look_of(
        MappingProxyType({**all_boxed(pieces), card: down}), board.surface, pieces, sequence=1, at=NOW
    )
    assert look.pieces.seen == ()
    assert look.pieces.backs == (Backs(open_cell, back.name, 1),)


class Heard:
    def __init__(self) -> None:
        self.looks: list[Look] = []

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        assert (channel_name, name) == ("look", EYE)
        assert isinstance(message, Look)
        self.looks.append(message)


def test_it_looks_when_the_table_differs_and_at_least_once_a_second() -> None:
    name = usual_board("dozen_war")
    board, pieces = load_board(name), load_pieces(pieces_beside(name))
    tables = [all_boxed(pieces), all_boxed(pieces)]
    heard, lies = Heard(), [0]
    eye = PlainEye(heard, lambda _: Stage(tables[lies[0]]), board.surface, pieces)
    for moment in (0.0, 0.1, 0.2):
        eye.look(Seconds(moment))
    assert [look.taken_at for look in heard.looks] == [0.0]
    lies[0] = 1
    eye.look(Seconds(0.3))
    eye.look(Seconds(0.9))
    eye.look(Seconds(1.2))
    assert [(look.sequence, look.taken_at) for look in heard.looks] == [(1, 0.0), (2, 0.3), (3, 1.2)]
