"""A camera looked at for a while, and the report of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.core.board import Board
from engine.core.faults import InputFault, MissingFault
from engine.core.footage import Intrinsics
from engine.core.pieces import PieceSet
from vision.dictionary import load_dictionary
from vision.doctor.findings import Finding, Grade
from vision.doctor.measures import Measures, Timing
from vision.doctor.measuring import measure
from vision.doctor.scoring import findings_of
from vision.frame import Frame, Image
from vision.reader import BoardReader
from vision.sources import BadFrame, Clock, Ended, Silent, Source, WallClock

LOOKS = 12
"""How many pictures are looked at: enough for a rate, a noise, and a reader that has settled."""

_PATIENCE_S = 10.0
_READ_S = 0.5
_KEPT = 4


@dataclass(frozen=True, slots=True)
class Examination:
    """What a camera showed; `measures` is None when no picture came."""

    findings: tuple[Finding, ...]
    measures: Measures | None


def examine(
    source: Source,
    board: Board,
    pieces: PieceSet,
    *,
    intrinsics: Intrinsics | None = None,
    clock: Clock | None = None,
    monotonic: Callable[[], float] = time.monotonic,
) -> Examination:
    """Look at a source's pictures for a while and say how well it sees the board.

    Raises:
        InputFault: none of a file's pictures can be read.
        MissingFault: a camera or stream gives no picture.
    """
    clock = clock or WallClock()
    live = source.facts.kind.live
    reader = BoardReader(board, pieces, source="doctor", intrinsics=intrinsics)
    images: list[Image] = []
    taken: list[float] = []
    lags: list[float] = []
    looks: list[float] = []
    moved = False
    fault = ""
    deadline = monotonic() + _PATIENCE_S
    while len(taken) < LOOKS and monotonic() < deadline:
        match source.read(_READ_S):
            case Frame() as frame:
                started = monotonic()
                look = reader.read(frame)
                looks.append((monotonic() - started) * 1000)
                # The first look finds the board; what moves after that is a movement.
                moved = moved or (look.moved and len(taken) > 0)
                images = [*images[1 - _KEPT :], frame.image]
                taken.append(frame.taken_at)
                lags.append((clock.now() - frame.taken_at) * 1000)
            case BadFrame() as bad:
                fault = f"picture {bad.sequence} of {bad.where} can't be read: {bad.reason}"
            case Silent(reason):
                fault = reason
            case Ended():
                break
            case _:
                pass
    if not images:
        text = f"{source.facts.name}: no picture came; {fault or 'is it switched on and plugged in?'}"
        raise MissingFault(text) if live else InputFault(text)
    timing = _timing(taken, lags, looks, live=live)
    modules = load_dictionary(pieces.dictionary).modules
    measures = measure(images, reader.state, board, pieces, modules=modules, timing=timing, moved=moved)
    found = findings_of(measures)
    return Examination((_pictures(source, measures, fault), *found), measures)


def missing(error: MissingFault) -> Examination:
    """Return the examination of a camera that isn't there."""
    return Examination(
        (Finding("camera", Grade.MISSING, 0, str(error), "plug it in, or name another"),), None
    )


def _timing(taken: list[float], lags: list[float], looks: list[float], *, live: bool) -> Timing:
    """Return the timing; only pictures that come by themselves have a rate and an age."""
    usual = sorted(looks)[len(looks) // 2]
    if not live or len(taken) < 3:
        return Timing(look_ms=usual)
    # The first pictures wait while the board is found.
    later = taken[len(taken) // 2 :]
    spent = later[-1] - later[0]
    rate = (len(later) - 1) / spent if spent > 0 else None
    ages = sorted(lags[len(lags) // 2 :])
    return replace(Timing(look_ms=usual), rate_hz=rate, latency_ms=ages[len(ages) // 2])


def _pictures(source: Source, measures: Measures, fault: str) -> Finding:
    facts = source.facts
    text = f"{facts.name} gives pictures of {measures.width_px} x {measures.height_px}"
    if facts.settings:
        text += f" ({facts.settings})"
    if fault:
        return Finding("camera", Grade.FAIR, 60, f"{text}, but {fault}", "check cable, hub and connection")
    return Finding("camera", Grade.GOOD, 100, text)
