"""The difference of two JSON trees, which is usually shorter than the second tree. Pure.

A delta is one of:

- a text, number, boolean or null: the new value itself
- `{"is": value}`: the new value, whatever the old one was
- `{"in": {key: delta}, "gone": [key]}`: the old object, with these keys changed or added, and these removed
- `{"of": [part, ...]}`: the new list, as parts in its order. A part is one of: `[from, to]`, unchanged items
  of the old list (`to` excluded); `{"at": index, "in"|"of": ...}`, one changed item of the old list; any
  delta that needs no old value, a new item

Copying and adding in the order of the result is the method of RFC 3284 (VCDIFF), here with items instead of
bytes. `delta` recognises a list's records by their first field (piece, seat, key); `patched` doesn't need to
know it. `static/line/patching.js` has `patched` and `check_of` for the pages.
"""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import msgspec

from engine.core.faults import InputFault

_OWN_TEXT = (str, int, float, bool, type(None))
_WHOLE = "is"


def delta(old: Any, new: Any) -> Any:
    """Return the delta that leads from `old` to `new`; `patched` applies it.

    A part has the new value itself if its changes aren't shorter.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        return _shorter(_object_delta(old, new), new)
    if isinstance(old, list) and isinstance(new, list):
        return _shorter(_list_delta(old, new), new)
    return _whole(new)


def patched(old: Any, change: Any) -> Any:
    """Return the new value. It shares unchanged parts with the old one.

    Raises:
        InputFault: the delta was made for another value.
    """
    if not isinstance(change, dict):
        return change
    if _WHOLE in change:
        return change[_WHOLE]
    try:
        if "in" in change:
            kept = {key: value for key, value in old.items() if key not in change.get("gone", ())}
            return kept | {key: patched(old.get(key), one) for key, one in change["in"].items()}
        made: list[Any] = []
        for part in change["of"]:
            if isinstance(part, list):
                made += old[part[0] : part[1]]
            elif isinstance(part, dict) and "at" in part:
                made.append(patched(old[part["at"]], part))
            else:
                made.append(patched(None, part))
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise InputFault(
            f"a delta doesn't fit: it was made for another value than {old!r:.80} ({error!r})"
        ) from error
    return made


def tree_of(text: bytes) -> Any:
    """Return the JSON tree of a text as pages receive it. Encoded again, it is what a browser writes.

    Numbers have at most five decimals, and whole ones none. Smaller differences can't be seen on a table.
    """
    return _DECODER.decode(text)


def check_of(text: bytes) -> int:
    """Return the check number of a tree's JSON (CRC-32). The browser computes it too and compares."""
    return crc32(text)


def _rounded(text: str) -> float:
    number = round(float(text), _DECIMALS)
    return int(number) if number.is_integer() and abs(number) < _MOST_WHOLE else number


_DECIMALS = 5
_MOST_WHOLE = 2**53
_DECODER = msgspec.json.Decoder(float_hook=_rounded)


def _whole(value: Any) -> Any:
    return value if isinstance(value, _OWN_TEXT) else {_WHOLE: value}


def _shorter(change: Any, new: Any) -> Any:
    whole = _whole(new)
    return change if len(msgspec.json.encode(change)) < len(msgspec.json.encode(whole)) else whole


def _object_delta(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    changed = {
        key: delta(old[key], value) if key in old else _whole(value)
        for key, value in new.items()
        if key not in old or old[key] != value
    }
    gone = [key for key in old if key not in new]
    return {"in": changed, "gone": gone} if gone else {"in": changed}


def _list_delta(old: Sequence[Any], new: Sequence[Any]) -> dict[str, Any]:
    names = [_name_of(item) for item in old]
    # If two items have the same name, items are compared as a whole.
    name_of = _name_of if len(set(names)) == len(names) else msgspec.json.encode
    where = {name_of(item): at for at, item in reversed([*enumerate(old)])}
    parts: list[Any] = []
    for item in new:
        last = parts[-1] if parts and isinstance(parts[-1], list) else None
        if last is not None and last[1] < len(old) and old[last[1]] == item:
            last[1] += 1
        elif (at := where.get(name_of(item))) is None:
            parts.append(_whole(item))
        elif old[at] == item:
            parts.append([at, at + 1])
        else:
            change = delta(old[at], item)
            parts.append(change if _WHOLE in change else {"at": at, **change})
    return {"of": parts}


def _name_of(item: Any) -> Any:
    """Return the name that identifies a list's item: a record's first field, or else the item itself."""
    if isinstance(item, dict) and item:
        key, value = next(iter(item.items()))
        return (key, value) if isinstance(value, (str, int)) else msgspec.json.encode(item)
    return item if isinstance(item, str) else msgspec.json.encode(item)
