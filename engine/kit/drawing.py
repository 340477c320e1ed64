"""Drawing, turning up and shuffling: chance that a generator draws, that somebody sees, or that nobody tells.

The state waits for chance wherever an unnamed card is to get a name. Who says which it was (the match's seed,
a camera that sees it turned up, a reader that it's drawn over, a tap on a tablet) makes no difference here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.choosing import Chooser, Violation
from engine.core.ids import PieceId, Seat
from engine.kit.choosing.deeds import Deed, Draw, Shuffle
from engine.kit.resolving.frames import Frame, Step, Waiting, done, instead, then, wait
from engine.kit.zones.box import CardId
from engine.kit.zones.tabletop import ZoneKind, ZoneName


@dataclass(frozen=True, slots=True)
class Drawing(Frame):
    """Cards go from the top of one zone to another; came to the cards, as far as the engine knows them.

    `seat`: who draws and sees them; None: they're turned up for all. `counted`: the engine isn't told which
    they are (a hand that is only counted). `refill`: the pile that is shuffled into the zone when it's empty.
    """

    zone: ZoneName
    to: ZoneName
    count: int = 1
    seat: Seat | None = None
    counted: bool = False
    refill: ZoneName | None = None
    drawn: tuple[str, ...] = ()
    bottom: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Move what is known; wait for chance where the next card isn't; draw what there is."""
        if not self.count:
            return done(state, self.drawn)
        pile = state.zones.lying(self.zone)
        if not pile:
            if self.refill is None or state.zones.is_empty(self.refill):
                return done(state, self.drawn)
            return then(state, self, Shuffling(self.refill, self.zone))
        if self.counted:
            zones = state.zones.passed(self.zone, self.to, bottom=self.bottom)
            return instead(replace(state, zones=zones), replace(self, count=self.count - 1))
        if pile[0].card is None:
            return wait(state, self)
        return self._taken(state, pile[0].card)

    def waits(self, game: Any, state: Any) -> Waiting:
        """Return chance: a seat's own if it alone sees the card."""
        to = state.zones.top.zone(self.to)
        shows = to.face_up and to.kind is not ZoneKind.PRIVATE
        return Waiting(() if self.seat is None else (self.seat,), "draw", Chooser.CHANCE, shows=shows)

    def options(self, game: Any, state: Any, seat: Seat | None) -> Iterable[Deed]:
        """Return every card that the next one may be, copy by copy, each as likely."""
        top = state.zones.lying(self.zone)[0]
        return [Draw(card) for card in state.zones.top.box.named(state.zones.pools[top.pool])]

    def options_about(
        self, game: Any, state: Any, seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[Deed]:
        """Yield those of the pieces that the next card may be."""
        top = state.zones.lying(self.zone)[0]
        numbers = state.zones.top.box.numbers
        may_be = state.zones.pools[top.pool]
        return [Draw(CardId(one)) for one in sorted(pieces) if one in numbers and may_be >> numbers[one] & 1]

    def refusals(self, game: Any, state: Any, deed: Deed) -> tuple[Violation, ...]:
        """Return that the card can't be there."""
        facts = (("card", str(deed.draw)),) if isinstance(deed, Draw) else ()
        return (Violation(game.not_now, "not_there" if facts else "not_now", facts),)

    def answered(self, game: Any, state: Any, deed: Deed) -> Step:
        """Give the card its name and take it."""
        assert isinstance(deed, Draw)  # noqa: S101  # narrows the type: it's one of the options
        zones = state.zones.revealed(self.zone, deed.draw, at=0)
        return self._taken(replace(state, zones=zones), deed.draw)

    def _taken(self, state: Any, card: str) -> Step:
        to = () if self.seat is None else (self.seat,)
        zones = state.zones.moved(card, self.to, to=to, bottom=self.bottom)
        left = replace(self, count=self.count - 1, drawn=(*self.drawn, card))
        return instead(replace(state, zones=zones), left)


@dataclass(frozen=True, slots=True)
class Shuffling(Frame):
    """A zone is shuffled face down, under what lies in `into`. People do it, or nobody needs to.

    Chance is asked although there's nothing to be told, so that a scenario can fix the order.
    """

    zone: ZoneName
    into: ZoneName

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Wait for it, unless there's nothing to shuffle."""
        return done(state) if state.zones.is_empty(self.zone) else wait(state, self)

    def waits(self, game: Any, state: Any) -> Waiting:
        """Return chance."""
        return Waiting((), "shuffle", Chooser.CHANCE)

    def options(self, game: Any, state: Any, seat: Seat | None) -> Sequence[Deed]:
        """Return the one thing that may come of it: nobody knows the order."""
        return [Shuffle(self.zone)]

    def answered(self, game: Any, state: Any, deed: Deed) -> Step:
        """Shuffle."""
        assert isinstance(deed, Shuffle)  # noqa: S101  # narrows the type: it's the option, or that with an order
        zones = state.zones.shuffled(self.zone, into=self.into)
        if deed.order:
            zones = zones.ordered(self.into, deed.order)
        return done(replace(state, zones=zones))
