"""The server bounds visitors who want more of it than anybody needs; loopback only."""

import asyncio
import json
import logging
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace
from dashboard.web.serving.limits import ConnectionCount, Crowd, Limits, Places, Questions, Rate
from dashboard.web.serving.origin import parse_proxies
from dashboard.web.serving.said_once import AGAIN_S, SaidOnce
from dashboard.web.telling.feed import Feed
from dashboard.web.telling.hub import Hub
from dashboard.web.words.speaking import encoded
from engine.bus.sealing import Seal
from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds
from engine.core.phrase import LANGUAGES
from tests import asking
from tests.asking import connect
from tests.patience import PATIENCE_S
from tests.web.shown_table import ARBITERS_LINK, KEY, TABLE, FakeBus, Match, RunningServer

SEATING = Seating(KEY, table=TABLE)
WEST = SEATING.link(TabletPlace(Role.SEAT, Seat("west")))
NARROW = Limits(
    tablets=12,
    unlinked=6,
    unlinked_each=4,
    link_within_s=PATIENCE_S,
    showing_each=2,
    connections_each=8,
    asks_each=Rate(0.0, 3.0),
    asks_address=Rate(0.0, 5.0),
    messages_each=Rate(0.0, 40.0),
)
# For the tests of half requests alone: on a busy machine a whole one may take longer than this.
IMPATIENT = replace(NARROW, request_within_s=0.5)
ASK = {"kind": "ask", "revision": 0, "piece": "w.inf.1", "place": "d5"}


@pytest.fixture
def narrow(bus: FakeBus) -> Iterator[RunningServer]:
    running = RunningServer(bus, limits=NARROW)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def impatient(bus: FakeBus) -> Iterator[RunningServer]:
    running = RunningServer(bus, limits=IMPATIENT)
    running.start()
    yield running
    running.stop()


