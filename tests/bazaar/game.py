"""The bazaar as a game: two or three players buy, rob, take omens and dare each other; four lamps win.

BZ-1 whose turn it is; BZ-2 cards are played from hand; BZ-3 the market; BZ-4 a porter works once, turned
sideways, till its player's next turn; BZ-5 guards and charms answer; BZ-6 masks; BZ-9 the end.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.board import Board
from engine.core.decisions import Outcome
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId, Seat
from engine.core.phrase import Phrase
from engine.kit import scenario_words
from engine.kit.choosing.actions import GameAction
from engine.kit.content.vocabulary import word_of
from engine.kit.game import TableGame
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.moments import Firing, Trigger
from engine.kit.scenario_words import Check
from engine.kit.zones.zone_layout import cells_of
from engine.kit.zones.zones import Zones
from tests.bazaar.cards import held, record
from tests.bazaar.content import WORDS
from tests.bazaar.effects import EFFECT_FRAMES, Charming, Unmasking
from tests.bazaar.state import ACTIONS, CHOICES, SEATS, Respond, State, Unmask, rule, tabletop
from tests.bazaar.texts import TEXTS
from tests.bazaar.turns import TURN_FRAMES, Dealing, Turn

LAMPS = 4

_SETUP = ("seats", "turn", "gold", "hands", "play", "masks", "market", "deck", "discard", "box", "sideways")


class Bazaar(TableGame[State]):
    """The bazaar on one board with one ruleset."""

    name = "bazaar"
    texts = TEXTS
    not_now = rule(1)
    state_kind = State
    frames = (*TURN_FRAMES, *EFFECT_FRAMES)
    actions = ACTIONS

    def __init__(self, board: Board | None, ruleset: Ruleset) -> None:
        """Bind the game to a board and a ruleset."""
        options = {name: values[0] for name, values in CHOICES.items()}
        for name, value in ruleset.options.items():
            if value not in CHOICES.get(name, ()):
                raise InputFault(f"no reading {name}: {value}")
            options[name] = value
        top = tabletop(SEATS)
        if board is not None:
            lacking = set(cells_of(top)) - set(board.surface.cells)
            if lacking:
                lacks = ", ".join(sorted(lacking))
                raise InputFault(f"the board {board.name} lacks what the bazaar needs: {lacks}")
        super().__init__(top, asks=Asks(options["asked"]))
        self.counted = options["hands"] == "counted"

    def initial(self, setup: Entry | None) -> State:
        """Return the position of a setup; None: three play, all is dealt by chance."""
        top = self.tabletop
        if setup is None:
            masks = top.box.set_of(card for card in top.box.cards if record(card).mask)
            zones = Zones.empty(top).put_unknown("masks", masks)
            zones = zones.put_unknown("deck", top.box.everything & ~masks)
            return self.begun(State(zones=zones, seats=SEATS, turn=SEATS[0], stack=(Dealing(),)))
        given = setup.fields(optional=_SETUP)
        names = tuple(map(str, SEATS))
        seats = [Seat(one.text(names)) for one in given["seats"].sequence()] if "seats" in given else SEATS
        zones = Zones.empty(top)
        for key, place in (("hands", "hand"), ("play", "play"), ("masks", "mask")):
            for seat, entry in given[key].mapping().items() if key in given else ():
                zones = scenario_words.put_cards(zones, f"{seat}.{place}", entry, to=(Seat(seat),))
        for number, one in enumerate(given["market"].sequence() if "market" in given else (), start=1):
            zones = scenario_words.put_cards(zones, f"market.{number}", replace(one, value=(one,)))
        for key in ("deck", "discard"):
            zones = scenario_words.put_cards(zones, key, given[key]) if key in given else zones
        if "box" in given:
            given["box"].text(("whole",))
            masks = top.box.set_of(card for card in top.box.cards if record(card).mask)
            zones = zones.put_unknown("deck", scenario_words.unused(zones) & ~masks)
        for one in given["sideways"].sequence() if "sideways" in given else ():
            zones = zones.turned(one.text(), sideways=True)
        turn = Seat(given["turn"].text(names)) if "turn" in given else SEATS[0]
        state = State(zones=zones, seats=tuple(seats), turn=turn, stack=(Turn(turn),))
        counters = state.counters
        for name, one in given["gold"].mapping().items() if "gold" in given else ():
            counters = counters.set(name, "gold", one.whole(0, 99))
        return self.begun(replace(state, counters=counters))

    def judged(self, state: State) -> State:
        """Return the state, ended if somebody has lamps enough."""
        for seat in state.in_play:
            lamps = [card for card in state.zones.known(f"{seat}.play") if record(card).head.slug == "lamp"]
            if len(lamps) >= LAMPS:
                return replace(state, ended=Outcome((seat,), rule(9), "lamps"))
        return state

    def triggers(self, state: State, firing: Firing) -> Sequence[Trigger]:
        """Return charms while a judgment is made, and masks whose moment has come."""
        found: list[Trigger] = []
        facts = dict(firing.facts)
        for seat in state.in_play:
            if firing.moment == "judging":
                charms = [card for card in held(state, seat) if record(card).answers == "judgment"]
                found += [Trigger(seat, card, Respond(card), (Charming(seat, card),)) for card in charms]
            for card in state.zones.known(f"{seat}.mask"):
                if state.zones.look(card).up or record(card).mask != firing.moment:
                    continue
                # The fox is the thief's, the toad the judged one's, the crane the robbed one's.
                mine = {"shielded": "by", "judged": "seat", "robbed": "whom"}.get(firing.moment)
                if mine is None or facts[mine] == seat:
                    shown = Unmasking(seat, card, firing.moment, firing.facts)
                    found.append(Trigger(seat, card, Unmask(card), (shown,)))
        return found

    def asks_anyway(self, state: State, firing: Firing, seat: Seat) -> bool:
        """Tell whether a seat is asked that may have a charm in hand, or a mask whose moment it might be."""
        if firing.moment == "judging":
            hidden = state.zones.count(f"{seat}.hand") > 0
        else:
            hidden = any(not one.up for one in state.zones.lying(f"{seat}.mask"))
        return self.asks is Asks.ALL and hidden and seat in state.in_play

    def card_kind(self, card: str) -> str:
        """Return a card's suit, or that it's a mask."""
        return record(card).suit or "mask"

    def card_effects(self, name: str) -> tuple[str, ...]:
        """Return the words of what a card does."""
        one = record(name)
        return tuple(word_of(type(effect)) for effect in (*one.play, *one.use))

    def card_label(self, card: str) -> Phrase:
        """Return a card's name."""
        return record(card).head.label

    def card_numbers(self, card: str) -> Sequence[tuple[str, int]]:
        """Return a card's price; masks cost nothing."""
        return () if record(card).mask else (("cost", record(card).cost),)

    def card_text(self, card: str) -> Phrase:
        """Return the text of a card, made from its effects."""
        one = record(card)
        return WORDS.texts((*one.play, *one.use))

    def intents(self, state: State, piece: PieceId, place: str) -> Sequence[GameAction]:
        """Return the actions that a moved card means in a turn: it was bought, played or put away."""
        turn = state.stack[-1] if state.stack else None
        card = next((one for one in self.tabletop.box.cards if one == piece), None)
        if card is None or not isinstance(turn, Turn):
            return ()
        zone = state.zones.zone_of(card)
        zones = (
            (f"{turn.seat}.play", "discard")
            if zone is None or zone.name != f"{turn.seat}.play"
            else (zone.name,)
        )
        fits = not place or place in {self.tabletop.zone(one).place for one in zones}
        return tuple(turn.about(state, card)) if fits else ()

    def checks(self) -> Mapping[str, Check]:
        """Return the facts of the bazaar."""
        seats = self.tabletop.seats

        def gold(seat: Seat) -> Check:
            return scenario_words.number(f"gold of {seat}", lambda state: int(state.counters[seat, "gold"]))

        return {"gold": scenario_words.by_seat(seats, gold)}


GAME = Bazaar
