"""The page of a phone that reads tags, in a real browser; only the antenna is a pretended one."""

import base64
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, expect

from engine.bus.messages.boards import TagSheet
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.bus.sealing import Seal
from engine.core.phrase import Phrase
from engine.core.pieces import load_pieces
from engine.core.terms import Terms
from engine.session.boards.tags import WRITTEN_BY_US
from tests import asking
from tests.web.hindrances import hindrances
from tests.web.seated import SEATING, THINGS, WEST, link_of
from tests.web.shown_table import ARBITERS_LINK, KEY, TABLE, FakeBus, Match, RunningServer
from tests.web.unasked import unasked
from vision.tags.dictionary import tag_modules

pytestmark = pytest.mark.browser

ANTENNA = (Path(__file__).parent / "tags_in_the_air.js").read_text(encoding="utf-8")
SERIAL, UID = "04:a1:b2:c3:d4:e5:f6", "04A1B2C3D4E5F6"
CAMERA = """
(() => {
  const picture = new Image();
  picture.src = "data:image/png;base64,PICTURE";
  const film = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
  setInterval(() => film.getContext("2d").drawImage(picture, 0, 0), 50);
  navigator.mediaDevices.getUserMedia = async () => film.captureStream(20);
})();
"""


@pytest.fixture
def playing(bus: FakeBus, match: Match) -> FakeBus:
    """A bus with a match that is played with the usual pieces."""
    bus.tell("match", replace(match.message(), terms=Terms(pieces="mativen-pieces")))
    return bus


def answer(bus: FakeBus, asked: Command, code: AnswerCode, text: str = "") -> None:
    """Answer a seat's command, as the engine does."""
    said = Answer(asked.id, code, 0, Phrase(text), seat=asked.seat)
    bus.tell("seat_answer", Seal(KEY, table=TABLE).sealed_answer(said))


def at_seat(page: Page, server: RunningServer) -> Page:
    page.goto(f"{server.url}/tap#join={link_of(WEST)}")
    expect(page.locator("#said")).to_contain_text("Press the button")
    return page


@pytest.fixture
def reading(page: Page, playing: FakeBus, server: RunningServer) -> Page:
    """A phone with an antenna at west's seat, that reads tags."""
    assert playing
    page.add_init_script(ANTENNA)
    at_seat(page, server).get_by_role("button", name="Read tags").click()
    expect(page.locator("#said")).to_contain_text("Hold a card or a piece")
    return page


def test_a_tag_is_played_asked_about_or_explained(reading: Page, playing: FakeBus) -> None:
    for serial, code, text, outcome, shown in (
        (SERIAL, AnswerCode.DONE, "", "done", "Played."),
        ("04:11", AnswerCode.DONE, "Choose how to play it.", "asks", "Choose how to play it."),
        (SERIAL, AnswerCode.ILLEGAL, "You have no coins.", "refused", "You have no coins."),
    ):
        reading.evaluate("holdTag", serial)
        channel, asked = playing.next_sent()
        uid = serial.replace(":", "").upper()
        assert (channel, asked.kind, asked.tag, asked.seat) == ("seat_command", CommandKind.LAY, uid, WEST)
        answer(playing, asked, code, text)
        expect(reading.locator(f"#said.{outcome}")).to_contain_text(shown)
    expect(reading.locator("#log li")).to_have_count(3)
    assert hindrances(reading) == []


def test_a_tag_says_what_stands_in_its_memory(reading: Page, playing: FakeBus) -> None:
    reading.evaluate("text => holdTag('04:a1:b2:c3:d4:e5:f6', text)", f"{WRITTEN_BY_US}card bua-chien")
    assert playing.next_sent()[1].thing == f"{WRITTEN_BY_US}card bua-chien"


def test_a_tag_that_stays_at_the_phone_is_played_once(reading: Page, playing: FakeBus) -> None:
    for _ in range(3):
        reading.evaluate("holdTag", SERIAL)
    answer(playing, playing.next_sent()[1], AnswerCode.DONE)
    expect(reading.locator("#said.done")).to_contain_text("Played.")
    reading.evaluate("holdTag", "04:77")
    assert playing.next_sent()[1].tag == "0477"


