"""Choosing several cards of a hand that is only counted: those that can be in it together."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.hero_realms.position.state import State, own
from engine.kit.choosing.actions import NONE, Choose, GameAction, Option
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, Resolving, done, wait


@dataclass(frozen=True, slots=True)
class ChoosingHeld(Choosing):
    """One seat chooses cards, some of them from its hand, which holds cards that nobody has named.

    Each option may be in the hand by itself. With those that are chosen it must still fit: a hand of one
    card holds either of two, never both.
    """

    def run(self, game: object, state: Resolving, came: object) -> FrameStep:
        """Ask, unless there's only one way or nothing more that fits."""
        found = self.forced
        over = found.is_over or not _fitting(found, state)
        return done(state, found.chosen) if over else wait(state, found)

    def options(self, game: object, state: Resolving, seat: Seat | None) -> Sequence[GameAction]:
        """Return an action for each option that still fits, and `none` where enough is chosen."""
        fitting = {*_fitting(self, state), NONE}
        listed = Choosing.options(self, game, state, seat)
        return [one for one in listed if isinstance(one, Choose) and one.choose in fitting]


def choosing(
    state: State, seat: Seat, what: str, among: tuple[Option, ...], least: int, most: int
) -> Choosing:
    """Return a seat's choice of cards, some of them from its hand."""
    several = most > 1 and state.zones.unnamed(own(seat, "hand"))
    return (ChoosingHeld if several else Choosing)(seat, what, among, least, most)


def _fitting(frame: Choosing, state: Resolving) -> tuple[Option, ...]:
    assert isinstance(state, State)  # noqa: S101  # narrows the type: it's a frame of this game
    hand, zones = own(frame.seat, "hand"), state.zones
    named = {str(card) for card in zones.can_be(hand)}
    for card in frame.chosen:
        if card in named:
            zones = zones.revealed(hand, str(card), to=(frame.seat,))
    still = {str(card) for card in zones.can_be(hand)}
    return tuple(one for one in frame.left if one not in named or one in still)
