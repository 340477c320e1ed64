"""Where programs of the system lie, such as the broker's and the browser's."""

import os
import shutil

WITHOUT = "BOARDWARDEN_WITHOUT"
"""The variable that hides programs, names with commas between: all goes as on a machine without them."""

ROOTS_FOLDERS = "/usr/sbin:/usr/local/sbin:/sbin:/opt/homebrew/sbin"
"""Where programs lie that only root's PATH has."""


def find_program(*names: str) -> str | None:
    """Return the path of the first of these programs that is here; None when there is none.

    It is looked for in the folders of root's PATH, too. A program that `BOARDWARDEN_WITHOUT` hides isn't
    here.
    """
    for name in names:
        if not is_hidden(name):
            path = shutil.which(name) or shutil.which(name, path=ROOTS_FOLDERS)
            if path:
                return path
    return None


def is_hidden(name: str) -> bool:
    """Tell whether `BOARDWARDEN_WITHOUT` hides a program, wherever it lies."""
    return name in os.environ.get(WITHOUT, "").split(",")
