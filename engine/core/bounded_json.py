"""JSON that may come from anywhere: its numbers fit a computer's own, and no depth of it ends the program.

Python reads whole numbers of any length, and `1e999` as infinity. Either would end a program that makes the
other kind of number of it.
"""

import json
from math import isfinite
from typing import Any, TypeVar, overload

import msgspec

Parsed = TypeVar("Parsed")

LONGEST_WHOLE = 40
"""The digits that a whole number may have; a key of 128 bits has 39."""

_SHOWN = 20


def parse_json(content: str | bytes) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: it isn't JSON in UTF-8, nests too deep, or has a number that a computer can't hold.
    """
    text = content if isinstance(content, str) else content.decode()
    try:
        return DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


@overload
def parse_typed(content: str | bytes, kind: type[Parsed]) -> Parsed: ...
@overload
def parse_typed(content: str | bytes, kind: Any) -> Any: ...
def parse_typed(content: str | bytes, kind: Any) -> Any:
    """Return the value of a JSON text as a type's.

    Raises:
        msgspec.DecodeError: it isn't JSON in UTF-8, isn't the type's, or nests too deep. msgspec itself
            raises other errors for the first and the last.
    """
    try:
        return msgspec.json.decode(content, type=kind)
    except UnicodeError as error:
        raise msgspec.DecodeError(f"not in UTF-8: {error}") from error
    except RecursionError as error:
        raise msgspec.DecodeError("nested too deep") from error


def _whole(text: str) -> int:
    if len(text) > LONGEST_WHOLE:
        raise ValueError(f"expected a number of at most {LONGEST_WHOLE} digits, found {text[:_SHOWN]}…")
    return int(text)


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"expected a number that a computer can hold, found {text[:_SHOWN]}")
    return number


DECODER = json.JSONDecoder(parse_int=_whole, parse_float=_finite, parse_constant=_finite)
"""For a text with more after the value; nested too deep, it raises a `RecursionError`."""
