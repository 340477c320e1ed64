"""A part of a match's evidence as one MCAP file: looks, events, verdicts and pictures on their one clock."""

from heapq import merge
from pathlib import Path

from engine.core.faults import InputFault
from engine.records.evidence import (
    OPEN,
    EvidenceFile,
    evidence_files,
    frame_files,
    pack,
    read_about,
    read_evidence,
)


def write_section(match_folder: Path, target: Path, *, from_wall: float, to_wall: float) -> int:
    """Write what was recorded between two times of the wall clock; return how many messages that is.

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
    try:
        for one in merge(*map(read_evidence, files), key=lambda one: one.at_ns):
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
