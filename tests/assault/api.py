"""Schemathesis as a visitor, a seat and the arbiter: requests made from the addresses that a server has."""

import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from tests import asking
from tests.assault.live import LiveTable, Pilot, live_table
from tests.assault.report import Budget, Row
from tests.assault.rights import links_of
from tests.conftest import TOP
from tests.web.routes import every_route, made_apps
from tests.web.shown_table import FakeBus, RunningServer

TOOL = TOP / "build" / "schemathesis" / "bin" / "st"
WITHIN_S = 20.0
"""An answer that takes longer counts as none, s."""

STREAMS = "/events$"
"""The addresses whose answers don't end."""

NEW_LINKS = "^/links/renewal$"
"""The address that takes the arbiter's own link away."""

_CHECKS = "not_a_server_error"


def fuzzed_pages(folder: Path, budget: Budget) -> Iterator[Row]:
    """Ask each address in each of three roles; yield a row for each."""
    if not TOOL.is_file():
        yield Row("Schemathesis", 0, 0, "isn't installed: python .ci/apart.py schemathesis")
        return
    document = folder / "openapi.json"
    document.write_text(json.dumps(described(_app(folder))), encoding="utf-8")
    with live_table(folder, "--serial", "/dev/null") as table:
        pilot = Pilot(table)
        try:
            pilot.acts("Before")
            seconds = budget.seconds_left / 3
            links = {"visitor": "", "seat": links_of(table)[pilot.seats[0]], "arbiter": table.arbiter}
            for role, link in links.items():
                if budget.is_ending:
                    return
                before = _state(table)
                row = _asked(table, _Fuzz(document, role, link, seconds), budget)
                lost = [row.lost] if row.lost else []
                if role == "visitor" and _state(table) != before:
                    lost.append("a visitor changed something")
                if pilot.acts(f"After{role}") is None:
                    lost.append("no action afterwards")
                yield Row(row.what, row.tried, row.survived, "; ".join(lost), row.seen)
        finally:
            pilot.end()


def _app(folder: Path) -> FastAPI:
    """Return the application that the pages' service makes for itself."""
    matches = folder / "unused"
    matches.mkdir()
    with pytest.MonkeyPatch.context() as patched:
        made, bus = made_apps(patched), FakeBus()
        bus.connect()
        server = RunningServer(bus, matches=matches)
        server.start()
        server.stop()
    return made[-1]


def described(app: FastAPI) -> dict[str, Any]:
    """Return an OpenAPI document of all addresses, with bodies of several kinds where one may be sent."""
    routes = [route for route in every_route(app.routes) if isinstance(route, APIRoute)]
    for route in routes:
        route.include_in_schema = True
    found = get_openapi(title="Boardwarden", version="0", routes=routes)
    anything = {"application/json": {"schema": {}}, "text/plain": {"schema": {"type": "string"}}}
    for operations in found["paths"].values():
        for method, operation in operations.items():
            if method != "get" and "requestBody" not in operation:
                operation["requestBody"] = {"content": anything}
    return found


@dataclass(frozen=True, slots=True)
class _Fuzz:
    """One run of Schemathesis."""

    document: Path
    """The addresses, as OpenAPI."""
    role: str
    link: str
    """The end of the role's link; empty: it has none."""
    seconds: float


def _asked(table: LiveTable, fuzz: _Fuzz, budget: Budget) -> Row:
    folder = fuzz.document.parent
    report, said = folder / f"{fuzz.role}.ndjson", folder / f"{fuzz.role}.txt"
    command = [
        str(TOOL), "run", str(fuzz.document), "--url", table.url, "--checks", _CHECKS, "--no-shrink",
        "--continue-on-failure", "--request-timeout", str(WITHIN_S), "--suppress-health-check", "all",
        "--phases", "coverage,fuzzing", "--max-time", str(max(1, round(fuzz.seconds))), "--seed", "1",
        "--exclude-path-regex", STREAMS if fuzz.role != "arbiter" else f"{STREAMS}|{NEW_LINKS}",
        "--report", "ndjson", "--report-ndjson-path", str(report), "--generation-database", "none",
        "--output-sanitize", "false",
    ]  # fmt: skip
    if fuzz.link:
        command += ["--header", f"Authorization: Bearer {fuzz.link}"]
    with said.open("w", encoding="utf-8") as written:
        process = subprocess.Popen(
            command, cwd=folder, stdout=written, stderr=written, text=True, start_new_session=True
        )
        try:
            status = budget.wait_for(process, fuzz.seconds + 300)
        finally:
            process.kill()
    statuses = counted(report)
    asked, broken = sum(statuses.values()), sum(count for code, count in statuses.items() if code >= 500)
    silent = statuses[0]
    lost = [f"{count} answers {code}" for code, count in sorted(statuses.items()) if code >= 500]
    lost += [f"{silent} without an answer"] if silent else []
    if not asked:
        lost.append(" ".join(said.read_text(encoding="utf-8").split())[-300:])
    if status is None and not budget.is_ending:
        lost.append("it didn't end")
    seen = ", ".join(f"{count} x {code}" for code, count in sorted(statuses.items()) if code)
    return Row(f"Schemathesis as {fuzz.role}", asked, asked - broken - silent, "; ".join(lost), seen)


def counted(report: Path) -> Counter[int]:
    """Return how often each status was answered, by Schemathesis's own report; 0: there was no answer."""
    found: Counter[int] = Counter()
    if not report.is_file():
        return found
    for line in report.read_text(encoding="utf-8").splitlines(keepends=True):
        if not line.endswith("\n"):
            break  # the tool was ended while it wrote
        finished = json.loads(line).get("ScenarioFinished")
        for one in (finished or {}).get("recorder", {}).get("interactions", {}).values():
            response = one.get("response")
            found[0 if response is None else int(response["status_code"])] += 1
    return found


def _state(table: LiveTable) -> tuple[str, Any, Any]:
    """Return all that a visitor could have changed: the journal, the links, the admitted tablets."""
    headers = {"Authorization": f"Bearer {table.arbiter}"}
    links = asking.get(f"{table.url}/links", headers=headers).json()
    hands = asking.get(f"{table.url}/links/hands", headers=headers).json()
    journal = "".join(line for line in table.journal().splitlines(keepends=True) if "looks_on" not in line)
    return journal, links, hands
