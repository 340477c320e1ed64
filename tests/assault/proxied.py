"""Visitors behind a proxy who hold what they may; and a link in a browser's address bar."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from playwright.sync_api import sync_playwright

from dashboard.lab.painted_page import CHROMIUMS
from engine.core.programs import find_program
from tests.assault.doors import asked_raw
from tests.assault.live import Pilot, live_table
from tests.assault.report import Budget, Row
from tests.web.browsing import FLAGS, until

STREAMS = 120


def streams(folder: Path, budget: Budget) -> Iterator[Row]:
    """Hold event streams as one visitor behind a proxy; see that others, a seat and the arbiter come in."""
    del budget
    options = ("--hosts", "table.example.org", "--proxies", "127.0.0.1", "--serial", "/dev/null")
    with live_table(folder, *options) as table, ExitStack() as held:
        host = "Host: table.example.org\r\nX-Forwarded-Proto: https\r\n"
        for _ in range(STREAMS):
            with suppress(OSError):
                line = held.enter_context(socket.create_connection(("127.0.0.1", table.port), 5))
                line.sendall(
                    f"GET /api/v1/events HTTP/1.1\r\n{host}X-Forwarded-For: 198.51.100.66\r\n\r\n".encode()
                )
        time.sleep(2)
        lost = list[str]()
        knocks = {
            "another visitor's page": ("/", ""),
            "the health page": ("/health", ""),
            "the arbiter's links": ("/links", f"Authorization: Bearer {table.arbiter}\r\n"),
        }
        for number, (what, (path, further)) in enumerate(knocks.items()):
            client = f"X-Forwarded-For: 203.0.113.{number + 1}\r\n"
            answer = asked_raw(table.port, f"GET {path} HTTP/1.1\r\n{host}{client}{further}\r\n")
            if answer[9:12] != b"200":
                lost.append(f"{what}: {answer[9:12].decode('latin-1') or 'closed'}")
        yield Row(
            f"others beside {STREAMS} streams of one visitor",
            len(knocks),
            len(knocks) - len(lost),
            "; ".join(lost),
        )


def address_bar(folder: Path, budget: Budget) -> Iterator[Row]:
    """Join by a link in a browser; see that it's gone from the address bar, from requests and the log."""
    del budget
    chromium = find_program(*CHROMIUMS)
    with live_table(folder, "--serial", "/dev/null") as table, sync_playwright() as playwright:
        pilot = Pilot(table)
        pilot.acts("Before")
        pilot.end()
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        page, asked = browser.new_page(), list[str]()
        page.on("request", lambda one: asked.append(f"{one.url} {one.headers.get('referer', '')}"))
        page.goto(f"{table.url}/#join={table.arbiter}")
        until(page, "document.body.dataset.ready === 'true'")
        places = {
            "the address bar": page.url,
            "the history": str(page.evaluate("[location.href, document.referrer]")),
            "a request": " ".join(asked),
            "the log": table.log.read_text(encoding="utf-8"),
        }
        browser.close()
        lost = [f"the link is in {place}" for place, text in places.items() if table.arbiter in text]
        seen = f"{len(asked)} requests"
        yield Row(
            "places where a link may linger", len(places), len(places) - len(lost), "; ".join(lost), seen
        )
