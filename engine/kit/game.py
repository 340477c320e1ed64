"""A game on the kit: the whole of `engine.core.game.Game`, made from zones, frames and actions.

A game extends `TableGame`, binds it to a board and ruleset, and brings

- `name`, `texts` (its sentences), `not_now` (the rule id of "that isn't to be done now");
- `tabletop`, `state_kind`, `frames` (every kind that can be on its stack), `actions` (every kind of action);
- `initial(setup)`: usually a position whose stack is one `Turn` frame of its own, handed to `begun`;
- where it has them: `triggers`, `numbers`, `card_kind`, `card_label`, `card_text`, `intents`, `checks`.

Everything else follows. The topmost frame gives the deciding seat and the legal actions. The zones give the
layout and each seat's knowledge. The fields give scenarios' words, journal and replay. See
docs/develop/adding-a-game.md for a whole game.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from random import Random
from typing import ClassVar, cast

from engine.core.advice import Advice, IntentCheck, TableAdvice
from engine.core.decisions import TURN, Trace
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.game import Game
from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Heap, Layout
from engine.core.surfaces import ZoneKind
from engine.core.tags import Taggable
from engine.core.unusable import TEXTS
from engine.kit import scenario_words
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.draws import Drawing, Peeking, Shuffling
from engine.kit.legality import P
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.combinations import Choosing, ChoosingTogether
from engine.kit.resolving.frames import Silence, StackFrame
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.state_json import Keeping, renamed
from engine.kit.scenario_words import Check
from engine.kit.seat_views import SeatViews
from engine.kit.zones.box import CardId
from engine.kit.zones.imagined import guessed
from engine.kit.zones.tabletop import Tabletop
from engine.kit.zones.zone_layout import cells_of, heaps_of

KIT_FRAMES: tuple[type[StackFrame], ...] = (
    Choosing,
    ChoosingTogether,
    Drawing,
    Peeking,
    Shuffling,
    Firing,
    Silence,
)
"""The frames that every game on the kit may have on its stack."""


class TableGame(SeatViews[P], Game[P, GameAction]):
    """A game of cards at a table, with its own frames and actions beside those of the kit."""

    names_actors = True
    has_secrets = True
    lays_face_down = True

    settable: ClassVar[Mapping[str, tuple[int, int]]] = {}
    """The seats' counters that an arbiter can set, each with its least and greatest number."""

    def __init__(self, tabletop: Tabletop, *, asks: Asks = Asks.ABLE, cells: Sequence[str] = ()) -> None:
        """Bind the game to a tabletop; `cells`: places beside the zones that actions may name."""
        super().__init__(tabletop, asks=asks, cells=cells)
        self._cells = cells_of(tabletop)
        self._keeping = Keeping((*self.frames, *KIT_FRAMES), tabletop)

    def initial(self, setup: Entry | None) -> P:
        """Return the position of a setup."""
        raise NotImplementedError

    def declined(self, state: P, seat: Seat) -> GameAction | None:
        """Return the action that passes a seat's question; None if the seat has to choose."""
        passes = (one for one in self.legal_actions(state) if isinstance(one, Pass) and not one.standing)
        return next((one for one in passes if one.by == seat), None)

    def checks(self) -> Mapping[str, Check]:
        """Return the facts of an `expect` beside those that all card games share."""
        return {}

    def pieces(self, state: P) -> tuple[PieceId, ...]:
        """Return every card of the box."""
        return self.tabletop.box.cards

    def heaps(self, state: P) -> Sequence[Heap]:
        """Return the face-down cards."""
        return heaps_of(state.zones)

    def correctable(self) -> Sequence[str]:
        """Return the facts that an arbiter can set: seats' counters (`settable`), and open cards' places."""
        moves = type(self).shelves is not TableGame.shelves
        return [*(f"seat.{what}" for what in self.settable), *(["piece.at"] if moves else [])]

    def corrected(self, state: P, whose: str, fact: str, value: str) -> P:
        """Return the position with a seat's number set, or an open card laid in another place.

        Raises:
            InputFault: no such seat or card, or not a number or place that it can have.
        """
        if fact == "piece.at":
            return self._shelved(state, whose, value)
        what = fact.removeprefix("seat.")
        if whose not in state.seats or what not in self.settable:
            raise InputFault(TEXTS.say("correcting.no_seat", seat=whose[:40] or "-"))
        least, most = self.settable[what]
        if not value.isdecimal() or not least <= int(value) <= most:
            raise InputFault(TEXTS.say("correcting.number", least=least, most=most, value=value[:40] or "-"))
        return self.with_number(state, Seat(whose), what, int(value))

    def with_number(self, state: P, seat: Seat, what: str, number: int) -> P:
        """Return the position with another number for one of a seat's `settable` counters.

        Raises:
            InputFault: the seat can't have that number; says why.
        """
        return altered(state, counters=state.counters.set_by_name(seat, what, number))

    def shelves(self, state: P, card: CardId) -> Sequence[str]:
        """Return the zones where an arbiter may lay an open card; none unless a game names some."""
        del state, card
        return ()

    def with_card(self, state: P, card: CardId, zone: str) -> P:
        """Return the position with an open card moved to one of its `shelves`, without any other effect."""
        return altered(
            state, zones=state.zones.moved(card, zone), counters=state.counters.without(whose=card)
        )

    def _shelved(self, state: P, whose: str, place: str) -> P:
        box, zones = self.tabletop.box, state.zones
        zone = zones.zone_of(whose) if whose in box.numbers else None
        # A face-down card is refused like a missing one, so that the answer betrays nothing about it.
        if zone is None or zone.kind is ZoneKind.PRIVATE or not zones.look(whose).up:
            raise InputFault(TEXTS.say("correcting.no_card", card=whose[:40] or "-"))
        if self.decider(state).kind != TURN:
            raise InputFault(TEXTS.say("correcting.asked"))
        if place == zone.place:
            return state
        card = box.cards[box.numbers[whose]]
        free = {
            str(self.tabletop.zone(one).place): one
            for one in reversed(self.shelves(state, card))
            if self.tabletop.zone(one).kind is not ZoneKind.SLOTS or zones.is_empty(one)
        }
        if place not in free:
            known = ", ".join(sorted(free)) or "-"
            raise InputFault(TEXTS.say("correcting.no_place", known=known, place=place[:40] or "-"))
        return self.with_card(state, card, free[place])

    def trays(self) -> Mapping[Cell, Cell]:
        """Return the cells for cards beside piles, before they're gathered, each with its pile's cell."""
        return {zone.tray: zone.place for zone in self.tabletop.zones if zone.tray is not None}

    def trace(self, state: P, action: GameAction) -> Trace:
        """Return the changes that an action leaves on the table.

        For an action that isn't possible: the cards that it names.
        """
        named = frozenset(PieceId(card) for card in self.table_of_actions.cards(action))
        if self.violations(state, action):
            return Trace(named, explicit=not named)
        before, after = self.layout(state), self.layout(self.apply(state, action))
        changed = {piece for piece, lies in after.items() if before.get(piece) is not lies}
        changed |= before.keys() - after.keys()
        return Trace(frozenset(changed) | (named & (before.keys() | after.keys())), explicit=not changed)

    def guesses(self, state: P, layout: Layout) -> Sequence[GameAction]:
        """Return the actions that players may have meant by making the table look like this."""
        before = self.layout(state)
        moved = [piece for piece, lies in layout.items() if before.get(piece) != lies]
        found = (action for piece in moved for action in self.intents(state, piece, layout[piece].cell))
        return tuple(dict.fromkeys(found))

    def why_not(self, state: P, piece: PieceId, place: str) -> tuple[IntentCheck, ...]:
        """Return the actions that an open card in a zone's cell could mean, and the rules against them.

        A card that isn't open has none: only its owner may read its uses (`uses`).
        """
        if piece not in self.layout(state) or place not in self._cells:
            return ()
        found = self.intents(state, piece, place)
        words = self.table_of_actions
        return tuple(IntentCheck(words.word(one), place, self.violations(state, one)) for one in found)

    def advice(self, state: P, piece: PieceId) -> Advice:
        """Return the places where a public card may be put now, by the action that this means."""
        if piece not in self.layout(state):
            return Advice(piece)
        cells = (
            cell
            for cell in self._cells
            if any(not self.violations(state, one) for one in self.intents(state, piece, cell))
        )
        return Advice(piece, moves=tuple(cells))

    def table_advice(self, state: P) -> TableAdvice:
        """Return the advice for all public cards, and the open decision."""
        advice = tuple(self.advice(state, piece) for piece in self.layout(state))
        return TableAdvice(advice, tuple(self.left_to_do(state)))

    def things(self) -> tuple[Taggable, ...]:
        """Return the cards, which can carry tags."""
        return tuple(Taggable(str(card), "card", self.card_label(card)) for card in self.tabletop.box.cards)

    def determinize(self, state: P, seat: Seat, chance: Random) -> P:
        """Return a position that looks the same to a seat; all that it can't know is drawn again."""
        return self.imagined(state, seat, chance)[0]

    def imagined(self, state: P, seat: Seat | None, chance: Random) -> tuple[P, Mapping[str, str]]:
        """Return the result of `determinize`, with each hidden card and the card in its place.

        `seat` None: a spectator.
        """
        guess = guessed(state.zones, seat, chance)
        if not guess.instead:
            return state, {}
        rest = {
            one.name: renamed(getattr(state, one.name), guess.instead)
            for one in fields(state)
            if one.name != "zones"
        }
        made = cast("Callable[..., P]", replace)
        return made(state, zones=guess.zones, **rest), guess.instead

    def mismatches(self, state: P, expected: Entry) -> tuple[str, ...]:
        """Return a sentence for each expected fact that doesn't hold."""
        return scenario_words.failed({**self._shared_checks(), **self.checks()}, state, expected)

    def dump(self, state: P) -> dict[str, object]:
        """Return the position as JSON values."""
        return cast("dict[str, object]", self._keeping.dump(state))

    def load(self, document: Mapping[str, object]) -> P:
        """Return the position that `dump` wrote."""
        loaded = self._keeping.load(self.state_kind, document)
        if not isinstance(loaded, self.state_kind):
            raise InputFault("no such position")
        return cast("P", loaded)

    def _shared_checks(self) -> dict[str, Check]:
        top = self.tabletop
        checks: dict[str, Check] = {
            "turn": scenario_words.word("turn", lambda state: str(state.turn)),
            "round": scenario_words.number("round", lambda state: int(state.round)),
            "winner": scenario_words.winner(self.outcome),
            "waiting": scenario_words.waiting(self.decider),
            "out": scenario_words.words("out", lambda state: map(str, state.out)),
            "sideways": scenario_words.words("sideways", self._sideways),
        }
        for zone in top.zones:
            checks[str(zone.name)] = scenario_words.cards_in(zone.name)
        if all(f"{seat}.hand" in top.index for seat in top.seats):
            checks["hands"] = scenario_words.by_seat(
                top.seats, lambda seat: scenario_words.cards_in(f"{seat}.hand")
            )
            checks["hand_sizes"] = scenario_words.by_seat(top.seats, lambda seat: _size(f"{seat}.hand"))
        if all(f"{seat}.deck" in top.index for seat in top.seats):
            checks["deck_sizes"] = scenario_words.by_seat(top.seats, lambda seat: _size(f"{seat}.deck"))
        elif "deck" in top.index:
            checks["deck_size"] = _size("deck")
        return checks

    def _sideways(self, state: P) -> list[str]:
        return [str(card) for card, lies in self.layout(state).items() if lies.sideways]


def _size(zone: str) -> Check:
    return scenario_words.number(f"size of {zone}", lambda state: int(state.zones.count(zone)))
