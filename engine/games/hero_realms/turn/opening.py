"""The opening: who begins, the market, the first hands (DG-2); and positions as scenario files write them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.core.decisions import Chooser
from engine.core.document import Entry
from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import FIRE_GEM, OWN_DECK, market_names, record
from engine.games.hero_realms.position.actions import Begin
from engine.games.hero_realms.position.sides import holder, side_of
from engine.games.hero_realms.position.state import (
    DECK,
    GEMS,
    HEALTH,
    MARKET,
    SACRIFICED,
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

_SETUP = (
    "seats",
    "format",
    "box",
    "market",
    "market_deck",
    "fire_gems",
    "sacrificed",
    "players",
    "teams",
    "pools",
    "turn",
    "phase",
)
_PLAYER = ("health", "hand", "deck", "discard", "in_play", "champions", "gold", "combat")


Tallies = dict[tuple[str, str], int]
"""Counts of a setup, each of a seat or card, by the words of `Tallied`."""


@dataclass(frozen=True, slots=True)
class Lot(StackFrame):
    """A lot says who begins (DG-2.2)."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Wait for the lot."""
        del game, came
        return wait(state, self)

    def waits(self, game: HeroRules, state: State) -> Waiting:
        """Return chance, for all to see."""
        return Waiting((), "lot", Chooser.CHANCE)

    def options(self, game: HeroRules, state: State, seat: Seat | None) -> Sequence[GameAction]:
        """Return who may begin: of a team its first player."""
        return [Begin(one) for one in dict.fromkeys(holder(state, seat) for seat in state.seats)]

    def answered(self, game: HeroRules, state: State, action: GameAction) -> FrameStep:
        """Let that side begin: the market is laid, hands are dealt."""
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
    state = _bare(game, seats, fmt, _paired(seats) if fmt is Format.SONG_DAU else ())
    state = altered(state, zones=_whole(state.zones, seats), counters=_healthy(state, {}))
    return altered(state, stack=(Lot(),))


def position(game: HeroRules, setup: Entry) -> State:
    """Return the position of a setup.

    Raises:
        InputFault: unknown keys, cards or seats, more copies than there are, players that can't be a team;
            with file and line.
    """
    given = setup.fields(optional=_SETUP)
    names = tuple(map(str, game.tabletop.seats))
    fmt = Format(given["format"].text(tuple(Format)) if "format" in given else game.options.format)
    players = given["players"].mapping() if "players" in given else {}
    teams, team_health = _teams(given["teams"], names) if "teams" in given else ((), {})
    seats = _seats(game, given, players, teams)
    if fmt is Format.SONG_DAU and not teams:
        if len(seats) != 4:
            raise setup.fault(f"song_dau is for four players, two a team; found {len(seats)}")
        teams = _paired(seats)
    if fmt is not Format.SONG_DAU and teams:
        raise given["teams"].fault("only song_dau has teams")
    if fmt.is_hunt and len(seats) < 3:
        raise setup.fault(f"{fmt} is for three players or more; found {len(seats)}")
    state = _bare(game, seats, fmt, teams)
    turn = Seat(given["turn"].text(tuple(map(str, seats)))) if "turn" in given else seats[0]
    state = altered(state, turn=holder(state, turn))
    if "phase" in given:
        given["phase"].text(("main",))
    zones, counters = state.zones, dict(_healthy(state, team_health).kept)
    for number, one in enumerate(_at_most(given, "market", MARKET), start=1):
        zones = scenario_words.put_cards(zones, f"market.{number}", replace(one, value=(one,)))
    for key, zone in (("market_deck", DECK), ("sacrificed", SACRIFICED)):
        zones = scenario_words.put_cards(zones, zone, given[key]) if key in given else zones
    for name, entry in players.items():
        zones, more = _player(zones, state, Seat(name), entry)
        counters.update(more)
    if "fire_gems" in given:
        zones = _gems(zones, given["fire_gems"])
    for name, one in given["pools"].fields(optional=("gold", "combat")).items() if "pools" in given else ():
        counters[str(turn), Tallied(name)] = one.whole(0, 99)
    state = altered(state, counters=Counters.of(counters))
    if "box" not in given:
        return altered(state, zones=zones, stack=(game.main(side_of(state, state.turn)),))
    given["box"].text(("whole",))
    dealt = any("hand" in one.mapping() for one in players.values())
    state = altered(state, zones=_whole(zones, seats))
    return altered(state, stack=(game.main(side_of(state, state.turn)) if dealt else Dealing(),))


def _bare(
    game: HeroRules, seats: tuple[Seat, ...], fmt: Format, teams: tuple[tuple[Seat, ...], ...]
) -> State:
    return State(zones=Zones.empty(game.tabletop), seats=seats, turn=seats[0], format=fmt, teams=teams)


