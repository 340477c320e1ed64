"""Runs the command line as `python -m dashboard`, as the supervisor does to start services."""

import sys

from dashboard.commands import main

if __name__ == "__main__":
    sys.exit(main())
