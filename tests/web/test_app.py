"""The web application on a real port: pages, guards, requests."""

import json
import posixpath
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from dashboard.web.serving.pages import STATIC_FOLDER
from dashboard.web.serving.requests import REQUEST_LIMIT
from dashboard.web.serving.service import WEBSOCKET_LIMIT_BYTES
from engine.bus.messages.commands import Answer, AnswerCode
from engine.bus.messages.services import Availability
from engine.bus.messages.simulated import SimulatorAct, SimulatorOrder
from engine.core.phrase import Phrase
from tests import asking
from tests.asking import connect
from tests.patience import PATIENCE_S
from tests.web.shown_table import ARBITERS_LINK, FakeBus, RunningServer

END_TURN = {"id": "c1", "kind": "act", "revision": 3, "seat": "west", "action": {"end_turn": True}}


class Tablet:
    """A browser's end, without the browser."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.waiting: list[dict[str, Any]] = []

    def ask(self, request: object) -> None:
        self.connection.send(json.dumps(request))

    def said(self, channel: str) -> dict[str, Any]:
        """The next message of a channel; others are passed over."""
        while True:
            if not self.waiting:
                said = json.loads(self.connection.recv(timeout=PATIENCE_S))
                self.waiting = said if isinstance(said, list) else [said]
            message = self.waiting.pop(0)
            if message["channel"] == channel:
                return message


@pytest.fixture
def tablet(server: RunningServer) -> Iterator[Tablet]:
    with connect(f"ws://{server.address}/ws", origin=None) as connection:
        found = Tablet(connection)
        found.ask({"join": {"link": ARBITERS_LINK}})
        while not found.said("dashboard")["data"]["connected"]:
            pass
        yield found


@pytest.mark.parametrize("path", ["/", "/table"])
def test_the_page_is_served_and_may_load_nothing_from_elsewhere(server: RunningServer, path: str) -> None:
    answer = asking.get(server.url + path)
    assert answer.status_code == 200
    assert "<title>Boardwarden</title>" in answer.text
    policy = dict(one.split(" ", 1) for one in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["connect-src"].split()[0] == "'self'"
    # A bundled page has a script of its own in it, which runs by its hash.
    own, *others = policy.get("script-src", "'self'").split()
    assert own == "'self'"
    assert all(re.fullmatch(r"'sha256-[A-Za-z0-9+/=]{44}'", one) for one in others)


def test_every_file_that_the_page_names_is_served(server: RunningServer) -> None:
    wanted = set(re.findall(r'"(/static/[^"]+)"', asking.get(server.url).text))
    for script in STATIC_FOLDER.rglob("*.js"):
        beside = f"/static/{script.relative_to(STATIC_FOLDER).parent.as_posix()}"
        named = re.findall(r'^(?:import|export|}).* from "(\.[^"]+)"', script.read_text(), re.MULTILINE)
        wanted |= {posixpath.normpath(posixpath.join(beside, name)) for name in named}
    assert len(wanted) > 8
    found = {path: asking.get(server.url + path).status_code for path in wanted}
    assert found == dict.fromkeys(wanted, 200)


def test_no_file_of_the_page_names_an_outside_address() -> None:
    found = {
        address
        for path in STATIC_FOLDER.rglob("*")
        if path.is_file()
        for address in re.findall(
            r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\"' )]*",
            path.read_text(encoding="utf-8", errors="replace"),
        )
    }
    assert found == {"http://www.w3.org/2000/svg"}


def test_nothing_outside_the_page_s_folder_is_served(server: RunningServer) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/docs", "/openapi.json"):
        assert asking.get(server.url + path).status_code == 404


def test_the_health_report_counts_the_tablets(server: RunningServer, tablet: Tablet) -> None:
    del tablet
    report = asking.get(server.url + "/health").json()
    assert (report["status"], report["tablets"]) == ("ok", 1)


def test_a_page_under_a_foreign_name_is_refused_with_what_to_do(server: RunningServer) -> None:
    answer = asking.get(server.url, headers={"host": "evil.example"})
    assert answer.status_code == 421
    assert "--http" in answer.text


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_foreign_page_gets_no_websocket(server: RunningServer, origin: str) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://{server.address}/ws", additional_headers={"Origin": origin})


def test_a_name_that_was_pointed_at_us_gets_no_websocket(server: RunningServer) -> None:
    line = socket.create_connection(("127.0.0.1", server.port))
    with line, pytest.raises(InvalidStatus, match="403"):
        connect("ws://evil.example/ws", sock=line, additional_headers={"Origin": "http://evil.example"})


def test_a_page_of_ours_learns_everything_known_when_it_comes(bus: FakeBus, server: RunningServer) -> None:
    bus.tell("availability", Availability(online=True, version="1"), "engine")
    with connect(f"ws://{server.address}/ws", additional_headers={"Origin": server.url}) as connection:
        said = Tablet(connection).said("availability")
    assert (said["name"], said["data"]["online"]) == ("engine", True)


def test_a_command_goes_to_the_bus_and_its_answer_back(bus: FakeBus, tablet: Tablet) -> None:
    tablet.ask({"command": END_TURN})
    channel, command = bus.next_sent()
    assert (channel, command.id, command.action) == ("command", "c1", {"end_turn": True})
    bus.tell("answer", Answer("c1", AnswerCode.ILLEGAL, 3, Phrase("not now")))
    assert tablet.said("answer")["data"]["code"] == "illegal"


def test_a_visitor_s_order_goes_to_the_simulator(bus: FakeBus, tablet: Tablet) -> None:
    tablet.ask({"simulator": {"order": "press", "device": "pad.west", "button": "end_turn"}})
    assert bus.next_sent() == (
        "simulator_order",
        SimulatorOrder(SimulatorAct.PRESS, device="pad.west", button="end_turn"),
    )


def test_an_order_to_a_simulator_that_is_away_is_refused_in_words_and_goes_nowhere(
    bus: FakeBus, tablet: Tablet
) -> None:
    put = {"simulator": {"order": "put", "piece": "w.inf.1", "x_mm": 1.0, "y_mm": 2.0}}
    bus.tell("availability", Availability(online=False), "simulator")
    while tablet.said("availability")["name"] != "simulator":
        pass
    tablet.ask(put)
    assert "the simulated table is starting again" in tablet.said("error")["data"]["text"]
    bus.tell("availability", Availability(online=True), "simulator")
    while not tablet.said("availability")["data"]["online"]:
        pass
    tablet.ask(put)
    channel, order = bus.next_sent()
    assert (channel, order.order) == ("simulator_order", SimulatorAct.PUT)


def test_a_bad_request_is_answered_to_its_browser_alone_and_goes_nowhere(
    bus: FakeBus, server: RunningServer, tablet: Tablet
) -> None:
    with connect(f"ws://{server.address}/ws") as connection:
        bad = Tablet(connection)
        connection.send(b"\x00")
        assert "got bytes" in bad.said("error")["data"]["text"]
        bad.ask({"command": END_TURN | {"kind": "cheat"}})
        assert "cheat" in bad.said("error")["data"]["text"]
        bad.ask("x" * (REQUEST_LIMIT + 1))
        assert str(REQUEST_LIMIT) in bad.said("error")["data"]["text"]
    tablet.ask("mine")
    # The other's errors would have come first.
    assert "str" in tablet.said("error")["data"]["text"]
    assert bus.sent.empty()


def test_a_request_beyond_all_bounds_costs_its_browser_the_connection(
    server: RunningServer, tablet: Tablet
) -> None:
    with connect(f"ws://{server.address}/ws") as connection:
        connection.send("x" * (WEBSOCKET_LIMIT_BYTES + 1))
        with pytest.raises(ConnectionClosed, match="1009"):
            Tablet(connection).said("nothing, for ever")
    tablet.ask("still here")
    assert tablet.said("error")


def test_while_the_bus_is_away_a_browser_learns_so_and_nothing_is_kept_for_later(
    bus: FakeBus, tablet: Tablet
) -> None:
    bus.lose("the broker stopped")
    said = tablet.said("dashboard")
    assert (said["data"]["connected"], said["data"]["reason"]) == (False, "the broker stopped")
    tablet.ask({"command": END_TURN})
    assert tablet.said("error")["data"]["text"].startswith("Not sent")
    bus.connect()
    assert tablet.said("dashboard")["data"]["connected"]
    assert bus.sent.empty()


def test_who_was_there_before_the_bus_went_is_forgotten(bus: FakeBus, tablet: Tablet) -> None:
    bus.tell("availability", Availability(online=True), "engine")
    assert tablet.said("availability")["data"]["online"]
    bus.lose()
    assert tablet.said("availability")["data"] is None


def test_a_tablet_that_lost_its_picture_learns_everything_whole(
    bus: FakeBus, server: RunningServer, tablet: Tablet
) -> None:
    bus.tell("availability", Availability(online=True, version="1"), "engine")
    tablet.said("availability")
    with connect(f"ws://{server.address}/ws?steps=1&lang=none") as connection:
        stepping = Tablet(connection)
        first = stepping.said("availability")
        stepping.ask({"again": {}})
        assert stepping.said("availability") == first
        stepping.ask({"hello": {"language": "none either"}})
        assert stepping.said("heartbeat")


PEOPLE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "vi-VN,vi;q=0.9"}


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/matches/000009", "không có ván"),
        ("/matches/000009/moments/1", "không có ván"),
        ("/rules/chess", "không có trò chơi"),
        ("/look/zzz", "zzz"),
        ("/cards/zzz", "zzz"),
        ("/decks/zzz", "bài"),
        ("/proofs/zzz.jpg", "hình này không còn"),
    ],
)
def test_what_isnt_there_is_said_to_people_on_a_page_with_a_way_back(
    bus: FakeBus, tmp_path: Path, path: str, says: str
) -> None:
    server = RunningServer(bus, matches=tmp_path)
    server.start()
    try:
        answer = asking.get(f"{server.url}{path}", headers=PEOPLE)
        assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert says in answer.text
        assert 'href="/"' in answer.text
        assert answer.headers["content-security-policy"].startswith("default-src 'self'")
        program = asking.get(f"{server.url}{path}")
        assert not program.headers["content-type"].startswith("text/html")
        assert program.status_code == 404
    finally:
        server.stop()


def test_a_page_that_isnt_there_speaks_the_tablets_language(page: Page, server: RunningServer) -> None:
    page.add_init_script('localStorage.setItem("boardwarden-language", "ja")')
    page.goto(f"{server.url}/rules/chess")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    expect(page.locator("#reason")).to_have_attribute("lang", "ja")
    expect(page.locator("#reason")).not_to_contain_text("there is no")
    page.goto(f"{server.url}/rules/chess?lang=vi")
    expect(page.locator("#reason")).to_have_attribute("lang", "vi")


def test_what_an_address_says_of_itself_is_words_and_no_markup(server: RunningServer) -> None:
    answer = asking.get(f"{server.url}/cards/%3Cscript%3Ealert(1)%3C%2Fscript%3E", headers=PEOPLE)
    assert "&lt;script&gt;alert" in answer.text
    assert "<script>alert" not in answer.text


def test_people_who_open_what_is_made_for_programs_are_led_to_its_page(server: RunningServer) -> None:
    answer = asking.get(f"{server.url}/rules/dozen_war", headers=PEOPLE)
    assert (answer.status_code, answer.headers["location"]) == (303, "/rulebook?game=dozen_war")
    assert asking.get(f"{server.url}/rules/dozen_war").json()["book"]


def test_an_unknown_address_is_said_to_people_as_a_page_and_to_programs_in_words(
    server: RunningServer,
) -> None:
    people = asking.get(f"{server.url}/nowhere", headers={"accept": "text/html,*/*"})
    assert (people.status_code, people.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'data-say="pages.unknown"' in people.text
    for path in ("/nowhere", "/matches/x/nowhere", "/seat/xyz"):
        program = asking.get(f"{server.url}{path}")
        text = f"nothing is served at {path}; the pages begin at /"
        assert (program.status_code, program.json()) == (404, {"detail": "Not Found", "text": text})
        shown = asking.get(f"{server.url}{path}", headers={"accept": "text/html,*/*"}).text
        assert (text in shown, 'data-say="pages.unknown"' in shown) == (True, True)
    abroad = asking.get(f"{server.url}/nowhere", headers={"accept-language": "vi"})
    assert abroad.json()["text"].startswith("không có gì")
