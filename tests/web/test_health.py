"""The health page: every part's state, what troubles there are, and a bundle without secrets."""

import io
import json
import time
import zipfile
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dashboard.doctor.sensing import sensing_findings
from dashboard.web.health.vitals import Disk, Vitals
from dashboard.web.seats.seating import Role, Seating, TabletPlace
from engine.bus.cleared import Cleared
from engine.bus.messages.boards import DeviceState, SensingState, SourceState, UnusedEvent
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.match import SealedSheet
from engine.bus.messages.services import Availability
from engine.bus.texts import TEXTS
from engine.core.disagreement import Ailment, Disagreement, SensorFault, SourceClaim
from engine.core.findings import Grade
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.observations import SourceKnows
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind
from tests import asking
from tests.web.shown_table import BEARER, KEY, T0, TABLE, FakeBus, Match, RunningServer

NOW = Seconds(T0 + 10)
SECRET = "hunter2"  # noqa: S105 # stands for a password that must not come out
CAMERA = CameraState(
    "camera", f"http://me:{SECRET}@camera.lan/stream", 1920, 1080, 29.9, 300, last_taken_at=NOW
)
DEVICE = DeviceState("board", "/dev/ttyACM0", connected=True, firmware="1.0", frames_received=900)
PLENTY = Disk(3, 40_000, 9_000_000, 10**11)


def vitals_of(*messages: tuple[str, str, Any]) -> Vitals:
    vitals = Vitals()
    for channel, name, message in messages:
        vitals.take(channel, name, message, now=NOW)
    return vitals


def troubles(vitals: Vitals, *, connected: bool = True, disk: Disk = PLENTY) -> list[str]:
    found: list[str] = vitals.report(now=NOW, connected=connected, disk=disk)["troubles"]
    return found


def test_a_table_on_which_all_is_well_has_no_trouble() -> None:
    engine = ("availability", "engine", Availability(online=True))
    assert troubles(vitals_of(engine, ("camera", "camera", CAMERA), ("device", "board", DEVICE))) == []


def test_troubles_are_said_in_the_language_asked_for() -> None:
    stopped = Availability(online=False, reason=TEXTS.say("service.stopped"))
    away = vitals_of(("availability", "engine", stopped))
    found = away.report(now=NOW, connected=True, disk=PLENTY, language="vi")["troubles"]
    assert found == ["dịch vụ engine không hoạt động: đã dừng"]


@pytest.mark.parametrize(
    ("channel", "message", "said"),
    [
        ("availability", Availability(online=False, reason=Phrase("killed")), "service one is away: killed"),
        ("camera", CameraState("one", "0", problem=Phrase("it is unplugged")), "camera one: it is unplugged"),
        ("camera", CameraState("one", "0", last_taken_at=NOW - 12), "camera one: no picture for 12 s"),
        ("device", DeviceState("one", "/dev/x", connected=False), "board device one: isn't connected"),
        (
            "device",
            DeviceState("one", "/dev/x", connected=True, frames_received=90, frames_damaged=9),
            "board device one: 9 damaged frames to 90 whole ones: a bad cable, or a wrong speed",
        ),
    ],
)
def test_a_trouble_is_said_in_a_sentence_with_whose_it_is(channel: str, message: object, said: str) -> None:
    assert troubles(vitals_of((channel, "one", message))) == [said]


SENSING = SensingState(
    (SourceState("board", SourceKnows.SOMETHING, 61, NOW), SourceState("cam", SourceKnows.HOW, 0, NOW)),
    (
        Disagreement(
            PieceId("w.inf.1"),
            Cell("d4"),
            NOW,
            (SourceClaim("cam", Cell("d4"), NOW), SourceClaim("board", None, NOW)),
            ("cam",),
            Phrase("cam says d4, board says nowhere; cam is believed."),
            Phrase("Look at d4."),
        ),
    ),
    (
        SensorFault(
            Ailment.STUCK_ON, "board", Cell("f6"), None, NOW, Phrase("f6 is stuck."), Phrase("Clean it.")
        ),
    ),
    (UnusedEvent("board", "cell", "z9", 3, NOW),),
)


