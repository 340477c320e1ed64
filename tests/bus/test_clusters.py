"""The docs' files for three mosquitto brokers, run as they are but for addresses, folders, the password."""

import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from dashboard.lab.brokers.killed import Load, outcome_of
from dashboard.lab.brokers.traits import tried
from engine.bus.access import ALL, access_rules
from engine.bus.accounts import Accounts
from engine.bus.address import parse_broker_url
from engine.bus.broker import LOOPBACK, free_port, wait_listening
from engine.core.programs import find_program
from tests.needs import TOP
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.slow

FOLDER = TOP / "docs" / "build-and-run" / "clusters"
BRIDGE = "boardwarden-bridge-of-brokers"


@dataclass
class Cluster:
    """Three brokers, by their numbers in the docs."""

    folder: Path
    accounts: Accounts
    ports: dict[int, int]
    running: dict[int, subprocess.Popen[bytes]] = field(default_factory=dict)

    def url(self, node: int) -> str:
        return self.accounts.url(ALL, f"{LOOPBACK}:{self.ports[node]}")

    def start(self, node: int) -> None:
        program = find_program("mosquitto")
        assert program is not None
        text = (FOLDER / f"mosquitto-{node}.conf").read_text(encoding="utf-8")
        own = self.folder / str(node)
        own.mkdir(exist_ok=True)
        for said, here in (
            ("listener 1883 0.0.0.0", f"listener {self.ports[node]} {LOOPBACK}"),
            ("node-1:1883", f"{LOOPBACK}:{self.ports[1]}"),
            ("/etc/mosquitto/", f"{self.folder}/"),
            ("/var/lib/mosquitto/", f"{own}/"),
            ("remote_password PASSWORD", f"remote_password {self.accounts.passwords[BRIDGE]}"),
        ):
            text = text.replace(said, here)
        # Started by root, mosquitto would become a user who can't read this folder.
        path = own / "mosquitto.conf"
        path.write_text(f"user root\n{text}", encoding="utf-8")
        self.running[node] = subprocess.Popen([program, "-c", str(path)], stderr=subprocess.DEVNULL)
        assert wait_listening(parse_broker_url(self.url(node)), seconds=PATIENCE_S)

    def kill(self, node: int) -> None:
        self.running[node].send_signal(signal.SIGKILL)
        self.running[node].wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    accounts = Accounts({ALL: "p" * 20, BRIDGE: "q" * 20})
    (tmp_path / "boardwarden.passwords").write_text(accounts.mosquitto_passwords(), encoding="utf-8")
    rules = access_rules() + (FOLDER / "bridge.acl").read_text(encoding="utf-8")
    (tmp_path / "boardwarden.acl").write_text(rules, encoding="utf-8")
    for name in ("boardwarden.passwords", "boardwarden.acl"):
        (tmp_path / name).chmod(0o600)
    found = Cluster(tmp_path, accounts, {node: free_port() for node in (1, 2, 3)})
    for node in found.ports:
        found.start(node)
    time.sleep(2.0)  # until the bridges are there
    yield found
    for one in found.running.values():
        one.kill()
        one.wait()


def test_three_brokers_carry_all_that_our_channels_need(cluster: Cluster) -> None:
    assert set(tried(cluster.url(2), cluster.url(3)).values()) == {"yes"}


@pytest.mark.parametrize("node", [1, 3], ids=["the middle one", "an outer one"])
def test_a_killed_broker_loses_no_acknowledged_message(cluster: Cluster, node: int) -> None:
    def killed_and_back() -> None:
        cluster.kill(node)
        time.sleep(2.0)
        cluster.start(node)

    # It's killed after a third of the time. By then the middle one has saved which brokers listen to it.
    urls = [cluster.url(one) for one in (1, 2, 3)]
    found = outcome_of(Load(6, each_hz=5.0, lasts_s=24.0), urls, halfway=killed_and_back)
    assert found.messages_s > 0
    assert (found.lost_events, found.lost_states) == (0, 0)
