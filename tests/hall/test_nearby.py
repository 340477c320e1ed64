"""Promises of a hall about its network: tables that announce themselves are named, with how they join."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread

import pytest
from playwright.sync_api import Page, expect

from dashboard.web.hall.looking_round import looking_round
from dashboard.web.hall.nearby import (
    NEARBY_LIMIT,
    AnnouncedTable,
    Nearby,
    NearbyTable,
    nearby_pages,
    option_of,
    outside,
)
from dashboard.web.hall.table_desks import TableDesks, both, desk_pages
from dashboard.web.hall.tables import SeenHall, heard
from dashboard.web.seats.seating import ARBITER, Seating
from dashboard.web.serving.announced import AnnouncedPages, NetworkName
from engine.bus.address import parse_broker_url
from engine.bus.broker import Broker
from engine.core.ids import Seconds
from tests import asking
from tests.hall.conftest import Opening
from tests.hall.heard import claim, service
from tests.hall.running import RunningHall, running_hall
from tests.patience import PATIENCE_S
from tests.web.browsing import cut_off, fits
from tests.web.shown_table import KEY

SEATING = Seating(KEY, table="hall")
LINK = SEATING.link(ARBITER)
HERE = "127.0.0.1"
JOIN = "--broker mqtt://10.0.0.5:1883"
OAK = AnnouncedTable("Oak", "boardwarden.local", ("10.0.0.7",), 8321)


def hall_with(table: str, pages: str) -> SeenHall:
    hall = SeenHall()
    for event in (claim(table, pages=pages), service(table)):
        hall = heard(hall, event, now=Seconds(1.0))
    return hall


@contextmanager
def hall_near(broker: Broker, nearby: Nearby, folder: Path) -> Iterator[RunningHall]:
    """A hall that knows the tables of its network."""
    desks = TableDesks(folder)
    with running_hall(
        broker.url,
        further=(desk_pages(desks, SEATING), nearby_pages(nearby, SEATING)),
        hears=both(desks.hear, nearby.hear),
        link_changed=nearby.was_changed,
    ) as hall:
        yield hall


@contextmanager
def announced(table: str, port: int) -> Iterator[None]:
    """Announce a table's pages on this machine's own network, as its server does."""
    up, down = Event(), Event()

    async def announce() -> None:
        name = NetworkName()
        await name.announce(
            AnnouncedPages(table, "1.0", port, encrypted=True, addresses=frozenset({ip_address(HERE)}))
        )
        up.set()
        await asyncio.to_thread(down.wait)
        await name.withdraw()

    thread = Thread(target=lambda: asyncio.run(announce()))
    thread.start()
    assert up.wait(PATIENCE_S)
    try:
        yield
    finally:
        down.set()
        thread.join()


@pytest.mark.parametrize(
    ("pages", "is_known"),
    [
        ("http://10.0.0.7:8321/", True),
        # Its own machine alone opens these pages, or they are called by a name: the table's name must do.
        ("http://127.0.0.1:8321/", True),
        ("https://table.example.org/", True),
        ("", True),
        ("http://10.0.0.8:8321/", False),
    ],
)
def test_a_table_that_the_hall_has_isnt_one_nearby(pages: str, *, is_known: bool) -> None:
    assert (outside(hall_with("Oak", pages), (OAK,)) == []) is is_known
    assert outside(hall_with("Elm", pages), (OAK,)) == [OAK]


def test_whether_anything_differs_is_told_once() -> None:
    nearby = Nearby(JOIN)
    assert not nearby.was_changed()
    nearby.came("oak", OAK)
    assert (nearby.was_changed(), nearby.was_changed()) == (True, False)
    assert nearby.now().tables == (NearbyTable("Oak", "boardwarden.local", "http://10.0.0.7:8321/"),)
    nearby.hear(hall_with("Elm", ""))
    assert not nearby.was_changed()
    nearby.hear(hall_with("Oak", ""))
    assert nearby.was_changed()
    nearby.went("oak")
    assert not nearby.was_changed()


def test_a_network_full_of_announcements_fills_no_memory() -> None:
    nearby = Nearby(JOIN)
    for number in range(NEARBY_LIMIT + 10):
        nearby.came(f"{number}", AnnouncedTable(f"T {number}", "x.local", ("10.0.0.7",), 8321))
    assert len(nearby.now().tables) == NEARBY_LIMIT


@pytest.mark.parametrize(
    ("broker", "own", "said"),
    [
        ("mqtt://10.0.0.5", "10.0.0.9", JOIN),
        ("mqtt://watch:secret@10.0.0.5:1883", "", JOIN),
        ("mqtt://127.0.0.1:1884", "10.0.0.9", "--broker mqtt://10.0.0.9:1884"),
        ("mqtt://localhost:1884", "", "--broker mqtt://localhost:1884"),
        ("mqtts://broker.club", "10.0.0.9", "--broker mqtts://broker.club:8883"),
    ],
)
def test_the_option_leads_to_the_halls_broker_and_says_no_password(broker: str, own: str, said: str) -> None:
    assert option_of(parse_broker_url(broker), own) == said


def test_the_arbiters_page_names_a_table_of_the_network_until_it_joins_or_goes(
    page: Page, broker: Broker, opening: Opening, tmp_path: Path
) -> None:
    nearby = Nearby(JOIN)
    # Other tables of this machine may be announced meanwhile; this one has a name of its own.
    with socket.socket() as own:
        own.bind((HERE, 0))
        name = f"Ash {own.getsockname()[1]}"
    with (
        looking_round(nearby, [HERE]),
        announced(name, 8321),
        hall_near(broker, nearby, tmp_path) as hall,
    ):
        assert asking.get(f"{hall.url}/nearby").status_code == 403
        page.set_viewport_size({"width": 320, "height": 640})
        page.goto(f"{hall.url}/#join={LINK}")
        found = page.locator("#nearby li", has_text=name)
        expect(found.locator("a")).to_have_attribute("href", f"https://{HERE}:8321/")
        expect(page.locator("#nearby code")).to_have_text(JOIN)
        fits(page, 320)
        assert cut_off(page) == []
        opening(name)
        expect(page.locator(f'.table[data-table="{name}"]')).to_be_visible()
        expect(found).to_have_count(0)


def test_a_table_whose_announcement_ends_isnt_nearby_any_more(
    page: Page, broker: Broker, tmp_path: Path
) -> None:
    nearby = Nearby("")
    nearby.came("oak", OAK)
    with hall_near(broker, nearby, tmp_path) as hall:
        page.goto(f"{hall.url}/#join={LINK}")
        expect(page.locator("#nearby")).to_contain_text("Oak · boardwarden.local")
        expect(page.locator("#nearby p")).to_contain_text("Start a broker that every machine reaches")
        nearby.went("oak")
        expect(page.locator("#nearby")).to_be_empty()


def test_a_visitor_of_the_hall_reads_nothing_of_the_network(
    page: Page, broker: Broker, tmp_path: Path
) -> None:
    nearby = Nearby(JOIN)
    nearby.came("oak", OAK)
    with hall_near(broker, nearby, tmp_path) as hall:
        page.goto(hall.url)
        expect(page.locator("#count")).to_contain_text("No table yet")
        expect(page.locator("#nearby")).to_be_empty()
        assert asking.get(f"{hall.url}/nearby?lang=vi").json()["text"].startswith("chỉ trọng tài của sảnh")