def _paired(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    return (seats[:2], seats[2:])


def _healthy(state: State, team_health: Mapping[Seat, int]) -> Counters[Tallied]:
    found: Tallies = {}
    for seat in state.seats:
        whose = holder(state, seat)
        usual = TEAM_HEALTH if state.teams else HEALTH
        found[str(whose), Tallied.HEALTH] = team_health.get(whose, usual)
    return Counters.of(found)


def _seats(
    game: HeroRules,
    given: Mapping[str, Entry],
    players: Mapping[str, Entry],
    teams: tuple[tuple[Seat, ...], ...],
) -> tuple[Seat, ...]:
    names = tuple(map(str, game.tabletop.seats))
    for name, one in players.items():
        if name not in names:
            raise one.fault(f"unknown seat '{name}'; expected one of {', '.join(names)}")
    if "seats" in given:
        found = [one.text(names) for one in given["seats"].sequence()]
        if len(found) < 2 or len(set(found)) < len(found) or not set(players) <= set(found):
            raise given["seats"].fault(
                "expected two seats or more, each once, all that are set up among them"
            )
        return tuple(map(Seat, found))
    playing = {*players, *(str(seat) for team in teams for seat in team)}
    found_all = [name for name in names if name in playing]
    if len(found_all) == 1:
        raise given["players"].fault("expected two players or more")
    return tuple(map(Seat, found_all)) if found_all else tuple(game.usual_seats)


def _teams(entry: Entry, names: tuple[str, ...]) -> tuple[tuple[tuple[Seat, ...], ...], dict[Seat, int]]:
    teams: list[tuple[Seat, ...]] = []
    health: dict[Seat, int] = {}
    for one in entry.sequence():
        given = one.fields(required=("players",), optional=("health",))
        team = tuple(Seat(each.text(names)) for each in given["players"].sequence())
        if len(team) != 2 or len(set(team)) != 2 or any(seat in other for other in teams for seat in team):
            raise given["players"].fault("a team is two players, each in one team only")
        if "health" in given:
            health[team[0]] = given["health"].whole(1, 999)
        teams.append(team)
    if len(teams) != 2:
        raise entry.fault(f"expected two teams, found {len(teams)}")
    return tuple(teams), health


def _player(zones: Zones, state: State, seat: Seat, entry: Entry) -> tuple[Zones, Tallies]:
    given = entry.fields(optional=_PLAYER)
    counters: Tallies = {}
    if "health" in given:
        counters[str(holder(state, seat)), Tallied.HEALTH] = given["health"].whole(1, 999)
    for pool in (Tallied.GOLD, Tallied.COMBAT):
        if pool in given:
            counters[str(seat), pool] = given[pool].whole(0, 99)
    for key, place in (("hand", "hand"), ("deck", "deck"), ("discard", "discard"), ("in_play", "play")):
        if key not in given:
            continue
        for one in given[key].sequence():
            if key == "in_play":
                _of_kind(zones, one, champion=False)
            zones = scenario_words.put_cards(zones, own(seat, place), replace(one, value=(one,)))
    for one in given["champions"].sequence() if "champions" in given else ():
        zones, more = _champion(zones, seat, one)
        counters.update(more)
    return zones, counters


def _champion(zones: Zones, seat: Seat, entry: Entry) -> tuple[Zones, Tallies]:
    if not isinstance(entry.value, dict):
        entry = replace(entry, value={"card": entry})
    given = entry.fields(required=("card",), optional=("expended", "damage", "used"))
    _of_kind(zones, given["card"], champion=True)
    zone = own(seat, "champions")
    before = set(zones.known(zone))
    zones = scenario_words.put_cards(zones, zone, replace(given["card"], value=(given["card"],)))
    (card,) = set(zones.known(zone)) - before
    counters: Tallies = {}
    if "expended" in given and given["expended"].flag():
        zones = zones.turned(card, sideways=True)
    if "damage" in given:
        counters[card, Tallied.DAMAGE] = given["damage"].whole(0, record(card).defense - 1)
    for one in given["used"].sequence() if "used" in given else ():
        one.text(("ally",))
        counters[card, Tallied.ALLY] = 1
    return zones, counters


def _of_kind(zones: Zones, entry: Entry, *, champion: bool) -> None:
    name = entry.text()
    if zones.top.box.copies_of(name) and record(name).is_champion is not champion:
        raise entry.fault(f"'{name}' is {'no' if champion else 'a'} champion")


def _gems(zones: Zones, entry: Entry) -> Zones:
    free = [card for card in zones.top.box.copies_of(FIRE_GEM) if zones.zone_of(card) is None]
    count = entry.whole(0, len(zones.top.box.copies_of(FIRE_GEM)))
    if count > len(free):
        raise entry.fault(f"expected at most {len(free)} fire gems, as the others lie elsewhere")
    return zones.put(GEMS, free[:count])


def _at_most(given: Mapping[str, Entry], key: str, most: int) -> Sequence[Entry]:
    found = given[key].sequence() if key in given else ()
    if len(found) > most:
        raise given[key].fault(f"expected at most {most} cards, found {len(found)}")
    return found


def _whole(zones: Zones, seats: tuple[Seat, ...]) -> Zones:
    """Return zones with the rest of the box: the market's cards, fire gems, and of each player's own deck."""
    box = zones.top.box
    left = box.named(scenario_words.unused(zones))
    market = box.set_of(card for card in left if name_of(card) in market_names())
    zones = zones.put_unknown(DECK, market)
    zones = zones.put(GEMS, [card for card in left if name_of(card) == FIRE_GEM])
    for seat in seats:
        zones = zones.put_unknown(own(seat, "deck"), _own_deck(zones, seat))
    return zones


def _own_deck(zones: Zones, seat: Seat) -> CardSet:
    """Return what of a player's own ten cards doesn't lie before it already (DG-1.3)."""
    box = zones.top.box
    has = [name_of(card) for zone in zones.top.zones if zone.owner == seat for card in zones.known(zone.name)]
    free = box.named(scenario_words.unused(zones))
    found: list[CardId] = []
    for name, count in OWN_DECK.items():
        wanted = max(0, count - has.count(name))
        found += [card for card in free if name_of(card) == name][:wanted]
    return box.set_of(found)


OPENING_FRAMES: tuple[type[StackFrame], ...] = (Lot, Dealing)
