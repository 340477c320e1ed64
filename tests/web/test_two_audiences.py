"""A visitor without a seat is as late as the delay says, on every page and at every address."""

import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dashboard.web.audience.addresses import ADDRESSES, Shows
from dashboard.web.audience.delay import WAITING_LIMIT, Delayed
from dashboard.web.audience.gallery import Gallery
from dashboard.web.audience.visitor_count import BROADCAST, VISITORS_LIMIT, WATCHING, VisitorCount
from dashboard.web.league import Players
from dashboard.web.replays import Replays
from dashboard.web.seats.marks import address_marks
from dashboard.web.seats.seating import ARBITER, SPECTATOR, Role, Seating, TabletPlace, permitted
from dashboard.web.telling.hub import Hub
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.commands import Answer, AnswerCode, Command, CommandKind
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seat, Seconds
from engine.records.archive import listed
from engine.session.matches.journal import journals
from tests import asking
from tests.asking import connect
from tests.patience import PATIENCE_S
from tests.web.every_page import record_match
from tests.web.following import sent
from tests.web.routes import made_apps, paths
from tests.web.shown_table import ARBITERS_LINK, KEY, TABLE, FakeBus, Match, RunningServer
from tests.web.test_app import Tablet
from tests.web.test_broadcast import PLAYED

WEST = TabletPlace(Role.SEAT, Seat("west"))
SEATING = Seating(KEY, table=TABLE)
MARKS = address_marks(KEY, table=TABLE)
ASK = {"command": {"id": "q", "kind": "ask", "revision": 0, "piece": "w.inf.1", "place": "e6"}}
HELD = ("/broken-off", "/cameras", "/cameras/cam.jpg", "/doctor", "/health")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("matches")
    record_match(found)
    return found


def channels(tablet: Any) -> list[str]:
    return [json.loads(text)["channel"] for text in sent(tablet)]


def halls(delay: float = 60) -> tuple[Hub, Gallery]:
    """A table's hub, and the gallery that its spectators follow."""
    spectators = Hub()
    return Hub(gallery=spectators), Gallery(spectators, delay=Seconds(delay))


def tell(hub: Hub, gallery: Gallery, channel: str, message: Any, *, now: float) -> None:
    hub.take(channel, "", message)
    gallery.take(channel, "", message, now=Seconds(now))


def test_a_spectator_gets_the_play_after_the_delay_and_a_seat_at_once(match: Match) -> None:
    hub, gallery = halls()
    onlooker, west = hub.join(), hub.join()
    hub.seat(west, WEST)
    tell(hub, gallery, "match", match.message(), now=100)
    tell(hub, gallery, "verdict", PLAYED, now=101)
    assert {"match", "verdict"} <= set(channels(west))
    gallery.release(now=Seconds(159.9))
    assert channels(onlooker) == []
    gallery.release(now=Seconds(161))
    assert channels(onlooker) == ["match", "verdict"]


def test_what_a_spectator_has_is_the_delayed_table_after_each_change_of_place(match: Match) -> None:
    hub, gallery = halls()
    tablet = hub.join()
    tell(hub, gallery, "match", match.message(), now=0)
    gallery.release(now=Seconds(60))
    match.play({"move": "w.inf.1", "to": "e6"})
    tell(hub, gallery, "match", match.message(), now=70)

    def revision() -> int:
        messages = [json.loads(text) for text in sent(tablet)]
        return int(next(one["data"]["revision"] for one in messages if one["channel"] == "match"))

    assert revision() == 0
    hub.seat(tablet, WEST)
    assert revision() == 1
    hub.seat(tablet, SPECTATOR)
    assert revision() == 0
    hub.tell_again(tablet)
    assert revision() == 0
    hub.leave(tablet)
    assert hub.tablets == 0


def test_the_machines_are_named_at_once_and_answers_never() -> None:
    hub, gallery = halls()
    onlooker = hub.join()
    onlooker.asks("q")
    tell(hub, gallery, "camera", CameraState("camera", "0"), now=0)
    tell(hub, gallery, "answer", Answer("q", AnswerCode.DONE, 0), now=0)
    gallery.release(now=Seconds(60))
    assert channels(onlooker) == ["camera"]


