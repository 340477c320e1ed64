"""Two worlds once more, on a real broker and at a real server: what a client hears and a browser is sent.

Only things outside the match are taken out: a service's start, and the moment when a page was sent.
"""

import json
import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
from fastapi import FastAPI
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from websockets.sync.client import ClientConnection

from dashboard.web.seats.seating import Role, Seating, TabletPlace
from engine.bus.address import parse_broker_url
from engine.bus.broker import open_broker
from engine.bus.channels import BY_NAME, Service
from engine.bus.client import BusClient, ReceivedMessage
from engine.bus.messages.boards import DeviceState
from tests import asking
from tests.asking import connect
from tests.patience import PATIENCE_S
from tests.web.routes import made_apps, readable
from tests.web.shown_table import KEY, TABLE, FakeBus, RunningServer
from tests.worlds.hearing import Heard, comparable, first_difference
from tests.worlds.pairs import Pair, Played, bazaar, dozen_war
from tests.worlds.still_machine import hold_still
from tests.worlds.test_two_worlds import chosen, first_numbers
from tests.worlds.world import World

__all__ = ("first_numbers",)

BOTH_GAMES = pytest.mark.parametrize(
    "played", [bazaar(asked="all"), dozen_war(asked="all")], ids=lambda one: str(one.name)
)
_SINCE = re.compile(rb'"since":[0-9.]+')


def in_turn(folder: Path, played: Played, *pairs: Pair) -> Iterator[tuple[World, list[tuple[Any, Any]]]]:
    """Yield the world that pairs share, then the other of each, in the same place, each with its actions."""
    (first, *_) = pairs
    lives = [(first.one, [(action.by, action.one) for action in first.actions])]
    lives += [(pair.other, [(action.by, action.other) for action in pair.actions]) for pair in pairs]
    for state, actions in lives:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        world = World(folder, played, state, first.seat)
        try:
            yield world, actions
        finally:
            world.service.close()


class Listener:
    """Any MQTT client: it subscribes to everything, and keeps what comes as it comes."""

    def __init__(self, url: str) -> None:
        self.heard: list[Heard] = []
        self._ended = threading.Event()
        self._ready = threading.Event()
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = self._take
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_subscribe = lambda *_: self._ready.set()
        at = parse_broker_url(url)
        self._client.connect(at.host, at.port)
        self._client.loop_start()
        assert self._ready.wait(PATIENCE_S)

    def _take(self, _: Any, __: Any, message: MQTTMessage) -> None:
        if message.topic == "test/end":
            self._ended.set()
            return
        said = comparable(_SINCE.sub(b'"since":0', message.payload))
        size = len(_SINCE.sub(b"", message.payload))
        self.heard.append(Heard("mqtt", f"{message.topic} {message.qos} {message.retain} {size}", said))

    def end(self) -> list[Heard]:
        """Return all that came before now."""
        self._client.publish("test/end", b"", qos=1)
        assert self._ended.wait(PATIENCE_S)
        self._client.loop_stop()
        self._client.disconnect()
        return self.heard


@BOTH_GAMES
def test_any_client_of_a_real_broker_hears_the_same(tmp_path: Path, played: Played) -> None:
    (pair,) = chosen(played, 1, 1)
    found = []
    for world, actions in in_turn(tmp_path / "m", played, pair):
        broker = open_broker("embedded")
        broker.start()
        clients = {
            service: BusClient(url=broker.url, table=TABLE, service=service, wanted=(), version="test")
            for service in (Service.ENGINE, Service.DASHBOARD, Service.VISION, Service.BRIDGE)
        }
        listener = Listener(broker.url)
        try:
            for client in clients.values():
                client.start()
                _until_online(client)
            count = 0

            def further(
                message: ReceivedMessage, clients: Any = clients, listener: Listener = listener
            ) -> None:
                nonlocal count
                channel = BY_NAME[message.channel]
                # One after the other: four services' messages come in no order among each other.
                count = len(listener.heard)
                clients[channel.senders[0]].publish(message.channel, message.message, message.name)
                _until(lambda: len(listener.heard) > count)

            world.ears.further = further
            world.live(pair, actions)
            late = Listener(broker.url)
            heard = [one for one in listener.end() if "/service/" not in one.what]
            kept = sorted(late.end(), key=lambda one: one.what)
            found.append([*heard, *(one for one in kept if "/service/" not in one.what)])
        finally:
            for client in clients.values():
                client.stop()
            broker.stop()
    assert first_difference(*found) == ""
    assert any("engine/seat_command 1 False" in one.what for one in found[0])
    assert any(" True " in one.what for one in found[0]), "a client that comes late gets what is retained"