def test_two_tags_one_after_the_other_are_both_played(reading: Page, playing: FakeBus) -> None:
    reading.evaluate("holdTag('04:01'); holdTag('04:02')")
    first, second = playing.next_sent()[1], playing.next_sent()[1]
    assert (first.tag, second.tag) == ("0401", "0402")
    answer(playing, second, AnswerCode.ILLEGAL, "You have no coins.")
    expect(reading.locator("#said.refused")).to_contain_text("You have no coins.")
    answer(playing, first, AnswerCode.DONE)
    expect(reading.locator("#log li")).to_have_count(2)


def test_an_empty_tag_and_another_programs_tag_are_asked_about_by_their_numbers_alone(
    reading: Page, playing: FakeBus
) -> None:
    for serial, text in (("04:01", None), ("04:02", ""), ("04:03", "https://example.org")):
        reading.evaluate("([serial, text]) => holdTag(serial, text)", [serial, text])
        asked = playing.next_sent()[1]
        assert (asked.tag, asked.thing) == (serial.replace(":", ""), "")
        answer(playing, asked, AnswerCode.UNREADABLE, "Nobody has said yet what this tag is on.")
        expect(reading.locator("#said.refused")).to_contain_text("Nobody has said yet")


def test_a_tag_without_a_number_and_one_that_cant_be_read_are_said(reading: Page, playing: FakeBus) -> None:
    reading.evaluate("holdTag('', 'boardwarden: card bua-chien')")
    expect(reading.locator("#said.refused")).to_contain_text("This tag has no number")
    reading.evaluate("holdDeadTag()")
    expect(reading.locator("#said.refused")).to_contain_text("can't be read")
    reading.evaluate("holdTag", SERIAL)
    assert playing.next_sent()[1].tag == UID, "neither of the two others was sent"


@pytest.mark.parametrize(
    ("fails", "says"), [("NotAllowedError", "page may not read tags"), ("NotReadableError", "NFC is off")]
)
def test_what_a_player_can_put_right_is_said_and_the_camera_is_offered_meanwhile(
    page: Page, playing: FakeBus, server: RunningServer, fails: str, says: str
) -> None:
    assert playing
    page.add_init_script(f"{ANTENNA}; window.nfcFails = '{fails}';")
    at_seat(page, server).get_by_role("button", name="Read tags").click()
    expect(page.locator("#said.refused")).to_contain_text(says)
    expect(page.get_by_role("button", name="Use the camera")).to_be_visible()
    page.evaluate("window.nfcFails = ''")
    page.get_by_role("button", name="Read tags").click()
    expect(page.get_by_role("button", name="Read tags")).to_have_count(0)
    expect(page.get_by_role("button", name="Use the camera")).to_have_count(0)
    page.evaluate("holdTag", SERIAL)
    assert playing.next_sent()[1].tag == UID


def test_a_phone_without_nfc_is_offered_its_camera(
    page: Page, playing: FakeBus, server: RunningServer
) -> None:
    assert playing
    page.add_init_script(f"{ANTENNA}; window.nfcFails = 'NotSupportedError';")
    at_seat(page, server).get_by_role("button", name="Read tags").click()
    expect(page.locator("#said")).to_have_text(
        "This phone has no NFC. The camera can read the printed tag of a piece in its place."
    )
    expect(page.get_by_role("button", name="Read tags")).to_have_count(0)
    expect(page.get_by_role("button", name="Use the camera")).to_be_visible()


def test_the_button_cant_be_pressed_again_while_the_browser_asks(
    page: Page, playing: FakeBus, server: RunningServer
) -> None:
    page.add_init_script(f"{ANTENNA}; window.nfcAsked = new Promise((done) => (window.allow = done));")
    at_seat(page, server).get_by_role("button", name="Read tags").click()
    expect(page.get_by_role("button", name="Read tags")).to_be_disabled()
    page.evaluate("allow()")
    expect(page.get_by_role("button", name="Read tags")).to_have_count(0)
    page.evaluate("holdTag", SERIAL)
    assert playing.next_sent()[1].tag == UID


