"""A match that a camera logged elsewhere becomes one of ours; what it doesn't tell is asked in one go."""

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from dashboard.archive.film import Answers, MatchFilm, Question, import_film, in_time
from dashboard.commands import BAD_INPUT, DONE, main
from dashboard.commands.film import parse_answers
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Spot
from engine.core.observations import Look
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal import journals, read_journal
from engine.session.matches.match_opening import MatchOpening
from tests.session.seeing import look_at, shown
from tests.session.two_soldiers import BOARD, GAME, PIECES

TWO_GENERALS = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {
        "w.inf.1": {"at": "d6"},
        "n.gen.grim": {"at": "d7"},
        "n.gen.neuro": {"at": "e6"},
        "n.inf.1": {"at": "l10"},
    },
}


@pytest.fixture
def film() -> MatchFilm:
    """A film: infantry is pushed to the edge, two generals in its range, and the turn is ended."""
    opening = MatchOpening(
        "",
        Seconds(1000.0),
        "dozen_war",
        "mativen",
        "mativen-pieces",
        TWO_GENERALS,
        table="film",
        feed="f.mp4",
    )
    layout = shown(GAME.layout(GAME.initial(entry_of(TWO_GENERALS))))
    spots = {PIECES.physical_id(piece): spot for piece, spot in layout.items()}
    before = [look_at(spots, n * 0.5, source="film") for n in range(6)]
    spots[PieceId("w.inf.1")] = Spot(Cell("d6"), edge=True)
    after = [look_at(spots, 3.0 + n * 0.5, source="film", steady=n > 0) for n in range(24)]
    looks: Sequence[Look] = (*before, *after)
    events = (DeviceEvent("pad.west", Seconds(14.0), ButtonPress("end_turn")),)
    return MatchFilm(in_time(looks, events, Seconds(1000.0)), opening, BOARD, PIECES, GAME)


def actions(journal: Path) -> list[object]:
    played = (one for one in read_journal(journal).entries if one.kind is EntryKind.PLAYED)
    return [action for one in played for action in one.body["actions"]]


@pytest.mark.parametrize("choice", [0, 1])
def test_a_question_is_asked_afterwards_and_the_match_goes_on_as_it_was_answered(
    choice: int, film: MatchFilm, tmp_path: Path
) -> None:
    asked: list[Question] = []

    def ask(questions: Sequence[Question]) -> Answers:
        asked.extend(questions)
        return {one.frame: choice for one in questions}

    path, still_open = import_film(tmp_path, film, ask)
    assert path is not None
    assert still_open == ()
    (question,) = asked
    assert len(question.candidates) == 2
    target = "n.gen.grim" if "n.gen.grim" in question.candidates[choice] else "n.gen.neuro"
    attack, *_, ended = actions(path)
    assert attack == {"attack": "w.inf.1", "target": target}
    assert ended == {"end_turn": True}
    assert main(["rejudge", "1", "--data", str(tmp_path)]) == DONE


def test_nothing_is_kept_while_a_question_is_open(film: MatchFilm, tmp_path: Path) -> None:
    path, still_open = import_film(tmp_path, film, lambda _: {})
    assert path is None
    assert len(still_open) == 1
    assert journals(tmp_path) == ()


def test_a_film_is_imported_once(film: MatchFilm, tmp_path: Path) -> None:
    def first(questions: Sequence[Question]) -> Answers:
        return {one.frame: 0 for one in questions}

    import_film(tmp_path, film, first)
    with pytest.raises(InputFault, match="imported already"):
        import_film(tmp_path, film, first)


def test_answers_are_read_by_frame() -> None:
    assert parse_answers("120=1, 340=2") == {120: 0, 340: 1}
    assert parse_answers("") == {}
    for wrong in ("120", "120=0", "x=1", "1=2=3"):
        with pytest.raises(InputFault, match="FRAME=NUMBER"):
            parse_answers(wrong)


@pytest.mark.footage
def test_footage_becomes_a_match(skirmish: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # The first play alone: vision over all of it is tested elsewhere.
    part = tmp_path / "part"
    (part / "frames").mkdir(parents=True)
    for name in ("footage.yaml", "devices.jsonl"):
        shutil.copy(skirmish / name, part / name)
    for frame in sorted((skirmish / "frames").iterdir())[:8]:
        shutil.copy(frame, part / "frames" / frame.name)
    data = tmp_path / "matches"
    assert main(["matches", "--import", str(part), "--data", str(data), "--json"]) == DONE
    said = json.loads(capsys.readouterr().out)
    assert said["game"] == "dozen_war"
    assert main(["matches", "--verify", "--data", str(data)]) == DONE


def test_a_film_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rubbish = tmp_path / "film.mp4"
    rubbish.write_bytes(b"rubbish")
    assert main(["matches", "--import", str(rubbish), "--data", str(tmp_path)]) == BAD_INPUT
    assert "video" in capsys.readouterr().err
