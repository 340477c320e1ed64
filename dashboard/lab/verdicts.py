"""Measures how soon a tablet shows a move after the hand has left, with camera and board, and camera only.

A whole simulated table runs, from rendered pictures and the firmware to a page in Chromium. The bench makes
moves that the table's advice lists.
"""

import json
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import yaml
from websockets.exceptions import InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from dashboard.lab.lateness import share_ms
from dashboard.lab.measurement import LONGEST_S, judged
from dashboard.lab.painted_page import painted_page
from dashboard.lab.running_table import running_table
from dashboard.simulator.stage import left_after_s
from engine.bus.broker import LOOPBACK, free_port
from engine.core.board import load_board
from engine.core.faults import MissingFault
from engine.core.ids import Cell

MOVES, QUICK_MOVES = 24, 1
FRAMES = 30
"""The number of pictures before the first move, enough for vision to be sure of the table."""
REST_S = 1.5
"""The least pause between two moves, in seconds, so that the table has settled."""

PING_EVERY_S, PING_ANSWERED_S = 20.0, LONGEST_S
"""The time between pings, and the longest wait for an answer, in seconds."""

GOAL_MS = (250, 500)

_SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {
        "w.inf.1": {"at": "c5"},
        "w.cav.1": {"at": "d4"},
        "n.inf.1": {"at": "j7"},
        "n.cav.1": {"at": "k8"},
    },
}


