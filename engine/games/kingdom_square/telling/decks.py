"""Decks as people build them on a page: their parts, their cards, and their faults (KS-1)."""

from collections.abc import Iterator, Mapping, Sequence

from engine.core.decisions import Violation, broken
from engine.core.decks import Deck, DeckCard, DeckPart
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.games.kingdom_square.content.card_text import text_of
from engine.games.kingdom_square.content.cards import cards, decks
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Kind, Record
from engine.games.kingdom_square.position.field import FIRST, MARK
from engine.games.kingdom_square.texts import TEXTS
from engine.games.kingdom_square.turn.deck_rules import deck_faults

_PARTS: Mapping[str, tuple[Kind, ...]] = {
    "hero": (Kind.HERO,),
    "lands": (Kind.LAND,),
    "book": (Kind.UNIT, Kind.SKILL),
}


def deck_parts() -> Sequence[DeckPart]:
    """Return hero, lands and book with all cards that each may have, in the sheet's order."""
    return tuple(
        DeckPart(
            part,
            TEXTS.say(f"decks.{part}"),
            tuple(_card(one) for one in cards().values() if one.kind in kinds and not one.traits.later),
            single=part == "hero",
        )
        for part, kinds in _PARTS.items()
    )


def sample_decks() -> Mapping[str, Deck]:
    """Return the sheet's sample decks."""
    return {
        name: {"hero": {one.hero: 1}, "lands": dict(one.lands), "book": dict(one.book)}
        for name, one in decks().items()
    }


def faults_of(deck: Deck) -> Sequence[Violation]:
    """Return each rule of KS-1 that a deck breaks."""
    unknown = [
        broken("KS-1.1", "deck_unknown", card=card[:20])
        for part, held in deck.items()
        for card in held
        if part not in _PARTS or card not in cards()
    ]
    if unknown:
        return tuple(unknown)
    heroes = deck.get("hero", {})
    if sum(heroes.values()) != 1:
        return (broken("KS-1.1", "deck_one_hero", number=sum(heroes.values())),)
    return tuple(deck_faults(next(iter(heroes)), deck.get("lands", {}), deck.get("book", {})))


def setup_of(deck: Deck) -> dict[str, object]:
    """Return the setup of a match where the first player uses a deck and the second a sample deck."""
    own = {
        "hero": next(iter(deck.get("hero", {})), ""),
        "lands": dict(deck.get("lands", {})),
        "book": dict(deck.get("book", {})),
    }
    return {"box": "whole", "decks": {"first": own, "second": next(iter(decks()))}}


def prints_of(deck: Deck) -> Mapping[str, int]:
    """Return the first player's printed cards of a deck; its hero is printed as a piece."""
    return {
        f"{MARK[FIRST]}.{card}": count
        for part in ("lands", "book")
        for card, count in deck.get(part, {}).items()
    }


def _card(one: Record) -> DeckCard:
    return DeckCard(one.head.slug, one.head.label, joined([*_numbers(one)]), text_of(one))


def _numbers(one: Record) -> Iterator[Phrase]:
    yield TEXTS.say(f"kinds.{one.kind}")
    if one.element is not Element.NONE:
        yield TEXTS.say(f"elements.{one.element}")
    if one.kind in (Kind.UNIT, Kind.SKILL):
        yield TEXTS.say("counts.cost", number=one.cost)
    if one.kind is Kind.HERO:
        yield TEXTS.say("counts.hp", number=one.df)
    if one.kind in (Kind.UNIT, Kind.HERO):
        yield TEXTS.say("counts.at", number=one.at)
        yield TEXTS.say("counts.sp", number=one.sp)
    if one.kind is Kind.UNIT:
        yield TEXTS.say("counts.df", number=one.df)
