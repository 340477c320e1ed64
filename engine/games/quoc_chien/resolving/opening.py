"""The opening: generals are dealt and chosen, cards drawn, the first seat found (QC-1, QC-2.1)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from engine.core.decisions import Chooser
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import BOXES, PLACES_TAKEN, card_of, is_card
from engine.games.quoc_chien.content.generals import General, generals, halves_of
from engine.games.quoc_chien.position.actions import Begin
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DECK, GENERALS, PLACES, State, own
from engine.games.quoc_chien.resolving.phases import Turn
from engine.games.quoc_chien.resolving.playing import drawing
from engine.kit.changed import altered
from engine.kit.choosing.actions import Choose, GameAction
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, instead, then, wait
from engine.kit.zones.zones import Zones

HAND = 4
SOLDIERS = 4
"""The health of a player without generals, for positions that aren't about them."""


@dataclass(frozen=True, slots=True)
class Lot(StackFrame):
    """A lot decides which seat begins (QC-2.1)."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Wait for the lot."""
        del game, came
        return wait(state, self)

    def waits(self, game: QuocRules, state: State) -> Waiting:
        """Return that it waits for chance."""
        del game, state
        return Waiting((), "lot", Chooser.CHANCE)

    def options(self, game: QuocRules, state: State, seat: Seat | None) -> Sequence[GameAction]:
        """Return the seats that may begin."""
        del game, seat
        return [Begin(str(seat)) for seat in state.seats]

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Deal generals to all players, from the beginner on."""
        assert isinstance(action, Begin)  # noqa: S101  # narrows the type: it's one of the options
        first = Seat(str(action.begin))
        state = altered(state, turn=first, phase="start")
        count = int(game.options.dealt)
        deals = [Drawing(GENERALS, own(seat, "dealt"), count, seat) for seat in state.seats]
        picks = [Recruiting(seat) for seat in state.seats]
        hands = [drawing(seat, HAND) for seat in state.seats]
        return instead(state, *deals, *picks, *hands, Turn(first))


@dataclass(frozen=True, slots=True)
class Recruiting(StackFrame):
    """A seat keeps two generals of one kingdom, the head first (QC-1.1)."""

    seat: Seat
    """The seat that chooses."""
    head: str = ""
    """The chosen head, known only to the seat; empty before."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Wait for the choice; deal one more where no two are of one kingdom."""
        del game, came
        if not any(True for _ in self._pairs(state)):
            return then(state, self, Drawing(GENERALS, own(self.seat, "dealt"), 1, self.seat))
        return wait(state, self)

    def waits(self, game: QuocRules, state: State) -> Waiting:
        """Return the seats that choose."""
        del game, state
        return Waiting((self.seat,), "recruit")

    def options(self, game: QuocRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield the generals that can be the head, then the deputy."""
        del game, seat
        found = [
            one if not self.head else other for one, other in self._pairs(state) if self.head in ("", one)
        ]
        return [Choose(one) for one in dict.fromkeys(found)]

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Lay the general down; once both lie there, the others go back."""
        assert isinstance(action, Choose)  # noqa: S101  # narrows the type: it's one of the options
        chosen = str(action.choose)
        if not self.head:
            return altered(self, head=chosen).run(game, state, None)
        zones = state.zones.moved(self.head, own(self.seat, "head"), to=(self.seat,))
        zones = zones.moved(chosen, own(self.seat, "deputy"), to=(self.seat,))
        for card in zones.known(own(self.seat, "dealt")):
            zones = zones.moved(card, GENERALS)
        zones = zones.shuffled(GENERALS)
        return done(_healthy(altered(state, zones=zones), self.seat))

    def _pairs(self, state: State) -> Iterator[tuple[str, str]]:
        dealt = [str(card) for card in state.zones.known(own(self.seat, "dealt"))]
        for one, other in permutations(dealt, 2):
            if generals()[one].kingdom is generals()[other].kingdom:
                yield one, other


def _healthy(state: State, seat: Seat) -> State:
    limit = limit_of(state, seat)
    counters = state.counters.set(seat, Count.MAX_HEALTH, limit).set(seat, Count.HEALTH, limit)
    return altered(state, counters=counters)


def limit_of(state: State, seat: Seat) -> int:
    """Return the health limit that two generals give: their halves (QC-1.2)."""
    found = 0
    for place in PLACES:
        slug = next(iter(state.zones.known(own(seat, place))), None)
        found += SOLDIERS if slug is None else halves_of(slug, head=place == "head")
    return found // 2


def opening(game: QuocRules, seats: tuple[Seat, ...]) -> State:
    """Return the standard opening of some seats."""
    top = game.tabletop
    zones = Zones.empty(top).put_unknown(DECK, cards_in_play(game, top.box.everything))
    zones = zones.put_unknown(GENERALS, generals_in_play(game))
    return State(zones=zones, seats=seats, turn=seats[0], stack=(Lot(),))


def cards_in_play(game: QuocRules, among: int) -> int:
    """Return those of some cards that belong to the boxes in use."""
    box = game.tabletop.box
    boxes, absent = _boxes(game), left_out(game)
    return int(
        box.set_of(
            card
            for card in box.named(among)
            if is_card(card) and card_of(card).box in boxes and card not in absent
        )
    )


def left_out(game: QuocRules) -> Mapping[str, str]:
    """Return the plain cards that lords' cards replace, and the lords' cards that aren't in the match."""
    instead_of = game.options.lord_cards == "instead" and game.options.boxes == "all"
    return PLACES_TAKEN if instead_of else {}


def generals_in_play(game: QuocRules) -> int:
    """Return the generals of the boxes in use; lords count as other sides of theirs."""
    box = game.tabletop.box
    known: Mapping[str, General] = generals()
    boxes = _boxes(game)
    return int(box.set_of(slug for slug, one in known.items() if one.box in boxes and not one.is_lord))


def _boxes(game: QuocRules) -> tuple[str, ...]:
    """Return the boxes that are in play; lords are the other sides of their generals' cards."""
    return BOXES if game.options.boxes == "all" else BOXES[:1]


OPENING_FRAMES: tuple[type[StackFrame], ...] = (Lot, Recruiting)
