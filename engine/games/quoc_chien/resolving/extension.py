"""The effects of the extensions' tricks on one target (QC-8 to QC-10)."""

from dataclasses import dataclass
from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.registry import armour_of, may_show
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, cards_of, equipped, held, hidden, own, put
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.playing import after_discarding, drawing, thrown
from engine.games.quoc_chien.resolving.revealing import Showing
from engine.games.quoc_chien.resolving.ways import numbers
from engine.kit.changed import altered
from engine.kit.choosing.actions import Option
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.steps import Asking, OneQuestion
from engine.kit.zones.box import CardId


class Obedience(IntEnum):
    """The ways to obey an order; players choose by number."""

    NOT_CHOSEN = 0
    SHOW = 1
    STRIP = 2
    LOSE = 3


def can_be_chained(state: State, seat: Seat) -> bool:
    """Tell whether a chain may be laid on a seat."""
    return not armour_of(state, seat).unchained(state, seat)


@dataclass(frozen=True, slots=True)
class Chaining(StackFrame):
    """A seat is chained, unless its armour forbids it; or a chained seat is freed."""

    seat: Seat
    """The seat whose chain is turned."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Chain the seat, or free it."""
        del game, came
        chained = state.counters[self.seat, Count.CHAINED]
        if not chained and not can_be_chained(state, self.seat):
            return done(state)
        return done(put(state, self.seat, Count.CHAINED, 1 - chained))


@dataclass(frozen=True, slots=True)
class Ordered(StackFrame):
    """A seat without kingdom shows a general and draws, discards an equipment, or loses one health."""

    seat: Seat
    """The seat without a kingdom."""
    way: Obedience = Obedience.NOT_CHOSEN
    """The chosen way, while the seat still has to choose a card or general for it."""

    def run(self, game: QuocRules, state: State, came: tuple[Option, ...] | None) -> FrameStep:
        """Ask the seat which of the three, then which general or equipment."""
        if self.seat in state.out or kingdom_of(state, self.seat) is not None:
            return done(state)
        worn = [str(card) for card in cards_of(state, self.seat) if card_of(card).kind.is_equipment]
        dark = hidden(state, self.seat) if may_show(state, self.seat) else ()
        if came is None:
            shows, strips = [Obedience.SHOW] if dark else [], [Obedience.STRIP] if worn else []
            ways = numbers((*shows, *strips, Obedience.LOSE))
            # The second way tells of equipment in the hand, unless equipment lies open.
            in_hand = bool(held(state, self.seat)) and not equipped(state, self.seat)
            asking = Choosing(self.seat, "ordered", ways, secret=in_hand)
            if game.asks_all and not worn and state.zones.count(own(self.seat, "hand")):
                # Else all would see that the asked seat holds an equipment.
                return FrameStep(state, (self, asking), waits=True)
            return then(state, self, asking)
        if self.way is Obedience.NOT_CHOSEN:
            way = Obedience(int(came[0]))
            if way is Obedience.LOSE:
                return instead(state, Losing(self.seat))
            among = dark if way is Obedience.SHOW else tuple(worn)
            return then(state, altered(self, way=way), Choosing(self.seat, "ordered", among))
        if self.way is Obedience.SHOW:
            return instead(state, Showing(self.seat, (str(came[0]),)), drawing(self.seat, 1))
        cards = tuple(map(str, came))
        return after_discarding(state, self.seat, cards)


@dataclass(frozen=True, slots=True)
class Once(OneQuestion[QuocRules, State, tuple[CardId, ...]]):
    """A seat may discard a card to have another turn after this one."""

    seat: Seat
    """The seat that may have another turn."""

    def question(self, game: QuocRules, state: State) -> Asking[tuple[CardId, ...]]:
        """Ask for the card."""
        del game
        hand = tuple(map(str, cards_of(state, self.seat)))
        return Asking((Choosing(self.seat, "hold", hand, 0, kind="discard"),))

    def chosen(self, game: QuocRules, state: State, cards: tuple[CardId, ...], /) -> FrameStep:
        """Discard it for another turn, if the seat chose one."""
        del game
        if not cards:
            return done(state)
        state, above = thrown(state, self.seat, cards)
        return instead(put(state, self.seat, Count.EXTRA_TURN, 1), *above)


EXTENSION_FRAMES: tuple[type[StackFrame], ...] = (
    Chaining,
    Ordered,
    Once,
)
