"""The opening: books, maps and heroes (KS-4)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core.decisions import Chooser, Violation, broken
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import decks
from engine.games.kingdom_square.content.printed import Deck
from engine.games.kingdom_square.match import Came, Phase, State, TableRules
from engine.games.kingdom_square.position.actions import Begin, Lay, Lot
from engine.games.kingdom_square.position.field import MARK, SEATS, TILES, area_of, foe, row_of
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    WASTELANDS,
    box,
    card_of,
    hero,
    own,
    rule,
    seat_of,
    slug_of,
    stand,
)
from engine.games.kingdom_square.turn.damage import ended, explored
from engine.games.kingdom_square.turn.deck_rules import BOOK_MIN
from engine.games.kingdom_square.turn.phases import Starting
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, action_of
from engine.kit.position import order_from
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, instead, wait
from engine.kit.resolving.steps import FormerSteps, SteppedFrame
from engine.kit.zones.box import name_of
from engine.kit.zones.zones import Zones


@dataclass(frozen=True, slots=True)
class Laying(StackFrame):
    """A seat lays its lands face down in its three rows (KS-4.4)."""

    seat: Seat
    """The seat."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait until all lands lie."""
        del game, came
        return done(state) if state.zones.is_empty(own(self.seat, "map")) else wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return the seat that lays its lands."""
        return Waiting((self.seat,), "lay", continues=False, many=True)

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield each card on each free tile of the player's area."""
        lands = state.zones.known(own(self.seat, "map"))
        free = [tile for tile in TILES if area_of(tile) == self.seat and state.zones.is_empty(tile)]
        lowest = {name_of(card): card for card in reversed(lands)}
        return [action_of(Lay, self.seat, card, tile) for card in lowest.values() for tile in free]

    def refusals(self, game: TableRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return the rules about where lands may lie."""
        return (
            (broken(rule(4, 4), "lay_where"),)
            if isinstance(action, Lay)
            else (Violation(game.not_now, "not_now"),)
        )

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Lay the land; only its owner knows it."""
        assert isinstance(action, Lay)  # noqa: S101  # narrows the type: it's one of the options
        zones = state.zones.moved(action.lay, action.at, up=False, to=(self.seat,))
        return self.run(game, altered(state, zones=zones), None)


def start_tiles(state: State, seat: Seat) -> Iterator[str]:
    """Yield the tiles with a seat's own start points."""
    for tile in TILES:
        lying = state.zones.lying(tile)
        card = lying[0].card if lying else None
        mine = card is not None and not card.startswith("n.") and seat_of(card) == seat
        if card is not None and mine and card_of(card).start:
            yield tile


@dataclass(frozen=True, slots=True)
class Placing(StackFrame):
    """A seat chooses one of its start points for its hero (KS-4.6)."""

    seat: Seat
    """The seat."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait for the choice."""
        del game, came
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return the seat whose hero is placed."""
        return Waiting((self.seat,), "start", continues=False)

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield the tiles with the seat's start points."""
        yield from map(Begin, start_tiles(state, self.seat))

    def refusals(self, game: TableRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return the violation: the tile has no start point of the seat."""
        wrong = isinstance(action, Begin)
        return (broken(rule(4, 6), "no_start"),) if wrong else (Violation(game.not_now, "not_now"),)

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Turn the start point up and put the hero on it."""
        assert isinstance(action, Begin)  # noqa: S101  # narrows the type: it's one of the options
        state = explored(game, state, action.start)
        rows = [
            row_of(action.start) if one == self.seat else row
            for one, row in zip(SEATS, state.starts, strict=True)
        ]
        zones = state.zones.moved(hero(self.seat), stand(action.start))
        return done(altered(state, zones=zones, starts=(rows[0], rows[1])))


@dataclass(frozen=True, slots=True)
class Lots(StackFrame):
    """The lot decides which seat goes first (KS-4.5)."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait for chance."""
        del game, came
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return chance."""
        return Waiting((), "lot", Chooser.CHANCE)

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Return both seats, each equally likely."""
        return [Lot(one) for one in SEATS]

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Let that seat begin."""
        assert isinstance(action, Lot)  # noqa: S101  # narrows the type: it's one of the options
        return done(altered(state, turn=action.lot))


@dataclass(frozen=True, slots=True)
class Opening(SteppedFrame[TableRules, State]):
    """The time before the first turn: books are counted (KS-4.1), lands laid, heroes placed."""

    former: ClassVar = FormerSteps("drawn", {False: "start", True: "begun"})
    """Whether journals have the first step done, in the place of the step's name."""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Count the books, then find the seat that begins."""
        least = BOOK_MIN if game.options.min_book == "under_20" else BOOK_MIN + 1
        short = [seat for seat in SEATS if state.zones.count(own(seat, "book")) < least]
        if short:
            winners = () if len(short) == 2 else (foe(short[0]),)
            return done(ended(state, winners, rule(4, 1), "short_book"))
        if game.options.first_player == "lot":
            return self.first(state, (Lots(),), self.begun)
        return self.begun(game, state)

    def begun(self, game: TableRules, state: State) -> FrameStep:
        """Have both players lay their lands and place their heroes; then the first turn starts."""
        del game
        first, second = order_from(state, state.turn)
        frames = (Laying(first), Laying(second), Placing(first), Placing(second), Starting(first))
        return instead(state, *frames)


def opening(game: TableRules, given: Mapping[Seat, Deck] | None = None) -> State:
    """Return the standard opening with the given decks, else with the table's choice."""
    zones = supplied(Zones.empty(game.tabletop))
    heroes = []
    for seat, name in zip(SEATS, (game.options.deck_first, game.options.deck_second), strict=True):
        deck = (given or {}).get(seat) or decks()[name]
        heroes.append(deck.hero)
        copies = [f"{MARK[seat]}.{slug}" for slug, number in deck.lands for _ in range(number)]
        for card in copies:
            zones = zones.put(own(seat, "map"), [free_copy(zones, card)])
        book = 0
        for slug, number in deck.book:
            book |= box().set_of(box().copies_of(f"{MARK[seat]}.{slug}")[:number])
        zones = zones.put_unknown(own(seat, "book"), book)
    for column in "abcdefg":
        zones = zones.moved(zones.known(WASTELANDS)[0], f"{column}4")
    state = State(zones=zones, seats=SEATS, turn=SEATS[0], heroes=(heroes[0], heroes[1]), phase=Phase.START)
    return altered(state, stack=(Opening(),))


def supplied(zones: Zones) -> Zones:
    """Return zones with heroes and tokens in the supply, and the wastelands."""
    tokens = [card for card in box().cards if slug_of(card).startswith("token")]
    zones = zones.put(SUPPLY, [*tokens, *(hero(seat) for seat in SEATS)])
    return zones.put(WASTELANDS, box().copies_of("n.no.7"))


def free_copy(zones: Zones, name: str, entry: Entry | None = None) -> str:
    """Return a copy of a card that lies nowhere yet; `entry`: where a file names it.

    Raises:
        InputFault: all copies lie somewhere.
    """
    if name in box().numbers and zones.zone_of(name) is None:
        return name
    free = [card for card in box().copies_of(name_of(name)) if zones.zone_of(card) is None]
    if not free:
        reason = f"no copy of '{name}' is left"
        raise entry.fault(reason) if entry is not None else InputFault(reason)
    return str(free[0])


OPENING_FRAMES: tuple[type[StackFrame], ...] = (Opening, Lots, Laying, Placing)
