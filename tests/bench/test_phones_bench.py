"""The measures of `boardwarden bench phones`, in small: a table whose cameras are phones sees its board."""

import pytest

from dashboard.lab import phones, quiet_table
from tests.bench.rows import measured, positive


@pytest.mark.slow
def test_a_table_is_measured_with_a_stream_and_with_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiet_table, "SIZE", (960, 720))
    monkeypatch.setattr(quiet_table, "WARM_S", 0.0)
    monkeypatch.setattr(quiet_table, "WINDOW_S", 0.3)
    monkeypatch.setattr(phones, "PHONES", (2,))
    rows = measured(phones.bench_phones())
    assert positive(rows["2 phones: pictures a second from each"])
    for cameras in ("a stream", "2 phones"):
        assert rows[f"{cameras}: together, % of one core"] >= 0
        assert rows[f"{cameras}: together, MB"] >= rows[f"{cameras}: vision, MB"] > 0
