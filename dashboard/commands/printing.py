"""`boardwarden print`: board, pieces, cards, dice tray, calibration sheet; true to scale, as PDF and SVG."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dashboard.commands.terms import chosen_board
from dashboard.printing.drawing import Page
from dashboard.printing.paper import PAPERS, Paper
from dashboard.printing.pdf import pdf_of
from dashboard.printing.svg import svg_of
from dashboard.printing.things import board_pages, calibration_pages, card_pages, piece_pages, tray_pages
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.pieces import load_pieces
from engine.games.dozen_war.content.pack import load_pack


def run(parsed: argparse.Namespace) -> int:
    """Write the files into the folder and say what was written.

    Raises:
        InputFault: an unusable board, piece set or pack; something that doesn't fit the paper; no folder.
    """
    paper = PAPERS.get(parsed.paper)
    name, pages = _pages(parsed, paper)
    folder = Path(parsed.out)
    stem = f"{name}-{parsed.paper}"
    title = f"Boardwarden {name}"
    files: dict[str, bytes] = {}
    if parsed.format in ("pdf", "both"):
        files[f"{stem}.pdf"] = pdf_of(pages, title=title)
    if parsed.format in ("svg", "both"):
        numbers = [f"-{number:02}" if len(pages) > 1 else "" for number in range(1, len(pages) + 1)]
        for number, page in zip(numbers, pages, strict=True):
            files[f"{stem}{number}.svg"] = svg_of(page, title=f"{title} {page.name}").encode()
    _write(folder, files)
    if parsed.json:
        print(json.dumps({"what": parsed.what, "files": [str(folder / file) for file in files],
                          "pages": [_page_facts(page) for page in pages]}))  # fmt: skip
        return 0
    tags = sum(len(page.tags) for page in pages)
    for file in files:
        print(folder / file)
    print(
        f"{len(pages)} {'page' if len(pages) == 1 else 'pages'} of {pages[0].width_mm:g} x "
        f"{pages[0].height_mm:g} mm, {tags} tags. Print at 100 %, on matt paper, and measure the rulers: "
        "100 mm each.",
        file=sys.stderr,
    )
    return 0


def _pages(parsed: argparse.Namespace, paper: Paper | None) -> tuple[str, Sequence[Page]]:
    match parsed.what:
        case "calibration":
            return "calibration", calibration_pages(paper)
        case "cards":
            pack = load_pack(parsed.content or "house")
            return f"{pack.name}-cards", card_pages(pack, paper)
        case "tray":
            board = load_board(chosen_board(parsed)[0])
            return f"{board.name}-tray", tray_pages(board, paper)
        case what:
            board_name, pieces_name = chosen_board(parsed)
            board, pieces = load_board(board_name), load_pieces(pieces_name)
            if what == "pieces":
                return f"{pieces.board}-pieces", piece_pages(pieces, paper)
            return f"{board.name}-board", board_pages(board, pieces, paper)


def _page_facts(page: Page) -> dict[str, Any]:
    return {
        "name": page.name,
        "width_mm": round(page.width_mm, 3),
        "height_mm": round(page.height_mm, 3),
        "tags": [
            {
                "dictionary": tag.dictionary,
                "id": tag.id,
                "x_mm": round(tag.centre_mm[0], 3),
                "y_mm": round(tag.centre_mm[1], 3),
                "side_mm": tag.side_mm,
                "whose": tag.whose,
            }
            for tag in page.tags
        ],
    }


def _write(folder: Path, files: dict[str, bytes]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    except OSError as error:
        raise InputFault(
            f"--out: can't write to {error.filename or folder}: {error.strerror}; give a folder that you may "
            "write to, on a disk with space"
        ) from error
