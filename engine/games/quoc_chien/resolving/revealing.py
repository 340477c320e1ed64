"""Showing generals: gender, kingdom, careerists, and the rewards (QC-1.3, QC-3, QC-4.3, QC-5)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import Gender, are_companions, generals, halves_of
from engine.games.quoc_chien.position.actions import Reveal
from engine.games.quoc_chien.position.counts import Count, Family, Soldier
from engine.games.quoc_chien.position.kingdoms import joined, under_lord
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    GENERALS,
    State,
    counted,
    general_in,
    hidden,
    is_wounded,
    own,
    put,
    shown,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.ways import numbers
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, instead, then, wait
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart
from engine.kit.zones.zones import Zones

REWARD_CARDS = 2
"""The cards for the first reveal of all (QC-4.3), and for companions (QC-5)."""

LORD = "lord-"
"""The beginning of a lord's slug, before the slug of the general on the other side."""

SIX = 6
"""From this number of players on, the first player to reveal draws two cards (QC-4.3)."""


def revealed(
    game: QuocRules, state: State, seat: Seat, places: Iterable[str], *, rewards: bool = True
) -> State:
    """Return the state with generals shown and the kingdom settled.

    `rewards`: whether the rewards are still to be given.

    The frame `Rewarding` gives the drawn and chosen rewards; a dying player gets none.
    """
    zones = state.zones
    for place in places:
        slug = general_in(state, seat, place)
        if slug is not None:
            zones = zones.turned(slug, up=True)
    state = under_lord(joined(altered(state, zones=zones), game.options, seat), seat)
    return state if rewards else put(put(state, seat, Count.HALF, 1), seat, Count.COMPANIONS, 1)


def showing(
    game: QuocRules, state: State, seat: Seat, places: Iterable[str]
) -> tuple[State, tuple[StackFrame, ...]]:
    """Return the state with generals shown, and the frames that follow."""
    places = tuple(places)
    if not places:
        return state, ()
    state = revealed(game, state, seat, places)
    facts = (("seat", str(seat)), ("places", "+".join(places)))
    return state, (Rewarding(seat), Firing(Moment.SHOWN, facts, seat))


@dataclass(frozen=True, slots=True)
class Showing(StackFrame):
    """A seat shows generals because a skill or a card demands it."""

    seat: Seat
    """The seat that shows generals."""
    places: tuple[str, ...]
    """The places of these generals: `head`, `deputy`."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Show the generals that are still hidden."""
        del came
        hide = set(hidden(state, self.seat))
        state, above = showing(game, state, self.seat, [one for one in self.places if one in hide])
        return instead(state, *above)


class CompanionsReward(IntEnum):
    """The rewards that companions choose between, by number."""

    CARDS = 1
    HEALTH = 2


@dataclass(frozen=True, slots=True)
class Rewarding(StackFrame):
    """The rewards of a first reveal.

    Two cards for the first player, two cards or a health for companions, one card for a half.
    """

    seat: Seat
    """The seat that showed generals."""
    chosen: bool = False
    """Whether the companions' reward is settled."""

    def run(self, game: QuocRules, state: State, came: tuple[int, ...] | None) -> FrameStep:
        """Give the rewards, one after the other."""
        if self.chosen and came:
            draws = came[0] == CompanionsReward.CARDS
            frame = drawing(self.seat, REWARD_CARDS) if draws else game.healing(self.seat)
            if game.options.reward_order == "half":  # nothing comes after it
                return instead(state, frame)
            return then(state, altered(self, chosen=False), frame)
        if not state.first_shown:
            state = altered(state, first_shown=True)
            if game.first_reveal_draws(state):
                return self._given(game, state, "xianqu", drawing(self.seat, REWARD_CARDS))
        both = len(shown(state, self.seat)) == 2  # head and deputy
        order = (Count.COMPANIONS, Count.HALF)
        if game.options.reward_order == "half":
            order = (Count.HALF, Count.COMPANIONS)
        for reward in order if both else ():
            if state.counters[self.seat, reward]:
                continue
            state = put(state, self.seat, reward, 1)
            if reward is Count.HALF and _leftover(state, self.seat):
                return self._given(game, state, "yinyangyu", drawing(self.seat, 1))
            if reward is Count.COMPANIONS and _companions(state, self.seat):
                wounded = is_wounded(state, self.seat)
                ways = numbers(CompanionsReward if wounded else (CompanionsReward.CARDS,))
                asked = Choosing(self.seat, "companions", ways)
                return self._given(game, state, "zhulianbihe", asked, chosen=True)
        return done(game.judged(state))

    def _given(
        self, game: QuocRules, state: State, mark: str, now: StackFrame, *, chosen: bool = False
    ) -> FrameStep:
        """Give a reward now, or keep it as a mark, by the reading `rewards`."""
        if game.options.rewards == "marks":
            return then(put(state, self.seat, Family.GIVEN.of(mark), 1), self)
        return then(state, altered(self, chosen=chosen), now)


