"""Positions as scenario files write them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.core.document import Entry
from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import FIRE_GEM, record
from engine.games.hero_realms.position.sides import holder, side_of
from engine.games.hero_realms.position.state import (
    DECK,
    GEMS,
    MARKET,
    SACRIFICED,
    Format,
    HeroRules,
    State,
    Tallied,
    own,
)
from engine.games.hero_realms.turn.opening import Dealing, bare, healthy, paired, whole
from engine.kit import scenario_words
from engine.kit.changed import altered
from engine.kit.counters import Counters
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
"""Counters of a setup, by the words of `Tallied`: each has numbers of seats or cards."""


def position(game: HeroRules, setup: Entry) -> State:
    """Return the position of a setup.

    Raises:
        InputFault: unknown keys, cards or seats, too many copies, players that can't be a team; with file and
            line.
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
        teams = paired(seats)
    if fmt is not Format.SONG_DAU and teams:
        raise given["teams"].fault("only song_dau has teams")
    if fmt.is_hunt and len(seats) < 3:
        raise setup.fault(f"{fmt} is for three players or more; found {len(seats)}")
    state = bare(game, seats, fmt, teams)
    turn = Seat(given["turn"].text(tuple(map(str, seats)))) if "turn" in given else seats[0]
    state = altered(state, turn=holder(state, turn))
    if "phase" in given:
        given["phase"].text(("main",))
    zones, counters = state.zones, dict(healthy(state, team_health).kept)
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
    state = altered(state, zones=whole(zones, seats))
    return altered(state, stack=(game.main(side_of(state, state.turn)) if dealt else Dealing(),))


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
