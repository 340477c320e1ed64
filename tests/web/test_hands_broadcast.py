"""The broadcast with all hands: opened by the arbiter alone, by a key of its own, never before its time."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from dashboard.web.audience.hands import HandsOpening, ShownHands
from dashboard.web.audience.visitor_count import HANDS, VISITORS_LIMIT, WATCHING
from dashboard.web.seats.marks import address_marks
from dashboard.web.seats.seating import ARBITER, SPECTATOR, Role, Seating, TabletPlace, permitted
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.match import AllHands, HandsShown
from engine.bus.sealing import Seal
from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.views import Held, HeldCard
from tests import asking
from tests.web.following import sent
from tests.web.shown_table import ARBITERS_LINK, BEARER, KEY, MATCH, TABLE, FakeBus, Match, RunningServer
from tests.web.test_two_audiences import Record

WEST = TabletPlace(Role.SEAT, Seat("west"))
SEATING = Seating(KEY, table=TABLE)
SHOWN = HandsShown("o1", 60)


def sheet(card: str, revision: int = 0, *, match: str = MATCH, opening: str = "o1") -> AllHands:
    held = Held(Seat("west"), (HeldCard(card, Phrase(card.title())),), 1)
    return AllHands(match, revision, opening, (held,))


def cards(follower: Any) -> list[str]:
    """A follower's news of West's cards, one by one."""
    messages = [json.loads(text) for text in sent(follower)]
    return [seat["cards"][0]["card"] for one in messages for seat in one["data"]["seats"]]


class Shelf:
    """Hands as one dashboard shows them, and the match that it gets."""

    def __init__(self, match: Match, delay: float = 60) -> None:
        self.hands = ShownHands(KEY, table=TABLE, delay=Seconds(delay))
        self.state = match.message()

    def tell(self, shown: HandsShown | None, *, now: float, match: str = MATCH) -> None:
        self.hands.take_match(replace(self.state, match=match, hands=shown), now=Seconds(now))

    def hold(self, card: str, *, now: float, **more: Any) -> None:
        self.hands.take_hands(sheet(card, **more), now=Seconds(now))

    def open(self) -> HandsOpening:
        assert self.hands.opening is not None
        return self.hands.opening


def test_a_hand_is_shown_as_late_as_was_said_and_as_it_was_then(match: Match) -> None:
    shelf = Shelf(match)
    shelf.tell(SHOWN, now=0)
    viewer = shelf.open().join("en")
    shelf.hold("sword", now=0)
    shelf.hold("shield", now=30)
    shelf.hands.release(now=Seconds(59.9))
    assert cards(viewer) == []
    shelf.hands.release(now=Seconds(60))
    assert cards(viewer) == ["sword"]
    shelf.hands.release(now=Seconds(89.9))
    assert cards(viewer) == []
    shelf.hands.release(now=Seconds(90))
    assert cards(viewer) == ["shield"]


@pytest.mark.parametrize(("delay", "said", "due"), [(60, 300, 300), (300, 60, 300)])
def test_the_longer_of_what_was_said_and_what_the_table_has_counts(
    match: Match, delay: int, said: int, due: int
) -> None:
    shelf = Shelf(match, delay)
    shelf.tell(HandsShown("o1", said), now=0)
    viewer = shelf.open().join("en")
    shelf.hold("sword", now=0)
    shelf.hands.release(now=Seconds(due - 0.1))
    assert cards(viewer) == []
    shelf.hands.release(now=Seconds(due))
    assert cards(viewer) == ["sword"]


def test_at_a_table_without_a_delay_no_hands_are_shown_whatever_the_match_says(match: Match) -> None:
    shelf = Shelf(match, delay=0)
    shelf.tell(SHOWN, now=0)
    shelf.hold("sword", now=0)
    assert shelf.hands.opening is None


def test_shut_by_the_arbiter_lines_end_at_once_and_what_waits_is_never_shown(match: Match) -> None:
    shelf = Shelf(match)
    shelf.tell(SHOWN, now=0)
    opening = shelf.open()
    viewer = opening.join("en")
    shelf.hold("sword", now=0)
    shelf.tell(None, now=10)
    assert opening.ended.is_set()
    assert shelf.hands.opened_by(opening.key) is None
    shelf.hands.release(now=Seconds(1000))
    assert cards(viewer) == []


def test_opened_again_the_old_key_opens_nothing_and_what_waited_is_gone(match: Match) -> None:
    shelf = Shelf(match)
    shelf.tell(SHOWN, now=0)
    old = shelf.open().key
    shelf.hold("sword", now=0)
    shelf.tell(None, now=10)
    shelf.tell(HandsShown("o2", 60), now=20)
    viewer = shelf.open().join("en")
    assert shelf.open().key != old
    assert shelf.hands.opened_by(old) is None
    shelf.hands.release(now=Seconds(1000))
    assert cards(viewer) == []


def test_the_end_of_a_match_is_still_shown_when_the_next_is_played(match: Match) -> None:
    shelf = Shelf(match)
    shelf.tell(SHOWN, now=0)
    first = shelf.open()
    viewer = first.join("en")
    shelf.hold("sword", now=0)
    shelf.tell(None, now=10, match="m2")
    assert shelf.hands.opening is None
    assert shelf.hands.opened_by(first.key) is first
    shelf.hands.release(now=Seconds(60))
    assert cards(viewer) == ["sword"]
    shelf.hands.release(now=Seconds(70))
    assert first.ended.is_set()
    assert shelf.hands.opened_by(first.key) is None


def test_hands_of_another_opening_or_match_are_shown_to_nobody(match: Match) -> None:
    shelf = Shelf(match)
    shelf.tell(SHOWN, now=0)
    viewer = shelf.open().join("en")
    shelf.hold("sword", now=0, opening="o0")
    shelf.hold("sword", now=0, match="m0")
    shelf.hands.release(now=Seconds(1000))
    assert cards(viewer) == []


def test_hands_that_come_before_the_match_that_shows_them_count(match: Match) -> None:
    shelf = Shelf(match)
    shelf.hold("sword", now=0)
    shelf.tell(SHOWN, now=5)
    viewer = shelf.open().join("en")
    shelf.hands.release(now=Seconds(64.9))
    assert cards(viewer) == []
    shelf.hands.release(now=Seconds(65))
    assert cards(viewer) == ["sword"]


def test_no_other_link_or_table_has_the_key(match: Match) -> None:
    shelf = Shelf(match)
    shelf.tell(SHOWN, now=0)
    others = [SEATING.link(place) for place in (WEST, ARBITER)]
    other = ShownHands(KEY, table="another", delay=Seconds(60))
    other.take_match(replace(shelf.state, hands=SHOWN), now=Seconds(0))
    assert other.opening is not None
    for key in (*others, other.opening.key, "", "é", shelf.open().key[:-1], f"{shelf.open().key}x"):
        assert shelf.hands.opened_by(key) is None
    with pytest.raises(InputFault):
        SEATING.place_of(f".{shelf.open().key}")


def test_a_crowd_that_looks_on_doesnt_hide_who_sees_the_hands() -> None:
    record = Record()
    for number in range(VISITORS_LIMIT + 5):
        record.visitors.came(f"10.0.1.{number}", WATCHING)
    assert record.visitors.came("10.0.0.9", HANDS)
    assert record.kept[-1] == ("10.0.0.9", HANDS)
    record.away = True
    assert not record.visitors.came("10.0.0.10", HANDS)


@pytest.mark.parametrize("place", [SPECTATOR, WEST, ARBITER])
@pytest.mark.parametrize("kind", [CommandKind.SHOW_HANDS, CommandKind.HIDE_HANDS])
def test_no_tablets_line_says_that_hands_are_shown(place: TabletPlace, kind: CommandKind) -> None:
    with pytest.raises(InputFault):
        permitted(place, Command("c", kind, 0, choice=1, name="10.0.0.9"))


@pytest.fixture
def late(bus: FakeBus) -> Iterator[RunningServer]:
    """A table's service that tells spectators a twentieth of a second later."""
    running = RunningServer(bus, delay=Seconds(0.05))
    running.start()
    yield running
    running.stop()


