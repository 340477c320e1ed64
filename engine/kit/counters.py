"""Counts of a seat, a card or the match: health, gold, marks. A frozen value.

>>> counters = Counters.of({("p1", "gold"): 3})
>>> counters["p1", "gold"], counters["p1", "combat"]
(3, 0)
>>> counters.plus("p1", "gold", -2)["p1", "gold"]
1
>>> counters.plus("p1", "gold", -5, least=0)["p1", "gold"]
0
>>> counters.plus("p1", "gold", -3) == Counters()
True
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.core.faults import InputFault

W_contra = TypeVar("W_contra", bound=str, contravariant=True)
"""The names of a game's counters: an enum, so that no counter is misspelt."""


@dataclass(frozen=True, slots=True)
class Counters(Generic[W_contra]):
    """Numbers by their owner (a seat, a card, or empty: the match) and by the thing they count.

    They are sorted and have no zeros, so that equal counters are equal values.
    """

    kept: tuple[tuple[tuple[str, str], int], ...] = ()
    """Each owner and counted thing with its number."""

    @staticmethod
    def of(numbers: Mapping[tuple[str, str], int]) -> "Counters[W_contra]":
        """Return counters with these numbers."""
        return Counters(tuple(sorted((key, number) for key, number in numbers.items() if number)))

    def __getitem__(self, key: tuple[str, W_contra]) -> int:
        """Return a number: `counters["p1", "gold"]`; 0 where nothing is counted."""
        at = bisect_left(self.kept, (key,))
        return self.kept[at][1] if at < len(self.kept) and self.kept[at][0] == key else 0

    def set(self, whose: str, what: W_contra, number: int) -> "Counters[W_contra]":
        """Return counters with one of them set."""
        return self.set_by_name(whose, str(what), number)

    def set_by_name(self, whose: str, what: str, number: int) -> "Counters[W_contra]":
        """Return counters with one of them set, by its written name."""
        key = (whose, what)
        at = bisect_left(self.kept, (key,))
        after = at + (at < len(self.kept) and self.kept[at][0] == key)
        if (self.kept[at][1] if at < after else 0) == number:
            return self
        one = ((key, number),) if number else ()
        return Counters((*self.kept[:at], *one, *self.kept[after:]))

    def plus(
        self, whose: str, what: W_contra, number: int, *, least: int | None = None
    ) -> "Counters[W_contra]":
        """Return counters with a number added to one of them; never below `least`."""
        now = self[whose, what] + number
        return self.set(whose, what, now if least is None else max(least, now))

    def without(self, *, whose: str | None = None, what: W_contra | None = None) -> "Counters[W_contra]":
        """Return counters without those of an owner, of a kind, or of both."""
        kept = tuple(
            [one for one in self.kept if not (whose in (None, one[0][0]) and what in (None, one[0][1]))]
        )
        return self if len(kept) == len(self.kept) else Counters(kept)

    def of_one(self, whose: str) -> Iterator[tuple[str, int]]:
        """Yield the counts of one owner, by name."""
        return ((what, number) for (owner, what), number in self.kept if owner == whose)

    def dump(self) -> list[list[str | int]]:
        """Return the counters as JSON values."""
        return [[whose, what, number] for (whose, what), number in self.kept]

    @staticmethod
    def load(document: Iterable[Sequence[str | int]]) -> "Counters[W_contra]":
        """Return the counters that `dump` wrote.

        Raises:
            InputFault: `dump` didn't write this.
        """
        try:
            return Counters.of({(str(whose), str(what)): int(number) for whose, what, number in document})
        except (TypeError, ValueError) as error:
            raise InputFault(f"these aren't counters: {error}") from error
