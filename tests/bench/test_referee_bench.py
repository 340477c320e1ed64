"""The counts of `boardwarden bench referee`, in small; tests/referee holds the score itself to floors."""

import pytest

from dashboard.lab import referee
from dashboard.lab.corpus.senses import Senses
from tests.bench.rows import measured

ROWS = [
    "matches",
    "full turns",
    "actions",
    "wrong plays made on purpose",
    "twins put for one another",
    "moves taken back",
    "of these, not understood",
    "wrong commits per 1,000 actions",
    "questions per 1,000 actions",
    "questions without the right answer per 1,000",
    "false warnings per 1,000 actions",
    "illegal plays missed per 1,000 actions",
    "plays not recognised per 1,000 actions",
    "seconds from the hand's leaving to the commit, median",
    "seconds from the hand's leaving to the commit, 95 %",
    *(
        f"{senses}: {what}"
        for senses in Senses
        if senses is not Senses.CAMERA
        for what in (
            "actions",
            "tapped because nothing can sense them, per 1,000",
            "wrong commits per 1,000 actions",
            "questions per 1,000 actions",
            "false warnings per 1,000 actions",
            "illegal plays missed per 1,000 actions",
            "plays not recognised per 1,000 actions",
            "contradictions between sources",
            "sensors found to be at fault",
            "seconds from the hand's leaving to the commit, median",
        )
    ),
    "turns seen at once, of up to twelve actions",
    "of these, explained, per cent",
    "ms to explain one, median",
    "ms to explain one, 95 %",
    "of these, within 50 ms, per cent",
]


def test_the_score_card_counts_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "SEEDS", (2, 7))
    monkeypatch.setattr(referee, "SENSED_SEEDS", (2,))
    monkeypatch.setattr(referee, "SENSED_ACTIONS_MAX", 10)
    monkeypatch.setattr(referee, "TURN_SEEDS", (1,))
    monkeypatch.setattr(referee, "HANDS_ACTIONS_MAX", 20)
    monkeypatch.setattr(referee, "TURNS_ACTIONS_MAX", 60)
    rows = measured(referee.bench_referee())
    assert list(rows) == ROWS
    assert (rows["matches"], rows["actions"]) == (2, 40)
    assert rows["moves taken back"] >= rows["of these, not understood"]
    # Per 1,000 of forty actions: whole ones.
    assert all(value % 25 == 0 for what, value in rows.items() if "per 1,000" in what)
    assert 0 < rows[ROWS[13]] <= rows[ROWS[14]]
    assert rows["turns seen at once, of up to twelve actions"] >= 2
    assert 0 < rows["of these, explained, per cent"] <= 100
    assert 0 < rows["ms to explain one, median"] <= rows["ms to explain one, 95 %"]
    assert 0 <= rows["of these, within 50 ms, per cent"] <= 100
