"""Measures how soon a lifted piece lights the board, and shows its reach on its owner's tablet.

Everything but the camera is real: a private broker, the engine with its journal, the bridge, the board's
firmware at a pseudo-terminal, the dashboard's process, Chromium.
"""

import secrets
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from dashboard.lab.audience import dashboard_process, seat_page
from dashboard.lab.lateness import share_ms
from dashboard.lab.match_messages import TABLE
from dashboard.lab.measurement import LONGEST_S, judged
from dashboard.lab.painted_page import PaintedPage, painted_page
from engine.bus.broker import open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.messages.boards import DeviceOrder, LightsOrder
from engine.bus.proofs import MessageProofs
from engine.bus.sealing import KEY_BYTES, Seal
from engine.core.board import load_board
from engine.core.faults import MissingFault
from engine.core.game import Ruleset
from engine.core.ids import Cell, Seconds
from engine.core.layout import Face, Layout
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, Seen
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import WANTED, EngineService
from firmware_bridge.service import WANTED as BRIDGE_WANTED
from firmware_bridge.service import Bridge
from firmware_bridge.simulated.board import SimulatedBoard

LIFTS, QUICK_LIFTS = 20, 3
LOOK_S = 0.2
GOAL_MS = 150
_LIFTED, _LIFTED_FROM = "w.inf.1", Cell("e5")
_SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {_LIFTED: {"at": str(_LIFTED_FROM)}, "n.inf.1": {"at": "f6"}},
}


def bench_board(*, quick: bool = False) -> list[dict[str, Any]]:
    """Return the times from a lift to the lights and to the reach, and from a bare order to the same lights.

    `quick` measures fewer lifts.

    Raises:
        MissingFault: there's no broker, pseudo-terminal, Playwright or Chromium here, or the table doesn't
            start.
    """
    lifted = min(QUICK_LIFTS, LIFTS) if quick else LIFTS
    with ExitStack() as running:
        broker = open_broker("embedded")
        page = running.enter_context(painted_page())
        key = secrets.token_bytes(KEY_BYTES)
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        broker.start()
        running.callback(broker.stop)
        device = SimulatedBoard(lit=load_board("mativen").surface.cells, switched=(_LIFTED_FROM,))
        device.start(folder / "board")
        running.callback(device.stop)
        eyes = running.enter_context(_client(broker.url, Service.VISION, ()))
        engine = running.enter_context(_client(broker.url, Service.ENGINE, WANTED, key))
        _, address = running.enter_context(dashboard_process(broker.url, key, str(folder / "dashboard")))
        lying = running.enter_context(_engine(engine, folder, Seal(key, table=TABLE)))
        running.enter_context(_bridge(broker.url, folder / "board"))
        hand = _Hand(eyes, lying, device, page)
        hand.settle()
        page.open(seat_page(address, "west", key), 0)
        lifts = [hand.lift() for _ in range(lifted)]
        switched = [hand.lift_off_switch() for _ in range(lifted)]
        # The order is sent by the engine's connection to the bus, so only the engine's own work is left out.
        bare = [_bare(engine, device) for _ in range(lifted)]
        shown = [hand.show_off_switch() for _ in range(lifted)]
        seen = [hand.show() for _ in range(lifted)]
    return [
        {"what": "lift seen to lights on, ms, median", "value": round(median(lifts) * 1000, 1)},
        {"what": "lift seen to lights on, ms, slowest", "value": round(max(lifts) * 1000, 1)},
        {"what": "cell switch opened to lights on, ms, median", "value": round(median(switched) * 1000, 1)},
        {"what": "order on the bus to lights on, ms, median", "value": round(median(bare) * 1000, 1)},
        {"what": "ratio, lift to bare order", "value": round(median(lifts) / median(bare), 2)},
        {"what": "cell switch opened to reach painted on the tablet, ms, p50", "value": share_ms(shown, 0.5)},
        judged("cell switch opened to reach painted on the tablet, ms, p95", share_ms(shown, 0.95),
               at_most=GOAL_MS),
        {"what": "lift seen to reach painted on the tablet, ms, p50", "value": share_ms(seen, 0.5)},
        {"what": "lift seen to reach painted on the tablet, ms, p95", "value": share_ms(seen, 0.95)},
    ]  # fmt: skip


