"""A hall under assault: false tables and floods on its broker, visitors at its doors, names in its rounds."""

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import httpx
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from engine.bus.broker import free_port
from engine.core.programs import find_program
from tests import asking
from tests.assault.doors import FOREIGN, asked_raw
from tests.assault.forgeries import until
from tests.assault.live import started
from tests.assault.report import Budget, Row

FALSE_TABLES = 5000
HALF_REQUESTS = 50
STREAMS = 400
MORE_MB = 64
"""The memory that a hall may take for all of this, MB."""

NAMES = (
    "Eve\u202egnp", "A\u200bna", "Bo\x00b", "Bo\x1b[2J", "ANA", "\uff21na", "\u0410na", "x" * 61, "\u3164",
)  # fmt: skip
"""Names that mislead beside `Ana`, or that no line shows."""


@dataclass
class _Hall:
    """A hall that runs."""

    port: int
    broker: int
    """Its broker's port."""
    log: Path
    arbiter: str
    """The end of the arbiter's link."""
    pid: int

    def answers(self) -> bool:
        """Tell whether the arbiter's page comes."""
        with suppress(httpx.HTTPError):
            return asking.get(f"http://127.0.0.1:{self.port}/rounds/now").status_code == 200
        return False

    def memory_mb(self) -> float:
        """Return how much memory it holds, MB; 0 where it's gone."""
        with suppress(OSError):
            status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
            found = re.search(r"VmRSS:\s+(\d+)", status)
            return int(found[1]) / 1024 if found else 0.0
        return 0.0


def hall(folder: Path, budget: Budget) -> Iterator[Row]:
    """Attack a hall by its broker, its doors and its rounds; yield a row for each."""
    with _running(folder) as one:
        before = one.memory_mb()
        sent = _false_words(one, budget)
        tables, grown = _shown(one), one.memory_mb() - before
        lost = "" if one.answers() and grown < MORE_MB else "it doesn't answer, or holds too much"
        seen = f"{tables} tables are shown; {grown:.0f} MB more"
        yield Row("false tables and floods at a hall", sent, 0 if lost else sent, lost, seen)
        yield _knocks(one)
        yield _crowd(one)
        yield _misleading(one)
        said = one.log.read_text(encoding="utf-8", errors="replace")
        found = {"a traceback": "Traceback" in said, "a sign that steers a terminal": "\x1b" in said}
        lost = ", ".join(what for what, there in found.items() if there)
        yield Row("the hall's log afterwards", 1, int(not lost), lost, f"{len(said) // 1000} kB")


