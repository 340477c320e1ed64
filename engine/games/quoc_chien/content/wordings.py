"""Names and printed texts in the game's three languages, as the pages of skills have them."""

from dataclasses import dataclass

from engine.core.wording import Wording


def wording(*, en: str, vi: str, ja: str) -> Wording:
    """Return a name or a text in English, Vietnamese and Japanese."""
    return Wording((("en", en), ("vi", vi), ("ja", ja)))


@dataclass(frozen=True, slots=True)
class OtherPrinting:
    """The text of another printing of a card or skill, and when a table plays by it."""

    reading: str
    """The name of the reading that decides it (`options.py`)."""
    value: str
    """The value of the reading that selects the other text."""
    text: Wording
    """The other text, instead of the usual one."""
