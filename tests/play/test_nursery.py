"""Promises of the nursery: what is forked there is a service like any other, and a table lives without it."""

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dashboard.commands.play import SHARED
from tests.conftest import TOP
from tests.patience import PATIENCE_S
from tests.play.conftest import Reports

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has what a nursery needs")

Table = Callable[..., "subprocess.Popen[str]"]

ONE_CHILD = Path(__file__).parent / "one_child.py"
PYTHON = (sys.executable, "-P", "-m")
SAYS = """
import gc, json, os, sys, threading
from engine.bus.heart import own_heart, SILENT
files = [int(one) for one in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{one}")]
said = {
    "words": open("/proc/self/cmdline").read().split("\\0"),
    "arguments": sys.argv[1:],
    "variables": {name: value for name, value in os.environ.items() if name.startswith("TRIED")},
    "files": len(files),
    "leads": os.getsid(0) == os.getpid() == os.getpgrp(),
    "collects": gc.isenabled(),
    "threads": threading.active_count(),
    "has a heart": own_heart() is not SILENT,
    "loaded before": "wave" in sys.modules,
}
with open(sys.argv[1], "w") as file:
    json.dump(said, file)
sys.exit(7)
"""


def ended(how: str, folder: Path, *words: str, strike: str = "0") -> list[str]:
    """Run a child; return its status, and whether the next would be forked or started."""
    (folder / "says_what_it_is.py").write_text(SAYS)
    environment = {**os.environ, "PYTHONPATH": f"{TOP}{os.pathsep}{folder}", "TRIED_BEFORE": "x"}
    command = [sys.executable, str(ONE_CHILD), how, strike, *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, env=environment, text=True, check=True)
    return done.stdout.split()


def said_by(how: str, folder: Path, *, strike: str = "0") -> dict[str, Any]:
    """Return the words that a child says of itself."""
    said = folder / "said"
    words = (*PYTHON, "says_what_it_is", str(said), "--supervised")
    forks = "forks" if (how, strike) == ("forked", "0") else "starts"
    assert ended(how, folder, *words, strike=strike) == ["7", forks]
    found: dict[str, Any] = json.loads(said.read_text())
    assert found["words"][:-1] == list(words)
    return found


def test_what_is_forked_is_like_what_is_started(tmp_path: Path) -> None:
    apart, forked = (said_by(how, tmp_path) for how in ("apart", "forked"))
    assert (apart.pop("loaded before"), forked.pop("loaded before")) == (False, True)
    assert forked == apart
    assert forked["variables"] == {"TRIED": "y", "TRIED_BEFORE": "x"}
    assert forked["has a heart"]


@pytest.mark.parametrize("how", ["apart", "forked"])
def test_a_status_comes_through_and_so_does_a_signal(tmp_path: Path, how: str) -> None:
    assert ended(how, tmp_path, *PYTHON, "no_such_module_at_all")[0] == "1"
    serves = (*PYTHON, "http.server", "0", "--bind", "127.0.0.1")
    assert ended(how, tmp_path, *serves, strike=f"child={signal.SIGKILL:d}")[0] == f"-{signal.SIGKILL:d}"


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGSTOP])
def test_services_start_by_themselves_once_the_nursery_is_gone(tmp_path: Path, sent: signal.Signals) -> None:
    assert not said_by("forked", tmp_path, strike=f"{sent:d}")["loaded before"]


def test_a_program_that_is_no_module_is_started_by_itself(tmp_path: Path) -> None:
    assert ended("forked", tmp_path, "/bin/true") == ["0", "starts"]


def test_a_process_with_threads_has_no_nursery() -> None:
    program = """if True:
        import threading
        from dashboard.supervisor.nursery import open_nursery
        ends = threading.Event()
        threading.Thread(target=ends.wait).start()
        print(open_nursery(()))
        ends.set()
    """
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said.split() == ["None"]


@pytest.mark.parametrize("how", ["forked"])
def test_a_killed_supervisor_takes_even_a_stopped_nursery_with_it(reports: Reports, table: Table) -> None:
    process = table("vision=serve")
    vision = reports.next()
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text(encoding="ascii").split()
    nurseries = [int(pid) for pid in children if b"nursery" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(nurseries) == 1
    handle = os.pidfd_open(nurseries[0])
    os.kill(nurseries[0], signal.SIGSTOP)
    process.kill()
    process.wait(PATIENCE_S)
    assert vision.ends()
    assert select.select([handle], [], [], PATIENCE_S)[0]
    os.close(handle)


def test_services_share_what_most_of_them_load_and_nothing_that_one_loads_alone() -> None:
    services = [
        loaded(f"dashboard.commands.{name}") for name in ("engine", "dashboard", "vision", "bridge", "play")
    ]
    shared = loaded("dashboard.commands.play", *SHARED)
    ours = ("engine", "dashboard", "vision", "firmware_bridge", "hardware")
    alone = {name for name in shared if sum(name in one for one in services) < 2}
    own = {"runpy", "getpass"}  # the nursery's and the broker's
    assert {name for name in alone - own if name.partition(".")[0] not in ours} == set()
    most = {name for one in services for name in one if sum(name in other for other in services) > 2}
    assert most - shared == set()


def loaded(*modules: str) -> set[str]:
    """Return all modules that a process has once it has loaded these."""
    program = f"import sys, {', '.join(modules)}\nprint(*sys.modules)"
    return set(
        subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=TOP
        ).stdout.split()
    )
