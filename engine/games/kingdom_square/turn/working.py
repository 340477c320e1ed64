"""What skills and abilities do, effect by effect; open aims are asked for on the way (KS-11)."""

from dataclasses import dataclass
from typing import Any

from engine.core.ids import Seat
from engine.games.kingdom_square.content import card_words, land_words, words
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.printed import Element, Kind
from engine.games.kingdom_square.content.whom import Into
from engine.games.kingdom_square.position.aims import ALL_LEFT, aimed, count
from engine.games.kingdom_square.position.field import TILES, area_of, distance, foe
from engine.games.kingdom_square.position.state import (
    State,
    at_tile,
    face_of,
    hero,
    hero_card,
    is_hero,
    land_on,
    own,
    printed,
    seat_of,
    slug_of,
    tile_of,
    unit_on,
    units,
)
from engine.games.kingdom_square.turn.doing import Work, did
from engine.games.kingdom_square.turn.following import Event, Follows, at_once
from engine.games.kingdom_square.turn.harm import fallen, gone
from engine.games.kingdom_square.turn.looking import Fetching, Pawning, Wondering
from engine.games.kingdom_square.turn.paying import Drawn, Dropping
from engine.games.kingdom_square.turn.shoving import Chaining, Shoving, Whirling
from engine.games.kingdom_square.turn.weighing import Choice, Weighing
from engine.kit.changed import altered
from engine.kit.content.vocabulary import Effects
from engine.kit.draws import Drawing, Shuffling
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then

DIES, SUMMONED = -1, -2
"""In the place of an ability's number: what a card does when it dies, when it's summoned."""


@dataclass(frozen=True, slots=True)
class Returning(StackFrame):
    """A unit goes back to its owner's hand: table or trump (KS-11.1)."""

    unit: str

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Take it off; its owner puts it where there's room, or drops one."""
        del came
        if tile_of(state, self.unit) is None or is_hero(self.unit):
            return done(state)
        state = gone(game, state, self.unit, "drawn")
        if slug_of(self.unit).startswith("token"):
            return done(state)
        return FrameStep(state, (Drawn(seat_of(self.unit), begun=True, home=True),))


