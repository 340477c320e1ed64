"""Promises of a private broker's accounts: nobody signs in without one, and each service writes its own."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bus.access import user_of
from engine.bus.accounts import KEEPER, OWNER, Accounts
from engine.bus.broker import Broker, open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, ReceivedMessage
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.round_trip import RoundTrip
from engine.core.faults import InputFault
from tests.patience import PATIENCE_S

ACCOUNTS = Accounts.fresh()
PAUSE = Command("1", CommandKind.PAUSE, 0)


@pytest.fixture
def closed(kind: str, tmp_path: Path) -> Iterator[Broker]:
    """A private broker with accounts."""
    opened = open_broker(kind, folder=tmp_path, accounts=ACCOUNTS)
    opened.start()
    yield opened
    opened.stop()


def address(broker: Broker) -> str:
    return broker.url.rpartition("@")[2]


def client(url: str, service: Service | None, *wanted: str) -> BusClient:
    return BusClient(url=url, table="t", service=service, wanted=wanted)


@pytest.mark.parametrize("user", ["", "boardwarden:wrong@", "boardwarden-engine@", "nobody:nobody@"])
def test_nobody_signs_in_without_an_account(closed: Broker, user: str) -> None:
    stranger = client(f"mqtt://{user}{address(closed)}", None, "match")
    stranger.start()
    try:
        event = stranger.receive(PATIENCE_S)
        assert type(event).__name__ == "Disconnected"
        assert not stranger.wait_connected(0)
    finally:
        stranger.stop()


def test_each_service_is_heard_on_its_own_channels(closed: Broker) -> None:
    owner = client(closed.url, None, "command", "availability")
    engine = client(ACCOUNTS.url(user_of(Service.ENGINE), address(closed)), Service.ENGINE, "command")
    dashboard = client(ACCOUNTS.url(user_of(Service.DASHBOARD), address(closed)), Service.DASHBOARD)
    for one in (owner, engine, dashboard):
        one.start()
    try:
        assert all(one.wait_connected(PATIENCE_S) for one in (owner, engine, dashboard))
        dashboard.publish("command", PAUSE)
        for hears in (owner, engine):
            while (event := hears.receive(PATIENCE_S)) != ReceivedMessage("command", "", PAUSE):
                assert event is not None
    finally:
        for one in (owner, engine, dashboard):
            one.stop()


def test_a_service_that_writes_anothers_channel_isnt_heard(mosquitto: str, tmp_path: Path) -> None:
    del mosquitto
    broker = open_broker("mosquitto", folder=tmp_path, accounts=ACCOUNTS)
    broker.start()
    # As the bridge signed in, as the dashboard spoken.
    forger = client(ACCOUNTS.url(user_of(Service.BRIDGE), address(broker)), Service.DASHBOARD)
    dashboard = client(ACCOUNTS.url(user_of(Service.DASHBOARD), address(broker)), Service.DASHBOARD)
    owner = client(broker.url, None, "command")
    try:
        for one in (owner, forger, dashboard):
            one.start()
            assert one.wait_connected(PATIENCE_S)
        forger.publish("command", PAUSE)
        # Only once the forger's was refused does the next come.
        forger.stop()
        honest = Command("2", CommandKind.PAUSE, 0)
        dashboard.publish("command", honest)
        while not isinstance(event := owner.receive(PATIENCE_S), ReceivedMessage):
            assert event is not None
        assert event.message == honest
    finally:
        for one in (owner, dashboard):
            one.stop()
        broker.stop()


def test_the_keepers_account_is_answered(closed: Broker) -> None:
    asking = RoundTrip(ACCOUNTS.url(KEEPER, address(closed)))
    asking.start()
    try:
        while asking.answers() < 7:
            pass
    finally:
        asking.stop()


def test_accounts_are_kept_in_a_file_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "accounts"
    before = os.umask(0)
    try:
        ACCOUNTS.write(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Accounts.read(path) == ACCOUNTS
    assert len(set(ACCOUNTS.passwords.values())) == len(Service) + 2
    assert not any(said in repr(ACCOUNTS) for said in ACCOUNTS.passwords.values())
    path.write_text("[1]", encoding="utf-8")
    with pytest.raises(InputFault, match=r"^--accounts .*: expected a file with a broker's accounts"):
        Accounts.read(path)
    assert OWNER in ACCOUNTS.passwords


def test_what_a_broker_reads_is_for_its_owner_alone(closed: Broker, tmp_path: Path) -> None:
    assert closed.running
    files = [path for path in tmp_path.iterdir() if path.is_file()]
    assert files
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
