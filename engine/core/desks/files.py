"""A game's files: setups, actions and positions as written, and what a table chooses to play."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

from engine.core.decisions import Violation
from engine.core.decks import Deck, DeckPart
from engine.core.document import Entry
from engine.core.ids import Seat
from engine.core.options import Option

S = TypeVar("S")
A = TypeVar("A")


class FilesDesk(Protocol[S, A]):
    """Written things, and the choices before a match."""

    has_decks: ClassVar[bool] = False
    """Players build decks of their own for it."""

    @property
    def name(self) -> str:
        """The game's key in the registry and in files (`dozen_war`)."""

    def initial(self, setup: Entry | None) -> S:
        """Return the state of a `setup:` as scenario files write it; None is the standard opening.

        Raises:
            InputFault: names file, line, what was expected and what came.
        """

    def parse_action(self, entry: Entry) -> A:
        """Return the action that a scenario file writes.

        Raises:
            InputFault: unknown words, pieces or places, with the line.
        """

    def format_action(self, action: A) -> dict[str, Any]:
        """Return the action as scenario files write it; inverse of `parse_action`."""

    def shown_action(self, state: S, action: A, seat: Seat | None) -> dict[str, Any]:
        """Return the action as scenario files write it, without what a seat may not know.

        `seat` None: everybody.
        """
        del state, seat
        return self.format_action(action)

    def mismatches(self, state: S, expected: Entry) -> tuple[str, ...]:
        """Return a sentence for each fact of an `expect:` that doesn't hold.

        Raises:
            InputFault: unknown facts, pieces or places, with the line.
        """

    def dump(self, state: S) -> dict[str, Any]:
        """Return the state as JSON values."""

    def load(self, document: dict[str, Any]) -> S:
        """Return the state that `dump` wrote.

        Raises:
            InputFault: `dump` didn't write this.
        """

    def readings(self) -> Sequence[Option]:
        """Return the readings that change something on the game's board, the most wanted choices first."""
        return ()

    def readings_in_force(self) -> Mapping[str, str]:
        """Return the value of each reading; where the ruleset chooses none, the usual value on the board."""
        return {}

    def packs(self) -> Sequence[str]:
        """Return the content packs that come with the game."""
        return ("house",)

    def openings(self) -> Mapping[tuple[Seat, ...], dict[str, Any]]:
        """Return the setup of the standard opening for each group of seats that can play, in turn order."""
        return {}

    def ways(self) -> Mapping[str, Mapping[str, str]]:
        """Return by name the readings that a match on its board can be opened with, the first offered first.

        The names are `book` (as the rulebook opens a match) and `quick`. Empty readings mean the usual ones.
        """
        return {}

    def boxes(self, players: int) -> int:
        """Return how many copies of the printed game this number of players needs."""
        del players
        return 1

    def deck_parts(self) -> Sequence[DeckPart]:
        """Return the parts of a deck that players build, in their order."""
        return ()

    def sample_decks(self) -> Mapping[str, Deck]:
        """Return the decks that come with the game, by their names."""
        return {}

    def deck_faults(self, deck: Deck) -> Sequence[Violation]:
        """Return each rule that a deck breaks, with the cards or parts that break it."""
        del deck
        return ()

    def deck_setup(self, deck: Deck) -> dict[str, Any]:
        """Return a setup where the first seat plays a deck against a sample deck."""
        del deck
        return {}

    def deck_prints(self, deck: Deck) -> Mapping[str, int]:
        """Return the printed cards of a deck, by the names of the game's faces, and how many of each."""
        del deck
        return {}
