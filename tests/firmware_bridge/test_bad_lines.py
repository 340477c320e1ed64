"""Ports where nothing answers, lines that carry rubbish, boards of another version: said once each."""

import random

from engine.core.phrase import Phrase
from firmware_bridge.board_reports import BoardReport, BoardSaid, Came, Complaint
from firmware_bridge.conversation import PATIENCE, Conversation
from tests.firmware_bridge.firmware_ends import FirmwareBoard
from tests.firmware_bridge.talking import Table, opened


def test_a_port_where_nothing_answers_is_said_once_with_what_to_do() -> None:
    host = Conversation(1)
    host.port_opened(0.0)
    said = [one for tenth in range(600) for one in host.tick(tenth / 10)]
    (complaint,) = said
    assert isinstance(complaint, Complaint)
    assert complaint.text.startswith("nothing answers: is this the board's port")
    assert complaint.lasting


def test_a_port_that_sends_only_rubbish_is_said_once_with_how_much() -> None:
    host, said, now = Conversation(1), list[BoardSaid](), 0.0
    chance = random.Random(8)  # noqa: S311 # a test's own chance
    host.port_opened(now)
    for _ in range(400):
        now += PATIENCE / 100
        said += host.receive_data(chance.randbytes(1000), now)
        said += host.tick(now)
    (complaint,) = said
    assert isinstance(complaint, Complaint)
    assert "only rubbish comes" in complaint.text


def test_a_noisy_line_is_said_once_and_goes_on_working() -> None:
    table = opened()
    chance = random.Random(8)  # noqa: S311 # a test's own chance
    for _ in range(300):
        table.take(table.host.receive_data(chance.randbytes(300), table.now), note=True)
        table.run(0.01)
    table.board.press("west", "end_turn", table.board_now)
    table.run(2)
    assert len(table.of(BoardReport)) == 1
    (complaint,) = table.of(Complaint)
    assert "the line to the board is bad" in complaint.text


def test_what_one_port_sent_is_not_held_against_the_next() -> None:
    table = Table(board=FirmwareBoard(boot=1))
    chance = random.Random(8)  # noqa: S311 # a test's own chance
    table.host.port_opened(table.now)
    for _ in range(300):
        table.take(table.host.receive_data(chance.randbytes(300), table.now), note=False)
    table.take(table.host.port_gone(Phrase("unplugged")), note=False)
    table.host.port_opened(table.now)
    table.run(PATIENCE + 5)
    assert len(table.of(Came)) == 1
    assert table.of(Complaint) == []


def test_a_board_of_another_version_is_refused_and_said_once() -> None:
    table = Table(board=FirmwareBoard(boot=1, dictionary=5, version="0.0.1"))
    table.host.port_opened(table.now)
    table.run(20)
    (complaint,) = table.said
    assert isinstance(complaint, Complaint)
    assert "firmware 0.0.1" in complaint.text
    assert complaint.lasting


def test_a_board_that_has_answered_and_stops_is_no_port_without_a_board() -> None:
    table = opened()
    table.lose = 1.0
    table.run(30)
    (complaint,) = table.of(Complaint)
    assert "doesn't answer any more" in complaint.text
    assert "firmware on it" not in complaint.text