def verdict_rows(*, quick: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the measured rows. All moves take three minutes; `quick` makes one move, with camera and board.

    Raises:
        MissingFault: Playwright or Chromium isn't installed, the table doesn't start, or a move isn't judged.
    """
    with ExitStack() as running:
        page = running.enter_context(painted_page())
        folder = Path(running.enter_context(tempfile.TemporaryDirectory(prefix="boardwarden-bench-")))
        (folder / "setup.yaml").write_text(yaml.safe_dump(_SETUP), encoding="utf-8")
        address = f"{LOOPBACK}:{free_port()}"
        words = ("--setup", str(folder / "setup.yaml"), "--serial", "none", "--evidence", "off")
        arbiters_page = running.enter_context(running_table(address, *words)).arbiters_page
        table = _Table(running.enter_context(_line(address)))
        table.join(arbiters_page.partition("#join=")[2])
        table.wait_seen()
        page.open(arbiters_page, table.revision)

        def move() -> float:
            left = table.move()
            page.wait_painted(table.revision)
            return page.painted()["drawn"][str(table.revision)] / 1000 - left

        moves = min(QUICK_MOVES, MOVES) if quick else MOVES
        both = [move() for _ in range(moves)]
        if not quick:
            table.unplug_board()
        alone = [] if quick else [move() for _ in range(moves)]
    for name, times, goals in (("camera and board", both, GOAL_MS), ("camera alone", alone, (None, None))):
        for share, goal in zip((0.5, 0.95), goals, strict=True) if times else ():
            what = f"{name}: hand gone to verdict painted, ms, p{round(100 * share)}"
            yield judged(what, share_ms(times, share), at_most=goal)


@dataclass(slots=True)
class _Table:
    """The table as the arbiter's tablet sees it, with orders that move its hands."""

    line: ClientConnection
    """The tablet's connection."""
    last: dict[str, Any] = field(default_factory=dict)
    """The last message of each channel."""
    devices: dict[str, Any] = field(default_factory=dict)
    """The last state of each device."""
    lying: dict[str, str] = field(default_factory=dict)
    """The cell of each piece on the simulated table."""
    chance: Random = field(default_factory=lambda: Random(7))  # noqa: S311 # which move, guards nothing

    @property
    def revision(self) -> int:
        """The match's revision."""
        return int(self.last["match"]["revision"])

    def join(self, link: str) -> None:
        """Take the place of the link."""
        self._send({"join": {"link": link}})

    def wait_seen(self) -> None:
        """Wait until camera and board see the table laid out correctly."""
        self._until(self._seen_right, "the table wasn't seen as it is laid out")
        self.lying = self._expected()
        self._rest()

    def _seen_right(self) -> bool:
        """Tell whether the camera has seen enough pictures, the board is connected, and nothing is wrong."""
        board = self.devices.get("board") or {}
        looked = int((self.last.get("camera") or {}).get("frames", 0)) >= FRAMES
        return self._fresh() and looked and bool(board.get("connected")) and self._is_right()

    def unplug_board(self) -> None:
        """Unplug the board, so that only the camera sees the table from now on."""
        self._send({"simulator": {"order": "fault", "fault": "reader"}})
        self._until(lambda: not self.devices["board"]["connected"], "the board wasn't pulled out")

    def move(self) -> float:
        """Let a hand make a legal move; return the time when the hand had left the board, wall clock, s."""
        self._settle()
        piece, cell = self._choice()
        while piece is None or cell is None:
            self._end_turn()
            self._settle()
            piece, cell = self._choice()
        board = load_board("mativen")
        (x, y), start = board.surface.centre_mm(cell), board.surface.centre_mm(Cell(self.lying[piece]))
        before, began = self.revision, time.time()
        self._send({"simulator": {"order": "put", "piece": piece, "x_mm": x, "y_mm": y}})
        self._until(lambda: self.revision > before and self._fresh(), f"{piece} to {cell} wasn't judged")
        self.lying[piece] = cell
        return began + left_after_s(start, (x, y), board.size_mm[1] / 2)

    def _expected(self) -> dict[str, str]:
        """Return the cell of each piece by the match's state."""
        return {one["piece"]: one["cell"] for one in self.last["match"]["view"]["pieces"] if one["cell"]}

    def _choice(self) -> tuple[str | None, Cell | None]:
        view = self.last["match"]["view"]
        own = {one["piece"] for one in view["pieces"] if one["seat"] == view["turn"]}
        taken = {one["cell"] for one in view["pieces"]}
        ways = [
            (one["piece"], Cell(cell))
            for one in self.last["advice"]["advice"]
            if one["piece"] in own
            for cell in one["moves"]
            if cell not in taken
        ]
        return self.chance.choice(ways) if ways else (None, None)

    def _end_turn(self) -> None:
        before = self.revision
        asked = {"id": f"end {before}", "kind": "act", "revision": before, "action": {"end_turn": True}}
        self._send({"command": asked})
        self._until(lambda: self.revision > before and self._fresh(), "the turn didn't end")

    def _settle(self) -> None:
        """Wait until the table rests, laid out as the match says.

        A turn without a choice left ends by itself, and brings new soldiers, after any move.
        """
        self._rest()
        while self.lying != self._expected():
            self._lay_out()
            self._rest()

    def _lay_out(self) -> None:
        """Let hands change the table as the game did, such as for new soldiers and changed ground."""
        surface, before = load_board("mativen").surface, self.lying
        self.lying = self._expected()
        for piece in sorted(before.keys() - self.lying.keys()):
            self._send({"simulator": {"order": "take", "piece": piece}})
        for piece, cell in sorted(self.lying.items()):
            if before.get(piece) != cell:
                x, y = surface.centre_mm(Cell(cell))
                self._send({"simulator": {"order": "put", "piece": piece, "x_mm": x, "y_mm": y}})
        self._rest()
        self._until(self._is_right, "what was due wasn't seen to be laid")

    def _is_right(self) -> bool:
        return not (self.last.get("situation") or {}).get("current")

    def _fresh(self) -> bool:
        return "match" in self.last and self.last.get("advice", {}).get("revision") == self.revision

    def _rest(self, seconds: float = REST_S) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._hear(left)

    def _until(self, holds: Callable[[], bool], otherwise: str) -> None:
        until = time.monotonic() + LONGEST_S
        while not holds():
            if time.monotonic() > until:
                raise MissingFault(f"bench table: {otherwise} within {LONGEST_S:g} s")
            self._hear(1.0)

    def _hear(self, patience_s: float) -> None:
        try:
            heard = json.loads(self.line.recv(timeout=patience_s))
        except TimeoutError:
            return
        if heard["channel"] == "device":
            self.devices[heard["name"]] = heard["data"] or {}
        else:
            self.last[heard["channel"]] = heard["data"]

    def _send(self, request: dict[str, Any]) -> None:
        self.line.send(json.dumps(request))


def _line(address: str) -> ClientConnection:
    """Wait for a starting table's page, and return a tablet's connection to it.

    Raises:
        MissingFault: the page isn't served in time.
    """
    until = time.monotonic() + LONGEST_S
    while True:
        try:
            # The pings are patient: the bench itself reports a missing move.
            return connect(
                f"ws://{address}/ws",
                origin=None,
                max_size=None,
                ping_interval=PING_EVERY_S,
                ping_timeout=PING_ANSWERED_S,
            )
        except (OSError, InvalidHandshake) as error:
            if time.monotonic() > until:
                raise MissingFault(f"bench table: no page at {address} within {LONGEST_S:g} s") from error
            time.sleep(0.2)
