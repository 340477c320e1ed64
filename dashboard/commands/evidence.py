"""The options for a match's evidence files: whether they're recorded, and how much disk they may take."""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.faults import InputFault
from engine.records.bounds import Bounds

if TYPE_CHECKING:
    from engine.records.recorder import EvidenceRecorder

OFF = "off"
_SIZE = re.compile(r"(\d+(?:\.\d+)?) *([kMG]?B)", re.IGNORECASE)
_UNITS = {"b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9}


def chosen_bounds(parsed: argparse.Namespace) -> Bounds | None:
    """Return the bounds of the disk that evidence may take; None: no evidence is recorded.

    Raises:
        InputFault: `--evidence` isn't a size.
    """
    if parsed.evidence == OFF:
        return None
    found = _SIZE.fullmatch(parsed.evidence.strip())
    if found is None:
        raise InputFault(f"--evidence {parsed.evidence}: expected a size such as 500MB or 2GB, or off")
    return Bounds(total_bytes=round(float(found[1]) * _UNITS[found[2].lower()]))


def chosen_recorder(parsed: argparse.Namespace, release: str) -> "EvidenceRecorder | None":
    """Return the recorder of a table's evidence; None: no evidence is recorded.

    Raises:
        InputFault: `--evidence` isn't a size.
    """
    bounds = chosen_bounds(parsed)
    if bounds is None:
        return None
    from engine.records.recorder import EvidenceRecorder  # noqa: PLC0415 # 4 MB, for the engine alone

    about = {"version": release, "evidence": parsed.evidence, "footage_start": str(parsed.footage_start)}
    recorder = EvidenceRecorder(Path(parsed.data), about=about, bounds=bounds)
    recorder.repair_in_background()
    return recorder