@dataclass(frozen=True, slots=True)
class Revealing(StackFrame):
    """In its start phase a seat may show its generals (QC-3.2)."""

    seat: Seat
    """The seat whose start phase it is."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the seat while one of its generals is hidden."""
        del game, came
        return wait(state, self) if hidden(state, self.seat) else done(state)

    def waits(self, game: QuocRules, state: State) -> Waiting:
        """Return the seat whose start phase it is."""
        del game, state
        return Waiting((self.seat,), "reveal", continues=False)

    def options(self, game: QuocRules, state: State, seat: Seat | None) -> Iterator[GameAction]:
        """Yield the generals that may be shown, and the choice to show none."""
        del seat
        found = hidden(state, self.seat)
        yield from (Reveal(place) for place in found)
        if len(found) > 1:
            yield Reveal("both")
        if game.options.boxes == "all" and "head" in found and _lord(state, self.seat):
            yield Reveal("lord")
        yield Pass()

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Show the chosen generals."""
        if not isinstance(action, Reveal):
            return done(state)
        if action.reveal == "lord":
            state = _enthroned(game, state, self.seat)
            action = Reveal("head")
        places = hidden(state, self.seat) if action.reveal == "both" else (action.reveal,)
        state, above = showing(game, state, self.seat, places)
        return then(state, self, *above)


class RemovingPart(FramePart):
    """The parts of removing a general."""

    SHOW = 0
    REPLACE = 1


@dataclass(frozen=True, slots=True)
class Removing(StackFrame):
    """A general is removed: it's shown, and a soldier takes its place (QC-9).

    The soldier has its kingdom and gender.
    """

    seat: Seat
    """The seat whose general it is."""
    place: str
    """The general's place: `head` or `deputy`."""
    part: RemovingPart = RemovingPart.SHOW
    """The next part."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Show the general, remove it, and fire the moment."""
        del came
        slug = general_in(state, self.seat, self.place)
        if slug is None:
            return done(state)
        if self.part is RemovingPart.SHOW:
            return then(state, altered(self, part=RemovingPart.REPLACE), Showing(self.seat, (self.place,)))
        male = generals()[slug].gender is Gender.MALE
        state = put(state, self.seat, Family.SOLDIER.of(self.place), Soldier.MALE if male else Soldier.FEMALE)
        # After a general's removal no reward of a first reveal is due.
        state = put(put(state, self.seat, Count.HALF, 1), self.seat, Count.COMPANIONS, 1)
        zones = put_back(game, state.zones, slug).shuffled(GENERALS)
        state = altered(state, zones=zones, removed=(*state.removed, f"{self.seat}.{self.place}"))
        facts = (("seat", str(self.seat)), ("general", slug))
        # A general's skill about its own removal works although the general is gone.
        comfort = (Comforted(self.seat),) if "guixiu" in generals()[slug].skills else ()
        return instead(state, Firing(Moment.REMOVED, facts, self.seat), *comfort)


@dataclass(frozen=True, slots=True)
class Comforted(StackFrame):
    """A seat may recover one health when a general is removed, by that general's skill."""

    seat: Seat
    """The seat that may recover."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the seat, if it lacks health."""
        if came is None and is_wounded(state, self.seat):
            return then(state, self, Choosing(self.seat, "guixiu", (1,), 0))
        return instead(state, game.healing(self.seat)) if came else done(state)


def _lord(state: State, seat: Seat) -> str:
    """Return the lord that a seat's head may be turned into; empty: none."""
    slug = f"{LORD}{general_in(state, seat, 'head')}"
    return slug if slug in generals() and state.zones.zone_of(slug) is None else ""


def put_back(game: QuocRules, zones: Zones, slug: str) -> Zones:
    """Return zones with a general put back among the remaining ones, without shuffling.

    A lord lies there by its other side.
    """
    plain = slug.removeprefix(LORD)
    if plain != slug and game.options.lord_side == "turned":
        zones = zones.other_side(slug, plain)
        slug = plain
    return zones.moved(slug, GENERALS, up=False)


def _enthroned(game: QuocRules, state: State, seat: Seat) -> State:
    """Return the state with a seat's head turned into its lord, which may change the health limit.

    They're two sides of one card; by the reading `lord_side` they're two cards.
    """
    lord, before = _lord(state, seat), general_in(state, seat, "head")
    deputy = general_in(state, seat, "deputy")
    halves = 0 if deputy is None else halves_of(deputy, head=False)
    more = (halves_of(lord, head=True) + halves) // 2 - (halves_of(str(before), head=True) + halves) // 2
    if game.options.lord_side == "turned":
        zones = state.zones.other_side(str(before), lord)
    else:
        zones = state.zones.moved(str(before), GENERALS, up=False).shuffled(GENERALS)
        zones = zones.put(own(seat, "head"), (lord,), up=False, to=(seat,))
    state = counted(altered(state, zones=zones), seat, Count.MAX_HEALTH, more)
    return counted(state, seat, Count.HEALTH, more)


def _leftover(state: State, seat: Seat) -> bool:
    head, deputy = general_in(state, seat, "head"), general_in(state, seat, "deputy")
    if head is None or deputy is None:
        return False
    return (halves_of(head, head=True) + halves_of(deputy, head=False)) % 2 == 1


def _companions(state: State, seat: Seat) -> bool:
    head, deputy = general_in(state, seat, "head"), general_in(state, seat, "deputy")
    return head is not None and deputy is not None and are_companions(head, deputy)


REVEALING_FRAMES: tuple[type[StackFrame], ...] = (Showing, Rewarding, Revealing, Removing, Comforted)