def posted(server: RunningServer, *, shown: bool, link: str = ARBITERS_LINK) -> Any:
    headers = {"authorization": f"Bearer {link}"} if link else {}
    asked = {"shown": str(shown).lower()}
    return asking.post(f"{server.url}/links/hands", params=asked, headers=headers)


def show(server: RunningServer, match: Match) -> str:
    """Have the arbiter show the hands, as the engine carries it out; return the key."""
    match.tell(server.bus)

    async def both() -> Any:
        asked = asyncio.create_task(asyncio.to_thread(posted, server, shown=True))
        channel, command = await asyncio.to_thread(server.bus.next_sent)
        assert (channel, command.kind, command.seat) == ("command", CommandKind.SHOW_HANDS, None)
        mark = address_marks(KEY, table=TABLE)(match.message().match, "127.0.0.1")
        assert (command.choice, command.name) == (1, mark)
        shown = replace(match.message(), hands=HandsShown("o1", command.choice))
        server.bus.tell("match", shown)
        return await asked

    answer = asyncio.run(both())
    assert answer.status_code == 200
    facts = answer.json()
    assert (facts["shown"], facts["after_s"], facts["code"]) == (True, 1, "")
    key: str = facts["url"].partition("#key=")[2]
    assert facts["url"].startswith(f"{server.url}/hands#")
    return key