def test_a_tag_that_comes_while_another_is_being_named_gets_the_next_name_and_its_own_text(
    page: Page, playing: FakeBus, server: RunningServer
) -> None:
    playing.tell("tags", Seal(KEY, table=TABLE).sealed_tags(TagSheet((), THINGS)))
    page.add_init_script(f"{ANTENNA}; window.nearWriting = new Promise((done) => (window.write = done));")
    page.goto(f"{server.url}/tap#join={ARBITERS_LINK}")
    page.get_by_role("button", name="Read tags").click()
    expect(page.locator("#said")).to_contain_text(str(THINGS[0].label))
    page.evaluate("holdTag", "04:01")
    first = playing.next_sent()[1]
    playing.tell("answer", Answer(first.id, AnswerCode.DONE, 0))
    expect(page.locator("#next")).to_have_value("1")
    # The first tag has gone before its name was written, so the name lands on the second.
    page.evaluate("holdTag('04:02'); write()")
    second = playing.next_sent()[1]
    assert (first.thing, second.thing) == (THINGS[0].name, THINGS[1].name)
    expect(page.locator("#said")).to_contain_text("couldn't be written")
    playing.tell("answer", Answer(second.id, AnswerCode.DONE, 0))
    expect(page.locator("#said")).to_contain_text(f"{THINGS[1].label} now; the tag itself says so too")
    written = [one["records"][0]["data"] for one in page.evaluate("written")]
    assert written[-1] == f"{WRITTEN_BY_US}{THINGS[1].name}"


def test_a_camera_isnt_offered_for_a_pile(page: Page, playing: FakeBus, server: RunningServer) -> None:
    playing.tell("tags", Seal(KEY, table=TABLE).sealed_tags(TagSheet((), THINGS)))
    page.add_init_script("delete window.NDEFReader;")
    page.goto(f"{server.url}/tap#join={ARBITERS_LINK}")
    expect(page.locator("#said")).to_have_text("This browser reads no tags. Chrome on an Android phone does.")
    expect(page.get_by_role("button", name="Use the camera")).to_have_count(0)


def test_a_pile_is_named_by_tapping_one_after_the_other(
    page: Page, playing: FakeBus, server: RunningServer
) -> None:
    playing.tell("tags", Seal(KEY, table=TABLE).sealed_tags(TagSheet((), THINGS)))
    page.add_init_script(ANTENNA)
    page.goto(f"{server.url}/tap#join={ARBITERS_LINK}")
    page.get_by_role("button", name="Read tags").click()
    for at, thing in enumerate(THINGS):
        expect(page.locator("#said")).to_contain_text(str(thing.label))
        page.evaluate("holdTag", f"04:00:00:0{at}")
        _, asked = playing.next_sent()
        assert (asked.kind, asked.tag, asked.thing) == (CommandKind.ENROL, f"0400000{at}", thing.name)
        playing.tell("answer", Answer(asked.id, AnswerCode.DONE, 0))
        expect(page.locator("#said.done")).to_contain_text(f"{thing.label} now; the tag itself says so too")
    written = page.evaluate("written")
    assert [one["records"] for one in written] == [
        [{"recordType": "text", "lang": "en", "data": f"{WRITTEN_BY_US}{thing.name}"}] for thing in THINGS
    ]
    page.evaluate("holdTag", "04:00:00:00")
    expect(page.locator("#said.refused")).to_contain_text("named just now: War Hammer")
    page.evaluate("holdTag", "04:00:00:07")
    expect(page.locator("#said.refused")).to_contain_text("The list is at its end")
    assert hindrances(page) == []


