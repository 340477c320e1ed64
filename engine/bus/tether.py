"""Runs a program that dies with its parent: `python tether.py PROGRAM ARGUMENT…`.

It is for programs that don't watch a pipe themselves (mosquitto). Only Linux can do this. Elsewhere the
program runs untied, and the supervisor ends it when it ends the whole process group. This file imports
nothing of ours, so that it starts fast by its path.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1  # linux/prctl.h


def main(arguments: list[str]) -> None:
    """Tie this process to its parent's life and become the program."""
    parent = os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        # The parent may have died before the tie was made.
        if os.getppid() != parent:
            sys.exit(1)
    os.execv(arguments[0], arguments)  # noqa: S606 # becoming the program is the point


if __name__ == "__main__":
    main(sys.argv[1:])
