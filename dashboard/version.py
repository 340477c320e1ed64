"""The version of this Boardwarden, and the commit that it was made from."""

import subprocess
from importlib.metadata import version
from pathlib import Path

from engine.core.programs import find_program

_BUILT_FROM = "commit.txt"
"""The file that the wheel's build puts beside this module (`.ci/wheel_commit.py`)."""

_PATIENCE_S = 5.0


def version_line(folder: Path | None = None) -> str:
    """Return the version and, if it's known, the commit: `boardwarden 0.5.0 (commit 0123abc)`.

    A wheel has its commit in a file; in a checkout git is asked. `folder` is the folder with the packages;
    None: the folder of this one.
    """
    commit = commit_of(folder or Path(__file__).parents[1])
    said = f"boardwarden {version('boardwarden')}"
    return f"{said} (commit {commit})" if commit else said


def commit_of(folder: Path) -> str:
    """Return the short id of the commit that a folder's packages were made from; empty: it isn't known."""
    built = folder / "dashboard" / _BUILT_FROM
    if built.is_file():
        return built.read_text(encoding="utf-8").strip()
    git = find_program("git")
    if git is None or not (folder / ".git").exists():
        return ""
    try:
        asked = subprocess.run(  # noqa: S603 # git, found on the path, with nothing from outside
            [git, "-C", str(folder), "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return asked.stdout.strip() if asked.returncode == 0 else ""
