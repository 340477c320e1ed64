"""Two worlds at a real server, for who doesn't ask politely: every method, others' links, lines full of lies.

The answers, the log and its length must be the same in both.
"""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from engine.bus.client import ReceivedMessage
from engine.bus.messages.boards import DeviceState
from engine.core.ids import Seat, Seconds
from tests import asking
from tests.asking import connect
from tests.web.routes import made_apps, paths
from tests.web.shown_table import KEY, TABLE, FakeBus, RunningServer
from tests.worlds.hearing import Heard, first_difference
from tests.worlds.pairs import Pair, bazaar
from tests.worlds.still_machine import hold_still
from tests.worlds.test_real_roads import Browser, in_turn
from tests.worlds.test_two_worlds import chosen, first_numbers
from tests.worlds.world import World

__all__ = ("first_numbers",)

HEARTBEAT_S = 3600.0
METHODS = ("GET", "HEAD", "POST", "PUT", "OPTIONS")
OF_THE_TEST = ("httpx", "httpcore")
"""The loggers of the test's own questions."""
HEADERS: tuple[dict[str, str], ...] = (
    {"range": "bytes=0-99999"},
    {"if-none-match": "*"},
    {"accept": "text/html"},
    {"accept-encoding": "gzip, br, zstd"},
    {"x-forwarded-for": "127.0.0.1", "forwarded": "for=127.0.0.1"},
)


def links(pair: Pair) -> dict[str, str]:
    """Links that a reader may try: its own, none, mangled, another table's, of another match."""
    own = TabletPlace(Role.SEAT, Seat(str(pair.seat)))
    here = Seating(KEY, table=TABLE)
    return {
        "none": "",
        "own": here.link(own),
        "mangled": here.link(own)[:-1],
        "of another seat's name": f"nobody.{here.link(own).partition('.')[2]}",
        "another table's arbiter": Seating(KEY, table="hall").link(ARBITER),
        "an old match's": Seating(KEY, table=TABLE, era=lambda _: "1:m0").link(own),
    }


def forced(app: FastAPI, server: RunningServer, match: str, pair: Pair) -> Iterator[Heard]:
    """Yield the answer of every address to every method, by every link, and to odd headers."""
    with asking.client(base_url=server.url) as client:
        for route in sorted(paths(app.routes) - {"/ws", "/api/v1/events", "/static", "/bundle"}):
            path = route.replace("{name}", match).replace("{number}", "1").replace("{camera}", "cam")
            ways: list[tuple[str, str, dict[str, str]]] = [
                (method, name, {"authorization": f"Bearer {link}"} if link else {})
                for method in METHODS
                for name, link in links(pair).items()
                if method == "GET" or name == "own"
            ]
            ways += [("GET", str(more), more) for more in HEADERS]
            for method, name, headers in ways:
                answer = client.request(method, path, headers=headers, content=b"{}" * (method == "POST"))
                kept = sorted((key, value) for key, value in answer.headers.items() if key != "date")
                said = answer.content.replace(server.address.encode(), b"here")
                what = f"{method} {path} by {name}: {answer.status_code} {kept}"
                yield Heard("http", what.replace(server.address, "here"), said)


def lies(pair: Pair, revision: int) -> list[Any]:
    """A tablet's wrong words at the reader's seat."""
    other = next(seat for seat in ("a", "b", "c") if seat != pair.seat)
    asked = {"id": "x", "revision": revision}
    found: list[Any] = [
        {"command": {**asked, "kind": kind, "seat": other, "player": other, "name": "Lan", "choice": 0}}
        for kind in ("act", "choose", "resign", "introduce", "correct", "adjudicate", "penalise", "look_on",
                     "open", "take_up", "enrol", "show_hands", "hide_hands", "suggest", "table_is_right")
    ]  # fmt: skip
    found += [
        {"command": {**asked, "id": f"y{number}", "kind": "act", "seat": other, "action": {word: name}}}
        for number, name in enumerate(pair.hidden[:4])
        for word in ("play", "discard", "by", "buy")
    ]
    found += [
        {"simulator": {"order": order, "piece": name, "device": f"pad.{other}", "face": "up"}}
        for order in ("put", "hold", "flip", "take", "lift")
        for name in pair.hidden[:2]
    ]
    found += [{"join": {"link": link}} for link in links(pair).values() if link]
    return [*found, {}, [], "text", {"again": {}}, {"hello": {"language": "zz"}}, {"command": None}]


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    hold_still(monkeypatch)


@pytest.mark.slow
def test_neither_force_nor_lies_tell_two_worlds_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    # A heartbeat is then always the answer to a tablet's hello, never the line's own after a silence.
    made = made_apps(monkeypatch, heartbeat=Seconds(HEARTBEAT_S))
    caplog.set_level(logging.INFO)
    pair = next(one for one in chosen(bazaar(asked="all"), 1, 40) if one.seat is not None)
    own = links(pair)["own"]
    found: list[list[Heard]] = []
    for world, actions in in_turn(tmp_path / "m", bazaar(asked="all"), pair):
        caplog.clear()
        bus = FakeBus()
        bus.connect()
        server = RunningServer(bus, matches=tmp_path / "m", hosts=("table.example.org",))
        server.start()
        try:
            asking.get(f"{server.url}/overlay")
            world.ears.further = lambda message, bus=bus: bus.tell(  # type: ignore[misc]
                message.channel, message.message, message.name
            )
            world.live(pair, actions)
            with connect(f"ws://{server.address}/ws", origin=None) as line:
                reader = Browser(line, "the reader", own)
                fence(bus, reader, "first")
                for number, lie in enumerate(lies(pair, world.service.table.match.revision)):
                    # Answered in their order: earlier messages have been taken in. A tablet that joins again
                    # gets its messages from another place, and loses those that still wait.
                    for said in (lie, {"join": {"link": own}}):
                        line.send(json.dumps(said))
                        line.send(json.dumps({"hello": {}}))
                        reader.hear("heartbeat")
                    while not bus.sent.empty():
                        passed_on(world, *bus.next_sent())
                    fence(bus, reader, f"lie {number}")
            name = world.service.table.match.opening.match
            answers = list(forced(made[-1], server, name, pair))
            log = [
                Heard("log", one.name, one.getMessage().encode())
                for one in caplog.records
                if one.name not in OF_THE_TEST
            ]
            # A place and its things go out together, in the order that a tablet takes them in.
            heard = sorted(reader.heard, key=lambda one: (one.road, one.said))
            found.append(heard + answers + log)
        finally:
            server.stop()
    assert first_difference(*found) == ""
    statuses = {one.what.partition(": ")[2][:3] for one in found[0] if one.road == "http"}
    assert "500" not in statuses
    assert {"200", "403", "404", "405"} <= statuses


def fence(bus: FakeBus, reader: Browser, text: str) -> None:
    """Have the reader hear everything that was sent before now."""
    bus.tell("device", DeviceState("fence", text, connected=True), "fence")
    reader.hear(text)


def passed_on(world: World, channel: str, message: Any) -> None:
    """Have the engine take what the dashboard sent on, as it would travel."""
    if channel == "seat_command":
        world.take(ReceivedMessage(channel, "", world.seal.sealed_command(message)))
    elif channel == "command":
        world.take(ReceivedMessage(channel, "", message))
