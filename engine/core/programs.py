"""Programs of the system, such as the broker and the browser: where they lie, and what they last said."""

import os
import shutil

WITHOUT = "BOARDWARDEN_WITHOUT"
"""The variable that hides programs: names with commas between. The table then behaves as if they weren't
installed."""

ROOTS_FOLDERS = "/usr/sbin:/usr/local/sbin:/sbin:/opt/homebrew/sbin"
"""The folders of programs that only root's PATH has."""


def find_program(*names: str) -> str | None:
    """Return the path of the first of these programs that is here; None when there is none.

    The folders of root's PATH are searched too. A program that `BOARDWARDEN_WITHOUT` hides counts as missing.
    """
    for name in names:
        if not is_hidden(name):
            path = shutil.which(name) or shutil.which(name, path=ROOTS_FOLDERS)
            if path:
                return path
    return None


def is_hidden(name: str) -> bool:
    """Tell whether `BOARDWARDEN_WITHOUT` hides a program."""
    return name in os.environ.get(WITHOUT, "").split(",")


def last_line(output: str) -> str:
    """Return the last line that a program printed; after a failure it is mostly the reason."""
    return next((line.strip() for line in reversed(output.splitlines()) if line.strip()), "it said nothing")