@pytest.mark.parametrize(("language", "name"), [("en", "West infantry 1"), ("vi", "Bộ binh Tây 1")])
def test_pieces_are_called_by_their_names_in_the_readers_language(
    match: Match, language: str, name: str
) -> None:
    fault = SensorFault(
        Ailment.STUCK_ON,
        "board",
        Cell("f6"),
        PieceId("w.inf.1"),
        NOW,
        Phrase("w.inf.1 isn't felt by pad.west."),
        Phrase("Look at w.inf.1."),
    )
    table = vitals_of(("match", "", match.message()), ("sensing", "", SensingState(faults=(fault,))))
    report = table.report(now=NOW, connected=True, disk=PLENTY, language=language)
    assert report["troubles"] == [f"{name} isn't felt by pad.west. Look at {name}."]
    # The ids are kept where they are for programs.
    assert report["sensing"]["faults"][0]["piece"] == "w.inf.1"


def test_the_doctor_calls_pieces_by_their_names(server: RunningServer, bus: FakeBus, match: Match) -> None:
    fault = SensorFault(
        Ailment.STUCK_ON, "board", None, PieceId("w.inf.1"), NOW, Phrase("w.inf.1 is amiss."), Phrase("Look.")
    )
    bus.tell("match", match.message())
    bus.tell("sensing", SensingState(faults=(fault,)))
    while not (found := sensors_of(asking.get(f"{server.url}/doctor").json())):
        pass
    assert [one["text"] for one in found] == ["West infantry 1 is amiss."]


