"""`python -m dashboard`: the command line, as the supervisor starts its services."""

import sys

from dashboard.commands import main

if __name__ == "__main__":
    sys.exit(main())
