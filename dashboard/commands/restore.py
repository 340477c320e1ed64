"""`boardwarden restore FILE`: brings a data folder and the lenses back from a backup."""

import argparse
from pathlib import Path

from dashboard.backup.restoring import restore_backup
from dashboard.backup.writing import Folders
from dashboard.commands import DONE
from engine.core.counting import counted
from vision.calibration.lenses import lens_folder


def run(parsed: argparse.Namespace) -> int:
    """Restore a backup.

    Raises:
        InputFault: the file is no whole backup, the folder has other files, the backup would overwrite
            a file, or a table of the folder runs.
        MissingFault: the disk has too little room.
    """
    data = Path(parsed.data)
    done = restore_backup(Path(parsed.file), Folders(data, lens_folder()), add=parsed.add, force=parsed.force)
    made = done.manifest
    print(
        f"{data}: {done.written} of {counted(len(made.files), 'file')} written, "
        f"the others were there already; backup of {made.made_at} by version {made.version}"
    )
    return DONE
