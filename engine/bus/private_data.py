"""Lets only its owner read a data folder, also one that an older version made for everybody to read."""

import logging
import stat
from pathlib import Path

from engine.core.tags import FILE

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_SIGNS = (".*.key", FILE)
"""Files that every data folder of ours has. A folder without them, named by mistake, stays as it is."""

log = logging.getLogger(__name__)


def keep_private(folder: Path) -> None:
    """Let only the owner read a data folder and the book of tags in it; say so once.

    Journals hold each hand's cards, and the book says what each tag stands for. Another user's folder isn't
    changed: the table couldn't, and its owner may want it so.
    """
    if not any(True for sign in _SIGNS for _ in folder.glob(sign)):
        return
    mended = [path for path in (folder, folder / FILE) if _is_mended(path)]
    if mended:
        names = " and ".join(str(path) for path in mended)
        log.warning("%s could be read by other users of this machine; now only by you", names)


def _is_mended(path: Path) -> bool:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if not mode & _OTHERS:
            return False
        path.chmod(mode & ~_OTHERS)
    except OSError:
        return False
    return True
