"""Only the engine and a seat's own tablets can read that seat's requests and their answers."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.bus.channels import BY_NAME
from engine.bus.client import ReceivedMessage
from engine.bus.codec import encode
from engine.bus.messages.commands import AnswerCode, Command, CommandKind, SealedCommand
from engine.bus.sealing import Seal
from engine.core.ids import Seat
from tests.session.serving_engine import Engine
from tests.session.two_soldiers import SETUP

SEAL = Seal(bytes(32), table="t")
WEST = Seat("west")
HOLDING: dict[str, Any] = {
    **SETUP,
    "pieces": {"w.cav.1": {"at": "e5"}, "n.inf.1": {"at": "f8"}},
    "hands": {"west": ["dai-dao"], "north": ["dao-gam"]},
}
ACTIONS = ({"play": "dai-dao", "user": "w.cav.1"}, {"play": "bua-chien"}, {"end_turn": True})


def sealed(seat: Seat | None, action: dict[str, Any], revision: int = 0) -> ReceivedMessage:
    asked = Command("c", CommandKind.ACT, revision, seat, action)
    return ReceivedMessage("seat_command", "", SEAL.sealed_command(asked))


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_the_bus_shows_neither_a_seats_request_nor_its_answer(tmp_path: Path, action: dict[str, Any]) -> None:
    engine = Engine(tmp_path, HOLDING, seal=SEAL)
    before = len(engine.wire.sent)
    came = sealed(WEST, action)
    engine.service.take(came)
    (said,) = (one for channel, one in engine.wire.sent[before:] if channel == "seat_answer")
    assert not [one for channel, one in engine.wire.sent[before:] if channel == "answer"]
    for channel, message in (("seat_command", came.message), ("seat_answer", said)):
        payload = encode(BY_NAME[channel], message)
        assert not any(word in payload for word in (b"dai-dao", b"west", b"done", b"illegal", b'"c"'))
    assert SEAL.opened_answer(said).seat == WEST


def test_all_commands_of_seats_are_as_long_and_so_are_all_answers(tmp_path: Path) -> None:
    engine = Engine(tmp_path, HOLDING, seal=SEAL)
    came = [sealed(seat, action) for action in ACTIONS for seat in (WEST, Seat("north"))]
    came += [ReceivedMessage("seat_command", "", SEAL.sealed_command(Command("q", CommandKind.ASK, 0, WEST)))]
    for one in came:
        engine.service.take(one)
    lengths = {len(one.message.sealed) for one in came}
    answers = [len(one.sealed) for channel, one in engine.wire.sent if channel == "seat_answer"]
    assert len(answers) == len(came)
    assert len(lengths) == len(set(answers)) == 1


def test_a_command_in_a_seats_name_that_lies_open_is_refused(tmp_path: Path) -> None:
    engine = Engine(tmp_path, seal=SEAL)
    asked = Command("c", CommandKind.ACT, 0, WEST, {"end_turn": True})
    engine.service.take(ReceivedMessage("command", "", asked))
    assert engine.wire.last("answer").code is AnswerCode.ILLEGAL
    assert engine.service.table.match.revision == 0
    engine.service.take(ReceivedMessage("seat_command", "", SEAL.sealed_command(asked)))
    assert engine.service.table.match.revision > 0


@pytest.mark.parametrize(
    "other",
    [Seal(bytes([1]) * 32, table="t"), Seal(bytes(32), table="hall"), None],
    ids=["another_key", "another_table", "no_seal"],
)
def test_a_command_sealed_with_another_key_changes_nothing_and_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, other: Seal | None
) -> None:
    engine = Engine(tmp_path, seal=SEAL)
    asked = Command("c", CommandKind.ACT, 0, WEST, {"end_turn": True})
    for _ in range(3):
        closed = SealedCommand("AAAA") if other is None else other.sealed_command(asked)
        engine.service.take(ReceivedMessage("seat_command", "", closed))
    assert engine.service.table.match.revision == 0
    assert [one.message for one in caplog.records].count(caplog.records[-1].message) == 1
    assert "a seat's command doesn't open" in caplog.text


def test_a_seat_that_repeats_anothers_id_does_not_get_its_answer(tmp_path: Path) -> None:
    engine = Engine(tmp_path, seal=SEAL)
    assert engine.ask("c", action={"end_turn": True}, seat=WEST).code is AnswerCode.DONE
    again = engine.ask("c", action={"end_turn": True}, seat=Seat("north"))
    assert (again.seat, again.code) == (Seat("north"), AnswerCode.DONE)
    assert "before" in str(again.text)


@pytest.mark.parametrize("kind", [CommandKind.ACT, CommandKind.RESIGN, CommandKind.INTRODUCE])
def test_a_command_sealed_in_one_match_is_refused_in_the_next(tmp_path: Path, kind: CommandKind) -> None:
    engine = Engine(tmp_path, seal=SEAL)
    first = engine.service.table.match.opening.match
    asked = Command("c", kind, 0, WEST, {"end_turn": True}, match=first, name="Lan")
    overheard = ReceivedMessage("seat_command", "", SEAL.sealed_command(asked))
    opened = Command("next", CommandKind.OPEN, 0, setup=SETUP)
    engine.service.take(ReceivedMessage("command", "", opened))
    begun = engine.service.table.match
    assert begun.opening.match != first
    engine.service.take(overheard)
    assert SEAL.opened_answer(engine.wire.last("seat_answer")).code is AnswerCode.STALE
    assert (engine.service.table.match.revision, engine.service.table.match.opening) == (0, begun.opening)
    # In this match it was sealed, so it's carried out.
    again = replace(asked, match=begun.opening.match)
    engine.service.take(ReceivedMessage("seat_command", "", SEAL.sealed_command(again)))
    assert SEAL.opened_answer(engine.wire.last("seat_answer")).code is AnswerCode.DONE
