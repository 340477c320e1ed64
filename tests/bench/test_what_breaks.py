"""A bench that breaks says why in one sentence, ends with status 3, and keeps the rows measured before."""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.sync.server import Server, ServerConnection, serve

from dashboard.commands import MISSING, main
from dashboard.lab import audience, verdicts
from dashboard.lab.painted_page import painted_page
from dashboard.lab.parts import PARTS, BenchPart
from dashboard.lab.quiet_table import _cameras
from engine.bus.broker import LOOPBACK, free_port
from engine.bus.sealing import KEY_BYTES
from engine.core.faults import MissingFault

Said = Callable[[Callable[[], Iterator[dict[str, Any]]]], str]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Said:
    """Runs a bench as `boardwarden bench table`; returns the one sentence that it ends in."""

    def run(bench: Callable[[], Iterator[dict[str, Any]]]) -> str:
        def measure(*, quick: bool = False) -> Iterator[dict[str, Any]]:
            del quick
            return bench()

        monkeypatch.setitem(PARTS, "table", BenchPart(measure, 1, 1))
        assert main(["bench", "table", "--json"]) == MISSING
        sent = capfd.readouterr()
        assert [json.loads(line)["value"] for line in sent.out.splitlines()] == [1]
        before, sentence = sent.err.splitlines(keepends=True)
        assert before.startswith("bench table: takes about ")
        assert sentence.startswith("boardwarden bench: bench table: ")
        return sentence

    return run


def following(address: Callable[[], str]) -> Callable[[], Iterator[dict[str, Any]]]:
    """A bench with one row, and then a table that it waits for."""

    def bench() -> Iterator[dict[str, Any]]:
        yield {"what": "before", "value": 1}
        with verdicts._line(address()) as line:
            verdicts._Table(line).wait_seen()

    return bench


@contextmanager
def serving(handler: Callable[[ServerConnection], None], **more: Any) -> Iterator[str]:
    """A table's server on this machine; yields its address."""
    with serve(handler, LOOPBACK, 0, **more) as server:
        assert isinstance(server, Server)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        host, port = server.socket.getsockname()[:2]
        yield f"{host}:{port}"
        server.shutdown()
        thread.join()


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that does by hand, once, what one of ours would never do; yields its address."""
    with socket.create_server((LOOPBACK, 0)) as server:

        def take() -> None:
            connection, _ = server.accept()
            with connection:
                answer(connection)

        thread = threading.Thread(target=take)
        thread.start()
        host, port = server.getsockname()[:2]
        yield f"{host}:{port}"
        thread.join()


def shake_hands_and_fall_silent(connection: socket.socket) -> None:
    protocol = ServerProtocol()
    while True:
        data = connection.recv(4096)
        if not data:
            return
        protocol.receive_data(data)
        for event in protocol.events_received():
            if isinstance(event, Request):
                protocol.send_response(protocol.accept(event))
                connection.sendall(b"".join(protocol.data_to_send()))
        # Pings come from now on; their answers stay with the protocol.


def test_a_table_that_stops_answering_is_said(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "PING_EVERY_S", 0.05)
    monkeypatch.setattr(verdicts, "PING_ANSWERED_S", 0.05)
    with answering(shake_hands_and_fall_silent) as address:
        words = said(following(lambda: address))
    assert "what it measures broke off (sent 1011 (internal error) keepalive ping timeout" in words
    assert "is the machine too busy?" in words


def test_a_table_that_ends_in_the_middle_is_said(said: Said) -> None:
    with serving(lambda connection: connection.send('{"channel": "x", "data": 1}')) as address:
        assert "what it measures broke off (received 1000 (OK)" in said(following(lambda: address))


def test_a_table_that_is_not_there_is_said(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "LONGEST_S", 0.0)
    address = f"{LOOPBACK}:{free_port()}"
    assert f"no page at {address} within 0 s" in said(following(lambda: address))


def test_a_table_that_lets_nobody_in_is_said(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdicts, "LONGEST_S", 0.0)

    def refuse(connection: ServerConnection, _request: object) -> Any:
        return connection.respond(403, "no")

    with serving(lambda _: None, process_request=refuse) as address:
        assert f"no page at {address} within 0 s" in said(following(lambda: address))


def test_a_process_that_cannot_start_is_said(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/nowhere/python")

    def bench() -> Iterator[dict[str, Any]]:
        yield {"what": "before", "value": 1}
        with audience.bare_server():
            pass

    assert "what it measures broke off ([Errno 2] No such file or directory: '/nowhere/python')" in said(
        bench
    )


def test_tablets_whose_process_is_killed_are_said() -> None:
    with audience.bare_server() as url, audience.audience(url, [None]) as tablets:
        assert tablets._process is not None
        tablets._process.kill()
        with pytest.raises(MissingFault, match="the tablets' process ended while it was measured"):
            tablets.came()


def garbage(connection: socket.socket) -> None:
    connection.recv(4096)
    connection.sendall(b"none of HTTP\r\n\r\n")


def test_a_page_that_answers_no_http_shows_no_camera() -> None:
    with answering(garbage) as address:
        assert _cameras(address) is None


def test_a_dashboard_that_answers_no_http_hands_out_no_links() -> None:
    with answering(garbage) as address, pytest.raises(MissingFault, match="hands out no links: none of HTTP"):
        audience.seat_page(address, "west", bytes(KEY_BYTES))


def test_a_browser_that_ends_meanwhile_is_said(chromium: str) -> None:
    del chromium

    def measure() -> None:
        with painted_page() as page:
            page._page.context.close()
            page.painted()

    with pytest.raises(MissingFault, match="the browser broke off"):
        measure()
