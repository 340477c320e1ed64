"""Which version of Boardwarden this is, and which commit it was made from."""

import subprocess
from importlib.metadata import version
from pathlib import Path

from engine.core.programs import find_program

_BUILT_FROM = "commit.txt"
"""The file that the wheel's build puts beside this module (`.ci/wheel_commit.py`)."""

_PATIENCE_S = 5.0


def version_line(folder: Path | None = None) -> str:
    """Return the version with its commit, where somebody knows it: `boardwarden 0.5.0 (commit 0123abc)`.

    `folder`: where the packages lie; without, where this one does. A wheel carries its commit in a file; a
    checkout asks git. Where neither is at hand, only the version is said.
    """
    commit = commit_of(folder or Path(__file__).parents[1])
    said = f"boardwarden {version('boardwarden')}"
    return f"{said} (commit {commit})" if commit else said


def commit_of(folder: Path) -> str:
    """Return the commit that the packages in a folder come from, shortened; empty where nobody knows."""
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
