"""A game of cards and a die in a few lines, without any board. The session has to play it all the same.

There are two seats, `a` and `b`, a market of two cards, and a row of three places each. A turn begins with a
die; its eyes are the coins. A card is bought from the market (`buy`) for as many coins as its number says,
and is laid into the seat's row. A card drawn from the deck takes its place. Turning a card of the row by a
quarter (`pick`) gives a coin, once. `done` ends the turn. The first seat with a full row wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.advice import Advice, IntentCheck, TableAdvice
from engine.core.decisions import TURN, Chooser, Decision, Outcome, Trace, Violation
from engine.core.document import Entry
from engine.core.faults import IllegalActionFault
from engine.core.game import Game
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.layout import Layout, Spot
from engine.core.phrase import Phrase
from engine.core.pieces import Piece, PieceKind, PieceOutline, PieceSet
from engine.core.views import PieceView, SeatView, View

Action = tuple[str, ...]
"""`("die", "4")`, `("draw", card)`, `("buy", card)`, `("pick", card)`, `("done",)`."""

SEATS = (Seat("a"), Seat("b"))
CARDS = tuple(f"{fruit}.{number}" for number in (1, 2, 3, 4) for fruit in ("apple", "pear", "plum"))
ROW, MARKET = 3, 2
_CARD = PieceKind("card", PieceOutline.SQUARE, 60, 30, 0.3)
PIECES = PieceSet(
    "orchard",
    "",
    {"card": _CARD},
    {PieceId(one): Piece(PieceId(one), _CARD, n, None) for n, one in enumerate(CARDS)},
    {},
)


@dataclass(frozen=True)
class State:
    """`lies` is card → place, in the order of their coming; `turned` are the cards that gave their coin."""

    lies: tuple[tuple[str, str], ...] = ()
    turned: frozenset[str] = frozenset()
    turn: str = "a"
    coins: int | None = None

    def row(self, seat: str) -> list[str]:
        return [card for card, place in self.lies if place.startswith(f"{seat}.")]

    @property
    def deck(self) -> list[str]:
        return [card for card in CARDS if card not in dict(self.lies)]

    @property
    def gap(self) -> str | None:
        """Return the place in the market that a card has to be drawn for."""
        places = {place for _, place in self.lies}
        free = [f"market.{n}" for n in range(1, MARKET + 1) if f"market.{n}" not in places]
        return free[0] if free and self.deck else None


class CardGame(Game[State, Action]):
    """The game."""

    name = "orchard"

    def initial(self, setup: Entry | None) -> State:
        lies = setup.mapping() if setup is not None else {}
        return State(tuple((card, place.text()) for card, place in lies.items()))

    def decider(self, state: State) -> Decision:
        if self.outcome(state) is not None:
            return Decision(Chooser.NOBODY)
        if state.gap:
            return Decision(Chooser.CHANCE, (), "draw")
        if state.coins is None:
            return Decision(Chooser.CHANCE, (Seat(state.turn),), "die")
        return Decision(Chooser.SEAT, (Seat(state.turn),), TURN)

    def legal_actions(self, state: State) -> Sequence[Action]:
        thinkable: list[Action] = [("done",), *(("die", str(n)) for n in range(1, 7))]
        thinkable += [(word, card) for word in ("draw", "buy", "pick") for card in CARDS]
        return [one for one in thinkable if not self.violations(state, one)]

    def violations(self, state: State, action: Action) -> tuple[Violation, ...]:
        broken = self._broken(state, action)
        return (Violation(RuleId(broken[0]), broken[1]),) if broken else ()

    def apply(self, state: State, action: Action) -> State:
        if self.violations(state, action):
            raise IllegalActionFault(str(action))
        match action:
            case ("die", number):
                return replace(state, coins=int(number))
            case ("draw", card):
                return replace(state, lies=(*state.lies, (card, str(state.gap))))
            case ("buy", card):
                free = next(
                    n for n in range(1, ROW + 1) if f"{state.turn}.{n}" not in dict(state.lies).values()
                )
                lies = {**dict(state.lies), card: f"{state.turn}.{free}"}
                return replace(state, lies=tuple(lies.items()), coins=(state.coins or 0) - _cost(card))
            case ("pick", card):
                return replace(state, turned=state.turned | {card}, coins=(state.coins or 0) + 1)
            case _:
                return replace(state, turn="b" if state.turn == "a" else "a", coins=None)

    def outcome(self, state: State) -> Outcome | None:
        full = [seat for seat in SEATS if len(state.row(seat)) == ROW]
        return Outcome((full[0],), RuleId("O-9"), "full") if full else None

    def pieces(self, state: State) -> tuple[PieceId, ...]:
        del state
        return tuple(map(PieceId, CARDS))

    def layout(self, state: State) -> Layout:
        return {PieceId(card): Spot(Cell(place), sideways=card in state.turned) for card, place in state.lies}

    def trace(self, state: State, action: Action) -> Trace:
        del state
        return Trace(
            frozenset(map(PieceId, action[1:])) if action[0] != "die" else frozenset(),
            len(action) == 1 or action[0] == "die",
        )

    def guesses(self, state: State, layout: Layout) -> Sequence[Action]:
        before = self.layout(state)
        moved = [
            card for card, spot in layout.items() if card not in before or before[card].cell != spot.cell
        ]
        return [("buy", card) for card in moved]

    def advice(self, state: State, piece: PieceId) -> Advice:
        del state
        return Advice(piece)

    def table_advice(self, state: State) -> TableAdvice:
        del state
        return TableAdvice(())

    def why_not(self, state: State, piece: PieceId, place: str) -> tuple[IntentCheck, ...]:
        return (IntentCheck("buy", place, self.violations(state, ("buy", piece))),)

    def view(self, state: State, seat: Seat | None) -> View:
        del seat
        lying = tuple(
            PieceView(PieceId(card), Cell(place), "card", Phrase(card)) for card, place in state.lies
        )
        seats = tuple(SeatView(one, Phrase(one.upper()), (("cards", len(state.row(one))),)) for one in SEATS)
        return View(
            Phrase("orchard"), self.decider(state), Seat(state.turn), 1, lying, seats, self.outcome(state)
        )

    def parse_action(self, entry: Entry) -> Action:
        ((word, value),) = entry.fields(optional=("die", "draw", "buy", "pick", "done")).items()
        if word == "done":
            return (word,)
        return (word, str(value.whole(1, 6)) if word == "die" else value.text(CARDS))

    def format_action(self, action: Action) -> dict[str, Any]:
        match action:
            case ("die", number):
                return {"die": int(number)}
            case (word, card):
                return {word: card}
            case _:
                return {"done": True}

    def action_text(self, state: State, action: Action) -> Phrase:
        return Phrase(" ".join((state.turn, *action)))

    def violation_text(self, violation: Violation) -> Phrase:
        return Phrase(f"{violation.reason}.")

    def mismatches(self, state: State, expected: Entry) -> tuple[str, ...]:
        del state, expected
        return ()

    def dump(self, state: State) -> dict[str, Any]:
        lies = [list(one) for one in state.lies]
        return {"lies": lies, "turned": sorted(state.turned), "turn": state.turn, "coins": state.coins}

    def load(self, document: dict[str, Any]) -> State:
        lies = tuple((card, place) for card, place in document["lies"])
        return State(lies, frozenset(document["turned"]), document["turn"], document["coins"])

    def _broken(self, state: State, action: Action) -> tuple[str, str] | None:
        decision = self.decider(state)
        if decision.chooser is Chooser.CHANCE:
            due = action[0] == decision.kind and (action[0] == "die" or action[1] in state.deck)
            return None if due else ("O-1", f"first the {decision.kind}")
        if decision.chooser is Chooser.NOBODY or action[0] in {"die", "draw"}:
            return "O-1", "not now"
        if action[0] == "done":
            return None
        card, place = action[1], dict(state.lies).get(action[1], "")
        if action[0] == "pick":
            own = place.startswith(f"{state.turn}.") and card not in state.turned
            return None if own else ("O-4", "only an own card, once")
        if not place.startswith("market."):
            return "O-2", "only from the market"
        return None if _cost(card) <= (state.coins or 0) else ("O-3", "too dear")


def _cost(card: str) -> int:
    return int(card.rpartition(".")[2])
