"""The page's words while the engine, a camera, the bus, the server or the line to it is away."""

import re
import threading
from dataclasses import replace

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from dashboard.web.texts import page_texts
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.services import Availability
from engine.core.ids import Seat
from engine.core.phrase import LANGUAGES, Phrase
from tests.web.browsing import piece, region, resize, show
from tests.web.played import own_link
from tests.web.shown_table import FakeBus, Match, RunningServer


def test_an_engine_that_goes_makes_the_page_say_that_it_is_old_until_it_is_back(
    board: Page, table: FakeBus
) -> None:
    table.tell("availability", Availability(online=False, reason=Phrase("the connection broke")), "engine")
    expect(region(board, "troubles")).to_contain_text("The engine is away (the connection broke)")
    expect(region(board, "tags")).to_contain_text("Not live")
    table.tell("availability", Availability(online=True), "engine")
    expect(region(board, "troubles")).to_be_empty()
    expect(region(board, "tags")).to_have_text("Live")


def test_troubles_of_camera_bus_and_situation_are_said(board: Page, table: FakeBus, match: Match) -> None:
    table.tell(
        "camera", CameraState("main", "0", problem=Phrase("the picture is dark; switch on a lamp")), "main"
    )
    troubles = region(board, "troubles")
    expect(troubles).to_contain_text("Camera main: the picture is dark; switch on a lamp")
    table.tell("situation", match.situation(problem="the disk is full; free some space"))
    expect(troubles).to_contain_text("the disk is full; free some space")
    table.lose("the broker stopped")
    expect(troubles).to_contain_text("message bus is away")


def test_a_camera_that_shows_one_picture_for_ever_is_said_to_be_frozen_and_not_unplugged(
    board: Page, table: FakeBus
) -> None:
    table.tell("availability", Availability(online=True), "vision")
    frozen = "the picture has been the same for 8 s: it is frozen; restart it"
    table.tell("camera", CameraState("main", "0", frames=43, rate_hz=0.0, problem=Phrase(frozen)), "main")
    expect(region(board, "troubles")).to_contain_text(f"Moves aren't being watched. Camera main: {frozen}")
    expect(region(board, "troubles")).not_to_contain_text("cable")
    expect(region(board, "tags")).to_contain_text("Not watched")


def test_a_server_that_goes_and_comes_back_is_followed_again(
    board: Page, table: FakeBus, server: RunningServer, match: Match
) -> None:
    server.stop()
    expect(region(board, "troubles")).to_contain_text(
        "Connection to the table lost. The board is as it was at"
    )
    expect(board.locator("body")).to_have_class("stale")
    match.play({"move": "w.inf.1", "to": "f6"})
    table.connect()
    table.tell("availability", Availability(online=True), "engine")
    match.tell(table)
    server.start()
    expect(region(board, "troubles")).to_be_empty()
    expect(piece(board, "w.inf.1")).to_have_attribute("aria-label", re.compile("West infantry 1 at f6"))


def test_before_anything_is_known_the_page_says_what_it_waits_for(page: Page, server: RunningServer) -> None:
    page.goto(server.url)
    expect(region(page, "turn")).to_contain_text("No match yet")
    expect(region(page, "troubles")).to_contain_text("The engine hasn't reported yet.")


def test_a_line_that_went_quiet_is_taken_for_lost_and_dialled_again(
    page: Page, table: FakeBus, server: RunningServer
) -> None:
    del table
    muted = threading.Event()

    def between(browser_side: WebSocketRoute) -> None:
        server_side = browser_side.connect_to_server()

        def forward(message: str | bytes) -> None:
            if not muted.is_set():
                browser_side.send(message)

        server_side.on_message(forward)

    page.route_web_socket("**/ws?*", between)
    page.clock.install()
    page.goto(server.url)
    expect(region(page, "tags")).to_have_text("Live")
    muted.set()
    page.clock.fast_forward(30_000)
    expect(region(page, "tags")).to_have_text("Not live")
    expect(region(page, "troubles")).not_to_be_empty()
    muted.clear()
    page.clock.fast_forward(30_000)
    expect(region(page, "tags")).to_have_text("Live")


COVERED = """() => {
  const tag = document.querySelector("#tags .tag");
  const words = document.createRange();
  words.selectNodeContents(tag);
  const boxes = [...words.getClientRects()];
  const meet = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
  const under = (control) => boxes.some((word) => meet(word, control.getBoundingClientRect()));
  const controls = [...document.querySelectorAll("#tools button, #set")].filter(under);
  const [tools, set] = ["#tools", "#set"].map((one) => document.querySelector(one).getBoundingClientRect());
  if (meet(tools, set)) controls.push(document.querySelector("#set"));
  const out = boxes.filter((one) => one.left < 0 || one.top < 0 || one.bottom > 44);
  return [...controls.map((one) => one.id || one.className), ...out.map(() => "out of the header")];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_table_is_stands_whole_beside_a_phones_tools(
    page: Page, table: FakeBus, server: RunningServer, language: str
) -> None:
    table.tell("availability", Availability(online=True), "vision")
    page.clock.install()
    show(page, own_link(server.url, Seat("west"), language))
    tag = page.locator("#tags .tag")
    expect(tag).to_have_class("tag live")
    for state in ("live", "unwatched", "dead"):
        if state == "unwatched":
            problem = Phrase("the picture has been the same for 8 s: it is frozen; restart it")
            gone = CameraState("main", "http://10.0.0.7/", frames=43, rate_hz=0.0, problem=problem)
            table.tell("camera", gone, "main")
            page.wait_for_function("document.querySelector('#tags .tag.live')")
            board = page.locator("#board").bounding_box()
            page.clock.fast_forward(9000)
            table.tell("camera", replace(gone, frames=44), "main")
            expect(page.locator("#tags button.tag.dead")).to_be_visible()
            expect(region(page, "troubles")).to_be_empty()
            assert page.locator("#board").bounding_box() == board
        if state == "dead":
            table.tell("availability", Availability(online=False, reason=Phrase("gone")), "engine")
        expect(tag).to_have_text(page_texts(language)[f"tags.{state}"])
        for width in (320, 360, 390, 412):
            resize(page, width, 740)
            assert page.evaluate(COVERED) == [], (state, width)
