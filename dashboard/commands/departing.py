"""The message that a match is shown as recorded because this version's rules lead to other states."""

import sys

from engine.session.matches.match import Departure


def say_departed(command: str, match: str, departed: Departure | None) -> None:
    """Print the entry where a match begins to be shown as recorded, and the reason; None prints nothing."""
    if departed is not None:
        print(
            f"boardwarden {command}: {match} goes as recorded from entry {departed.entry} on; the rules of "
            f"this version lead elsewhere: {departed.why}",
            file=sys.stderr,
        )
