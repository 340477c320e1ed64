"""Makes a forked process a service like one that was started by itself."""

import atexit
import gc
import os
import runpy
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from typing import NoReturn

from dashboard.supervisor.process_name import show_command
from engine.core.exit_status import DIDNT_HOLD

_PYTHON = (sys.executable, "-P", "-m")
_INHERITED = 3
INHERITED = str(_INHERITED)
"""The number of the one file that a forked service has beside its standard ones, as a variable's value."""


def is_forkable(command: Sequence[str]) -> bool:
    """Tell whether a command line runs a module by this Python."""
    return tuple(command[: len(_PYTHON)]) == _PYTHON and len(command) > len(_PYTHON)


def keep_files(*files: int) -> None:
    """Make these files the first ones of the process, from 0 on, and close all others."""
    # A file may lie at another's place, so all are moved out of the way first.
    aside = [os.dup(file) for file in files]
    for number, file in enumerate(aside):
        os.dup2(file, number)
    os.closerange(len(files), os.sysconf("SC_OPEN_MAX"))


def born(command: Sequence[str], environment: Mapping[str, str], files: Sequence[int]) -> NoReturn:
    """Become the service with this command line, and end with it.

    `environment`: all variables. `files`: standard input, standard output, and the one that it inherits.
    """
    status = DIDNT_HOLD
    try:
        os.setsid()
        given, out, inherited = files
        keep_files(given, out, 2, inherited)
        os.environ.clear()
        os.environ.update(environment)
        show_command(command)
        gc.enable()
        status = _run(command[len(_PYTHON)], command[len(_PYTHON) + 1 :])
    except BaseException:  # noqa: BLE001 # the process ends here, whatever it was
        traceback.print_exc()
    finally:
        os._exit(status)


def _run(module: str, arguments: Sequence[str]) -> int:
    """Run a module as the main program; return the exit status."""
    said: object = 0
    sys.argv = [module, *arguments]
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ending:
        said = ending.code
    # This is what the interpreter does at its end, but for taking all modules apart.
    threading._shutdown()  # type: ignore[attr-defined] # noqa: SLF001 # as multiprocessing does
    atexit._run_exitfuncs()  # noqa: SLF001 # as multiprocessing does
    sys.stdout.flush()
    if said is None or isinstance(said, int):
        return said or 0
    sys.stderr.write(f"{said}\n")
    sys.stderr.flush()
    return DIDNT_HOLD
