"""What is new in a message: the difference of two JSON trees, small enough to be sent instead of the second.

A delta is one of:

- a text, number, boolean or null: the new value itself
- `{"is": value}`: the new value, whatever it was before
- `{"in": {key: delta}, "gone": [key]}`: the old object with these changed, added, taken away
- `{"of": [part, ...]}`: a list made of parts of the old one, in the order of the new one. A part is
  `[from, to]`, old items as they were (`to` excluded); `{"at": index, "in"|"of": ...}`, an old item changed;
  else a delta that needs no old value, a new item

Copying and adding in the order of the result is RFC 3284's (VCDIFF) way, here over items instead of bytes.
A list's records are found again by their first field (piece, seat, key); who applies a delta needs to know
nothing of that. `static/deltas.js` is the pages' `patched`, and their `check_of`.
"""

import re
from collections.abc import Sequence
from typing import Any
from zlib import crc32

import msgspec

from engine.core.faults import InputFault

_OWN_TEXT = (str, int, float, bool, type(None))
_WHOLE = "is"


def delta(old: Any, new: Any) -> Any:
    """Return what makes `new` of `old`; `patched` is the inverse.

    Where a part of it wouldn't be shorter than the new value, it's that.
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


def check_of(text: bytes) -> int:
    """Return the check number of a value's JSON; the same for the JSON that a browser writes of it.

    A browser writes some numbers otherwise: whole ones without decimals, tiny and huge ones with as many
    digits as it takes. The decimals of whole ones don't count, nor do the tiny and huge ones.
    """
    alike = _SAME_NOUGHT.sub(b"0.0", text)
    return crc32(_DECIMALS.sub(rb"\1", _TINY_OR_HUGE.sub(b"#", alike)))


_SAME_NOUGHT = re.compile(rb"-0\.0")
_TINY_OR_HUGE = re.compile(rb"-?\d(?:\.\d+)?e[-+]?\d+|0\.0000\d*|\d{17,}")
_DECIMALS = re.compile(rb"(\d)\.0(?=[,\]}])")


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
    where = {text: at for at, text in reversed([*enumerate(map(msgspec.json.encode, old))])}
    records = {name: at for at, name in enumerate(map(_name_of, old)) if name is not None}
    parts: list[Any] = []
    for item in new:
        last = parts[-1] if parts and isinstance(parts[-1], list) else None
        if last is not None and last[1] < len(old) and old[last[1]] == item:
            last[1] += 1
        elif (at := where.get(msgspec.json.encode(item))) is not None:
            parts.append([at, at + 1])
        elif (at := records.get(_name_of(item))) is not None:
            change = delta(old[at], item)
            parts.append(change if _WHOLE in change else {"at": at, **change})
        else:
            parts.append(_whole(item))
    return {"of": parts}


def _name_of(item: Any) -> Any:
    """Return what a record is called, by its first field; None for what isn't one."""
    if not isinstance(item, dict) or not item:
        return None
    key, value = next(iter(item.items()))
    return (key, value) if isinstance(value, (str, int)) else None
