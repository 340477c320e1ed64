"""A number stands with the noun that fits it."""

import re
from pathlib import Path

import pytest

from engine.core.counting import counted, noun

TOP = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 matches"), (1, "1 match"), (2, "2 matches"), (21, "21 matches")]
)
def test_one_is_the_only_number_with_a_singular(number: int, text: str) -> None:
    assert counted(number, "match", "matches") == text


def test_a_plural_with_an_s_needs_no_word_of_its_own() -> None:
    assert [noun(1, "frame"), noun(3, "frame")] == ["frame", "frames"]


NOUNS = (
    "actions|bytes|cards|checks|entries|events|files|frames|hexes|matches|messages|moments|pictures|pieces|"
    "seconds|tags|tiles|times|verdicts|views"
)
OTHERS = "most|least|longest|due|printed|camera"
BARE = re.compile(rf"(?<!of )\{{(?!(?:{OTHERS})\b)\w+\}} (?:[a-z]+ )?(?:{NOUNS})\b(?! a second)")
"""A fact before a plural. Limits are never 1. Behind "of" a noun belongs to the whole."""


def test_texts_count_by_the_form_that_knows_one() -> None:
    assert BARE.search("{n} matches")
    assert not BARE.search("{n:match|matches}")
    found = [
        f"{path.relative_to(TOP)}:{number}: {line.strip()}"
        for package in ("dashboard", "engine", "firmware_bridge", "vision")
        for path in sorted((TOP / package).glob("**/texts/en.yaml"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if BARE.search(line)
    ]
    assert found == []
