"""Pairs of matches that are dealt otherwise: setups as people write them, with hidden names changed about.

Nothing here asks the game what somebody knows: that is what the pairs check. The secrets follow from the
deal alone. At a match's beginning nobody knows another's hand, nor the order of a deck. A card of a hand
changes places with one far down in a deck, so no draw brings it to light within the few actions of a pair.
"""

import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.ids import Seat
from engine.core.pieces import pieces_beside
from engine.games.registry import usual_board
from tests.bots.nim import seeded
from tests.games.scenarios_of import scenarios_of
from tests.worlds.pairs import ACTIONS_MAX, WAR_SETUP, Deed, Pair, Played

DEEP = 12
"""The cards above those of a deck that change places: more than a pair's actions draw."""

_CARD = re.compile(r"\b[a-z]+(?:-[a-z]+)*\.[SHCD]\d{1,2}\b")


@dataclass(frozen=True, slots=True)
class Deal:
    """A setup, the reader, and what is hidden from that one in it."""

    setup: dict[str, Any]
    """The setup, as a file has it."""
    reader: Seat | None
    """The seat that looks on; None: a visitor."""
    swaps: tuple[tuple[tuple[Any, ...], tuple[Any, ...]], ...]
    """Pairs of places whose names may change places: the path to each in the setup."""


@dataclass(frozen=True, slots=True)
class Dealt(Played):
    """A game whose pairs are two deals of one match."""

    deal: Callable[[Random], Deal] = lambda _: Deal({}, None, ())
    """Makes a setup."""

    def pairs(self, seed: int, every: int) -> Iterator[Pair]:
        """Yield one pair of deals; `every` is for generators that follow a match."""
        del every
        yield from self.family(seed, 1)

    def family(self, seed: int, others: int) -> tuple[Pair, ...]:
        """Return pairs of one deal: with the same actions in all, so it need be lived but once."""
        chance = seeded(seed)
        deal = self.deal(chance)
        differ = [swap for swap in deal.swaps if _at(deal.setup, swap[0]) != _at(deal.setup, swap[1])]
        setups, names = list[dict[str, Any]](), list[str]()
        while len(setups) < others:
            other, swapped = _dealt_otherwise(deal.setup, chance.sample(differ, 2))
            if other not in setups:
                setups.append(other)
                names += [name for name in swapped if name not in names]
        game = self.open()
        here, *there = (game.initial(entry_of(setup)) for setup in (deal.setup, *setups))
        kind, hidden = game.decider(here).kind, tuple(names)
        actions = tuple(_actions(game, [here, *there], frozenset(names), chance))
        return tuple(Pair(here, one, deal.reader, kind, actions, hidden, asked=False) for one in there)


def _dealt_otherwise(
    setup: dict[str, Any], swaps: list[tuple[tuple[Any, ...], tuple[Any, ...]]]
) -> tuple[dict[str, Any], list[str]]:
    """Return a setup with the names of two swaps changed about, and these names."""
    other, names = deepcopy(setup), list[str]()
    for mine, theirs in swaps:
        one, two = _at(other, mine), _at(other, theirs)
        _put(other, mine, two)
        _put(other, theirs, one)
        names += [one, two]
        # The second swap may undo the first: then one is enough.
        if other == setup:
            _put(other, mine, one)
            _put(other, theirs, two)
    return other, names


def _actions(game: Any, states: list[Any], hidden: frozenset[str], chance: Random) -> Iterator[Deed]:
    """Yield actions that are the same in all worlds and name nothing hidden."""
    for _ in range(ACTIONS_MAX):
        decision = game.decider(states[0])
        if decision.chooser is not Chooser.SEAT or any(game.decider(one) != decision for one in states):
            return
        each = [{_text(game.format_action(one)): one for one in game.legal_actions(at)} for at in states]
        shared = sorted(
            text for text in each[0] if not _names(text, hidden) and all(text in legal for legal in each)
        )
        if not shared:
            return
        text = chance.choice(shared)
        by = game.actor(states[0], each[0][text]) or next(iter(decision.seats), None)
        if by is None:
            return
        states = [game.apply(one, legal[text]) for one, legal in zip(states, each, strict=True)]
        # In order: by it a page knows how a hand's cards lie on their discard pile.
        first, *further = (list(game.layout(one).items()) for one in states)
        if any(one != first for one in further):
            # A hand was laid open on its discard pile: the worlds part, and rightly.
            return
        yield Deed(by, json.loads(text), json.loads(text))


