"""Players' own decks: read from a setup, and checked against the rules (KS-1)."""

from collections.abc import Iterator, Mapping

from engine.core.decisions import Violation, broken
from engine.core.document import Entry
from engine.core.ids import Seat
from engine.core.phrase import Fact
from engine.games.kingdom_square.content.cards import cards, decks, record
from engine.games.kingdom_square.content.printed import Deck, Kind
from engine.games.kingdom_square.position.field import SEATS
from engine.games.kingdom_square.position.state import rule
from engine.games.kingdom_square.texts import TEXTS
from engine.kit.changed import altered

BOOK_MIN, BOOK_MAX, MAP = 20, 30, 21
COPIES_MAX = 3
START = "no.1"


def read_decks(entry: Entry) -> Mapping[Seat, Deck]:
    """Return the decks that a setup gives its seats: each a sample deck's name, or hero, lands and book.

    `{first: wind, second: {hero: no.13, lands: {no.1: 1, no.8: 20}, book: {no.17: 3, ...}}}`

    Raises:
        InputFault: no such deck or card, or a deck that breaks a rule; with file and line.
    """
    found = {}
    for name, one in entry.mapping().items():
        if name not in SEATS:
            raise one.fault(f"unknown seat '{name}'; expected {' or '.join(SEATS)}")
        found[Seat(name)] = _read_deck(one)
    return found


def _read_deck(entry: Entry) -> Deck:
    if isinstance(entry.value, str):
        return decks()[entry.text(tuple(decks()))]
    given = entry.fields(required=("hero", "lands", "book"))
    counted = []
    for key in ("lands", "book"):
        for slug, one in given[key].mapping().items():
            if slug not in cards():
                raise one.fault(f"unknown card '{slug}'; expected a number such as no.17")
        counted.append({slug: one.whole(1, BOOK_MAX) for slug, one in given[key].mapping().items()})
    hero, (lands, book) = given["hero"].text(), counted
    for fault in deck_faults(hero, lands, book):
        facts = {name: _named(fact) for name, fact in fault.facts}
        parts = (given[key].mapping() for key in ("lands", "book"))
        at = next(
            (part[card] for part in parts if (card := str(dict(fault.facts).get("card"))) in part), entry
        )
        raise at.fault(f"{fault.rule}: {TEXTS.say(f'violations.{fault.reason}', **facts)}")
    sample = next(iter(decks().values()))
    return altered(sample, hero=hero, lands=tuple(lands.items()), book=tuple(book.items()))


def _named(fact: Fact) -> Fact:
    """Return a card's number with its name beside it; other facts unchanged."""
    return f"{fact} ({record(fact).head.label})" if fact in cards() else fact


def deck_faults(hero: str, lands: Mapping[str, int], book: Mapping[str, int]) -> Iterator[Violation]:
    """Yield each rule that a deck breaks (KS-1), with the card or number that breaks it."""
    if hero not in cards() or record(hero).kind is not Kind.HERO or record(hero).traits.later:
        yield broken(rule(1, 1), "deck_hero", card=hero)
    if not BOOK_MIN <= sum(book.values()) <= BOOK_MAX:
        yield broken(rule(1, 1), "deck_book", number=sum(book.values()), least=BOOK_MIN, most=BOOK_MAX)
    if sum(lands.values()) != MAP:
        yield broken(rule(1, 1), "deck_map", number=sum(lands.values()), due=MAP)
    for slug, number in book.items():
        one = record(slug)
        if one.kind not in (Kind.UNIT, Kind.SKILL):
            yield broken(rule(1, 1), "deck_not_in_book", card=slug)
        if number > (most := 1 if one.cast else COPIES_MAX):
            yield broken(rule(1, 2), "deck_copies", card=slug, number=number, most=most)
    starts = [slug for slug in lands if record(slug).start]
    if lands.get(START, 0) > 1:
        yield broken(rule(1, 3), "deck_starts", card=START, number=lands[START], most=1)
    if not starts:
        yield broken(rule(1, 3), "deck_no_start", card=START)
    for slug, number in lands.items():
        one = record(slug)
        if one.kind is not Kind.LAND:
            yield broken(rule(1, 1), "deck_not_in_lands", card=slug)
        elif not one.basic and number > COPIES_MAX:
            yield broken(rule(1, 4), "deck_copies", card=slug, number=number, most=COPIES_MAX)
