"""The pages that set a table up, by keyboard: a part that is drawn again or goes away leaves the focus."""

import dataclasses
import re

from playwright.sync_api import Page, expect

from engine.bus.messages.boards import LaidTag
from engine.bus.messages.cameras import CalibrationStage, CameraState
from engine.bus.messages.commands import Answer, AnswerCode
from engine.bus.sealing import Seal
from engine.core.phrase import Phrase
from tests.web.browsing import region, until
from tests.web.every_page import TAGS
from tests.web.shown_table import KEY, TABLE, FakeBus, Match, RunningServer
from tests.web.test_cameras import tell_camera


def write(page: Page, text: str) -> None:
    """Type over what stands in the field that has the focus."""
    page.keyboard.press("Control+a")
    page.keyboard.type(text)


def test_the_form_of_a_match_is_filled_in_field_by_field(
    page: Page, table: FakeBus, server: RunningServer
) -> None:
    page.goto(f"{server.url}/start")
    page.locator("button[data-step=match]").press("Enter")
    expect(region(page, "step-heading")).to_be_focused()
    page.locator("[data-key=board-mativen]").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("[data-key=board-duel]")).to_be_focused()
    expect(page.locator("[data-key=board-duel]")).to_be_checked()
    region(page, "minutes").focus()
    write(page, "10")
    expect(region(page, "extra")).to_be_visible()
    page.keyboard.press("Tab")
    expect(region(page, "extra")).to_be_focused()
    write(page, "15")
    page.keyboard.press("Tab")
    expect(region(page, "kind")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(region(page, "kind")).to_have_value("bronstein")
    expect(region(page, "kind")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(region(page, "loses")).to_be_checked()
    expect(region(page, "loses")).to_be_focused()
    region(page, "open").press("Enter")
    asked = table.next_sent()[1]
    assert asked.terms.clock == "10m+15s,bronstein,loses"
    table.tell("answer", Answer(asked.id, AnswerCode.NOT_NOW, 0, Phrase("the disk is full")))
    expect(region(page, "said")).to_have_text("The disk is full")
    # The button couldn't be pressed meanwhile; who pressed it is at it again.
    expect(region(page, "open")).to_be_focused()


def test_who_asks_to_break_a_match_off_stands_on_the_no(
    page: Page, table: FakeBus, match: Match, server: RunningServer
) -> None:
    match.revision = 7
    match.tell(table)
    page.goto(f"{server.url}/start")
    page.locator("button[data-step=match]").press("Enter")
    region(page, "open").press("Enter")
    expect(region(page, "sure-no")).to_be_focused()
    page.keyboard.press("Enter")
    expect(region(page, "open")).to_be_focused()
    assert table.sent.empty()


def test_a_button_of_the_measuring_that_goes_leaves_the_keyboard_at_what_is_said(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    tell_camera(bus, stage=CalibrationStage.OFF)
    page.goto(f"{server.url}/calibrate")
    expect(region(page, "begin")).to_be_enabled()
    region(page, "begin").press("Enter")
    tell_camera(bus)
    expect(region(page, "begin")).to_be_hidden()
    expect(region(page, "side")).to_be_focused()
    page.keyboard.press("Tab")
    expect(region(page, "again")).to_be_focused()


def test_whoever_writes_what_a_tag_is_isn_t_disturbed_by_the_next_tag(
    page: Page, table: FakeBus, server: RunningServer
) -> None:
    seal = Seal(KEY, table=TABLE)
    table.tell("tags", seal.sealed_tags(TAGS))
    page.goto(f"{server.url}/enrol")
    first, second = (tag.uid for tag in TAGS.tags)
    region(page, f"what-{second}").focus()
    page.keyboard.type("War")
    more = dataclasses.replace(TAGS, tags=(LaidTag("pad.west", "04A1B2C3D4E5F8"), *TAGS.tags))
    table.tell("tags", seal.sealed_tags(more))
    expect(page.locator("#tags article")).to_have_count(3)
    page.keyboard.type(" Hammer")
    expect(region(page, f"what-{second}")).to_have_value("War Hammer")
    page.keyboard.press("Enter")
    asked = table.next_sent()[1]
    assert (asked.tag, asked.thing) == (second, "card bua-chien")
    # A tag that was named right needs no button any more: the keyboard goes on at its card.
    page.locator(f"[data-key=says-{first}]").press("Enter")
    known = dataclasses.replace(TAGS.tags[0], thing="piece w.inf.1", says="")
    table.tell("tags", seal.sealed_tags(dataclasses.replace(TAGS, tags=(known, TAGS.tags[1]))))
    expect(page.locator(f"[data-uid='{first}']")).to_be_focused()


def test_a_table_of_the_health_page_stays_scrolled_while_its_numbers_change(
    page: Page, bus: FakeBus, server: RunningServer
) -> None:
    name = "camera-above-the-table" * 8
    state = CameraState(name, "0", 1920, 1080, 29.9, 300)
    bus.tell("camera", state, name)
    page.goto(f"{server.url}/health/page")
    cameras = page.get_by_role("group", name=re.compile("^Cameras"))
    cameras.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    until(page, "document.activeElement.scrollLeft > 0")
    bus.tell("camera", dataclasses.replace(state, frames=301), name)
    expect(cameras).to_contain_text("301")
    expect(cameras).to_be_focused()
    until(page, "document.activeElement.scrollLeft > 0")
