"""The changes between two JSON values: a short list that leads from the one to the other. Pure.

A change is `["=", PATH, VALUE]` (another value), `["+", PATH, VALUE]` (put in, in a list before what stands
there) or `["-", PATH]` (taken out). A path is a JSON pointer (RFC 6901). Changes are carried out in order.
They are those of RFC 6902 with a sign in place of each word, which makes a journal's results half as long.

Types aren't compared: 1, true and 1.0 count as the same, as in Python. Comparing types would take ten times
as long, and this runs before every play is acknowledged.
"""

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import Any

OTHER, PUT_IN, TAKEN_OUT = "=", "+", "-"

Change = list[Any]


def changes_between(before: Any, after: Any) -> list[Change]:
    """Return the changes that lead from one JSON value to another; inverse of `changed`."""
    return list(_changes(before, after, ""))


def _changes(before: Any, after: Any, path: str) -> Iterator[Change]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from ([TAKEN_OUT, f"{path}/{_escaped(key)}"] for key in before if key not in after)
        for key, value in after.items():
            if key not in before:
                yield [PUT_IN, f"{path}/{_escaped(key)}", value]
            elif before[key] != value:
                yield from _changes(before[key], value, f"{path}/{_escaped(key)}")
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        yield from _of_lists(before, after, path)
    else:
        yield [OTHER, path, after]


def _of_lists(before: Sequence[Any], after: Sequence[Any], path: str) -> Iterator[Change]:
    """Yield the changes in the middle of a list: for a deck, only the card that was drawn."""
    shorter = min(len(before), len(after))
    head = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    tail = next((n for n in range(shorter - head) if before[-1 - n] != after[-1 - n]), shorter - head)
    was, now = before[head : len(before) - tail], after[head : len(after) - tail]
    both = min(len(was), len(now))
    for number in range(both):
        yield from _changes(was[number], now[number], f"{path}/{head + number}")
    yield from ([TAKEN_OUT, f"{path}/{head + number}"] for number in reversed(range(both, len(was))))
    yield from ([PUT_IN, f"{path}/{head + number}", now[number]] for number in range(both, len(now)))


def changed(before: Any, changes: Sequence[Sequence[Any]]) -> Any:
    """Return a JSON value after changes; the one before stays as it is.

    Raises:
        ValueError, LookupError, TypeError: the changes don't fit this value.
    """
    after = deepcopy(before)
    for sign, path, *values in changes:
        if sign not in (OTHER, PUT_IN, TAKEN_OUT) or len(values) != (sign != TAKEN_OUT):
            raise ValueError(f"no change: {sign!r} with {len(values)} values")
        if not path:
            after = deepcopy(values[0])
            continue
        *way, last = (_plain(step) for step in path.split("/")[1:])
        inside = after
        for step in way:
            inside = inside[_place(inside, step)]
        _carry_out(inside, sign, _place(inside, last), deepcopy(values))
    return after


def _carry_out(inside: Any, sign: str, place: Any, values: list[Any]) -> None:
    if sign == TAKEN_OUT:
        del inside[place]
    elif sign == PUT_IN and isinstance(inside, list):
        inside.insert(place, values[0])
    else:
        inside[place] = values[0]


def _place(inside: Any, step: str) -> Any:
    return int(step) if isinstance(inside, list) else step


def _escaped(key: object) -> str:
    return str(key).replace("~", "~0").replace("/", "~1")


def _plain(step: str) -> str:
    return step.replace("~1", "/").replace("~0", "~")
