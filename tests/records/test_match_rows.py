"""Matches as rows for other tools: an action a row, with who, how long and by what rules."""

import csv
import importlib.util
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from dashboard.archive.action_table import write_csv
from dashboard.commands import BAD_INPUT, DONE, MISSING, main
from dashboard.lab.made_archive import make_archive
from engine.games.rules_code import rules_hash
from engine.records.action_rows import ActionRow
from tests.conftest import TOP
from tests.records.test_statistics import play

SCRIPT = TOP / "docs" / "build-and-run" / "examples" / "seconds_by_player.py"


@pytest.fixture
def table(tmp_path: Path) -> Path:
    play(tmp_path / "matches")
    out = tmp_path / "actions.csv"
    words = ("export", "all", "--to", "table", "--out", str(out), "--data", str(tmp_path / "matches"))
    assert main([*words]) == DONE
    return out


def test_every_action_and_every_warning_is_a_row(table: Path) -> None:
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["verdict"] for row in rows] == ["settled", "settled", "illegal", "settled"]
    assert [row["seat"] for row in rows] == ["west", "west", "", "north"]
    assert rows[0]["action"] == '{"move":"w.inf.1","to":"e6"}'
    assert {row["round"] for row in rows if row["seat"]} == {"2"}
    assert float(rows[3]["seconds"]) == pytest.approx(30.0, abs=0.5)
    assert rows[2]["rules"]
    assert {row["rules_hash"] for row in rows} == {rules_hash("dozen_war")}


def test_the_script_of_the_docs_reads_it(table: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-I", "-S", str(SCRIPT), str(table)], capture_output=True, text=True, check=True
    )
    assert found.stdout.splitlines()[0].startswith("north: 30.")


def test_a_table_needs_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "all", "--to", "table", "--data", str(tmp_path)]) == BAD_INPUT
    assert "actions.parquet" in capsys.readouterr().err


def test_parquet_has_the_same_rows_or_says_what_is_missing(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dashboard.archive.action_table._AT_ONCE", 3)  # of four rows
    out = table.with_suffix(".parquet")
    data = str(table.parent / "matches")
    status = main(["export", "1", "--to", "table", "--out", str(out), "--data", data])
    if importlib.util.find_spec("pyarrow") is None:
        assert (status, "boardwarden[table]" in capsys.readouterr().err) == (MISSING, True)
        return
    from pyarrow import parquet  # noqa: PLC0415 # an extra

    found = parquet.read_table(out).to_pylist()
    assert (status, [row["verdict"] for row in found]) == (DONE, ["settled", "settled", "illegal", "settled"])


def test_a_match_that_cant_be_read_is_named_and_the_others_are_in_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path / "matches")
    broken = tmp_path / "matches" / "000002-broken" / "journal.jsonl"
    broken.parent.mkdir()
    broken.write_text("no journal\n")
    out = tmp_path / "actions.csv"
    words = ("export", "all", "--to", "table", "--out", str(out), "--data", str(tmp_path / "matches"))
    assert main([*words]) == BAD_INPUT
    said = capsys.readouterr().err
    assert "4 rows of 2 matches" in said
    assert "000002-broken can't be exported: " in said
    assert len(out.read_text(encoding="utf-8").splitlines()) == 5


def test_a_table_that_breaks_off_leaves_the_one_before(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = table.read_bytes()

    def breaks_off(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("dashboard.archive.action_table.unreckoned", breaks_off)
    data = str(table.parent / "matches")
    assert (
        main(["export", "1", "--to", "table", "--out", str(table), "--data", data]) == 130
    )  # as a shell calls Ctrl-C
    assert table.read_bytes() == before
    assert {one.name for one in table.parent.iterdir()} == {table.name, "matches"}


def test_all_cores_write_the_table_that_one_core_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_archive(tmp_path / "matches", 300, played=1, longest=30)
    tables = []
    for count in (1, 2):
        monkeypatch.setattr("dashboard.commands.export.cores", lambda count=count: count)
        out = tmp_path / f"{count}.csv"
        words = ("export", "all", "--to", "table", "--out", str(out), "--data", str(tmp_path / "matches"))
        assert main([*words]) == DONE
        tables.append(out.read_bytes())
    assert tables[0] == tables[1]
    assert tables[0].count(b"\n") > 290


def test_a_cluster_goes_with_a_table_only(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("export", "1", "--to", "json", "--cluster", "tcp://127.0.0.1:9", "--data", str(tmp_path))
    assert main([*words]) == BAD_INPUT
    assert "goes with --to table" in capsys.readouterr().err


def test_a_players_name_is_no_formula_in_the_table(tmp_path: Path) -> None:
    cells: dict[str, Any] = {one.name: "=1" if one.type is str else 0 for one in fields(ActionRow)}
    row = ActionRow(**cells)
    write_csv(tmp_path / "actions.csv", [row])
    with (tmp_path / "actions.csv").open(encoding="utf-8", newline="") as stream:
        (read,) = csv.DictReader(stream)
    assert not any(cell.startswith("=") for cell in read.values())
