"""A match can be opened on other terms than the table was started with, and continued on them."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.bus.client import ReceivedMessage
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.core.board import find_board_file
from engine.core.dice import Dice
from engine.core.document import entry_of
from engine.core.ids import Seat, Seconds
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, LookReach
from engine.core.pieces import load_pieces
from engine.core.terms import Terms, dump_terms, load_terms
from engine.session.matches.journal import journals, read_journal
from engine.session.matches.journal_replay import read_opening, replay
from engine.session.matches.match_keeper import opening_to_take_up
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import make_match_parts
from engine.session.serving.service import EngineService
from tests.session.serving_engine import Wire

TABLE = MatchOpening("", Seconds(0.0), "dozen_war", "mativen", "mativen-pieces", table="t", seed="5")
DUEL = Terms(
    "dozen_war",
    "duel",
    "duel-pieces",
    options={"generals": "fixed", "turn_order": "given", "equipment": "off"},
    dice=Dice.TYPED,
    clock="5m+3s",
    bots="north",
)


class Started:
    """An engine as the command starts it in a folder."""

    def __init__(self, folder: Path, opening: MatchOpening = TABLE) -> None:
        self.wire, self.now = Wire(folder=folder), 100.0
        make_parts = partial(make_match_parts, folder=folder)
        found = opening_to_take_up(folder, opening)
        parts = make_parts(found.terms, None if found.setup is None else entry_of(found.setup))
        self.service = EngineService(
            self.wire, parts=parts, make_parts=make_parts, opening=opening,
            monotonic=lambda: self.now, wall=lambda: self.now,
        )  # fmt: skip

    @property
    def opening(self) -> MatchOpening:
        return self.service.table.match.opening

    def open(self, name: str, terms: Terms | None, setup: dict[str, Any] | None = None) -> Answer:
        revision = self.service.table.match.revision
        asked = Command(name, CommandKind.OPEN, revision, terms=terms, setup=setup or {})
        self.service.take(ReceivedMessage("command", "", asked))
        answer = self.wire.last("answer")
        assert isinstance(answer, Answer)
        return answer


def test_terms_survive_being_written_down() -> None:
    assert load_terms(dump_terms(DUEL)) == DUEL


def test_a_match_with_other_labels_on_its_pieces_is_laid_out_as_the_one_before(tmp_path: Path) -> None:
    engine = Started(tmp_path)
    whole = {"whole": True}
    engine.open("one", TABLE.terms, whole)
    before = engine.service.table.match
    own = tmp_path / "mativen-pieces.yaml"
    content = find_board_file("mativen-pieces").read_text(encoding="utf-8")
    own.write_text(content.replace("up: 74,", "up: 999,"), encoding="utf-8")
    labelled = replace(TABLE.terms, pieces=str(own))
    assert engine.open("two", labelled).code is AnswerCode.DONE
    assert engine.opening.match != before.opening.match
    assert (engine.opening.terms, engine.opening.setup) == (labelled, before.opening.setup)
    # A match that is opened again on its own terms has the usual setup.
    engine.open("three", labelled)
    assert engine.opening.setup is None
    engine.service.close()
    # An engine that is started again takes the match up with these labels.
    again = load_pieces(Started(tmp_path).opening.pieces)
    assert (999 in again.by_tag, 74 in again.by_tag) == (True, False)


def test_a_match_on_other_terms_is_opened_published_and_journalled(tmp_path: Path) -> None:
    engine = Started(tmp_path)
    assert engine.open("one", DUEL).code is AnswerCode.DONE
    sent = engine.wire.last("match")
    assert sent.terms == DUEL
    assert [one.seat for one in sent.view.seats] == ["south", "north"]
    assert engine.wire.last("surface").board == "duel"
    assert engine.wire.last("clock").control == "5m+3s"
    kept = read_journal(journals(tmp_path)[0]).entries
    assert read_opening(kept[0]).terms == DUEL
    assert read_opening(kept[0]).instead == TABLE.terms
    again = make_match_parts(read_opening(kept[0]).terms, None, folder=tmp_path)
    assert replay(again.game, kept).state == engine.service.table.match.state


def test_the_bots_of_the_new_terms_play(tmp_path: Path) -> None:
    engine = Started(tmp_path)
    engine.open("one", replace(DUEL, bots="all"))
    before = engine.service.table.match.revision
    for _ in range(4):
        engine.now += 2.0
        engine.service.take(None)
    assert engine.service.table.match.revision > before


def test_a_restarted_table_goes_on_with_the_match_and_its_terms(tmp_path: Path) -> None:
    engine = Started(tmp_path)
    engine.open("one", DUEL)
    engine.service.close()
    again = Started(tmp_path)
    assert again.service.table.match == engine.service.table.match
    again.open("two", None)
    assert again.opening.terms == DUEL


def test_a_table_started_with_other_options_opens_its_own_match(tmp_path: Path) -> None:
    engine = Started(tmp_path)
    engine.open("one", DUEL)
    engine.service.close()
    options = {"generals": "draft"}
    assert Started(tmp_path, replace(TABLE, options=options)).opening.terms.options == options


def test_bots_of_a_restarted_table_take_their_seats_in_the_match(tmp_path: Path) -> None:
    engine = Started(tmp_path)
    engine.open("one", DUEL)
    engine.service.close()
    again = Started(tmp_path, replace(TABLE, bots="south"))
    assert again.opening.match == engine.opening.match
    assert again.opening.terms == replace(DUEL, bots="south")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (replace(DUEL, board="nowhere"), "no such file"),
        (replace(DUEL, pieces="mativen-pieces", game="chess"), "no game 'chess'"),
        (replace(DUEL, options={"generals": "none"}), "expected one of"),
        (replace(DUEL, clock="soon"), "expected a time control"),
        (replace(DUEL, bots="east"), "isn't at this table"),
        (replace(DUEL, content="nothing"), "nothing"),
        (replace(TABLE.terms, pieces="duel-pieces"), "piece set has no piece"),
    ],
)
def test_terms_that_nobody_can_play_by_are_refused_and_the_match_goes_on(
    tmp_path: Path, wrong: Terms, said: str
) -> None:
    engine = Started(tmp_path)
    before = engine.service.table.match
    answer = engine.open("one", wrong)
    assert answer.code is AnswerCode.UNREADABLE
    assert said in answer.text
    assert engine.service.table.match is before
    assert len(journals(tmp_path)) == 1


def test_looks_at_another_board_are_ignored(tmp_path: Path) -> None:
    engine = Started(tmp_path)
    engine.open("one", DUEL)
    look = Look(
        "cam",
        1,
        Seconds(100.0),
        LookPieces(),
        LookCells(),
        LookMotion(steady=True, moved=False),
        reach=LookReach("mativen"),
    )
    engine.service.take(ReceivedMessage("look", "cam", look))
    assert not engine.service.table.looks
    engine.service.take(
        ReceivedMessage("look", "cam", replace(look, reach=replace(look.reach, board="duel")))
    )
    assert engine.service.table.looks


def test_footage_keeps_its_board(tmp_path: Path) -> None:
    engine = Started(tmp_path, replace(TABLE, feed="footage since 1"))
    answer = engine.open("one", DUEL)
    assert answer.code is AnswerCode.UNREADABLE
    assert "show the board 'mativen'" in answer.text


def test_the_terms_name_the_bots_at_the_table(tmp_path: Path) -> None:
    parts = make_match_parts(DUEL, None, folder=tmp_path)
    assert parts.host is not None
    assert set(parts.host.bots) == {Seat("north")}
