"""`boardwarden play` on the reference footage, followed on a tablet as it happens."""

import json
import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.table.conftest import RunningTable
from tests.web.browsing import show, until

pytestmark = pytest.mark.footage


@pytest.fixture(scope="module")
def table(browser: Browser, start_table: Callable[..., RunningTable], skirmish: Path) -> RunningTable:
    # A message that shows for moments is to be read there: the browser comes before the table.
    del browser
    return start_table("--camera", str(skirmish), "--serial", "none")


def test_the_match_is_followed_live_from_the_first_move_to_the_last_blow(
    table: RunningTable, tablet: Page
) -> None:
    show(tablet, table.page())
    expect(tablet.locator("#turn")).to_contain_text("West's turn")
    tablet.locator("#board [data-piece='w.gen.mask']").tap()
    expect(tablet.locator("#board .under .move").first).to_be_visible()
    alert = tablet.locator("#alert")
    expect(alert.locator(".rule")).to_have_text("DW-5")
    expect(alert).to_contain_text("Infantry moves 1 hex; the way of West infantry 1 to f7 is 2.")
    expect(tablet.locator("#board .repair-line")).to_have_count(1)
    expect(alert).to_be_hidden()
    expect(tablet.locator("#turn")).to_contain_text("North's turn")
    history = tablet.locator("#history")
    expect(history).to_contain_text("North infantry 1 attacks West infantry 1")
    said = history.inner_text()
    for sentence in (
        "West cavalry 1 moves c5 to d7",
        "West cavalry 1 attacks North cavalry 1, splash on North archer 1",
        "The table is right again",
        "West infantry 1 moves e5 to f6",
        "West archer 1 attacks North infantry 1",
        "West ends the turn",
        "North infantry 1 moves f8 to f7",
    ):
        assert sentence in said
    assert said.count("Not allowed") == 1


def test_an_engine_killed_in_mid_match_comes_back_with_the_same_match(
    table: RunningTable, tablet: Page
) -> None:
    show(tablet, table.page())
    expect(tablet.locator("#history")).to_contain_text("North infantry 1 attacks")
    (journal,) = table.matches.glob("*/journal.jsonl")
    before = journal.read_text()
    until(tablet, "document.body.dataset.advised === document.body.dataset.drawn")
    labels = "[...document.querySelectorAll('#board [data-piece]')].map((one) => one.ariaLabel).sort().join()"
    shown = tablet.evaluate(labels)
    os.kill(table.service_pid("engine"), signal.SIGKILL)
    expect(tablet.locator("#tags")).to_contain_text("Not live")
    expect(tablet.locator("#tags")).to_have_text("Live")
    assert journal.read_text() == before
    until(tablet, f"shown => {labels} === shown", shown)
    tablet.get_by_role("button", name="End North's turn").tap()
    expect(tablet.locator("#turn")).to_contain_text("West's turn")
    after = journal.read_text()
    assert after.startswith(before)
    assert '"end_turn"' in after[len(before) :]
    hashes = [json.loads(line) for line in after.splitlines()]
    assert len({json.dumps(entry) for entry in hashes}) == len(hashes)


def test_every_service_that_is_killed_comes_back(table: RunningTable, tablet: Page) -> None:
    show(tablet, table.page())
    expect(tablet.locator("#tags")).to_have_text("Live")
    for name in ("vision", "bridge", "dashboard"):
        pid = table.service_pid(name)
        os.kill(pid, signal.SIGKILL)
        table.wait_for_another(name, pid)
    expect(tablet.locator("#tags")).to_have_text(re.compile("^Live$"))
    expect(tablet.locator("#troubles")).to_have_text("Camera cam: the footage has ended.")
