"""The cards are all there as data; which of them can't be played yet is said, not hidden."""

import re
from collections import Counter
from pathlib import Path

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.kingdom_square.content.cards import cards, decks
from engine.games.kingdom_square.content.printed import Kind
from engine.games.kingdom_square.position.actions import Concede
from engine.games.kingdom_square.position.field import FIRST, SECOND
from engine.games.kingdom_square.turn.deck_rules import deck_faults
from engine.games.registry import open_game, usual_board
from engine.kit.content.records import Origin

SCENARIOS = Path(__file__).parents[2] / "scenarios" / "kingdom_square"
NUMBER = re.compile(r"no\.(\d+)")


def test_every_card_of_the_sheet_is_there_once() -> None:
    sheet = [one for one in cards().values() if one.head.origin is not Origin.HOUSE]
    numbered = [one for one in sheet if one.kind is not Kind.TOKEN]
    assert sorted(one.number for one in numbered) == list(range(1, 254))
    assert Counter(one.kind for one in numbered) == {"hero": 23, "unit": 85, "skill": 107, "land": 38}
    skills = Counter(one.form for one in numbered if one.kind is Kind.SKILL)
    assert skills == {"plain": 68, "response": 22, "bind": 9, "aura": 4, "curse": 4}
    heroes = Counter(one.element for one in numbered if one.kind is Kind.HERO)
    assert heroes == {"fire": 4, "earth": 5, "wind": 4, "water": 4, "light": 2, "dark": 4}
    assert sum(one.cast for one in numbered) == 9
    assert sum(one.start for one in numbered) == sum(one.basic for one in numbered) == 6


@pytest.mark.parametrize("name", ["push", "wind", "swarm"])
def test_the_sample_decks_keep_the_rules_of_decks(name: str) -> None:
    deck = decks()[name]
    assert list(deck_faults(deck.hero, dict(deck.lands), dict(deck.book))) == []


def test_a_deck_that_breaks_a_rule_learns_which() -> None:
    deck = decks()["wind"]
    lands, book = dict(deck.lands), dict(deck.book)
    found = [*deck_faults(deck.hero, lands | {"no.1": 2}, book | {"no.137": 2, "no.140": 4})]
    assert {one.rule for one in found} == {"KS-1.1", "KS-1.2", "KS-1.3"}
    assert [dict(one.facts)["card"] for one in found if one.rule == "KS-1.2"] == ["no.137", "no.140"]


def test_a_hero_that_another_becomes_starts_no_match() -> None:
    deck = decks()["swarm"]
    (found,) = deck_faults("no.60", dict(deck.lands), dict(deck.book))
    assert (found.rule, found.reason) == ("KS-1.1", "deck_hero")


def test_every_card_is_shown_by_a_scenario_that_has_its_number_in_the_title() -> None:
    titles = [line for path in SCENARIOS.glob("*.yaml") for line in path.read_text("utf-8").splitlines()]
    shown = {int(number) for line in titles if line.startswith("title:") for number in NUMBER.findall(line)}
    missing = [one.number for one in cards().values() if one.number and one.number not in shown]
    assert missing == []


def test_conceding_is_legal_and_offered_to_nobody() -> None:
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    state = game.initial(None)
    conceding = Concede(by=FIRST)
    assert conceding not in game.legal_actions(state)
    assert game.violations(state, conceding) == ()
    ended = game.outcome(game.apply(state, conceding))
    assert ended is not None
    assert ended.winners == (SECOND,)
    # A player who isn't asked may concede as well.
    other = game.outcome(game.apply(state, Concede(by=SECOND)))
    assert other is not None
    assert other.winners == (FIRST,)


OWN_DECK = {
    "hero": "no.124",
    "lands": {"no.4": 1, "no.10": 20},
    "book": {f"no.{number}": 3 for number in (127, 128, 129, 130, 131, 134, 144)},
}


def test_a_match_can_be_set_up_with_decks_of_the_players_own() -> None:
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    state = game.initial(entry_of({"box": "whole", "decks": {"first": OWN_DECK, "second": "swarm"}}))
    assert state.heroes == ("no.124", "no.58")
    assert state.zones.count("first.book") == 21
    assert state.zones.count("first.map") == 21


def test_a_deck_of_ones_own_that_breaks_a_rule_is_refused_with_the_rule() -> None:
    game = open_game("kingdom_square", load_board(usual_board("kingdom_square")), Ruleset())
    four = OWN_DECK | {
        "book": {"no.127": 4, **{f"no.{number}": 3 for number in (128, 129, 130, 131, 134, 144)}}
    }
    with pytest.raises(
        InputFault, match=r"KS-1\.2: Of no\.127 \(Highland Lookout\) .* most 3; this one has 4"
    ):
        game.initial(entry_of({"box": "whole", "decks": {"first": four}}))
    with pytest.raises(InputFault, match=r"unknown card 'no\.999'"):
        game.initial(entry_of({"box": "whole", "decks": {"first": OWN_DECK | {"book": {"no.999": 3}}}}))
