"""Makes the pages of each thing that can be printed, for a paper."""

from dashboard.printing.aid_sheet import aid_items
from dashboard.printing.board_sheet import board_box, board_drawing, whole_parts
from dashboard.printing.cards import card_items
from dashboard.printing.depicted import Depiction
from dashboard.printing.duplex import duplex_pages
from dashboard.printing.flow import pages_of
from dashboard.printing.order import Flip
from dashboard.printing.page_drawing import DrawingLayer, PageDrawing, PaperSheet, Rectangle
from dashboard.printing.paper import Paper, cut_marks, rulers, sheet_for, tile_pages, tiling
from dashboard.printing.piece_labels import piece_items
from dashboard.printing.target_sheet import target_item
from dashboard.printing.tray_sheet import tray_item
from engine.core.board import Board, without_seats
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.pieces import PieceSet
from engine.games.registry import open_aid, open_game, open_look

Pages = tuple[PaperSheet, ...]


def board_pages(board: Board, pieces: PieceSet, paper: Paper | None, shown: Depiction) -> Pages:
    """Return a board's pages: tiles of the paper; without a paper, one sheet.

    Raises:
        InputFault: the pieces belong to another board, a tag can't be printed at its place, or the paper is
            too small for a whole tag.
    """
    if pieces.board != without_seats(board.name):
        raise InputFault(
            f"the pieces are made for the board '{pieces.board}', not for '{board.name}'; name the pieces of "
            "this board with --pieces"
        )
    drawing, title = board_drawing(board, pieces, shown), f"Boardwarden: board {board.name}"
    if paper is None:
        return (_one_sheet(drawing, board_box(board), title=title),)
    cut = tiling(board_box(board), whole_parts(board, pieces), paper)
    return tile_pages(drawing, cut, title=title)


def piece_pages(pieces: PieceSet, paper: Paper | None, shown: Depiction) -> Pages:
    """Return the pages with the labels of all pieces of a set, without cards."""
    return pages_of(piece_items(pieces, shown), paper, title=f"Boardwarden: pieces of {pieces.board}")


def card_pages(
    shown: Depiction,
    pieces: PieceSet | None,
    paper: Paper | None,
    *,
    name: str,
    flip: Flip = "long",
    every_copy: bool = False,
) -> Pages:
    """Return the pages with a game's cards, faces and backs in turn; the choice is that of `card_items`."""
    cards = card_items(shown, pieces, every_copy=every_copy)
    return duplex_pages(cards, paper, title=f"Boardwarden: cards {name}", flip=flip)


def calibration_pages(paper: Paper | None) -> Pages:
    """Return the calibration sheet's page, in landscape if it's too wide for the upright paper."""
    item = target_item()
    if paper is not None and item.width_mm > paper.usable.width:
        paper = paper.lying
    return pages_of([item], paper, title="Boardwarden: calibration sheet, keep it flat")


def aid_pages(game: str, board: Board, paper: Paper | None, *, language: str) -> Pages:
    """Return the pages with a player aid for each seat of a board.

    Raises:
        InputFault: there is no such game, it has no aid, or can't be played on the board.
    """
    opened = open_game(game, board, Ruleset())
    seats = opened.view(opened.initial(None), None).seats
    items = aid_items(open_aid(game, board.name), open_look(game), language, copies=len(seats))
    return pages_of(items, paper, title=f"Boardwarden: player aids {game.replace('_', '-')}")


def tray_pages(board: Board, paper: Paper | None) -> Pages:
    """Return the page with a board's dice tray.

    Raises:
        InputFault: the board's file has no tray.
    """
    return pages_of([tray_item(board)], paper, title=f"Boardwarden: dice tray of {board.name}")


def _one_sheet(drawing: PageDrawing, box: Rectangle, *, title: str) -> PaperSheet:
    sheet = sheet_for(box.width, box.height)
    usable = sheet.usable
    trim = Rectangle(usable.left, usable.bottom, usable.left + box.width, usable.bottom + box.height)
    shown = drawing.moved(trim.left - box.left, trim.bottom - box.bottom)
    margins = rulers(sheet, title=title, page="1  (1/1)")
    return PaperSheet(
        sheet.width_mm,
        sheet.height_mm,
        (DrawingLayer(shown, trim), DrawingLayer(cut_marks(trim) + margins)),
        "1",
    )
