"""Promises of `play` before anything runs: what is unusable is said, what runs follows from what is there."""

import argparse
import re
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from dashboard.commands import choices as choosing
from dashboard.commands.cameras import CAMERA_VARIABLE
from dashboard.commands.choices import Choices, TableSources, describe, read_choices
from dashboard.commands.options import PASSED_ON, said
from dashboard.commands.parsing import argument_parser
from dashboard.commands.plans import (
    RunPlaces,
    broker_plan,
    first_plans,
    watching_plans,
    watching_waits_for,
)
from dashboard.supervisor.page_address import PageAddress, expect_port_free, parse_page_address
from dashboard.supervisor.supervisor import Plan
from dashboard.supervisor.table_lock import table_lock
from engine.bus.broker import free_port
from engine.bus.channels import Service
from engine.core.faults import BoardwardenError, InputFault, MissingFault
from firmware_bridge.ports import FoundPort

Choose = Callable[..., Choices]


def asked(*words: str) -> argparse.Namespace:
    return argument_parser().parse_args(["play", *words])


@pytest.fixture
def choose(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Choose:
    """Reads choices on a machine without board devices."""
    monkeypatch.setattr(choosing, "find_ports", tuple)
    monkeypatch.setattr(choosing, "private_kind", lambda choice: choice)
    http = f"127.0.0.1:{free_port()}"

    def read(*words: str) -> Choices:
        # The last word on an option counts, so a test may give its own.
        return read_choices(asked("--http", http, "--data", str(tmp_path / "matches"), *words))

    return read


@pytest.fixture
def footage(tmp_path: Path) -> Path:
    """A small footage folder with an opening of its own."""
    folder = tmp_path / "shots"
    (folder / "frames").mkdir(parents=True)
    (folder / "frames" / "000001.jpg").write_bytes(b"not looked at here")
    setup = {"seats": ["west", "north"], "pieces": {"w.inf.1": {"at": "e5"}, "n.inf.1": {"at": "f8"}}}
    described = {"board": "mativen", "pieces": "mativen-pieces", "fps": 4, "game": "dozen_war"}
    (folder / "footage.yaml").write_text(yaml.safe_dump({**described, "setup": setup}), encoding="utf-8")
    return folder


def place(folder: Path) -> RunPlaces:
    return RunPlaces("mqtt://127.0.0.1:1", folder, "127.0.0.1:2")


def names(plans: tuple[Plan, ...]) -> list[str]:
    return [plan.name for plan in plans]


def test_nothing_plugged_in_and_nothing_asked_is_the_simulated_table(choose: Choose, tmp_path: Path) -> None:
    found = choose()
    assert found.feed is TableSources.SIMULATED
    assert describe(found, broker="x").startswith("Simulated table, no camera and no board device")
    first = first_plans(found, place(tmp_path), setup_file=None, run_began=0.0)
    assert names(first) == ["engine", "dashboard", "simulator"]
    assert watching_waits_for(found) == {Service.SIMULATOR}
    watching = watching_plans(found, place(tmp_path), setup_file=None, footage_start=5.0)
    assert names(watching) == ["vision", "bridge"]
    for plan in watching:
        assert plan.environment is not None
        assert plan.environment[CAMERA_VARIABLE] == "http://127.0.0.1:2/stream.mjpg"
        assert f"--serial={tmp_path / 'board'}" in plan.command
        assert "--footage-start" not in plan.command
    simulator = first[-1].command
    assert simulator[simulator.index("--stream") + 1] == "127.0.0.1:2"
    assert simulator[simulator.index("--pty") + 1] == str(tmp_path / "board")


def test_footage_brings_its_game_board_pieces_and_opening(
    choose: Choose, footage: Path, tmp_path: Path
) -> None:
    found = choose("--camera", str(footage))
    assert (found.feed, found.game, found.board, found.pieces) == (
        TableSources.FOOTAGE,
        "dozen_war",
        "mativen",
        "mativen-pieces",
    )
    assert found.setup is not None
    assert found.setup.plain()["pieces"]["w.inf.1"] == {"at": "e5"}
    assert str(footage) in describe(found, broker="x")
    engine = first_plans(found, place(tmp_path), setup_file=None, run_began=1230.0)[0].command
    assert engine[engine.index("--footage-start") + 1] == "1230.0"
    assert watching_waits_for(found) == {Service.ENGINE, Service.DASHBOARD}
    watching = watching_plans(found, place(tmp_path), setup_file=None, footage_start=1234.5)
    assert names(watching) == ["vision", "bridge"]
    for plan in watching:
        assert plan.command[plan.command.index("--footage-start") + 1] == "1234.5"


def test_what_is_asked_goes_before_what_footage_brings(choose: Choose, footage: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("seats: [west, north]\npieces: {w.inf.2: {at: c3}, n.inf.1: {at: f8}}\n", encoding="utf-8")
    found = choose("--camera", str(footage), "--setup", str(own))
    assert found.setup_file == own
    assert found.setup is not None
    assert "w.inf.2" in found.setup.plain()["pieces"]


def test_a_camera_alone_runs_vision_and_looks_for_devices(choose: Choose, tmp_path: Path) -> None:
    found = choose("--camera", "rtsp://10.0.0.9/table")
    assert found.feed is TableSources.LIVE
    assert watching_waits_for(found) == frozenset()
    watching = watching_plans(found, place(tmp_path), setup_file=None, footage_start=0.0)
    assert names(watching) == ["vision", "bridge"]
    without = choose("--camera", "rtsp://10.0.0.9/table", "--serial", "none")
    assert names(watching_plans(without, place(tmp_path), setup_file=None, footage_start=0.0)) == ["vision"]


@pytest.mark.parametrize("serial", ["auto", "none"])
@pytest.mark.parametrize("kind", ["zigbee2mqtt-contact, cell: c3", "esphome-rc522, pad: west"])
def test_devices_that_others_made_are_a_real_table_too(
    choose: Choose, tmp_path: Path, serial: str, kind: str
) -> None:
    """A simulated one beside them would contradict whatever they say."""
    path = tmp_path / "devices.yaml"
    path.write_text(f"devices:\n  a: {{like: {kind}}}\n", encoding="utf-8")
    found = choose("--devices", str(path), "--serial", serial)
    assert found.feed is TableSources.LIVE
    assert f"devices of {path}" in describe(found, broker="x")
    assert names(watching_plans(found, place(tmp_path), setup_file=None, footage_start=0.0)) == ["bridge"]


def test_a_reader_from_a_shop_is_a_real_table_too(choose: Choose, tmp_path: Path) -> None:
    found = choose("--reader", "west=pcsc:ACR122U", "--serial", "none")
    assert found.feed is TableSources.LIVE
    assert "reader pcsc:ACR122U as pad west" in describe(found, broker="x")
    (bridge,) = watching_plans(found, place(tmp_path), setup_file=None, footage_start=0.0)
    assert "--reader=west=pcsc:ACR122U" in bridge.command


def test_a_pad_that_has_a_reader_already_is_refused_another(choose: Choose, tmp_path: Path) -> None:
    path = tmp_path / "devices.yaml"
    path.write_text("devices:\n  esp: {like: esphome-rc522, pad: west}\n", encoding="utf-8")
    with pytest.raises(InputFault, match="'esp' of --devices reads pad 'west' already"):
        choose("--devices", str(path), "--reader", "west=pcsc")


def test_a_bridge_hears_others_devices_beside_a_camera_where_no_port_is_to_be_opened(
    choose: Choose, tmp_path: Path
) -> None:
    path = tmp_path / "devices.yaml"
    path.write_text("devices:\n  a: {like: zigbee2mqtt-button, pad: west, button: end_turn}\n", "utf-8")
    words = ("--devices", str(path), "--serial", "none")
    found = choose("--camera", "rtsp://10.0.0.9/table", *words)
    watching = watching_plans(found, place(tmp_path), setup_file=None, footage_start=0.0)
    assert names(watching) == ["vision", "bridge"]
    # A bell alone sees nothing: the table is simulated, and has a bell.
    assert choose(*words).feed is TableSources.SIMULATED


def test_a_board_device_alone_is_a_real_table_without_a_camera(
    choose: Choose, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "find_ports", lambda: (FoundPort("/dev/serial/by-id/x", "a board"),))
    found = choose()
    assert found.feed is TableSources.LIVE
    assert "no camera" in describe(found, broker="x")
    assert "/dev/serial/by-id/x" in describe(found, broker="x")
    watching = watching_plans(found, place(tmp_path), setup_file=None, footage_start=0.0)
    assert names(watching) == ["bridge"]
    assert choose("--serial", "none").feed is TableSources.SIMULATED


def test_every_service_can_read_the_options_it_is_started_with(
    choose: Choose, footage: Path, tmp_path: Path
) -> None:
    setup = tmp_path / "setup.yaml"
    for found in (choose("--table", "-x y"), choose("--camera", str(footage))):
        plans = first_plans(found, place(tmp_path), setup_file=setup, run_began=0.0)
        plans += watching_plans(found, place(tmp_path), setup_file=setup, footage_start=7.25)
        for plan in plans:
            assert plan.command[:4] == (sys.executable, "-P", "-m", "dashboard")
            read = argument_parser().parse_args(plan.command[4:])
            assert read.supervised
            assert (read.table, read.game, read.board) == (found.table, found.game, found.board)
            assert read.setup == str(setup)
            assert plan.environment["BOARDWARDEN_BROKER"] == "mqtt://127.0.0.1:1"


def test_a_remote_brokers_password_is_in_no_command(choose: Choose, footage: Path, tmp_path: Path) -> None:
    at = RunPlaces("mqtt://me:secret@club:1883", tmp_path, "127.0.0.1:2")
    for found in (choose(), choose("--camera", str(footage))):
        plans = first_plans(found, at, setup_file=None, run_began=0.0)
        plans += watching_plans(found, at, setup_file=None, footage_start=7.25)
        assert not [plan.name for plan in plans if "secret" in " ".join(plan.command)]
        assert {plan.environment["BOARDWARDEN_BROKER"] for plan in plans} == {at.broker_url}


def test_the_environment_may_name_the_broker_and_the_option_goes_before_it(
    choose: Choose, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWARDEN_BROKER", "mqtt://me:secret@club")
    assert choose().broker == "mqtt://me:secret@club"
    assert choose("--broker", "iotcore").broker == "iotcore"


def test_only_the_simulated_tables_camera_is_called_simulated(
    choose: Choose, footage: Path, tmp_path: Path
) -> None:
    rendered = {
        feed.feed: argument_parser().parse_args(plan.command[4:]).rendered
        for feed in (choose(), choose("--camera", str(footage)))
        for plan in watching_plans(feed, place(tmp_path), setup_file=None, footage_start=0.0)
        if plan.name == Service.VISION
    }
    assert rendered == {TableSources.SIMULATED: True, TableSources.FOOTAGE: False}


@pytest.mark.parametrize("name", ["notes.txt", "broken.mp4"])
def test_a_file_that_is_no_picture_and_no_video_is_refused_at_once(
    choose: Choose, tmp_path: Path, name: str
) -> None:
    (tmp_path / name).write_text("no picture", encoding="utf-8")
    with pytest.raises(InputFault, match=rf"--camera .*{re.escape(name)}: .*(expected|neither)"):
        choose("--camera", str(tmp_path / name))


def test_several_cameras_are_one_vision_service_and_each_is_named_to_it(
    choose: Choose, tmp_path: Path
) -> None:
    found = choose("--camera", "rtsp://10.0.0.9/a", "--camera", "rtsp://10.0.0.9/b", "--serial", "none")
    assert found.cameras == ("rtsp://10.0.0.9/a", "rtsp://10.0.0.9/b")
    assert "camera rtsp://10.0.0.9/a and rtsp://10.0.0.9/b" in describe(found, broker="x")
    (vision,) = watching_plans(found, place(tmp_path), setup_file=None, footage_start=0.0)
    assert vision.environment is not None
    assert vision.environment[CAMERA_VARIABLE].splitlines() == list(found.cameras)


def test_the_environment_names_cameras_as_the_option_does(
    choose: Choose, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CAMERA_VARIABLE, "rtsp://10.0.0.9/a\nrtsp://10.0.0.9/b\n")
    assert choose("--serial", "none").cameras == ("rtsp://10.0.0.9/a", "rtsp://10.0.0.9/b")
    assert choose("--camera", "rtsp://cam/x", "--serial", "none").cameras == ("rtsp://cam/x",)


def test_a_camera_given_twice_is_refused(choose: Choose) -> None:
    with pytest.raises(InputFault, match="given twice"):
        choose("--camera", "rtsp://cam/x", "--camera", "rtsp://cam/x")


def test_a_cameras_password_stands_in_no_command(choose: Choose, tmp_path: Path) -> None:
    found = choose("--camera", "rtsp://me:secret@cam/video", "--serial", "none")
    plans = (
        *first_plans(found, place(tmp_path), setup_file=None, run_began=0.0),
        *watching_plans(found, place(tmp_path), setup_file=None, footage_start=0.0),
    )
    assert plans
    for plan in plans:
        assert not any("secret" in word for word in plan.command)


def test_a_cameras_password_is_not_shown(choose: Choose) -> None:
    shown = describe(choose("--camera", "http://me:secret@cam/video"), broker="x")
    assert "http://…@cam/video" in shown
    assert "secret" not in shown


def test_the_broker_goes_last(choose: Choose, tmp_path: Path) -> None:
    found = choose("--broker", "iotcore")
    assert broker_plan("iotcore", place(tmp_path), port=99).last
    assert not any(plan.last for plan in first_plans(found, place(tmp_path), setup_file=None, run_began=0.0))


@pytest.mark.parametrize(
    ("words", "fault", "said"),
    [
        pytest.param(
            ("--camera", "99"),
            MissingFault,
            "no /dev/video99.*plug the camera in",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists cameras as files"),
        ),
        (("--camera", "phone:Left"), InputFault, "such as phone:left"),
        (("--camera", "nowhere.mp4"), InputFault, r"nowhere\.mp4: no such file or folder; expected 0, 1"),
        (("--camera", "foo://cam"), InputFault, "--camera foo://cam: expected a stream's address.*'foo'"),
        (("--camera", "http://"), InputFault, "it has no host"),
        (("--camera", "http://a:b:c/x"), InputFault, "the host or port can't be read"),
        (
            ("--camera", "rtsp://me:secret@cam:99999/x"),
            InputFault,
            r"--camera rtsp://…@cam:99999/x: expected",
        ),
        (("--board", "nowhere"), InputFault, "nowhere: no such file.*mativen"),
        (("--pieces", "nowhere"), InputFault, "nowhere: no such file"),
        (("--game", "chess"), InputFault, "chess.*dozen_war"),
        (("--setup", "nowhere.yaml"), InputFault, r"nowhere\.yaml: can't be read"),
        (("--serial", "/dev/ttyNOWHERE"), MissingFault, "ttyNOWHERE: no such port"),
        pytest.param(
            ("--serial", "nowhere"),
            MissingFault,
            "nowhere: no such port",
            marks=pytest.mark.skipif(sys.platform == "win32", reason="there a port's name is no path"),
        ),
        (("--broker", "http://x"), InputFault, "expected mqtt://host"),
        (("--http", "8321"), InputFault, "expected HOST:PORT"),
        (("--http", "192.0.2.1:8321"), InputFault, "can't be served there"),
        (("--table", ""), InputFault, "table's name"),
    ],
)
def test_what_is_unusable_is_said_with_what_was_expected(
    choose: Choose, words: tuple[str, ...], fault: type[BoardwardenError], said: str
) -> None:
    with pytest.raises(fault, match=f"(?s){said}"):
        choose(*words)


def test_a_folder_that_is_neither_footage_nor_pictures_is_refused(choose: Choose, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputFault, match="footage folder"):
        choose("--camera", str(empty))


def test_broken_footage_is_refused_before_anything_runs(choose: Choose, footage: Path) -> None:
    (footage / "devices.jsonl").write_text('{"t": "soon"}\n', encoding="utf-8")
    with pytest.raises(InputFault, match=r"devices\.jsonl:1"):
        choose("--camera", str(footage))


def test_a_setup_no_game_can_use_is_refused_with_its_line(choose: Choose, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text("seats: [west, north]\npieces:\n  w.inf.1: {at: z99}\n", encoding="utf-8")
    with pytest.raises(InputFault, match=r"wrong\.yaml:3"):
        choose("--setup", str(wrong))


def test_what_play_was_given_reaches_its_services_as_it_was_said() -> None:
    words = (
        "--wiring=a.json",
        "--wiring=b.json",
        "--lights=any:40",
        "--clock=30m+10s",
        "--delay=120",
        "--bots=all",
    )
    sent = said(asked(*words), PASSED_ON)
    assert set(words) < set(sent)
    assert said(asked(*sent), PASSED_ON) == sent


def test_a_busy_port_is_said_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = re.escape(f"port {port} is in use: choose another with --http")
        with pytest.raises(MissingFault, match=said):
            expect_port_free(PageAddress("127.0.0.1", port))


@pytest.mark.parametrize("text", ["127.0.0.1:8321", "0.0.0.0:80", "[::1]:8321", "table.local:65535"])
def test_a_page_address_is_read_as_it_is_written(text: str) -> None:
    assert str(parse_page_address(text)) == text


@pytest.mark.parametrize("text", ["", ":80", "host", "host:", "host:0", "host:65536", "host:-1", "host:٣"])
def test_what_is_no_page_address_is_refused(text: str) -> None:
    with pytest.raises(InputFault, match="expected HOST:PORT"):
        parse_page_address(text)


def test_pages_served_everywhere_are_shown_by_an_address_that_tablets_can_open() -> None:
    assert "0.0.0.0" not in PageAddress("0.0.0.0", 80).url()  # noqa: S104 # the point
    assert PageAddress("127.0.0.1", 80).url() == "http://127.0.0.1:80/"
    assert PageAddress("127.0.0.1", 80).only_here


def test_a_table_is_played_once_at_a_time(tmp_path: Path) -> None:
    with table_lock(tmp_path, "a/b"):
        with table_lock(tmp_path, "another"):
            pass
        with (
            pytest.raises(InputFault, match=r"'a/b' .* played already.*--table"),
            table_lock(tmp_path, "a/b"),
        ):
            pass
    with table_lock(tmp_path, "a/b"):
        pass
