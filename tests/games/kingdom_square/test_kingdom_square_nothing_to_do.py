"""A skill or ability that can do nothing is not offered (KS-6.3), but for those that name a reason here.

Each card of the sheet is tried on a field where hardly anything is, and on one where much is: what is offered
is played to its end, everybody else passes, and something other than its cost has to be different.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.games.kingdom_square.content.cards import cards
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Kind, Record
from engine.games.kingdom_square.game import KingdomSquare
from engine.games.kingdom_square.match import State
from engine.games.kingdom_square.position.actions import Cast, Use
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import slug_of
from engine.games.kingdom_square.turn.phases import Main
from engine.games.kingdom_square.turn.usable_now import abilities_at
from engine.games.registry import usual_board
from engine.kit.choosing.actions import GameAction, Pass

LANDS = {"fire": "no.8", "earth": "no.9", "wind": "no.10", "water": "no.11", "dark": "no.12"}
BOOK = [f"no.{number}" for number in (17, 21, 24, 62, 63, 68, 71, 79, 80, 127, 130, 160, 172, 199, 222, 237)]
BARE: dict[str, Any] = {"units": {"s.hero": "d7"}, "terrain": {}, "graveyard": {}}
FULL: dict[str, Any] = {
    "units": {"s.hero": "d7", "f.no.20": "c2", "s.no.86": "d4", "s.no.140": "e3", "s.no.223": "b4"},
    "terrain": {"a2": {"card": "no.9"}, "g2": {"card": "no.8"}},
    "graveyard": {"first": ["no.81", "no.76", "no.229"]},
}
NEAR: dict[str, Any] = {
    "units": {
        "s.hero": "e2",
        "s.no.140": "d1",
        "f.no.76": "c2",
        "s.no.86": {"at": "d5", "damage": 1},
        "f.no.29": "d3",
    },
    "terrain": {
        "d3": {"card": "no.9", "owner": "first"},
        "c3": {"card": "no.8", "owner": "first", "explored": False},
        "e3": {"card": "no.8", "owner": "first"},
    },
    "graveyard": {},
    "curses": {"second": ["no.177"]},
}

NAMES_NO_TARGET = "it names no target, and KS-6.3 asks for one only where a card names it"
EXCEPTIONS = {
    "no.34": "a wasteland is a land, so a target, though nothing but wasteland is left of it",
    "no.102": "its player may stop at once",
    "no.123/1": NAMES_NO_TARGET,
    "no.125/2": NAMES_NO_TARGET + ": the tile behind may be taken",
    "no.132/1": NAMES_NO_TARGET,
    "no.151": NAMES_NO_TARGET + ": its player chooses a direction, with or without units",
    "no.156/1": "it shows a card, which changes nothing on the table",
    "no.216": NAMES_NO_TARGET,
    "no.235": NAMES_NO_TARGET + ": who has no card discards none",
    "no.248": NAMES_NO_TARGET + ": who has no card discards none",
}
"""Why a skill, or an ability by its number, is offered where it does nothing."""

ANSWERS = {"no.174", "no.175", "no.176", "no.179", "no.187", "no.204"}
"""Skills that only answer something; scenarios show them."""

ACTING = [slug for slug, one in cards().items() if one.kind is not Kind.TOKEN and (one.play or one.abilities)]


@pytest.fixture(scope="module")
def game() -> KingdomSquare:
    return KingdomSquare(load_board(usual_board("kingdom_square")), Ruleset())


def user_of(one: Record) -> str:
    """Return a hero who may use a skill: of its class, else of its element, else anyone."""
    heroes = [hero for hero in cards().values() if hero.kind is Kind.HERO and not hero.traits.limits]
    if one.only == "berserker":
        return "no.60"
    fit = [hero for hero in heroes if not one.only or one.only in hero.classes]
    own = [hero for hero in fit if hero.element is one.element]
    return (own or fit)[0].head.slug


def setups(one: Record) -> Iterator[dict[str, Any]]:
    """Yield setups where the first player may use a card, or an ability on the field."""
    for field in (BARE, FULL, NEAR):
        at = "d2"
        setup: dict[str, Any] = {
            "heroes": {"first": "no.158", "second": "no.158"},
            "books": {"first": BOOK, "second": BOOK},
            "graveyard": field["graveyard"],
            "units": {**field["units"], "f.hero": at},
            "terrain": dict(field["terrain"]),
            "curses": field.get("curses", {}),
        }
        if one.kind is Kind.SKILL:
            setup["heroes"]["first"] = user_of(one)
            if one.element is not Element.LIGHT:
                setup["terrain"][at] = {"card": LANDS[str(one.element)], "owner": "first"}
            setup["table"] = {"first": [one.head.slug]}
        elif one.kind is Kind.HERO:
            setup["heroes"]["first"] = one.head.slug
        elif one.kind is Kind.UNIT:
            setup["units"] = {unit: at for unit, at in setup["units"].items() if at != "d3"}
            setup["units"][f"f.{one.head.slug}"] = "d3"
        else:
            hides = any(ability.hidden for ability in one.abilities)
            setup["terrain"]["d3"] = {"card": one.head.slug, "owner": "first", "explored": not hides}
        yield setup


def played(game: KingdomSquare, state: State, action: GameAction) -> State:
    """Return the position once all that an action sets off is over; nobody answers."""
    state = game.apply(state, action)
    while game.decider(state).chooser is not Chooser.NOBODY and not isinstance(state.stack[-1], Main):
        legal = list(game.legal_actions(state))
        passing = [one for one in legal if isinstance(one, Pass)]
        state = game.apply(state, (passing or legal)[0])
    return state


def beside_cost(state: State, source: str) -> tuple[object, ...]:
    """Return the differences that an action made beside paying a card's cost."""
    aside = {"first.book", "first.graveyard"}
    held = {
        zone.name: tuple((one.card, one.up, one.sideways and one.card != source) for one in lying)
        for zone in state.zones.top.zones
        if zone.name not in aside
        and (lying := [one for one in state.zones.lying(zone.name) if not _is_used(zone.name, one, source)])
    }
    counters = {key: number for key, number in state.counters.kept if not key[1].startswith("used.")}
    return held, counters, state.becomes, state.binds, state.ended, state.heroes, state.turncoats


