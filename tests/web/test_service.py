"""The dashboard as a service: its address, a busy port, a stalled tablet, a real broker, its process."""

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.commands.arbiters_page import ArbitersPage
from dashboard.web.serving.listening import format_http_address, listening_socket, parse_http_address
from engine.bus.broker import open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, ReceivedMessage
from engine.bus.messages.cameras import CameraState
from engine.bus.proofs import MessageProofs
from engine.bus.sealing import table_key
from engine.core.faults import InputFault, MissingFault
from tests import asking
from tests.asking import connect
from tests.patience import PATIENCE_S
from tests.web.shown_table import FakeBus, Match, RunningServer, surface_message


@given(
    st.sampled_from(["127.0.0.1", "0.0.0.0", "::1", "table.local"]),  # noqa: S104 # read, not bound
    st.integers(0, 65_535),
)
def test_an_address_that_was_written_reads_as_it_was(host: str, port: int) -> None:
    assert parse_http_address(format_http_address(host, port)) == (host, port)


@pytest.mark.parametrize("text", ["", "8321", "host:", "host:http", "host:99999", "host:-1", "host:٣"])
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InputFault, match=r"127\.0\.0\.1:8321"):
        parse_http_address(text)


def test_a_busy_port_is_named_with_another_to_use() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(
            MissingFault, match=rf"127\.0\.0\.1:{port} is in use.*--http 127\.0\.0\.1:{port + 1}"
        ):
            listening_socket("127.0.0.1", port)


def test_an_answers_body_doesnt_wait_for_its_head_to_be_acknowledged() -> None:
    """Else each answer took 40 ms longer; asyncio asks the system for this on sockets of TCP by name."""

    async def accepted() -> int:
        found = asyncio.get_running_loop().create_future()

        async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(
                writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            )
            writer.close()

        listener = listening_socket("127.0.0.1", 0)
        async with await asyncio.start_server(greet, sock=listener):
            _, writer = await asyncio.open_connection(*listener.getsockname())
            writer.close()
            return int(await found)

    assert asyncio.run(accepted()) == 1


@pytest.mark.parametrize("host", ["no-such-host.invalid", "203.0.113.9"])
def test_an_address_that_is_not_this_machine_s_is_named(host: str) -> None:
    with pytest.raises(MissingFault, match=host.replace(".", r"\.")):
        listening_socket(host, 0)


def test_a_tablet_that_takes_nothing_is_let_go_and_the_others_hear_everything(
    bus: FakeBus, server: RunningServer
) -> None:
    # A tablet whose reader stopped: after the handshake nobody empties its small buffer.
    stalled = socket.create_connection(("127.0.0.1", server.port))
    stalled.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    stalled.sendall(
        f"GET /ws HTTP/1.1\r\nHost: {server.address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    with stalled, connect(f"ws://{server.address}/ws", max_size=None) as healthy:

        def follow_to(wanted: int) -> None:
            while True:
                message = json.loads(healthy.recv(timeout=PATIENCE_S))
                if message["channel"] == "camera" and message["data"]["frames"] == wanted:
                    return

        padding = "x" * 200_000
        for frames in range(60):
            bus.tell("camera", CameraState("main", padding, frames=frames), "main")
            follow_to(frames)
        # Healthy through all of it; and the server lets the other go by itself.
        while asking.get(server.url + "/health").json()["tablets"] > 1:
            healthy.recv(timeout=PATIENCE_S)


def test_the_service_stops_while_tablets_are_connected(server: RunningServer) -> None:
    with connect(f"ws://{server.address}/ws") as tablet:
        tablet.recv(timeout=PATIENCE_S)
        server.stop()


def test_a_port_that_was_let_go_can_be_taken_again_at_once(server: RunningServer) -> None:
    with connect(f"ws://{server.address}/ws") as tablet:
        tablet.recv(timeout=PATIENCE_S)
        server.stop()
    server.start()
    assert asking.get(server.url + "/health").status_code == 200


@pytest.fixture
def broker_url() -> Iterator[str]:
    broker = open_broker("embedded")
    broker.start()
    yield broker.url
    broker.stop()


@pytest.fixture
def process(broker_url: str, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`boardwarden dashboard` on a free port, and the page's address that it printed."""
    command = [sys.executable, "-c", "import sys; from dashboard.commands import main; sys.exit(main())"]
    running = subprocess.Popen(
        [*command, "dashboard", "--broker", broker_url, "--http", "127.0.0.1:0", "--data", str(tmp_path)],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert running.stderr is not None
    said = re.search(r"http://(127\.0\.0\.1:\d+)/", running.stderr.readline())
    assert said is not None
    yield running, said[1]
    running.kill()
    running.wait(timeout=PATIENCE_S)
    running.stderr.close()


def test_the_command_serves_a_real_bus_both_ways_and_stops_when_asked(
    broker_url: str, process: tuple[subprocess.Popen[str], str], match: Match, tmp_path: Path
) -> None:
    running, address = process
    engine = BusClient(
        url=broker_url,
        table="table",
        service=Service.ENGINE,
        wanted=("command",),
        proofs=MessageProofs(table_key(tmp_path, "table"), table="table"),
    )
    engine.start()
    assert engine.wait_connected(PATIENCE_S)
    engine.publish("surface", surface_message())
    engine.publish("match", match.message())
    arbiters = ArbitersPage(f"http://{address}/", tmp_path, "table").address.partition("#join=")[2]
    with connect(f"ws://{address}/ws", max_size=None) as tablet:
        tablet.send(json.dumps({"join": {"link": arbiters}}))
        known: dict[str, Any] = {}
        while not {"surface", "match", "availability"} <= known.keys() or not known["dashboard"]["connected"]:
            message = json.loads(tablet.recv(timeout=PATIENCE_S))
            known[message["channel"]] = message["data"]
        assert known["match"]["view"]["turn"] == "west"
        tablet.send(
            json.dumps({"command": {"id": "c1", "kind": "act", "revision": 0, "action": {"end_turn": True}}})
        )
        while not isinstance(heard := engine.receive(PATIENCE_S), ReceivedMessage):
            assert heard is not None, "no command came"
        assert (heard.channel, heard.message.id) == ("command", "c1")
    engine.stop()
    running.send_signal(signal.SIGTERM)
    assert running.wait(timeout=PATIENCE_S) == 0


def test_the_command_on_a_busy_port_ends_with_3_and_says_what_to_do(
    broker_url: str, process: tuple[subprocess.Popen[str], str]
) -> None:
    _, address = process
    command = [sys.executable, "-c", "import sys; from dashboard.commands import main; sys.exit(main())"]
    second = subprocess.run(
        [*command, "dashboard", "--broker", broker_url, "--http", address],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert second.returncode == 3
    assert f"{address} is in use" in second.stderr
    assert "Traceback" not in second.stderr