def _until_online(client: BusClient) -> None:
    _until(lambda: client.receive(0.1) is not None)


def _until(holds: Any) -> None:
    until = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.001)


class Browser:
    """A tablet's line to a real server; all that it's sent is kept."""

    def __init__(self, line: ClientConnection, name: str, link: str) -> None:
        self.name, self.heard, self._line = name, list[Heard](), line
        if link:
            self._line.send(json.dumps({"join": {"link": link}}))

    def hear(self, until: str) -> None:
        """Keep the messages until one names a device of this port."""
        while True:
            text = str(self._line.recv(timeout=PATIENCE_S))
            if f'"{until}"' in text:
                return
            said, message = _SINCE.sub(b'"since":0', text.encode()), json.loads(text)
            channel = message["channel"]
            # A fence that was up when this browser came may be sent twice.
            if channel not in ("heartbeat", "dashboard") and message.get("name") != "fence":
                self.heard.append(Heard(f"socket of {self.name}, {channel}", str(len(said)), said))


OF_A_MATCH = frozenset({
    "/api/v1/events", "/api/v1/match", "/api/v1/situation", "/api/v1/surface", "/broken-off", "/hands/events",
    "/health", "/matches", "/matches/{name}", "/matches/{name}/moments/{number}", "/players",
})  # fmt: skip
"""The addresses whose answers hang on a match, but for pictures of what its moments say."""


def fetched(
    app: FastAPI, server: RunningServer, match: str, reader: str, link: str, *, whole: bool = True
) -> Iterator[Heard]:
    """Yield each address's answer to the holder of a link; not `whole`: only a match's addresses."""
    headers = {"Authorization": f"Bearer {link}"} if link else {}
    with asking.client(base_url=server.url, headers=headers) as client:
        for route in readable(app.routes) if whole else sorted(OF_A_MATCH):
            for number in range(3 if "{number}" in route else 1):
                path = route.replace("{name}", match).replace("{number}", str(number))
                with client.stream("GET", path.replace("{camera}", "cam")) as answer:
                    yield _answered(server, reader, answer)


def _answered(server: RunningServer, reader: str, answer: httpx.Response) -> Heard:
    """Return an address's answer; of a stream of events the first three."""
    if answer.headers.get("content-type", "").startswith("text/event-stream"):
        # Event by event: how much of them comes at a time hangs on the machine's pace.
        lines = iter(answer.iter_lines())
        said = "\n".join(line for _ in range(3) for line in iter(partial(next, lines), "")).encode()
    else:
        said = answer.read()
    kept = sorted((key, value) for key, value in answer.headers.items() if key != "date")
    said = _SINCE.sub(b'"since":0', said.replace(server.address.encode(), b"here"))
    what = f"{answer.request.url.raw_path.decode()} {answer.status_code} {kept}"
    return Heard(f"http of {reader}", what.replace(server.address, "here"), said)


def sent(
    folder: Path, monkeypatch: pytest.MonkeyPatch, played: Played, pair: Pair, *, whole: bool = True
) -> tuple[list[Heard], list[Heard], set[str]]:
    """Live both worlds of a pair at a real server; return what each sent, and the addresses asked for.

    Not `whole`: fewer questions, and the addresses of a match alone.
    """
    found, paths = sent_in_each(folder, monkeypatch, played, (pair,), whole=whole)
    one, other = (lived.heard for lived in found)
    return one, other, paths