def lines(server: RunningServer, key: str) -> Any:
    headers = {"authorization": f"Bearer {key}"}
    return asking.stream("GET", f"{server.url}/hands/events", headers=headers)


def test_who_has_the_key_sees_the_hands_is_kept_and_is_let_go_when_they_are_hidden(
    late: RunningServer, match: Match
) -> None:
    key = show(late, match)
    with lines(late, key) as answer:
        assert answer.status_code == 200
        coming = answer.iter_lines()
        assert next(coming) == ": all hands"
        channel, looks_on = late.bus.next_sent()
        assert (channel, looks_on.kind, looks_on.thing) == ("command", CommandKind.LOOK_ON, HANDS)
        late.bus.tell("all_hands", Seal(KEY, table=TABLE).sealed_hands(sheet("sword")))
        line = next(line for line in coming if line.startswith("data: "))
        assert json.loads(line[6:])["data"]["seats"][0]["cards"][0]["card"] == "sword"
        match.tell(late.bus)
        assert [line for line in coming if line] == []
    with lines(late, key) as answer:
        assert answer.status_code == 403


def test_without_the_key_nobody_follows_not_even_the_arbiter(late: RunningServer, match: Match) -> None:
    show(late, match)
    for key in ("x", *(SEATING.link(place) for place in (WEST, ARBITER))):
        with lines(late, key) as answer:
            assert answer.status_code == 403
            assert "key" in answer.read().decode()


@pytest.mark.parametrize("shown", [True, False])
def test_only_who_keeps_the_table_turns_the_switch_or_sees_the_link(
    bus: FakeBus, match: Match, *, shown: bool
) -> None:
    server = RunningServer(bus, hosts=("play.example",), delay=Seconds(60))
    server.start()
    try:
        match.tell(bus)
        for link in ("", SEATING.link(WEST)):
            assert posted(server, shown=shown, link=link).status_code == 403
            headers = {"authorization": f"Bearer {link}"} if link else {}
            assert asking.get(f"{server.url}/links/hands", headers=headers).status_code == 403
        assert bus.sent.empty()
    finally:
        server.stop()


def streamers(server: RunningServer) -> list[dict[str, Any]]:
    """The links of streamers among those that the arbiter sees, with their holders."""
    held = asking.get(f"{server.url}/links/holders", headers=BEARER).json()["links"]
    return [one for one in held if one["name"] == "streamer"]


