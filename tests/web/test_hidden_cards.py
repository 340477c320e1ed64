"""The simulated table's cards on the wire to tablets: decks and others' hands have no names."""

import json
from dataclasses import replace

import pytest

from dashboard.web.seats.seating import ARBITER, SPECTATOR, Role, TabletPlace
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.tablet import Tablet
from engine.bus.messages.simulated import (
    LabelState,
    SimulatedFault,
    SimulatedPiece,
    SimulatedTable,
    SimulatorAct,
    SimulatorOrder,
)
from engine.core.ids import Seat
from engine.core.layout import Face
from tests.web.following import sent

A, B = TabletPlace(Role.SEAT, Seat("a")), TabletPlace(Role.SEAT, Seat("b"))


def card(name: str, at: float | None = None, *, face: Face = Face.UP, hand: str = "") -> SimulatedPiece:
    return SimulatedPiece(name, at, None if at is None else 0.0, face, 0.0, hand=hand, card=True)


def table(deck: tuple[str, ...], held: tuple[str, ...], boxed: str) -> SimulatedTable:
    """Return a deck, a hand of A's, a card in the box, and what all may read: an open card and a stone."""
    pieces = (
        *(card(name, -80.0, face=Face.DOWN) for name in deck),
        card("lamp#1", 40.0),
        *(card(name, hand="a") for name in held),
        card(boxed),
        SimulatedPiece("stone", 90.0, 0.0, face=Face.DOWN),
    )
    covered = SimulatedFault("hide", was=card(deck[0], -80.0, face=Face.DOWN))
    return SimulatedTable(pieces, "m1", (covered,))


ONE = table(("thief#1", "guard#1", "omen#1"), ("dare#1", "charm#1"), "fox")
OTHER = table(("charm#1", "fox", "dare#1"), ("omen#1", "guard#1"), "thief#1")
SECRET = ("thief", "guard", "omen", "dare", "charm", "fox")


def said(hub: Hub, tablet: Tablet, place: TabletPlace) -> list[str]:
    hub.seat(tablet, place)
    return sent(tablet)


def seen(place: TabletPlace, *tables: SimulatedTable) -> str:
    """Return all that a place is sent while the table becomes one after the other."""
    hub = Hub()
    tablet = hub.join()
    texts = said(hub, tablet, place)
    for one in tables:
        hub.take("simulated_table", "", one)
        texts += sent(tablet)
    return "".join(texts)


@pytest.mark.parametrize("place", [SPECTATOR, B], ids=str)
def test_two_tables_that_look_alike_are_said_in_the_same_bytes(place: TabletPlace) -> None:
    assert seen(place, ONE) == seen(place, OTHER)
    assert not [name for name in SECRET if name in seen(place, ONE)]
    assert "lamp#1" in seen(place, ONE)
    assert '"stone"' in seen(place, ONE)


def test_a_seat_reads_its_own_hand_and_no_deck() -> None:
    text = seen(A, ONE)
    assert {name for name in SECRET if name in text} == {"dare", "charm"}


def test_a_turned_card_that_is_shuffled_under_cant_be_followed() -> None:
    marked = replace(ONE.pieces[0], face=Face.UP, shown=LabelState.COVERED)
    before = replace(ONE, pieces=(marked, *ONE.pieces[1:]))
    after = [replace(one, face=Face.DOWN) if n < 3 else one for n, one in enumerate(before.pieces)]
    mixed = replace(ONE, pieces=(after[2], after[0], after[1], *after[3:]))
    assert seen(SPECTATOR, before, replace(ONE, pieces=tuple(after))) == seen(SPECTATOR, before, mixed)


def test_who_keeps_the_table_reads_all_and_who_no_longer_does_reads_nothing() -> None:
    hub = Hub()
    hub.take("simulated_table", "", ONE)
    tablet = hub.join()
    keeping, looking = ("".join(said(hub, tablet, place)) for place in (ARBITER, SPECTATOR))
    assert all(name in keeping for name in SECRET)
    assert not any(name in looking for name in SECRET)


def test_a_seat_takes_a_hidden_card_by_where_it_lies_and_not_by_its_name() -> None:
    hub = Hub()
    hub.take("simulated_table", "", ONE)
    (text,) = [one for one in said(hub, hub.join(), B) if '"simulated_table"' in one]
    top = json.loads(text)["data"]["pieces"][2]["piece"]
    assert hub.meant(B, SimulatorOrder(SimulatorAct.HOLD, top, device="pad.b")).piece == "omen#1"
    assert hub.meant(B, SimulatorOrder(SimulatorAct.PUT, "lamp#1")).piece == "lamp#1"
    assert hub.meant(B, SimulatorOrder(SimulatorAct.PUT, "omen#1")).piece == top
    assert hub.meant(ARBITER, SimulatorOrder(SimulatorAct.PUT, "omen#1")).piece == "omen#1"
