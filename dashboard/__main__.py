"""Runs the command line as `python -m dashboard`, as the supervisor does to start services."""

import sys

from engine.bus.heart import own_heart


def main() -> int:
    """Run one command and return its exit status."""
    # The imports below take a second, so the supervisor hears before them that the process is awake.
    own_heart()
    from dashboard.commands import main as run_command  # noqa: PLC0415 # see above

    return run_command()


if __name__ == "__main__":
    sys.exit(main())
