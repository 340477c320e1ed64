"""Effects of skills and abilities, one by one; the player is asked for unnamed targets on the way (KS-11)."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.kingdom_square.content.atom import ALL_LEFT, Effects, Ways, Work
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.match import Came, State, TableRules
from engine.games.kingdom_square.position.field import TILES
from engine.games.kingdom_square.position.state import (
    face_of,
    hero,
    is_hero,
    land_on,
    own,
    seat_of,
    slug_of,
    tile_of,
)
from engine.games.kingdom_square.turn.consequences import at_once
from engine.games.kingdom_square.turn.costs_and_draws import putting_away
from engine.games.kingdom_square.turn.damage import fallen, gone
from engine.kit.changed import altered
from engine.kit.draws import Shuffling
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then

DIES, SUMMONED = -1, -2
"""Stand in the place of an ability's number: a card's effects when it dies, and when it's summoned."""


@dataclass(frozen=True, slots=True)
class Returning(StackFrame):
    """A unit goes back to its owner's hand: table or trump (KS-11.1)."""

    unit: str
    """The unit."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Take the unit off the field; its owner puts it where there's room, or drops a card."""
        del came
        if tile_of(state, self.unit) is None or is_hero(self.unit):
            return done(state)
        state = gone(game, state, self.unit, "drawn")
        if slug_of(self.unit).startswith("token"):
            return done(state)
        return FrameStep(state, (putting_away(seat_of(self.unit), home=True),))


@dataclass(frozen=True, slots=True)
class Reclaiming(StackFrame):
    """A unit that died goes from the graveyard to its owner's hand."""

    unit: str
    """The unit."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Take it, if it still lies there."""
        del game, came
        owner = seat_of(self.unit)
        if not state.zones.is_in(self.unit, own(owner, "graveyard")):
            return done(state)
        zones = state.zones.moved(self.unit, own(owner, "drawn"))
        return instead(altered(state, zones=zones), putting_away(owner, home=True))


@dataclass(frozen=True, slots=True)
class Working(StackFrame):
    """The effects of a card, done one after the other."""

    seat: Seat
    """The seat whose card it is."""
    source: str
    """The skill, the unit, or the land by its tile."""
    slug: str
    """The card whose effects they are."""
    number: int
    """The place of the effects on the card: 0 for a skill's, from 1 for an ability's, `DIES`, `SUMMONED`."""
    on: tuple[str, ...] = ()
    """The targets that are left."""
    paid: int = 0
    """The cost that the player chose to pay; 0: there was no choice."""
    step: int = 0
    """The number of the next effect, from 0."""
    place: str = ""
    """The tile where Lines and Areas start if the source isn't on the field; empty: the hero's."""
    aiming: bool = False
    """Whether the player is being asked for an unnamed target."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Do the next effect; an effect with several steps goes on the stack."""
        todo = effects_of(self.slug, self.number)
        depth = len(state.stack)
        if state.ended is not None or self.step >= len(todo):
            return done(state)
        effect, on, work = todo[self.step], self.on, self._work(state)
        taken = len(on) if effect.takes == ALL_LEFT else effect.takes
        if self.aiming:
            on = (*on, *came) if came else ()
            if not came:
                return altered(self, step=self.step + 1, aiming=False).run(game, state, None)
        if len(on) < taken:
            return self._aimed(effect.aims(game, state, work), state, on)
        aims = on[:taken]
        after = altered(self, step=self.step + 1, on=on[taken:], aiming=False)
        if effect.is_cost and aims and tile_of(state, aims[0]) is None:
            return done(state)
        found = effect.works(game, state, work, aims)
        if isinstance(found, tuple):
            return then(state, after, *found)
        state = fallen(game, found)
        if state.ended is not None:
            return done(state)
        return at_once(depth, state, after)

    def _work(self, state: State) -> Work:
        return Work(
            self.seat, self.source, self.origin(state), self.slug, record(self.slug).element, self.paid
        )

    def _aimed(self, found: Ways, state: State, on: tuple[str, ...]) -> FrameStep:
        """Ask for an unnamed target, of effects that happen by themselves."""
        fitting = (way for way in found if way[: len(on)] == on)
        among = tuple(dict.fromkeys(way[len(on)] for way in fitting))
        after = altered(self, on=on, aiming=True)
        return then(state, after, Choosing(self.seat, "target", among, min(1, len(among)), 1))

    def origin(self, state: State) -> str:
        """Return the start of its Lines and Areas: the hero for a skill, else the unit or tile."""
        if self.source in TILES or tile_of(state, self.source) is not None:
            return self.source
        return self.place or hero(self.seat)


@dataclass(frozen=True, slots=True)
class Recalling(StackFrame):
    """A unit goes into its owner's book, which is shuffled."""

    unit: str
    """The unit."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Take the unit off the field and shuffle the book."""
        del came
        state = gone(game, state, self.unit, "book")
        book = own(seat_of(self.unit), "book")
        return instead(state, Shuffling(book, book))


def effects_of(slug: str, number: int) -> Effects:
    """Return a card's effects: of a skill (0) or an ability (from 1), when it dies, or when it's summoned."""
    one = record(slug)
    if number in (DIES, SUMMONED):
        return one.dies if number == DIES else one.summons
    if not number:
        return one.play
    given = one.abilities if one.bears is None else one.bears.gives
    return given[number - 1].does


def face_at(state: State, source: str) -> str:
    """Return the card that a source shows now.

    A source is a unit, or a land's tile.
    """
    if source not in TILES:
        return face_of(state, source)
    land = land_on(state, source, explored=False)
    return "" if land is None or land.kind is not Kind.LAND else land.head.slug
