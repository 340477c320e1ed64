"""Standard output and error of every command, without control characters that could steer a terminal.

Texts that a command prints may be a stranger's, such as a player's name.
"""

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any, TextIO, cast

from engine.core.plain_text import plain_text


class _Plain:
    """A stream that writes plain text to the one beneath; all else goes to that one unchanged."""

    def __init__(self, beneath: TextIO) -> None:
        self.beneath = beneath

    def write(self, text: str) -> int:
        """Write a text without its control characters; return the length of the given text."""
        self.beneath.write(plain_text(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts without their control characters."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


@contextmanager
def plain_output() -> Generator[None]:
    """Make both standard streams write plain text only, until the block ends."""
    given = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", _Plain(one)) for one in given)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = given


def steered(stream: TextIO) -> TextIO:
    """Return the stream beneath, for drawing with a terminal's control codes."""
    return stream.beneath if isinstance(stream, _Plain) else stream
