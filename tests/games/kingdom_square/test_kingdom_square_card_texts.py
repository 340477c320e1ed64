"""A card's text says how far it reaches, who gets it and what its tokens are (KS-9)."""

import pytest

from engine.games.kingdom_square.content.card_text import text_of
from engine.games.kingdom_square.content.cards import record


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("no.35", "2 damage to a target. Line 2."),
        ("no.42", "Line 3, through what is between."),
        ("no.57", "Wall: attack 0, defense 3, speed 0."),
        ("no.124", "Its speed is 2."),
        ("no.146", "Backwards or sideways only."),
        ("no.169", "Your units only, no hero. In your area."),
        ("no.179", "A skill. Unless its player pays 4."),
        ("no.226", "A unit of attack 2 or less."),
        ("no.238", "Line 2. No dark unit, no hero."),
    ],
)
def test_a_card_says_what_its_effects_are_limited_to(slug: str, said: str) -> None:
    assert said in text_of(record(slug))
