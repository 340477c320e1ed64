"""A camera at this machine: its mode, its controls, its frames' times; the driver is a stand-in."""

import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.faults import InputFault
from vision.addresses.camera_address import AUTO, CameraWish, is_camera_address, parse_camera_address
from vision.sources.live.controls import EXPOSURE, FOCUS, WHITE
from vision.sources.live.device import SETTLING_FRAMES, CameraFeed
from vision.sources.live.identity import CameraNames
from vision.sources.live.live_source import FeedLostFault

NOW = 5000.0


class Driver:
    """A webcam's driver: keeps its settings, as far as it has the control."""

    def __init__(self, *, without: tuple[int, ...] = (), largest: int = 4000, stubborn: bool = False) -> None:
        self.without = without
        self.largest = largest
        self.stubborn = stubborn
        self.is_open = True
        self.left = 1000
        self.frames = 0
        self.values: dict[int, float] = {
            cv2.CAP_PROP_FPS: 30.0,
            cv2.CAP_PROP_POS_MSEC: (NOW - 0.04) * 1000,
            FOCUS.value: 10.0,
            EXPOSURE.value: 80.0,
            WHITE.value: 4600.0,
        }

    def isOpened(self) -> bool:  # noqa: N802 # OpenCV's name
        return self.is_open

    def read(self) -> tuple[bool, NDArray[np.generic]]:
        self.frames += 1
        self.left -= 1
        if self.frames == SETTLING_FRAMES - 1 and self.values.get(FOCUS.auto) == FOCUS.on:
            self.values[FOCUS.value] = 35.0  # found at last
        return self.left >= 0, np.zeros((12, 16, 3), np.uint8)

    def set(self, propId: int, value: float) -> bool:  # noqa: N803 # OpenCV's name
        if propId in self.without:
            return False
        if propId in (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT):
            value = min(value, self.largest)
        if not (self.stubborn and propId == FOCUS.auto and value == FOCUS.off):
            self.values[propId] = value
        return True

    def get(self, propId: int) -> float:  # noqa: N803 # OpenCV's name
        return 0.0 if propId in self.without else self.values.get(propId, 0.0)


def feed_of(driver: Driver, wish: CameraWish | None = None, *, there: bool = True) -> CameraFeed:
    return CameraFeed(
        wish or CameraWish(0), open_with=lambda _: driver, exists=lambda _: there, monotonic=lambda: NOW
    )


class Machine:
    """A machine's cameras by number: each driver with its name, as udev links it."""

    def __init__(self, folder: Path, **cameras: str) -> None:
        self.names = CameraNames(by_id=folder / "by-id", system=folder / "none")
        self.drivers = {name: Driver() for name in cameras.values()}
        self.opened: list[str] = []
        self.plug(**cameras)

    def plug(self, **cameras: str) -> None:
        """Have these cameras under these numbers (`video0="usb-..."`), and no others."""
        shutil.rmtree(self.names.by_id, ignore_errors=True)
        self.names.by_id.mkdir()
        self.numbers = {int(device.removeprefix("video")): name for device, name in cameras.items()}
        for number, name in self.numbers.items():
            (self.names.by_id.parent / f"video{number}").touch()
            (self.names.by_id / name).symlink_to(f"../video{number}")

    def open(self, number: int) -> Driver:
        self.opened.append(self.numbers[number])
        return self.drivers[self.numbers[number]]

    def feed(self, number: int) -> CameraFeed:
        return CameraFeed(
            CameraWish(number), open_with=self.open, exists=lambda n: n in self.numbers, names=self.names,
            monotonic=lambda: NOW,
        )  # fmt: skip


def settled(driver: Driver, wish: CameraWish | None = None) -> CameraFeed:
    feed = feed_of(driver, wish)
    feed.open()
    for _ in range(SETTLING_FRAMES):
        feed.next()
    return feed