def _text(action: Any) -> str:
    return json.dumps(action, sort_keys=True, ensure_ascii=False)


def _names(text: str, hidden: frozenset[str]) -> bool:
    return any(f'"{name}' in text for name in hidden)


def _at(found: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        found = found[step]
    return found


def _put(found: Any, path: tuple[Any, ...], value: Any) -> None:
    _at(found, path[:-1])[path[-1]] = value


def _places(setup: dict[str, Any], *path: Any) -> list[tuple[Any, ...]]:
    return [(*path, number) for number in range(len(_at(setup, path)))]


def _deal_war(chance: Random) -> Deal:
    setup = deepcopy(WAR_SETUP)
    cards = [*setup["hands"]["west"], *setup["hands"]["north"], *setup["deck"].pop("shuffled")]
    chance.shuffle(cards)
    setup["hands"] = {"west": cards[:3], "north": cards[3:6]}
    setup["deck"] = cards[6:]
    reader = chance.choice([Seat("west"), Seat("north"), None])
    others = [seat for seat in ("west", "north") if seat != reader]
    deep = _places(setup, "deck")[3:-3]
    swaps = [(hand, place) for seat in others for hand in _places(setup, "hands", seat) for place in deep]
    return Deal(setup, reader, tuple(swaps))


def _deal_heroes(chance: Random) -> Deal:
    names = ["gold"] * 7 + ["ruby", "dagger", "shortsword"]
    known = ["spark", "profit", "street-thug", "orc-grunt", "bribe", "taxation", "recruit", "gold"]
    players = {}
    for seat in ("p1", "p2"):
        cards = [*names, *known, *names]
        chance.shuffle(cards)
        players[seat] = {"hand": cards[:5], "deck": cards[5:]}
    setup = {"players": players}
    reader = chance.choice([Seat("p1"), Seat("p2"), None])
    swaps = [
        (hand, place)
        for seat in ("p1", "p2")
        if seat != reader
        for hand in _places(setup, "players", seat, "hand")
        for place in _places(setup, "players", seat, "deck")[DEEP:]
    ]
    return Deal(setup, reader, tuple(swaps))


def _deal_generals(chance: Random) -> Deal:
    written = "".join(path.read_text(encoding="utf-8") for path in scenarios_of("quoc_chien"))
    cards = sorted(set(_CARD.findall(written)))
    chance.shuffle(cards)
    seats = ("s1", "s2", "s3")
    players = {seat: {"hand": cards[number * 4 : number * 4 + 4]} for number, seat in enumerate(seats)}
    setup = {"players": players, "deck": cards[12:52]}
    reader = chance.choice([*map(Seat, seats), None])
    swaps = [
        (hand, place)
        for seat in seats
        if seat != reader
        for hand in _places(setup, "players", seat, "hand")
        for place in _places(setup, "deck")[DEEP:-DEEP]
    ]
    return Deal(setup, reader, tuple(swaps))


def _deal_books(chance: Random) -> Deal:
    cards = [f"no.{number}" for number in (79, 80, 81, 82, 83, 84, 86, 62, 63, 64, 67, 68)]
    books = {}
    for seat in ("first", "second"):
        chance.shuffle(cards)
        books[seat] = list(cards)
    setup = {
        "heroes": {"first": "no.158", "second": "no.13"},
        "units": {"f.hero": "d3", "s.hero": "d5"},
        "books": books,
    }
    reader = chance.choice([Seat("first"), Seat("second"), None])
    swaps = [
        (one, two)
        for seat in ("first", "second")
        for one in _places(setup, "books", seat)[4:]
        for two in _places(setup, "books", seat)[4:]
        if one < two
    ]
    return Deal(setup, reader, tuple(swaps))


def _dealt(name: str, board: str, deal: Callable[[Random], Deal], **options: str) -> Dealt:
    unused: Any = None
    return Dealt(name, board, pieces_beside(board), tuple(options.items()), None, unused, unused, deal)


GAMES = {
    "dozen_war": _dealt("dozen_war", "mativen", _deal_war, asked="all"),
    "hero_realms": _dealt("hero_realms", usual_board("hero_realms"), _deal_heroes),
    "quoc_chien": _dealt("quoc_chien", usual_board("quoc_chien"), _deal_generals, asked="all"),
    "kingdom_square": _dealt("kingdom_square", usual_board("kingdom_square"), _deal_books),
}
