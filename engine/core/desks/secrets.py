"""A game's secrets: what each seat may know, hold and use."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Protocol, TypeVar

from engine.core.ids import Seat
from engine.core.phrase import SILENCE, Phrase
from engine.core.views import Held, UseView, View

S = TypeVar("S")
A_contra = TypeVar("A_contra", contravariant=True)


class SecretsDesk(Protocol[S, A_contra]):
    """The knowledge of each seat."""

    has_secrets: ClassVar[bool] = False
    """Players hold what others don't see."""

    def view(self, state: S, seat: Seat | None) -> View:
        """Return all that a seat may know."""

    def is_secret_choice(self, state: S, action: A_contra) -> bool:
        """Tell whether only the seat that decides may know if the action is possible."""
        del state, action
        return False

    def uses(self, state: S, seat: Seat) -> Sequence[UseView]:
        """Return all that a seat has to use, usable now or not; only this seat may see it."""
        del state, seat
        return ()

    def question(self, state: S, seat: Seat) -> Phrase:
        """Return the question to a seat with things in it that others may not know.

        Silence: the rulebook's words for this kind of decision are enough.
        """
        del state, seat
        return SILENCE

    def held(self, state: S) -> Sequence[Held]:
        """Return the hidden things that each seat holds, in the order of the seats.

        A broadcast may show them: hands, and a seat's own face-down cards, such as a general that isn't shown
        yet. A card in a pile is never among them, even if somebody has looked at it.
        """
        del state
        return ()

    def determinize(self, state: S, seat: Seat, chance: Random) -> S:
        """Return a state that looks the same to a seat; `chance` draws all that the seat may not know."""
        del seat, chance
        return state
