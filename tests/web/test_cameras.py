"""The page that measures a camera's lens: over HTTP, and in a real Chromium."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import connect

from dashboard.web.audience.picture_reach import PictureReach
from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace, expect_may_set_up
from dashboard.web.seats.visitors import place_of_visitor
from dashboard.web.setting_up.cameras import Cameras
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import (
    CalibrationStage,
    CalibrationState,
    CameraOrder,
    CameraOrderKind,
    CameraPicture,
    CameraState,
    StepPictures,
)
from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from tests import asking
from tests.patience import PATIENCE_S
from tests.web.asked_from import visitor
from tests.web.shown_table import BEARER, KEY, TABLE, FakeBus, RunningServer

SEATING = Seating(KEY, table=TABLE)


def jpeg(grey: int = 90) -> bytes:
    _, content = cv2.imencode(".jpg", np.full((72, 96, 3), grey, np.uint8))
    return content.tobytes()


def tell_camera(bus: FakeBus, **calibration: object) -> None:
    bus.tell("camera", CameraState("cam", "camera 0", 960, 720, settings=Phrase("focus locked at 30")), "cam")
    about = {"stage": CalibrationStage.SHOWING, **calibration}
    bus.tell("calibration", CalibrationState("cam", **about), "cam")  # type: ignore[arg-type]  # by name
    bus.tell("camera_picture", CameraPicture("cam", 7, Seconds(1.0), 960, 720, jpeg()), "cam")


def test_the_newest_state_and_picture_of_each_camera_are_served(bus: FakeBus, server: RunningServer) -> None:
    tell_camera(bus, views=3)
    with asking.client(base_url=server.url, headers=BEARER) as client:
        while not (facts := client.get("/cameras").json()) or facts[0]["picture"] is None:
            pass
        assert [one["name"] for one in facts] == ["cam"]
        assert facts[0]["calibration"]["views"] == 3
        assert facts[0]["state"]["settings"] == "focus locked at 30"
        picture = client.get("/cameras/cam.jpg")
        assert picture.headers["content-type"] == "image/jpeg"
        assert picture.content == jpeg()
        assert client.get("/cameras/other.jpg").status_code == 404


ADDRESS = "http://192.168.1.9:8080/video?key=abc"
SAID = Phrase(f"{ADDRESS}: gone", "camera.gone", (("source", Phrase(ADDRESS)), ("url", ADDRESS)))


def test_no_page_says_where_a_camera_or_a_board_is_reached(bus: FakeBus, server: RunningServer) -> None:
    bus.tell("camera", CameraState("cam", ADDRESS, 960, 720, problem=SAID, remark=SAID), "cam")
    boards = ("socket://192.168.1.7:3333", "socket://192.168.1.8:3333", "/dev/ttyACM0")
    for number, port in enumerate(boards):
        bus.tell("device", DeviceState(f"board{number}", port, connected=True), f"board{number}")
    with asking.client(base_url=server.url) as client:
        while len(report := client.get("/health").json()["devices"]) < len(boards):
            pass
        pages = [client.get(path).text for path in ("/health", "/cameras", "/doctor")]
    received = ""
    with connect(f"ws://{server.address}/ws", origin=None) as line:
        while received.count('"channel":"device"') < len(boards) or '"channel":"camera"' not in received:
            received += str(line.recv(timeout=PATIENCE_S))
    for said in (*pages, received):
        assert "192.168.1" not in said
        assert "key=abc" not in said
    assert "http://…: gone" in pages[0]
    ports = [one["port"] for one in report]
    assert len(set(ports)) == len(boards)
    assert ports[2] == boards[2]


def test_the_steps_of_a_picture_are_the_arbiters(bus: FakeBus, server: RunningServer) -> None:
    tell_camera(bus)
    with asking.client(base_url=server.url, headers=BEARER) as client:
        while not client.get("/cameras").json():
            pass
        assert client.get("/cameras").json()[0]["steps"] is None
        assert client.get("/cameras/cam/steps.zip").status_code == 404
        bus.tell("camera_steps", StepPictures("cam", 7, Seconds(1.0), b"PK"), "cam")
        while (answer := client.get("/cameras/cam/steps.zip")).status_code != 200:
            pass
        assert (answer.content, answer.headers["content-type"]) == (b"PK", "application/zip")
        assert client.get("/cameras").json()[0]["steps"] == 7
    seat = {"Authorization": f"Bearer {SEATING.link(TabletPlace(Role.SEAT, Seat('west')))}"}
    with asking.client(base_url=server.url, headers=seat) as client:
        refused = client.get("/cameras/cam/steps.zip")
    assert refused.status_code == 403
    assert "arbiter's link" in refused.text


def test_a_cameras_pictures_are_for_players_unless_the_table_shows_them_to_all(
    bus: FakeBus, tmp_path: Path
) -> None:
    running = RunningServer(bus, matches=tmp_path, pictures=PictureReach.PLAYERS)
    running.start()
    try:
        tell_camera(bus)
        with asking.client(base_url=running.url) as client:
            while not (facts := client.get("/cameras").json()) or facts[0]["picture"] is None:
                pass
            seat = {"authorization": f"Bearer {SEATING.link(TabletPlace(Role.SEAT, Seat('west')))}"}
            for path, found in (("/cameras/cam.jpg", 200), ("/matches/m/pictures/cam.jpg?at=1", 404)):
                for headers, status in (({}, 403), (seat, found), (BEARER, found)):
                    answer = client.get(path, headers=headers)
                    assert answer.status_code == status
                assert "--pictures all" in client.get(path).text
    finally:
        running.stop()


def test_how_old_a_picture_is_counts_from_when_it_came() -> None:
    now = [100.0]
    cameras = Cameras(clock=lambda: now[0])
    cameras.take("cam", CameraState("cam", "camera 0", 960, 720))
    assert cameras.facts()[0]["age_s"] is None
    cameras.take("cam", CameraPicture("cam", 7, Seconds(1.0), 960, 720, jpeg()))
    now[0] = 102.5
    assert cameras.facts()[0]["age_s"] == 2.5


def test_an_order_goes_to_the_camera_it_names(bus: FakeBus, server: RunningServer) -> None:
    with asking.client(base_url=server.url, headers=BEARER) as client:
        assert client.post("/cameras/cam/order", json={"order": "calibrate"}).status_code == 202
    assert bus.next_sent() == ("camera_order", CameraOrder(CameraOrderKind.CALIBRATE))


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ('{"order": "dance"}', {}, 400),
        ("nothing", {}, 400),
        ("x" * 5000, {}, 413),
        ('{"order": "stop"}', {"Origin": "http://evil.example"}, 403),
    ],
)
def test_an_order_that_is_none_or_from_elsewhere_is_refused(
    bus: FakeBus, server: RunningServer, body: str, headers: dict[str, str], status: int
) -> None:
    with asking.client(base_url=server.url, headers=BEARER) as client:
        assert client.post("/cameras/cam/order", content=body, headers=headers).status_code == status
    assert bus.sent.empty()


@pytest.mark.parametrize(
    "link", [SEATING.link(TabletPlace(Role.SEAT, Seat("west"))), "west.forged", SEATING.link(ARBITER) + "x"]
)
def test_only_the_arbiter_sets_up_a_camera(bus: FakeBus, server: RunningServer, link: str) -> None:
    shown = {"Authorization": f"Bearer {link}"}
    with asking.client(base_url=server.url, headers=shown) as client:
        refused = client.post("/cameras/cam/order", json={"order": "calibrate"})
    assert refused.status_code == 403
    assert "scan" in refused.text or "arbiter's link" in refused.text
    assert bus.sent.empty()


def test_the_arbiters_link_sets_up_a_camera_from_anywhere() -> None:
    linked = (b"authorization", f"Bearer {SEATING.link(ARBITER)}".encode())
    expect_may_set_up(place_of_visitor(visitor("192.0.2.7", linked), SEATING))
    with pytest.raises(InputFault, match="on the arbiter's page"):
        expect_may_set_up(place_of_visitor(visitor("192.0.2.7"), SEATING))


def test_a_page_without_the_right_says_who_has_it(bus: FakeBus, server: RunningServer, page: Page) -> None:
    tell_camera(bus, stage=CalibrationStage.OFF)
    page.goto(f"{server.url}/calibrate#join={SEATING.link(TabletPlace(Role.SEAT, Seat('west')))}")
    expect(page.locator("#hint.failed")).to_contain_text("arbiter's link")


def test_without_a_bus_an_order_is_refused_and_not_kept(bus: FakeBus, server: RunningServer) -> None:
    bus.lose()
    with asking.client(base_url=server.url, headers=BEARER) as client:
        while client.post("/cameras/cam/order", json={"order": "stop"}).status_code != 503:
            bus.next_sent()
    assert bus.sent.empty()


def test_somebody_is_guided_through_measuring_a_lens(bus: FakeBus, server: RunningServer, page: Page) -> None:
    tell_camera(bus, stage=CalibrationStage.OFF)
    page.goto(f"{server.url}/calibrate")
    # There's nobody to order about before the page has heard of the camera.
    expect(page.locator("#which option")).to_have_count(1)
    page.get_by_role("button", name="Begin", exact=True).click()
    while bus.next_sent() != ("camera_order", CameraOrder(CameraOrderKind.CALIBRATE)):
        pass
    tell_camera(
        bus,
        text="Hold it still.",
        views=7,
        wanted=("upper left", "tilted upwards"),
        parts=(9, 0, 0, 0, 20, 0, 0, 0, 0),
        outline=((0.4, 0.5), (0.5, 0.5)),
        found=True,
    )
    expect(page.locator("#hint")).to_have_text("Hold it still.")
    expect(page.locator("#wanted li")).to_have_text(["upper left", "tilted upwards"])
    expect(page.locator("#over rect.covered")).to_have_count(2)
    expect(page.locator("#over circle")).to_have_count(2)
    expect(page.locator("#picture")).to_be_visible()
    expect(page.locator("#none")).to_be_hidden()
    tell_camera(
        bus, stage=CalibrationStage.DONE, text="The lens is measured to 0.21 px.", errors=(0.2, 0.22),
        dropped=(1.7,),
    )  # fmt: skip
    expect(page.locator("#hint.done")).to_contain_text("0.21 px")
    expect(page.locator("#errors tbody tr")).to_have_count(3)
    expect(page.locator("#errors tr.dropped")).to_contain_text("1.70")
    page.get_by_role("button", name="Back to the board").click()
    while bus.next_sent() != ("camera_order", CameraOrder(CameraOrderKind.STOP)):
        pass
