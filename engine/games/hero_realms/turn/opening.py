"""The opening: who begins, the market, the first hands (DG-2)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.core.decisions import Chooser
from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import FIRE_GEM, OWN_DECK, market_names
from engine.games.hero_realms.position.actions import Begin
from engine.games.hero_realms.position.sides import holder, side_of
from engine.games.hero_realms.position.state import (
    DECK,
    GEMS,
    HEALTH,
    TEAM_HEALTH,
    Came,
    Format,
    HeroRules,
    State,
    Tallied,
    own,
)
from engine.games.hero_realms.turn.working import drawing
from engine.kit import scenario_words
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction
from engine.kit.counters import Counters
from engine.kit.draws import Drawing
from engine.kit.position import order_from
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, instead, wait
from engine.kit.zones.box import CardId, CardSet, name_of
from engine.kit.zones.zones import Zones


@dataclass(frozen=True, slots=True)
class Lot(StackFrame):
    """A lot decides which side begins (DG-2.2)."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Wait for the lot."""
        del game, came
        return wait(state, self)

    def waits(self, game: HeroRules, state: State) -> Waiting:
        """Return that it waits for chance, whose outcome all see."""
        return Waiting((), "lot", Chooser.CHANCE)

    def options(self, game: HeroRules, state: State, seat: Seat | None) -> Sequence[GameAction]:
        """Return the seats that may begin; for a team its first player."""
        return [Begin(one) for one in dict.fromkeys(holder(state, seat) for seat in state.seats)]

    def answered(self, game: HeroRules, state: State, action: GameAction) -> FrameStep:
        """Let that side begin: lay the market and deal the hands."""
        assert isinstance(action, Begin)  # noqa: S101  # narrows the type: it's one of the options
        return instead(altered(state, turn=action.begin), Dealing())


@dataclass(frozen=True, slots=True)
class Dealing(StackFrame):
    """The market is opened and the first hands are drawn (DG-2.1, DG-2.2)."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Deal, then let the first side play."""
        del came
        market = [Drawing(DECK, zone) for zone in game.tabletop.group("market") if state.zones.is_empty(zone)]
        hands = [drawing(game, seat, count) for seat, count in first_hands(state)]
        return instead(state, *market, *hands, game.main(side_of(state, state.turn)))


def first_hands(state: State) -> Iterable[tuple[Seat, int]]:
    """Yield how many cards each player begins with (DG-2.2, DG-8.4)."""
    first = side_of(state, state.turn)
    for place, seat in enumerate(order_from(state, state.turn)):
        if state.teams:
            yield seat, 3 if seat in first else 5
        elif len(state.seats) == 2:
            yield seat, (3, 5)[place]
        else:
            yield seat, (3, 4, 5)[min(place, 2)]


def opening(game: HeroRules, seats: tuple[Seat, ...], fmt: Format) -> State:
    """Return the standard opening of some seats."""
    state = bare(game, seats, fmt, paired(seats) if fmt is Format.SONG_DAU else ())
    state = altered(state, zones=whole(state.zones, seats), counters=healthy(state, {}))
    return altered(state, stack=(Lot(),))


def bare(game: HeroRules, seats: tuple[Seat, ...], fmt: Format, teams: tuple[tuple[Seat, ...], ...]) -> State:
    """Return a position of some seats without any card."""
    return State(zones=Zones.empty(game.tabletop), seats=seats, turn=seats[0], format=fmt, teams=teams)


def paired(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    """Return the two teams of four seats that sit side by side."""
    return (seats[:2], seats[2:])


def healthy(state: State, team_health: Mapping[Seat, int]) -> Counters[Tallied]:
    """Return the health that each side begins with; `team_health`: what a team has instead of the usual."""
    found: dict[tuple[str, str], int] = {}
    for seat in state.seats:
        whose = holder(state, seat)
        usual = TEAM_HEALTH if state.teams else HEALTH
        found[str(whose), Tallied.HEALTH] = team_health.get(whose, usual)
    return Counters.of(found)


def whole(zones: Zones, seats: tuple[Seat, ...]) -> Zones:
    """Return zones with the rest of the box: market cards, fire gems, and the players' own decks."""
    box = zones.top.box
    left = box.named(scenario_words.unused(zones))
    market = box.set_of(card for card in left if name_of(card) in market_names())
    zones = zones.put_unknown(DECK, market)
    zones = zones.put(GEMS, [card for card in left if name_of(card) == FIRE_GEM])
    for seat in seats:
        zones = zones.put_unknown(own(seat, "deck"), _own_deck(zones, seat))
    return zones


def _own_deck(zones: Zones, seat: Seat) -> CardSet:
    """Return the cards of a player's own ten that don't lie there already (DG-1.3)."""
    box = zones.top.box
    has = [name_of(card) for zone in zones.top.zones if zone.owner == seat for card in zones.known(zone.name)]
    free = box.named(scenario_words.unused(zones))
    found: list[CardId] = []
    for name, count in OWN_DECK.items():
        wanted = max(0, count - has.count(name))
        found += [card for card in free if name_of(card) == name][:wanted]
    return box.set_of(found)


OPENING_FRAMES: tuple[type[StackFrame], ...] = (Lot, Dealing)
