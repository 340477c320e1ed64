"""Seats at the pages: who is let in where, and what each receives."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import Any

import pytest

from dashboard.web.seats.seating import (
    ARBITER,
    SPECTATOR,
    Role,
    Seating,
    TabletPlace,
    permitted,
)
from dashboard.web.seats.visitors import place_of_visitor
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.match import SealedSheet, SeatSheet
from engine.bus.sealing import Seal
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Game
from tests import asking
from tests.asking import connect
from tests.web.asked_from import visitor
from tests.web.seated import (
    HIDDEN,
    NORTH,
    PLAYED,
    SEATING,
    WEST,
    Tablet,
    link_of,
    played,
    state,
    tablet,
    tell_match,
)
from tests.web.shown_table import BEARER, KEY, MATCH, TABLE, FakeBus, RunningServer, surface_message

__all__ = ["played", "state"]


@pytest.mark.parametrize(
    "place", [TabletPlace(Role.SEAT, WEST), TabletPlace(Role.SEAT, NORTH), ARBITER], ids=str
)
def test_a_link_leads_to_its_place_at_its_table_and_nowhere_else(place: TabletPlace) -> None:
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


def test_without_a_link_nobody_keeps_the_table_at_its_own_machine_either() -> None:
    assert place_of_visitor(visitor("127.0.0.1"), SEATING) == SPECTATOR
    own = (b"authorization", BEARER["authorization"].encode())
    assert place_of_visitor(visitor("203.0.113.5", own), SEATING) == ARBITER


def test_whoever_writes_the_host_of_this_machine_through_a_forwarder_gets_no_links(
    played: FakeBus, server: RunningServer
) -> None:
    """A forwarder that passes bytes on, as socat, stunnel and ssh do, to a table that knows of none."""
    del played
    with forwarder(server.port) as port:
        host = {"host": server.address}
        assert asking.get(f"http://127.0.0.1:{port}/links", headers=host).status_code == 403
        with (
            socket.create_connection(("127.0.0.1", port)) as line,
            connect(f"ws://{server.address}/ws", sock=line, origin=None) as connection,
        ):
            stranger = Tablet(connection)
            stranger.place("spectator")
            stranger.ask({"command": {"id": "c1", "kind": "pause", "revision": 0}})
            said = stranger.until(lambda one: one["channel"] == "error")
    assert "only looks on" in said["data"]["text"]


@contextmanager
def forwarder(to: int) -> Iterator[int]:
    """Pass on bytes from a free port, which is yielded, to another of this machine."""
    listener = socket.create_server(("127.0.0.1", 0))

    def carry(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while got := source.recv(65_536):
                target.sendall(got)
            target.shutdown(socket.SHUT_WR)

    def forward() -> None:
        with suppress(OSError):
            while True:
                come, _ = listener.accept()
                on = stack.enter_context(socket.create_connection(("127.0.0.1", to)))
                stack.enter_context(come)
                for ends in ((come, on), (on, come)):
                    threading.Thread(target=carry, args=ends, daemon=True).start()

    with ExitStack() as stack:
        thread = threading.Thread(target=forward, daemon=True)
        thread.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


def test_nobody_asks_in_the_name_of_another_seat() -> None:
    asked = Command("c", CommandKind.ACT, 3, seat=NORTH, action={"accept": True})
    assert permitted(TabletPlace(Role.SEAT, WEST), asked) == replace(asked, seat=WEST)
    assert permitted(ARBITER, asked) == replace(asked, seat=None)
    with pytest.raises(InputFault, match="only looks on"):
        permitted(SPECTATOR, asked)
    with pytest.raises(InputFault, match="arbiter's page"):
        permitted(TabletPlace(Role.SEAT, WEST), Command("c", CommandKind.OPEN, 0))
    with pytest.raises(InputFault, match="arbiter's page"):
        permitted(TabletPlace(Role.SEAT, WEST), Command("c", CommandKind.TAKE_UP, 0, name="000001-table"))


def test_the_links_are_handed_out_at_the_tables_own_page(played: FakeBus, server: RunningServer) -> None:
    del played
    with tablet(server) as own:
        own.once(lambda one: one["channel"] == "match")
    found = {one["name"]: one for one in asking.get(f"{server.url}/links", headers=BEARER).json()["links"]}
    assert list(found) == ["west", "north", "spectator", "arbiter"]
    assert found["west"]["url"] == f"{server.url}/#join={link_of(WEST)}"
    assert {one["code"] for one in found.values()} == {""}, "no phone comes to an address of this machine"
    refused = asking.get(f"{server.url}/links", headers={"authorization": f"Bearer {link_of(WEST)}"})
    assert (refused.status_code, "links" in refused.json()) == (403, False)


def test_every_tablet_of_a_seat_receives_its_sheet_and_the_arbiters_only_open_uses(
    played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    with ExitStack() as stack:
        first, second = (stack.enter_context(tablet(server, link_of(WEST))) for _ in range(2))
        north = stack.enter_context(tablet(server, link_of(NORTH)))
        own = stack.enter_context(tablet(server))
        tell_match(played, game, state, 1)
        for one, seat in ((first, "west"), (second, "west"), (north, "north")):
            one.has("seat", 1)
            sheets = [said["data"] for said in one.all_so_far() if said["channel"] == "seat"]
            assert {sheet["seat"] for sheet in sheets if sheet} == {seat}
        own.has("seat", 0)
        opened = [said["data"] for said in own.all_so_far() if said["channel"] == "seat" and said["data"]]
        assert opened
        for sheet in opened:
            assert (sheet["seat"], sheet["choices"], sheet["laid"]) == ("west", [], [])
            assert {use["key"] for use in sheet["uses"]} == set(sheet["open"])
            assert not [use for use in sheet["uses"] if use["key"].startswith("card")]


def test_a_tablet_that_leaves_its_seat_is_sent_nothing_more_of_it(
    played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    with tablet(server, link_of(WEST)) as left:
        left.has("seat", 0)
        left.ask({"join": {"link": ""}})
        left.until(lambda said: said["channel"] == "seat" and said["data"] is None)
        left.sent.clear()
        tell_match(played, game, state, 1)
        left.has("match", 1)
        assert not [said for said in left.all_so_far() if said["channel"] == "seat"]


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
            said = [
                {same(one, revision) for one in other.all_so_far() if not stale(one, revision)}
                for other in others
            ]
        pages = [asking.get(server.url + path, headers=BEARER).text for path in ("/", "/table", "/links")]
        received.append([*said, set(pages)])
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
        said = own.has("seat", 4)
    assert said["data"]["seat"] == "west"


def test_an_old_sheet_that_is_sent_again_takes_nothing_from_its_seat(
    played: FakeBus, server: RunningServer, game: Game[Any, Any], state: Any
) -> None:
    old = Seal(KEY, table=TABLE)
    with tablet(server, link_of(WEST)) as own:
        own.has("seat", 0)
        tell_match(played, game, state, 4)
        own.has("seat", 4)
        for match, revision in ((MATCH, 3), ("an earlier one", 9)):
            played.tell("seat", old.sealed(SeatSheet(match, revision, WEST)), "west")
        tell_match(played, game, state, 5)
        own.has("seat", 5)
        sheets = [said["data"] for said in own.all_so_far() if said["channel"] == "seat"]
    assert all(sheet and sheet["uses"] for sheet in sheets[1:])


def test_a_spectator_may_ask_for_nothing(played: FakeBus, server: RunningServer) -> None:
    end = {"id": "c1", "kind": "act", "revision": 0, "action": {"end_turn": True}}
    with tablet(server, None) as visitor:
        visitor.place("spectator")
        visitor.ask({"command": end})
        said = visitor.until(lambda one: one["channel"] == "error")
    assert "only looks on" in said["data"]["text"]
    assert asking.get(f"{server.url}/links").status_code == 403
    assert asking.post(f"{server.url}/cameras/cam/order", json={"order": "watch"}).status_code == 403
    assert played.sent.empty()
