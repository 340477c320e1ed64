"""Drawing, turning up and shuffling: chance that a generator decides, a person sees, or nobody learns.

The state waits for chance wherever an unnamed card is to get a name. The source of its name (the match's
seed, a camera that sees it turned up, a reader that it's drawn over, a tap on a tablet) makes no difference
here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Never

from engine.core.decisions import Chooser, Violation
from engine.core.ids import PieceId, Seat
from engine.core.surfaces import ZoneKind
from engine.kit.changed import altered
from engine.kit.choosing.actions import Draw, GameAction, Shuffle
from engine.kit.position import Position
from engine.kit.resolving.frames import (
    FrameStep,
    Ruled,
    Silence,
    StackFrame,
    Waiting,
    done,
    instead,
    then,
    wait,
)
from engine.kit.resolving.steps import Giving
from engine.kit.zones.box import CardId, CardSet
from engine.kit.zones.tabletop import ZoneName


@cache
def _drawn(card: CardId) -> Draw:
    """Return the action that draws a card; the same object each time."""
    return Draw(card)


@dataclass(frozen=True, slots=True)
class Drawing(Giving[tuple[CardId, ...]]):
    """Cards go from the top of one zone to another.

    The frame's result is the cards, as far as the engine knows them.
    """

    zone: ZoneName
    """The zone that they come from."""
    to: ZoneName
    """The zone that they go to."""
    count: int = 1
    """How many cards are still to be drawn."""
    seat: Seat | None = None
    """The seat that draws and sees them; None: they're turned up for all."""
    counted: bool = False
    """The engine doesn't learn their names (a hand that is only counted)."""
    refill: ZoneName | None = None
    """The pile that is shuffled into the zone when it's empty; None: there is none."""
    drawn: tuple[str, ...] = ()
    """The cards drawn so far."""
    bottom: bool = False
    """The drawn cards go under the cards that lie there."""
    blind: bool = False
    """The draw takes any card of a hand, unseen, not the top one."""

    def run(self, game: object, state: Position[Never], came: object) -> FrameStep:
        """Move the known cards; wait for chance where the next card is unknown; stop when none are left."""
        if not self.count:
            return done(state, self.drawn)
        pile = state.zones.lying(self.zone)
        if not pile:
            if self.refill is None or state.zones.is_empty(self.refill):
                return done(state, self.drawn)
            return then(state, self, Shuffling(self.refill, self.zone))
        if self.counted:
            zones = state.zones.passed(self.zone, self.to, bottom=self.bottom)
            return instead(altered(state, zones=zones), replace(self, count=self.count - 1))
        if pile[0].card is None or (self.blind and len(pile) > 1):
            return wait(state, self)
        return self._taken(state, pile[0].card)

    def waits(self, game: object, state: Position[Never]) -> Waiting:
        """Return that it waits for chance: for a seat's own chance if that seat alone sees the card."""
        to = state.zones.top.zone(self.to)
        shows = to.face_up and to.kind is not ZoneKind.PRIVATE
        return Waiting(
            () if self.seat is None else (self.seat,),
            "draw",
            Chooser.CHANCE,
            many=shows and self._goes_on(state),
            shows=shows,
        )

    def _goes_on(self, state: Position[Never]) -> bool:
        """Tell whether more cards are turned up at once: a whole market is laid in one go."""
        after = next((one for one in reversed(state.stack) if not isinstance(one, Silence)), None)
        return self.count > 1 or (isinstance(after, Drawing) and after.seat is None)

    def options(self, game: object, state: Position[Never], seat: Seat | None) -> Iterable[GameAction]:
        """Return every card that may come next, each copy with the same weight."""
        return [_drawn(card) for card in state.zones.top.box.named(self._may_come(state))]

    def weights(self, game: object, state: Position[Never]) -> Iterable[tuple[GameAction, float]]:
        """Return the cards with their weights; an unknown card shares its weight among its possible cards."""
        zones, cards = state.zones, state.zones.top.box.named(self._may_come(state))
        share = zones.unnamed(self.zone) / max(1, zones.may_hold(self.zone).bit_count())
        named = zones.known(self.zone) if self.blind else ()
        return [(_drawn(card), 1.0 if card in named else share) for card in cards]

    def _may_come(self, state: Position[Never]) -> CardSet:
        zones = state.zones
        if self.blind:
            return zones.top.box.set_of(zones.known(self.zone)) | zones.may_hold(self.zone)
        return zones.pools[zones.lying(self.zone)[0].pool]

    def options_about(
        self, game: object, state: Position[Never], seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[GameAction]:
        """Yield the pieces that may be the next card."""
        numbers, may_be = state.zones.top.box.numbers, self._may_come(state)
        return [Draw(CardId(one)) for one in sorted(pieces) if one in numbers and may_be >> numbers[one] & 1]

    def refusals(self, game: Ruled, state: Position[Never], action: GameAction) -> tuple[Violation, ...]:
        """Return the violation that the card can't be in this pile."""
        facts = (("card", str(action.draw)),) if isinstance(action, Draw) else ()
        return (Violation(game.not_now, "not_there" if facts else "not_now", facts),)

    def answered(self, game: object, state: Position[Never], action: GameAction) -> FrameStep:
        """Name the card and draw it."""
        assert isinstance(action, Draw)  # noqa: S101  # narrows the type: it's one of the options
        zones = state.zones
        if not zones.is_in(action.draw, self.zone):
            zones = zones.revealed(self.zone, action.draw, at=None if self.blind else 0)
        return self._taken(altered(state, zones=zones), action.draw)

    def _taken(self, state: Position[Never], card: str) -> FrameStep:
        to = () if self.seat is None else (self.seat,)
        zones = state.zones.moved(card, self.to, to=to, bottom=self.bottom)
        left = replace(self, count=self.count - 1, drawn=(*self.drawn, card))
        return instead(altered(state, zones=zones), left)


@dataclass(frozen=True, slots=True)
class Peeking(Giving[tuple[CardId, ...]]):
    """A seat looks at the first cards of a zone and leaves them there.

    The frame's result is the cards, in their order.
    """

    zone: ZoneName
    """The zone."""
    count: int
    """How many cards the seat looks at."""
    seat: Seat
    """The seat."""
    at: int = 0
    """How many of the cards are known so far."""

    def run(self, game: object, state: Position[Never], came: object) -> FrameStep:
        """Show the known cards; wait for chance where the next card is unknown."""
        pile = state.zones.lying(self.zone)
        if self.at >= min(self.count, len(pile)):
            return done(state, tuple(str(one.card) for one in pile[: self.at]))
        card = pile[self.at].card
        if card is None:
            return wait(state, self)
        zones = state.zones.shown(card, (self.seat,))
        return instead(altered(state, zones=zones), replace(self, at=self.at + 1))

    def waits(self, game: object, state: Position[Never]) -> Waiting:
        """Return that it waits for chance, whose outcome only the seat sees."""
        return Waiting((self.seat,), "draw", Chooser.CHANCE)

    def options(self, game: object, state: Position[Never], seat: Seat | None) -> Iterable[GameAction]:
        """Return every card that may come next."""
        pool = state.zones.lying(self.zone)[self.at].pool
        return [Draw(card) for card in state.zones.top.box.named(state.zones.pools[pool])]

    def answered(self, game: object, state: Position[Never], action: GameAction) -> FrameStep:
        """Name the card for the seat alone."""
        assert isinstance(action, Draw)  # noqa: S101  # narrows the type: it's one of the options
        zones = state.zones.revealed(self.zone, action.draw, to=(self.seat,), at=self.at)
        return instead(altered(state, zones=zones), replace(self, at=self.at + 1))


@dataclass(frozen=True, slots=True)
class Shuffling(StackFrame):
    """A zone is shuffled face down, under the cards that lie in `into`. At a table people do it.

    Chance is asked although it has only one outcome, so that a scenario can fix the order.
    """

    zone: ZoneName
    """The zone that is shuffled."""
    into: ZoneName
    """The zone that its cards go to."""

    def run(self, game: object, state: Position[Never], came: object) -> FrameStep:
        """Wait for it, unless there's nothing to shuffle."""
        return done(state) if state.zones.is_empty(self.zone) else wait(state, self)

    def waits(self, game: object, state: Position[Never]) -> Waiting:
        """Return that it waits for chance."""
        return Waiting((), "shuffle", Chooser.CHANCE)

    def options(self, game: object, state: Position[Never], seat: Seat | None) -> Sequence[GameAction]:
        """Return the only outcome: nobody knows the order."""
        return [Shuffle(self.zone)]

    def answered(self, game: object, state: Position[Never], action: GameAction) -> FrameStep:
        """Shuffle."""
        assert isinstance(action, Shuffle)  # noqa: S101  # narrows the type: it's the option, or that with an order
        zones = state.zones.shuffled(self.zone, into=self.into)
        if action.order:
            zones = zones.ordered(self.into, action.order)
        return done(altered(state, zones=zones))
