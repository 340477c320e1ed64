"""The word that a match goes as recorded: today's rules lead elsewhere."""

import sys

from engine.session.matches.match import Departure


def say_departed(command: str, match: str, departed: Departure | None) -> None:
    """Say that a match goes as recorded from an entry on; None: today's rules lead where it went."""
    if departed is not None:
        print(
            f"boardwarden {command}: {match} goes as recorded from entry {departed.entry} on; the rules of "
            f"this version lead elsewhere: {departed.why}",
            file=sys.stderr,
        )
