"""The output of `boardwarden bench`, and its sentence and status for what it can't measure."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE, MISSING, main
from dashboard.lab.accuracy.limits import Curve, CurveLine, CurvePoint, limit_curves
from dashboard.lab.accuracy.rates import Rates
from dashboard.lab.measurement import judged
from dashboard.lab.painted_page import CHROMIUMS
from dashboard.lab.parts import PARTS, BenchPart
from dashboard.lab.usage import usage_of
from engine.core.board import Board, load_board
from engine.core.faults import MissingFault
from engine.core.pieces import PieceSet, load_pieces

Bench = Callable[..., list[dict[str, Any]]]


def one_row(*, quick: bool = False) -> list[dict[str, Any]]:
    return [{"what": "a thing, ms", "value": 0.5 if quick else 1.5}]


def late(*, quick: bool = False) -> list[dict[str, Any]]:
    return [*one_row(quick=quick), judged("a slow thing, ms", 9, at_most=5), judged("right", 1, at_least=1)]


def nothing_there(*, quick: bool = False) -> list[dict[str, Any]]:
    del quick
    raise MissingFault("the thing isn't here; get one")


def only(monkeypatch: pytest.MonkeyPatch, **parts: Bench) -> None:
    for name in list(PARTS):
        monkeypatch.delitem(PARTS, name)
    for name, bench in parts.items():
        monkeypatch.setitem(PARTS, name, BenchPart(bench, 130, 12))


def small_curves(board: Board, pieces: PieceSet) -> tuple[Curve, ...]:
    """The curve of the light from its first place to its second, with a few pieces."""
    light = next(curve for curve in limit_curves(board, pieces) if curve.name == "light")
    (line,) = light.lines
    rows = tuple(replace(row, count=10, size=(1280, 960)) for row in line.rows[:2])
    return (replace(light, at=light.at[:2], lines=(CurveLine(line.name, rows),)),)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["speed"],
            "PART: expected vision or engine or referee or table or phones or hall or board",
        ),
        (["vision", "speed"], "found 'speed'"),
        (["vision", "--quick", "--accuracy"], "expected parts alone with it"),
        (["--accuracy"], "expected `boardwarden bench vision`"),
        (["engine", "--limits", "pictures"], "expected `boardwarden bench vision`"),
        (["vision", "--limits", "pictures", "--rows", "fog"], "of: size, tilt, light, focus"),
        (["vision", "--limits", "pictures", "--boards", "none"], "expected a whole number from 1"),
        (["vision", "--rows", "dim"], "as in `boardwarden bench vision --accuracy --rows dim`"),
        (
            ["engine", "--boards", "2"],
            "--rows and --boards say what of --accuracy, --limits or --changed is measured",
        ),
    ],
)
def test_rubbish_is_bad_input_with_what_was_expected_and_nothing_is_measured(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["bench", *words]) == BAD_INPUT
    sent = capsys.readouterr()
    assert sent.out == ""
    assert sent.err.startswith("boardwarden bench: ")
    assert said in sent.err
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_no_folder_for_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["bench", "vision", "--limits", str(tmp_path / "file")]) == BAD_INPUT
    assert f"--limits {tmp_path / 'file'}: expected a folder to write to" in capsys.readouterr().err


def test_the_help_names_every_part(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--help"])
    assert " ".join(PARTS) in " ".join(capsys.readouterr().out.split())


def test_rows_are_printed_as_a_table_or_as_an_object_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    only(monkeypatch, vision=one_row, engine=one_row)
    assert main(["bench"]) == DONE
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        [part, "a", "thing,", "ms", "1.5"] for part in ("vision", "engine")
    ]
    assert main(["bench", "engine", "--json"]) == DONE
    assert json.loads(capsys.readouterr().out) == {"part": "engine", "what": "a thing, ms", "value": 1.5}


def test_a_part_that_lacks_something_is_said_and_the_others_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    only(monkeypatch, vision=nothing_there, engine=one_row)
    assert main(["bench", "--json"]) == MISSING
    sent = capsys.readouterr()
    assert [json.loads(line)["part"] for line in sent.out.splitlines()] == ["engine"]
    assert sent.err.splitlines()[-1] == "boardwarden bench: the thing isn't here; get one"


def test_a_part_says_before_how_long_it_takes_and_a_quick_look_less(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    only(monkeypatch, engine=one_row)
    assert main(["bench", "engine"]) == DONE
    whole = capsys.readouterr()
    assert whole.err == "bench engine: takes about 2 minutes; --quick: 12 s\n"
    assert whole.out.split()[-1] == "1.5"
    assert main(["bench", "engine", "--quick"]) == DONE
    quick = capsys.readouterr()
    assert quick.err == "bench engine: takes about 12 s\n"
    assert quick.out.split()[-1] == "0.5"


def test_every_part_has_a_quick_look_of_half_a_minute_at_most() -> None:
    assert {name: part.quick_s for name, part in PARTS.items() if not 0 < part.quick_s <= 30} == {}


def test_a_goal_that_is_not_held_is_said_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    only(monkeypatch, vision=late, engine=one_row)
    assert main(["bench"]) == DIDNT_HOLD
    sent = capsys.readouterr()
    assert [line for line in sent.out.splitlines() if line.endswith("  goal not held")] == [
        line for line in sent.out.splitlines() if "a slow thing" in line
    ]
    assert sent.err.splitlines()[-1] == (
        "boardwarden bench: not held: vision: a slow thing, ms (goal: at most 5), measured 9"
    )
    assert main(["bench", "--json"]) == DIDNT_HOLD
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row.get("holds") for row in rows] == [None, False, True, None]


def test_without_chromium_the_dashboard_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["bench", "dashboard"]) == MISSING
    assert "needs Chromium, found none; on Debian: sudo apt install chromium" in capsys.readouterr().err


def test_a_chromium_that_does_not_run_is_named(
    chromium: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    del chromium  # only that its driver runs here
    broken = tmp_path / CHROMIUMS[0]
    broken.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert main(["bench", "dashboard"]) == MISSING
    _, said = capsys.readouterr().err.splitlines()
    assert said.startswith(f"boardwarden bench: bench dashboard: {broken} doesn't run: ")


@pytest.mark.parametrize("part", ["board", "dashboard"])
def test_without_a_broker_it_is_said_which_to_install(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("engine.bus.broker.find_mosquitto", lambda: None)
    monkeypatch.setattr("engine.bus.broker.has_iotcore", lambda: False)
    # One that is there and never started.
    (tmp_path / CHROMIUMS[0]).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert main(["bench", part]) == MISSING
    assert "python -m pip install iotcore; or mosquitto" in capsys.readouterr().err


def test_without_the_reference_the_engine_is_not_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dashboard.lab.engine.find_spec", lambda _: None)
    assert main(["bench", "engine"]) == MISSING
    assert "python-chess isn't installed; `pip install 'boardwarden[lab]'`" in capsys.readouterr().err


def test_a_table_that_ends_at_once_is_said_not_to_have_started(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dashboard.lab.quiet_table.SIZE", (320, 240))
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    assert main(["bench", "table"]) == MISSING
    said = capsys.readouterr().err
    assert "the table didn't start" in said
    assert "found no bridge, broker, dashboard, engine, vision; run `boardwarden play` to see why" in said


@pytest.mark.parametrize("part", ["table", "dashboard"])
def test_a_system_that_does_not_tell_what_processes_use_is_named_by_what_lacks(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dashboard.lab.usage.USAGE_FILE", tmp_path / "none")
    assert main(["bench", part]) == MISSING
    assert f"bench {part} needs Linux: expected {tmp_path / 'none'}" in capsys.readouterr().err


def test_what_this_process_uses_only_grows_in_time_and_its_share_is_no_more_than_it_has() -> None:
    before = usage_of("the tests", os.getpid())
    sum(range(10**6))
    after = usage_of("the tests", os.getpid())
    assert 0 < before.cpu_s <= after.cpu_s
    assert 0 < after.pss_mb <= after.rss_mb


def test_a_process_that_has_ended_is_named() -> None:
    with pytest.raises(MissingFault, match=r"the engine ended while it was measured"):
        usage_of("the engine", 2**22 + 1)  # above what Linux ever gives


def test_a_curve_is_measured_and_drawn_into_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("dashboard.lab.commands.bench.limit_curves", small_curves)
    assert main(["bench", "vision", "--limits", str(tmp_path / "new"), "--json"]) == DONE
    sent = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["part"], one["curve"], one["at"]) for one in sent] == [
        ("vision", "light", 1.0),
        ("vision", "light", 0.6),
    ]
    for one in sent:
        assert one["right"] == one["visible"] > 0
        assert [one[what] for what in ("unsure", "wrong", "missed", "lasting")] == [0, 0, 0, []]
    assert "<polyline" in (tmp_path / "new" / "limits-light.svg").read_text(encoding="utf-8")


def test_a_place_on_a_curve_is_said_in_a_line_with_all_that_was_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured_badly(curve: Curve, *_: object, **__: object) -> list[CurvePoint]:
        counted = Rates("", visible=8, right=4, unsure=3, missed=2, wrong=1, lasting=("a piece",))
        return [CurvePoint(line.name, at, counted) for line in curve.lines for at in curve.at]

    monkeypatch.setattr("dashboard.lab.commands.bench.measure_curve", measured_badly)
    assert main(["bench", "vision", "--limits", str(tmp_path), "--rows", "tilt"]) == DONE
    first, *others = capsys.readouterr().out.splitlines()
    assert " ".join(first.split()) == (
        "tilt up to three pieces a cell 0 right 50.0%, 3 unsure, 2 missed, 1 wrong, 1 lasting, of 8"
    )
    assert len(others) == 13
    assert [path.name for path in tmp_path.iterdir()] == ["limits-tilt.svg"]


def test_all_curves_have_a_place_for_each_row() -> None:
    for curve in limit_curves(load_board("mativen"), load_pieces("mativen-pieces")):
        assert all(len(line.rows) == len(curve.at) for line in curve.lines)
