"""Ways that players choose by number, as printed and as in journals."""

from collections.abc import Iterable
from enum import IntEnum


def numbers(ways: Iterable[IntEnum]) -> tuple[int, ...]:
    """Return the numbers of ways, which players choose from."""
    return tuple([int(way) for way in ways])