@contextmanager
def _running(folder: Path) -> Iterator[_Hall]:
    broker, port, log, data = free_port(), free_port(), folder / "log", folder / "matches"
    mosquitto = subprocess.Popen(
        (find_program("mosquitto") or "mosquitto", "-p", str(broker)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        options = ("--data", str(data), "--broker", f"mqtt://127.0.0.1:{broker}")
        command = (sys.executable, "-P", "-m", "dashboard", "hall", "--http", f"127.0.0.1:{port}", *options)
        process = started(command, log, {}, "The hall: ")
        try:
            page = data / ".hall.html"
            until(page.is_file)
            found = re.search(r"#join=([^\"'&<\s]+)", page.read_text(encoding="utf-8"))
            assert found
            yield _Hall(port, broker, log, unquote(found[1]), process.pid)
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
    finally:
        mosquitto.kill()
        mosquitto.wait()


def _false_words(one: _Hall, budget: Budget) -> int:
    """Claim tables that aren't there, and send what is no message; return how many were sent."""
    client = Client(CallbackAPIVersion.VERSION2, "rogue")
    client.connect("127.0.0.1", one.broker)
    client.loop_start()
    claim = {"identity": "x", "host": "<img src=x onerror=alert(1)>", "since": 0.0, "mark": ""}
    claim |= {"pages": "javascript:alert(1)//", "delay_s": 0.0}
    online = json.dumps({"online": True, "service": "engine"})
    sent = 0
    for number in budget.times(FALSE_TABLES):
        name = f"t{number}" if number % 5 else ("..", "<b>", "a" * 200, "\u202ex", "oak ")[number // 5 % 5]
        for topic, payload in (
            (f"boardwarden/{name}/claim", json.dumps(claim)),
            (f"boardwarden/{name}/service/engine/availability", online),
            (f"boardwarden/{name}/engine/match", ("[" * 20_000, "\x00", '{"match":1e999}')[number % 3]),
        ):
            with suppress(ValueError):
                client.publish(topic, payload, qos=0, retain=number % 100 == 0).wait_for_publish(10)
                sent += 1
    client.disconnect()
    client.loop_stop()
    return sent


def _shown(one: _Hall) -> int:
    with (
        suppress(httpx.HTTPError),
        asking.stream("GET", f"http://127.0.0.1:{one.port}/api/v1/events") as events,
    ):
        for line in events.iter_lines():
            found = json.loads(line[6:]) if line.startswith("data: ") else {}
            if found.get("channel") == "hall":
                return len(found["data"]["tables"])
    return -1


def _knocks(one: _Hall) -> Row:
    """Change the rounds without the arbiter's link, as another site's page, or by a false name."""
    to = f"HTTP/1.1\r\nHost: 127.0.0.1:{one.port}\r\nConnection: close\r\nContent-Length: 2\r\n"
    link = f"Authorization: Bearer {one.arbiter}\r\n"
    asked = [f"POST /rounds/{what} {to}\r\n{{}}" for what in ("opening", "next", "result", "leaving")]
    asked += [
        f"POST /rounds/opening {to}{link}Origin: {origin.format(port=one.port)}\r\n\r\n{{}}"
        for origin in FOREIGN
    ]
    asked += [
        f"GET /{path} HTTP/1.1\r\nHost: {host}\r\n{link}Connection: close\r\n\r\n"
        for path in ("desks", "rounds/now")
        for host in ("evil.example", "localhost.", "127.0.0.1.nip.io", "")
    ]
    asked.append(f"GET /desks {to}\r\n")
    answers = [asked_raw(one.port, request)[9:12] for request in asked]
    let_in = [ask.split()[1] for ask, said in zip(asked, answers, strict=True) if said[:1] in (b"2", b"5")]
    lost = ", ".join(let_in[:3])
    return Row("knocks at a hall without its arbiter's link", len(asked), len(asked) - len(let_in), lost)


def _crowd(one: _Hall) -> Row:
    """Hold streams that nobody reads, and leave in the middle of requests."""
    held = list[socket.socket]()
    to = f"HTTP/1.1\r\nHost: 127.0.0.1:{one.port}\r\n"
    try:
        for _ in range(STREAMS):
            with suppress(OSError):
                held.append(socket.create_connection(("127.0.0.1", one.port), 3))
                held[-1].sendall(f"GET /api/v1/events {to}\r\n".encode())
        link = f"Authorization: Bearer {one.arbiter}\r\n"
        for _ in range(HALF_REQUESTS):
            with suppress(OSError), socket.create_connection(("127.0.0.1", one.port), 3) as line:
                line.sendall(f"POST /rounds/opening {to}{link}Content-Length: 1000\r\n\r\n{{".encode())
                time.sleep(0.02)
        lost = "" if one.answers() else "nobody else is let in"
    finally:
        for each in held:
            each.close()
    tried = STREAMS + HALF_REQUESTS
    return Row("streams held at a hall, and half requests", tried, 0 if lost else tried, lost)


def _misleading(one: _Hall) -> Row:
    """Open a tournament with each name that misleads."""
    lost = list[str]()
    for name in NAMES:
        wanted = {"name": "Cup", "system": "swiss", "people": f"Ana\nBob\n{name}"}
        address = f"http://127.0.0.1:{one.port}/rounds/opening"
        said = httpx.post(
            address, json=wanted, headers={"Authorization": f"Bearer {one.arbiter}"}, timeout=30
        )
        if said.status_code != 409:
            lost.append(f"{said.status_code} for {ascii(name)[:20]}")
    return Row("names in rounds that mislead", len(NAMES), len(NAMES) - len(lost), "; ".join(lost[:3]))
