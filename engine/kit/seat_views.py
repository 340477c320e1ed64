"""A seat's knowledge of a position in words: views, possible uses, actions as sentences."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from engine.core.advice import LeftToDo
from engine.core.decisions import TURN, Chooser, Violation
from engine.core.depiction import Person, PieceFace, PlaceMark, PrintedCard
from engine.core.faces import CardFace, FaceNumber, Faces, ZoneName
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.layout import Face, Layout
from engine.core.phrase import SILENCE, Fact, Phrase
from engine.core.sentences import joined
from engine.core.surfaces import ZoneKind
from engine.core.views import CardView, HeapView, Held, PieceView, SeatView, UseView, View
from engine.kit.choosing.actions import Draw, GameAction
from engine.kit.held_cards import held_by
from engine.kit.legality import Legality, P
from engine.kit.masks import HIDDEN, knows_card, masked
from engine.kit.resolving.combinations import Choosing, ChoosingTogether
from engine.kit.resolving.frames import Waiting
from engine.kit.zones.box import name_of
from engine.kit.zones.tabletop import CardZone
from engine.kit.zones.zone_layout import layout_of
from engine.kit.zones.zones import Zones

_SAID, _DO = "deeds", "do"
"""The groups of the texts about actions: for everybody (`Seat 1 passes`), and for the button of the seat that
chooses (`Pass`)."""


def _shown(card: str) -> bool:
    del card
    return True


class SeatViews(Legality[P]):
    """The part of a game that makes the views and texts of each seat."""

    def card_kind(self, card: str) -> str:
        """Return the kind of a card, for its symbol."""
        return name_of(card)

    def card_label(self, card: str) -> Phrase:
        """Return the name that people have for a card: `cards.NAME` of the texts, else the card's name."""
        key = f"cards.{name_of(card)}"
        return self.texts.say(key) if key in self.texts.keys else Phrase(name_of(card))

    def own_label(self, card: str, seat: Seat) -> Phrase:
        """Return a seat's own name for a card in its uses and on its buttons; usually everybody's."""
        del seat
        return self.card_label(card)

    def card_text(self, card: str) -> Phrase:
        """Return the text on a card."""
        return SILENCE

    def word(self, fact: str) -> Fact | None:
        """Return a name in a sentence that only the game knows; else None."""
        return None

    def card_numbers(self, card: str) -> Sequence[tuple[str, int]]:
        """Return the numbers printed on a card (`cost`), in the order of the print."""
        return ()

    def zone_label(self, zone: CardZone) -> Phrase:
        """Return the name that people have for a zone.

            It's the text `zones.NAME`. Without that text the group names the zone, or its name without the
        seat.
        """
        for key in (str(zone.name), zone.group, str(zone.name).rpartition(".")[2]):
            if key and f"zones.{key}" in self.texts.keys:
                return self.texts.say(f"zones.{key}")
        return Phrase(zone.name)

    def faces(self) -> Faces:
        """Return the cards' prints, each once, and the names of the zones on the table."""
        labels = ((zone, self.zone_label(zone)) for zone in self.tabletop.zones)
        names = tuple(
            ZoneName(zone.place, label)
            for zone, label in labels
            # A hand's pad has a print where the game has a word for it.
            if zone.kind is not ZoneKind.PRIVATE or label.key
        )
        names += tuple(self._tray_names())
        printed = dict.fromkeys(name_of(card) for card in self.tabletop.box.cards)
        return Faces(tuple(self._face(card) for card in (*printed, *self.stood_for())), names)

    def _tray_names(self) -> Iterable[ZoneName]:
        """Yield the names of the places beside piles: `zones.PLACE` of the texts."""
        for zone in self.tabletop.zones:
            key = "" if zone.tray is None else f"zones.{zone.tray.rpartition('.')[2]}"
            if zone.tray is not None and key in self.texts.keys:
                yield ZoneName(zone.tray, self.texts.say(key))

    def printed_cards(self) -> tuple[PrintedCard, ...]:
        """Return every card with its back and the number of its copies in the box."""
        copies = Counter(name_of(card) for card in self.tabletop.box.cards)
        cards = (face for face in self.faces().cards if face.card in copies)
        return tuple(self._printed(face, copies[face.card]) for face in cards)

    def _printed(self, face: CardFace, copies: int) -> PrintedCard:
        shown = self.card_person(face.card)
        card = PrintedCard(
            face, effects=self.card_effects(face.card), back=self.card_back(face.card), copies=copies
        )
        if shown is None:
            return card
        return replace(card, person=shown.name, faction=shown.faction, woman=shown.woman)

    def piece_faces(self, pieces: Sequence[PieceId]) -> tuple[PieceFace, ...]:
        """Return the cards among these pieces."""
        cards = [piece for piece in pieces if piece in self.tabletop.box.numbers]
        return tuple(PieceFace(card, self.card_kind(card), self.card_label(card)) for card in cards)

    def place_marks(self) -> tuple[PlaceMark, ...]:
        """Return no marks: zones have their borders."""
        return ()

    def stood_for(self) -> tuple[str, ...]:
        """Return the cards that aren't in the box, and that pieces of it stand for."""
        return ()

    def stands_for(self, state: P, piece: PieceId) -> str:
        """Return the card whose text holds for a piece, one of `stood_for`; empty: its own."""
        return ""

    def card_effects(self, name: str) -> tuple[str, ...]:
        """Return the effect words of a card, the main one first. Its art shows them."""
        return ()

    def card_person(self, name: str) -> Person | None:
        """Return the person that a card shows, for the portrait in its art; None: nobody."""
        return None

    def card_back(self, name: str) -> str:
        """Return the word for a card's back. Cards with the same word look alike from behind."""
        return "card"

    def seat_label(self, seat: Seat) -> Phrase:
        """Return the name that people have for a seat: `seats.SEAT` of the texts, else the seat."""
        key = f"seats.{seat}"
        return self.texts.say(key) if key in self.texts.keys else Phrase(seat)

    def numbers(self, state: P, seat: Seat) -> Sequence[tuple[str, int]]:
        """Return a seat's counters that everybody may see, in display order."""
        return (*state.counters.of_one(seat), *self.sizes(state, seat))

    def sizes(self, state: P, seat: Seat) -> Sequence[tuple[str, int]]:
        """Return how many cards lie in a seat's zones that not everybody can count."""
        own = (zone for zone in self.tabletop.zones if zone.owner == seat)
        hidden = (zone for zone in own if zone.kind in (ZoneKind.PRIVATE, ZoneKind.PILE))
        return tuple((str(zone.name).rpartition(".")[2], state.zones.count(zone.name)) for zone in hidden)

    def notes(self, state: P, seat: Seat | None) -> Sequence[Phrase]:
        """Return sentences about things beside the board."""
        return ()

    def intents(self, state: P, piece: PieceId, place: str) -> Sequence[GameAction]:
        """Return the actions that a card's new cell means, legal or not, nearest first.

        `place` empty: all actions that the card could mean, in any cell.
        """
        return ()

    def layout(self, state: P) -> Layout:
        """Return the layout of the cards whose faces show."""
        found = self.recalled(state)
        if found.layout is None:
            found.layout = layout_of(state.zones)
        return found.layout

    def is_open(self, state: P, card: PieceId, seat: Seat | None) -> bool:
        """Tell whether a seat (None: everybody) may see a card that lies face up on the table."""
        return True

    def whose(self, state: P, card: PieceId) -> Seat | None:
        """Return the owner of a card on the table, for its colours: the owner of its zone."""
        zone = state.zones.zone_of(card)
        return None if zone is None else zone.owner

    def view(self, state: P, seat: Seat | None) -> View:
        """Return all that a seat may know (None: all that everybody may). Unseen cards aren't listed."""
        lying = (*self._piece_views(state, seat), *self._known_besides(state, seat))
        found = self.waiting(state)
        return View(
            headline=self._headline(state, found),
            decision=self.decider(state),
            turn=state.turn,
            round=state.round,
            pieces=lying,
            seats=tuple(self._seat_view(state, one) for one in state.seats),
            outcome=state.ended,
            hand=tuple(self._hand(state, seat)),
            notes=tuple(self.notes(state, seat)),
            heaps=tuple(self._heap_views(state, seat)),
        )

    def uses(self, state: P, seat: Seat) -> tuple[UseView, ...]:
        """Return a seat's cards, each with the actions that are possible now, or the rules against them."""
        by_card: dict[str, list[dict[str, object]]] = {}
        legal = self.legal_actions(state) if self._is_seats(state, seat) else ()
        for action in legal:
            cards = self.table_of_actions.cards(action)
            if action.by == seat and cards:
                by_card.setdefault(cards[0], []).append(self.format_action(action))
        shown = [card for zone in self._own(seat) for card in state.zones.known(zone.name)]
        named = [card for card in by_card if card not in shown]
        return tuple(self._use_view(state, seat, card, by_card.get(card, [])) for card in (*shown, *named))

    def held(self, state: P) -> tuple[Held, ...]:
        """Return the hidden cards that each seat holds: hands, and the seat's own face-down cards."""
        return tuple(held_by(state.zones, seat, self.card_label, self.zone_label) for seat in state.seats)

    def left_to_do(self, state: P) -> Iterable[LeftToDo]:
        """Yield one entry for each seat that has a decision to make."""
        found = self.waiting(state)
        if found is None or found.chooser is not Chooser.SEAT:
            return
        for seat in found.seats:
            text = self._asks(found, self.seat_label(seat), state)
            yield LeftToDo(seat, found.kind, text, due=found.kind != TURN)

    def shown_action(self, state: P, action: GameAction, seat: Seat | None) -> dict[str, object]:
        """Return an action as a seat may see it: secret cards in it aren't named."""
        worlds = self._worlds(state, action)
        return masked(
            self.table_of_actions,
            action,
            self.format_action(action),
            lambda card: knows_card(seat, card, *worlds),
        )

    def is_secret_choice(self, state: P, action: GameAction) -> bool:
        """Tell whether an action names a secret card: then only one seat may know whether it's possible."""
        zones = state.zones
        if isinstance(action, Draw):
            found = self.waiting(state)
            # If a seat holds cards of a pool, the rest of the pool would betray them.
            return found is None or bool(found.seats) or self._keeps_secrets(state)
        cards = (card for card in self.table_of_actions.cards(action) if card in self.tabletop.box.numbers)
        return any(not zones.known_to(None, card) for card in cards) or self._is_choosing_secretly(state)

    def own_text(self, state: P, action: GameAction) -> Phrase:
        """Return an action as its chooser's button says it: `do.WORD` of the texts, else as all read it."""
        return self._action_text(state, action, _shown, own=True)

    def action_text(self, state: P, action: GameAction) -> Phrase:
        """Return an action as a sentence for everybody."""
        worlds = self._worlds(state, action)
        return self._action_text(state, action, lambda card: knows_card(None, card, *worlds))

    def violation_text(self, violation: Violation) -> Phrase:
        """Return the broken rule as a sentence: `violations.REASON` of the texts."""
        facts = {name: self._said(fact) for name, fact in violation.facts}
        return self.texts.say(f"violations.{violation.reason}", **facts)

    def _worlds(self, state: P, action: GameAction) -> tuple[Zones, ...]:
        if self.violations(state, action):
            return (state.zones,)
        return (state.zones, self.apply(state, action).zones)

    def _keeps_secrets(self, state: P) -> bool:
        """Tell whether the engine knows cards that some seats don't know: then their names are hidden."""
        return any(one.card is not None and one.knows != -1 for pile in state.zones.held for one in pile)

    def _is_choosing_secretly(self, state: P) -> bool:
        frame = state.stack[-1] if state.stack else None
        if isinstance(frame, ChoosingTogether):
            return any(one.secret for one in frame.each)
        return isinstance(frame, Choosing) and frame.secret

    def _is_seats(self, state: P, seat: Seat) -> bool:
        found = self.waiting(state)
        return found is not None and found.chooser is Chooser.SEAT and seat in found.seats

    def _own(self, seat: Seat) -> list[CardZone]:
        return [zone for zone in self.tabletop.zones if zone.owner == seat and zone.kind is ZoneKind.PRIVATE]

    def _piece_views(self, state: P, seat: Seat | None) -> Iterable[PieceView]:
        for card, lies in self.layout(state).items():
            if not self.is_open(state, card, seat):
                continue
            yield PieceView(
                piece=card,
                cell=lies.cell,
                kind=self.card_kind(card),
                label=self.card_label(card),
                seat=self.whose(state, card),
                spent=bool(lies.sideways),
                sideways=bool(lies.sideways),
                stands_for=self.stands_for(state, card),
            )

    def _heap_views(self, state: P, seat: Seat | None) -> Iterable[HeapView]:
        for zone, lying in zip(self.tabletop.zones, state.zones.held, strict=True):
            # A pile that a seat may not look through is counted like cards that lie face down.
            backs = sum(
                not one.up or (one.card is not None and not self.is_open(state, one.card, seat))
                for one in lying
            )
            if backs and zone.kind is not ZoneKind.PRIVATE:
                yield HeapView(zone.place, zone.back, backs)

    def _face(self, name: str) -> CardFace:
        kind = self.card_kind(name)
        labelled = f"kinds.{kind}"
        return CardFace(
            name,
            kind,
            self.card_label(name),
            self.card_text(name),
            self.texts.say(labelled) if labelled in self.texts.keys else SILENCE,
            tuple(
                FaceNumber(key, number, self._count(key, number)) for key, number in self.card_numbers(name)
            ),
        )

    def _count(self, what: str, number: int) -> Phrase:
        key = f"counts.{what}"
        return self.texts.say(key, number=number) if key in self.texts.keys else Phrase(f"{number}")

    def _known_besides(self, state: P, seat: Seat | None) -> Iterable[PieceView]:
        """Yield cards that a seat knows though they don't show: a mask, a card that was seen when taken."""
        own = {zone.name for zone in self._own(seat)} if seat is not None else set()
        for zone, pile in zip(self.tabletop.zones, state.zones.held, strict=True):
            for one in pile:
                hidden = not one.up and one.card is not None and zone.name not in own
                if one.card is not None and hidden and state.zones.known_to(seat, one.card):
                    label, kind = self.card_label(one.card), self.card_kind(one.card)
                    yield PieceView(one.card, None, kind, label, zone.owner, face=Face.DOWN)

    def _seat_view(self, state: P, seat: Seat) -> SeatView:
        numbers = tuple(self.numbers(state, seat))
        said = (
            self.texts.say(f"counts.{what}", number=count)
            for what, count in numbers
            if f"counts.{what}" in self.texts.keys
        )
        return SeatView(seat, self.seat_label(seat), numbers, seat in state.out, tuple(said))

    def _hand(self, state: P, seat: Seat | None) -> Iterable[CardView]:
        if seat is None:
            return
        for zone in self._own(seat):
            for card in state.zones.known(zone.name):
                if state.zones.known_to(seat, card):
                    yield CardView(str(card), self.card_label(card), self.card_text(card))

    def _use_view(self, state: P, seat: Seat, card: str, actions: list[dict[str, object]]) -> UseView:
        why_not: tuple[tuple[RuleId, Phrase], ...] = ()
        if not actions:
            meant = (one for one in self.intents(state, PieceId(card), "") if one.by in (None, seat))
            broken = [
                one for action in meant for one in self.violations(state, replace(action, by=seat))
            ] or [Violation(self.not_now, "not_now")]
            why_not = tuple(dict.fromkeys((one.rule, self.violation_text(one)) for one in broken))
        return UseView(
            key=card,
            kind="card",
            label=self.own_label(card, seat),
            text=self.card_text(card),
            actions=tuple(actions),
            why_not=why_not,
        )

    def _headline(self, state: P, found: Waiting | None) -> Phrase:
        if found is None:
            return self.texts.say("headlines.over")
        who = self.seat_label(found.seats[0]) if len(found.seats) == 1 else self.texts.say("seats.several")
        return self._asks(found, who, state)

    def _asks(self, found: Waiting, who: Phrase, state: P) -> Phrase:
        return self.texts.say(f"headlines.{found.kind}", seat=who, round=state.round)

    def _action_text(
        self, state: P, action: GameAction, shows: Callable[[str], bool], *, own: bool = False
    ) -> Phrase:
        words = self.table_of_actions
        actor = self.actor(state, action)
        facts: dict[str, Fact] = {"seat": SILENCE if actor is None else self.seat_label(actor)}
        for key, value in words.values(action).items():
            parts = value if isinstance(value, tuple) else (value,)
            said = [self._said(part, shows, actor if own else None) for part in parts if part is not None]
            facts[key] = (
                said[0]
                if len(said) == 1
                else joined([str(one) if isinstance(one, int | float) else one for one in said])
            )
        key = self._action_key(action, _DO) if own else ""
        return self.texts.say(key or self._action_key(action, _SAID), **facts)

    def _action_key(self, action: GameAction, group: str) -> str:
        """Return the key of an action's sentence in a group of texts; empty: the group lacks the action.

        `use_on` is for a use that names what it's on, `choose_none` for this value of a choice.
        """
        words, keys = self.table_of_actions, self.texts.keys
        word = words.word(action)
        key = f"{group}.{word}"
        if key not in keys:
            return "" if group == _DO else key
        for name, value in words.values(action).items():
            if isinstance(value, str) and value and f"{key}_{value}" in keys:
                key = f"{key}_{value}"
            elif name != word and value not in ((), "", None, False) and f"{key}_{name}" in keys:
                key = f"{key}_{name}"
        return key

    def _said(self, fact: object, shows: Callable[[str], bool] = _shown, chooser: Seat | None = None) -> Fact:
        box = self.tabletop.box
        if isinstance(fact, str) and (fact in box.numbers or fact in box.names):
            if not shows(fact):
                return self.texts.say(f"cards.{HIDDEN}")
            return self.card_label(fact) if chooser is None else self.own_label(fact, chooser)
        if isinstance(fact, str) and fact in self.tabletop.seats:
            return self.seat_label(Seat(fact))
        if isinstance(fact, str) and f"zones.{fact}" in self.texts.keys:
            return self.texts.say(f"zones.{fact}")
        if isinstance(fact, str) and f"words.{fact}" in self.texts.keys:
            return self.texts.say(f"words.{fact}")
        if isinstance(fact, str) and (word := self.word(fact)) is not None:
            return word
        if isinstance(fact, str) and fact in self.tabletop.index:
            return self._zone_label(self.tabletop.zone(fact))
        return fact if isinstance(fact, str | int) else str(fact)

    def _zone_label(self, zone: CardZone) -> Fact:
        """Return the name of a seat's zone in a sentence: `own_zones.PLACE` of the texts."""
        key = f"own_zones.{zone.name.rpartition('.')[2]}"
        if zone.owner is None or key not in self.texts.keys:
            return str(zone.name)
        return self.texts.say(key, seat=self.seat_label(zone.owner))
