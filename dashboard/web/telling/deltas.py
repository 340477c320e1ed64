"""The news in a message: the difference of two JSON trees, small enough to be sent instead of the second.

A delta is one of:

- a text, number, boolean or null: the new value itself
- `{"is": value}`: the new value, whatever it was before
- `{"in": {key: delta}, "gone": [key]}`: the old object with these changed, added, taken away
- `{"of": [part, ...]}`: a list made of parts of the old one, in the order of the new one. A part is
  `[from, to]`, old items as they were (`to` excluded); `{"at": index, "in"|"of": ...}`, an old item changed;
  else a delta that needs no old value, a new item

Copying and adding in the order of the result is RFC 3284's (VCDIFF) way, here over items instead of bytes.
A list's records are found again by their first field (piece, seat, key); who applies a delta needs to know
nothing of that. `static/line/patching.js` is the pages' `patched`, and their `check_of`.
"""

from collections.abc import Sequence
from typing import Any
from zlib import crc32

import msgspec

from engine.core.faults import InputFault

_OWN_TEXT = (str, int, float, bool, type(None))
_WHOLE = "is"


def delta(old: Any, new: Any) -> Any:
    """Return the changes that make `new` of `old`; `patched` is the inverse.

    A part becomes the new value where changes wouldn't be shorter.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        return _shorter(_object_delta(old, new), new)
    if isinstance(old, list) and isinstance(new, list):
        return _shorter(_list_delta(old, new), new)
    return _whole(new)


def patched(old: Any, change: Any) -> Any:
    """Return the new value; shares with the old one what didn't change.

    Raises:
        InputFault: this delta wasn't made for this value.
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
            f"a delta doesn't fit: expected what it was made for, found {old!r:.80} ({error!r})"
        ) from error
    return made


def tree_of(text: bytes) -> Any:
    """Return the JSON tree of a text as pages receive it: its JSON is what a browser writes of it.

    Numbers have at most five decimals, and whole ones none: what is smaller, nobody sees on a table.
    """
    return _DECODER.decode(text)


def check_of(text: bytes) -> int:
    """Return the check number of a tree's JSON, which a browser has to find too."""
    return crc32(text)


def _told_number(text: str) -> float:
    number = round(float(text), _DECIMALS)
    return int(number) if number.is_integer() and abs(number) < _MOST_WHOLE else number


_DECIMALS = 5
_MOST_WHOLE = 2**53
_DECODER = msgspec.json.Decoder(float_hook=_told_number)


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
    # Items whose names don't set them apart are known by all that they are.
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
    """Return the key that identifies an item: the first field of a record, else the item itself."""
    if isinstance(item, dict) and item:
        key, value = next(iter(item.items()))
        return (key, value) if isinstance(value, (str, int)) else msgspec.json.encode(item)
    return item if isinstance(item, str) else msgspec.json.encode(item)
