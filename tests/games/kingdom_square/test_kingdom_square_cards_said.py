"""The list has each card's text beside its effects, for people to read against the card sheet.

After a change on purpose write the list again, and read the difference before it is committed:

    python -m engine.games.kingdom_square.content.listing tests/games/kingdom_square/cards_said.txt
"""

from pathlib import Path

from engine.games.kingdom_square.content.card_text import text_of
from engine.games.kingdom_square.content.cards import cards
from engine.games.kingdom_square.content.listing import listing
from engine.games.kingdom_square.content.printed import Record, Soil, Traits

LIST = Path(__file__).parent / "cards_said.txt"


def test_what_cards_say_and_do_is_as_people_have_read_it() -> None:
    assert listing() == LIST.read_text("utf-8")


def test_a_card_that_does_anything_says_something() -> None:
    plain = Record(next(iter(cards().values())).head, next(iter(cards().values())).kind)
    words = {"play", "abilities", "gains", "bears", "lays", "summons", "dies", "ranged", "flying"}
    for slug, one in cards().items():
        does = any(getattr(one, word) != getattr(plain, word) for word in words)
        does = does or one.soil != Soil() or one.traits != Traits()
        assert bool(text_of(one)) or not does, slug
