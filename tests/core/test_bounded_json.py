"""Promises of JSON that may come from anywhere: no number and no depth ends the program."""

import json

import pytest

from engine.core.bounded_json import LONGEST_WHOLE, parse_json


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