@dataclass(frozen=True, slots=True)
class Lived:
    """A world that was lived at a real server."""

    heard: list[Heard]
    """The server's messages: on the sockets in the order of their channels, then its answers."""
    within: list[Heard]
    """The messages on the bus, and by tablets within the process: there the clock stands."""


def sent_in_each(
    folder: Path, monkeypatch: pytest.MonkeyPatch, played: Played, pairs: tuple[Pair, ...], *, whole: bool
) -> tuple[list[Lived], set[str]]:
    """Live the world that pairs share and the other of each, as `sent`; return them, and the addresses."""
    made = made_apps(monkeypatch)
    hold_still(monkeypatch)
    (first, *_) = pairs
    reader = first.seat
    link = "" if reader is None else Seating(KEY, table=TABLE).link(TabletPlace(Role.SEAT, reader))
    found, paths = list[Lived](), set[str]()
    for world, actions in in_turn(folder / "m", played, *pairs):
        bus = FakeBus()
        bus.connect()
        # Behind a proxy nobody keeps the table without the arbiter's link.
        server = RunningServer(bus, matches=folder / "m", hosts=("table.example.org",))
        server.start()
        asking.get(f"{server.url}/overlay")
        with Listening(bus, server, link) as listening:
            try:
                world.ears.further = listening.hear
                world.live(first, actions, few=not whole)
                # A verdict may be sent behind a state that came after it.
                for _ in range(3):
                    listening.fence()
                name = world.service.table.match.opening.match
                answers = [
                    *fetched(made[-1], server, name, "a spectator", "", whole=whole),
                    *fetched(made[-1], server, name, "the reader", link, whole=whole),
                ]
            finally:
                server.stop()
        paths |= {one.what.partition(" ")[0] for one in answers}
        assert not [one.what for one in answers if " 500 " in one.what]
        streams = [one for browser in listening.browsers for one in browser.heard]
        # Between channels the order hangs on the machine's pace; it's compared where the clock stands.
        found.append(Lived(sorted(streams, key=lambda one: one.road) + answers, world.ears.heard))
    return found, paths


class Listening:
    """The browsers at a server, a visitor's and a reader's: each reads all before a state is overtaken."""

    def __init__(self, bus: FakeBus, server: RunningServer, link: str) -> None:
        self.browsers: list[Browser] = []
        self._bus, self._server, self._link = bus, server, link
        self._lines, self._fences, self._unread = ExitStack(), 0, set[tuple[str, str]]()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._lines.close()

    def hear(self, message: ReceivedMessage) -> None:
        """Have the server hear something of the bus; the browsers join once there is a match."""
        if (message.channel, message.name) in self._unread:
            self.fence()
        self._unread.add((message.channel, message.name))
        self._bus.tell(message.channel, message.message, message.name)
        if message.channel == "match" and not self.browsers:
            for name, shown in (("a spectator", ""), ("the reader", self._link)):
                address = f"ws://{self._server.address}/ws"
                line = self._lines.enter_context(connect(address, origin=None, open_timeout=PATIENCE_S))
                self.browsers.append(Browser(line, name, shown))
            self.fence()

    def fence(self) -> None:
        """Wait until the browsers have read all that was said before now."""
        self._fences += 1
        self._unread.clear()
        port = f"till {self._fences}."
        self._bus.tell("device", DeviceState("fence", port, connected=True), "fence")
        for browser in self.browsers:
            browser.hear(port)


@pytest.mark.parametrize(
    "played",
    [bazaar(asked="all"), pytest.param(dozen_war(asked="all"), marks=pytest.mark.slow)],
    ids=["bazaar", "dozen_war"],
)
def test_browsers_of_a_real_server_are_sent_the_same_and_find_the_same_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, played: Played
) -> None:
    pair = next(one for one in chosen(played, 1, 40) if one.seat is not None)
    one, other, paths = sent(tmp_path, monkeypatch, played, pair)
    assert first_difference(one, other) == ""
    assert {"/api/v1/match", "/matches", "/health", "/links"} <= paths
    assert {path for path in OF_A_MATCH if "{" not in path} <= paths
    assert any(path.endswith("/moments/1") for path in paths)
