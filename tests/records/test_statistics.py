"""Numbers over an archive: who won with what, which rules were broken, how long turns took."""

import csv
import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from dashboard.archive.count_rows import csv_text, pictures
from dashboard.commands import BAD_INPUT, DONE, main
from engine.bots.balance import Digest, weigh
from engine.bus.messages.commands import CommandKind
from engine.core.ids import Seat, Seconds
from engine.core.pieces import pieces_beside
from engine.core.terms import Terms
from engine.games.registry import usual_board
from engine.records.recorded import open_recorded
from engine.records.statistics import MatchFacts, facts_of, summed
from engine.session.matches.journal import journals
from engine.session.matches.match import play as play_actions
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import make_match_parts
from tests.records.engines import RecordedEngine

WEST, NORTH = Seat("west"), Seat("north")
ONE_BLOW_FROM_THE_END = {
    "seats": ["west", "north"],
    "castles": {f"n.castle.{arm}": {"hp": 0} for arm in ("infantry", "cavalry", "archer")},
    "pieces": {"w.inf.1": {"at": "d5"}, "n.cav.1": {"at": "e5"}},
}
OVER_FROM_THE_START = {**ONE_BLOW_FROM_THE_END, "pieces": {"w.inf.1": {"at": "d5"}}}


def play(folder: Path) -> None:
    """Play a turn of 10 s and one of 30 s, with one wrong move."""
    engine = RecordedEngine(folder)
    engine.show()
    engine.show(w_inf_1="e6")
    engine.now = 109.75
    engine.ask("1", action={"end_turn": True})
    engine.show(n_inf_1="b2")
    engine.show()
    engine.now = 139.75
    engine.ask("2", action={"end_turn": True})
    engine.service.close()


def won(winner: Seat, *, card: str = "") -> MatchFacts:
    """Return a match of two turns that somebody won."""
    return MatchFacts(
        Digest(
            seats=(WEST, NORTH),
            winners=(winner,),
            finished=True,
            reason="DW-9.1 castles",
            turns=2,
            actions=8,
            bots={WEST: "player", NORTH: "player"},
            groups={
                "general": {WEST: ("raen",), NORTH: ("kazu",)},
                "card": {WEST: (card,)} if card else {},
            },
            titles={"general": "By general", "card": "By card"},
        ),
        {"DW-6.1": 2},
        {WEST: (10.0, 20.0), NORTH: (30.0,)},
    )


def test_turns_and_warnings_are_counted_from_journal_and_evidence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path)
    assert main(["statistics", "--json", "--data", str(tmp_path)]) == DONE
    sent = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    turns = {one["name"]: one for one in sent if one["what"] == "turn"}
    assert (turns["west"]["count"], turns["west"]["median_s"]) == (1, 10.0)
    assert (turns["north"]["count"], turns["north"]["median_s"]) == (1, 30.0)
    (warning,) = [one for one in sent if one["what"] == "warning"]
    assert warning["name"].startswith("DW-")
    assert (warning["matches"], warning["count"]) == (1, 1)


def test_a_match_that_people_ended_counts_as_they_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = RecordedEngine(tmp_path)
    engine.ask("1", action={"end_turn": True})
    engine.ask("2", CommandKind.ADJUDICATE, winners=(NORTH,), reason="the hall closes")
    engine.service.close()
    assert main(["statistics", "--json", "--data", str(tmp_path)]) == DONE
    sent = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    wins = {one["name"]: one["rate"] for one in sent if one["what"] == "seat"}
    assert wins == {"west": 0.0, "north": 1.0}


def test_a_match_that_isnt_over_is_counted_by_nothing_that_only_a_seat_knows(tmp_path: Path) -> None:
    terms = Terms("quoc_chien", board := usual_board("quoc_chien"), pieces_beside(board))
    parts = make_match_parts(terms, None, folder=tmp_path)
    opening = MatchOpening("", Seconds(0.0), terms.game, terms.board, terms.pieces, table="t", seed="9102")
    match, journal = parts.keeper.open(opening, Seconds(0.0))
    chosen = []
    for _ in range(4):
        seat, action = (
            parts.game.decider(match.state).seats[0],
            next(iter(parts.game.legal_actions(match.state))),
        )
        chosen.append((seat, action))
        match, entry, _ = play_actions(parts.game, match, (action,))
        journal.append((entry,), Seconds(0.0))
    journal.close()
    assert any(parts.game.groups(chosen, match.state)["general"].values()), "there are hidden generals"
    assert facts_of(open_recorded(journals(tmp_path)[0])).digest.groups == {}