def test_what_waits_is_bounded_and_comes_in_its_order() -> None:
    delayed: Delayed[int] = Delayed(Seconds(5))
    for number in range(WAITING_LIMIT + 2):
        delayed.take("clock", number, now=Seconds(0))
    delayed.take("match", -1, now=Seconds(1))
    assert list(delayed.due(now=Seconds(4.9))) == []
    assert list(delayed.due(now=Seconds(6))) == [*range(2, WAITING_LIMIT + 2), -1]


def test_without_a_delay_a_spectator_follows_the_table_itself(match: Match) -> None:
    hub = Hub()
    onlooker = hub.join()
    assert not hub.holds_back(onlooker)
    hub.take("match", "", match.message())
    assert channels(onlooker) == ["match"]


def test_of_a_match_that_is_played_the_public_sees_no_moment_before_its_time(folder: Path) -> None:
    name = journals(folder)[0].parent.name
    whole = Replays(folder).opened(name)
    for number, moment in enumerate(whole.moments):
        now = moment.wall + 60
        replays = Replays(folder, delay=Seconds(60), wall=lambda now=now: now)  # type: ignore[misc]
        seen = [one.wall for one in replays.opened(name).moments]
        assert seen == [one.wall for one in whole.moments if one.wall <= moment.wall]
        assert len(replays.opened(name).facts()["moments"]) == len(seen)
        with pytest.raises(InputFault):
            replays.having(name, len(seen))
        assert len(replays.opened(name, public=False).moments) == len(whole.moments)
        assert replays.having(name, number).drawn(number, "en").startswith(b"\x89PNG")


def test_a_match_nobody_may_know_of_yet_isnt_listed_and_cant_be_opened(folder: Path) -> None:
    (one,) = listed(folder)
    early = Replays(folder, delay=Seconds(60), wall=lambda: one.opened_at + 59)
    assert early.matches(public=True) == []
    assert [found["match"] for found in early.matches(public=False)] == [one.match]
    with pytest.raises(InputFault, match="isn't public yet"):
        early.opened(one.match)


def test_a_listed_match_has_come_no_further_than_the_public_may_know(folder: Path) -> None:
    (one,) = listed(folder)
    during = Replays(folder, delay=Seconds(60), wall=lambda: one.opened_at + 60.001)
    (shown,) = during.matches(public=True)
    (whole,) = during.matches(public=False)
    assert shown["revision"] <= whole["revision"] == one.revision
    assert shown["revision"] == during.opened(one.match).shown[-1].table.match.revision


def test_no_camera_picture_of_a_replay_is_later_than_the_public_may_see(folder: Path) -> None:
    name = journals(folder)[0].parent.name
    whole = Replays(folder).opened(name)
    assert whole.picture("cam", 1e9) is not None
    assert replace(whole, until=whole.moments[0].wall - 1e12).picture("cam", 1e9) is None


def test_a_match_counts_in_the_league_once_the_public_may_know_its_end(folder: Path) -> None:
    (one,) = listed(folder)
    waits = Players(folder, delay=Seconds(60), wall=lambda: one.last_at + 59)
    delayed = Players(folder, delay=Seconds(60), wall=lambda: one.last_at + 61)
    assert waits.league()["games"] == []
    assert delayed.league() == Players(folder).league()


@pytest.fixture
def late(bus: FakeBus, folder: Path) -> Iterator[RunningServer]:
    """The service of a table that tells spectators an hour later; who comes through its proxy has no seat."""
    running = RunningServer(bus, matches=folder, hosts=("play.example",), delay=Seconds(3600))
    running.start()
    yield running
    running.stop()


def test_what_shows_the_table_as_it_stands_is_for_seats_and_the_arbiter_alone(late: RunningServer) -> None:
    asking.get(late.url)
    for path in HELD:
        assert asking.get(late.url + path).status_code == 403
        for place in (WEST, ARBITER):
            link = {"authorization": f"Bearer {SEATING.link(place)}"}
            assert asking.get(late.url + path, headers=link).status_code in (200, 404)
    assert asking.get(f"{late.url}/cameras", params={"lang": "ja"}).text.startswith("これは今の")