def sensors_of(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [one for one in report["findings"] if one["check"] == "sensors"]


def test_who_contradicts_whom_which_sensor_is_at_fault_and_what_nothing_uses_are_troubles() -> None:
    at = time.strftime("%H:%M:%S", time.localtime(NOW))
    assert troubles(vitals_of(("sensing", "", SENSING))) == [
        f"cam says d4, board says nowhere; cam is believed. Look at d4. Since: cam {at}, board {at}.",
        "f6 is stuck. Clean it.",
        "nothing uses 'cell z9' of board: this table has no cell or button of that name; see the wiring",
    ]


def test_the_doctor_finds_what_the_sensors_have() -> None:
    grades = [(one.check, one.grade) for one in sensing_findings(SENSING)]
    assert grades == [("sensors", Grade.BAD), ("sensors", Grade.FAIR), ("sensors", Grade.FAIR)]


def test_what_all_pads_have_because_their_board_is_away_is_said_once() -> None:
    board, west, east = (
        DeviceState(name, "/dev/x", connected=False, problem=Phrase(problem))
        for name, problem in (("board", "unplugged"), ("pad.west", "unplugged"), ("pad.east", "no reader"))
    )
    found = vitals_of(*(("device", one.device, one) for one in (board, west, east)))
    assert troubles(found) == ["board device board: unplugged", "board device pad.east: no reader"]


def test_a_pad_that_its_board_no_longer_has_is_no_trouble() -> None:
    board, dropped = (
        DeviceState("board", "/dev/x", connected=True),
        DeviceState("pad.west", "/dev/x", connected=False),
    )
    other = DeviceState("pad.east", "/dev/y", connected=False)
    assert troubles(vitals_of(*(("device", one.device, one) for one in (board, dropped)))) == []
    found = vitals_of(*(("device", one.device, one) for one in (board, dropped, other)))
    assert troubles(found) == ["board device pad.east: isn't connected"]


def test_more_boards_than_a_table_has_are_one_trouble_and_leave_none_once_they_are_taken_away() -> None:
    many = [DeviceState(f"board{number}", "", connected=False) for number in range(200)]
    vitals = vitals_of(*(("device", one.device, one) for one in many))
    said = [one for one in troubles(vitals) if "were announced" in one]
    assert len(said) == 1
    for one in many:
        vitals.forget("device", one.device)
    later = vitals.report(now=Seconds(NOW + 61), connected=True, disk=PLENTY)
    assert later["troubles"] == []
    assert later["devices"] == []


def test_a_board_that_is_taken_off_the_bus_leaves_the_page(bus: FakeBus, server: RunningServer) -> None:
    bus.tell("device", DEVICE, "board")
    while not asking.get(f"{server.url}/health").json()["devices"]:
        pass
    bus.tell("device", Cleared(), "board")
    while asking.get(f"{server.url}/health").json()["devices"]:
        pass


def test_a_camera_has_ten_seconds_to_show_another_table() -> None:
    late = CameraState("one", "0", last_taken_at=NOW - 9)
    assert troubles(vitals_of(("camera", "one", late))) == []


def test_footage_s_own_clock_is_no_silent_camera() -> None:
    assert (
        troubles(vitals_of(("camera", "one", CameraState("one", "folder", last_taken_at=Seconds(4.0))))) == []
    )


def test_a_lost_bus_and_a_full_disk_are_troubles() -> None:
    assert troubles(Vitals(), connected=False) == ["the table's message bus is away"]
    assert troubles(Vitals(), disk=Disk(1, 1, 1, 2_000_000)) == ["only 2 MB are free where matches are kept"]


def test_the_time_from_the_table_at_rest_to_the_page_is_counted_for_live_verdicts_alone() -> None:
    vitals = Vitals()
    for delay in (0.1, 0.2, 0.9):
        vitals.take("verdict", "", Verdict(VerdictKind.SETTLED, Seconds(NOW - delay), 1, 0), now=NOW)
    vitals.take("verdict", "", Verdict(VerdictKind.SETTLED, Seconds(12.0), 1, 0), now=NOW)
    found = vitals.report(now=NOW, connected=True, disk=None)["verdicts"]
    assert found == {"counted": 3, "p50_ms": 200, "p95_ms": 900, "slowest_ms": 900}


def test_the_bundle_is_the_arbiter_s_and_holds_no_secret(server: RunningServer, match: Match) -> None:
    match.tell(server.bus)
    server.bus.tell("camera", CAMERA, "camera")
    server.bus.tell("seat", SealedSheet("sealed-hand"), "west")
    seating = Seating(KEY, table=TABLE)
    link = seating.link(TabletPlace(Role.SEAT, Seat("west")))
    address = f"{server.url}/health/bundle.zip"
    assert asking.get(address, headers={"authorization": f"Bearer {link}"}).status_code == 403
    while not asking.get(f"{server.url}/health").json()["cameras"]:
        pass
    archive = zipfile.ZipFile(io.BytesIO(asking.get(address, headers=BEARER).content))
    content = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(content) == {f"boardwarden/{name}.json" for name in ("health", "newest", "system")}
    assert json.loads(content["boardwarden/newest.json"])["match"]["view"]["pieces"]
    for text in content.values():
        assert not {SECRET, "sealed-hand", link.rpartition(".")[2]} & set(text.split('"'))
        assert SECRET not in text
        assert "sealed-hand" not in text


def test_the_page_shows_every_part_and_what_is_wrong(page: Page, bus: FakeBus, server: RunningServer) -> None:
    bus.tell("availability", Availability(online=True, version="1", pid=7), "engine")
    bus.tell("device", DEVICE, "board")
    bus.tell("camera", CameraState("camera", "0", problem=Phrase("it is unplugged")), "camera")
    bus.tell("sensing", SENSING)
    page.goto(f"{server.url}/health/page")
    expect(page.locator("#state.trouble")).to_contain_text("camera camera: it is unplugged")
    expect(page.locator("#services tbody tr")).to_have_count(1)
    expect(page.locator("#devices tbody tr")).to_contain_text("/dev/ttyACM0")
    expect(page.locator("#sensors tbody tr")).to_have_count(2)
    expect(page.locator("#sensors tbody tr").first).to_contain_text("that something lies there")
    expect(page.locator("#state.trouble")).to_contain_text("f6 is stuck")
    with page.expect_download() as saved:
        page.locator("#bundle").click()
    assert saved.value.suggested_filename == "boardwarden-support.zip"
