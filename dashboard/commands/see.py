"""`boardwarden see`: runs vision on an image, a folder, footage or a video, and prints each look."""

import argparse
import json
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dashboard.commands import DONE
from dashboard.commands.step_times import times_table
from dashboard.commands.terms import chosen_board
from engine.core.board import load_board
from engine.core.counting import counted
from engine.core.faults import InputFault
from engine.core.footage import Footage, is_footage, load_footage, load_truth
from engine.core.ids import Cell
from engine.core.observations import Backs, Look
from engine.core.pieces import PieceSet, load_pieces
from engine.core.surfaces import ZoneKind
from vision.camera.setup.step_pictures import NotedRun, write_steps
from vision.look.reader import BoardReader
from vision.look.scoring import Score, TrueFrame, parse_true_frame, score_look, total
from vision.look.step import TimedRun
from vision.look.step import run as run_step
from vision.pictures.frame import Frame
from vision.sources import frames_of


@dataclass
class _Tally:
    """The scores of the settled frames with known truth."""

    truth: dict[int, TrueFrame]
    """The truth of each frame, by its number."""
    scores: list[tuple[int, Score]] = field(default_factory=list)
    """The frame's number and score, one pair for each settled frame."""


def run(parsed: argparse.Namespace) -> int:
    """Print a look at each frame of the source, as one JSON object or one table.

    Raises:
        InputFault: there is no such source, board or piece set, or none of the frames could be read.
    """
    if parsed.steps and parsed.times:
        raise InputFault("--steps and --times: expected one of them, since drawing takes time")
    if parsed.frame is not None and (not parsed.frame.isdecimal() or int(parsed.frame) < 1):
        raise InputFault(f"--frame: expected a whole number from 1, found '{parsed.frame}'")
    footage = load_footage(Path(parsed.source)) if is_footage(Path(parsed.source)) else None
    board_name, pieces_name = chosen_board(parsed, footage)
    board, pieces = load_board(board_name), load_pieces(pieces_name)
    timed, noted = TimedRun(), NotedRun()
    reader = BoardReader(
        board,
        pieces,
        source="see",
        intrinsics=footage.camera if footage else None,
        run_step=noted if parsed.steps else timed if parsed.times else run_step,
    )
    tally = _Tally(_truth(footage))
    scenery = [piece.id for piece in pieces.pieces.values() if piece.kind.is_scenery]
    piles = [cell for zone in board.surface.zones if zone.kind is ZoneKind.PILE for cell in zone.cells]
    readable, last_fault = 0, ""
    for frame in frames_of(parsed.source):
        if parsed.frame is not None and frame.sequence > int(parsed.frame):
            break
        if not isinstance(frame, Frame):
            last_fault = f"{frame.where}: frame {frame.sequence} can't be read: {frame.reason}"
            print(f"boardwarden see: {last_fault}; going on with the next frame", file=sys.stderr)
            continue
        readable += 1
        started = time.perf_counter()
        look = reader.read(frame)
        ms = (time.perf_counter() - started) * 1000
        print(json.dumps(look_facts(look, ms)) if parsed.json else look_text(look, pieces, ms), flush=True)
        true = tally.truth.get(frame.sequence)
        if true is not None and true.settled:
            tally.scores.append((frame.sequence, score_look(look, true, scenery=scenery, piles=piles)))
    if not readable:
        raise InputFault(
            f"{parsed.source}: no frame could be read; expected JPEG or PNG images or a video, "
            f"with pictures of the board ({last_fault or 'it has no frames'})"
        )
    if tally.scores:
        print(_rate(tally), file=sys.stderr)
    if parsed.steps:
        if not noted.noted:
            raise InputFault(f"--steps: no frame of {parsed.source} shows the board; nothing is written")
        page = write_steps(noted.noted, Path(parsed.steps))
        print(f"boardwarden see: wrote {page}", file=sys.stderr)
    if parsed.times:
        print("\n".join(times_table(timed.times, readable)), file=sys.stderr)
    return DONE


