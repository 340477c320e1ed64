"""The command line `boardwarden`: one table of commands, one module each.

Exit status: 0 done, 1 the thing asked for didn't hold, 2 bad arguments or input, 3 a device or service is
missing. Errors say what was expected, what came, and what to do, on standard error.
"""

import errno
import os
import signal
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from dashboard.commands.table import COMMANDS, argument_parser
from engine.core.faults import BoardwardenError, MissingFault

DONE, DIDNT_HOLD, BAD_INPUT, MISSING = range(4)

_SAID = {
    **dict.fromkeys((errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.EEXIST), BAD_INPUT),
    **dict.fromkeys((errno.EACCES, errno.EPERM), BAD_INPUT),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE), MISSING),
}
"""The errors that the system may raise wherever a file is touched, with the exit status; each says why
itself.
"""

_LONGEST_NAME = 200
"""The number of characters that are repeated of a file's name."""

# OpenCV and its FFmpeg print at each try to open a camera that isn't there, for ever. We say it once.
# NumPy's products here are small: threads that wait for each other took twice the time of one, and fifteen
# times as long on a machine that was busy with other things.
_SURROUNDINGS = {"OPENCV_LOG_LEVEL": "ERROR", "OPENCV_FFMPEG_LOGLEVEL": "-8", "OPENBLAS_NUM_THREADS": "1"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parsed = argument_parser().parse_args(arguments)
    command = next(command for command in COMMANDS if command.name == parsed.command)
    for name, value in _SURROUNDINGS.items():
        os.environ.setdefault(name, value)
    try:
        run = _loaded(command.module).run
        return int(run(parsed))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except MissingFault as error:
        print(f"boardwarden {command.name}: {error}", file=sys.stderr)
        return MISSING
    except BoardwardenError as error:
        print(f"boardwarden {command.name}: {error}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        if error.errno not in _SAID:
            raise
        where = f"{str(error.filename)[:_LONGEST_NAME]}: " if error.filename else ""
        print(f"boardwarden {command.name}: {where}{error.strerror}", file=sys.stderr)
        return _SAID[error.errno]


def _loaded(module: str) -> ModuleType:
    """Import a command's module. Ctrl-C meanwhile ends the program at once, without a word.

    Libraries take a second to load, and an interrupt inside one would come out as its traceback.
    """
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        return import_module(module)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return import_module(module)
    finally:
        signal.signal(signal.SIGINT, usual)