def test_the_mode_is_asked_for_and_said() -> None:
    driver = Driver()
    feed = feed_of(driver, parse_camera_address("0?size=1280x720&fps=60&format=YUYV"))
    feed.open()
    assert driver.values[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"YUYV")
    assert driver.values[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert feed.settings == "1280x720 YUYV 60 a second"


def test_a_mode_that_the_camera_doesnt_have_is_said_beside_what_it_gives() -> None:
    feed = feed_of(Driver(largest=1024))
    feed.open()
    assert "1024x1024 MJPG 30 a second (asked for 1920x1080)" in feed.settings


def test_focus_exposure_and_white_balance_are_held_once_they_are_found() -> None:
    driver = Driver()
    feed = settled(driver)
    assert driver.values[FOCUS.auto] == FOCUS.off
    assert driver.values[EXPOSURE.auto] == EXPOSURE.off
    assert "focus locked at 35" in feed.settings
    assert "exposure locked at 80" in feed.settings
    assert "white balance locked at 4600" in feed.settings


def test_automatics_run_until_they_had_time_to_find_a_value() -> None:
    driver = Driver()
    feed = feed_of(driver)
    feed.open()
    feed.next()
    assert driver.values[FOCUS.auto] == FOCUS.on
    assert driver.values[EXPOSURE.auto] == EXPOSURE.on


def test_given_values_are_set_and_automatics_left_alone_where_wished() -> None:
    driver = Driver()
    feed = settled(driver, CameraWish(0, focus=120.0, exposure=AUTO))
    assert "focus locked at 120" in feed.settings
    assert "exposure automatic" in feed.settings
    assert driver.values[EXPOSURE.auto] == EXPOSURE.on


def test_a_driver_that_lacks_a_control_or_wont_let_go_learns_so() -> None:
    feed = settled(Driver(without=(EXPOSURE.auto, EXPOSURE.value), stubborn=True))
    assert "exposure can't be set on this camera" in feed.settings
    assert "focus stays automatic" in feed.settings


def test_a_camera_that_is_opened_again_is_set_again() -> None:
    driver = Driver()
    feed = settled(driver)
    driver.values[FOCUS.auto], driver.frames = FOCUS.on, 0
    feed.close()
    feed.open()
    assert "locked" not in feed.settings
    for _ in range(SETTLING_FRAMES):
        feed.next()
    assert driver.values[FOCUS.auto] == FOCUS.off


def test_a_frames_age_is_the_drivers_where_it_tells_a_sound_one() -> None:
    driver = Driver()
    feed = feed_of(driver)
    feed.open()
    feed.next()
    assert feed.age_s == pytest.approx(0.04)
    for strange in (0.0, (NOW + 9) * 1000, (NOW - 99) * 1000):
        driver.values[cv2.CAP_PROP_POS_MSEC] = strange
        feed.next()
        assert feed.age_s == 0.0


def test_a_camera_that_is_gone_busy_or_stops_is_lost_with_advice() -> None:
    with pytest.raises(FeedLostFault, match="plug it in"):
        feed_of(Driver(), there=False).open()
    busy = Driver()
    busy.is_open = False
    with pytest.raises(FeedLostFault, match="close the program"):
        feed_of(busy).open()
    dying = Driver()
    dying.left = 0
    feed = feed_of(dying)
    feed.open()
    with pytest.raises(FeedLostFault, match="check the cable"):
        feed.next()


def test_a_camera_is_distinguished_from_a_file_and_its_wishes_are_read() -> None:
    assert is_camera_address("0")
    assert is_camera_address("2?focus=auto")
    assert not is_camera_address("film.mp4")
    assert parse_camera_address("2?size=640x480&focus=30&white=auto") == CameraWish(
        2, 640, 480, focus=30.0, white=AUTO
    )


@pytest.mark.parametrize("spec", ["0?size=big", "0?focus=", "0?zoom=2", "0?fps=", "0?format=mjpeg", "0?&"])
def test_a_wish_that_is_none_is_refused_with_what_was_expected(spec: str) -> None:
    with pytest.raises(InputFault, match="expected a camera's number"):
        parse_camera_address(spec)


def test_a_camera_that_comes_back_under_another_number_is_found_by_its_name(tmp_path: Path) -> None:
    machine = Machine(tmp_path, video0="usb-Maker_Eye_1-video-index0")
    feed = machine.feed(0)
    feed.open()
    assert "camera" not in feed.settings
    machine.plug()
    with pytest.raises(FeedLostFault, match="not plugged in"):
        feed.open()
    machine.plug(video4="usb-Maker_Eye_1-video-index0")
    feed.open()
    assert feed.settings.startswith("it is camera 4 now; ")
    assert machine.opened == ["usb-Maker_Eye_1-video-index0"] * 2


def test_another_camera_that_took_its_number_is_not_taken_for_it(tmp_path: Path) -> None:
    mine, other = "usb-Maker_Eye_1-video-index0", "usb-Maker_Eye_2-video-index0"
    machine = Machine(tmp_path, video0=mine, video2=other)
    feed = machine.feed(0)
    feed.open()
    machine.plug(video0=other)
    with pytest.raises(FeedLostFault, match="not plugged in"):
        feed.open()
    machine.plug(video0=other, video1=mine)
    feed.open()
    assert machine.opened == [mine, mine]


def test_a_camera_without_a_serial_number_is_found_by_model_and_socket(tmp_path: Path) -> None:
    for number in (1, 2):
        socket = tmp_path / "sockets" / f"1-1.{number}:1.0"
        socket.mkdir(parents=True)
        device = tmp_path / f"video{number}"
        device.mkdir()
        (device / "name").write_text("HD Webcam\n")
        (device / "device").symlink_to(socket)
    names = CameraNames(by_id=tmp_path / "none", system=tmp_path)
    name = names.name(1)
    assert name is not None
    (tmp_path / "video1").rename(tmp_path / "video7")
    assert names.number(name) == 7
    assert names.name(1) is None
