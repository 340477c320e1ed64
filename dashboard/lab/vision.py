"""Measures the cost of reading a frame, beside OpenCV's detector and decoding a JPEG, in the same run."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from dashboard.lab.measurement import judged, measure
from engine.core.board import Board, load_board
from engine.core.faults import CallerFault
from engine.core.ids import Cell, Seconds
from engine.core.layout import Face
from engine.core.pieces import PieceSet, load_pieces
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.renderer import Renderer
from vision.render.solids import PlacedPiece
from vision.render.view import view_over

SIZES = ((1920, 1080), (1600, 1200))
STILL_FRAMES = 6
HAND_FRAMES = 24
ROUNDS, QUICK_ROUNDS = 7, 2
_RATIOS = (
    ("unchanged frame", "ArucoDetector, defaults", 0.2),
    ("frame with a hand moving a piece", "ArucoDetector, defaults", 0.5),
    ("unchanged frame", "JPEG decoding", 1.0),
)
"""The pairs of costs that are compared, each with the goal for the ratio of the first to the second.

`bench vision --quick` measured 0.065, 0.215 and 0.475 on a busy machine of two cores.
"""


def bench_vision(*, quick: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the measured rows: CPU milliseconds a frame on this machine, and ratios, which are the result.

    `quick` measures only the first size, in fewer rounds.
    """
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    sizes, rounds = (SIZES[:1], min(QUICK_ROUNDS, ROUNDS)) if quick else (SIZES, ROUNDS)
    for size in sizes:
        yield from _bench_size(board, pieces, size, rounds=rounds)


def _bench_size(
    board: Board, pieces: PieceSet, size: tuple[int, int], *, rounds: int
) -> list[dict[str, Any]]:
    view = view_over(board, width_px=size[0], height_px=size[1])
    renderer = Renderer(board, pieces, view, Conditions(noise=2.0))
    placed = _position(board, pieces)
    still = [renderer.render(placed, number=n) for n in range(STILL_FRAMES)]
    moving = _a_move(board, renderer, placed)
    jpeg = renderer.jpeg(still[0])
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250))
    reader = BoardReader(board, pieces, source="bench")
    clock = iter(range(1, 1_000_000))

    def read(images: list[Image]) -> None:
        for image in images:
            n = next(clock)
            reader.read(Frame(image, Seconds(n / 30), n))

    for _ in range(3):
        read(still)
    seen = {one.piece for one in reader.read(Frame(still[-1], Seconds(0.0), next(clock))).pieces.seen}
    times = measure(
        {
            "jpeg": lambda: cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR),
            "aruco": lambda: detector.detectMarkers(still[0]),
            "still": lambda: read(still),
            "moving": lambda: read(moving),
            # Not counted: this brings the reader back to the still board before the next round.
            "calm": lambda: read(still * 2),
        },
        rounds=rounds,
    )
    ms = {
        "JPEG decoding": times["jpeg"].median_s * 1000,
        "ArucoDetector, defaults": times["aruco"].median_s * 1000,
        "unchanged frame": times["still"].median_s * 1000 / len(still),
        "frame with a hand moving a piece": times["moving"].median_s * 1000 / len(moving),
    }
    named = f"{size[0]}x{size[1]}"
    # The number of pieces is a row too: reading that finds nothing would be fast.
    rows: list[dict[str, Any]] = [
        judged(
            f"{named} pieces seen of {len(placed)}",
            len(seen & {one.piece.id for one in placed}),
            at_least=len(placed),
        ),
        *({"what": f"{named} {what}, ms", "value": round(v, 2)} for what, v in ms.items()),
    ]
    for what, over, most in _RATIOS:
        rows.append(judged(f"{named} ratio, {what} / {over}", round(ms[what] / ms[over], 3), at_most=most))
    return rows


def still_board(board: Board, pieces: PieceSet, size: tuple[int, int]) -> list[Image]:
    """Return pictures of a full board at rest, with different noise."""
    view = view_over(board, width_px=size[0], height_px=size[1])
    renderer = Renderer(board, pieces, view, Conditions(noise=2.0))
    placed = _position(board, pieces)
    return [renderer.render(placed, number=n) for n in range(STILL_FRAMES)]


def moved_board(board: Board, pieces: PieceSet, size: tuple[int, int]) -> list[Image]:
    """Return pictures of a full board while a hand carries a piece to the next hex, and back."""
    view = view_over(board, width_px=size[0], height_px=size[1])
    renderer = Renderer(board, pieces, view, Conditions(noise=2.0))
    return _a_move(board, renderer, _position(board, pieces))


def _position(board: Board, pieces: PieceSet) -> list[PlacedPiece]:
    """Return the pieces of a full board: each mountain on the cell of its name, each soldier on some cell."""
    cells = [cell for cell in board.surface.cells if f"mountain.{cell}" not in pieces.pieces]
    placed: list[PlacedPiece] = []
    for n, piece in enumerate(p for p in pieces.pieces.values() if p.kind.name in ("soldier", "castle")):
        x, y = board.surface.centre_mm(cells[n * 11 % len(cells)])
        placed.append(PlacedPiece(piece, x, y, Face.UP, (n * 37) % 360))
    for piece in pieces.pieces.values():
        if piece.id.startswith("mountain."):
            x, y = board.surface.centre_mm(Cell(piece.id.removeprefix("mountain.")))
            placed.append(PlacedPiece(piece, x, y, Face.UP, 0))
    return placed


def _a_move(board: Board, renderer: Renderer, placed: list[PlacedPiece]) -> list[Image]:
    """Return pictures of a hand that carries a piece to an empty hex in 0.8 s, leaves, and brings it back."""
    first, there = _a_way(board, placed)
    images: list[Image] = []
    for before, after in ((first, there), (there, first)):
        rest = [piece for piece in placed if piece is not first]
        for n in range(HAND_FRAMES):
            share = n / (HAND_FRAMES - 1)
            x = before.x_mm + (after.x_mm - before.x_mm) * share
            held = replace(before, x_mm=x, lift_mm=30.0)
            hand = Hand(x, before.y_mm - 10)
            images.append(renderer.render(rest, held=[held], hand=hand, number=n))
        images.extend(renderer.render([*rest, after], number=HAND_FRAMES + n) for n in range(4))
    return images


def _a_way(board: Board, placed: list[PlacedPiece]) -> tuple[PlacedPiece, PlacedPiece]:
    """Return a soldier beside an empty hex, and the same soldier on that hex."""
    surface = board.surface
    taken = {surface.cell_at(one.x_mm, one.y_mm) for one in placed}
    for one in placed:
        there = replace(one, x_mm=one.x_mm + surface.width_mm(surface.cells[0]))
        cell = surface.cell_at(there.x_mm, there.y_mm)
        if one.piece.kind.name == "soldier" and cell is not None and cell not in taken:
            return one, there
    raise CallerFault(f"board {board.name}: no soldier beside an empty hex")
