"""Pieces by their names in sentences, however long a stranger's sentence is."""

import pytest

from dashboard.web.health.vitals import support_bundle
from dashboard.web.words.calling import by_name

LABELS = {"w.inf.1": "West infantry 1", "gold#2": "gold"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("w.inf.1 stands on gold#2.", "West infantry 1 stands on gold."),
        ("(-w.inf.1)", "(-West infantry 1)"),
        ("x-w.inf.1 is another", "x-w.inf.1 is another"),
    ],
)
def test_an_id_becomes_its_pieces_name(text: str, said: str) -> None:
    assert by_name(text, LABELS) == said


def test_a_very_long_word_is_read_once() -> None:
    """Each of its parts began a search to its end: 16,000 signs took 2 s, these would take half an hour."""
    assert by_name("a-" * 250_000, LABELS) == "a-" * 250_000


def test_a_very_long_line_of_a_log_is_read_once() -> None:
    assert support_bundle({}, {}, {"bridge.log": "a" * 2_000_000})
