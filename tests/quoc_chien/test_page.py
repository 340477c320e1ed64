"""The game's page says what the content and the scenarios say, and nothing is without a scenario."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.content.printings import DIFFERENCES
from engine.games.quoc_chien.document import (
    SCENARIO_FOLDERS,
    Shown,
    shown_in,
    with_tables,
    without_scenario,
)
from engine.games.quoc_chien.options import CHOICES

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "play" / "quoc-chien.md"


@pytest.fixture(scope="module")
def scenarios() -> tuple[Shown, ...]:
    return shown_in(*SCENARIO_FOLDERS)


def test_cards_and_skills_without_a_scenario_none(scenarios: tuple[Shown, ...]) -> None:
    assert without_scenario(scenarios) == ()


def test_a_skill_that_no_scenario_shows_is_named(scenarios: tuple[Shown, ...]) -> None:
    fewer = tuple(replace(one, skills=one.skills - {"ganglie"}) for one in scenarios)
    assert without_scenario(fewer) == ("ganglie",)


def test_the_pages_tables_are_those_of_the_content(scenarios: tuple[Shown, ...]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_tables(page, scenarios), (
        "docs/play/quoc-chien.md is behind; run python -m engine.games.quoc_chien.document"
    )


def test_every_general_stands_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [slug for slug, one in generals().items() if f"| {one.head.label}<br>" not in page] == []


def test_a_folder_without_scenarios_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputFault, match="scenarios"):
        shown_in(tmp_path)


def test_what_printings_differ_in_is_a_reading_or_says_what_is_played() -> None:
    assert {one.reading for one in DIFFERENCES} - {""} == CHOICES.keys()
    assert [one.about for one in DIFFERENCES if bool(one.reading) == bool(one.played)] == []