def test_the_page_of_who_holds_what_lists_the_streamers_link_and_takes_it_back(
    late: RunningServer, match: Match
) -> None:
    match.tell(late.bus)
    assert streamers(late) == []
    key = show(late, match)
    (link,) = streamers(late)
    assert (link["url"], link["holders"]) == (f"{late.url}/hands#key={key}", [])
    headers = {"authorization": f"Bearer {key}", "user-agent": "OBS"}
    with asking.stream("GET", f"{late.url}/hands/events", headers=headers) as followed:
        lines = followed.iter_lines()
        assert next(lines) == ": all hands"
        (link,) = streamers(late)
        assert [(one["device"]["address"], one["lines"]) for one in link["holders"]] == [("127.0.0.1", 1)]

        async def taken_back() -> Any:
            renewal = f"{late.url}/links/renewal?of=streamer"
            asked = asyncio.create_task(asyncio.to_thread(asking.post, renewal, headers=BEARER))
            kind = None
            while kind is not CommandKind.HIDE_HANDS:
                _, command = await asyncio.to_thread(late.bus.next_sent)
                kind = command.kind
            late.bus.tell("match", match.message())
            return await asked

        assert asyncio.run(taken_back()).status_code == 200
        assert not [line for line in lines if line.startswith("data")]
    assert streamers(late) == []
    assert asking.get(f"{late.url}/hands/events", headers=headers).status_code == 403


def test_a_streamers_key_gives_no_place_and_nobody_else_takes_it_back(
    late: RunningServer, match: Match
) -> None:
    key = show(late, match)
    for link in (key, SEATING.link(WEST)):
        headers = {"authorization": f"Bearer {link}"}
        for ask, path in ((asking.get, "holders"), (asking.post, "renewal?of=streamer")):
            assert ask(f"{late.url}/links/{path}", headers=headers).status_code == 403
    assert asking.get(f"{late.url}/links", headers={"authorization": f"Bearer {key}"}).status_code == 403
    assert streamers(late)


def test_only_the_arbiters_page_says_how_a_table_is_started_with_a_delay(
    page: Page, server: RunningServer, match: Match
) -> None:
    match.tell(server.bus)
    page.goto(f"{server.url}/?lang=en#join={ARBITERS_LINK}")
    with page.expect_response("**/links/hands?*"):
        page.locator("[data-key=links]").click()
    expect(page.locator("#links .hands-switch")).to_be_hidden()
    expect(page.locator("#links")).not_to_contain_text("--delay")
    page.goto(f"{server.url}/links/page?lang=en")
    expect(page.locator("#hands")).to_contain_text("--delay 120")


def test_another_sites_page_cant_turn_the_switch(late: RunningServer) -> None:
    headers = {"origin": "http://elsewhere.example"}
    answer = asking.post(f"{late.url}/links/hands", params={"shown": "true"}, headers=headers)
    assert answer.status_code == 403
    assert late.bus.sent.empty()


def test_a_table_without_a_delay_says_why_hands_arent_shown(server: RunningServer) -> None:
    assert asking.get(f"{server.url}/links/hands", headers=BEARER).json() == {"after_s": 0, "shown": False}
    answer = posted(server, shown=True)
    assert answer.status_code == 403
    assert "--delay" in answer.json()["text"]
    assert server.bus.sent.empty()


@pytest.fixture
def page_at(browser: Any) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def test_the_arbiter_is_asked_first_and_the_page_shows_the_hands(
    late: RunningServer, match: Match, page_at: Page
) -> None:
    page = page_at
    match.tell(late.bus)
    page.goto(f"{late.url}/#join={SEATING.link(ARBITER)}")
    page.locator("[data-key=links]").click()
    expect(page.locator("[data-key=hands-yes]")).to_be_hidden()
    page.locator("[data-key=hands-show]").click()
    page.locator("[data-key=hands-yes]").click()
    _, command = late.bus.next_sent()
    assert command.kind is CommandKind.SHOW_HANDS
    late.bus.tell("match", replace(match.message(), hands=HandsShown("o1", command.choice)))
    link = page.locator("[data-key=hands-link]").get_attribute("href")
    page.goto(link or "")
    late.bus.tell("all_hands", Seal(KEY, table=TABLE).sealed_hands(sheet("sword")))
    expect(page.locator("#hands [data-seat=west]")).to_contain_text("Sword")
    expect(page.locator("#hands [data-seat=west]")).to_contain_text("1 card that nobody has named")
    match.tell(late.bus)
    expect(page.locator("#hands")).to_contain_text("this key opens no hands")