def test_a_spectators_line_gets_all_later_and_may_not_ask(late: RunningServer, match: Match) -> None:
    with (
        connect(f"ws://{late.address}/ws", origin=None) as one,
        connect(f"ws://{late.address}/ws", origin=None) as two,
    ):
        onlooker, west = Tablet(one), Tablet(two)
        west.ask({"join": {"link": SEATING.link(WEST)}})
        match.tell(late.bus)
        assert west.said("match")["data"]["revision"] == 0
        onlooker.ask(ASK)
        received: list[dict[str, Any]] = []
        while not received or received[-1]["channel"] != "error":
            waiting = json.loads(one.recv(timeout=PATIENCE_S))
            received += waiting if isinstance(waiting, list) else [waiting]
        said = {one["channel"] for one in received if one["data"] is not None}
        assert said <= {"place", "dashboard", "heartbeat", "error"}
        assert "with a delay" in received[-1]["data"]["text"]


def test_every_address_of_the_service_is_in_the_one_table_of_what_it_shows(
    monkeypatch: pytest.MonkeyPatch, folder: Path, bus: FakeBus
) -> None:
    made = made_apps(monkeypatch)
    other = RunningServer(bus, matches=folder, delay=Seconds(60))
    other.start()
    asking.get(other.url)
    found = paths(made[0].routes)
    other.stop()
    assert found == set(ADDRESSES)
    assert {path for path, shows in ADDRESSES.items() if shows is Shows.NOW} == set(HELD) - {
        "/cameras/cam.jpg"
    } | {"/cameras/{name}.jpg"}


class Record:
    """The messages to the engine about visitors; none while the bus is away."""

    def __init__(self) -> None:
        self.kept: list[tuple[str, str]] = []
        self.away = False
        self.match = "m1"
        self.logged: list[tuple[str, str, str]] = []
        self.visitors = VisitorCount(
            self.take,
            match=lambda: self.match,
            mark=lambda match, address: f"{match} {address}",
            log=lambda *line: self.logged.append(line),
        )

    def take(self, asked: Command) -> None:
        if self.away:
            raise MissingFault("away")
        assert (asked.kind, asked.seat) == (CommandKind.LOOK_ON, None)
        of, _, address = asked.name.partition(" ")
        assert of == self.match
        self.kept.append((address, asked.thing))


def test_who_looks_on_is_kept_once_a_match_by_address_and_what_is_followed() -> None:
    record = Record()
    for address in ("10.0.0.2", "10.0.0.3", "10.0.0.2"):
        record.visitors.came(address, WATCHING)
    record.visitors.came("10.0.0.2", BROADCAST)
    assert record.kept == [("10.0.0.2", WATCHING), ("10.0.0.3", WATCHING), ("10.0.0.2", BROADCAST)]
    record.match = "m2"
    record.visitors.came("10.0.0.2", WATCHING)
    assert record.kept[-1] == ("10.0.0.2", WATCHING)
    assert record.logged[0] == ("10.0.0.2", WATCHING, "m1 10.0.0.2")
    assert len(record.logged) == len(record.kept)


def test_who_looks_on_while_the_bus_is_away_or_before_a_match_is_kept_afterwards() -> None:
    record = Record()
    record.away = True
    record.visitors.came("10.0.0.2", WATCHING)
    record.away, record.match = False, ""
    record.visitors.came("10.0.0.2", WATCHING)
    assert record.kept == []
    record.match = "m1"
    record.visitors.came("10.0.0.2", WATCHING)
    assert record.kept == [("10.0.0.2", WATCHING)]


def test_a_crowd_cant_fill_a_matchs_record() -> None:
    record = Record()
    for number in range(VISITORS_LIMIT + 5):
        record.visitors.came(f"10.0.1.{number}", WATCHING)
    assert len(record.kept) == VISITORS_LIMIT


def test_who_reads_the_broadcast_is_sent_to_the_engine_by_a_mark(server: RunningServer, match: Match) -> None:
    match.tell(server.bus)
    with asking.stream("GET", f"{server.url}/api/v1/events") as stream:
        assert next(stream.iter_lines())
    # Once the match is heard of, whoever reads again is kept.
    asking.get(f"{server.url}/api/v1/match")
    channel, asked = server.bus.next_sent()
    assert (channel, asked.kind, asked.name, asked.thing) == (
        "command",
        CommandKind.LOOK_ON,
        MARKS(match.message().match, "127.0.0.1"),
        BROADCAST,
    )


