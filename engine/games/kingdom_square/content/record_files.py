"""Reads records by the types of their fields: a card's keys in the files are the fields' names."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Union, cast, get_args, get_origin, get_type_hints

from engine.core.document import Entry
from engine.games.kingdom_square.content.atom import Effects
from engine.games.kingdom_square.content.printed import Deck, Gain, Record
from engine.games.kingdom_square.content.vocabulary import words
from engine.kit.content.records import HEAD_REQUIRED, read_head

_MOST = 99
_SIGNED = frozenset({"exiled"})
_WRITTEN = {"klass": "class"}


def read_card(entry: Entry) -> tuple[str, Record]:
    """Return a card by its slug.

    Raises:
        InputFault: an unknown key or word, a number out of bounds; with file and line.
    """
    given = entry.fields(required=(*HEAD_REQUIRED, "kind"), optional=tuple(_keys(Record)))
    head = read_head(given)
    made = cast("Callable[..., Record]", Record)
    return head.slug, made(head, **_values(Record, given))


def read_deck(entry: Entry) -> tuple[str, Deck]:
    """Return a deck by its slug.

    Raises:
        InputFault: an unknown key, a number out of bounds; with file and line.
    """
    given = entry.fields(required=(*HEAD_REQUIRED, "hero", "lands", "book"))
    head = read_head(given)
    lands, book = (
        tuple((name, one.whole(1, 30)) for name, one in given[key].mapping().items())
        for key in ("lands", "book")
    )
    return head.slug, Deck(head, given["hero"].text(), lands, book)


@cache
def _keys(kind: type) -> Mapping[str, tuple[str, object, bool]]:
    """Return a kind's keys in the files: the field, its type, whether it's required."""
    hints = get_type_hints(kind)
    return {
        _WRITTEN.get(one.name, one.name): (
            one.name,
            hints[one.name],
            one.default is MISSING and one.default_factory is MISSING,
        )
        for one in fields(kind)
        if one.name != "head"
    }


def _values(kind: type, given: Mapping[str, Entry]) -> dict[str, object]:
    low = -9 if kind is Gain else 0
    found: dict[str, object] = {}
    for key, (name, hint, _) in _keys(kind).items():
        if key in given:
            least = -9 if name in _SIGNED else low
            found[name] = _value(hint, given[key], least)
    return found


def _nested(kind: type, entry: Entry) -> object:
    keys = _keys(kind)
    required = tuple(key for key, (_, _, needed) in keys.items() if needed)
    given = entry.fields(required=required, optional=tuple(key for key in keys if key not in required))
    return cast("Callable[..., object]", kind)(**_values(kind, given))


def _value(hint: object, entry: Entry, low: int) -> object:
    if hint == Effects:
        return words().parse(entry)
    if get_origin(hint) in (Union, UnionType):
        return _value(next(one for one in get_args(hint) if one is not type(None)), entry, low)
    if get_origin(hint) is frozenset:
        return frozenset(one.text() for one in entry.sequence())
    if get_origin(hint) is tuple:
        return tuple(_nested(get_args(hint)[0], one) for one in entry.sequence())
    if hint is bool:
        return entry.flag()
    if hint is int:
        return entry.whole(low, _MOST)
    if hint is str:
        return entry.text()
    assert isinstance(hint, type)  # noqa: S101  # narrows the type: fields have no others
    if issubclass(hint, StrEnum):
        return hint(entry.text(tuple(hint)))
    return _nested(hint, entry)
