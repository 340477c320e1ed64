"""A bidding game in a few lines: two seats decide at the same time, and each action names its seat.

Seats `a` and `b` bid 1 to 3, in any order. The higher bid wins, and `a` wins if both are equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.advice import Advice, IntentCheck, TableAdvice
from engine.core.decisions import Chooser, Decision, Outcome, Trace, Violation
from engine.core.document import Entry
from engine.core.faults import IllegalActionFault
from engine.core.game import Game
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.layout import Layout
from engine.core.phrase import Phrase
from engine.core.views import SeatView, View

SEATS = (Seat("a"), Seat("b"))


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid; `by` None means the only seat that still has to decide."""

    number: int
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class Bids:
    """The bids so far."""

    made: tuple[tuple[Seat, int], ...] = ()


class BiddingGame(Game[Bids, Bid]):
    """The game."""

    names_actors = True

    name = "bidding"

    def initial(self, setup: Entry | None) -> Bids:
        del setup
        return Bids()

    def decider(self, state: Bids) -> Decision:
        open_seats = tuple(seat for seat in SEATS if seat not in dict(state.made))
        return Decision(Chooser.SEAT, open_seats, "bid") if open_seats else Decision(Chooser.NOBODY)

    def actor(self, state: Bids, action: Bid) -> Seat | None:
        seats = self.decider(state).seats
        return action.by or (seats[0] if len(seats) == 1 else None)

    def legal_actions(self, state: Bids) -> Sequence[Bid]:
        return [Bid(number, seat) for seat in self.decider(state).seats for number in (1, 2, 3)]

    def violations(self, state: Bids, action: Bid) -> tuple[Violation, ...]:
        if self.actor(state, action) not in self.decider(state).seats:
            return (Violation(RuleId("B-1"), "whose"),)
        return () if 1 <= action.number <= 3 else (Violation(RuleId("B-2"), "number"),)

    def apply(self, state: Bids, action: Bid) -> Bids:
        by = self.actor(state, action)
        if by is None or self.violations(state, action):
            raise IllegalActionFault(str(action))
        return replace(state, made=(*state.made, (by, action.number)))

    def outcome(self, state: Bids) -> Outcome | None:
        if len(state.made) < len(SEATS):
            return None
        made = dict(state.made)
        return Outcome((max(SEATS, key=lambda seat: made[seat]),), RuleId("B-3"), "bid")

    def pieces(self, state: Bids) -> tuple[PieceId, ...]:
        del state
        return ()

    def layout(self, state: Bids) -> Layout:
        del state
        return {}

    def trace(self, state: Bids, action: Bid) -> Trace:
        del state, action
        return Trace(frozenset(), explicit=True)

    def guesses(self, state: Bids, layout: Layout) -> Sequence[Bid]:
        del state, layout
        return ()

    def advice(self, state: Bids, piece: PieceId) -> Advice:
        del state
        return Advice(piece)

    def table_advice(self, state: Bids) -> TableAdvice:
        del state
        return TableAdvice(())

    def why_not(self, state: Bids, piece: PieceId, place: str) -> tuple[IntentCheck, ...]:
        del state, piece, place
        return ()

    def view(self, state: Bids, seat: Seat | None) -> View:
        del seat
        seats = tuple(SeatView(one, Phrase(one.upper())) for one in SEATS)
        return View(Phrase("bids"), self.decider(state), None, 1, (), seats, self.outcome(state))

    def parse_action(self, entry: Entry) -> Bid:
        found = entry.fields(required=("bid",), optional=("by",))
        return Bid(found["bid"].whole(), Seat(found["by"].text(SEATS)) if "by" in found else None)

    def format_action(self, action: Bid) -> dict[str, Any]:
        return {"bid": action.number} | ({} if action.by is None else {"by": str(action.by)})

    def action_text(self, state: Bids, action: Bid) -> Phrase:
        return Phrase(f"{self.actor(state, action)} bids {action.number}")

    def violation_text(self, violation: Violation) -> Phrase:
        return Phrase(f"{violation.reason}.")

    def mismatches(self, state: Bids, expected: Entry) -> tuple[str, ...]:
        del state, expected
        return ()

    def dump(self, state: Bids) -> dict[str, Any]:
        return {"made": [[str(seat), number] for seat, number in state.made]}

    def load(self, document: dict[str, Any]) -> Bids:
        return Bids(tuple((Seat(seat), number) for seat, number in document["made"]))
