"""A seat's tablet says in its turn what it may attack, buy and use, and of the rest why not."""

from typing import Any

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.hero_realms.game import HeroRealms
from engine.games.registry import usual_board

GAME = HeroRealms(load_board(usual_board("hero_realms")), Ruleset())
SETUP = {
    "market": ["profit", "bribe"],
    "fire_gems": 2,
    "pools": {"gold": 2, "combat": 3},
    "players": {
        "p1": {"hand": ["gold", "taxation"], "champions": [{"card": "orc-grunt", "expended": True}]},
        "p2": {"champions": ["street-thug", "death-cultist"]},
        "p3": {"hand": ["ruby"]},
    },
}


def offered(seat: str, setup: dict[str, Any] = SETUP) -> dict[str, object]:
    """Return the offers on a seat's tablet: the number of ways, or the rules that leave none."""
    state = GAME.initial(entry_of(setup))
    return {
        str(use.label): len(use.actions) or [rule for rule, _ in use.why_not]
        for use in GAME.uses(state, Seat(seat))
    }


def test_in_ones_turn_every_target_and_card_is_offered_or_said_why_not() -> None:
    assert offered("p1") == {
        "Gold": 1,
        "Taxation": 1,
        "Attack Player 3": 3,
        "Attack Death Cultist": 3,
        "Acquire Profit": 1,
        "Acquire Fire Gem": 1,
        "Attack Player 2": ["DG-6.3"],
        "Attack Street Thug": ["DG-6.3", "DG-6.1"],
        "Use Orc Grunt": ["DG-4.3", "DG-4.4"],
        "Acquire Bribe": ["DG-5.1"],
    }


def test_the_most_that_can_be_spent_on_an_attack_is_offered_first() -> None:
    (attack,) = (
        use for use in GAME.uses(GAME.initial(entry_of(SETUP)), Seat("p1")) if use.key == "attack-p3"
    )
    assert [action["amount"] for action in attack.actions] == [3, 2, 1]


def test_no_more_combat_is_offered_than_stuns_a_champion_or_fells_a_player() -> None:
    players = {"p1": {}, "p2": {"champions": [{"card": "street-thug", "damage": 1}]}, "p3": {"health": 2}}
    state = GAME.initial(entry_of({"pools": {"combat": 9}, "players": players}))
    offers = {use.key: [one["amount"] for one in use.actions] for use in GAME.uses(state, Seat("p1"))}
    assert offers["street-thug#1"] == [3, 2, 1]
    assert offers["attack-p3"] == [2, 1]


def test_whoever_is_not_on_turn_has_the_own_hand_alone() -> None:
    assert offered("p3") == {"Ruby": ["DG-3.1"]}


def test_a_hunt_says_who_sits_too_far_away() -> None:
    players = {"p1": {}, "p2": {}, "p3": {"champions": ["street-thug"]}, "p4": {"champions": ["cult-priest"]}}
    found = offered("p1", {"format": "hunter_first", "pools": {"combat": 1}, "players": players})
    assert found["Attack Player 2"] == 1
    assert found["Attack Player 3"] == ["DG-8.2"]
    assert found["Attack Street Thug"] == ["DG-8.2", "DG-6.1"]
    assert found["Attack Cult Priest"] == 1


def test_partners_may_attack_the_same_players_and_not_each_other() -> None:
    players: dict[str, Any] = {"p1": {"combat": 2}, "p2": {}, "p3": {}, "p4": {}}
    found = offered("p2", {"format": "song_dau", "players": players})
    assert {label for label in found if label.startswith("Attack")} == {"Attack Player 3", "Attack Player 4"}
    assert found["Attack Player 3"] == ["DG-6.1"]