def test_without_an_antenna_the_page_says_so_and_the_camera_reads_the_printed_tag(
    page: Page, playing: FakeBus, server: RunningServer
) -> None:
    page.add_init_script(f"delete window.NDEFReader; {CAMERA.replace('PICTURE', picture('w.inf.1'))}")
    page.goto(f"{server.url}/tap#join={link_of(WEST)}")
    expect(page.locator("#said")).to_contain_text("This browser reads no tags")
    page.get_by_role("button", name="Use the camera").click()
    _, asked = playing.next_sent()
    assert (asked.kind, asked.tag, asked.thing) == (CommandKind.LAY, "", "piece w.inf.1")
    answer(playing, asked, AnswerCode.DONE, "Choose how it is to be played.")
    expect(page.locator("#said.asks")).to_be_visible()
    page.get_by_role("button", name="Close the camera").click()
    expect(page.locator("#view")).to_be_hidden()


def test_whoever_has_no_seat_is_sent_to_one(page: Page, playing: FakeBus, server: RunningServer) -> None:
    assert playing
    page.add_init_script(ANTENNA)
    page.add_init_script("localStorage.removeItem('boardwarden-arbiter')")
    page.goto(f"{server.url}/tap")
    expect(page.locator("#said")).to_contain_text("Open your seat's link")
    expect(page.get_by_role("button", name="Read tags")).to_have_count(0)


def picture(piece: str) -> str:
    """Return a PNG of a piece's label on a table, as base64."""
    pieces = load_pieces("mativen-pieces")
    up = next(one.up for name, one in pieces.pieces.items() if name == piece)
    tag = cv2.resize(tag_modules(pieces.dictionary, up), (140, 140), interpolation=cv2.INTER_NEAREST)
    table = np.full((480, 640), 140, np.uint8)
    table[140:340, 220:420] = 235
    table[170:310, 250:390] = tag
    return base64.b64encode(cv2.imencode(".png", table)[1].tobytes()).decode()


def jpeg(grey: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".jpg", grey)[1].tobytes()


@pytest.fixture
def seats_link() -> dict[str, str]:
    return {"authorization": f"Bearer {link_of(WEST)}"}


def test_a_picture_without_a_tag_or_that_is_none_is_answered_in_words(
    playing: FakeBus, server: RunningServer, seats_link: dict[str, str]
) -> None:
    assert playing
    empty = jpeg(np.full((480, 640), 140, np.uint8))
    answered = asking.post(f"{server.url}/tap/picture", content=empty, headers=seats_link)
    assert (answered.status_code, answered.json()["thing"]) == (200, "")
    for rubbish in (b"", b"hello", b"\xff\xd8\xff" + bytes(100)):
        answered = asking.post(f"{server.url}/tap/picture", content=rubbish, headers=seats_link)
        assert (answered.status_code, "JPEG" in answered.json()["text"]) == (400, True)


@pytest.mark.parametrize("link", ["", "nonsense", ARBITERS_LINK, SEATING.phone_link("left")])
def test_only_a_seats_link_has_a_picture_looked_at(
    playing: FakeBus, server: RunningServer, link: str
) -> None:
    assert playing
    headers = {"authorization": f"Bearer {link}"} if link else {}
    picture = jpeg(np.zeros((48, 64), np.uint8))
    answered = asking.post(f"{server.url}/tap/picture", content=picture, headers=headers)
    assert answered.status_code == 403


@pytest.mark.parametrize("has_touch", [True, False])
def test_a_seats_phone_is_led_to_the_page_that_reads_tags(
    browser: Browser, playing: FakeBus, server: RunningServer, *, has_touch: bool
) -> None:
    assert playing
    context = browser.new_context(has_touch=has_touch, is_mobile=has_touch)
    phone = unasked(context).new_page()
    phone.goto(f"{server.url}/#join={link_of(WEST)}")
    expect(phone.locator("#seat [data-key=leave]")).to_be_attached()
    link = phone.locator("#seat a[href='/tap']")
    expect(link).to_have_count(1 if has_touch else 0)
    context.close()