def test_wins_are_said_by_seat_general_and_card() -> None:
    found = summed((won(WEST, card="bua-chien"), won(WEST), won(NORTH)))
    table = list(csv.DictReader(csv_text(found).splitlines()))
    rates = {(one["what"], one["name"]): float(one["rate"]) for one in table if one["rate"]}
    assert rates == {
        ("seat", "west"): 0.6667,
        ("seat", "north"): 0.3333,
        ("general", "raen"): 0.6667,
        ("general", "kazu"): 0.3333,
        ("card", "bua-chien"): 1.0,
    }
    (warned,) = [one for one in table if one["what"] == "warning"]
    assert (warned["name"], warned["matches"], warned["count"]) == ("DW-6.1", "3", "6")


def test_every_picture_is_a_whole_drawing_and_one_that_would_be_empty_is_left_out() -> None:
    drawn = pictures(summed((won(WEST), won(NORTH))))
    assert set(drawn) == {
        "wins-by-seat.svg",
        "wins-by-general.svg",
        "warnings-by-rule.svg",
        "time-a-turn.svg",
    }
    for text in drawn.values():
        assert ET.fromstring(text).tag.endswith("svg")  # noqa: S314 # our own
    assert "raen" in drawn["wins-by-general.svg"]


def test_table_csv_and_pictures_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(tmp_path / "matches")
    out = tmp_path / "out"
    words = ("--csv", str(out / "table.csv"), "--pictures", str(out))
    assert main(["statistics", "--data", str(tmp_path / "matches"), *words]) == DONE
    assert "half within 10.0 s" in capsys.readouterr().out
    assert {path.name for path in out.iterdir()} == {"table.csv", "time-a-turn.svg", "warnings-by-rule.svg"}


def test_a_match_that_cannot_be_read_is_listed_and_the_others_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(tmp_path)
    broken = tmp_path / "000009-broken"
    broken.mkdir()
    (broken / "journal.jsonl").write_text("rubbish\n\n")
    assert main(["statistics", "--data", str(tmp_path)]) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out.startswith("1 match, 0 over")
    assert "000009-broken can't be counted" in said.err


def test_a_folder_without_matches_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["statistics", "--data", str(tmp_path)]) == BAD_INPUT
    assert "nothing to count" in capsys.readouterr().err


def test_what_was_counted_weighs_as_in_matches_of_bots() -> None:
    facts = (won(WEST), won(NORTH))
    assert summed(facts).balance == weigh(one.digest for one in facts)


@pytest.mark.parametrize("breaks_off", [False, True], ids=["before anything is played", "in the first turn"])
def test_a_match_that_came_to_nothing_is_counted_as_not_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], *, breaks_off: bool
) -> None:
    engine = RecordedEngine(tmp_path)
    if breaks_off:
        engine.show()
        engine.show(w_inf_1="e6")
    engine.service.close()
    assert main(["statistics", "--data", str(tmp_path)]) == DONE
    assert capsys.readouterr().out.splitlines()[0] == "1 match, 0 over, 0 shared"


@pytest.mark.parametrize("setup", [ONE_BLOW_FROM_THE_END, OVER_FROM_THE_START], ids=["at last", "at once"])
def test_a_match_in_which_nobody_has_to_decide_any_more_is_counted(tmp_path: Path, setup: Any) -> None:
    engine = RecordedEngine(tmp_path, setup=setup)
    engine.show()
    engine.ask("1", action={"attack": "w.inf.1", "target": "n.cav.1"})
    engine.service.close()
    assert main(["statistics", "--data", str(tmp_path)]) == DONE
