"""Marks that stand for network addresses wherever everybody reads, such as a match's record.

A mark says which visits came from one device during one match. The log of actions, which only the arbiter
reads, has the address beside the mark.
"""

from collections.abc import Callable
from hashlib import blake2s

from engine.bus.sealing import derived_key

_MARK_BYTES = 4

AddressMark = Callable[[str, str], str]
"""Returns the mark of an address (the second) in a match (the first), eight hexadecimal digits."""


def address_marks(key: bytes, *, table: str) -> AddressMark:
    """Return a table's marks. Its key is in them, so that nobody can try the few addresses of a network.

    A device has another mark in each match, so that nobody can follow it from match to match.
    """
    own = derived_key(key, f"marks of {table}")

    def mark(match: str, address: str) -> str:
        return blake2s(f"{match}\0{address}".encode(), digest_size=_MARK_BYTES, key=own).hexdigest()

    return mark
