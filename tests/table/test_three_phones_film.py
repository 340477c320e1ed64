"""One film before three phones, each with its own view of the board; one loses its Wi-Fi while play goes on.

Each phone is a browser of its own, whose camera shows the film as that phone would see it. The times that are
printed at the end go from a picture's capture, by the measured clock of its phone, to the verdict that rests
on it.
"""

import statistics
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.patience import PATIENCE_S
from tests.table.conftest import RunningTable
from tests.table.held_films import turned_view, write_film
from tests.table.test_phone_as_camera import facts
from tests.table.test_phone_films import PLAYED, Listener
from tests.table.wires import wire_to
from tests.web.browsing import FLAGS, show
from tests.web.visitors import visitors

pytestmark = [pytest.mark.slow, pytest.mark.footage, pytest.mark.timeout(1500)]

AWAY_S = 20.0
LEAD_S, TAIL_S = 90.0, 90.0
SECONDS_EACH = 4
SIZE_PX = (1600, 1200)
FOCAL_PX = 1600.0


@dataclass(frozen=True)
class Stand:
    """How a phone is turned against the camera that made the film, degrees; `zoom`: its focal length."""

    yaw_deg: float = 0.0
    pitch_deg: float = 0.0
    roll_deg: float = 0.0
    zoom: float = 1.0


STANDS: Mapping[str, Stand] = {
    "left": Stand(yaw_deg=3.0, roll_deg=4.0, zoom=0.93),
    "across": Stand(pitch_deg=-1.5, roll_deg=180.0, zoom=0.93),
    # It doesn't see one edge of the board.
    "near": Stand(yaw_deg=4.5, pitch_deg=0.5, roll_deg=-3.0, zoom=1.12),
}


def write_view(skirmish: Path, to: Path, stand: Stand) -> None:
    view = turned_view(
        SIZE_PX,
        focal_px=FOCAL_PX,
        yaw_deg=stand.yaw_deg,
        pitch_deg=stand.pitch_deg,
        roll_deg=stand.roll_deg,
        zoom=stand.zoom,
    )
    write_film(skirmish, to, holds_s={0: LEAD_S, 42: TAIL_S}, seconds_each=SECONDS_EACH, view=view)


@pytest.fixture(scope="module")
def phones(
    chromium: str, skirmish: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Browser]]:
    """A browser for each phone, whose camera shows the film from where that phone stands."""
    expect.set_options(timeout=3 * PATIENCE_S * 1000)
    folder = tmp_path_factory.mktemp("films")
    with sync_playwright() as playwright, ExitStack() as ends:
        started = {}
        for name, stand in STANDS.items():
            film = folder / f"{name}.y4m"
            ends.callback(film.unlink)
            write_view(skirmish, film, stand)
            camera = (
                "--use-fake-ui-for-media-stream",
                "--use-fake-device-for-media-stream",
                f"--use-file-for-fake-video-capture={film}",
            )
            started[name] = playwright.chromium.launch(executable_path=chromium, args=[*FLAGS, *camera])
            ends.callback(started[name].close)
        yield started


def links_of(table: RunningTable) -> dict[str, str]:
    """Wait until the table wants all phones; return the address of each phone's page."""
    while len(found := facts(table, "links/phones")["phones"]) < len(STANDS):
        pass
    return {one["name"]: one["url"] for one in found}


def open_phone(come: Callable[..., Page], url: str) -> Page:
    phone = come(viewport={"width": 390, "height": 844})
    phone.goto(url)
    phone.locator("#begin").tap()
    return phone


def test_three_phones_judge_a_film_as_played_though_one_is_away_for_a_while(
    phones: dict[str, Browser], start_table: Callable[..., RunningTable], skirmish: Path, tmp_path: Path
) -> None:
    about = yaml.safe_load((skirmish / "footage.yaml").read_text())
    setup = tmp_path / "setup.yaml"
    setup.write_text(yaml.safe_dump(about["setup"]))
    cameras = [word for name in STANDS for word in ("--camera", f"phone:{name}")]
    table = start_table(
        *(*cameras, "--serial", "none", "--setup", str(setup)),
        *("--game", about["game"], "--board", about["board"]),
    )
    links, port = links_of(table), int(table.url.rstrip("/").rpartition(":")[2])
    with ExitStack() as ends:
        come = {name: ends.enter_context(visitors(browser)) for name, browser in phones.items()}
        wire, heard = ends.enter_context(wire_to(port)), ends.enter_context(Listener(table))
        links["left"] = links["left"].replace(f":{port}/", f":{wire.port}/")
        tablet = come["across"](viewport={"width": 1024, "height": 768})
        show(tablet, table.page())
        history, troubles = tablet.locator("#history"), tablet.locator("#troubles")
        pages = {name: open_phone(come[name], links[name]) for name in STANDS}
        for page in pages.values():
            expect(page.locator("#over polygon").nth(40)).to_be_attached()
        expect(history).to_contain_text(PLAYED[1])
        wire.cut()
        expect(troubles).to_contain_text("Phone left is away; the other cameras go on watching")
        expect(tablet.locator("#tags")).to_contain_text("Live")
        # The others carry on: what is played meanwhile is judged.
        expect(history).to_contain_text(PLAYED[2])
        tablet.wait_for_timeout(AWAY_S * 1000)
        wire.mend()
        expect(troubles).not_to_contain_text("away")
        expect(pages["left"].locator("body[data-live=true]")).to_be_attached()
        expect(history).to_contain_text(PLAYED[4])
        tablet.get_by_role("button", name="End West's turn").tap()
        expect(history).to_contain_text(PLAYED[-1])
        told = history.inner_text()
        entries = [text for text in history.locator("> li").all_inner_texts() if "Camera cam" not in text]
    assert [sentence for sentence in PLAYED if sentence not in told] == []
    assert told.count("Not allowed") == 1
    assert len(entries) == len(PLAYED) + 1, entries
    after = sorted(heard.after_s)
    said = f"{len(after)} verdicts: median {statistics.median(after):.2f} s, longest {after[-1]:.2f} s"
    print(f"{said}\n{told}")  # noqa: T201 # a soak says what it measured