def _is_used(zone: str, one: Any, source: str) -> bool:
    return zone in ("first.table", "first.trump") and one.card == source and not one.sideways


def idle(game: KingdomSquare, one: Record) -> Iterator[str]:
    """Yield the skill or the abilities of a card that are offered where they do nothing."""
    for setup in setups(one):
        state = game.initial(entry_of(setup))
        for action in game.legal_actions(state):
            if not isinstance(action, Cast | Use):
                continue
            source = action.cast if isinstance(action, Cast) else action.ability
            name = named(state, action)
            if name.partition("/")[0] != one.head.slug:
                continue
            after = played(game, state, action)
            if beside_cost(after, source) == beside_cost(state, source):
                yield f"{name} {game.format_action(action)}"


def named(state: State, action: Cast | Use) -> str:
    """Return the card that an action is of, of an ability with its number on it."""
    if isinstance(action, Cast):
        return slug_of(action.cast)
    return f"{abilities_at(field_now(state), action.ability)[action.number - 1][0]}/{action.number}"


@pytest.mark.parametrize("tens", range(26))
def test_what_can_do_nothing_is_not_offered(game: KingdomSquare, tens: int) -> None:
    found = [
        each
        for slug in ACTING
        if cards()[slug].number // 10 == tens
        for each in idle(game, cards()[slug])
        if each.partition(" ")[0] not in EXCEPTIONS
    ]
    assert found == []


def test_each_skill_and_each_card_with_an_ability_is_offered_on_one_of_the_fields(
    game: KingdomSquare,
) -> None:
    tried = {
        named(state, action).partition("/")[0]
        for slug in ACTING
        for state in (game.initial(entry_of(setup)) for setup in setups(cards()[slug]))
        for action in game.legal_actions(state)
        if isinstance(action, Cast | Use)
    }
    assert set(ACTING) - tried == ANSWERS


@pytest.mark.parametrize("name", EXCEPTIONS)
def test_each_exception_is_one(game: KingdomSquare, name: str) -> None:
    found = idle(game, cards()[name.partition("/")[0]])
    assert any(each.partition(" ")[0] == name for each in found)
