"""Standard output and error of every command, without what strangers' text would do to a terminal."""

import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any, TextIO, cast

from engine.core.plain_text import plain_text


class _Plain:
    """A stream that is given plain text alone; in all else as the one beneath."""

    def __init__(self, beneath: TextIO) -> None:
        self.beneath = beneath

    def write(self, text: str) -> int:
        """Write a text; return its length as it was given."""
        self.beneath.write(plain_text(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


@contextmanager
def plain_output() -> Generator[None]:
    """Have both streams take plain text, until the end of the block."""
    given = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", _Plain(one)) for one in given)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = given


def steered(stream: TextIO) -> TextIO:
    """Return the stream beneath, for what is drawn on a terminal on purpose."""
    return stream.beneath if isinstance(stream, _Plain) else stream
