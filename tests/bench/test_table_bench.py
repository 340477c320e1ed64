"""The measures of `boardwarden bench table`, in small: each service of a table that sees its board."""

import os
import re

import pytest

from dashboard.lab import quiet_table, table, verdicts
from tests.bench.rows import measured, positive

SERVICES = ("play", "broker", "engine", "dashboard", "vision", "bridge")


@pytest.mark.slow
def test_every_service_of_a_table_that_sees_its_board_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quiet_table, "SIZE", (960, 720))
    monkeypatch.setattr(quiet_table, "FPS", 5)
    monkeypatch.setattr(quiet_table, "WARM_S", 0.0)
    monkeypatch.setattr(quiet_table, "WINDOW_S", 0.3)
    monkeypatch.setattr(verdicts, "MOVES", 1)
    monkeypatch.setattr(verdicts, "REST_S", 0.5)
    rows = measured(table.bench_table())
    shares = [f"{name}, % of one core" for name in SERVICES]
    memories = [f"{name}, resident MB (its share of what is shared)" for name in SERVICES]
    sums = [
        "together, % of one core",
        "together, MB",
        f"the machine's other load meanwhile, % of one core of {os.cpu_count()}",
        "window, s",
    ]
    judged = [
        "camera and board: hand gone to verdict painted, ms, p50",
        "camera and board: hand gone to verdict painted, ms, p95",
        "camera alone: hand gone to verdict painted, ms, p50",
        "camera alone: hand gone to verdict painted, ms, p95",
    ]
    started = "from the start to the page, all services, CPU s"
    assert set(rows) == {started, *shares, *memories, *sums, *judged}
    assert positive(rows[started])
    assert list(rows)[-8:] == [*sums, *judged]
    assert all(rows[share] >= 0 for share in shares)
    assert rows[sums[0]] == pytest.approx(sum(rows[share] for share in shares), abs=0.5)
    own = []
    for memory in memories:
        said = re.fullmatch(r"(\d+) \((\d+)\)", rows[memory])
        assert said is not None
        assert int(said[1]) >= int(said[2]) > 0
        own.append(int(said[2]))
    assert rows[sums[1]] == pytest.approx(sum(own), abs=len(own))
    assert positive(rows[sums[3]])
