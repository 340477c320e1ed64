"""The engine on the bus: the journal comes first, a connection gets everything, and rubbish is ignored."""

import errno
import threading
from pathlib import Path
from typing import Any

import pytest

from engine.bus.client import Connected, Disconnected, ReceivedMessage, Rejected
from engine.bus.messages.cameras import CameraEvent, CameraEventKind
from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.bus.messages.match import MatchState, Situation
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.faults import MissingFault
from engine.core.ids import PieceId, Seat, Seconds
from engine.core.phrase import Phrase, load_phrase
from engine.core.verdict import VerdictKind
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal import JournalFault, journals, read_journal
from engine.session.matches.journal_replay import replay
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.service import QUESTIONS_KEPT
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import GAME, MOVE, SETUP

STATES = {"surface", "match", "advice", "situation", "clock", "sensing", "board_lights", "covered_cells"}


def test_every_seat_receives_its_own_sealed_sheet_with_every_play(
    tmp_path: Path,
) -> None:
    seal = Seal(bytes(32), table="t")
    hands = {"west": ["bua-chien"], "north": ["khien-go", "luoi-sat"]}
    engine = Engine(tmp_path, {**SETUP, "hands": hands}, seal=seal)
    engine.service.take(Connected())
    engine.ask("1", action=MOVE)
    sheets = [
        (name, message)
        for (channel, message), name in zip(engine.wire.sent, engine.wire.names, strict=True)
        if channel == "seat"
    ]
    assert [name for name, _ in sheets] == ["west", "north"] * 2
    opened = [seal.opened(message, Seat(name)) for name, message in sheets]
    assert [sheet.revision for sheet in opened] == [0, 0, 1, 1]
    held = [[use.key for use in sheet.uses if use.kind == "card"] for sheet in opened]
    assert held == [["card bua-chien"], ["card khien-go", "card luoi-sat"]] * 2
    assert not any(card in str(engine.wire.sent) for hand in hands.values() for card in hand)