@contextmanager
def half_sent(server: RunningServer, text: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as line:
        line.sendall(text)
        yield line


def ended(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionError:
        return True


def closed(connection: ClientConnection) -> bool:
    try:
        while True:
            connection.recv(timeout=PATIENCE_S)
    except ConnectionClosed:
        return True


def closed_with(connection: ClientConnection) -> int | None:
    """Return the code that a line is closed with; its messages until then are read over."""
    with suppress(ConnectionClosed):
        while True:
            connection.recv(timeout=PATIENCE_S)
    return connection.close_code


def until(connection: ClientConnection, channel: str, found: Callable[[str], bool]) -> None:
    while True:
        message = json.loads(connection.recv(timeout=PATIENCE_S))
        if message["channel"] == channel and found(str(message["data"])):
            return


@pytest.mark.parametrize(
    "text",
    [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", (b"POST /links/renewal HTTP/1.1\r\n"
     b"Host: 127.0.0.1\r\nContent-Length: 100\r\n\r\nhalf")],
    ids=["nothing", "line", "headers", "body"],
)  # fmt: skip
def test_a_request_that_doesnt_come_whole_is_ended(impatient: RunningServer, text: bytes) -> None:
    with half_sent(impatient, text) as line:
        while not ended(line):
            pass


UPGRADE = b"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"


@pytest.mark.parametrize(
    "text",
    [
        b"PUT /ws HTTP/1.1\r\n" + UPGRADE + b"Content-Length: 3\r\n\r\nabc",
        b"DELETE / HTTP/1.1\r\n" + UPGRADE + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"GET /ws HTTP/1.1\r\n" + UPGRADE + b"Content-Length: 3\r\n\r\nabc",
    ],
    ids=["put", "chunked", "get"],
)
def test_what_asks_for_a_tablets_line_with_a_body_is_answered(narrow: RunningServer, text: bytes) -> None:
    with half_sent(narrow, text) as line:
        assert line.recv(12).startswith(b"HTTP/1.1 4")


def test_a_tablets_line_whose_body_doesnt_come_is_ended(impatient: RunningServer) -> None:
    with half_sent(impatient, b"GET /ws HTTP/1.1\r\n" + UPGRADE + b"Content-Length: 9\r\n\r\n") as line:
        while not ended(line):
            pass


def test_half_sent_requests_leave_room_for_whole_ones_and_the_oldest_gives_way(narrow: RunningServer) -> None:
    with ExitStack() as stack:
        lines = [stack.enter_context(half_sent(narrow, b"GET / HTTP/1.1\r\n")) for _ in range(40)]
        assert httpx.get(f"{narrow.url}/", timeout=PATIENCE_S).status_code == 200
        assert all(ended(line) for line in lines[:20])


def test_who_shows_no_link_locks_nobody_out_who_has_one(narrow: RunningServer) -> None:
    address = f"ws://{narrow.address}/ws"
    with ExitStack() as stack:
        crowd = [stack.enter_context(connect(address, origin=None)) for _ in range(40)]
        for link, role in ((SEATING.link(ARBITER), "arbiter"), (WEST, "seat")):
            own = stack.enter_context(connect(address, origin=None))
            own.send(json.dumps({"join": {"link": link}}))
            until(own, "place", lambda data, role=role: role in data)  # type: ignore[misc] # bound at once
        assert closed(crowd[4]), "the first of those without room gave way to the next"


def test_a_link_that_leads_nowhere_finds_no_room_where_there_is_none(narrow: RunningServer) -> None:
    address = f"ws://{narrow.address}/ws"
    with ExitStack() as stack:
        for _ in range(NARROW.unlinked_each):
            until(stack.enter_context(connect(address, origin=None)), "place", bool)
        own = stack.enter_context(connect(address, origin=None))
        own.send(json.dumps({"join": {"link": "west.forged"}}))
        assert closed(own)


def test_questions_are_rationed_and_commands_are_not(bus: FakeBus, narrow: RunningServer) -> None:
    with connect(f"ws://{narrow.address}/ws", origin=None) as own:
        own.send(json.dumps({"join": {"link": ARBITERS_LINK}}))
        for number in range(6):
            own.send(json.dumps({"command": {"id": f"q{number}", **ASK}}))
        own.send(json.dumps({"command": {"id": "c", "kind": "pause", "revision": 0}}))
        until(own, "error", lambda data: "too many questions" in data)
        sent = [bus.next_sent()[1].id for _ in range(4)]
    assert sent == ["q0", "q1", "q2", "c"]


def test_a_new_tablet_of_the_same_address_gets_no_new_ration(bus: FakeBus, narrow: RunningServer) -> None:
    for tablet in range(3):
        with connect(f"ws://{narrow.address}/ws", origin=None) as own:
            own.send(json.dumps({"join": {"link": ARBITERS_LINK}}))
            for number in range(3):
                own.send(json.dumps({"command": {"id": f"{tablet}.{number}", **ASK}}))
            own.send(json.dumps({"command": {"id": f"c{tablet}", "kind": "pause", "revision": 0}}))
            while bus.next_sent()[1].id != f"c{tablet}":
                pass
    assert bus.sent.empty()


def test_who_sends_more_than_anybody_taps_is_let_go(narrow: RunningServer) -> None:
    with connect(f"ws://{narrow.address}/ws", origin=None) as own:
        try:
            for _ in range(200):
                own.send("{}")
        except ConnectionClosed:
            return
        assert closed(own)


def test_an_allowance_fills_again_with_time() -> None:
    limits = Limits(asks_each=Rate(2.0, 4.0), asks_address=Rate(100.0, 100.0), asks_all=Rate(100.0, 100.0))
    questions = Questions(limits, Seconds(0.0))
    own = questions.tablet(Seconds(0.0))
    asked = [questions.may(own, "a", Seconds(0.0)) for _ in range(6)]
    assert asked == [True] * 4 + [False] * 2
    assert [questions.may(own, "a", Seconds(1.0)) for _ in range(3)] == [True, True, False]


def test_of_a_full_address_an_unfinished_request_gives_way_and_else_the_newcomer() -> None:
    openings, now = ConnectionCount(Limits(connections_each=2, answer_within_s=9.0), most=100), Seconds(0.0)
    assert openings.enter("a", "x", now) is None
    assert openings.enter("b", "x", now) is None
    openings.has_asked("a", now)
    assert openings.enter("c", "x", now) == "b"
    openings.has_asked("c", now)
    assert openings.enter("d", "x", now) == "d"
    assert openings.enter("e", "y", now) is None
    openings.waits("c")
    assert openings.enter("f", "x", now) == "c", "it was answered, and only might ask again"


def test_of_a_full_address_the_one_gives_way_that_doesnt_read_its_answer() -> None:
    openings = ConnectionCount(Limits(connections_each=2, answer_within_s=9.0), most=100)
    for number, name in enumerate("ab"):
        openings.enter(name, "x", Seconds(number))
        openings.has_asked(name, Seconds(number))
    assert openings.enter("c", "x", Seconds(9.0)) == "c"
    assert openings.enter("d", "x", Seconds(9.5)) == "a"


def test_a_proxys_connections_are_as_many_as_there_is_room_for() -> None:
    openings, now = ConnectionCount(Limits(connections_each=1), most=4), Seconds(0.0)
    for name in "abc":
        assert openings.enter(name, "proxy", now, passes_on=True) is None
        openings.has_asked(name, now)
    assert openings.enter("d", "x", now) is None
    assert openings.enter("e", "proxy", now, passes_on=True) == "d"


def test_streams_take_no_places_of_requests_and_are_few_an_address(bus: FakeBus) -> None:
    few = Limits(connections_each=4, streams=Places(unlinked=20, each=6, kept=1))
    server = RunningServer(bus, limits=few)
    server.start()
    stranger = "x-forwarded-for: 192.0.2.7\r\n"
    asked = f"GET /api/v1/events HTTP/1.1\r\nHost: {server.address}\r\n{stranger}\r\n".encode()
    try:
        with ExitStack() as stack:
            for _ in range(6):
                line = stack.enter_context(half_sent(server, asked))
                assert line.recv(12).startswith(b"HTTP/1.1 200")
            further = stack.enter_context(half_sent(server, asked))
            assert further.recv(12).startswith(b"HTTP/1.1 503")
            linked = {"authorization": f"Bearer {WEST}"}
            with asking.stream("GET", f"{server.url}/api/v1/events", headers=linked) as followed:
                assert followed.status_code == 200
            assert asking.get(f"{server.url}/").status_code == 200
            own = stack.enter_context(connect(f"ws://{server.address}/ws", origin=None))
            own.send(json.dumps({"join": {"link": WEST}}))
            until(own, "place", lambda data: "seat" in data)
    finally:
        server.stop()


BEHIND = Limits(connections_each=3, streams=Places(unlinked=20, each=2, kept=1))


def followed(server: RunningServer, stack: ExitStack, visitor: str) -> int:
    """Follow the match through a proxy as a visitor, for as long as the test goes on; return the status."""
    headers = {"host": "table.example.org", "x-forwarded-for": visitor}
    return stack.enter_context(
        asking.stream("GET", f"{server.url}/api/v1/events", headers=headers)
    ).status_code


@pytest.mark.parametrize("named", ["", "127.0.0.0/30"], ids=["hosts alone", "named"])
def test_through_a_proxy_each_visitor_has_places_of_their_own(bus: FakeBus, named: str) -> None:
    server = RunningServer(bus, hosts=("table.example.org",), proxies=parse_proxies(named), limits=BEHIND)
    server.start()
    try:
        with ExitStack() as stack:
            visitors = ("192.0.2.7", "192.0.2.7", "192.0.2.7", "192.0.2.8", "198.51.100.4")
            assert [followed(server, stack, one) for one in visitors] == [200, 200, 503, 200, 200]
    finally:
        server.stop()


def test_nobody_but_a_named_proxy_is_believed_for_whom_it_asks(bus: FakeBus) -> None:
    server = RunningServer(
        bus, hosts=("table.example.org",), proxies=parse_proxies("10.0.0.0/8"), limits=BEHIND
    )
    server.start()
    try:
        with ExitStack() as stack:
            assert [followed(server, stack, f"192.0.2.{one}") for one in range(3)] == [200, 200, 503]
    finally:
        server.stop()


@pytest.mark.parametrize("text", ["proxy.example.org", "10.0.0.1/8", "127.0.0.1;::1"])
def test_what_is_no_proxys_address_is_refused(text: str) -> None:
    with pytest.raises(InputFault, match=r"^--proxies: expected addresses or networks such as"):
        parse_proxies(text)


def test_a_crowd_counts_by_address_and_forgets_who_left() -> None:
    crowd = Crowd(Limits(unlinked=3, unlinked_each=2))
    assert [crowd.enter(name, "x") for name in "abc"] == [True, True, False]
    assert crowd.enter("d", "y")
    assert not crowd.enter("e", "z")
    crowd.leave("a")
    assert crowd.enter("e", "z")


def test_an_address_rests_whose_tablet_was_let_go_and_comes_back() -> None:
    crowd = Crowd(Limits(rests_s=5.0))
    assert not crowd.rests("x", Seconds(0.0))
    crowd.let_go("x", Seconds(1.0))
    assert [crowd.rests("x", Seconds(at)) for at in (1.0, 5.9, 6.0)] == [True, True, False]
    assert not crowd.rests("y", Seconds(1.0))


def test_long_messages_count_before_they_are_parsed_and_their_address_rests(
    narrow: RunningServer, match: Match, bus: FakeBus
) -> None:
    bus.tell("match", match.message())
    with connect(f"ws://{narrow.address}/ws", origin=None) as line:
        until(line, "match", bool)
        line.send(json.dumps({"x": "y" * 30_000}))
        until(line, "error", bool)
        # The second would be its sixtieth, of forty.
        line.send(json.dumps({"x": "y" * 30_000}))
        assert closed_with(line) == 1013
    with connect(f"ws://{narrow.address}/ws", origin=None) as line:
        with suppress(ConnectionClosed):  # the pages may have hung up before
            line.send(json.dumps({"again": {}}))
        assert closed_with(line) == 1013
    with connect(f"ws://{narrow.address}/ws", origin=None) as line:
        line.send(json.dumps({"join": {"link": WEST}}))
        until(line, "place", lambda data: "seat" in data)


def test_a_log_says_a_thing_once_and_after_a_while_how_often() -> None:
    clock = [0.0]
    once = SaidOnce(clock=lambda: clock[0])

    def said(text: str) -> logging.LogRecord | None:
        record = logging.LogRecord("x", logging.WARNING, "", 1, text, (), None)
        return record if once.filter(record) else None

    assert said("bad request")
    assert not any(said("bad request") for _ in range(1000))
    assert said("another")
    clock[0] = AGAIN_S
    again = said("bad request")
    assert again is not None
    assert again.getMessage() == "bad request (and 1000 more times since it was last logged)"


def test_a_table_is_shown_while_every_thread_that_pages_share_is_busy(bus: FakeBus, match: Match) -> None:
    async def carried() -> int:
        loop, busy = asyncio.get_running_loop(), threading.Event()
        hub = Hub(render=encoded, languages=LANGUAGES)
        feed = asyncio.create_task(Feed(bus, hub, table=TABLE, seal=Seal(KEY, table=TABLE)).run())
        # More than the pool has threads, whatever machine this is.
        asked = [loop.run_in_executor(None, busy.wait) for _ in range(64)]
        try:
            bus.tell("match", match.message())
            async with asyncio.timeout(PATIENCE_S):
                while not hub.match:  # noqa: ASYNC110 # the hub tells tablets, not events
                    await asyncio.sleep(0)
            return sum(one.done() for one in asked)
        finally:
            busy.set()
            await asyncio.gather(*asked)
            feed.cancel()
            await asyncio.gather(feed, return_exceptions=True)

    assert asyncio.run(carried()) == 0


def complaints(log: pytest.LogCaptureFixture) -> list[str]:
    """The server's words on its own faults."""
    return [one.getMessage() for one in log.records if one.levelno >= logging.ERROR]


def test_a_table_that_stops_ends_its_streams_without_a_complaint(
    bus: FakeBus, caplog: pytest.LogCaptureFixture
) -> None:
    server = RunningServer(bus)
    server.start()
    asked = f"GET /api/v1/events HTTP/1.1\r\nHost: {server.address}\r\n\r\n".encode()
    with ExitStack() as stack:
        lines = [stack.enter_context(half_sent(server, asked)) for _ in range(20)]
        assert all(line.recv(12).startswith(b"HTTP/1.1 200") for line in lines)
        server.stop()
        for line in lines:
            while not ended(line):
                pass
    assert complaints(caplog) == []


def test_a_tablet_that_goes_while_it_is_let_in_is_no_fault_of_the_server(
    bus: FakeBus, caplog: pytest.LogCaptureFixture
) -> None:
    server = RunningServer(bus)
    server.start()
    asked = (
        b"GET /ws HTTP/1.1\r\n"
        + UPGRADE
        + (b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
    )
    for _ in range(200):
        line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S)
        # Gone without a goodbye.
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.sendall(asked)
        line.close()
    assert httpx.get(f"{server.url}/", timeout=PATIENCE_S).status_code == 200
    server.stop()
    assert complaints(caplog) == []
