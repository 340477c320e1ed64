"""The subject of a card's art: its champion, and its effects."""

from collections.abc import Iterable, Iterator

from engine.core.depiction import Person
from engine.games.hero_realms.content.cards import record
from engine.games.hero_realms.content.words import ChooseOne, ForEach
from engine.kit.content.vocabulary import Effect, word_of


def person_on(name: str) -> Person | None:
    """Return the champion that a card shows; None: the card is no champion."""
    one = record(name)
    return Person(name, str(one.faction), None) if one.is_champion else None


def signs_on(name: str) -> tuple[str, ...]:
    """Return a card's name, then the words of its effects, each once."""
    one = record(name)
    return (name, *dict.fromkeys(_words((*one.play, *one.expend, *one.ally, *one.sacrifice))))


def _words(effects: Iterable[Effect]) -> Iterator[str]:
    for one in effects:
        match one:
            case ForEach():
                yield str(one.what)
            case ChooseOne():
                for way in one.ways:
                    yield from _words(way)
            case _:
                yield word_of(type(one))
