"""`boardwarden print`: writes a board, pieces, cards, a dice tray or a calibration sheet as PDF and SVG.

They are true to scale.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from dashboard.commands import DONE
from dashboard.commands.terms import chosen_board, chosen_game
from dashboard.printing.order import PrintOrder
from dashboard.printing.page_drawing import PaperSheet
from dashboard.printing.pdf import pdf_of
from dashboard.printing.printable import printable
from dashboard.printing.svg import svg_of
from engine.core.counting import counted
from engine.core.faults import InputFault


def run(parsed: argparse.Namespace) -> int:
    """Write the files into the folder, and print their names.

    Raises:
        InputFault: a board, piece set or pack is unusable, a part doesn't fit the paper, or the folder can't
            be written to.
    """
    board, pieces = chosen_board(parsed)
    order = PrintOrder(
        chosen_game(parsed),
        board,
        pieces,
        content=parsed.content or "house",
        paper=parsed.paper,
        language=parsed.lang,
        flip=parsed.flip,
        labels=_names(parsed.only, parsed.what),
    )
    name, pages = printable(parsed.what, order)
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
        return DONE
    tags = sum(len(page.tags) for page in pages)
    for file in files:
        print(folder / file)
    print(
        f"{counted(len(pages), 'page')} of {pages[0].width_mm:g} x "
        f"{pages[0].height_mm:g} mm, {counted(tags, 'tag')}. Print at 100 %, on matt paper, "
        "and measure the rulers: 100 mm each.",
        file=sys.stderr,
    )
    return DONE


def _names(said: str | None, what: str) -> tuple[str, ...]:
    if said is None:
        return ()
    if what != "pieces":
        raise InputFault(f"--only {said}: it names pieces; leave it out, or print pieces")
    names = tuple(filter(None, (name.strip() for name in said.split(","))))
    if not names:
        raise InputFault("--only: expected names of pieces with commas between them, such as w.inf.1,w.inf.2")
    return names


def _page_facts(page: PaperSheet) -> dict[str, Any]:
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
    if folder.exists() and not folder.is_dir():
        raise InputFault(f"--out: {folder} isn't a folder; give a folder that you may write to")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    except OSError as error:
        raise InputFault(
            f"--out: can't write to {error.filename or folder}: {error.strerror}; give a folder that you may "
            "write to, on a disk with space"
        ) from error
