"""The differences between the recorded results and the new ones, in words for people. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from typing import Any

from engine.bus.messages.commands import Answer
from engine.core.verdict import Verdict
from engine.session.matches.entries import JournalEntry

_MOST_PLACES = 3
"""The most places that are named where two values differ."""

Sides = tuple[tuple[str, ...], tuple[str, ...]]
"""The recorded lines, and the new lines."""


def message_text(message: Verdict | Answer) -> str:
    """Return a sent message as a line for people, with the rules that it rests on."""
    if isinstance(message, Answer):
        return f"answer {message.code}{': ' if message.text else ''}{message.text}"
    rules = ", ".join(dict.fromkeys(one.rule for one in message.violations))
    return f"{message.kind}: {message.text}{f' [{rules}]' if rules else ''}"


def messages_apart(was: Sequence[Verdict | Answer], now: Sequence[Verdict | Answer]) -> Sides:
    """Return both sides of a difference as sentences; equal sentences get the fact that differs."""
    one, two = tuple(map(message_text, was)), tuple(map(message_text, now))
    if one != two:
        return one, two
    places = [place for pair in zip(was, now, strict=True) for place in unlike(*map(_plain, pair))]
    return (
        (*one, *(place_text(place, first) for place, first, _ in places[:_MOST_PLACES])),
        (*two, *(place_text(place, second) for place, _, second in places[:_MOST_PLACES])),
    )


def entries_apart(kept: Sequence[JournalEntry], now: Sequence[JournalEntry]) -> Sides:
    """Return both sides of the first difference between two entries."""
    one = [{"kind": str(entry.kind), **entry.body} for entry in kept]
    two = [{"kind": str(entry.kind), **entry.body} for entry in now]
    if len(one) != len(two):
        return tuple(map(_entry_text, one)), tuple(map(_entry_text, two))
    place, was, came = next(unlike(one, two), ("the entry", one, two))
    place = place.removeprefix("[0].") if len(one) == 1 else place
    return (place_text(place, was),), (place_text(place, came),)


def _entry_text(entry: dict[str, Any]) -> str:
    said = "; ".join(str(result["text"]) for result in entry.get("results", ()))
    return f"an entry '{entry['kind']}'{f': {said}' if said else ''}"


def place_text(place: str, value: Any) -> str:
    """Return the value at a place, as people read it."""
    return f"{place}: {_value_text(value)}" if place else _value_text(value)


def _value_text(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case dict():
            return ", ".join(f"{key} {_value_text(one)}" for key, one in value.items()) or "nothing"
        case list() | tuple():
            return ", ".join(map(_value_text, value)) or "nothing"
        case _:
            return str(value)


def _plain(value: Any) -> Any:
    """Return a value in plain types: fields by their names, sentences as their English."""
    if is_dataclass(value) and not isinstance(value, type):
        return {key: _plain(getattr(value, key)) for key in value.__dataclass_fields__}
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value if value is None or isinstance(value, bool | int | float) else str(value)


def unlike(one: Any, two: Any, place: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield where two JSON values differ."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in sorted({*one, *two}):
            yield from unlike(one.get(key), two.get(key), f"{place}.{key}" if place else str(key))
    elif isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for number, (first, second) in enumerate(zip(one, two, strict=True)):
            yield from unlike(first, second, f"{place}[{number}]")
    elif one != two:
        yield place, one, two
