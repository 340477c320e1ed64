"""Measures the time to explain a play on a crowded table, with 300 cards before six players."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from time import process_time
from typing import Any

from engine.core.document import Entry
from engine.core.ids import PieceId, RuleId, Seat
from engine.kit.choosing.actions import GameAction
from engine.kit.game import TableGame
from engine.kit.position import Position, next_seat
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, instead, wait
from engine.kit.zones.box import Box, CardId
from engine.kit.zones.tabletop import Tabletop, spread
from engine.kit.zones.zones import Zones
from engine.session.explaining.explanations import Settled
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting
from engine.session.texts import TEXTS

SEATS = tuple(Seat(f"p{number}") for number in range(1, 7))
PIECES = 300
PLAYS = 100


@dataclass(frozen=True, slots=True)
class TurnCard(GameAction):
    """The action of turning one of the seat's cards by a quarter."""

    use: CardId
    """The card that is turned."""


@dataclass(frozen=True, slots=True)
class TurningCard(StackFrame):
    """The stack frame of a seat that turns one of its cards; the next seat's frame follows."""

    seat: Seat
    """The seat whose turn it is."""

    def run(self, game: Any, state: Position[str], came: Any) -> FrameStep:
        """Wait for the seat to turn a card."""
        del game, came
        return wait(state, self)

    def waits(self, game: Any, state: Position[str]) -> Waiting:
        """Return the seat whose turn it is."""
        del game, state
        return Waiting((self.seat,), "turn", continues=False)

    def options(self, game: Any, state: Position[str], seat: Seat | None) -> Iterable[GameAction]:
        """Return a turn of each card of the seat that is still upright."""
        del game, seat
        known = state.zones.known(f"{self.seat}.play")
        return [TurnCard(card) for card in known if not state.zones.look(card).sideways]

    def options_about(
        self, game: Any, state: Position[str], seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[GameAction]:
        """Return a turn of each card among these pieces that lies before the seat."""
        del game, seat
        own = [CardId(one) for one in sorted(pieces) if state.zones.is_in(one, f"{self.seat}.play")]
        return [TurnCard(card) for card in own if not state.zones.look(card).sideways]

    def answered(self, game: Any, state: Position[str], action: Any) -> FrameStep:
        """Turn the card, and pass the turn on."""
        del game
        following = next_seat(state, self.seat)
        after = replace(state, zones=state.zones.turned(action.use, sideways=True), turn=following)
        return instead(after, TurningCard(following))


class TurnedCards(TableGame[Position[str]]):
    """A game that consists only of turning cards."""

    name = "crowd"
    texts = TEXTS
    not_now = RuleId("CR-1")
    state_kind = Position
    frames = (TurningCard,)
    actions = (TurnCard,)

    def __init__(self) -> None:
        """Make a table with a spread of cards for each seat."""
        zones = tuple(spread(f"{seat}.play", owner=seat) for seat in SEATS)
        super().__init__(Tabletop(SEATS, zones, Box.of({"card": PIECES})))

    def initial(self, setup: Entry | None) -> Position[str]:
        """Return the table with all cards upright."""
        del setup
        zones, cards = Zones.empty(self.tabletop), self.tabletop.box.cards
        for number, seat in enumerate(SEATS):
            zones = zones.put(f"{seat}.play", cards[number :: len(SEATS)])
        return self.begun(Position(zones=zones, seats=SEATS, turn=SEATS[0], stack=(TurningCard(SEATS[0]),)))


def bench_crowded() -> list[tuple[str, float]]:
    """Return rows with the CPU time, in ms, of explaining one play: the median, and 95 % of the plays."""
    game = TurnedCards()
    state, times = game.initial(None), list[float]()
    for number in range(PLAYS):
        action = game.legal_actions(state)[number % 7]
        card = PieceId(str(getattr(action, "use", "")))
        fresh = game.load(game.dump(state))
        spots = dict(game.layout(fresh))
        spots[card] = replace(spots[card], sideways=True)
        began = process_time()
        found = explain(game, fresh, Sighting(spots))
        times.append(1000 * (process_time() - began))
        if not (isinstance(found, Settled) and found.line.actions == (action,)):
            raise AssertionError(found)
        state = found.line.state
    ordered = sorted(times)
    return [
        (f"ms to explain a play among {PIECES} cards, median", ordered[len(ordered) // 2]),
        (f"ms to explain a play among {PIECES} cards, 95 %", ordered[int(0.95 * len(ordered))]),
    ]
