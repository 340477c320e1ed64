"""The command line `boardwarden`: one table of commands, and a module for each command.

The exit status is 0 when the command is done, 1 when a check failed, 2 for bad arguments or input, 3 when a
device or service is missing. An error is printed on standard error. It says what was expected, what came, and
what to do.
"""

import errno
import os
import signal
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from dashboard.commands.parsing import argument_parser, meant
from dashboard.commands.plain_output import plain_output
from dashboard.commands.table import COMMANDS
from engine.core.exit_status import BAD_INPUT, DIDNT_HOLD, DONE, MISSING
from engine.core.faults import BoardwardenError, InputFault, MissingFault
from engine.core.phrase import Phrase

__all__ = ["BAD_INPUT", "DIDNT_HOLD", "DONE", "MISSING", "main"]

_SAID = {
    **dict.fromkeys((errno.ENAMETOOLONG, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.EEXIST), BAD_INPUT),
    **dict.fromkeys((errno.ENOENT, errno.ENXIO, errno.EINVAL, errno.EACCES, errno.EPERM), BAD_INPUT),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EMFILE, errno.ENFILE), MISSING),
    **dict.fromkeys((errno.EIO, errno.EFBIG, errno.ENODEV), MISSING),
}
"""The exit status for each error that the system may raise at any file.

The system's own words say what went wrong, so no command catches these errors itself.
"""

_NAMED = frozenset((errno.ENOENT, errno.ENXIO, errno.EINVAL, errno.EIO, errno.ENODEV))
"""The errors among them that say too little without a file's name; without one they may be our own fault."""

_CLEARER = {
    errno.EEXIST: "something else is there already",
    errno.ENOTDIR: "a file stands where its path needs a folder",
    errno.EISDIR: "this is a folder; expected a file",
}
"""Our words for errors whose name in the system has to be read twice, such as "File exists"."""

_CAME = ("value", "seat", "name")
"""The facts of a phrase that may hold the name that is unknown; the fact `known` holds the known names."""

_LAB = "dashboard.lab"
"""The package of the lab, which measures. It's in a wheel of its own, so it may not be installed."""

_LONGEST_NAME = 200
"""The number of characters of a file's name that a message repeats."""

# OpenCV and its FFmpeg print a message at each try to open a missing camera. We report it once.
# NumPy's matrices are small here, and its threads wait for each other. The work took twice as long as on one
# thread, and fifteen times as long on a machine that was busy with other things.
_SURROUNDINGS = {"OPENCV_LOG_LEVEL": "ERROR", "OPENCV_FFMPEG_LOGLEVEL": "-8", "OPENBLAS_NUM_THREADS": "1"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    with plain_output():
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    parsed = argument_parser().parse_known(arguments)
    command = next(command for command in COMMANDS if command.name == parsed.command)
    for name, value in _SURROUNDINGS.items():
        os.environ.setdefault(name, value)
    try:
        _expect_folder(getattr(parsed, "data", None))
        run = _loaded(command.module).run
        return int(run(parsed))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return DONE
    except MissingFault as error:
        print(f"boardwarden {command.name}: {error}", file=sys.stderr)
        return MISSING
    except BoardwardenError as error:
        print(f"boardwarden {command.name}: {error}{_meant(error)}", file=sys.stderr)
        return BAD_INPUT
    except OSError as error:
        if error.errno not in _SAID or (error.errno in _NAMED and not error.filename):
            raise
        where = f"{str(error.filename)[:_LONGEST_NAME]}: " if error.filename else ""
        print(
            f"boardwarden {command.name}: {where}{_CLEARER.get(error.errno, error.strerror)}", file=sys.stderr
        )
        return _SAID[error.errno]


def _expect_folder(data: str | None) -> None:
    """Refuse a file as the folder of matches: a search in it would find nothing, and say no more than that.

    A folder that isn't there yet is each command's own affair.
    """
    if data and Path(data).exists() and not Path(data).is_dir():
        raise InputFault(f"--data {data[:_LONGEST_NAME]}: this is a file; expected a folder of matches")


def _meant(error: BoardwardenError) -> str:
    """Return the end of a message about an unknown name: the name that was probably meant; else empty."""
    said = error.args[0] if error.args else ""
    facts = dict(said.facts) if isinstance(said, Phrase) else {}
    came = next((str(facts[name]) for name in _CAME if name in facts), "")
    known = [one for one in str(facts.get("known", "")).split(", ") if one]
    return meant(came, known) if came else ""


def _loaded(module: str) -> ModuleType:
    """Import a command's module. Ctrl-C ends the program at once meanwhile, without a message.

    Libraries take a second to load, and an interrupt inside one would print a traceback.
    """
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler or threading.current_thread() is not threading.main_thread():
        return _imported(module)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return _imported(module)
    finally:
        signal.signal(signal.SIGINT, usual)


def _imported(module: str) -> ModuleType:
    """Import a command's module.

    Raises:
        MissingFault: the module belongs to the lab, which isn't installed.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != _LAB:
            raise
        raise MissingFault(
            "the lab, which measures, isn't installed; `pip install 'boardwarden[lab]'` adds it"
        ) from None
