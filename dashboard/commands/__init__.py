"""The command line `boardwarden`: one table of commands, one module each.

Exit status: 0 done, 1 the thing asked for didn't hold, 2 bad arguments or input, 3 a device or service is
missing. Errors say what was expected, what came, and what to do, on standard error.
"""

import sys
from collections.abc import Sequence
from importlib import import_module

from dashboard.commands.table import COMMANDS, argument_parser
from engine.core.faults import BoardwardenError, MissingFault

DONE, DIDNT_HOLD, BAD_INPUT, MISSING = range(4)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    parsed = argument_parser().parse_args(arguments)
    command = next(command for command in COMMANDS if command.name == parsed.command)
    run = import_module(command.module).run
    try:
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