class _Hand:
    """Lifts a piece and puts it back, by a camera's looks or a switch, and times the lights and the page."""

    def __init__(self, eyes: BusClient, lying: Layout, device: SimulatedBoard, page: PaintedPage) -> None:
        self._page = page
        self._eyes = eyes
        self._lying = lying
        self._device = device
        self._started = time.time()
        self._sequence = 0

    def settle(self) -> None:
        """Publish looks until the engine has judged the table; a missing piece counts as lifted only then.

        The pad of the seat to move is lit as soon as the engine's orders reach the board.
        """
        _wait(lambda: bool(self._device.lights), "the pad of whose turn it is wasn't lit")
        for _ in range(10):
            self._look(lifted=False)
            time.sleep(LOOK_S)

    def lift(self) -> float:
        """Return the seconds from the look without the piece until cells of the board are lit."""
        began = time.perf_counter()
        self._look(lifted=True)
        _wait(lambda: _cells_lit(self._device) > 0, "the lifted piece's ways weren't lit")
        took = time.perf_counter() - began
        for _ in range(5):
            self._look(lifted=False)
            time.sleep(LOOK_S)
        _wait(lambda: not _cells_lit(self._device), "the lights didn't go out")
        return took

    def lift_off_switch(self) -> float:
        """Return the seconds from the opening of a switch, with its three scans, until cells are lit."""
        self._device.cover(_LIFTED_FROM)
        time.sleep(LOOK_S)
        began = time.perf_counter()
        self._device.cover(_LIFTED_FROM, covered=False)
        _wait(lambda: _cells_lit(self._device) > 0, "the piece off its switch lit nothing")
        took = time.perf_counter() - began
        self._device.cover(_LIFTED_FROM)
        _wait(lambda: not _cells_lit(self._device), "the lights didn't go out")
        return took

    def show_off_switch(self) -> float:
        """Return the seconds from the opening of a switch until the owner's tablet has painted the reach."""
        return self._shown(lambda: self._device.cover(_LIFTED_FROM, covered=False))

    def show(self) -> float:
        """Return the seconds from the look without the piece until the owner's tablet painted the reach."""
        return self._shown(lambda: self._look(lifted=True))

    def _shown(self, lift: Callable[[], None]) -> float:
        self._device.cover(_LIFTED_FROM)
        self._look(lifted=False)
        self._page.wait_put()
        time.sleep(LOOK_S)
        self._page.forget()
        began = time.time()
        lift()
        took = self._page.wait_held(_LIFTED) - began
        self._device.cover(_LIFTED_FROM)
        for _ in range(3):
            time.sleep(LOOK_S)
            self._look(lifted=False)
        return took

    def _look(self, *, lifted: bool) -> None:
        self._sequence += 1
        seen = tuple(
            Seen(
                piece,
                spot.cell,
                0.0,
                0.0,
                spot.face or Face.UP,
                0.0,
                edge=bool(spot.edge),
                confidence=1.0,
                margin=1.0,
            )
            for piece, spot in self._lying.items()
            if not (lifted and piece == _LIFTED)
        )
        look = Look(
            "cam",
            self._sequence,
            Seconds(time.time()),
            LookPieces(seen),
            LookCells(),
            LookMotion(steady=not lifted, moved=False),
        )
        self._eyes.publish("look", look, "cam")


def _cells_lit(device: SimulatedBoard) -> int:
    """Return the number of lit cells, without the pads' lights."""
    return sum(bool(cell) for _, cell in device.lights)


def _bare(engine: BusClient, device: SimulatedBoard) -> float:
    cells = load_board("mativen").surface.cells[:6]
    began = time.perf_counter()
    engine.publish("device_order", DeviceOrder(LightsOrder(cells, "white")), "board")
    _wait(lambda: _cells_lit(device) == len(cells), "the order lit nothing")
    took = time.perf_counter() - began
    engine.publish("device_order", DeviceOrder(LightsOrder(cells, "off")), "board")
    _wait(lambda: not _cells_lit(device), "the lights didn't go out")
    # The board writes its lights at most 66 times a second. The pause lets it come to rest, as between two
    # lifts.
    time.sleep(LOOK_S)
    return took


@contextmanager
def _client(
    url: str, service: Service, wanted: tuple[str, ...], key: bytes | None = None
) -> Iterator[BusClient]:
    proofs = None if key is None else MessageProofs(key, table=TABLE)
    bus = BusClient(url=url, table=TABLE, service=service, wanted=wanted, proofs=proofs)
    bus.start()
    try:
        if not bus.wait_connected(LONGEST_S):
            raise MissingFault(f"bench board: the {service} didn't reach the broker: {bus.problem}")
        yield bus
    finally:
        bus.stop()


@contextmanager
def _engine(bus: BusClient, folder: Path, seal: Seal) -> Iterator[Layout]:
    """Run the engine in a thread until the block ends; yield the layout of its match, by physical pieces."""
    board = load_board("mativen")
    game = open_game("dozen_war", board, Ruleset())
    pieces = load_pieces("mativen-pieces")
    opening = MatchOpening("", Seconds(0.0), "dozen_war", "mativen", "mativen-pieces", _SETUP, table=TABLE)
    parts = MatchParts(opening.terms, board, pieces, game, MatchKeeper(folder / "matches", game))
    engine = EngineService(bus, parts=parts, opening=opening, seal=seal)
    stop = threading.Event()
    thread = threading.Thread(target=engine.run, args=(stop,), daemon=True)
    thread.start()
    try:
        layout = game.layout(engine.table.match.state)
        yield {pieces.physical_id(piece): spot for piece, spot in layout.items() if not spot.covered}
    finally:
        stop.set()
        thread.join()
        engine.close()


@contextmanager
def _bridge(url: str, port: Path) -> Iterator[None]:
    stop = threading.Event()
    with _client(url, Service.BRIDGE, BRIDGE_WANTED) as bus:
        bridge = Bridge(bus, serial=str(port), footage=None, footage_start=0.0)
        thread = threading.Thread(target=bridge.run, args=(stop,), daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join()


def _wait(happened: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + LONGEST_S
    while not happened():
        if time.monotonic() > until:
            raise MissingFault(f"bench board: {otherwise} within {LONGEST_S:g} s")
        time.sleep(0.0002)
