"""The measures of `boardwarden bench records`, in small: a match judged again, pictures seen again."""

from pathlib import Path

import pytest

from dashboard.lab import records, vision
from dashboard.lab.bots_match import REST_S, BotsMatch
from engine.bus.nobody import Nobody
from tests.bench.rows import measured, positive

ACTIONS, EVERY_S = 4, 2.0
ROWS = [
    "an hour's match judged again, CPU s",
    "the same by the clock on the wall, s",
    "seconds of play in it",
    "looks and events in it",
    "actions in it",
    "differences",
    "its journal and evidence, MB",
    "pictures kept of 30 a second at 1600x1200, a hand at work a third of the time, %",
    "a kept picture seen again, median, CPU ms",
    "an hour seen again, CPU s",
    "times as fast as it was played",
]


def test_a_match_judged_again_is_the_same_and_every_look_of_it_is_judged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(vision, "HAND_FRAMES", 2)
    monkeypatch.setattr(records, "CYCLES", 1)
    monkeypatch.setattr(records, "CYCLE_FRAMES", 20)
    monkeypatch.setattr(records, "HOUR_S", ACTIONS * EVERY_S)
    monkeypatch.setattr(records, "AN_ACTION_EVERY_S", EVERY_S)
    rows = measured(records.bench_records())
    assert list(rows) == ROWS
    assert rows["differences"] == 0
    # A die or token that a play brings with it is an action, too.
    assert rows["actions in it"] >= ACTIONS
    assert rows["looks and events in it"] >= ACTIONS * round(EVERY_S / REST_S) + ACTIONS
    assert 0 < rows[ROWS[7]] <= 100
    assert positive(*(rows[what] for what in ROWS[8:]))


def test_the_table_lies_as_the_bots_have_played_after_every_action(tmp_path: Path) -> None:
    match = BotsMatch(tmp_path, Nobody())
    revisions = []
    for _ in range(ACTIONS):
        match.play_on(EVERY_S)
        revisions.append(match.service.table.match.revision)
        # A table that is being complained of costs another time to judge.
        assert match.service.table.current is None
    match.service.close()
    assert revisions == sorted(set(revisions))
