"""Promises of `/metrics`, of uptime checks, and of the logs in the bundle, as others' programs meet them."""

import io
import logging
import os
import re
import subprocess
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import yaml

from dashboard.web.audience.public import EVENTS
from dashboard.web.health.counts import Now
from dashboard.web.health.metrics import reading_key, write_reading_key
from dashboard.web.health.vitals import Disk
from engine.bus.broker import free_port
from engine.bus.kept_logs import LONGEST_BYTES, keep_log, last_lines, log_folder
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.services import STEP_BOUNDS_S, Availability, Pulse, StepCount
from engine.core.ids import Seconds
from engine.core.verdict import Verdict, VerdictKind
from tests import asking
from tests.needs import TOP, expect_packages
from tests.patience import PATIENCE_S
from tests.watched.test_counts import read, said
from tests.web.shown_table import BEARER, KEY, FakeBus, RunningServer

FOLDER = TOP / "docs" / "build-and-run" / "prometheus"
# Prometheus looks up its machine's name before it starts. Where no name server answers, that takes minutes
# by Go's resolver; glibc's gives up as it is asked to.
HASTY_NAMES = {"GODEBUG": "netdns=cgo", "RES_OPTIONS": "timeout:1 attempts:1"}
READER = {"authorization": f"Bearer {reading_key(KEY)}"}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A table's page whose services have said something."""
    matches = tmp_path_factory.mktemp("matches")
    log_folder(matches).mkdir()
    (log_folder(matches) / "table-engine.log").write_text("camera rtsp://me:hunter2@cam/1 is away\n")
    served = RunningServer(FakeBus(), matches=matches)
    served.start()
    served.bus.connect()
    served.bus.tell("availability", Availability(online=True, pid=7), "engine")
    served.bus.tell("pulse", Pulse(0.2, waiting=3, memory_bytes=40_000_000), "engine")
    for kind in (VerdictKind.ILLEGAL, VerdictKind.SETTLED):
        served.bus.tell("verdict", Verdict(kind, Seconds(time.time()), 1, 1))
    until = time.monotonic() + PATIENCE_S
    while "boardwarden_hand_to_page_seconds_count 2.0" not in metrics(served):
        assert time.monotonic() < until
    yield served
    served.stop()


def metrics(served: RunningServer) -> str:
    return asking.get(f"{served.url}/metrics", headers=READER).text


@pytest.mark.parametrize("headers", [{}, {"authorization": "Bearer 00"}, {"authorization": "Basic x"}])
def test_only_the_reading_key_or_the_arbiters_link_opens_the_measures(
    table: RunningServer, headers: dict[str, str]
) -> None:
    refused = asking.get(f"{table.url}/metrics", headers=headers)
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert "boardwarden_" not in refused.text
    assert asking.get(f"{table.url}/metrics", headers=READER).status_code == 200
    assert asking.get(f"{table.url}/metrics", headers=BEARER).status_code == 200


def test_the_reading_key_opens_nothing_else(table: RunningServer) -> None:
    assert asking.get(f"{table.url}/health/bundle.zip", headers=READER).status_code == 403


def test_the_reading_key_is_for_its_owner_alone(tmp_path: Path) -> None:
    write_reading_key(tmp_path, "a table", KEY)
    (file,) = tmp_path.iterdir()
    assert (file.name, file.read_text(), file.stat().st_mode & 0o777) == (
        ".a%20table.metrics",
        reading_key(KEY),
        0o600,
    )


@pytest.mark.parametrize("path", ["/", "/health", "/static/main.js", "/nowhere", "/metrics"])
def test_head_answers_as_get_does_without_a_body(table: RunningServer, path: str) -> None:
    with asking.client() as client:
        got, head = client.get(f"{table.url}{path}"), client.head(f"{table.url}{path}")
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert head.headers["content-type"] == got.headers["content-type"]


def test_head_of_a_stream_ends(table: RunningServer) -> None:
    with asking.client() as client:
        head = client.head(f"{table.url}{EVENTS}")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")


def test_the_bundle_has_the_logs_without_passwords(table: RunningServer) -> None:
    packed = asking.get(f"{table.url}/health/bundle.zip", headers=BEARER).content
    with zipfile.ZipFile(io.BytesIO(packed)) as bundle:
        lines = bundle.read("boardwarden/logs/table-engine.log").decode()
    assert lines.startswith("camera rtsp://")
    assert "hunter2" not in lines


