"""A reference film through a browser's own camera: phone, table and verdicts, for 20 s without a network.

The film runs at a quarter of its pace, so that a busy machine sees each of its frames. The times that are
printed at the end go from a picture's capture to the verdict that rests on it.
"""

import statistics
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import pytest
import yaml
from playwright.sync_api import Browser, expect, sync_playwright

from engine.bus.client import BusClient, ReceivedMessage
from engine.core.verdict import Verdict, VerdictKind
from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.table.held_films import write_film
from tests.table.test_phone_as_camera import facts
from tests.table.wires import wire_to
from tests.web.browsing import FLAGS, show
from tests.web.visitors import visitors

pytestmark = [pytest.mark.slow, pytest.mark.footage, pytest.mark.timeout(900)]

AWAY_S = 20.0
LEAD_S, TAIL_S = 45.0, 45.0
SECONDS_EACH = 2
CUT_AT = 13
"""The film's frame, from 0, that lies still while the network is away."""

JUDGED = (VerdictKind.SETTLED, VerdictKind.ILLEGAL)
PLAYED = (
    "West cavalry 1 moves c5 to d7",
    "West cavalry 1 attacks North cavalry 1, splash on North archer 1",
    "The table is right again",
    "West infantry 1 moves e5 to f6",
    "West archer 1 attacks North infantry 1",
    "West ends the turn",
    "North infantry 1 moves f8 to f7",
    "North infantry 1 attacks West infantry 1",
)


@pytest.fixture(scope="module")
def film(skirmish: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The film, held at its first picture until the board is found, and while the network is away."""
    path = tmp_path_factory.mktemp("film") / "skirmish.y4m"
    write_film(
        skirmish, path, holds_s={0: LEAD_S, CUT_AT: AWAY_S + 15.0, 42: TAIL_S}, seconds_each=SECONDS_EACH
    )
    return path


@pytest.fixture(scope="module")
def browser(chromium: str, film: Path) -> Iterator[Browser]:
    """A browser whose camera shows the film."""
    expect.set_options(timeout=2 * PATIENCE_S * 1000)
    camera = (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *camera])
        yield started
        started.close()


class Listener:
    """Hears a table's verdicts, each with how long after its picture it came."""

    def __init__(self, table: RunningTable) -> None:
        url = (table.matches / ".table.bus").read_text().strip()
        self._bus = BusClient(url=url, table="table", service=None, wanted=("verdict",))
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self.after_s: list[float] = []

    def __enter__(self) -> Self:
        self._bus.start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._bus.stop()

    def _listen(self) -> None:
        while not self._over.is_set():
            match self._bus.receive(0.2):
                case ReceivedMessage("verdict", _, Verdict(kind=kind, taken_at=taken_at)) if kind in JUDGED:
                    self.after_s.append(time.time() - taken_at)
                case _:
                    pass


def test_a_film_held_before_a_phone_is_judged_as_played_without_a_network_for_a_while(
    browser: Browser, start_table: Callable[..., RunningTable], skirmish: Path, tmp_path: Path
) -> None:
    about = yaml.safe_load((skirmish / "footage.yaml").read_text())
    setup = tmp_path / "setup.yaml"
    setup.write_text(yaml.safe_dump(about["setup"]))
    table = start_table(
        *("--camera", "phone", "--serial", "none", "--setup", str(setup)),
        *("--game", about["game"], "--board", about["board"]),
    )
    while not (found := facts(table, "links/phones")["phones"]):
        pass
    port = int(table.url.rstrip("/").rpartition(":")[2])
    with visitors(browser) as come, wire_to(port) as wire, Listener(table) as heard:
        tablet = come(viewport={"width": 1024, "height": 768})
        phone = come(viewport={"width": 390, "height": 844})
        show(tablet, table.page())
        history = tablet.locator("#history")
        phone.goto(found[0]["url"].replace(f":{port}/", f":{wire.port}/"))
        phone.locator("#begin").tap()
        expect(phone.locator("#said")).to_contain_text("The whole board is seen well")
        expect(history).to_contain_text(PLAYED[1])
        wire.cut()
        phone.wait_for_timeout(AWAY_S * 1000)
        wire.mend()
        expect(history).to_contain_text(PLAYED[4])
        tablet.get_by_role("button", name="End West's turn").tap()
        expect(history).to_contain_text(PLAYED[-1])
        sent = history.inner_text()
    assert [sentence for sentence in PLAYED if sentence not in sent] == []
    assert sent.count("Not allowed") == 1
    after = sorted(heard.after_s)
    said = f"{len(after)} verdicts: median {statistics.median(after):.2f} s, longest {after[-1]:.2f} s"
    print(said)  # noqa: T201 # a soak says what it measured
