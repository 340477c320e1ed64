"""A phone at the real pages: who may be a camera, what is taken, and what the phone hears back."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection
from websockets.typing import Origin

from dashboard.web.seats.seating import Seating
from engine.bus.messages.cameras import CameraCheckup, CameraOrder, CameraOrderKind, CameraState, CellScale
from engine.core.faults import InputFault
from engine.core.findings import Finding, Grade
from engine.core.ids import Cell
from engine.core.phrase import Phrase
from tests import asking
from tests.asking import connect
from tests.patience import PATIENCE_S
from tests.web.shown_table import ARBITERS_LINK, BEARER, KEY, TABLE, FakeBus, RunningServer
from vision.addresses.phone_line import phone_line_file
from vision.sources.live.phone import PhoneFeed

SEATING = Seating(KEY, table=TABLE)


def jpeg(level: int = 90, width: int = 48, height: int = 32) -> bytes:
    _, content = cv2.imencode(".jpg", np.full((height, width, 3), level, np.uint8))
    return content.tobytes()


class Phone:
    """A phone that says what the page's script says."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def say(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def until(self, kind: str) -> Any:
        """Answer the time until a message of a kind comes; return what it says.

        An answer may meet a connection that the pages closed. Their last messages are read all the same.
        """
        too_late = time.monotonic() + PATIENCE_S
        while kind not in (said := json.loads(self.connection.recv(timeout=PATIENCE_S))):
            assert time.monotonic() < too_late, f"no '{kind}' came"
            if "time" in said:
                with suppress(ConnectionClosed):
                    self.say(time={"asked": said["time"], "at_ms": 5000.0})
        return said[kind]

    def send(self, content: bytes, **changes: Any) -> None:
        about = {"size_bytes": len(content), "at_ms": 5000.0, "width_px": 48, "height_px": 32, **changes}
        self.say(picture=about)
        for at in range(0, len(content), 60_000):
            self.connection.send(content[at : at + 60_000])

    def is_cut_off(self) -> bool:
        too_late = time.monotonic() + PATIENCE_S
        with suppress(ConnectionClosed):
            while time.monotonic() < too_late:
                self.connection.recv(timeout=PATIENCE_S)
            return False
        return True


@contextmanager
def phone(
    server: RunningServer, name: str = "left", *, link: str | None = None, device: str = "one"
) -> Iterator[Phone]:
    with connect(f"ws://{server.address}/phone/ws") as connection:
        caller = Phone(connection)
        shown = SEATING.phone_link(name) if link is None else link
        caller.say(hello={"link": shown, "device": device, "language": "en"})
        yield caller


@contextmanager
def phone_that_came(server: RunningServer) -> Iterator[Phone]:
    """A phone that the pages have taken in: they hang up on a cameras' service that asks for one before."""
    with phone(server) as caller:
        caller.until("sight")
        yield caller


@contextmanager
def eyes(folder: Path, name: str = "left") -> Iterator[PhoneFeed]:
    """The cameras' service, as far as it wants one phone that is there."""
    feed = PhoneFeed(phone_line_file(folder, TABLE), name, "cam", timeout_s=PATIENCE_S)
    feed.open()
    try:
        yield feed
    finally:
        feed.close()


def test_a_camera_link_is_a_right_of_its_own() -> None:
    link = SEATING.phone_link("left")
    assert SEATING.phone_of(link) == "left"
    with pytest.raises(InputFault):
        SEATING.place_of(link)
    for other in (ARBITERS_LINK, link.replace("left", "right"), "left.", "", "."):
        with pytest.raises(InputFault):
            SEATING.phone_of(other)


def test_pictures_come_to_the_cameras_service_one_for_each_that_is_wanted(
    server: RunningServer, tmp_path: Path
) -> None:
    large = jpeg(90, 48, 32) + b"\xff" * 150_000  # trailing bytes make it long; three messages
    with phone(server) as left:
        left.until("sight")
        with eyes(tmp_path) as feed:
            for content in (jpeg(40), large, jpeg(120)):
                assert left.until("next")
                left.send(content)
                assert feed.next() == content
                assert 0.0 <= feed.age_s <= 5.0
                feed.was_read()


@pytest.mark.parametrize("link", ["", ".", "left.guessed", ARBITERS_LINK])
def test_who_has_no_camera_link_learns_so_and_sends_nothing(server: RunningServer, link: str) -> None:
    with phone(server, link=link) as stranger:
        end = stranger.until("end")
        assert (end["why"], "start page" in end["text"]) == ("link", True)
        assert stranger.is_cut_off()


@pytest.mark.parametrize("first", ["{}", "[", json.dumps({"time": {"asked": 1, "at_ms": 1}})])
def test_who_says_something_else_first_is_let_go(server: RunningServer, first: str) -> None:
    with connect(f"ws://{server.address}/phone/ws") as connection:
        connection.send(first)
        assert Phone(connection).is_cut_off()