def test_a_log_is_turned_over_before_it_grows_without_end(tmp_path: Path) -> None:
    root = logging.getLogger()
    before = [*root.handlers]
    keep_log(tmp_path, "a table", "engine")
    level = root.level
    root.setLevel(logging.DEBUG)
    try:
        for _ in range(3):
            root.debug("x" * (LONGEST_BYTES - 1000))
    finally:
        root.setLevel(level)
        for one in {*root.handlers} - {*before}:
            root.removeHandler(one)
            one.close()
    files = sorted(log_folder(tmp_path).iterdir())
    assert [path.name for path in files] == ["a%20table-engine.log", "a%20table-engine.log.1"]
    assert all(path.stat().st_size <= LONGEST_BYTES for path in files)
    assert files[0].stat().st_mode & 0o777 == 0o600
    assert {*last_lines(log_folder(tmp_path))} == {path.name for path in files}


def test_promtool_finds_no_fault_in_measures_and_rules(table: RunningServer) -> None:
    expect_packages("prometheus")
    linted = subprocess.run(
        ["promtool", "check", "metrics"], input=metrics(table), capture_output=True, text=True, check=False
    )
    # The linter looks at names, too; all names are ours, for other libraries' measures aren't served.
    assert (linted.returncode, linted.stdout + linted.stderr) == (0, "")
    rules = subprocess.run(
        ["promtool", "check", "rules", str(FOLDER / "boardwarden.rules.yml")],
        capture_output=True,
        check=False,
    )
    assert rules.returncode == 0, rules.stdout + rules.stderr


def asked_for(text: str) -> set[str]:
    return set(re.findall(r"(?<!compare )boardwarden_[a-z_]+", text))


def test_board_and_rules_ask_only_for_what_is_measured() -> None:
    step = StepCount("s", (0,) * (len(STEP_BOUNDS_S) + 1), 0.0)
    measured = {
        name.split()[0]
        for name in read(
            said("availability", "engine", Availability(online=True)),
            said("pulse", "engine", Pulse(0.1, steps=(step,))),
            said("camera", "cam", CameraState("cam", "0")),
            said("device", "board", DeviceState("board", "", connected=True)),
            now=Now(1, Disk(0, 0, 0, 0)),
        )
    }
    wanted = asked_for((FOLDER / "grafana.json").read_text()) | asked_for(
        (FOLDER / "boardwarden.rules.yml").read_text()
    )
    assert wanted - measured == set()


def test_a_real_prometheus_reads_the_table_and_answers(table: RunningServer, tmp_path: Path) -> None:
    expect_packages("prometheus")
    (tmp_path / "boardwarden.key").write_text(reading_key(KEY))
    settings = yaml.safe_load((FOLDER / "prometheus.yml").read_text())
    settings["global"]["scrape_interval"] = "1s"
    settings["rule_files"] = [str(FOLDER / "boardwarden.rules.yml")]
    job = settings["scrape_configs"][0]
    job["authorization"]["credentials_file"] = str(tmp_path / "boardwarden.key")
    job["static_configs"][0]["targets"] = [table.address]
    (tmp_path / "prometheus.yml").write_text(yaml.safe_dump(settings))
    address = f"127.0.0.1:{free_port()}"
    words = [f"--config.file={tmp_path / 'prometheus.yml'}", f"--storage.tsdb.path={tmp_path / 'data'}"]
    words += [f"--web.listen-address={address}"]
    with (tmp_path / "log").open("wb") as log:
        running = subprocess.Popen(["prometheus", *words], stderr=log, env=os.environ | HASTY_NAMES)
    try:
        answers = {
            query: answer(running, address, query, tmp_path / "log")
            for query in (
                'up{job="boardwarden"}',
                "boardwarden_service_up",
                'boardwarden_verdicts_total{kind="warning"}',
                "boardwarden_hand_to_page_seconds_count",
                "boardwarden_queue_length",
            )
        }
        rules = asking.get(f"http://{address}/api/v1/rules").json()["data"]["groups"]
    finally:
        running.terminate()
        running.wait(PATIENCE_S)
    assert [*answers.values()] == [1, 1, 1, 2, 3]
    assert len(rules[0]["rules"]) == 10
    assert {rule["health"] for rule in rules[0]["rules"]} <= {"ok", "unknown"}


def answer(running: subprocess.Popen[bytes], address: str, query: str, log: Path) -> float:
    """Ask Prometheus until it has read the table.

    Raises:
        AssertionError: It has ended or hasn't read the table; the error has its log.
    """
    last: object = None
    until = time.monotonic() + PATIENCE_S
    while running.poll() is None and time.monotonic() < until:
        try:
            last = found = httpx.get(
                f"http://{address}/api/v1/query", params={"query": query}, timeout=5
            ).json()
        except (httpx.TransportError, ValueError) as error:  # it is only starting
            last = error
        else:
            if found.get("data", {}).get("result"):
                return float(found["data"]["result"][0]["value"][1])
        time.sleep(0.1)
    raise AssertionError(
        f"Prometheus (exit status {running.poll()}) doesn't answer {query}, last {last!r}: {log.read_text()}"
    )
