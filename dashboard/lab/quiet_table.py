"""Runs a table where nobody plays, and measures what each of its services uses."""

import json
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from dashboard.lab.measurement import LONGEST_S
from dashboard.lab.running_table import MeasuredTable
from dashboard.lab.usage import Usage, machine_s, usage_of
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import LyingPiece
from dashboard.simulator.stage import placed_pieces
from dashboard.simulator.stream import NewestPicture, PictureServer
from engine.bus.broker import LOOPBACK
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import MissingFault
from engine.core.game import Ruleset
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer
from vision.render.view import view_over

SIZE = (1920, 1080)
FPS = 10
WARM_S = 20.0
WINDOW_S = 20.0
QUICK_S = 3.0
_SERVICES = ("broker", "engine", "dashboard", "vision", "bridge")
_PICTURES = 6


@dataclass(frozen=True, slots=True)
class QuietUse:
    """The use of a table that saw its board while nobody touched it."""

    started_s: float
    """The CPU time of all services until the page answered, in seconds."""
    used: dict[str, Usage]
    """The use of each service at the end."""
    cpu: dict[str, float]
    """The CPU of each service, in percent of one core."""
    others: float
    """The CPU of all other programs meanwhile, in percent of one core."""
    window_s: float
    """How long was measured, in seconds."""

    @property
    def cpu_together(self) -> float:
        """The CPU of all services, in percent of one core."""
        return sum(self.cpu.values())

    @property
    def mb_together(self) -> float:
        """The memory of all services, in MB, where shared memory counts once."""
        return sum(one.pss_mb for one in self.used.values())

    def others_row(self) -> dict[str, Any]:
        """Return the row about the machine's other load."""
        return {
            "what": f"the machine's other load meanwhile, % of one core of {os.cpu_count()}",
            "value": round(max(0.0, self.others), 1),
        }


def measure_rest(running: MeasuredTable, page: str, *, cameras: int = 1, quick: bool = False) -> QuietUse:
    """Wait until a table sees its board with all cameras, and measure it at rest.

    `page` is the address of its pages, HOST:PORT. `quick` measures a shorter time.

    Raises:
        MissingFault: the table doesn't start, sees no board, or ends.
    """
    table = running.process
    pids = _services(table)
    _wait_page(table, page)
    started_s = sum(one.cpu_s for one in _usage(pids).values())
    _wait_seeing(table, page, cameras)
    time.sleep(min(QUICK_S, WARM_S) if quick else WARM_S)
    before, busy, began = _usage(pids), machine_s(), time.monotonic()
    time.sleep(min(QUICK_S, WINDOW_S) if quick else WINDOW_S)
    after, busy, spent = _usage(pids), machine_s() - busy, time.monotonic() - began
    cpu = {name: 100 * (after[name].cpu_s - before[name].cpu_s) / spent for name in after}
    return QuietUse(started_s, after, cpu, 100 * busy / spent - sum(cpu.values()), spent)


def opening_pictures() -> list[bytes]:
    """Return a few pictures of a match's opening, as JPEGs with different noise."""
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    game = open_game("dozen_war", board, Ruleset())
    lying: dict[Any, LyingPiece] = dict(
        set_table(game.layout(game.initial(entry_of({}))), board.surface, pieces)
    )
    view = view_over(board, width_px=SIZE[0], height_px=SIZE[1])
    renderer = Renderer(board, pieces, view, Conditions(noise=2.0))
    placed = placed_pieces(lying, pieces)
    return [renderer.jpeg(renderer.render(placed, number=n)) for n in range(_PICTURES)]


@contextmanager
def stream_camera(pictures: list[bytes]) -> Iterator[str]:
    """Serve the pictures in turn as a camera's stream until the block ends; yield its URL."""
    newest, over = NewestPicture(), threading.Event()
    server = PictureServer(LOOPBACK, 0, newest)

    def show() -> None:
        number, next_at = 0, time.monotonic()
        while not over.is_set():
            newest.put(pictures[number % len(pictures)], time.time())
            number, next_at = number + 1, next_at + 1 / FPS
            over.wait(max(0.0, next_at - time.monotonic()))

    thread = threading.Thread(target=show, name="pictures", daemon=True)
    server.start()
    thread.start()
    try:
        yield server.url
    finally:
        over.set()
        thread.join()
        server.stop()


def _services(table: subprocess.Popen[bytes]) -> dict[str, tuple[int, ...]]:
    """Wait for all services; return the process ids of the table and each service, with their children."""
    until = time.monotonic() + LONGEST_S
    while True:
        found: dict[str, tuple[int, ...]] = {"play": (table.pid,)}
        for pid in _children(table.pid):
            # A process may have ended meanwhile.
            with suppress(FileNotFoundError, ProcessLookupError, ValueError):
                words = (Path("/proc") / str(pid) / "cmdline").read_bytes().decode().split("\0")
                # A service runs as `python ... -m dashboard NAME ...`, the others as `-m a.dotted.name`.
                module, name, *_ = words[words.index("-m") + 1 :]
                if module != "dashboard":
                    name = module.rpartition(".")[2].replace("keeper", "broker")
                found[name] = (pid, *_children(pid))
        if set(_SERVICES) <= set(found):
            return found
        if table.poll() is not None or time.monotonic() > until:
            missing = ", ".join(sorted(set(_SERVICES) - set(found)))
            raise MissingFault(
                f"the table didn't start within {LONGEST_S:.0f} s: expected {', '.join(_SERVICES)}, found no "
                f"{missing}; run `boardwarden play` to see why"
            )
        time.sleep(0.2)


def _wait_page(table: subprocess.Popen[bytes], page: str) -> None:
    """Wait until the page answers.

    Raises:
        MissingFault: it doesn't.
    """
    until = time.monotonic() + LONGEST_S
    while _cameras(page) is None:
        if table.poll() is not None or time.monotonic() > until:
            raise MissingFault(
                f"the table's page didn't answer within {LONGEST_S:.0f} s; run `boardwarden play` to see why"
            )
        time.sleep(0.05)


def _wait_seeing(table: subprocess.Popen[bytes], page: str, cameras: int) -> None:
    """Wait until vision has found the board with all cameras: a table that sees nothing would cost little.

    Raises:
        MissingFault: vision doesn't find it in time.
    """
    until = time.monotonic() + LONGEST_S
    while sum(bool(camera["frame_tags_seen"]) for camera in _cameras(page) or ()) < cameras:
        if table.poll() is not None or time.monotonic() > until:
            raise MissingFault(
                f"the table saw no board within {LONGEST_S:.0f} s; run `boardwarden play` to see why"
            )
        time.sleep(0.2)


def _cameras(page: str) -> list[dict[str, Any]] | None:
    """Return the health page's facts about the cameras; None: the page isn't served yet."""
    try:
        with urlopen(f"http://{page}/health", timeout=LONGEST_S) as answer:
            found: list[dict[str, Any]] = json.load(answer)["cameras"]
    except (OSError, HTTPException):
        return None
    return found


def _children(pid: int) -> list[int]:
    tasks = Path("/proc") / str(pid) / "task"
    return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]


def _usage(pids: dict[str, tuple[int, ...]]) -> dict[str, Usage]:
    """Return the use of CPU and memory of each service.

    Raises:
        MissingFault: a process has ended.
    """
    found = {}
    for name, own in pids.items():
        each = [usage_of(name, pid) for pid in own]
        found[name] = Usage(
            sum(one.cpu_s for one in each), sum(one.rss_mb for one in each), sum(one.pss_mb for one in each)
        )
    return found
