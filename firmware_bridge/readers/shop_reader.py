"""The seam between a reader and the thread that listens to it."""

from dataclasses import dataclass
from typing import Protocol

from engine.core.device_events import PadReadingKind
from engine.core.faults import MissingFault
from engine.core.phrase import Phrase


class ReaderGone(MissingFault):
    """A reader isn't there, or can't be used."""

    def __init__(self, text: Phrase) -> None:
        super().__init__(text)
        self.text = text
        """Why, and what to do."""


@dataclass(frozen=True, slots=True)
class TagSaid:
    """A reader's words about a tag's memory."""

    kind: PadReadingKind
    """Whether it read the memory, or couldn't."""
    text: str
    """The uid, and the text or the reason, as `format_tag_words` writes them."""


class ShopReader(Protocol):
    """One reader, while it is open. It is used by one thread."""

    lasts_s: float | None
    """A tag that isn't read again within this time has gone, s; None: the reader says when it goes."""

    def open(self) -> str:
        """Open the reader; return its own name.

        Raises:
            ReaderGone: it isn't there, or another program has it.
        """

    def hear(self, wait_s: float) -> list[str]:
        """Wait at most this long; return the lines that it sent. An empty line: no tag lies there.

        Raises:
            ReaderGone: it has gone.
        """

    def remember(self, uid: str, text: str | None) -> TagSaid | None:
        """Write a text into the memory of the tag that lies there, or read it where `text` is None.

        Return the result; None: this reader can't do this.

        Raises:
            ReaderGone: it has gone.
        """

    def close(self) -> None:
        """Let it go. Harmless when it isn't open."""
