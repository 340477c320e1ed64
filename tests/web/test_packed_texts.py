"""The long texts that a tablet gets packed: only of states that everybody may know."""

import json
import zlib
from typing import Any

from dashboard.web.seats.seating import Role, TabletPlace
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.tablet import WORTH_PACKING, Tablet
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.match import SeatSheet
from engine.core.ids import Seat
from engine.core.phrase import Phrase
from tests.asking import connect
from tests.patience import PATIENCE_S
from tests.web.following import together
from tests.web.shown_table import FakeBus, Match, RunningServer

LONG = "x" * WORTH_PACKING
WEST = TabletPlace(Role.SEAT, Seat("west"))


def camera(problem: str = LONG) -> CameraState:
    return CameraState("main", "0", problem=Phrase(problem))


def unpacked(text: str | bytes) -> list[dict[str, Any]]:
    found = json.loads(zlib.decompress(text, wbits=-15) if isinstance(text, bytes) else text)
    return found if isinstance(found, list) else [found]


def taken(tablet: Tablet) -> list[tuple[bool, list[str]]]:
    """Return for each waiting text whether it is packed, and the channels of its messages."""
    texts = together(tablet)
    return [(isinstance(text, bytes), [one["channel"] for one in unpacked(text)]) for text in texts]


def test_a_long_text_is_packed_for_a_tablet_that_unpacks_and_for_no_other() -> None:
    hub = Hub()
    hub.take("camera", "main", camera())
    unpacks, plain = hub.join(packs=True).take_together(), hub.join().take_together()
    assert isinstance(unpacks, bytes)
    assert isinstance(plain, str)
    assert len(unpacks) < len(plain) / 20
    assert [one["data"] for one in unpacked(unpacks)] == [one["data"] for one in unpacked(plain)]


def test_a_short_text_is_not_packed() -> None:
    hub = Hub()
    hub.take("camera", "main", camera("dark"))
    assert taken(hub.join(packs=True)) == [(False, ["camera"])]


def test_what_only_a_seat_may_know_is_never_packed_nor_in_one_text_with_what_is(match: Match) -> None:
    hub = Hub()
    hub.take("match", "", match.message())
    hub.take_sheet(SeatSheet(match.message().match, 0, Seat("west"), laid_text=Phrase(LONG)))
    tablet = hub.join(steps=True, packs=True)
    hub.seat(tablet, WEST)
    hub.take("camera", "main", camera())
    found = taken(tablet)
    assert found[0] == (True, ["match"])
    assert [packed for packed, channels in found if "seat" in channels] == [False]


def test_a_live_state_is_not_packed_where_visitors_see_it_later(match: Match) -> None:
    hub = Hub(gallery=Hub())
    hub.take("match", "", match.message())
    tablet = hub.join(packs=True)
    hub.seat(tablet, WEST)
    found = taken(tablet)
    assert [packed for packed, channels in found if "match" in channels] == [False]


def test_the_server_packs_the_first_text_of_a_line_that_asks(table: FakeBus, server: RunningServer) -> None:
    del table
    for query, kind in (("?steps=1&packed=1", bytes), ("?steps=1", str)):
        with connect(f"ws://{server.address}/ws{query}", origin=None) as line:
            first = line.recv(timeout=PATIENCE_S)
        assert isinstance(first, kind), query
        assert "match" in [one["channel"] for one in unpacked(first)]
