"""Promises of what people chose for their pages: it follows a name, lasts, and is nobody else's."""

import json
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dashboard.web.seats.seating import Role, Seating, TabletPlace
from dashboard.web.telling.hub import Hub
from dashboard.web.wishes.kept import MOST, PageWish, WishBook
from engine.core.faults import MissingFault
from tests import asking
from tests.web.seated import NORTH, WEST, link_of
from tests.web.shown_table import BEARER, KEY, TABLE, FakeBus, Match, RunningServer

SEATING = Seating(KEY, table=TABLE)
LARGE = PageWish(large=True)


def book(folder: Path | None, table: str = TABLE) -> WishBook:
    return WishBook(folder, table, link=lambda seat: SEATING.link(TabletPlace(Role.SEAT, seat)))


def test_a_wish_follows_a_name_to_another_seat_and_lasts(tmp_path: Path) -> None:
    book(tmp_path).keep(WEST, "Bà Lan", LARGE)
    again = book(tmp_path)
    assert again.of(NORTH, " bà  LAN ") == LARGE
    assert again.of(WEST, "An") is None
    assert again.of(WEST, "") is None, "a seat without a name may be anybody's"
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_who_chooses_before_giving_a_name_keeps_the_choice(tmp_path: Path) -> None:
    kept = book(tmp_path)
    kept.keep(WEST, "", LARGE)
    assert (kept.of(WEST, ""), kept.of(WEST, "Lan"), kept.of(NORTH, "")) == (LARGE, LARGE, None)
    kept.keep(WEST, "Lan", PageWish(large=False))
    assert kept.of(WEST, "Lan") == PageWish(large=False)
    assert kept.of(WEST, "") is None, "the choice belongs to the name now"


def test_a_name_of_its_own_counts_more_than_a_seat_without_one(tmp_path: Path) -> None:
    kept = book(tmp_path)
    kept.keep(NORTH, "Lan", PageWish(large=False))
    kept.keep(WEST, "", LARGE)
    assert kept.of(WEST, "Lan") == PageWish(large=False)


def test_a_table_keeps_a_bounded_number() -> None:
    kept = book(None)
    for number in range(MOST + 1):
        kept.keep(WEST, f"guest {number}", LARGE)
    assert kept.of(WEST, "guest 0") is None
    assert kept.of(WEST, f"guest {MOST}") == LARGE


def test_a_damaged_file_is_no_wish_and_a_full_disk_is_said(tmp_path: Path) -> None:
    for damaged in (b"{", b'[{"person": "\xff"}]'):
        (tmp_path / f".{TABLE}.wishes").write_bytes(damaged)
        assert book(tmp_path).of(WEST, "Lan") is None
    with pytest.raises(MissingFault, match="wasn't kept"):
        book(tmp_path / "nowhere").keep(WEST, "Lan", LARGE)


def test_a_tablet_gets_the_wish_of_whoever_gives_a_name_and_of_nobody_else(match: Match) -> None:
    wishes = {"Lan": LARGE}
    hub = Hub()
    hub.know_wishes(lambda _, name: wishes.get(name))
    tablet, other = hub.join(steps=True), hub.join(steps=True)
    hub.seat(tablet, TabletPlace(Role.SEAT, WEST))
    hub.seat(other, TabletPlace(Role.SEAT, NORTH))

    def told(one: Any) -> list[Any]:
        texts = iter(one.take, None)
        return [found["data"] for text in texts if (found := json.loads(text))["channel"] == "wish"]

    assert (told(tablet), told(other)) == ([], [])
    hub.take("match", "", replace(match.message(), players={WEST: "Lan"}))
    assert (told(tablet), told(other)) == ([{"large": True, "aloud": True}], [])


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"authorization": f"Bearer {link_of(WEST)}"}, '{"large": true}', 204),
        (BEARER, '{"large": true}', 409),
        ({}, '{"large": true}', 409),
        ({"authorization": f"Bearer {link_of(WEST)}"}, '{"large": 1}', 400),
        ({"authorization": f"Bearer {link_of(WEST)}"}, '{"large": true}' + " " * 300, 409),
    ],
)
def test_only_a_seat_says_how_its_pages_are(
    table: FakeBus, server: RunningServer, match: Match, headers: dict[str, str], body: str, status: int
) -> None:
    table.tell("match", match.message())
    answer = asking.post(f"{server.url}/wishes", content=body, headers=headers)
    assert answer.status_code == status, answer.text
