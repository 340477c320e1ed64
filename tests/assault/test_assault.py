"""The assault's report says what was lost, and its parts run."""

from pathlib import Path

import pytest

from tests.assault.frames import hostile_frames
from tests.assault.report import Budget, Row, quantile, table_of


@pytest.mark.parametrize(
    ("row", "holds"),
    [
        (Row("a", 3, 3), True),
        (Row("a", 3, 2), False),
        (Row("a", 3, 3, lost="a name"), False),
        (Row("a", 0, 0), False),
    ],
    ids=["all survived", "one did not", "something was lost", "nothing was tried"],
)
def test_a_row_holds_only_where_something_was_tried_and_nothing_lost(row: Row, *, holds: bool) -> None:
    assert row.holds is holds


def test_the_report_is_a_table() -> None:
    said = table_of([Row("engine killed", 1200, 1199, "K7", "p50 1.0 s")])
    assert said.splitlines()[-1] == "| engine killed | 1,200 | 1,199 | K7 | p50 1.0 s |"


def test_quantiles_are_of_what_was_measured() -> None:
    assert [quantile([3.0, 1.0, 2.0], share) for share in (0.0, 0.5, 0.95)] == [1.0, 2.0, 3.0]
    assert quantile([], 0.5) != quantile([], 0.5)


def test_a_budget_ends() -> None:
    assert list(Budget(60).times(3)) == [0, 1, 2]
    assert list(Budget(0).times(3)) == []


def test_good_frames_are_heard_among_hostile_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.assault.frames.MOST", 2000)
    (row,) = hostile_frames(tmp_path, Budget(60))
    assert row.holds
    assert row.tried == 2000
