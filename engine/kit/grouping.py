"""What seats did in a match, gathered by seat: for reports of many matches."""

from collections.abc import Callable, Iterable

from engine.core.ids import Seat
from engine.kit.choosing.deeds import Deed


def named_by_seat(
    played: Iterable[tuple[Seat | None, Deed]], name: Callable[[Deed], str]
) -> dict[Seat, tuple[str, ...]]:
    """Return what each seat's deeds name, each name once and in order; a deed may name nothing."""
    found: dict[Seat, set[str]] = {}
    for by, deed in played:
        called = name(deed) if by is not None else ""
        if by is not None and called:
            found.setdefault(by, set()).add(called)
    return {seat: tuple(sorted(names)) for seat, names in found.items()}
