"""The cards' page says what the content says."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from engine.games.hero_realms.content.cards import cards
from engine.games.hero_realms.document import with_tables

PAGE = Path(__file__).parents[2] / "docs" / "play" / "hero-realms.md"


def test_the_pages_tables_are_those_of_the_content() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_tables(page), (
        "docs/play/hero-realms.md is behind; run python -m engine.games.hero_realms.document"
    )


def test_every_card_stands_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [slug for slug, one in cards().items() if f"| {one.head.label}<br>" not in page] == []


def test_a_page_without_its_markers_is_refused() -> None:
    with pytest.raises(InputFault, match="begin"):
        with_tables("# nothing here\n")
