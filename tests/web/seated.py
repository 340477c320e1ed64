"""Tablets of seats: a match with cards and skills, each seat's sealed sheet, and who has joined."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from websockets.sync.client import ClientConnection

from dashboard.web.seats.seating import (
    Role,
    Seating,
    TabletPlace,
)
from engine.bus.messages.services import Availability
from engine.bus.sealing import Seal
from engine.core.document import entry_of
from engine.core.game import Game
from engine.core.ids import Seat
from engine.core.phrase import Phrase
from engine.core.tags import Taggable
from engine.session.boards.pad_cards import NOTHING_LAID, PadCards
from engine.session.matches.match import open_match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.table import setting_of, table_of
from engine.session.serving.bus_messages import match_state_of, seat_sheet_of
from tests.asking import connect
from tests.patience import PATIENCE_S
from tests.web.browsing import drawer, show
from tests.web.shown_table import (
    ARBITERS_LINK,
    KEY,
    MATCH,
    SETUP,
    T0,
    TABLE,
    FakeBus,
    RunningServer,
    surface_message,
)

SEATING = Seating(KEY, table=TABLE)
WEST, NORTH = Seat("west"), Seat("north")
UID = "04A1B2C3D4E5F6"
THINGS = (
    Taggable("card bua-chien", "card", Phrase("War Hammer")),
    Taggable("piece w.inf.1", "piece", Phrase("w.inf.1")),
)
HIDDEN = ("khien-go", "Wooden Shield", "luoi-sat", "dao-gam")
BLADE = {"play": "dai-dao", "user": "w.cav.1"}
PLAYED: dict[str, Any] = {
    **SETUP,
    "coins": {"west": 2, "north": 2},
    "hands": {"west": ["dai-dao"], "north": ["khien-go"]},
}


def link_of(seat: Seat) -> str:
    return SEATING.link(TabletPlace(Role.SEAT, seat))


def tell_match(
    bus: FakeBus, game: Game[Any, Any], state: Any, revision: int, laying: PadCards = NOTHING_LAID
) -> None:
    """Publish a position as the engine does: the match for all, a sealed sheet for each seat.

    `laying`: what lies on west's pad.
    """
    match, _ = open_match(game, MatchOpening(MATCH, T0, "dozen_war", "mativen", "none"))
    setting = setting_of(game, state, None)
    table = table_of(setting, replace(match, state=state, revision=revision))
    bus.tell("match", match_state_of(setting, table))
    for seat in (WEST, NORTH):
        sheet = seat_sheet_of(setting, table, seat, laying if seat == WEST else NOTHING_LAID)
        bus.tell("seat", Seal(KEY, table=TABLE).sealed(sheet), seat)


@pytest.fixture
def state(game: Game[Any, Any]) -> Any:
    return game.initial(entry_of(PLAYED))


@pytest.fixture
def played(bus: FakeBus, game: Game[Any, Any], state: Any) -> FakeBus:
    """A bus with a match with cards and skills from the engine."""
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
        """The next message that meets a condition; a table that only beats its heart has none."""
        too_late = time.monotonic() + PATIENCE_S
        while time.monotonic() < too_late:
            message: dict[str, Any] = json.loads(self.connection.recv(timeout=PATIENCE_S))
            self.sent.append(message)
            if true(message):
                return message
        raise AssertionError(f"it never came; there was {[one['channel'] for one in self.sent]}")

    def has(self, channel: str, revision: int) -> dict[str, Any]:
        """A channel's message about a revision, come already or to come."""

        def wanted(one: dict[str, Any]) -> bool:
            return one["channel"] == channel and bool(one["data"]) and one["data"]["revision"] == revision

        return self.once(wanted)

    def once(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """A message that meets a condition, come already or to come."""
        return next((one for one in self.sent if true(one)), None) or self.until(true)

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
def tablet(server: RunningServer, link: str | None = ARBITERS_LINK) -> Iterator[Tablet]:
    """A tablet that has shown a link: the arbiter's, unless another is given; None: it looks on."""
    with connect(f"ws://{server.address}/ws", origin=None) as connection:
        found = Tablet(connection)
        if link is not None:
            found.ask({"join": {"link": link}})
            found.place("arbiter" if link == ARBITERS_LINK else "seat")
        yield found


def seated(page: Page, server: RunningServer, seat: Seat) -> Page:
    show(page, f"{server.url}/#join={link_of(seat)}")
    expect(page.locator("body[data-role=seat]")).to_be_attached()
    expect(drawer(page, "hand").locator(".belonging, .waiting").first).to_be_visible()
    return page
