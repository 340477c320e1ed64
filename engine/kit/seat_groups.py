"""Seats' actions in a match, gathered by seat: for reports on many matches."""

from collections.abc import Callable, Iterable

from engine.core.ids import Seat
from engine.kit.choosing.actions import GameAction


def named_by_seat(
    played: Iterable[tuple[Seat | None, GameAction]], name: Callable[[GameAction], str]
) -> dict[Seat, tuple[str, ...]]:
    """Return the things that each seat's actions name, each name once and in order."""
    found: dict[Seat, set[str]] = {}
    for by, action in played:
        called = name(action) if by is not None else ""
        if by is not None and called:
            found.setdefault(by, set()).add(called)
    return {seat: tuple(sorted(names)) for seat, names in found.items()}