@dataclass(frozen=True, slots=True)
class Reclaiming(StackFrame):
    """A unit that died goes from the graveyard to its owner's hand."""

    unit: str

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Take it, if it still lies there."""
        del game, came
        owner = seat_of(self.unit)
        if not state.zones.is_in(self.unit, own(owner, "graveyard")):
            return done(state)
        zones = state.zones.moved(self.unit, own(owner, "drawn"))
        return instead(altered(state, zones=zones), Drawn(owner, begun=True, home=True))


@dataclass(frozen=True, slots=True)
class Working(StackFrame):
    """Effects of a card are done, one after the other.

    `source`: a skill, a unit, or a land by its tile; `slug`: the card whose effects they are. `number`: 0 a
    skill's, 1 and more an ability's, `DIES`, `SUMMONED`. `on`: the targets that are left. `place`: from which
    tile Areas go if the source isn't on the field. `aiming`: a target was asked for.
    """

    seat: Seat
    source: str
    slug: str
    number: int
    on: tuple[str, ...] = ()
    paid: int = 0
    step: int = 0
    place: str = ""
    aiming: bool = False

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Do the next effect; what needs its own time comes on top."""
        todo = effects_of(self.slug, self.number)
        depth = len(state.stack)
        if state.ended is not None or self.step >= len(todo):
            return done(state)
        effect, on = todo[self.step], self.on
        taken = len(on) if count(effect) == ALL_LEFT else count(effect)
        if self.aiming:
            on = (*on, *came) if came else ()
            if not came:
                return altered(self, step=self.step + 1, aiming=False).run(game, state, None)
        if len(on) < taken:
            return self._aimed(state, effect, on)
        aims = on[:taken]
        after = altered(self, step=self.step + 1, on=on[taken:], aiming=False)
        if isinstance(effect, words.Sacrifice) and tile_of(state, aims[0]) is None:
            return done(state)
        frames = self._frames(game, state, effect, aims)
        if frames is not None:
            return then(state, after, *frames)
        state = fallen(game, did(game, state, self._work(state), effect, aims))
        if state.ended is not None:
            return done(state)
        return at_once(depth, state, after)

    def _work(self, state: State) -> Work:
        return Work(self.seat, self.source, self.origin(state), record(self.slug).element, self.paid)

    def _aimed(self, state: State, effect: Any, on: tuple[str, ...]) -> FrameStep:
        """Ask for a target that wasn't named: of what happens by itself."""
        found = [way for way in aimed(state, self.seat, self.origin(state), effect) if way[: len(on)] == on]
        among = tuple(dict.fromkeys(way[len(on)] for way in found))
        after = altered(self, on=on, aiming=True)
        return then(state, after, Choosing(self.seat, "target", among, min(1, len(among)), 1))

    def _frames(self, game: Any, state: State, effect: Any, aims: tuple[str, ...]) -> list[StackFrame] | None:
        seat, origin = self.seat, self.origin(state)
        element = record(self.slug).element
        match effect:
            case words.Bounce():
                return [Returning(aims[0])]
            case words.RecallOwn():
                dark = [
                    one
                    for one in units(state)
                    if printed(state, one).element is Element.DARK and area_of(at_tile(state, one)) == seat
                ]
                return [Returning(one) for one in dark]
            case words.Kick(amount=amount):
                return [Chaining(seat, amount, element, (aims[0],), last=True), Shoving(seat, aims[0])]
            case words.Chain(amount=amount):
                return [Chaining(seat, amount, element, (aims[0],))]
            case words.Tornado(amount=amount, more=more):
                column = aims[0][0] == aims[1][0]
                tiles = [one for one in TILES if one[0 if column else 1] == aims[0][0 if column else 1]]
                hit = tuple(unit for tile in tiles if (unit := unit_on(state, tile)) is not None)
                return [Whirling(seat, hit, amount, more, element)]
            case words.Scatter(area=reach):
                start = origin if origin in TILES else at_tile(state, origin)
                golsars = [
                    one
                    for one in units(state)
                    if "golsar" in printed(state, one).classes
                    and distance(start, at_tile(state, one)) <= reach
                ]
                return [Shoving(seat, one) for one in golsars]
            case words.Tribute():
                return [Weighing(seat, Choice.TRIBUTE, self.source)]
            case words.Salve(hp=hp):
                return [Weighing(seat, Choice.SALVE, aims[0] if game.options.is_printed else "", hp)]
            case land_words.Ferry():
                return [Weighing(seat, Choice.FERRY, self.source)]
            case words.Rush(times=times):
                return [Follows(Event.RUSHES, seat, number=times)]
        return self._card_frames(state, effect)

    def _card_frames(self, state: State, effect: Any) -> list[StackFrame] | None:
        seat = self.seat
        match effect:
            case card_words.Draw(cards=cards) | card_words.DrawBare(cards=cards):
                return [Drawn(seat), *(Drawn(seat, bare=True) for _ in range(cards - 1))]
            case card_words.DrawTrump():
                return [Drawn(seat, only="trump")]
            case card_words.ExileTop(cards=cards):
                return [Drawing(own(seat, "book"), own(seat, "exile"), cards), Wondering(seat)]
            case card_words.Plunder(cards=cards):
                return [Dropping(foe(seat), cards)]
            case card_words.Discard(cards=cards):
                return [Dropping(seat, cards)]
            case card_words.Headache(cards=cards):
                return [Dropping(foe(seat), cards), Dropping(seat, cards)]
            case card_words.Shed(cards=cards):
                dark = {one: hero_card(state, one).element is Element.DARK for one in (seat, foe(seat))}
                return [Dropping(one, cards + dark[one]) for one in (foe(seat), seat)]
            case card_words.Fetch(what=what, to=to):
                return [Fetching(seat, what, to is Into.TABLE)]
            case card_words.Pawn():
                return [Pawning(seat)]
            case card_words.Peek():
                return [Weighing(seat, Choice.BOOK)]
            case card_words.Dilemma(amount=amount):
                return [Weighing(foe(seat), Choice.DILEMMA, self.slug, amount)]
            case card_words.Recall():
                there = unit_on(state, self.source)
                return [] if there is None else [Recalling(there)]
        return None

    def origin(self, state: State) -> str:
        """Return from where its Lines and Areas go: a skill's from the hero, else from unit or tile."""
        if self.source in TILES or tile_of(state, self.source) is not None:
            return self.source
        return self.place or hero(self.seat)


@dataclass(frozen=True, slots=True)
class Recalling(StackFrame):
    """A unit goes into its owner's book, which is shuffled."""

    unit: str

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Take it off."""
        del came
        state = gone(game, state, self.unit, "book")
        book = own(seat_of(self.unit), "book")
        return instead(state, Shuffling(book, book))


def effects_of(slug: str, number: int) -> Effects:
    """Return what a card does: as a skill (0), by an ability (1 the first), when it dies or is summoned."""
    one = record(slug)
    if number in (DIES, SUMMONED):
        return one.dies if number == DIES else one.summons
    if not number:
        return one.play
    given = one.abilities if one.bears is None else one.bears.gives
    return given[number - 1].does


def face_at(state: State, source: str) -> str:
    """Return the card that a source is now: a unit's, or a land's by its tile."""
    if source not in TILES:
        return face_of(state, source)
    land = land_on(state, source, explored=False)
    return "" if land is None or land.kind is not Kind.LAND else land.head.slug
