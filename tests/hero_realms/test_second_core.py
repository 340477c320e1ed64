"""The game and a second, plain implementation of its core agree on every play, and on what comes of it."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.hero_realms.game import HeroRealms
from engine.games.hero_realms.position.sides import health_of
from engine.games.hero_realms.position.state import GEMS, State, Tallied, champions, on_market, own, played
from engine.games.registry import usual_board
from engine.kit.zones.box import name_of
from tests.hero_realms.slow_core import CHAMPIONS, COSTS, PLAIN, Player, Table

GAME = HeroRealms(load_board(usual_board("hero_realms")), Ruleset())
SEATS = ("p1", "p2", "p3")
TREE: dict[str, Any] = {
    "market": ["death-cultist", "taxation"],
    "fire_gems": 1,
    "players": {
        "p1": {"hand": ["ruby", "shortsword", "profit"], "champions": ["myros-guild-mage"]},
        "p2": {"champions": ["dire-wolf"]},
    },
}


def of_setup(setup: dict[str, Any]) -> Table:
    players = []
    for seat, one in setup["players"].items():
        del seat
        given = [[name, False, 0, False] for name in one.get("champions", ())]
        players.append(Player(list(one.get("hand", ())), champions=given))
    return Table(players, list(setup["market"]), setup["fire_gems"])


def seen(state: State, seats: tuple[str, ...]) -> object:
    """Return the result of `Table.seen` for the game's position."""
    market = [name_of(card) for card in on_market(state) if name_of(card) != "fire-gem"]
    found = []
    for seat in map(Seat, seats):
        pools = (state.counters[seat, Tallied.GOLD], state.counters[seat, Tallied.COMBAT])
        piles = [sorted(map(name_of, state.zones.known(own(seat, place)))) for place in ("hand", "discard")]
        stand = sorted(
            (name_of(card), state.zones.look(card).sideways, state.counters[card, Tallied.DAMAGE])
            for card in champions(state, seat)
        )
        found.append(
            (health_of(state, seat), *pools, *piles, sorted(map(name_of, played(state, seat))), stand)
        )
    return (state.zones.count(GEMS), sorted(market), found)


def plays(state: State) -> Iterator[tuple[tuple[object, ...], Any]]:
    """Yield the game's legal actions as the second core writes plays."""
    for action in GAME.legal_actions(state):
        match GAME.format_action(action):
            case {"play": str(card)}:
                yield ("play", name_of(card)), action
            case {"use": str(card), "ability": ability}:
                yield ("use", name_of(card), ability), action
            case {"acquire": str(card)}:
                yield ("acquire", name_of(card)), action
            case {"attack": str(card), "owner": owner, "amount": amount}:
                yield ("strike", SEATS.index(owner), name_of(card), amount), action
            case {"attack": seat, "amount": amount}:
                yield ("attack", SEATS.index(seat), amount), action
            case {"end_turn": True}:
                yield ("end",), action
            case other:
                raise AssertionError(other)


def counted(state: State, depth: int) -> int:
    """Return how many ways of playing on there are, copies of a card as one, the end of a turn aside."""
    if depth == 0:
        return 1
    by_play = {play: action for play, action in plays(state) if play != ("end",)}
    return sum(counted(GAME.apply(state, action), depth - 1) for action in by_play.values())


def counted_slowly(table: Table, depth: int) -> int:
    """Return the same, of the second core."""
    if depth == 0:
        return 1
    found = 0
    for play in set(table.plays()) - {("end",)}:
        after = deepcopy(table)
        after.do(play)
        found += counted_slowly(after, depth - 1)
    return found


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_there_are_as_many_ways_of_playing_on(depth: int) -> None:
    state = GAME.initial(entry_of(TREE))
    assert counted(state, depth) == counted_slowly(of_setup(TREE), depth)


@pytest.mark.parametrize("seed", range(20))
def test_along_a_turn_everything_is_the_same(seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - a test's walk, not a secret
    names = [*(name for name in PLAIN if name in COSTS), *CHAMPIONS]
    chance.shuffle(names)
    setup = {
        "market": names[:4],
        "fire_gems": 2,
        "players": {
            "p1": {"hand": [*names[4:8], "gold", "ruby", "dagger"], "champions": []},
            "p2": {"champions": [name for name in names[8:] if name in CHAMPIONS]},
            "p3": {},
        },
    }
    setup["market"] = [name for name in names[:4] if name != "fire-gem"]
    state, table = GAME.initial(entry_of(setup)), of_setup(setup)
    for _ in range(30):
        by_play = dict(plays(state))
        assert set(by_play) == set(table.plays())
        assert seen(state, SEATS) == table.seen()
        going_on = sorted(by_play.keys() - {("end",)}, key=str)
        if not going_on:
            break
        play = chance.choice(going_on)
        state = GAME.apply(state, by_play[play])
        table.do(play)
