"""Hostile requests at a table's doors: hosts, forwarders, origins, paths that lead out, requests in one."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.assault.live import LiveTable, Pilot, live_table
from tests.assault.report import Budget, Row

HALVES = 20
"""The requests to each address that break off."""
_WITHIN_S = 12.0
_REFUSED = frozenset(
    {
        "",
        "400",
        "401",
        "403",
        "404",
        "405",
        "408",
        "411",
        "413",
        "414",
        "421",
        "422",
        "426",
        "431",
        "501",
        "505",
    }
)
"""The answers that let nobody in; empty: the line was closed."""

HOSTS = (
    "127.0.0.1:{port}", "localhost:{port}", "127.0.0.1", "127.0.0.1:80", "evil.example",
    "evil.example:{port}",
    "table.local:{port}", "intranet:{port}", "127.0.0.2:{port}", "[::1]:{port}", "[::ffff:127.0.0.1]:{port}",
    "2130706433:{port}", "0x7f.1:{port}", "0:{port}", "0.0.0.0:{port}", "localhost.:{port}",
    "LOCALHOST:{port}",
    "localhost:{port}@evil", "user@127.0.0.1:{port}", "127.0.0.1:{port}#x", "127.0.0.1:{port}/../", "", "a b",
)  # fmt: skip

FORWARDED = {
    "nginx's WebSocket lines": "Host: 127.0.0.1:{port}\r\nUpgrade: \r\nConnection: upgrade\r\n",
    "haproxy": "Host: table.example.org\r\n",
    "socat, stunnel, ssh -R": "Host: 127.0.0.1:{port}\r\n",
    "changeOrigin": "Host: 127.0.0.1:{port}\r\nConnection: close\r\n",
    "Caddy": "Host: table.example.org\r\nX-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n",
    "Caddy with its own Host": "Host: 127.0.0.1:{port}\r\nX-Forwarded-For: 192.0.2.7\r\n",
    "cloudflared": "Host: 127.0.0.1:{port}\r\nCf-Connecting-Ip: 192.0.2.7\r\n",
    "tailscale serve": "Host: x.ts.net\r\nTailscale-User-Login: a@b\r\nX-Forwarded-For: 100.64.0.1\r\n",
    "another's header": "Host: 127.0.0.1:{port}\r\nX-Original-Forwarded-For: 1.2.3.4\r\n",
}

FOREIGN = (
    "http://evil.example", "null", "http://127.0.0.1:{port}.evil.example", "http://127.0.0.1",
    "file://", "http://[bad", "https://evil.example:{port}",
)  # fmt: skip

OUT = (
    "/static/../serving/app.py", "/static/..%2fserving/app.py", "/static/%2e%2e/%2e%2e/serving/service.py",
    "/static/..%5c..%5cx", "/static//etc/passwd", "/static/%2fetc/passwd", "/static/....//....//etc/passwd",
    "/matches/..%2f.table.key", "/matches/.table.key", "/matches/..", "/matches/%2e%2e%2f%2e%2e",
    "/matches/x%2fjournal.jsonl", "/texts/..%2f..%2fserving%2fapp.py.json", "/texts/../en.json",
    "/rules/..%2f..", "/look/hero_realms/art/..%2f..%2fx.svg", "/cameras/..%2fx.jpg",
    "/proofs/..%2f..%2fx.jpg",
    "/.git/config", "/print/..%2fx.pdf?board=mativen", "/print/board.pdf?board=/etc/passwd",
    "/print/board.pdf?board=../../x", "/print/board.pdf?board=mativen&content=/etc/passwd",
    "/decks/..%2fkingdom_square/cards", "/cards/..%2f", "//evil.example/", "/static//", "/%00",
    "/matches/%00", "/?lang=%0d%0aX:%20evil", "/matches/x%0d%0aX:%20evil", "/health?lang=%0d%0aX:%20evil",
    "/print/board.pdf?board=mativen%0d%0aX:%20evil", "/matches/..%2f..%2fevil%0d%0a%0d%0aevil",
)  # fmt: skip

_TWO = "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /links HTTP/1.1\r\nHost: x\r\n\r\n"
TWO_IN_ONE = (
    "POST /links/renewal HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 5\r\n" + _TWO,
    "GET /links HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: -1\r\n\r\n",
    "GET /links HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 1,1\r\n\r\nx",
    "GET /links HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nHost: evil\r\n\r\n",
    "GET /links HTTP/1.1\r\n\r\n",
    "GET http://evil.example/links HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n",
    "GET /links HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX: " + "a" * 200_000 + "\r\n\r\n",
    "GET /links HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n" + "X: 1\r\n" * 5000 + "\r\n",
    "GET /" + "a" * 70_000 + " HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "\r\n" * 1000,
    "GET / HTTP/9.9\r\n\r\n",
)


def doors(folder: Path, budget: Budget) -> Iterator[Row]:
    """Knock at each door; yield a row for each kind of knock."""
    del budget
    with live_table(folder, "--serial", "/dev/null") as table:
        pilot = Pilot(table)
        try:
            pilot.acts("Before")
            hosts = [one.format(port=table.port) for one in (*HOSTS, socket.gethostname() + ":{port}")]
            asked = [f"GET /links HTTP/1.1\r\nHost: {one}\r\nConnection: close\r\n\r\n" for one in hosts]
            yield _row(table, "links by a host's name, without the arbiter's link", asked)
            asked = [f"GET /links HTTP/1.1\r\n{one}\r\n" for one in FORWARDED.values()]
            asked.append("GET /links HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\n\r\n")
            yield _row(table, "links by way of a forwarder, without the arbiter's link", asked)
            with_link = f"Authorization: Bearer {table.arbiter}\r\nContent-Length: 0\r\nConnection: close\r\n"
            renewal = "POST /links/renewal HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n" + with_link
            asked = [f"{renewal}Origin: {one}\r\n\r\n" for one in FOREIGN]
            yield _row(table, "buttons pressed by a foreign page", asked)
            upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            upgrade += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            asked = [
                f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{{port}}\r\nOrigin: {one}\r\n{upgrade}\r\n"
                for one in FOREIGN
            ]
            yield _row(table, "lines opened by a foreign page", asked)
            asked = [
                f"GET {one} HTTP/1.1\r\nHost: 127.0.0.1:{{port}}\r\nConnection: close\r\n\r\n" for one in OUT
            ]
            yield _row(table, "paths that lead out", asked)
            yield _row(table, "requests that are two, none, or without an end", list(TWO_IN_ONE))
            yield _half_requests(table)
            goes_on = pilot.acts("After") is not None
            yield Row("an action after all that", 1, int(goes_on), "" if goes_on else "none")
        finally:
            pilot.end()


def _half_requests(table: LiveTable) -> Row:
    """Leave in the middle of each request that a visitor may send with a body."""
    before, tried = table.log.stat().st_size, 0
    for path in ("/passkeys/signed-in", "/passkeys/bound", "/tap/picture", "/links/renewal"):
        to = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{table.port}\r\nContent-Length: 1000\r\n\r\n{{"
        for _ in range(HALVES):
            tried += 1
            with suppress(OSError), socket.create_connection(("127.0.0.1", table.port), _WITHIN_S) as line:
                line.sendall(to.encode())
                time.sleep(0.05)
    time.sleep(1)
    grown = table.log.stat().st_size - before
    lost = f"they put {grown} bytes into the log" if grown else ""
    return Row("requests that break off in their bodies", tried, 0 if lost else tried, lost)


def _row(table: LiveTable, what: str, requests: list[str]) -> Row:
    lost = list[str]()
    for one in requests:
        answer = asked_raw(table.port, one.replace("{port}", str(table.port)))
        status = answer[9:12].decode("latin-1")
        head, _, body = answer.partition(b"\r\n\r\n")
        leaks = b"#join=" in body or b"root:" in body or b"import " in body[:2000] or b"evil" in head
        may_not = "/links" in one or "/ws" in one
        if leaks or (status not in _REFUSED and (may_not or status.startswith("5"))):
            lost.append(f"{status} for {' '.join(one[:90].split())}")
    return Row(what, len(requests), len(requests) - len(lost), "; ".join(lost[:3]))


def asked_raw(port: int, request: str, most: int = 20_000) -> bytes:
    """Return the answer to a request as it stands; empty: the line was closed, or nothing came."""
    found = b""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), _WITHIN_S) as line:
        line.sendall(request.encode("latin-1"))
        while len(found) < most and (content := line.recv(65_536)):
            found += content
            if b"\r\n\r\n" in found and b"Connection: close" not in request.encode():
                break
    return found
