"""The page about adding a card to Dozen War is followed from nothing; both cards are then everywhere."""

from typing import Any

import pytest

from tests.conftest import TOP
from tests.docs.following import followed, looked_at

PAGE = TOP / "docs" / "develop" / "adding-a-dozen-war-card.md"
CARDS = ("cau-liem", "thue-duong")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The view of a program that runs with the project's engine after the page was followed."""
    root = followed(PAGE, tmp_path_factory.mktemp("followed"))
    return looked_at(
        root,
        game="dozen_war",
        options={"equipment": "on"},
        cards=CARDS,
        tables="engine.games.dozen_war.content.document",
        page=TOP / "docs" / "develop" / "dozen-war-content.md",
        said=("Câu Liêm · Billhook", "Thuế Đường · Toll", "`tribute`"),
        scenario=root / "tests/scenarios/dozen_war/cards_hooks_and_tolls.yaml",
        setup={
            "seats": ["west", "north", "south"],
            "round": 2,
            "hands": {"west": list(CARDS)},
            "coins": {"north": 3, "south": 3},
            "pieces": {"w.inf.1": {"at": "d5"}, "n.gen.mask": {"at": "f5", "hp": 1}},
        },
    )


def test_both_cards_are_on_the_page_of_cards(found: dict[str, Any]) -> None:
    assert found["page"] == []


def test_tablets_say_both_cards_in_three_languages(found: dict[str, Any]) -> None:
    assert found["texts"]["cau-liem"]["vi"][0] == "Câu Liêm"
    assert found["texts"]["thue-duong"] == {
        "en": ["Toll", "Each other player pays you 1 coin."],
        "vi": ["Thuế Đường", "Mỗi đối thủ trả bạn 1 tiền."],
        "ja": ["通行税", "他の各プレイヤーがあなたに1コインを払います。"],
    }


def test_every_copy_is_on_the_printed_sheets(found: dict[str, Any]) -> None:
    assert found["printed"] == ["cau-liem.1", "cau-liem.2", "thue-duong"]


def test_the_scenario_of_the_page_holds_on_pieces_that_are_printed(found: dict[str, Any]) -> None:
    assert found["scenario"] == []
    assert found["unprinted"] == []


def test_bots_are_offered_both_cards_and_use_one(found: dict[str, Any]) -> None:
    assert {"play": "thue-duong"} in found["listed"]
    assert {"play": "cau-liem", "user": "w.inf.1", "target": "n.gen.mask"} in found["listed"]
    assert found["bot"]["play"] in CARDS


def test_a_report_on_balance_counts_a_card_that_was_played(found: dict[str, Any]) -> None:
    assert set(CARDS) & set(found["balance"]["card"])
