"""Finds the pages and the file's name for a print, by the name of the thing to print."""

from dataclasses import replace

from dashboard.printing.assembly import Steps, gluing_page
from dashboard.printing.depicted import depiction_of
from dashboard.printing.order import PrintOrder
from dashboard.printing.paper import PAPERS
from dashboard.printing.pdf import pdf_of
from dashboard.printing.svg import svg_of
from dashboard.printing.things import (
    Pages,
    aid_pages,
    board_pages,
    calibration_pages,
    card_pages,
    piece_pages,
    tray_pages,
)
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.pieces import PieceSet, load_pieces

THINGS = ("board", "pieces", "cards", "aids", "tray", "calibration")
"""The things that can be printed."""

SHEET = "sheet"
"""The paper's name for one sheet that is as large as needed."""


def printable(what: str, order: PrintOrder) -> tuple[str, Pages]:
    """Return the beginning of the file's name, and the pages.

    `what` is one of `THINGS`.

    Raises:
        InputFault: there is no such thing or paper, the board, piece set or pack is unusable, or a part
            doesn't fit the paper.
    """
    if order.paper != SHEET and order.paper not in PAPERS:
        raise InputFault(f"no paper '{order.paper}'; expected one of {', '.join(PAPERS)}, {SHEET}")
    on = PAPERS.get(order.paper)
    if what == "calibration":
        return "calibration", calibration_pages(on)
    if what not in THINGS:
        raise InputFault(f"can't print '{what}'; expected {', '.join(THINGS[:-1])} or {THINGS[-1]}")
    board = load_board(order.board)
    if what == "aids":
        name = f"{order.game}-aids".replace("_", "-")
        return name, aid_pages(order.game, board, on, language=order.language)
    if what == "tray":
        return f"{board.name}-tray", tray_pages(board, on)
    of = load_pieces(order.pieces)
    shown = depiction_of(order.game, board, of, content=order.content, language=order.language)
    if what == "pieces":
        of = _only(of, order.labels)
        return f"{of.board}-pieces", piece_pages(of, on, shown)
    if what == "board":
        return f"{board.name}-board", board_pages(board, of, on, shown)
    if order.only:
        wanted = dict(order.only)
        cards = (replace(one, copies=wanted.get(one.face.card, 0)) for one in shown.cards)
        shown = replace(shown, cards=tuple(one for one in cards if one.copies))
    name = f"{order.game}-{order.content}".replace("_", "-")
    every = bool(order.only)
    return f"{name}-cards", card_pages(shown, of, on, name=name, flip=order.flip, every_copy=every)


def _only(of: PieceSet, names: tuple[str, ...]) -> PieceSet:
    unknown = [name for name in names if name not in of.pieces]
    if unknown:
        known = ", ".join([*of.pieces][:3])
        raise InputFault(f"no piece '{unknown[0][:40]}'; expected pieces of this set, such as {known}")
    if not names:
        return of
    return replace(of, pieces={name: piece for name, piece in of.pieces.items() if name in names})


def gluing(order: PrintOrder, steps: Steps) -> str:
    """Return the SVG that explains how a print is cut, glued and folded; faults are those of `printable`."""
    if order.paper != SHEET and order.paper not in PAPERS:
        raise InputFault(f"no paper '{order.paper}'; expected one of {', '.join(PAPERS)}, {SHEET}")
    board, of = load_board(order.board), load_pieces(order.pieces)
    shown = depiction_of(order.game, board, of, content=order.content, language=order.language)
    page = gluing_page(board, of, PAPERS.get(order.paper), shown, steps)
    return svg_of(page, title=f"Boardwarden: {board.name}")


def printed(what: str, order: PrintOrder) -> tuple[str, bytes]:
    """Return the name and the content of a PDF; arguments and faults are those of `printable`."""
    name, pages = printable(what, order)
    return f"{name}-{order.paper}.pdf", pdf_of(pages, title=f"Boardwarden {name}")
