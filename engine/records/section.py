"""A part of a match's evidence as one MCAP file: looks, events, verdicts and pictures on their one clock."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import merge
from pathlib import Path

from engine.core.faults import InputFault
from engine.records.evidence import (
    OPEN,
    EvidenceFile,
    Recorded,
    evidence_files,
    frame_files,
    read_about,
    read_evidence,
)
from engine.records.packing import pack

_STANDING = ("scene", "marks")
"""The channels whose last message of a name holds until the next."""


def write_section(
    match_folder: Path,
    target: Path,
    *,
    from_wall: float,
    to_wall: float,
    also: Iterable[Recorded] = (),
) -> int:
    """Write the messages recorded between two times of the wall clock; return their number.

    `also`: messages that viewers draw, in order of time. Of those before the part, the last of each name is
    taken.

    Raises:
        InputFault: nothing was recorded then, or a file can't be read.
        OSError: the disk refuses.
    """
    files = (*evidence_files(match_folder), *frame_files(match_folder))
    if not files:
        raise InputFault(f"{match_folder}: nothing was recorded beside the journal; there's no section of it")
    about = read_about(files[0])
    part = target.with_name(f"{target.name}{OPEN}")
    part.unlink(missing_ok=True)
    count = 0
    file = EvidenceFile(part, table=about.get("table") or "table", about=about)
    drawn = _from_then_on(also, round(from_wall * 1e9))
    try:
        for one in merge(*map(read_evidence, files), drawn, key=lambda one: one.at_ns):
            if from_wall <= one.at_ns / 1e9 <= to_wall:
                file.write(one.channel, one.name, one.message, one.at_ns)
                count += 1
        if not count:
            raise InputFault(f"{match_folder}: nothing was recorded in this part of the match")
        file.finish()
        pack(part)
    finally:
        file.abandon()
        part.unlink(missing_ok=True)
    return count


def _from_then_on(drawn: Iterable[Recorded], from_ns: int) -> Iterator[Recorded]:
    """Yield the drawn messages from a time on, beginning with those that held then."""
    standing: dict[tuple[str, str], Recorded] = {}
    for one in drawn:
        if one.at_ns > from_ns:
            yield from standing.values()
            standing = {}
            yield one
        elif one.channel in _STANDING:
            standing[one.channel, one.name] = replace(one, at_ns=from_ns)
    yield from standing.values()
