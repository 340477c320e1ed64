"""Promises of the private brokers: where they listen, how they end, what is said when they can't start."""

import itertools
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from engine.bus import broker as brokers
from engine.bus.accounts import Accounts
from engine.bus.address import parse_broker_url
from engine.bus.broker import Broker, RemoteBroker, free_port, open_broker, private_kind, wait_listening
from engine.bus.heart import SILENT
from engine.bus.keeper import keep
from engine.bus.service import KNOWN_VARIABLE
from engine.core.faults import InputFault, MissingFault
from engine.core.programs import WITHOUT
from tests.conftest import TOP
from tests.patience import PATIENCE_S


def test_a_private_broker_listens_on_the_loopback_address_only(broker: Broker) -> None:
    address = parse_broker_url(broker.url)
    assert address.host == "127.0.0.1"
    # Another address of this machine: whoever listens on all of them would answer here.
    with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.2", address.port), 1):
        pass


def test_a_broker_that_was_stopped_listens_no_more_and_can_start_again(broker: Broker) -> None:
    address = parse_broker_url(broker.url)
    broker.stop()
    assert not broker.running
    assert not wait_listening(address, seconds=0)
    broker.stop()
    broker.start()
    assert broker.running
    assert wait_listening(address, seconds=0)


def test_a_port_in_use_is_said_with_its_number(kind: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        with pytest.raises(MissingFault, match=f"port {port} .* in use"):
            open_broker(kind, port=port).start()


def test_a_configuration_lies_in_the_folder_given_and_nothing_else_does(kind: str, tmp_path: Path) -> None:
    opened = open_broker(kind, folder=tmp_path / "run")
    opened.start()
    opened.stop()
    assert len(list((tmp_path / "run").iterdir())) == 1


def test_a_free_port_is_one_that_the_system_gives_to_nobody() -> None:
    """A connection that begins before we listen there could take any other."""
    with ExitStack() as held:
        for _ in range(20):
            ours = held.enter_context(socket.socket())
            ours.bind(("127.0.0.1", free_port()))
            assert 1024 <= ours.getsockname()[1] < 32_768


def keeping(kind: str, port: int, folder: Path) -> tuple[str, ...]:
    """Return Python's words that run a keeper."""
    accounts = folder / "accounts"
    Accounts.fresh().write(accounts)
    words = ("--broker", kind, "--port", str(port), "--folder", str(folder), "--accounts", str(accounts))
    return ("-m", "engine.bus.keeper", *words)


@pytest.mark.parametrize("ending", ["the pipe closes", "it is asked to stop", "it is killed"])
def test_a_keeper_takes_its_broker_with_it(kind: str, tmp_path: Path, ending: str) -> None:
    port = free_port()
    with subprocess.Popen([sys.executable, *keeping(kind, port, tmp_path)], stdin=subprocess.PIPE) as keeper:
        assert keeper.stdin is not None
        assert wait_listening(parse_broker_url(f"mqtt://127.0.0.1:{port}"), seconds=PATIENCE_S)
        # An open connection ends exactly when the broker does.
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as connection:
            if ending == "the pipe closes":
                keeper.stdin.close()
            elif ending == "it is asked to stop":
                keeper.terminate()
            else:
                keeper.kill()
            assert _ends(connection)
        status = keeper.wait(PATIENCE_S)
    assert status == (-signal.SIGKILL if ending == "it is killed" else 0)


@pytest.mark.parametrize("known", [False, True])
def test_a_keeper_whose_failure_is_known_says_it_no_more(kind: str, tmp_path: Path, *, known: bool) -> None:
    environment = {**os.environ, "PYTHONPATH": str(TOP), **({KNOWN_VARIABLE: "1"} if known else {})}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = keeping(kind, taken.getsockname()[1], tmp_path)
        keeper = subprocess.run(
            [sys.executable, *words],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            check=False,
        )
    assert keeper.returncode == 3
    assert bool(keeper.stderr) is not known


@dataclass
class DyingBroker:
    """A broker that dies after each of some lives, on a clock that goes on while its keeper waits."""

    lives: list[float]
    about: str = "a broker"
    url: str = ""
    pid: int | None = None
    now: float = 0.0
    dies_at: float = 0.0
    started: int = 0
    stopped: threading.Event = field(default_factory=threading.Event)

    @property
    def running(self) -> bool:
        return self.now < self.dies_at

    def start(self) -> None:
        self.started += 1
        self.dies_at = self.now + self.lives.pop(0)

    def stop(self) -> None:
        self.dies_at = self.now

    def wait(self, seconds: float) -> bool:
        self.now += seconds
        return not self.lives and self.stopped.is_set()


@pytest.mark.parametrize(
    ("lives", "started", "status"),
    [([60.0, 1.0], 2, 3), ([1.0, 60.0], 1, 3), ([60.0, 60.0, 60.0, 1.0], 4, 3)],
    ids=["once", "it doesn't live", "three times"],
)
def test_a_broker_that_has_lived_is_started_again_at_once_and_another_is_left_to_the_supervisor(
    lives: list[float], started: int, status: int
) -> None:
    broker = DyingBroker(lives)
    broker.start()
    answers = itertools.count()
    waiting: Any = broker
    assert keep(broker, lambda: next(answers), SILENT, waiting, clock=lambda: broker.now) == status
    assert broker.started == started


def test_a_keeper_that_is_asked_to_stop_ends_well() -> None:
    broker = DyingBroker([60.0])
    broker.start()
    broker.stopped.set()
    waiting: Any = broker
    assert keep(broker, lambda: 0, SILENT, waiting, clock=lambda: broker.now) == 0


def test_a_private_broker_that_is_well_says_nothing(
    broker: Broker, capfd: pytest.CaptureFixture[str]
) -> None:
    # Also as root, although mosquitto would warn of that.
    broker.stop()
    assert capfd.readouterr() == ("", "")


def test_what_mosquitto_complains_of_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    complaining = tmp_path / "mosquitto"
    complaining.write_text("#!/bin/sh\necho 'no such listener' >&2\nexit 1\n", encoding="utf-8")
    complaining.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv(WITHOUT, raising=False)
    with pytest.raises(MissingFault, match="ended with status 1"):
        open_broker("mosquitto").start()
    assert capfd.readouterr().err == "no such listener\n"


def test_a_remote_broker_that_doesnt_answer_is_missing_and_said_with_what_to_do() -> None:
    remote = RemoteBroker(f"mqtt://ann:secret@127.0.0.1:{free_port()}", reach_seconds=0)
    with pytest.raises(MissingFault, match=r"nothing answers at mqtt://ann@127\.0\.0\.1.*leave --broker out"):
        remote.start()


def test_a_remote_broker_that_answers_is_left_running(broker: Broker) -> None:
    remote = open_broker(broker.url)
    remote.start()
    remote.stop()
    assert broker.running


def test_a_broker_nobody_knows_is_refused_with_the_choices() -> None:
    with pytest.raises(InputFault, match="expected embedded, mosquitto, iotcore or mqtt://"):
        open_broker("rabbit")


def test_a_broker_that_isnt_installed_is_missing_and_said_with_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(brokers, "find_mosquitto", lambda: None)
    with pytest.raises(MissingFault, match="sudo apt install mosquitto"):
        private_kind("mosquitto")
    monkeypatch.setattr(brokers, "has_iotcore", lambda: False)
    with pytest.raises(MissingFault, match="pip install iotcore"):
        private_kind("iotcore")
    with pytest.raises(MissingFault, match=r"pip install iotcore.*sudo apt install mosquitto"):
        private_kind("embedded")


def test_the_embedded_broker_is_mosquitto_where_it_is_and_else_iotcore(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(brokers, "has_iotcore", lambda: True)
    monkeypatch.setattr(brokers, "find_mosquitto", lambda: "/usr/sbin/mosquitto")
    assert private_kind("embedded") == "mosquitto"
    monkeypatch.setattr(brokers, "find_mosquitto", lambda: None)
    assert private_kind("embedded") == "iotcore"


def _ends(connection: socket.socket) -> bool:
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


def test_a_broker_that_answers_nobody_is_replaced_by_its_keeper(kind: str, tmp_path: Path) -> None:
    port = free_port()
    keeper = subprocess.Popen(
        [sys.executable, *keeping(kind, port, tmp_path)],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        address = parse_broker_url(f"mqtt://127.0.0.1:{port}")
        assert wait_listening(address, seconds=PATIENCE_S)
        children = Path(f"/proc/{keeper.pid}/task/{keeper.pid}/children")
        while not (found := children.read_text().split()):
            pass
        os.kill(int(found[0]), signal.SIGSTOP)
        assert keeper.stderr is not None
        said = [keeper.stderr.readline() for _ in range(2)]
        assert f"{kind} on 127.0.0.1:{port} runs, but doesn't answer" in said[0]
        assert f"{kind} on 127.0.0.1:{port} was started again" in said[1]
        assert children.read_text().split() != found
        assert wait_listening(address, seconds=PATIENCE_S)
    finally:
        keeper.terminate()
        keeper.communicate()
