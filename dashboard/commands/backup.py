"""`boardwarden backup FILE`: writes all that a table must not lose into one file, also during a match."""

import argparse
from importlib.metadata import version
from pathlib import Path

from dashboard.backup.writing import Folders, write_backup
from dashboard.commands import DONE
from dashboard.commands.matches import size_text
from engine.core.counting import counted
from vision.calibration.lenses import lens_folder


def run(parsed: argparse.Namespace) -> int:
    """Write a backup.

    Raises:
        InputFault: the file is there already, or the data folder isn't.
    """
    file, folders = Path(parsed.file), Folders(Path(parsed.data), lens_folder())
    manifest = write_backup(
        file, folders, version=version("boardwarden"), evidence=not parsed.without_evidence
    )
    matches = sum(name.endswith("/journal.jsonl") for name in manifest.files)
    counts = f"{counted(matches, 'match', 'matches')}, {counted(len(manifest.files), 'file')}"
    print(f"{file}: {counts}, {size_text(file.stat().st_size)}")
    return DONE
