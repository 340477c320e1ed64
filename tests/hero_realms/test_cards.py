"""The cards are those of the book, each says what it does, and a scenario shows each thing that it does."""

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest
import yaml

from engine.core.board import load_board
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces, pieces_beside
from engine.core.sentences import Interpreter
from engine.games.hero_realms.content.cards import Faction, Kind, Record, box, cards
from engine.games.hero_realms.game import HeroRealms
from engine.games.registry import usual_board
from engine.kit.content.records import Origin
from engine.kit.zones.box import name_of

SCENARIOS = sorted((Path(__file__).parents[1] / "scenarios" / "hero_realms").glob("*.yaml"))
BOARD = load_board(usual_board("hero_realms"))
GAME = HeroRealms(BOARD, Ruleset())
SAYS = Interpreter([GAME.texts])
BOOK = {slug: one for slug, one in cards().items() if one.head.origin is Origin.PRINTED}
"""The cards of the book; others that were added count nowhere here."""


def parts(record: Record) -> set[str]:
    """Return the uses of a card: playing it, and its abilities."""
    found = {"play"} if record.play else set()
    return found | {ability for ability in ("expend", "ally", "sacrifice") if getattr(record, ability)}


def test_every_thing_that_a_card_does_is_done_by_a_scenario() -> None:
    shown = defaultdict(set)
    for path in SCENARIOS:
        for document in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            for step in document["steps"]:
                done = step.get("do", {})
                if "play" in done:
                    shown[name_of(done["play"])].add("play")
                if "use" in done:
                    shown[name_of(done["use"])].add(done["ability"])
    lacking = {slug: sorted(parts(one) - shown[slug]) for slug, one in cards().items()}
    assert {slug: what for slug, what in lacking.items() if what} == {}


def test_every_way_of_a_card_that_lets_choose_is_chosen_by_a_scenario() -> None:
    chosen = defaultdict(set)
    for path in SCENARIOS:
        for document in yaml.safe_load_all(path.read_text(encoding="utf-8")):
            used = ""
            for done in (step.get("do", {}) for step in document["steps"]):
                used = name_of(done["use"]) if done.get("ability") == "expend" else used
                if isinstance(done.get("choose"), int):
                    chosen[used].add(done["choose"])
    for slug in ("darian-war-mage", "tithe-priest", "street-thug", "cult-priest"):
        assert chosen[slug] == {1, 2}, slug


def test_there_are_twenty_cards_of_each_faction_and_sixteen_fire_gems() -> None:
    for printed in (False, True):
        count = Counter(
            cards()[name_of(card)].faction for card in box(printed=printed).cards if name_of(card) in BOOK
        )
        assert {count[faction] for faction in Faction if faction is not Faction.NONE} == {20}
        assert sum(name_of(card) == "fire-gem" for card in box(printed=printed).cards) == 16


def test_the_printed_game_has_one_hit_job_and_two_intimidations() -> None:
    for printed, wanted in ((False, (2, 1)), (True, (1, 2))):
        count = Counter(map(name_of, box(printed=printed).cards))
        assert (count["hit-job"], count["intimidation"]) == wanted


def test_guards_and_champions_are_as_many_as_the_book_has() -> None:
    champions = [one for one in BOOK.values() if one.kind is Kind.CHAMPION]
    guards = [one for one in champions if one.guard]
    assert (len(champions), sum(one.head.copies for one in champions)) == (27, 34)
    assert (len(guards), sum(one.head.copies for one in guards)) == (14, 17)
    assert all(one.defense and one.expend and not one.play for one in champions)


def test_eighteen_cards_of_a_faction_have_no_ally_ability_and_six_cards_sacrifice_themselves() -> None:
    factious = [one for one in BOOK.values() if one.faction is not Faction.NONE]
    assert sum(not one.ally for one in factious) == 18
    assert {slug for slug, one in BOOK.items() if one.sacrifice} == {
        "fire-gem", "word-of-power", "fire-bomb", "influence", "nature-s-bounty", "wolf-form",
    }  # fmt: skip


@pytest.mark.parametrize("language", ["en", "vi", "ja"])
@pytest.mark.parametrize("slug", sorted(cards()))
def test_the_text_of_a_card_names_each_of_its_numbers_and_no_nought(slug: str, language: str) -> None:
    text = SAYS.said(GAME.card_text(f"{slug}#1" if cards()[slug].head.copies > 1 else slug), language)
    assert "{" not in text
    assert not re.search(r"(?<!\d)0(?!\d)", text), text
    assert ".," not in text
    if cards()[slug].is_champion:
        assert str(cards()[slug].defense) in text


def test_every_card_has_a_face_of_its_own_and_the_same_back_as_all() -> None:
    pieces = load_pieces(pieces_beside(usual_board("hero_realms")))
    named = {str(piece.id) for piece, _ in pieces.by_tag.values()}
    # The printed game has an Intimidation more, which only the reading `counts` asks for.
    assert named == {*map(str, box().cards), "intimidation#2"}
    assert set(map(pieces.physical_id, box(printed=True).cards)) <= set(pieces.pieces)
    assert len(pieces.backs) == 1


def test_every_zone_has_a_name_for_people() -> None:
    names = {str(one.cell): one.label for one in GAME.faces().zones}
    assert names["p2.discard"] == "discard pile"
    assert names["p2.hand"] == "hand"
    assert names["market.3"] == "the market"
    for language in ("en", "vi", "ja"):
        said = {cell: SAYS.said(label, language) for cell, label in names.items()}
        assert not [cell for cell, name in said.items() if "{" in name or name == cell]


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_board_has_a_place_for_each_of_two_to_six(seats: int) -> None:
    board = load_board(f"{usual_board('hero_realms')}@{seats}")
    game = HeroRealms(board, Ruleset())
    assert len(game.usual_seats) == seats
    assert next(iter(game.openings())) == game.usual_seats
