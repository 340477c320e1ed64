"""All words that the effects of cards are made of."""

from dataclasses import is_dataclass

from engine.games.kingdom_square.content import card_words, land_words, words
from engine.games.kingdom_square.texts import TEXTS
from engine.kit.content.vocabulary import Vocabulary

WORDS = Vocabulary(
    [
        one
        for module in (words, land_words, card_words)
        for one in vars(module).values()
        if isinstance(one, type) and is_dataclass(one) and one.__module__ == module.__name__
    ],
    TEXTS,
)
