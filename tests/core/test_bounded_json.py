"""Promises of JSON that may come from anywhere: no number and no depth ends the program."""

import json
from dataclasses import dataclass

import msgspec
import pytest

from engine.core.bounded_json import LONGEST_WHOLE, parse_json, parse_typed


@pytest.mark.parametrize(
    "text",
    ["9" * 400, "9" * 5000, "-" + "9" * 400, "1e999", "-1e999", "Infinity", "-Infinity", "NaN"],
    ids=lambda text: text[:12],
)
def test_a_number_that_no_computer_holds_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a number"):
        parse_json(f'{{"at": {text}}}')


def test_text_nested_too_deep_is_refused() -> None:
    with pytest.raises(ValueError, match="nested too deep"):
        parse_json("[" * 200_000)


def test_bytes_that_arent_utf_8_are_refused() -> None:
    with pytest.raises(ValueError, match="utf-8"):
        parse_json(b'"\xff"')


@pytest.mark.parametrize("text", ["9" * LONGEST_WHOLE, str(1 << 127), "-1.5e300", '{"a": [1, true, null]}'])
def test_any_other_json_is_read_as_python_reads_it(text: str) -> None:
    assert parse_json(text.encode()) == json.loads(text)


@dataclass(frozen=True, slots=True)
class Named:
    """A value of a type."""

    name: str
    """A text."""


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'{"name": "\xff"}', "not in UTF-8"),
        (b'{"name": "\xed\xa0\x80"}', "not in UTF-8"),
        (b'{"else": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", "nested too deep"),
        (b'{"name": 1}', "Expected `str`"),
        (b'{"name": "A"', "truncated"),
        (b"", "truncated"),
    ],
    ids=["a byte of no text", "half a pair", "deep", "another type", "torn", "empty"],
)
def test_what_is_no_value_of_the_type_is_refused_in_one_way(content: bytes, why: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=why):
        parse_typed(content, Named)


def test_a_value_of_the_type_is_read() -> None:
    assert parse_typed('{"name": "Lan", "later": 1}', Named) == Named("Lan")
