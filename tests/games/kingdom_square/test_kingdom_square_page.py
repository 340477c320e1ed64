"""The page of the cards is the one that the content makes, and every card says what it does."""

from pathlib import Path

import pytest

from engine.core.phrase import LANGUAGES
from engine.core.sentences import Interpreter
from engine.games.kingdom_square.content.card_text import text_of
from engine.games.kingdom_square.content.cards import cards
from engine.games.kingdom_square.content.printed import Record
from engine.games.kingdom_square.document import with_tables
from engine.games.kingdom_square.texts import TEXTS

PAGE = Path(__file__).parents[3] / "docs" / "play" / "kingdom-square.md"


def test_the_page_is_made_from_the_cards() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == with_tables(text), (
        "docs/play/kingdom-square.md is behind; run python -m engine.games.kingdom_square.document"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_card_says_has_no_gap_in_any_language(language: str) -> None:
    interpreter = Interpreter([TEXTS])
    for slug, one in cards().items():
        said = interpreter.said(text_of(one), language) if text_of(one) else ""
        assert not set("{}") & set(said), slug


def test_whatever_has_more_than_numbers_says_so() -> None:
    silent = {slug for slug, one in cards().items() if not text_of(one)}
    bare = {slug for slug, one in cards().items() if one == _numbers_of(one)}
    assert silent == bare


def _numbers_of(one: Record) -> Record:
    same = {name: getattr(one, name) for name in ("element", "classes", "cost", "doubly", "at", "df", "sp")}
    return Record(one.head, one.kind, basic=one.basic, form=one.form, **same)
