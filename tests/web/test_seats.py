"""Seats at the pages: who is let in where, what each receives, and a turn played from a tablet."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from websockets.sync.client import ClientConnection, connect

from dashboard.web.seats.seating import (
    ARBITER,
    SPECTATOR,
    Place,
    Role,
    Seating,
    permitted,
)
from dashboard.web.seats.visitors import place_without_its_link
from engine.bus.messages.boards import LaidTag, TagSheet
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.match import HandSheet, SealedSheet
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.choosing import Chooser, Decision
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game
from engine.core.ids import PieceId, Seat
from engine.core.look import player_signs
from engine.core.phrase import Phrase
from engine.core.tags import Thing
from engine.session.boards.laying import NOTHING_LAID, Laying
from engine.session.matches.match import open_match
from engine.session.matches.opening import Opening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.publishing import advice_of, match_state_of, seat_sheet_of
from tests import asking
from tests.patience import PATIENCE_S
from tests.web.asked_from import visitor
from tests.web.browsing import cell, drawer, piece, region, show
from tests.web.shown_table import KEY, MATCH, SETUP, T0, TABLE, FakeBus, Match, RunningServer, surface_message

SEATING = Seating(KEY, table=TABLE)
WEST, NORTH = Seat("west"), Seat("north")
UID = "04A1B2C3D4E5F6"
THINGS = (
    Thing("card bua-chien", "card", Phrase("War Hammer")),
    Thing("piece w.inf.1", "piece", Phrase("w.inf.1")),
)
HIDDEN = ("khien-go", "Wooden Shield", "luoi-sat", "dao-gam")
BLADE = {"play": "dai-dao", "user": "w.cav.1"}
PLAYED: dict[str, Any] = {
    **SETUP,
    "coins": {"west": 2, "north": 2},
    "hands": {"west": ["dai-dao"], "north": ["khien-go"]},
}


def link_of(seat: Seat) -> str:
    return SEATING.link(Place(Role.SEAT, seat))


def tell_match(
    bus: FakeBus, game: Game[Any, Any], state: Any, revision: int, laying: Laying = NOTHING_LAID
) -> None:
    """Publish a position as the engine does: the match for all, a sealed sheet for each seat.

    `laying`: what lies on west's pad.
    """
    match, _ = open_match(game, Opening(MATCH, T0, "dozen_war", "mativen", "none"))
    setting = setting_of(game, state, None)
    table = table_of(setting, replace(match, state=state, revision=revision))
    bus.tell("match", match_state_of(setting, table))
    for seat in (WEST, NORTH):
        sheet = seat_sheet_of(setting, table, seat, laying if seat == WEST else NOTHING_LAID)
        bus.tell("seat", Seal(KEY, table=TABLE).sealed(sheet), seat)


@pytest.fixture
def passed_on(bus: FakeBus) -> Iterator[RunningServer]:
    """The service behind a proxy: this machine is no longer a place."""
    running = RunningServer(bus, hosts=("table.example.org",))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def state(game: Game[Any, Any]) -> Any:
    return game.initial(entry_of(PLAYED))


@pytest.fixture
def played(bus: FakeBus, game: Game[Any, Any], state: Any) -> FakeBus:
    """A bus on which the engine has told a match with cards and skills."""
    for service in ("engine", "vision"):
        bus.tell("availability", Availability(online=True, since=T0), service)
    bus.tell("surface", surface_message())
    tell_match(bus, game, state, 0)
    return bus


class Tablet:
    """A tablet without a browser: all that it was sent."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.sent: list[dict[str, Any]] = []

    def ask(self, request: dict[str, Any]) -> None:
        self.connection.send(json.dumps(request))

    def until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message of which something is true; a table that only beats its heart has none."""
        beats = 0
        while beats < 4:
            message: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE_S))
            self.sent.append(message)
            beats += message["channel"] == "heartbeat"
            if true(message):
                return message
        raise AssertionError(f"it never came; there was {[one['channel'] for one in self.sent]}")

    def has(self, channel: str, revision: int) -> dict[str, Any]:
        """What a channel tells of a revision, come already or to come."""

        def wanted(one: dict[str, Any]) -> bool:
            return one["channel"] == channel and bool(one["data"]) and one["data"]["revision"] == revision

        return next((one for one in self.sent if wanted(one)), None) or self.until(wanted)

    def place(self, role: str) -> None:
        self.until(lambda one: one["channel"] == "place" and one["data"]["role"] == role)

    def all_so_far(self) -> list[dict[str, Any]]:
        """All that came until an answer to a question asked now."""
        self.ask({"command": "nonsense"})
        self.until(lambda one: one["channel"] == "error")
        return [
            one for one in self.sent if one["channel"] not in ("heartbeat", "error", "dashboard", "place")
        ]


@contextmanager
def tablet(server: RunningServer, link: str | None = None) -> Iterator[Tablet]:
    with connect(f"ws://{server.address}/ws", origin=None) as connection:
        found = Tablet(connection)
        if link is not None:
            found.ask({"join": {"link": link}})
            found.place("seat")
        yield found


@pytest.mark.parametrize("place", [Place(Role.SEAT, WEST), Place(Role.SEAT, NORTH), ARBITER], ids=str)
def test_a_link_leads_to_its_place_at_its_table_and_nowhere_else(place: Place) -> None:
    link = SEATING.link(place)
    assert SEATING.place_of(link) == place
    assert Seating(KEY, table=TABLE).link(place) == link, "it lasts as long as the table's key"
    for other in (Seating(KEY, table="another"), Seating(bytes(32), table=TABLE)):
        with pytest.raises(InputFault, match="scan the seat's code again"):
            other.place_of(link)


@pytest.mark.parametrize("wrong", ["", ".", "west", "west.", "west.AAAAAAAAAAAAAAAAAAAAAA", "é.é"])
def test_a_guessed_link_leads_nowhere(wrong: str) -> None:
    with pytest.raises(InputFault):
        SEATING.place_of(wrong)
    mark = link_of(WEST).rpartition(".")[2]
    with pytest.raises(InputFault):
        SEATING.place_of(f"north.{mark}")


@pytest.mark.parametrize(
    ("host", "place"),
    [
        ("127.0.0.1", ARBITER),
        ("::1", ARBITER),
        ("192.168.1.7", SPECTATOR),
        ("x", SPECTATOR),
    ],
)
def test_without_a_link_only_who_sits_at_the_machine_keeps_the_table(host: str, place: Place) -> None:
    assert place_without_its_link(visitor(host), SEATING) == place


@pytest.mark.parametrize(
    ("host", "version", "header"),
    [
        ("table.example.org", "1.1", None),
        ("127.0.0.1:9999", "1.1", None),
        ("127.0.0.1:8321", "1.0", None),
        ("127.0.0.1:8321", "1.1", "x-forwarded-for"),
        ("127.0.0.1:8321", "1.1", "forwarded"),
        ("127.0.0.1:8321", "1.1", "via"),
    ],
)
def test_who_comes_through_a_proxy_at_this_machine_keeps_no_table(
    host: str, version: str, header: str | None
) -> None:
    passed_on = () if header is None else ((header.encode(), b"203.0.113.5"),)
    come = visitor("127.0.0.1", *passed_on, asked=host, version=version)
    assert place_without_its_link(come, SEATING) == SPECTATOR


def test_where_pages_are_served_to_others_only_the_link_keeps_the_table() -> None:
    beyond = Seating(KEY, table=TABLE, kept_here=False)
    assert place_without_its_link(visitor("127.0.0.1"), beyond) == SPECTATOR
    assert beyond.place_of(SEATING.link(ARBITER)) == ARBITER


def test_nobody_asks_in_the_name_of_another_seat() -> None:
    asked = Command("c", CommandKind.ACT, 3, seat=NORTH, action={"accept": True})
    assert permitted(Place(Role.SEAT, WEST), asked) == replace(asked, seat=WEST)
    assert permitted(ARBITER, asked) == replace(asked, seat=None)
    with pytest.raises(InputFault, match="only looks on"):
        permitted(SPECTATOR, asked)
    with pytest.raises(InputFault, match="table's own page"):
        permitted(Place(Role.SEAT, WEST), Command("c", CommandKind.OPEN, 0))
    with pytest.raises(InputFault, match="table's own page"):
        permitted(Place(Role.SEAT, WEST), Command("c", CommandKind.TAKE_UP, 0, name="000001-table"))


def test_the_links_are_handed_out_at_the_tables_own_page(played: FakeBus, server: RunningServer) -> None:
    del played
    with tablet(server) as own:
        own.until(lambda one: one["channel"] == "match")
    found = {one["name"]: one for one in asking.get(f"{server.url}/links").json()["links"]}
    assert list(found) == ["west", "north", "spectator", "arbiter"]
    assert found["west"]["url"] == f"{server.url}/#join={link_of(WEST)}"
    assert {one["code"] for one in found.values()} == {""}, "no phone comes to an address of this machine"
    refused = asking.get(f"{server.url}/links", headers={"authorization": f"Bearer {link_of(WEST)}"})
    assert (refused.status_code, "links" in refused.json()) == (403, False)


def test_every_tablet_of_a_seat_receives_its_sheet_and_no_other_tablet_does(
    played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    with ExitStack() as stack:
        first, second = (stack.enter_context(tablet(server, link_of(WEST))) for _ in range(2))
        north = stack.enter_context(tablet(server, link_of(NORTH)))
        own = stack.enter_context(tablet(server))
        tell_match(played, game, state, 1)
        for one, seat in ((first, "west"), (second, "west"), (north, "north")):
            one.has("seat", 1)
            sheets = [told["data"] for told in one.all_so_far() if told["channel"] == "seat"]
            assert {sheet["seat"] for sheet in sheets if sheet} == {seat}
        assert not [told for told in own.all_so_far() if told["channel"] == "seat" and told["data"]]


def test_a_tablet_that_leaves_its_seat_is_sent_nothing_more_of_it(
    played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    with tablet(server, link_of(WEST)) as left:
        left.has("seat", 0)
        left.ask({"join": {"link": ""}})
        left.until(lambda told: told["channel"] == "seat" and told["data"] is None)
        left.sent.clear()
        tell_match(played, game, state, 1)
        left.has("match", 1)
        assert not [told for told in left.all_so_far() if told["channel"] == "seat"]


@pytest.mark.parametrize("under_attack", [False, True], ids=["its turn", "an attack waits"])
def test_only_a_seats_secret_changes_and_no_other_tablet_receives_anything_else(
    bus: FakeBus, server: RunningServer, game: Game[Any, Any], *, under_attack: bool
) -> None:
    """All that the others' tablets are sent, over the socket and by HTTP, and what is on the bus."""
    received: list[list[set[str]]] = []
    bus.tell("surface", surface_message())
    for revision, hand in enumerate((["khien-go", "luoi-sat"], ["dao-gam", "khien-go"])):
        state = game.initial(entry_of({**PLAYED, "hands": {"west": ["dai-dao"], "north": hand}}))
        for action in [{"move": "w.cav.1", "to": "d7"}, {"attack": "w.cav.1", "target": "n.cav.1"}]:
            if under_attack:
                parsed = game.parse_action(
                    entry_of({**action, "splash": "n.arc.1"} if "attack" in action else action)
                )
                state = game.apply(state, parsed)
        with ExitStack() as stack:
            tell_match(bus, game, state, revision)
            others = [stack.enter_context(tablet(server, link)) for link in (link_of(WEST), None)]
            for one in others:
                one.has("match", revision)
            sheet = others[0].has("seat", revision)
            assert "Great Blade" in json.dumps(sheet)
            told = [
                {same(one, revision) for one in other.all_so_far() if not stale(one, revision)}
                for other in others
            ]
        pages = [asking.get(server.url + path).text for path in ("/", "/table", "/links")]
        received.append([*told, set(pages)])
    assert [one ^ other for one, other in zip(*received, strict=True)] == [set(), set(), set()]
    assert not any(word in str(received) for word in HIDDEN)


