"""The arbiter sees which device holds which link, and takes one back: that one alone, at once."""

import json
import logging
import re
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dashboard.web.seats.devices import Device, device_of
from dashboard.web.seats.holders import HOLDERS_LIMIT, Holders
from dashboard.web.seats.seating import ARBITER, SPECTATOR, Role, TabletPlace
from dashboard.web.serving.limits import Crowd, Limits
from dashboard.web.telling.hub import Hub
from engine.bus.messages.commands import Answer, AnswerCode
from engine.core.game import Game
from tests import asking
from tests.web.asked_from import visitor
from tests.web.following import sent
from tests.web.seated import NORTH, SEATING, WEST, link_of, played, state, tablet, tell_match
from tests.web.shown_table import ARBITERS_LINK, BEARER, FakeBus, RunningServer

__all__ = ["played", "state"]

PHONE, LAPTOP = Device("192.0.2.7", "Chrome", "Android"), Device("192.0.2.8", "Firefox", "Linux")
ANDROID = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36"


class Clock:
    """A wall clock that the test turns."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_link_lists_its_devices_with_when_each_was_seen() -> None:
    clock = Clock()
    holders = Holders(clock)
    assert holders.sits("page 1", "west.A", PHONE)
    assert not holders.sits("page 2", "west.A", PHONE)
    clock.now += 60
    assert holders.saw("west.A", LAPTOP)
    clock.now += 60
    assert [(one.device, one.seen, one.lines) for one in holders.of("west.A")] == [
        (PHONE, 1120.0, 2),
        (LAPTOP, 1060.0, 0),
    ]
    holders.leaves("page 1")
    holders.leaves("page 2")
    clock.now += 60
    assert [(one.device, one.since, one.seen) for one in holders.of("west.A")] == [
        (PHONE, 1000.0, 1120.0),
        (LAPTOP, 1060.0, 1060.0),
    ]
    assert holders.of("west.B") == (), "another link of the same seat has none of them"


def test_a_crowd_of_devices_never_hides_one_that_is_connected() -> None:
    clock = Clock()
    holders = Holders(clock)
    holders.sits("page", "west.A", PHONE)
    for number in range(2 * HOLDERS_LIMIT):
        clock.now += 1
        holders.saw("west.A", Device(f"198.51.100.{number}"))
    found = holders.of("west.A")
    assert len(found) == HOLDERS_LIMIT
    assert found[0].device == PHONE


@pytest.mark.parametrize(
    ("said", "browser", "system"),
    [
        (ANDROID, "Chrome", "Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
            "Safari",
            "iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0 Safari/537.36 Edg/131.0", "Edge", "Windows"),
        ("<script>alert(1)</script> curl/8", "", ""),
    ],
)
def test_a_device_is_named_from_our_list_whatever_it_says(said: str, browser: str, system: str) -> None:
    asks = visitor("192.0.2.7", (b"user-agent", said.encode()))
    assert device_of(asks) == Device("192.0.2.7", browser, system)


def test_a_tablet_whose_link_was_taken_back_keeps_no_place_of_the_players() -> None:
    crowd = Crowd(Limits(tablets=3, unlinked=1, unlinked_each=1))
    crowd.enter("a", "x")
    crowd.shown("a")
    crowd.unlinked("a", "x")
    assert not crowd.enter("b", "x")


def test_an_answer_that_waits_doesnt_reach_a_tablet_that_lost_its_seat() -> None:
    hub = Hub()
    west = hub.join()
    hub.seat(west, TabletPlace(Role.SEAT, WEST))
    west.asks("c1")
    hub.take("answer", "", Answer("c1", AnswerCode.DONE, 0, seat=WEST))
    hub.seat(west, SPECTATOR)
    hub.take("answer", "", Answer("c1", AnswerCode.DONE, 0))
    assert "answer" not in {json.loads(text)["channel"] for text in sent(west)}


def holders_at(server: RunningServer, link: str = ARBITERS_LINK) -> dict[str, list[Any]]:
    found = asking.get(f"{server.url}/links/holders", headers={"authorization": f"Bearer {link}"}).json()
    return {one["name"]: one["holders"] for one in found["links"]}


def take_back(server: RunningServer, name: str, link: str = ARBITERS_LINK) -> Any:
    headers = {"authorization": f"Bearer {link}"}
    return asking.post(f"{server.url}/links/renewal", params={"of": name}, headers=headers)


def link_in(answer: Any, name: str) -> str:
    found: str = next(one["url"] for one in answer.json()["links"] if one["name"] == name)
    return found.partition("#join=")[2]


def test_one_link_taken_back_ends_all_devices_of_that_seat_and_no_others(
    played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    with ExitStack() as stack:
        first, second = (stack.enter_context(tablet(server, link_of(WEST))) for _ in range(2))
        north, arbiter = (
            stack.enter_context(tablet(server, link_of(NORTH))),
            stack.enter_context(tablet(server)),
        )
        for one in (first, second, north):
            one.has("seat", 0)
        lines = {name: [one["lines"] for one in found] for name, found in holders_at(server).items()}
        assert lines == {"west": [2], "north": [1], "arbiter": [1]}
        answer = take_back(server, "west")
        for one in (first, second):
            one.place("spectator")
            one.until(lambda got: got["channel"] == "error" and "scan the seat's code" in got["data"]["text"])
            one.sent.clear()
        tell_match(played, game, state, 1)
        for one in (north, arbiter):
            one.has("match", 1)
        for one in (first, second):
            one.has("match", 1)
            assert not [got for got in one.all_so_far() if got["channel"] == "seat" and got["data"]]
        assert north.has("seat", 1)["data"]["seat"] == "north"
        assert link_in(answer, "north") == link_of(NORTH)
        assert link_in(answer, "arbiter") == ARBITERS_LINK
        assert holders_at(server)["west"] == []
        first.ask({"command": {"id": "c9", "kind": "pause", "revision": 1}})
        got = first.until(lambda one: one["channel"] == "error")
        assert "only looks on" in got["data"]["text"]
        first.ask({"join": {"link": link_in(answer, "west")}})
        first.place("seat")
        assert [one["lines"] for one in holders_at(server)["west"]] == [1]


def test_only_the_arbiter_sees_holders_and_takes_links_back(played: FakeBus, server: RunningServer) -> None:
    del played
    for link in (link_of(WEST), "", "west.AAAA"):
        headers = {"authorization": f"Bearer {link}"} if link else {}
        assert asking.get(f"{server.url}/links/holders", headers=headers).status_code == 403
        refused = asking.post(f"{server.url}/links/renewal", params={"of": "north"}, headers=headers)
        assert (refused.status_code, "links" in refused.json()) == (403, False)
    for name in ("spectator", "nobody", "../x", "x" * 5000):
        refused = take_back(server, name)
        assert refused.status_code == 403
        assert "has no link here" in refused.json()["text"]
        assert len(refused.json()["text"]) < 200


def test_the_arbiters_own_link_taken_back_leaves_the_seats_theirs(
    played: FakeBus, server: RunningServer
) -> None:
    del played
    with tablet(server, link_of(WEST)) as west, tablet(server) as arbiter:
        west.has("seat", 0)
        west.sent.clear()
        new = link_in(take_back(server, "arbiter"), "arbiter")
        arbiter.place("spectator")
        assert asking.get(f"{server.url}/links", headers=BEARER).status_code == 403
        assert [one["lines"] for one in holders_at(server, new)["west"]] == [1]
        west.all_so_far()
        assert not [got for got in west.sent if got["channel"] == "place" and got["data"]["role"] != "seat"]


def test_the_page_lists_devices_and_gives_the_new_link_of_a_seat(
    played: FakeBus, server: RunningServer, page: Page
) -> None:
    del played
    with tablet(server, link_of(WEST)) as west:
        west.has("seat", 0)
        asking.get(server.url, headers={"authorization": f"Bearer {link_of(WEST)}", "user-agent": ANDROID})
        page.goto(f"{server.url}/links/page?lang=en#join={ARBITERS_LINK}")
        card = page.locator("[data-place=west]")
        expect(card.locator(".devices li")).to_have_count(2)
        expect(card.locator(".devices")).to_contain_text("Chrome on Android")
        expect(card.locator(".now")).to_have_text("Connected now")
        expect(page.locator("[data-place=arbiter] .here")).to_have_text("This device")
        assert page.url == f"{server.url}/links/page?lang=en"
        card.locator("summary").click()
        card.get_by_role("button", name="Yes, take it back").click()
        expect(card.locator(".new")).to_contain_text("Here is the new link for West")
        west.place("spectator")
        expect(card).to_contain_text("Nobody has used this link yet.")
        arbiter = page.locator("[data-place=arbiter]")
        arbiter.locator("summary").click()
        arbiter.get_by_role("button").click()
        page.wait_for_function(
            "old => sessionStorage.getItem('boardwarden-place') !== old", arg=ARBITERS_LINK
        )
        expect(arbiter.locator(".here")).to_have_text("This device")
        assert asking.get(f"{server.url}/links", headers=BEARER).status_code == 403


def test_a_link_never_appears_in_a_log(
    played: FakeBus, server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    """All that the service and its libraries log, at every level, for good links and bad ones."""
    del played
    caplog.set_level(1)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "websockets.server", "asyncio"):
        caplog.set_level(1, logger=name)
    wrong = "west.AAAAAAAAAAAAAAAAAAAAAA"
    logging.getLogger("tests").debug("the log is heard")
    with tablet(server, link_of(WEST)) as west:
        west.has("seat", 0)
        west.ask({"join": {"link": wrong}})
        west.until(lambda got: got["channel"] == "error")
        west.ask({"joins": {"link": link_of(NORTH)}})
        west.until(lambda got: got["channel"] == "error")
    for link in (ARBITERS_LINK, link_of(WEST), wrong):
        for path in ("/links", "/links/holders", "/hands/events", f"/nowhere/{'x' * 40}"):
            asking.get(server.url + path, headers={"authorization": f"Bearer {link}"})
    take_back(server, "west")
    own = "\n".join(
        one.getMessage()
        for one in caplog.records
        if not re.match(r"httpx|httpcore|websockets\.client", one.name)
    )
    assert "the log is heard" in own
    links = (ARBITERS_LINK, link_of(WEST), link_of(NORTH), wrong, SEATING.link(ARBITER))
    assert [one for one in links if one.rpartition(".")[2] in own] == []
