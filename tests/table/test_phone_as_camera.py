"""A phone is the only camera of a whole table: the film is held before it, its Wi-Fi cut in between."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from playwright.sync_api import Browser, Page, expect

from tests import asking
from tests.table.conftest import RunningTable
from tests.table.wires import Wire, wire_to
from tests.web.browsing import show
from tests.web.visitors import visitors

pytestmark = pytest.mark.footage

CAMERA = (Path(__file__).parent / "canvas_camera.js").read_text()


@pytest.fixture(scope="module")
def table(
    browser: Browser,
    start_table: Callable[..., RunningTable],
    skirmish: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> RunningTable:
    """A table that waits for its phone, at the position that the film begins with."""
    del browser
    film = yaml.safe_load((skirmish / "footage.yaml").read_text())
    setup = tmp_path_factory.mktemp("setup") / "setup.yaml"
    setup.write_text(yaml.safe_dump(film["setup"]))
    return start_table(
        *("--camera", "phone", "--serial", "none", "--setup", str(setup)),
        *("--game", film["game"], "--board", film["board"]),
    )


def facts(table: RunningTable, path: str) -> Any:
    link = table.page().partition("#join=")[2]
    return asking.get(f"{table.url}{path}", headers={"authorization": f"Bearer {link}"}).json()


@contextmanager
def filming(browser: Browser, table: RunningTable) -> Iterator[tuple[Page, Wire]]:
    """Open the phone's page by its link, over a wire that can be cut."""
    while not (found := facts(table, "links/phones")["phones"]):
        pass
    port = int(table.url.rstrip("/").rpartition(":")[2])
    with visitors(browser) as come, wire_to(port) as wire:
        phone = come(viewport={"width": 390, "height": 844})
        phone.add_init_script(CAMERA)
        phone.goto(found[0]["url"].replace(f":{port}/", f":{wire.port}/"))
        yield phone, wire


def hold_before(phone: Page, table: RunningTable, frame: Path) -> None:
    """Hold a frame of the film before the phone until it was looked at twice."""
    picture = b64encode(frame.read_bytes()).decode()
    phone.evaluate("source => showFrame(source)", f"data:image/jpeg;base64,{picture}")
    before = looked_at(table)
    # The picture that is on its way may still be an older one.
    while looked_at(table) < before + 3:
        phone.wait_for_timeout(50)


def looked_at(table: RunningTable) -> int:
    found = facts(table, "cameras")
    return int(found[0]["state"]["frames"]) if found else 0


def test_what_a_phone_sees_is_judged_as_played_though_its_network_goes_in_between(
    browser: Browser, table: RunningTable, tablet: Page, skirmish: Path
) -> None:
    frames = sorted((skirmish / "frames").glob("*.jpg"))
    show(tablet, table.page())
    history = tablet.locator("#history")
    with filming(browser, table) as (phone, wire):
        picture = b64encode(frames[0].read_bytes()).decode()
        phone.evaluate("source => showFrame(source)", f"data:image/jpeg;base64,{picture}")
        phone.locator("#begin").tap()
        expect(phone.locator("#said")).to_contain_text("The whole board is seen well")
        assert phone.locator("#over polygon").count() > 50
        expect(phone.locator("body[data-live=true]")).to_be_attached()
        for frame in frames[3:8]:
            hold_before(phone, table, frame)
        expect(history).to_contain_text("West cavalry 1 moves c5 to d7")
        wire.cut()
        expect(phone.locator("#said")).to_contain_text("No line to the table")
        expect(tablet.locator("#troubles")).to_contain_text("Phone away")
        wire.mend()
        expect(phone.locator("body[data-live=true]")).to_be_attached()
        expect(tablet.locator("#troubles")).not_to_contain_text("Phone away")
        for frame in frames[8:13]:
            hold_before(phone, table, frame)
        expect(history).to_contain_text("West cavalry 1 attacks North cavalry 1, splash on North archer 1")
        assert "Not allowed" not in history.inner_text()