def test_another_sites_page_is_no_camera(server: RunningServer) -> None:
    elsewhere = Origin("https://elsewhere.example")
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://{server.address}/phone/ws", origin=elsewhere).close()


def test_links_that_are_taken_back_end_the_camera(server: RunningServer, tmp_path: Path) -> None:
    with phone_that_came(server) as left, eyes(tmp_path):
        left.until("next")
        assert asking.post(f"{server.url}/links/renewal", headers=BEARER).status_code == 200
        assert left.until("end")["why"] == "link"
        assert left.is_cut_off()


def test_another_phone_by_the_same_link_takes_over_and_the_first_learns_it(
    server: RunningServer, tmp_path: Path
) -> None:
    with phone(server) as first:
        first.until("sight")
        with phone(server, device="two") as second:
            assert first.until("end")["why"] == "another"
            with eyes(tmp_path) as feed:
                second.until("next")
                second.send(jpeg(77))
                assert feed.next() == jpeg(77)


def test_a_phone_that_comes_back_goes_on_with_a_picture(server: RunningServer, tmp_path: Path) -> None:
    with phone(server) as before:
        before.until("sight")
        with eyes(tmp_path) as feed:
            before.until("next")  # which it will never send
            with phone(server) as after:
                assert before.is_cut_off(), "the same phone's old line is closed without a word"
                after.until("next")
                after.send(jpeg(66))
                assert feed.next() == jpeg(66)


def test_what_is_no_picture_is_said_and_another_one_is_wanted(server: RunningServer, tmp_path: Path) -> None:
    with phone(server) as left:
        left.until("sight")
        with eyes(tmp_path) as feed:
            left.until("next")
            left.send(b"no picture at all")
            assert "JPEG" in left.until("bad")["text"]
            left.until("next")
            left.say(picture={"size_bytes": 1 << 40, "at_ms": 1, "width_px": 1, "height_px": 1})
            assert "bytes" in left.until("bad")["text"]
            left.until("next")
            left.send(jpeg(55))
            assert feed.next() == jpeg(55)


def test_a_message_longer_than_any_piece_costs_the_connection(server: RunningServer) -> None:
    with phone(server) as left:
        left.until("sight")
        with suppress(ConnectionClosed):  # the pages hang up while it is sent
            left.connection.send(bytes(1_000_000))
        assert left.is_cut_off()


def test_the_phone_learns_how_it_sees_and_is_examined_while_it_sees_badly(
    bus: FakeBus, server: RunningServer, tmp_path: Path
) -> None:
    with phone(server) as left:
        assert "--camera phone" in left.until("sight")["say"]
        with eyes(tmp_path):
            assert left.until("sight")["watching"]
            while bus.next_sent() != ("camera_order", CameraOrder(CameraOrderKind.EXAMINE)):
                pass
            bus.tell("camera", CameraState("cam", "phone:left", 48, 32, frames=3), "cam")
            outline = ((0.1, 0.2), (0.3, 0.2), (0.3, 0.4))
            found = Finding("glare", Grade.BAD, 10, Phrase("a lamp shines"), Phrase("move the lamp"))
            cells = (CellScale(Cell("a1"), 3.0, outline),)
            bus.tell("camera_checkup", CameraCheckup("cam", 3, (found,), cells=cells), "cam")
            while not (sight := left.until("sight"))["found"]:
                pass
            assert (sight["say"], sight["seen"], sight["grade"]) == ("move the lamp", "a lamp shines", "bad")
            assert sight["cells"] == [[list(point) for point in outline]]


def test_the_codes_of_the_tables_phones_are_the_arbiters_to_hand_out(
    server: RunningServer, tmp_path: Path
) -> None:
    assert asking.get(f"{server.url}/links/phones").status_code == 403
    assert asking.get(f"{server.url}/links/phones", headers=BEARER).json()["phones"] == []
    with phone(server), phone(server, "right"), eyes(tmp_path), eyes(tmp_path, "right"):
        while len(found := asking.get(f"{server.url}/links/phones", headers=BEARER).json()["phones"]) < 2:
            pass
    assert {one["name"]: one["url"] for one in found} == {
        name: f"{server.url}/phone#camera={SEATING.phone_link(name)}" for name in ("left", "right")
    }
    assert all(one["code"] == "" for one in found), "a code for this machine alone leads nowhere"


def test_pages_that_are_started_again_take_the_phone_again(server: RunningServer, tmp_path: Path) -> None:
    with phone_that_came(server) as left, eyes(tmp_path):
        left.until("next")
        server.stop()
        assert left.is_cut_off()
    server.start()
    with phone_that_came(server) as left, eyes(tmp_path) as feed:
        left.until("next")
        left.send(jpeg(99))
        assert feed.next() == jpeg(99)
