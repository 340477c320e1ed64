"""What can be printed, by name: which pages that are, and what their file is called."""

from dashboard.printing.paper import PAPERS
from dashboard.printing.pdf import pdf_of
from dashboard.printing.things import (
    Pages,
    board_pages,
    calibration_pages,
    card_pages,
    piece_pages,
    tray_pages,
)
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.pieces import load_pieces
from engine.games.dozen_war.content.pack import load_pack

SHEET = "sheet"
"""The word for one sheet as large as it takes, instead of a paper."""


def printable(what: str, *, board: str, pieces: str, content: str, paper: str) -> tuple[str, Pages]:
    """Return a thing's name and its pages. `board`, `pieces` and `content` are names or paths.

    Raises:
        InputFault: no such thing or paper, an unusable board, piece set or pack, or it doesn't fit the paper.
    """
    if paper != SHEET and paper not in PAPERS:
        raise InputFault(f"no paper '{paper}'; expected one of {', '.join(PAPERS)}, {SHEET}")
    on = PAPERS.get(paper)
    match what:
        case "calibration":
            return "calibration", calibration_pages(on)
        case "cards":
            pack = load_pack(content)
            return f"{pack.name}-cards", card_pages(pack, on)
        case "tray":
            found = load_board(board)
            return f"{found.name}-tray", tray_pages(found, on)
        case "pieces":
            of = load_pieces(pieces)
            return f"{of.board}-pieces", piece_pages(of, on)
        case "board":
            found, of = load_board(board), load_pieces(pieces)
            return f"{found.name}-board", board_pages(found, of, on)
        case _:
            raise InputFault(f"can't print '{what}'; expected board, pieces, cards, tray or calibration")


def printed(what: str, *, board: str, pieces: str, content: str, paper: str) -> tuple[str, bytes]:
    """Return a PDF's name and content; arguments and faults as for `printable`."""
    name, pages = printable(what, board=board, pieces=pieces, content=content, paper=paper)
    return f"{name}-{paper}.pdf", pdf_of(pages, title=f"Boardwarden {name}")
