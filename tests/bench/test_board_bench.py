"""The measures of `boardwarden bench board`, in small: a lift, a switch and a bare order until the lights."""

import pytest

from dashboard.lab import board
from tests.bench.rows import is_ratio, measured, positive

ROWS = [
    "lift seen to lights on, ms, median",
    "lift seen to lights on, ms, slowest",
    "cell switch opened to lights on, ms, median",
    "order on the bus to lights on, ms, median",
    "ratio, lift to bare order",
    "cell switch opened to reach painted on the tablet, ms, p50",
    "cell switch opened to reach painted on the tablet, ms, p95",
    "lift seen to reach painted on the tablet, ms, p50",
    "lift seen to reach painted on the tablet, ms, p95",
]


@pytest.mark.slow
def test_a_lift_a_switch_and_an_order_light_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "LIFTS", 2)
    monkeypatch.setattr(board, "LOOK_S", 0.05)
    rows = measured(board.bench_board())
    assert list(rows) == ROWS
    assert positive(*rows.values())
    assert rows[ROWS[0]] <= rows[ROWS[1]]
    assert is_ratio(rows[ROWS[4]], rows[ROWS[0]], rows[ROWS[3]], step=0.1, own_step=0.01)