def same(message: dict[str, Any], revision: int) -> str:
    """A message as text, but for the number of the revision that both of a test's positions can't share."""
    return json.dumps(message, sort_keys=True).replace(f'"revision": {revision}', "")


def stale(message: dict[str, Any], revision: int) -> bool:
    """Whether a message tells of another revision; states that were overtaken may still come."""
    data = message["data"]
    return data is None or ("revision" in data and data["revision"] != revision)


def test_a_sheet_sealed_with_another_key_is_passed_over(
    played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    with tablet(server, link_of(WEST)) as own:
        played.tell("seat", SealedSheet("AAAA"), "west")
        tell_match(played, game, state, 4)
        told = own.has("seat", 4)
    assert told["data"]["seat"] == "west"


def test_a_spectator_may_ask_for_nothing(played: FakeBus, passed_on: RunningServer) -> None:
    server = passed_on
    end = {"id": "c1", "kind": "act", "revision": 0, "action": {"end_turn": True}}
    with tablet(server) as looker:
        looker.place("spectator")
        looker.ask({"command": end})
        told = looker.until(lambda one: one["channel"] == "error")
    assert "only looks on" in told["data"]["text"]
    assert asking.get(f"{server.url}/links").status_code == 403
    assert asking.post(f"{server.url}/cameras/cam/order", json={"order": "watch"}).status_code == 403
    assert played.sent.empty()


def seated(page: Page, server: RunningServer, seat: Seat) -> Page:
    show(page, f"{server.url}/#join={link_of(seat)}")
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    expect(drawer(page, "hand").locator(".belonging, .waiting").first).to_be_visible()
    return page


def test_whoever_joins_is_asked_for_a_name_and_may_give_one(
    browser: Browser, played: FakeBus, server: RunningServer
) -> None:
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    show(page, f"{server.url}/#join={link_of(WEST)}")
    page.get_by_role("textbox", name="Your name").fill("Lan")
    page.get_by_role("radio", name="Cat").check()
    page.get_by_role("button", name="That's me").click()
    asked: Command = played.next_sent()[1]
    assert (asked.kind, asked.seat, asked.name, asked.sign) == (CommandKind.INTRODUCE, WEST, "Lan", "cat")
    page.reload()
    # The table hasn't said yes: it's asked again, with what was said last.
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("Lan")
    expect(page.get_by_role("radio", name="Cat")).to_be_checked()
    page.get_by_role("button", name="Just West").click()
    expect(region(page, "calling")).to_be_hidden()
    context.close()


def test_the_sign_of_a_player_stands_wherever_the_player_does_and_is_nobody_elses(
    page: Page, table: FakeBus, server: RunningServer, match: Match
) -> None:
    table.tell("match", replace(match.message(), signs={NORTH: "owl"}))
    show(page, f"{server.url}/#join={link_of(WEST)}")
    expect(page.locator("#seats [data-sign=owl]")).to_have_count(1)
    expect(page.locator("#turn .sign")).to_have_count(0)
    offered = drawer(page, "table").locator("#names input[type=radio]")
    expect(offered).to_have_count(len(player_signs()))
    expect(page.locator("#names input[value=owl]")).to_have_count(0)
    table.tell("match", replace(match.message(), signs={WEST: "cat", NORTH: "owl"}))
    expect(page.locator("#turn [data-sign=cat]")).to_have_count(1)


def test_a_seat_plays_a_card_and_a_skill_by_tapping_what_is_lit(
    page: Page, played: FakeBus, server: RunningServer
) -> None:
    own = region(seated(page, server, WEST), "seat")
    expect(page.locator("body")).to_have_attribute("data-quarters", "0")
    expect(region(page, "left")).to_contain_text("1 of your cards can be played")
    own.get_by_role("button", name="Great Blade").tap()
    # The drawer makes way for the board.
    expect(own).to_be_hidden()
    asked = region(page, "asked")
    expect(asked).to_contain_text("Who bears it?")
    expect(page.locator("#board .token.lit")).to_have_count(2)
    piece(page, "w.inf.1").tap()
    expect(asked).to_contain_text("Who bears it?")
    piece(page, "w.cav.1").tap()
    asked.get_by_role("button", name="Play Great Blade").tap()
    channel, command = played.next_sent()
    assert (channel, command.seat, command.action) == (
        "seat_command",
        "west",
        {"play": "dai-dao", "user": "w.cav.1"},
    )


def test_what_cannot_be_used_now_says_by_which_rule(
    page: Page, played: FakeBus, server: RunningServer
) -> None:
    del played
    own = region(seated(page, server, NORTH), "seat")
    waiting = own.locator(".waiting", has_text="Wooden Shield")
    expect(waiting.locator(".rule")).to_have_text("DW-17.1")
    expect(waiting).to_contain_text("It's for West to choose now")
    expect(page.get_by_role("button", name="End")).to_have_count(0)
    expect(region(page, "left")).to_be_hidden()


def test_a_defender_answers_on_the_own_tablet_while_the_table_sees_no_card(
    page: Page, played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    for action in (
        {"move": "w.cav.1", "to": "d7"},
        {"attack": "w.cav.1", "target": "n.cav.1", "splash": "n.arc.1"},
    ):
        state = game.apply(state, game.parse_action(entry_of(action)))
    tell_match(played, game, state, 2)
    show(page, server.url)
    expect(region(page, "turn")).to_contain_text("North must choose")
    expect(region(page, "end").locator("button.choice")).to_have_count(2)
    assert "Wooden Shield" not in page.content()
    seated(page, server, NORTH)
    own = region(page, "asked")
    expect(own).to_contain_text("You are hit. Your answer?")
    expect(region(page, "turn")).to_contain_text("West waits.")
    expect(own.locator("button.choice")).to_have_text(
        [
            re.compile(r"infantry 1 takes .*\((it's killed|\d HP left)\)"),
            re.compile(r"North takes .*\((it's killed|\d HP left)\)"),
            re.compile("Wooden Shield *Cancels a hit on an own cavalry unit"),
        ]
    )
    own.get_by_role("button", name="Wooden Shield").tap()
    own.get_by_role("button", name="Play Wooden Shield").tap()
    assert played.next_sent()[1].action == {"play": "khien-go"}


def test_targets_in_a_list_are_chosen_one_by_one_and_left_when_enough(
    page: Page, server: RunningServer
) -> None:
    page.goto(server.url)
    done = page.evaluate(
        """async () => {
          const { step, pick, enough } = await import("/static/state/choosing.js");
          const actions = [["a"], ["b"], ["a", "b"], ["b", "b"]].map((targets) => ({ skill: "x", targets }));
          const first = step(actions, {});
          const one = pick(actions, {}, "targets", "b");
          const second = step(actions, one);
          const two = pick(actions, one, "targets", "b");
          return [first.options, first.enough, second.options, second.enough, step(actions, two).action,
                  step(actions, enough(one, "targets")).action, step([{ a: 1 }], {}).action];
        }"""
    )
    both, one = {"skill": "x", "targets": ["b", "b"]}, {"skill": "x", "targets": ["b"]}
    assert done == [["a", "b"], False, ["a", "b"], True, both, one, {"a": 1}]


def test_a_tablet_that_wakes_up_on_a_dead_line_opens_another_at_once(
    page: Page, played: FakeBus, server: RunningServer
) -> None:
    del played
    page.add_init_script(
        """
        const Real = WebSocket;
        window.WebSocket = class extends Real {
          constructor(url) {
            super(url);
            document.documentElement.dataset.lines = 1 + (window.lines = (window.lines ?? -1) + 1);
          }
          send(text) { if (!text.includes("hello")) super.send(text); }
        };
        """
    )
    seated(page, server, WEST)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("html")).to_have_attribute("data-lines", "2")
    expect(region(page, "seat").get_by_role("button", name="Great Blade")).to_be_enabled()


def test_the_codes_of_the_seats_are_shown_and_a_seats_page_passes_axe(
    page: Page, played: FakeBus, server: RunningServer
) -> None:
    del played
    show(page, server.url)
    page.get_by_role("button", name="Seat tablets").tap()
    expect(page.locator("#links .links li")).to_have_count(4)
    expect(page.locator("#links img")).to_have_count(0)
    page.get_by_text("Allow phones", exact=True).tap()
    page.get_by_role("button", name="Yes, allow phones").tap()
    expect(page.locator("#links img")).to_have_count(4)
    assert (
        Axe().run(page).generate_report() == "No violations found."
        or not Axe().run(page).response["violations"]
    )
    page.get_by_role("button", name="Close", exact=True).tap()
    own = region(seated(page, server, WEST), "seat")
    assert not Axe().run(page).response["violations"]
    own.get_by_role("button", name="Great Blade").tap()
    expect(cell(page, "c5")).to_be_attached()
    assert not Axe().run(page).response["violations"]


def test_what_is_in_force_and_what_lasts_on_a_unit_is_told(
    page: Page, bus: FakeBus, server: RunningServer, game: Game[Any, Any]
) -> None:
    event = [{"event": "duoc-mua", "seats": ["west"]}]
    state = game.initial(entry_of({**PLAYED, "coins": {"west": 1, "north": 2}, "in_force": event}))
    bus.tell("availability", Availability(online=True, since=T0), "engine")
    bus.tell("surface", surface_message())
    tell_match(bus, game, game.apply(state, game.parse_action(entry_of(BLADE))), 1)
    show(page, server.url)
    expect(region(page, "beside").locator(".in-force")).to_contain_text("(West)")
    expect(region(page, "seats")).to_contain_text("1 coin")
    expect(region(page, "seats")).not_to_contain_text("1 coins")
    piece(page, "w.cav.1").tap()
    expect(region(page, "piece").locator(".lasting")).to_contain_text("1 damage more, this turn")
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []


def test_a_card_laid_on_the_pad_asks_for_its_target_on_its_seat_s_tablet(
    page: Page, played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    own = region(seated(page, server, WEST), "asked")
    laying = Laying(keys=("card dai-dao",), text=Phrase("Long Bow isn't in your hand."))
    tell_match(played, game, state, 0, laying)
    expect(own).to_contain_text("Who bears it?")
    own.get_by_role("button", name="Back").tap()
    expect(own).to_contain_text("Long Bow isn't in your hand.")


def test_a_lifted_piece_shows_its_reach_on_its_seats_tablet_and_reaches_no_other(
    page: Page, played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    setting = setting_of(game, state, None)
    match, _ = open_match(game, Opening(MATCH, T0, "dozen_war", "mativen", "none"))
    played.tell("advice", advice_of(setting, table_of(setting, replace(match, state=state))))
    seal, cavalry = Seal(KEY, table=TABLE), PieceId("w.cav.1")

    def tell(held: PieceId | None) -> None:
        for seat in (WEST, NORTH):
            sheet = HandSheet(MATCH, 0, seat, held if seat == WEST else None)
            played.tell("hand", seal.sealed_hand(sheet), seat)

    own = seated(page, server, WEST)
    tell(None)
    with tablet(server, link_of(NORTH)) as north, tablet(server) as looks_on:
        before = [one.all_so_far() for one in (north, looks_on)]
        tell(cavalry)
        expect(own.locator("body")).to_have_attribute("data-held", cavalry)
        expect(piece(own, cavalry)).to_have_class(re.compile("selected"))
        expect(own.locator("#board polygon.move").first).to_be_visible()
        tell(None)
        expect(own.locator("body")).not_to_have_attribute("data-held", cavalry)
        expect(piece(own, cavalry)).not_to_have_class(re.compile("selected"))
        expect(own.locator("#board polygon.move")).to_have_count(0)
        assert [one.all_so_far() for one in (north, looks_on)] == before


def test_a_tag_is_named_on_the_page(page: Page, server: RunningServer, bus: FakeBus) -> None:
    seal, unknown = Seal(KEY, table=TABLE), LaidTag("pad.west", UID, says="piece w.inf.1")
    bus.tell("tags", seal.sealed_tags(TagSheet((unknown,), THINGS)))
    page.goto(f"{server.url}/enrol")
    card = page.locator(f"[data-uid='{UID}']")
    expect(card).to_contain_text("Nobody has said yet what this is")
    expect(card).to_contain_text("The tag itself says: w.inf.1")
    assert not Axe().run(page).response["violations"]
    card.get_by_label("It is").fill("war hammer")
    card.get_by_role("button", name="Keep").click()
    channel, asked = bus.next_sent()
    assert (channel, asked.kind, asked.tag, asked.thing) == (
        "command",
        CommandKind.ENROL,
        UID,
        "card bua-chien",
    )
    known = TagSheet(
        (LaidTag("pad.west", UID, "card bua-chien", note=Phrase("written"), written=True),), THINGS
    )
    bus.tell("tags", seal.sealed_tags(known))
    expect(card).to_contain_text("Is War Hammer (card bua-chien)")
    expect(card).to_contain_text("Written onto the tag too")


def test_whose_pad_a_tag_lies_on_is_said_by_name_and_sign(
    page: Page, server: RunningServer, bus: FakeBus, match: Match
) -> None:
    laid = tuple(LaidTag(f"pad.{place}", f"04A1B2C3D4E5{at}F") for at, place in enumerate(("west", "c3")))
    bus.tell("tags", Seal(KEY, table=TABLE).sealed_tags(TagSheet(laid, THINGS)))
    bus.tell("surface", surface_message())
    bus.tell("match", replace(match.message(), players={WEST: "Lan"}, signs={WEST: "cat"}))
    page.goto(f"{server.url}/enrol?lang=vi")
    heads = page.locator("#tags h2")
    expect(heads).to_have_text([re.compile("Lan.*04A1B2C3D4E50F"), re.compile("c3.*04A1B2C3D4E51F")])
    expect(heads.first.locator("[data-sign=cat]")).to_be_attached()
    expect(heads.last.locator("svg")).to_have_count(0)


def test_the_tables_page_says_who_must_choose_in_secret_and_leads_to_the_seats_code(
    page: Page, played: FakeBus, match: Match, server: RunningServer
) -> None:
    told = match.message()
    owes = replace(told.view, decision=Decision(Chooser.SEAT, (Seat("north"),), "discard"))
    show(page, server.url)
    played.tell("match", replace(told, view=owes))
    note = region(page, "end").locator("[data-key=secretly]")
    expect(note).to_contain_text("North must choose on the own tablet")
    note.locator("[data-key=secretly-seat]").click()
    expect(page.locator("#links")).to_be_visible()
    page.locator("#links .close").click()
    # A bot needs no tablet, and in the usual turn the pieces show what is played.
    played.tell("match", replace(told, view=owes, terms=replace(told.terms, bots="north")))
    expect(note).to_have_count(0)
    played.tell("match", replace(told, view=owes))
    expect(note).to_have_count(1)
    played.tell("match", told)
    expect(note).to_have_count(0)
