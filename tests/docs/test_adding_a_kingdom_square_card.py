"""The page about adding a card to KingdomSquare is followed from nothing; both cards are then everywhere."""

from typing import Any

import pytest

from tests.conftest import TOP
from tests.docs.following import followed, looked_at

PAGE = TOP / "docs" / "develop" / "adding-a-kingdom-square-card.md"
CARDS = ("no.254", "no.255")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The view of a program that runs with the project's engine after the page was followed."""
    root = followed(PAGE, tmp_path_factory.mktemp("followed"))
    return looked_at(
        root,
        game="kingdom_square",
        bot="greedy",
        cards=CARDS,
        tables="engine.games.kingdom_square.document",
        page=TOP / "docs" / "play" / "kingdom-square.md",
        said=("Spark", "Băng Gạc", "`mend`"),
        scenario=root / "tests/scenarios/kingdom_square/sparks.yaml",
        setup={
            "heroes": {"first": "no.13", "second": "no.158"},
            "units": {
                "f.hero": "d2",
                "s.hero": {"at": "d5", "damage": 19},
                "f.no.67": {"at": "c2", "damage": 1},
            },
            "terrain": {"d2": "no.8"},
            "table": {"first": list(CARDS)},
            "books": {"first": ["no.17"] * 5, "second": ["no.62"] * 5},
        },
    )


def test_both_cards_are_on_the_page_of_cards_and_on_the_deck_page(found: dict[str, Any]) -> None:
    assert found["page"] == []
    assert found["decks"] == list(CARDS)


def test_tablets_say_both_cards_in_three_languages(found: dict[str, Any]) -> None:
    assert found["texts"]["f.no.254"]["en"][1] == "1 damage to a target. Line 3."
    assert {language: text for language, (_, text) in found["texts"]["s.no.255"].items()} == {
        "en": "Take 2 damage off a unit.",
        "vi": "Xóa 2 sát thương trên một đơn vị.",
        "ja": "ユニット1体からダメージを2取り除く。",
    }


def test_both_cards_are_printed_for_both_players(found: dict[str, Any]) -> None:
    assert found["printed"] == ["f.no.254.1", "f.no.255.1", "s.no.254.1", "s.no.255.1"]


def test_the_scenario_of_the_page_holds_on_pieces_that_are_printed(found: dict[str, Any]) -> None:
    assert found["scenario"] == []
    assert found["unprinted"] == []


def test_bots_are_offered_both_cards_and_win_by_the_new_one(found: dict[str, Any]) -> None:
    assert {"f.no.254#1", "f.no.255#1"} <= {one.get("cast") for one in found["listed"]}
    assert found["bot"]["cast"] == "f.no.254#1"


def test_a_report_on_balance_counts_a_card_that_was_played(found: dict[str, Any]) -> None:
    assert set(CARDS) & set(found["balance"]["card"])
