"""Showing generals: gender, kingdom, careerists, and what is drawn for it (QC-1.3, QC-3, QC-4.3, QC-5)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import are_companions, halves_of
from engine.games.quoc_chien.position.deeds import Reveal
from engine.games.quoc_chien.position.kingdoms import joined
from engine.games.quoc_chien.position.state import (
    State,
    general_in,
    hidden,
    is_wounded,
    put,
    shown,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.kit.choosing.deeds import Deed, Pass
from engine.kit.choosing.picking import Choosing
from engine.kit.resolving.frames import Frame, Step, Waiting, done, instead, then, wait
from engine.kit.resolving.moments import Firing

SIX = 6
"""From so many players on the first to reveal draws two cards (QC-4.3)."""


def revealed(game: Any, state: State, seat: Seat, places: Iterable[str], *, rewards: bool = True) -> State:
    """Return the state with generals shown and the kingdom settled; `rewards`: they are still to be had.

    What is drawn or chosen for it, the frame `Rewarding` brings; who dies has none.
    """
    zones = state.zones
    for place in places:
        slug = general_in(state, seat, place)
        if slug is not None:
            zones = zones.turned(slug, up=True)
    state = joined(replace(state, zones=zones), game.options, seat)
    return state if rewards else put(put(state, seat, "half", 1), seat, "companions", 1)


def showing(game: Any, state: State, seat: Seat, places: Iterable[str]) -> tuple[State, tuple[Frame, ...]]:
    """Return the state with generals shown, and what follows from it."""
    places = tuple(places)
    if not places:
        return state, ()
    state = revealed(game, state, seat, places)
    facts = (("seat", str(seat)), ("places", "+".join(places)))
    return state, (Rewarding(seat), Firing("shown", facts, seat))


@dataclass(frozen=True, slots=True)
class Showing(Frame):
    """A seat shows generals, as its skill or a card wants it."""

    seat: Seat
    places: tuple[str, ...]

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Do it."""
        del came
        hide = set(hidden(state, self.seat))
        state, above = showing(game, state, self.seat, [one for one in self.places if one in hide])
        return instead(state, *above)


@dataclass(frozen=True, slots=True)
class Rewarding(Frame):
    """What a first reveal brings: two cards to the first, one for a half, two or health to companions."""

    seat: Seat
    chosen: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Give it, one after the other."""
        if self.chosen:
            return instead(state, drawing(self.seat, 2) if came[0] == 1 else game.healing(self.seat))
        if not state.first_shown:
            state = replace(state, first_shown=True)
            if game.first_reveal_draws(state):
                return then(state, self, drawing(self.seat, 2))
        both = len(shown(state, self.seat)) == 2  # head and deputy
        if both and not state.counters[self.seat, "half"]:
            state = put(state, self.seat, "half", 1)
            if _leftover(state, self.seat):
                return then(state, self, drawing(self.seat, 1))
        if both and not state.counters[self.seat, "companions"]:
            state = put(state, self.seat, "companions", 1)
            if _companions(state, self.seat):
                ways = (1, 2) if is_wounded(state, self.seat) else (1,)
                return then(state, replace(self, chosen=True), Choosing(self.seat, "companions", ways))
        return done(game.judged(state))


@dataclass(frozen=True, slots=True)
class Revealing(Frame):
    """In the own start phase a seat may show its generals (QC-3.2)."""

    seat: Seat

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Ask as long as one is hidden."""
        del game, came
        return wait(state, self) if hidden(state, self.seat) else done(state)

    def waits(self, game: Any, state: Any) -> Waiting:
        """Return whose start phase it is."""
        del game, state
        return Waiting((self.seat,), "reveal", continues=False)

    def options(self, game: Any, state: Any, seat: Seat | None) -> Iterator[Deed]:
        """Yield what may be shown, and that nothing is."""
        del game, seat
        found = hidden(state, self.seat)
        yield from (Reveal(place) for place in found)
        if len(found) > 1:
            yield Reveal("both")
        yield Pass()

    def answered(self, game: Any, state: Any, deed: Deed) -> Step:
        """Show them."""
        if not isinstance(deed, Reveal):
            return done(state)
        places = hidden(state, self.seat) if deed.reveal == "both" else (deed.reveal,)
        state, above = showing(game, state, self.seat, places)
        return then(state, self, *above)


def _leftover(state: State, seat: Seat) -> bool:
    head, deputy = general_in(state, seat, "head"), general_in(state, seat, "deputy")
    if head is None or deputy is None:
        return False
    return (halves_of(head, head=True) + halves_of(deputy, head=False)) % 2 == 1


def _companions(state: State, seat: Seat) -> bool:
    head, deputy = general_in(state, seat, "head"), general_in(state, seat, "deputy")
    return head is not None and deputy is not None and are_companions(head, deputy)


REVEALING_FRAMES: tuple[type[Frame], ...] = (Showing, Rewarding, Revealing)
