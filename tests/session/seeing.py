"""Looks for tests: at a layout, at a changed layout, and from a footage's truth."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.core.footage import load_truth
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Layout, Spot
from engine.core.observations import (
    Look,
    LookCells,
    LookMotion,
    LookPieces,
    LookReach,
    Named,
    Seen,
    SourceKnows,
)
from engine.session.seen.sighting import Sighting


def sight(layout: Layout, **changes: Spot | None) -> Sighting:
    """Return a sighting of a layout with some pieces changed; `a_1` stands for the piece `a.1`."""
    spots = dict(shown(layout))
    for name, spot in changes.items():
        piece = PieceId(name.replace("_", "."))
        if spot is None:
            del spots[piece]
        else:
            spots[piece] = replace(spot, edge=bool(spot.edge))
    return Sighting(spots)


def shown(layout: Layout) -> Layout:
    """Return a layout as a camera sees it, with every edge decided."""
    return {piece: replace(spot, edge=bool(spot.edge)) for piece, spot in layout.items() if not spot.covered}


def look_at(  # noqa: PLR0913  # what a test changes of a look, by name
    spots: Layout,
    at: float,
    *,
    source: str = "cam",
    steady: bool = True,
    moved: bool = False,
    blind: Iterable[str] = (),
    unsure: Iterable[str] = (),
    sure: Mapping[str, float] | None = None,
) -> Look:
    """Return one look that sees these pieces; `sure` is its confidence in cells without them."""
    return Look(
        source,
        round(at * 2) + 1,
        Seconds(at),
        LookPieces(tuple(_seen(piece, spot) for piece, spot in spots.items())),
        LookCells(
            tuple(Cell(cell) for cell in unsure),
            tuple(Cell(cell) for cell in blind),
            {Cell(cell): one for cell, one in (sure or {}).items()},
        ),
        LookMotion(steady=steady, moved=moved),
    )


def feel(
    occupied: Iterable[str],
    at: float,
    *,
    covers: Iterable[str],
    notices: Iterable[str] | None = None,
    source: str = "board",
) -> Look:
    """Return a look of switches that feel something on these of their cells."""
    return Look(
        source,
        round(at * 1000),
        Seconds(at),
        LookPieces(),
        LookCells(tuple(sorted(Cell(cell) for cell in occupied))),
        LookMotion(steady=True, moved=False),
        reach=LookReach(
            knows=SourceKnows.SOMETHING,
            covers=tuple(Cell(cell) for cell in covers),
            notices=None if notices is None else tuple(PieceId(piece) for piece in notices),
        ),
    )


def read(
    pieces: Mapping[str, str],
    at: float,
    *,
    covers: Iterable[str],
    notices: Iterable[str] | None = None,
    source: str = "readers",
) -> Look:
    """Return a look of readers under some cells, with these pieces and their cells."""
    return Look(
        source,
        round(at * 1000),
        Seconds(at),
        LookPieces(named=tuple(Named(PieceId(piece), Cell(cell)) for piece, cell in pieces.items())),
        LookCells(),
        LookMotion(steady=True, moved=False),
        reach=LookReach(
            knows=SourceKnows.WHICH,
            covers=tuple(Cell(cell) for cell in covers),
            notices=None if notices is None else tuple(PieceId(one) for one in notices),
        ),
    )


def true_looks(folder: Path, scenery: Mapping[PieceId, Spot], *, late_steady: bool) -> Iterator[Look]:
    """Yield the looks of a perfect reader at a footage. The cell of a hidden piece is blind.

    With `late_steady` the first look after a hand says that something moved.
    """
    was_settled = True
    for line in load_truth(folder):
        hidden = set(line["hidden"])
        spots = {**scenery, **_true_spots(line["layout"], hidden)}
        steady = bool(line["settled"]) and (was_settled or not late_steady)
        was_settled = bool(line["settled"])
        blind = {line["layout"][piece]["cell"] for piece in hidden if piece in line["layout"]}
        yield replace(
            look_at(spots, float(line["t"]), steady=steady, blind=sorted(blind)), sequence=line["frame"]
        )


def _true_spots(layout: dict[str, Any], hidden: set[str]) -> dict[PieceId, Spot]:
    return {
        PieceId(piece): Spot(Cell(spot["cell"]), Face(spot["face"]), edge=spot["edge"])
        for piece, spot in layout.items()
        if piece not in hidden
    }


def _seen(piece: PieceId, spot: Spot) -> Seen:
    face, edge = spot.face or Face.UP, bool(spot.edge)
    return Seen(piece, spot.cell, 0.0, 0.0, face, 0.0, edge, 1.0, 1.0, sideways=spot.sideways)
