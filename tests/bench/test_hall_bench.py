"""The measures of `boardwarden bench hall`, in small: tables on one broker, and tables in one process."""

import pytest

from dashboard.lab import hall
from tests.bench.rows import measured, positive


@pytest.mark.slow
def test_tables_on_a_broker_and_in_one_process_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "SIZES", (2, 3))
    monkeypatch.setattr(hall, "LASTS_S", 2.0)
    monkeypatch.setattr(hall, "TOGETHER", (1, 2))
    rows = measured(hall.bench_hall())
    for tables in (2, 3):
        assert positive(rows[f"{tables} tables on one broker: acknowledged messages a second"])
    for tables in (1, 2):
        assert positive(rows[f"{tables} tables in one process, MB"])
    assert "each further table, MB" in rows
    assert "10000 tables by that slope: the broker, % of a core" in rows
