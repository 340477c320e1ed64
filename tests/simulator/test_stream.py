import http.client
import socket
import threading

import cv2
import numpy as np
import pytest

from dashboard.simulator.stream import NewestPicture, PictureServer, Shown
from engine.core.faults import InputFault
from tests.patience import PATIENCE_S
from vision.pictures.frame import Frame
from vision.sources import Source, open_source
from vision.sources.live.stream import HttpFeed


def jpeg(level: int) -> bytes:
    done, content = cv2.imencode(".jpg", np.full((24, 32, 3), level, np.uint8))
    assert done
    return content.tobytes()


def started(port: int = 0) -> tuple[NewestPicture, PictureServer]:
    newest = NewestPicture()
    server = PictureServer("127.0.0.1", port, newest)
    server.start()
    return newest, server


def shown(source: Source, level: int) -> bool:
    while True:
        reading = source.read(PATIENCE_S)
        if isinstance(reading, Frame) and abs(float(reading.image.mean()) - level) <= 1:
            return True


def test_a_viewer_sees_each_picture_that_is_shown() -> None:
    newest, server = started()
    newest.put(jpeg(40), 1.0)
    source = open_source(server.url)
    try:
        assert shown(source, 40)
        newest.put(jpeg(90), 1.0)
        assert shown(source, 90)
    finally:
        source.close()
        server.stop()


def test_two_viewers_see_the_same() -> None:
    newest, server = started()
    newest.put(jpeg(70), 1.0)
    sources = [open_source(server.url) for _ in range(2)]
    try:
        assert all(shown(source, 70) for source in sources)
    finally:
        for source in sources:
            source.close()
        server.stop()


def test_a_viewer_finds_the_camera_again_after_a_restart() -> None:
    newest, server = started()
    port = int(server.url.split(":")[2].split("/")[0])
    newest.put(jpeg(30), 1.0)
    source = open_source(server.url)
    try:
        assert shown(source, 30)
        server.stop()
        newest, server = started(port)
        newest.put(jpeg(120), 1.0)
        assert shown(source, 120)
    finally:
        source.close()
        server.stop()


def test_a_single_picture_can_be_fetched_and_other_paths_are_not_there() -> None:
    newest, server = started()
    newest.put(jpeg(30), 1.0)
    port = int(server.url.split(":")[2].split("/")[0])
    try:
        for path, status in (("/frame.jpg", 200), ("/elsewhere", 404)):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
            connection.request("GET", path)
            answer = connection.getresponse()
            content = answer.read()
            connection.close()
            assert answer.status == status
            assert (content == jpeg(30)) is (status == 200)
    finally:
        server.stop()


def test_rubbish_from_a_viewer_leaves_the_others_alone() -> None:
    newest, server = started()
    newest.put(jpeg(30), 1.0)
    port = int(server.url.split(":")[2].split("/")[0])
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as rude:
            rude.sendall(b"\x00\xff rubbish \r\n\r\n")
            source = open_source(server.url)
            assert shown(source, 30)
            source.close()
    finally:
        server.stop()


def test_a_picture_that_nobody_fetched_in_time_is_skipped() -> None:
    newest = NewestPicture()
    for level in (10, 20, 30):
        newest.put(jpeg(level), 1.0)
    assert newest.after(0, PATIENCE_S) == Shown(jpeg(30), 1.0, 3)
    assert newest.after(3, 0.0) is None


def test_a_table_that_was_cleared_away_is_shown_to_nobody() -> None:
    newest = NewestPicture()
    newest.put(jpeg(10), 1.0)
    newest.cover()
    newest.put(jpeg(10), 2.0)
    assert newest.after(0, 0.0) is None
    newest.uncover()
    assert newest.after(0, 0.0) is None
    newest.put(jpeg(30), 3.0)
    assert newest.after(0, 0.0) == Shown(jpeg(30), 3.0, 2)


def test_a_busy_port_is_said_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputFault, match=f"--stream 127.0.0.1:{port}: can't listen there"):
            PictureServer("127.0.0.1", port, NewestPicture())


def test_a_picture_that_was_long_in_painting_is_as_old_as_it_is() -> None:
    newest, server = started()
    clock = [50.0]
    feed = HttpFeed(server.url, monotonic=lambda: clock[0])
    try:
        newest.put(jpeg(30), 1_000.0)
        feed.open()
        feed.next()
        assert feed.age_s == 0.0
        clock[0] += 7.5
        newest.put(jpeg(40), 1_000.5)
        feed.next()
        assert feed.age_s == pytest.approx(7.0)
    finally:
        feed.close()
        server.stop()


def test_the_picture_that_came_before_the_connection_broke_is_not_taken_for_a_new_one() -> None:
    newest, server = started()
    feed = HttpFeed(server.url)
    try:
        newest.put(jpeg(30), 1_000.0)
        feed.open()
        assert feed.next() == jpeg(30)
        feed.open()
        later = threading.Timer(0.2, newest.put, (jpeg(40), 1_006.0))
        later.start()
        assert feed.next() == jpeg(40)
        feed.open()
        newest.put(jpeg(50), 1_007.0)
        assert feed.next() == jpeg(50)
    finally:
        feed.close()
        server.stop()
