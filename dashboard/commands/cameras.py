"""The cameras that a command was given, as options or in the environment, which hides their passwords."""

import argparse
import os
from pathlib import Path

from engine.core.footage import Footage, is_footage, load_footage

CAMERA_VARIABLE = "BOARDWARDEN_CAMERA"
"""The environment variable in the place of `--camera`, a camera a line.

It keeps a password out of the list of processes.
"""


def chosen_cameras(parsed: argparse.Namespace) -> tuple[str, ...]:
    """Return the chosen cameras in order; empty: none was named."""
    given: list[str] = getattr(parsed, "camera", None) or os.environ.get(CAMERA_VARIABLE, "").splitlines()
    return tuple(one for one in (word.strip() for word in given) if one)


def chosen_footage(parsed: argparse.Namespace) -> Footage | None:
    """Return the first footage among the cameras; None when none is footage.

    The footage names the game, board and pieces that it shows.

    Raises:
        InputFault: the footage's description is broken.
    """
    folders = (Path(one) for one in chosen_cameras(parsed))
    return next((load_footage(folder) for folder in folders if is_footage(folder)), None)


def camera_name(number: int) -> str:
    """Return the bus name of the camera of this number, counted from 1."""
    return "cam" if number == 1 else f"cam{number}"
