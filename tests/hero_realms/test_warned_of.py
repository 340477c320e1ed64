"""Every illegal play that shows on the table is warned of by its rule, with what puts it right."""

from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId
from engine.core.layout import Spot
from engine.games.hero_realms.game import HeroRealms
from engine.games.registry import usual_board
from engine.session.explaining.explanations import Unexplained
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting

GAME = HeroRealms(load_board(usual_board("hero_realms")), Ruleset())
FOUR: dict[str, Any] = {"p1": {}, "p2": {}, "p3": {}, "p4": {}}
GUARDED = {"champions": ["street-thug", "orc-grunt"]}
THUG, GUARD = {"champions": ["street-thug"]}, {"champions": ["orc-grunt"]}

PLAYS = {
    "bought without the gold": (
        {"market": ["bribe"], "pools": {"gold": 2}, "players": {"p1": {}, "p2": {}}},
        ("bribe#1", "p1.discard"), {"DG-5.1"}, "market.1",
    ),
    "a gem bought without the gold": (
        {"fire_gems": 1, "pools": {"gold": 1}, "players": {"p1": {}, "p2": {}}},
        ("fire-gem#1", "p1.discard"), {"DG-5.1"}, "fire_gems",
    ),
    "stunned past a guard": (
        {"pools": {"combat": 9}, "players": {"p1": {}, "p2": GUARDED}},
        ("street-thug#1", "p2.discard"), {"DG-6.3"}, "p2.champions",
    ),
    "stunned without the combat": (
        {"pools": {"combat": 3}, "players": {"p1": {}, "p2": THUG}},
        ("street-thug#1", "p2.discard"), {"DG-6.1"}, "p2.champions",
    ),
    "stunned across the table in a hunt": (
        {"format": "hunter_first", "pools": {"combat": 9}, "players": {**FOUR, "p3": THUG}},
        ("street-thug#1", "p3.discard"), {"DG-8.2"}, "p3.champions",
    ),
    "stunned past the partner's guard": (
        {"format": "song_dau", "players": {**FOUR, "p1": {"combat": 9}, "p3": THUG, "p4": GUARD}},
        ("street-thug#1", "p3.discard"), {"DG-6.3", "DG-8.4"}, "p3.champions",
    ),
    "sacrificed without such an ability": (
        {"players": {"p1": {"in_play": ["bribe"]}, "p2": {}}},
        ("bribe#1", "sacrificed"), {"DG-3.2"}, "p1.play",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PLAYS)
def test_an_illegal_play_is_warned_of_by_its_rule_and_says_where_the_card_goes(name: str) -> None:
    setup, (card, to), rules, back = PLAYS[name]
    state = GAME.initial(entry_of(setup))
    spots = dict(GAME.layout(state))
    spots[PieceId(card)] = Spot(Cell(to), sideways=False)
    found = explain(GAME, state, Sighting(spots))
    assert isinstance(found, Unexplained)
    assert {str(one.rule) for one in found.violations} == rules
    assert [(put.piece, put.to and put.to.cell) for put in found.puts] == [(card, back)]


def test_a_champion_kept_with_lethal_damage_is_to_go_to_the_discards() -> None:
    before = GAME.initial(entry_of({"pools": {"combat": 4}, "players": {"p1": {}, "p2": THUG}}))
    state = GAME.apply(before, GAME.parse_action(entry_of({"attack": "street-thug", "amount": 4})))
    found = explain(GAME, state, Sighting(GAME.layout(before)))
    assert isinstance(found, Unexplained)
    assert [(put.piece, put.to and put.to.cell) for put in found.puts] == [("street-thug#1", "p2.discard")]


@pytest.mark.parametrize(
    ("ability", "champion", "rule", "reason"),
    [
        ("ally", "orc-grunt", "DG-4.4", "no_ally"),
        ("expend", {"card": "orc-grunt", "expended": True}, "DG-4.3", "expended"),
        ("ally", {"card": "orc-grunt", "used": ["ally"]}, "DG-4.4", "ally_used"),
    ],
)
def test_an_ability_that_is_said_and_cant_be_used_is_refused_by_its_rule(
    ability: str, champion: object, rule: str, reason: str
) -> None:
    state = GAME.initial(entry_of({"players": {"p1": {"champions": [champion]}, "p2": {}}}))
    action = GAME.parse_action(entry_of({"use": "orc-grunt", "ability": ability}))
    assert (rule, reason) in [(str(one.rule), one.reason) for one in GAME.violations(state, action)]
