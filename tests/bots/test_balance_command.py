"""`boardwarden balance` as its users see it."""

import json
import re
from pathlib import Path

import pytest

from dashboard.commands import main

QUICK = (
    "balance",
    "--bots",
    "random",
    "--matches",
    "2",
    "--workers",
    "1",
    "--option",
    "skills=off",
    "--option",
    "equipment=off",
)


def test_json_is_one_object_a_line_the_whole_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*QUICK, "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[0]["matches"] == 2
    assert rows[0]["bots"] == ["random"]
    seats = {row["name"]: row for row in rows[1:] if row["by"] == "seat"}
    assert set(seats) == {"west", "south", "east", "north"}
    assert sum(row["wins"] for row in seats.values()) == pytest.approx(2)
    assert all(row["low"] <= row["rate"] <= row["high"] for row in seats.values())


def test_the_table_names_every_seat_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(QUICK) == 0
    sent = capsys.readouterr().out
    assert sent.startswith("2 matches, 0 unfinished")
    for seat in ("west", "south", "east", "north"):
        assert f"\nseat     {seat} " in sent


def test_a_band_that_is_not_surely_held_is_a_failure_that_names_the_seats(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*QUICK, "--band", "24-26"]) == 1
    assert "seat west wins" in capsys.readouterr().err
    assert main([*QUICK, "--band", "0-100"]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--bots", "clever"), "no bot 'clever'"),
        (("--bots", "greedy,random"), "expected one bot for all, or one for each of west"),
        (("--matches", "0"), "--matches 0: expected a whole number from 1"),
        (("--seed", "x"), "--seed x: expected a whole number from 0"),
        (("--band", "30-20"), "--band 30-20: expected LOW-HIGH in per cent"),
        (("--game", "chess"), "no game 'chess'"),
        (("--option", "skills"), "--option skills: expected KEY=VALUE"),
        (("--option", "skills=perhaps"), "option skills: expected one of"),
        (("--content", "mine"), "no content pack 'mine'"),
    ],
)
def test_bad_arguments_are_refused_with_what_is_expected(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert main(["balance", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_the_page_says_how_to_make_it_again_and_then_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, again = tmp_path / "first.md", tmp_path / "again.md"
    assert main([*QUICK, "--page", str(first)]) == 0
    page = first.read_text(encoding="utf-8")
    command = re.search(r"^boardwarden (balance .*)$", page, re.MULTILINE)
    assert command is not None
    assert main([*command[1].split(), "--workers", "1", "--page", str(again)]) == 0
    assert again.read_text(encoding="utf-8") == page
    assert main([*QUICK, "--page", str(tmp_path / "nowhere" / "page.md")]) == 2
    assert "nowhere" in capsys.readouterr().err


def test_in_the_kept_report_every_seat_wins_surely_between_20_and_32_per_cent() -> None:
    page = (Path(__file__).parents[2] / "docs" / "measured" / "balance.md").read_text(encoding="utf-8")
    seats = page.split("## By seat")[1].split("##")[0]
    rows = re.findall(r"\| (\w+) \| (\d+) \| [\d.]+% \| ([\d.]+)% to ([\d.]+)% \|", seats)
    assert {seat for seat, *_ in rows} == {"west", "south", "east", "north"}
    for seat, matches, low, high in rows:
        assert int(matches) >= 1000, seat
        assert 20 <= float(low) <= float(high) <= 32, seat
