"""Phones are let in once whoever keeps the table says so, and no code leads nowhere."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import httpx
import pytest

from dashboard.web.serving.doors import Door, Doors, PageReach
from engine.core.faults import MissingFault
from tests import asking
from tests.web.seated import WEST, link_of, tablet
from tests.web.shown_table import BEARER, FakeBus, Match, RunningServer

ROOM = "127.0.0.2"
"""An address of this machine other than the one that the pages are served at."""


class Frame:
    """Holds the doors; keeps how often one was opened and shut."""

    def __init__(self, network: str | None = "10.0.0.7") -> None:
        self.network = network
        self.opened: list[str] = []
        self.shut = 0

    async def open(self, host: str) -> Door:
        self.opened.append(host)
        return Door(f"http://{host}:8321/", self._shut)

    async def _shut(self) -> None:
        self.shut += 1

    def doors(self, *, only_here: bool = True) -> Doors:
        return Doors(
            url=lambda: "http://127.0.0.1:8321/",
            only_here=only_here,
            opened=self.open,
            in_network=lambda: self.network,
        )


def test_a_door_to_the_room_is_opened_once_and_shut_again() -> None:
    async def run() -> None:
        frame = Frame()
        doors = frame.doors()
        assert (doors.reach, doors.url()) == (PageReach.HERE, "http://127.0.0.1:8321/")
        await asyncio.gather(doors.open_to_room(), doors.open_to_room())
        assert (doors.reach, doors.url()) == (PageReach.ROOM, "http://10.0.0.7:8321/")
        assert frame.opened == ["10.0.0.7"]
        await doors.shut_to_room()
        await doors.shut_to_room()
        assert (doors.reach, frame.shut) == (PageReach.HERE, 1)

    asyncio.run(run())


def test_a_table_that_is_served_to_all_has_nothing_to_open() -> None:
    frame = Frame()
    doors = frame.doors(only_here=False)
    asyncio.run(doors.open_to_room())
    assert (doors.reach, frame.opened) == (PageReach.STARTED, [])


def test_a_machine_without_a_network_says_so() -> None:
    doors = Frame(network=None).doors()
    with pytest.raises(MissingFault, match="no network"):
        asyncio.run(doors.open_to_room())
    assert doors.reach is PageReach.HERE


@pytest.fixture
def server(table: FakeBus) -> Iterator[RunningServer]:
    running = RunningServer(table, in_network=ROOM)
    running.start()
    with tablet(running) as own:
        own.once(lambda sent: sent["channel"] == "match")
    yield running
    running.stop()


def allow(server: RunningServer, *, allowed: bool, **headers: str) -> httpx.Response:
    said = "true" if allowed else "false"
    return asking.post(f"{server.url}/links/room", params={"allowed": said}, headers={**BEARER, **headers})


def test_codes_are_shown_once_the_room_is_let_in_and_lead_to_a_page_that_is_there(
    server: RunningServer,
) -> None:
    room = f"http://{ROOM}:{server.port}/"
    before = asking.get(f"{server.url}/links", headers=BEARER).json()
    assert (before["reach"], {one["code"] for one in before["links"]}) == ("here", {""})
    with pytest.raises(httpx.ConnectError):
        asking.get(room)
    found = allow(server, allowed=True).json()
    assert (found["reach"], found["url"]) == ("room", room)
    assert all(one["code"].startswith("data:image/svg+xml") for one in found["links"])
    assert all(one["url"].startswith(room) for one in found["links"])
    assert asking.get(room).status_code == 200
    assert allow(server, allowed=False).json()["reach"] == "here"
    with pytest.raises(httpx.ConnectError):
        asking.get(room)
    assert asking.get(server.url).status_code == 200


def test_only_whoever_keeps_the_table_lets_the_room_in(server: RunningServer) -> None:
    west = allow(server, allowed=True, authorization=f"Bearer {link_of(WEST)}")
    assert (west.status_code, "links" in west.json()) == (403, False)
    foreign = allow(server, allowed=True, origin="http://elsewhere.example")
    assert foreign.status_code == 403
    assert asking.get(f"{server.url}/links", headers=BEARER).json()["reach"] == "here"
    assert allow(server, allowed=True, origin=server.url).json()["reach"] == "room"


def test_nobody_else_keeps_the_table_through_the_rooms_door(server: RunningServer) -> None:
    allow(server, allowed=True)
    through = asking.get(f"http://{ROOM}:{server.port}/links", headers={"x-forwarded-for": "10.0.0.9"})
    assert through.status_code == 403


def test_a_seat_that_a_bot_plays_has_no_code(server: RunningServer, table: FakeBus, match: Match) -> None:
    sent = match.message()
    table.tell("match", replace(sent, terms=replace(sent.terms, bots="north=greedy")))
    with tablet(server) as own:
        own.once(lambda one: one["channel"] == "match" and one["data"]["terms"]["bots"] != "")
    found = asking.get(f"{server.url}/links", headers=BEARER).json()
    assert "north" not in {one["name"] for one in found["links"]}
    assert found["bots"] == ["North"]