def look_facts(look: Look, ms: float) -> dict[str, Any]:
    """Return the facts of a look that `--json` prints as a line."""
    return {
        "frame": look.sequence,
        "taken_at": round(look.taken_at, 4),
        "camera_moved": look.motion.moved,
        "layout": {
            one.piece: {
                "cell": one.cell,
                "x_mm": round(one.x_mm, 2),
                "y_mm": round(one.y_mm, 2),
                "face": one.face.value,
                "turned_deg": round(one.turned_deg, 1) % 360.0,
                "sideways": one.sideways,
                "edge": one.edge,
                "confidence": round(one.confidence, 3),
            }
            for one in look.pieces.seen
        },
        **({} if look.pieces.backs is None else {"backs": _backs(look.pieces.backs)}),
        "unsure": list(look.cells.unsure),
        "blind": list(look.cells.blind),
        "confidence": dict(look.cells.confidence),
        "ms": round(ms, 2),
    }


def _backs(seen: Iterable[Backs]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for one in seen:
        found.setdefault(one.cell, {})[one.back] = one.number
    return found


_EDGES = {True: "yes", False: "-", None: "?"}


def look_text(look: Look, pieces: PieceSet, ms: float) -> str:
    """Return a look as a table for people, with the pieces in the order of their cells."""
    cells = [*(one.cell for one in look.pieces.seen), *(one.cell for one in look.pieces.backs or ())]
    wide = max(4, *map(len, cells), 4) + 1
    state = "camera moved" if look.motion.moved else "still" if look.motion.steady else "moving"
    seen = counted(len(look.pieces.seen), "piece")
    lines = [
        f"frame {look.sequence}  {look.taken_at:.2f} s  {state}  {seen}  {ms:.0f} ms",
        f"  {'cell':<{wide}}{'piece':<20}{'face':<6}{'x mm':>8}{'y mm':>8}{'turned':>8}  edge  sure",
    ]
    lines += [
        f"  {one.cell:<{wide}}{one.piece:<20}{one.face.value:<6}{one.x_mm:>8.1f}{one.y_mm:>8.1f}"
        f"{one.turned_deg:>7.0f}°  {_EDGES[one.edge]:<4}  {one.confidence:.2f}"
        for one in sorted(look.pieces.seen, key=lambda one: (_place(one.cell), one.piece))
        if one.piece in pieces.pieces
    ]
    lines += [f"  {one.cell:<{wide}}{one.number} face down ({one.back})" for one in look.pieces.backs or ()]
    if look.cells.unsure:
        lines.append(f"  something unreadable on: {_with_confidence(look, look.cells.unsure)}")
    if look.cells.blind:
        lines.append(f"  can't look at: {_with_confidence(look, look.cells.blind)}")
    said = {*look.cells.unsure, *look.cells.blind}
    empty = [(sure, cell) for cell, sure in look.cells.confidence.items() if cell not in said]
    if empty:
        sure, cell = min(empty)
        lines.append(f"  empty: {counted(len(empty), 'cell')}, the least sure {cell} {sure:.2f}")
    return "\n".join(lines)


def _place(cell: Cell) -> tuple[int, str]:
    """Return the key that sorts cells in the table: zones by name, then the board's cells by rows."""
    return (int(cell[1:]), cell[0]) if cell[1:].isdecimal() else (0, cell)


def _with_confidence(look: Look, cells: Iterable[Cell]) -> str:
    return "  ".join(f"{cell} {look.cells.confidence[cell]:.2f}" for cell in cells)


def _truth(footage: Footage | None) -> dict[int, TrueFrame]:
    if footage is None:
        return {}
    found: dict[int, TrueFrame] = {}
    for number, line in enumerate(load_truth(footage.folder), start=1):
        try:
            found[int(line["frame"])] = parse_true_frame(line)
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise InputFault(
                f'{footage.folder}/truth.jsonl:{number}: expected {{"frame", "layout", "hidden", '
                f'"settled"}}: {error!r}'
            ) from error
    return found


def _rate(tally: _Tally) -> str:
    """Return lines with the share of visible pieces read right in settled frames, and with the faults."""
    all_of_them = total([score for _, score in tally.scores])
    share = all_of_them.right / all_of_them.visible if all_of_them.visible else 1.0
    frames = counted(len(tally.scores), "settled frame")
    pieces = counted(all_of_them.visible, "visible piece")
    summary = (
        f"{frames}: {all_of_them.right} of {pieces} right ({share:.2%}), "
        f"{len(all_of_them.wrong)} wrong, {len(all_of_them.missed)} missed"
    )
    lines = [summary]
    lines += [
        f"  frame {number}: "
        + ", ".join([f"{p} wrong" for p in score.wrong] + [f"{p} missed" for p in score.missed])
        for number, score in tally.scores
        if score.wrong or score.missed
    ]
    return "\n".join(lines)
