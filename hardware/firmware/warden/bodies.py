"""Encodes and decodes messages by the table in `messages.py`."""

import struct

from .messages import MESSAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .shapes import Values

LONGEST_TEXT = 63

_INTEGERS = {"u8": ("<B", 1), "u16": ("<H", 2), "u32": ("<I", 4)}
_BY_NAME = {row[1]: row for row in MESSAGES}
_BY_NUMBER = {row[0]: row for row in MESSAGES}


class Nonsense(Exception):
    """A sound frame with a body that no row of the table allows."""


def encode(name: str, *values: "Any") -> bytes:
    """Return a message's body. `values` are in the table's order."""
    number, _, _, shape = _BY_NAME[name]
    body = bytearray([number])
    for (_, wire), value in zip(shape, values):  # noqa: B905 # MicroPython's zip knows no `strict`
        if wire in _INTEGERS:
            body += struct.pack(_INTEGERS[wire][0], value)
        elif wire == "names":
            body.append(len(value))
            for text in value:
                body += _sized(text)
        else:
            body += _sized(value)
    return bytes(body)


def decode(body: bytes, direction: str) -> "tuple[str, Values]":
    """Return the message's name and values; raises Nonsense."""
    row = _BY_NUMBER.get(body[0]) if body else None
    if row is None or row[2] != direction:
        raise Nonsense
    values: list[Any] = []
    at = 1
    for _, wire in row[3]:
        if wire in _INTEGERS:
            layout, size = _INTEGERS[wire]
            values.append(struct.unpack(layout, _taken(body, at, size))[0])
            at += size
        elif wire == "names":
            count = _taken(body, at, 1)[0]
            at += 1
            names = []
            for _ in range(count):
                raw, at = _text(body, at)
                names.append(raw.decode())
            values.append(tuple(names))
        else:
            raw, at = _text(body, at)
            values.append(raw.decode() if wire == "text" else raw)
    return row[1], tuple(values)


def _text(body: bytes, at: int) -> "tuple[bytes, int]":
    size = _taken(body, at, 1)[0]
    return _taken(body, at + 1, size), at + 1 + size


def _taken(body: bytes, at: int, size: int) -> bytes:
    taken = body[at : at + size]
    if len(taken) != size:
        raise Nonsense
    return taken


def _sized(value: "str | bytes") -> bytes:
    raw = value.encode() if isinstance(value, str) else value
    return bytes([len(raw)]) + raw
