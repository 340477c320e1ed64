"""The accuracy table: the rates that rendered boards must be read with. The bench prints the same."""

import json
from dataclasses import replace

import pytest

from dashboard.commands import main
from dashboard.lab.accuracy.curve_svg import draw_curve
from dashboard.lab.accuracy.limits import CurvePoint, limit_curves
from dashboard.lab.accuracy.rates import Rates, measure_rows
from dashboard.lab.accuracy.rows import ROWS
from tests.vision.boards import board, pieces

QUICK = ("dim, 45 % of the light", "everything at once")


def below_their_floors(rates: list[Rates]) -> list[str]:
    floors = {row.name: row for row in ROWS}
    return [str(one) for one in rates if not one.holds(floors[one.name])]


def test_hard_conditions_are_read_to_their_floors_and_nothing_stays_wrong() -> None:
    rows = [replace(row, count=30, moves=1) for row in ROWS if row.name in QUICK]
    assert len(rows) == len(QUICK)
    assert below_their_floors(list(measure_rows(rows, board(), pieces(), boards=1))) == []


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_every_row_of_the_table_is_read_to_its_floor_and_nothing_stays_wrong() -> None:
    assert below_their_floors(list(measure_rows(ROWS, board(), pieces(), boards=2))) == []


def test_a_row_with_anything_wrong_for_long_does_not_hold_however_much_is_right() -> None:
    row = ROWS[0]
    assert Rates(row.name, visible=100, right=100).holds(row)
    assert not Rates(row.name, visible=100, right=100, lasting=("a piece",)).holds(row)
    assert not Rates(row.name, visible=100, right=99).holds(row)


def test_the_command_prints_rates_and_fails_below_a_floor(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_badly(*_: object, **__: object) -> list[Rates]:
        return [
            Rates("plain", visible=10, right=9, wrong=1, lasting=("look 2: w.inf.1 seen where it isn't",))
        ]

    monkeypatch.setattr("dashboard.lab.commands.bench.measure_rows", read_badly)
    assert main(["bench", "vision", "--accuracy", "--rows", "plain", "--json"]) == 1
    sent = json.loads(capsys.readouterr().out)
    assert (sent["name"], sent["right"], sent["floor"], sent["holds"]) == ("plain", 9, 1.0, False)
    assert main(["bench", "vision", "--accuracy", "--rows", "plain"]) == 1
    said = capsys.readouterr().out
    assert "90.00%" in said
    assert "w.inf.1 seen where it isn't" in said


@pytest.mark.parametrize(
    "wrong",
    [
        ["engine", "--accuracy"],
        ["vision", "--accuracy", "--rows", "fog"],
        ["vision", "--accuracy", "--boards", "0"],
    ],
)
def test_a_bench_that_cannot_be_measured_is_bad_input(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *wrong]) == 2
    assert "expected" in capsys.readouterr().err


def test_a_curve_is_drawn_with_its_lines_and_a_cross_where_something_stayed_wrong() -> None:
    curve = next(one for one in limit_curves(board(), pieces()) if one.name == "light")
    points = [CurvePoint("", at, Rates("", visible=10, right=8, unsure=1)) for at in curve.at]
    whole = draw_curve(curve, points)
    assert whole.count("<polyline") == 2
    assert "<path" not in whole
    crossed = [
        *points[:-1],
        CurvePoint("", curve.at[-1], Rates("", visible=10, right=2, lasting=("a piece",))),
    ]
    assert draw_curve(curve, crossed).count("<path") == 1
    assert curve.axis in whole
