"""Puts the commit that a wheel is built from into it, for `boardwarden --version`."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WheelCommit(BuildHookInterface):
    """Writes `dashboard/commit.txt` into the wheel; a build outside of a checkout leaves it out."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the file to a wheel that will be installed; an editable one asks git each time."""
        git = shutil.which("git")
        if version == "editable" or git is None or not (Path(self.root) / ".git").exists():
            return
        asked = subprocess.run(  # noqa: S603 # git, found on the path, with nothing from outside
            [git, "-C", self.root, "rev-parse", "--short=12", "HEAD"],
            capture_output=True,
            text=True,
            check=False,
        )
        if asked.returncode == 0:
            handle, name = tempfile.mkstemp(text=True)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(asked.stdout)
            build_data["force_include"][name] = "dashboard/commit.txt"
