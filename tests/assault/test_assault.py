"""The assault's report says what was lost, and its parts run."""

import json
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.assault.api import counted, described
from tests.assault.frames import hostile_frames
from tests.assault.living import lived_further, nothing_lived
from tests.assault.report import Budget, Row, quantile, table_of
from tests.worlds.test_leaks_are_found import in_the_headline


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


def test_each_address_is_described_with_a_body_where_one_may_be_sent() -> None:
    app = FastAPI(openapi_url=None)
    app.get("/shown", include_in_schema=False)(lambda: "")
    app.post("/pressed", include_in_schema=False)(lambda: "")
    paths = described(app)["paths"]
    assert paths.keys() == {"/shown", "/pressed"}
    assert "requestBody" not in paths["/shown"]["get"]
    assert "application/json" in paths["/pressed"]["post"]["requestBody"]["content"]


def test_answers_are_counted_by_status_and_silence_for_itself(tmp_path: Path) -> None:
    report = tmp_path / "report.ndjson"
    answers = [{"response": {"status_code": 404}}, {"response": {"status_code": 404}}, {"response": None}]
    finished = {"ScenarioFinished": {"recorder": {"interactions": dict(enumerate(answers))}}}
    report.write_text(f"{json.dumps({'Initialize': {}})}\n{json.dumps(finished)}\n")
    assert counted(report) == {404: 2, 0: 1}
    assert not counted(tmp_path / "none")


def test_pairs_of_worlds_are_counted_as_they_are_lived(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.assault.living.OTHERS", 2)
    lived = lived_further(nothing_lived("dozen_war"), 1)
    assert (lived.pairs, lived.differ) == (2, ())
    assert lived.compared > 100_000


def test_a_hidden_thing_in_the_headline_is_found_in_each_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.assault.living.OTHERS", 2)
    in_the_headline(monkeypatch)
    lived = lived_further(nothing_lived("hero_realms"), 1)
    assert (lived.pairs, len(lived.differ)) == (2, 2)
    assert all("headline" in found for found in lived.differ)