def test_a_mark_is_a_tables_a_matchs_and_an_addresss() -> None:
    others = {
        address_marks(KEY, table="another")("m1", "10.0.0.2"),
        address_marks(b"x" * 32, table=TABLE)("m1", "10.0.0.2"),
        MARKS("m2", "10.0.0.2"),
        MARKS("m1", "10.0.0.3"),
    }
    assert len({*others, MARKS("m1", "10.0.0.2")}) == 5
    assert MARKS("m1", "10.0.0.2") == MARKS("m1", "10.0.0.2")


def test_only_the_arbiter_reads_a_visitors_address(late: RunningServer, match: Match) -> None:
    visitor = {"x-forwarded-for": "203.0.113.77"}
    match.tell(late.bus)
    while late.bus.sent.empty():
        asking.get(f"{late.url}/api/v1/match", headers=visitor)
    assert "203.0.113" not in str(late.bus.next_sent())
    for link, reads in ((None, False), (ARBITERS_LINK, True)):
        headers = {} if link is None else {"authorization": f"Bearer {link}"}
        assert ("203.0.113.77" in asking.get(f"{late.url}/audit", headers=headers).text) is reads


def test_nobody_chooses_the_address_that_is_recorded(server: RunningServer, match: Match) -> None:
    match.tell(server.bus)
    while server.bus.sent.empty():
        asking.get(f"{server.url}/api/v1/match", headers={"x-forwarded-for": "203.0.113.9"})
    assert server.bus.next_sent()[1].name == MARKS(match.message().match, "127.0.0.1")


@pytest.mark.parametrize("place", [SPECTATOR, WEST, ARBITER])
def test_no_tablet_says_who_looks_on(place: TabletPlace) -> None:
    with pytest.raises(InputFault):
        permitted(place, Command("c", CommandKind.LOOK_ON, 0, thing=WATCHING, name="10.0.0.9"))


@pytest.mark.parametrize(
    ("target", "host"),
    [
        ("/cameras/", ""),
        ("//cameras", ""),
        ("/health%0A", ""),
        ("/cameras%3Flang=en", ""),
        ("/static/../cameras", ""),
        ("/%63ameras", ""),
        ("http://elsewhere/cameras", ""),
        ("/cameras", "/x?"),
        ("/health", "?"),
        ("/doctor", "#"),
        ("/cameras", "/static/"),
    ],
)
def test_however_an_address_is_spelt_a_spectator_isnt_shown_how_the_table_stands(
    late: RunningServer, target: str, host: str
) -> None:
    with socket.create_connection(("127.0.0.1", late.port), timeout=PATIENCE_S) as line:
        asked = f"GET {target} HTTP/1.1\r\nHost: {late.address}{host}\r\nConnection: close\r\n\r\n"
        line.sendall(asked.encode())
        answer = b"".join(iter(lambda: line.recv(65_536), b""))
    assert int(answer.split()[1]) in (307, 400, 403, 404, 421)


@pytest.mark.parametrize("path", ["", "/moments/0", "/moments/0/board.png", "/pictures/cam.jpg?at=0"])
def test_who_follows_the_match_that_is_played_by_its_replay_is_kept_too(
    late: RunningServer, match: Match, folder: Path, path: str
) -> None:
    (one,) = listed(folder)
    late.bus.tell("match", replace(match.message(), match=one.match))
    # Until the match is heard of, whoever asks isn't kept; then once.
    while late.bus.sent.empty():
        asking.get(f"{late.url}/matches/{one.match}{path}")
    _, asked = late.bus.next_sent()
    assert (asked.kind, asked.name, asked.thing) == (
        CommandKind.LOOK_ON,
        MARKS(one.match, "127.0.0.1"),
        WATCHING,
    )
    seat = {"authorization": f"Bearer {SEATING.link(WEST)}", "x-forwarded-for": "10.0.0.8"}
    asking.get(f"{late.url}/matches/{one.match}{path}", headers=seat)
    asking.get(f"{late.url}/matches/another{path}", headers={"x-forwarded-for": "10.0.0.8"})
    # A proxy that was named adds the address itself; before it stands what whoever asks has sent.
    asking.get(f"{late.url}/matches/{one.match}{path}", headers={"x-forwarded-for": "10.0.0.8, 10.0.0.9"})
    assert late.bus.next_sent()[1].name == MARKS(one.match, "10.0.0.9")
