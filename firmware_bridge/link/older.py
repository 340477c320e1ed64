"""The dictionaries of earlier firmware: with an older board, both ends use the messages that both know.

Each file in `dictionaries` is one dictionary's canonical text, named by its number. The present one is among
them, so that nobody can change the table and forget the boards in use.
"""

from functools import cache
from pathlib import Path
from zlib import crc32

from firmware_bridge.link.dictionary import LINK_VERSION, dictionary_text

FOLDER = Path(__file__).with_name("dictionaries")

NEEDED = frozenset(("ask", "hello", "stranger"))
"""The messages that must be unchanged for any talk."""


@cache
def known_dictionaries() -> dict[int, frozenset[str]]:
    """Return the lines of each dictionary that boards may speak, by its number."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))]
    return {crc32(text.encode()): frozenset(text.splitlines()) for text in texts}


@cache
def shared_messages(dictionary: int) -> frozenset[str]:
    """Return the names of the messages that a dictionary has unchanged; none for an unknown dictionary."""
    shared = known_dictionaries().get(dictionary, frozenset()) & frozenset(dictionary_text().splitlines())
    names = frozenset(line.split(" ", 2)[1] for line in shared)
    link = f"link {LINK_VERSION}"
    return names - {str(LINK_VERSION)} if link in shared and names >= NEEDED else frozenset()


@cache
def missing_messages(dictionary: int) -> tuple[str, ...]:
    """Return the names of our messages that a dictionary lacks or has differently.

    They come in the table's order.
    """
    ours = (line.split(" ", 2)[1] for line in dictionary_text().splitlines()[1:])
    shared = shared_messages(dictionary)
    return tuple(name for name in ours if name not in shared)
