"""The page about adding a card to Hero Realms is followed from nothing; both cards are then everywhere."""

from typing import Any

import pytest

from tests.conftest import TOP
from tests.docs.following import followed, looked_at

PAGE = TOP / "docs" / "develop" / "adding-a-hero-realms-card.md"
CARDS = ("torchbearer", "gem-cutter")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The view of a program that runs with the project's engine after the page was followed."""
    root = followed(PAGE, tmp_path_factory.mktemp("followed"))
    mine = {"hand": list(CARDS), "deck": ["gold"] * 5}
    return looked_at(
        root,
        game="hero_realms",
        cards=CARDS,
        tables="engine.games.hero_realms.document",
        page=TOP / "docs" / "play" / "hero-realms.md",
        said=("Torchbearer", "Thợ Cắt Ngọc", "宝石職人", "`find_gem`"),
        scenario=root / "tests/scenarios/hero_realms/torches_and_gems.yaml",
        setup={"fire_gems": 3, "players": {"p1": mine, "p2": {"deck": ["gold"] * 5}}},
    )


def test_both_cards_are_on_the_page_of_cards(found: dict[str, Any]) -> None:
    assert found["page"] == []


def test_tablets_say_both_cards_in_three_languages(found: dict[str, Any]) -> None:
    assert found["texts"]["torchbearer"]["en"] == ["Torchbearer", "1 gold. 2 combat."]
    assert {language: text for language, (_, text) in found["texts"]["gem-cutter"].items()} == {
        "en": "Defense 3. Expend: 2 combat. Put a fire gem on your discard pile.",
        "vi": found["texts"]["gem-cutter"]["vi"][1],
        "ja": found["texts"]["gem-cutter"]["ja"][1],
    }
    assert "Đặt một Hỏa Ngọc vào chồng bài bỏ của bạn." in found["texts"]["gem-cutter"]["vi"][1]
    assert "炎の宝石を1枚、自分の捨て札に置く。" in found["texts"]["gem-cutter"]["ja"][1]


def test_both_cards_are_on_the_printed_sheets(found: dict[str, Any]) -> None:
    assert found["printed"] == sorted(CARDS)


def test_the_scenario_of_the_page_holds_on_pieces_that_are_printed(found: dict[str, Any]) -> None:
    assert found["scenario"] == []
    assert found["unprinted"] == []


def test_bots_are_offered_both_cards_and_use_one(found: dict[str, Any]) -> None:
    assert set(CARDS) <= {one.get("play") for one in found["listed"]}
    assert found["bot"]["play"] in CARDS


def test_a_report_on_balance_counts_both_cards(found: dict[str, Any]) -> None:
    assert set(CARDS) <= set(found["balance"]["card"])
