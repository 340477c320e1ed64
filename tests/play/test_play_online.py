"""Promises of the watch that tells `play` when its services are there."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from dashboard.supervisor.online import OnlineWatch
from engine.bus.broker import open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, Received
from tests.patience import PATIENCE_S

Open = Callable[[Service], BusClient]


@pytest.fixture
def url() -> Iterator[str]:
    """A broker's URL."""
    broker = open_broker("embedded")
    broker.start()
    yield broker.url
    broker.stop()


@contextmanager
def serving(url: str, service: Service, table: str = "t") -> Iterator[BusClient]:
    """A service of this process that has heard that it is online, and so has everybody asked before it."""
    client = BusClient(url=url, table=table, service=service, wanted=("availability",))
    client.start()
    try:
        while (event := client.receive(PATIENCE_S)) is not None:
            if isinstance(event, Received) and event.name == service:
                break
        assert event is not None
        yield client
    finally:
        client.stop()


@contextmanager
def watching(url: str, table: str = "t") -> Iterator[OnlineWatch]:
    watch = OnlineWatch(url=url, table=table)
    watch.start()
    try:
        yield watch
    finally:
        watch.stop()


def until(watch: OnlineWatch, pids: dict[str, int], wanted: set[Service]) -> bool:
    """Ask until exactly those are online; the test's own time limit ends it otherwise."""
    pause = threading.Event()
    while watch.online(pids) != wanted:
        pause.wait(0.01)
    return True


def test_a_service_is_online_as_the_process_that_was_started_and_as_no_other(url: str) -> None:
    ours, others = {"engine": os.getpid()}, {"engine": os.getpid() + 1}
    with watching(url) as watch:
        with serving(url, Service.ENGINE):
            assert until(watch, ours, {Service.ENGINE})
            assert watch.online(others) == frozenset()
            assert watch.online({}) == frozenset()
        assert until(watch, ours, set())


def test_another_tables_services_dont_count(url: str) -> None:
    ours = {"engine": os.getpid(), "vision": os.getpid()}
    with (
        watching(url, "mine") as watch,
        serving(url, Service.VISION, "other"),
        serving(url, Service.ENGINE, "mine"),
    ):
        assert until(watch, ours, {Service.ENGINE})
