"""A real engine on a real broker is killed during a match. It comes back with all that it acknowledged."""

import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.bus.broker import Broker, open_broker
from engine.bus.channels import Service
from engine.bus.claiming import NameClaim
from engine.bus.client import BusClient, ReceivedMessage
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.bus.messages.match import MatchState
from engine.bus.messages.services import TableClaim
from engine.bus.proofs import MessageProofs
from engine.bus.sealing import table_key
from tests.patience import PATIENCE_S

SETUP = """\
seats: [west, north]
turn: west
round: 2
pieces: {w.inf.1: {at: e5}, w.inf.2: {at: g5}, n.inf.1: {at: f9}}
"""


@pytest.fixture
def broker() -> Iterator[Broker]:
    if find_spec("iotcore") is None:
        pytest.skip("iotcore isn't installed; python -m pip install iotcore")
    opened = open_broker("iotcore")
    opened.start()
    yield opened
    opened.stop()


@pytest.fixture
def tablet(broker: Broker, tmp_path: Path) -> Iterator[BusClient]:
    client = BusClient(
        url=broker.url,
        table="t",
        service=Service.DASHBOARD,
        wanted=["match", "answer"],
        version="test",
        proofs=MessageProofs(table_key(tmp_path / "matches", "t"), table="t"),
    )
    client.start()
    yield client
    client.stop()


def engine_at(url: str, folder: Path) -> subprocess.Popen[bytes]:
    setup = folder / "setup.yaml"
    setup.write_text(SETUP, encoding="utf-8")
    options = [f"--broker={url}", "--table=t", f"--data={folder / 'matches'}", f"--setup={setup}"]
    return subprocess.Popen([sys.executable, "-m", "dashboard", "engine", *options])


def next_match(tablet: BusClient, revision: int) -> MatchState:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        match tablet.receive(1.0):
            case ReceivedMessage("match", _, MatchState(revision=found) as match) if found == revision:
                return match
    raise AssertionError(f"no match state at revision {revision}")


def answer_to(tablet: BusClient, command: Command) -> Answer:
    tablet.publish("command", command)
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        match tablet.receive(1.0):
            case ReceivedMessage("answer", _, Answer(command=command.id) as answer):
                return answer
    raise AssertionError(f"no answer to {command.id}")


def test_nothing_acknowledged_is_lost_by_a_kill(broker: Broker, tablet: BusClient, tmp_path: Path) -> None:
    engine = engine_at(broker.url, tmp_path)
    try:
        opened = next_match(tablet, 0)
        move = Command("m1", CommandKind.ACT, 0, None, {"move": "w.inf.1", "to": "e6"})
        assert answer_to(tablet, move).code is AnswerCode.DONE
        engine.kill()
        engine.wait()
        engine = engine_at(broker.url, tmp_path)
        assert next_match(tablet, 1).match == opened.match
        assert answer_to(tablet, move).code is AnswerCode.DONE
        later = Command("m2", CommandKind.ACT, 1, None, {"move": "w.inf.2", "to": "g6"})
        answer = answer_to(tablet, later)
        assert (answer.code, answer.revision) == (AnswerCode.DONE, 2)
    finally:
        engine.kill()
        engine.wait()


def test_an_engine_with_other_data_is_refused_where_a_table_has_the_name(
    broker: Broker, tmp_path: Path
) -> None:
    first = NameClaim(broker.url, "t", TableClaim("b", "south-hall"))
    first.start()
    assert first.settled(PATIENCE_S)
    try:
        options = [f"--broker={broker.url}", "--table=t", f"--data={tmp_path}"]
        command = [sys.executable, "-m", "dashboard", "engine", *options]
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    finally:
        first.release()
    assert second.returncode == 3
    assert "the table on south-hall has the name 't' on this broker, with other data" in second.stderr
