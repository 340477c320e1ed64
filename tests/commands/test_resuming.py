"""`play --resume MATCH`: on the match's own terms, refused where it can't be."""

import argparse
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dashboard.commands.options import TABLE_OPTIONS, usual
from dashboard.commands.resuming import on_its_terms, take_up
from engine.core.faults import InputFault
from engine.session.matches.taking_up import noted_take_up
from tests.session.test_opening import DUEL, TABLE, Started


@pytest.fixture
def duel(tmp_path: Path) -> str:
    """A duel that was broken off in the folder."""
    engine = Started(tmp_path)
    engine.open("one", replace(DUEL, bots=""))
    name = engine.opening.match
    engine.open("two", TABLE.terms)
    engine.service.close()
    return name


def line(folder: Path, **said: Any) -> argparse.Namespace:
    return argparse.Namespace(**{**usual(TABLE_OPTIONS), "data": str(folder), **said})


def test_a_table_is_started_on_the_matchs_own_terms(tmp_path: Path, duel: str) -> None:
    found = on_its_terms(line(tmp_path, resume="2", bots="north=random"))
    assert (found.resume, found.game, found.board, found.clock) == (duel, "dozen_war", "duel", "5m+3s")
    assert sorted(found.option) == ["equipment=off", "generals=fixed", "turn_order=given"]
    assert (found.dice, found.bots) == ("typed", "north=random")


@pytest.mark.parametrize("said", [{"game": "bazaar"}, {"clock": "30m"}, {"option": ["generals=draft"]}])
def test_what_the_match_has_itself_is_refused_beside_it(
    tmp_path: Path, duel: str, said: dict[str, Any]
) -> None:
    with pytest.raises(InputFault, match=f"match {duel} has its own"):
        on_its_terms(line(tmp_path, resume=duel, **said))


def test_a_match_of_another_folder_is_imported_first(tmp_path: Path, duel: str) -> None:
    with pytest.raises(InputFault, match="--import"):
        on_its_terms(line(tmp_path / "elsewhere", resume=str(tmp_path / duel)))


def test_the_engine_that_starts_next_goes_on_with_the_match(tmp_path: Path, duel: str) -> None:
    take_up(tmp_path, duel, "mine")
    noted = noted_take_up(tmp_path, "mine")
    assert noted is not None
    assert noted.match == duel
    assert Started(tmp_path, replace(TABLE, table="mine").on_terms(noted.started)).opening.match == duel