def test_a_new_connection_gets_the_whole_state(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.service.take(Connected())
    assert {name for name, _ in engine.wire.sent} == STATES
    engine.wire.sent.clear()
    engine.service.take(Disconnected(Phrase("gone")))
    engine.service.take(Connected())
    assert {name for name, _ in engine.wire.sent} == STATES


def test_a_play_that_is_seen_is_played_and_published(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.show()
    engine.show(w_inf_1="e6")
    match = engine.wire.last("match")
    assert isinstance(match, MatchState)
    assert match.revision == 1
    assert engine.wire.last("verdict").actions[0].action == MOVE
    situation = engine.wire.last("situation")
    assert isinstance(situation, Situation)
    assert situation.watching


def test_nothing_is_published_before_the_journal_has_it(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.ask("1", action=MOVE)
    said = [n for n, (name, _) in enumerate(engine.wire.sent) if name in {"match", "verdict", "answer"}]
    assert said
    assert {engine.wire.entries_then[n] for n in said} == {2}


def test_an_engine_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    first = Engine(tmp_path)
    first.ask("1", action=MOVE)
    first.service.close()
    second = Engine(tmp_path)
    assert second.service.table.match == first.service.table.match
    assert second.ask("1", action=MOVE, revision=0).code is AnswerCode.DONE
    assert second.service.table.match.revision == 1
    assert len(journals(tmp_path)) == 1


def test_two_engines_never_play_one_match(tmp_path: Path) -> None:
    first = Engine(tmp_path)
    with pytest.raises(MissingFault, match="another engine"):
        Engine(tmp_path)
    first.service.close()


@pytest.mark.parametrize("other", [{"setup": None}, {"feed": "footage since 7"}])
def test_a_match_on_other_terms_is_a_new_one(tmp_path: Path, other: dict[str, Any]) -> None:
    first = Engine(tmp_path)
    first.service.close()
    Engine(tmp_path, **other).service.close()
    assert len(journals(tmp_path)) == 2


def test_a_damaged_journal_is_logged_and_a_new_match_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    first = Engine(tmp_path)
    first.ask("1", action=MOVE)
    first.service.close()
    (path,) = journals(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"west"', b'"east"', 1))
    second = Engine(tmp_path)
    assert second.service.table.match.revision == 0
    assert "entry 1 is damaged" in caplog.text


def test_a_disk_that_refuses_stops_the_match_and_not_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.write", full)
        answer = engine.ask("1", action=MOVE)
    assert answer.code is AnswerCode.NOT_NOW
    assert "no space is left" in answer.text
    assert "no space is left" in engine.wire.last("situation").problem
    assert engine.service.table.match.revision == 0
    assert engine.ask("1", action=MOVE).code is AnswerCode.DONE
    assert engine.wire.last("situation").problem == ""


def test_rubbish_on_the_bus_is_passed_over(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.service.take(Rejected("boardwarden/t/vision/cam/look", "expected Look as JSON"))
    assert engine.ask("1", action=MOVE).code is AnswerCode.DONE


def test_an_attacked_player_receives_the_choices_and_a_usual_turn_has_none(tmp_path: Path) -> None:
    setup = {
        **SETUP,
        "pieces": {"w.cav.1": {"at": "e7"}, "n.arc.1": {"at": "f7"}, "n.inf.1": {"at": "f8"}},
    }
    engine = Engine(tmp_path, setup)
    engine.service.take(Connected())
    assert engine.wire.last("match").choices == ()
    engine.ask("1", action={"attack": "w.cav.1", "target": "n.arc.1"})
    choices = engine.wire.last("match").choices
    assert [(one.action, one.by) for one in choices] == [
        ({"block": "n.inf.1"}, "north"),
        ({"accept": True}, "north"),
    ]
    engine.ask("2", action={"accept": True})
    assert engine.wire.last("match").choices == ()


def test_a_service_that_comes_online_gets_everything_again(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.service.take(Connected())
    engine.wire.sent.clear()
    engine.service.take(ReceivedMessage("availability", "engine", Availability(online=True)))
    engine.service.take(ReceivedMessage("availability", "dashboard", Availability(online=False)))
    assert engine.wire.sent == []
    engine.service.take(ReceivedMessage("availability", "dashboard", Availability(online=True)))
    assert {name for name, _ in engine.wire.sent} == STATES


@pytest.mark.parametrize("table", ["a/b", "bàn số 1", "..", ""])
def test_a_table_of_any_name_has_a_folder_and_is_found_again(tmp_path: Path, table: str) -> None:
    keeper = MatchKeeper(tmp_path, GAME)
    wanted = MatchOpening("", Seconds(0.0), "dozen_war", "mativen", "mativen-pieces", SETUP, table=table)
    match, journal = keeper.open(wanted, Seconds(0.0))
    journal.close()
    assert [path.parent.parent for path in journals(tmp_path)] == [tmp_path]
    found = keeper.resume(wanted)
    assert found is not None
    assert found[0].opening.match == match.opening.match
    found[1].close()


def test_a_disk_that_is_full_at_the_opening_leaves_no_empty_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.write", full)
        with pytest.raises(JournalFault, match="no space is left on the disk"):
            Engine(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_new_match_can_be_opened_and_survives_a_kill(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.ask("1", action=MOVE)
    setup = {**SETUP, "turn": "north"}
    assert engine.ask("2", CommandKind.OPEN, setup=setup).code is AnswerCode.DONE
    opened = engine.service.table.match
    assert opened.revision == 0
    assert engine.ask("2", CommandKind.OPEN, setup=setup).code is AnswerCode.DONE
    assert len(journals(tmp_path)) == 2
    engine.service.close()
    assert Engine(tmp_path).service.table.match == opened


def test_a_rematch_is_the_same_match_once_more_with_the_same_people(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    setup = {**SETUP, "turn": "north"}
    engine.ask("1", CommandKind.OPEN, setup=setup)
    first = engine.service.table.match.opening
    engine.ask("2", CommandKind.INTRODUCE, player=Seat("west"), name="Lan")
    assert engine.ask("3", CommandKind.REMATCH).code is AnswerCode.NOT_NOW
    for again in ("4", "5"):
        engine.ask(f"{again}.over", CommandKind.ADJUDICATE, reason="late", winners=(Seat("west"),))
        assert engine.ask(again, CommandKind.REMATCH).code is AnswerCode.DONE
        said = engine.wire.last("match")
        assert (said.revision, said.view.outcome, said.view.turn) == (0, None, "north")
        assert (said.players, said.series) == ({"west": "Lan"}, first.match)
    assert said.match not in ("", first.match)
    engine.service.close()
    assert Engine(tmp_path).service.table.match.opening.again == first.match


def test_a_setup_that_is_none_is_refused_and_the_match_goes_on(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    answer = engine.ask("2", CommandKind.OPEN, setup={"seats": ["nobody"]})
    assert answer.code is AnswerCode.UNREADABLE
    assert "nobody" in answer.text
    assert engine.ask("1", action=MOVE).code is AnswerCode.DONE


def test_eyes_that_fell_silent_are_said(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.show()
    assert engine.wire.last("situation").watching
    engine.now += 10
    engine.service.take(None)
    assert not engine.wire.last("situation").watching


def bumped(engine: Engine, *kinds: CameraEventKind) -> None:
    for number, kind in enumerate(kinds):
        said = CameraEvent("cam", Seconds(5.0 + number), kind, Phrase(f"it was {kind}"))
        engine.service.take(ReceivedMessage("camera_event", "cam", said))


def test_camera_events_are_journalled_and_announced_and_change_nothing(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    before = engine.service.table.match
    bumped(engine, CameraEventKind.LOST, CameraEventKind.MOVED)
    kept = read_journal(journals(tmp_path)[0]).entries
    assert [(one.kind, load_phrase(one.body["text"])) for one in kept[1:]] == [
        (EntryKind.REMARKED, "Camera cam: it was lost."),
        (EntryKind.REMARKED, "Camera cam: it was moved."),
    ]
    assert engine.service.table.match == before
    assert replay(GAME, kept).state == before.state
    said = engine.wire.last("situation").recent
    assert [(one.kind, one.text, one.taken_at) for one in said] == [
        (VerdictKind.REMARKED, "Camera cam: it was lost.", 5.0),
        (VerdictKind.REMARKED, "Camera cam: it was moved.", 6.0),
    ]
    assert engine.wire.last("situation").current is None
    engine.service.close()
    again = Engine(tmp_path)
    assert [one.text for one in again.service.table.recent] == [one.text for one in said]


def test_a_camera_that_begins_to_see_is_worth_no_entry(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    bumped(engine, CameraEventKind.FOUND, CameraEventKind.BACK)
    assert len(read_journal(journals(tmp_path)[0]).entries) == 1
    bumped(engine, CameraEventKind.LOST, CameraEventKind.FOUND, CameraEventKind.FOUND)
    kept = read_journal(journals(tmp_path)[0]).entries
    assert [one.body["evidence"]["event"] for one in kept[1:]] == ["lost", "found"]


def test_a_match_broken_off_stays_so_when_the_engine_dies_until_the_players_go_on(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    engine.show()
    engine.show(w_inf_1="e6")
    assert engine.ask("p", CommandKind.PAUSE).code is AnswerCode.DONE
    assert engine.wire.last("situation").paused
    engine.service.close()
    again = Engine(tmp_path)
    again.service.take(Connected())
    assert again.wire.last("situation").paused
    again.show(n_inf_1="f7")
    assert again.service.table.current is None
    assert again.ask("p", CommandKind.PAUSE).text == "done before"
    assert again.ask("r", CommandKind.RESUME).code is AnswerCode.DONE
    assert not again.wire.last("situation").paused
    again.show(n_inf_1="f7")
    assert again.service.table.current is not None


class Until(threading.Event):
    """A stop event that is set after this number of rounds."""

    def __init__(self, rounds: int) -> None:
        super().__init__()
        self.rounds = rounds

    def is_set(self) -> bool:
        self.rounds -= 1
        return self.rounds < 0


def test_a_flood_of_questions_holds_up_no_command_and_is_answered_in_part(tmp_path: Path) -> None:
    engine = Engine(tmp_path)
    many = [
        Command(f"q{number}", CommandKind.ASK, 0, piece=PieceId("w.inf.1"), place="e6")
        for number in range(QUESTIONS_KEPT + 100)
    ]
    act = Command("act", CommandKind.ACT, 0, action=MOVE)
    engine.wire.coming.extend(ReceivedMessage("command", "", one) for one in [*many, act])
    engine.service.run(Until(3))
    answers = [one for channel, one in engine.wire.sent if channel == "answer"]
    refused, done, asked = answers[:100], answers[100], answers[101:]
    assert {one.code for one in refused} == {AnswerCode.NOT_NOW}
    assert (done.command, done.code) == ("act", AnswerCode.DONE)
    assert [one.command for one in asked] == ["q0", "q1"]
