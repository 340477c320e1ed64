"""The secrets of a seat cross the bus sealed: without the table's key nobody reads them."""

import os
import stat
from pathlib import Path
from threading import Barrier, Thread

import pytest

from engine.bus.messages.boards import LaidTag, TagSheet
from engine.bus.messages.match import HandSheet, SealedSheet, SeatSheet
from engine.bus.sealing import KEY_VARIABLE, Seal, derived_key, table_key
from engine.core.faults import InputFault
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.phrase import Phrase
from engine.core.views import UseView

KEY = bytes(range(32))
WEST = Seat("west")


def sheet(*cards: str) -> SeatSheet:
    uses = tuple(
        UseView(
            key=f"card {card}",
            kind="card",
            label=Phrase(card),
            text=Phrase(card * 9),
            why_not=((RuleId("DW-1"), Phrase("no")),),
        )
        for card in cards
    )
    return SeatSheet("m1", 3, WEST, uses)


def test_a_sealed_sheet_opens_to_what_was_closed_in_it() -> None:
    seal = Seal(KEY, table="hall")
    assert seal.opened(seal.sealed(sheet("bow", "shield")), WEST) == sheet("bow", "shield")


def test_neither_words_nor_length_of_a_sealed_sheet_tell_the_hand() -> None:
    seal = Seal(KEY, table="hall")
    closed = [
        seal.sealed(sheet(*cards)).sealed
        for cards in ((), ("wooden-shield",), ("long-bow", "wooden-shield", "axe" * 200))
    ]
    assert len({len(one) for one in closed}) == 1
    assert not any("long-bow" in one or "wooden-shield" in one for one in closed)
    assert seal.sealed(sheet("bow")) != seal.sealed(sheet("bow"))


@pytest.mark.parametrize(
    ("key", "table", "seat"),
    [(KEY, "hall", "east"), (KEY, "attic", "west"), (bytes(32), "hall", "west")],
    ids=["another seat", "another table", "another key"],
)
def test_a_sheet_opens_for_nobody_else(key: bytes, table: str, seat: str) -> None:
    closed = Seal(KEY, table="hall").sealed(sheet("bow"))
    with pytest.raises(InputFault, match="doesn't open"):
        Seal(key, table=table).opened(closed, Seat(seat))


def test_a_hand_opens_for_its_seat_alone_and_a_full_one_looks_like_an_empty_one() -> None:
    seal = Seal(KEY, table="hall")
    full, empty = HandSheet("m1", 3, WEST, PieceId("w.inf.1")), HandSheet("m1", 3, WEST)
    closed = seal.sealed_hand(full)
    assert seal.opened_hand(closed, WEST) == full
    assert len(closed.sealed) == len(seal.sealed_hand(empty).sealed)
    for other in (Seat("north"), Seat("hand west")):
        with pytest.raises(InputFault, match="doesn't open"):
            seal.opened_hand(closed, other)
    with pytest.raises(InputFault, match="doesn't open"):
        seal.opened(closed, WEST)


@pytest.mark.parametrize("text", ["", "AAAA", "not base64!", "é"])
def test_rubbish_in_a_sheets_place_is_said_to_be_none(text: str) -> None:
    with pytest.raises(InputFault, match="doesn't open"):
        Seal(KEY, table="hall").opened(SealedSheet(text), WEST)


def test_what_pads_read_is_sealed_apart_from_the_sheets_and_as_long_for_one_tag_as_for_six() -> None:
    seal = Seal(KEY, table="hall")
    one, six = seal.sealed_text("04A1B2C3"), seal.sealed_text(" ".join(["04A1B2C3D4E5F6"] * 6))
    assert (seal.opened_text(one), len(one)) == ("04A1B2C3", len(six))
    tags = TagSheet((LaidTag("pad.west", "04A1B2C3", "card bow"),))
    assert seal.opened_tags(seal.sealed_tags(tags)) == tags
    with pytest.raises(InputFault, match="doesn't open"):
        seal.opened_text(seal.sealed_tags(tags).sealed)
    with pytest.raises(InputFault, match="doesn't open"):
        seal.opened(seal.sealed_tags(tags), WEST)


def test_keys_for_different_uses_differ() -> None:
    assert derived_key(KEY, "a") == derived_key(KEY, "a")
    assert len({derived_key(KEY, "a"), derived_key(KEY, "b"), KEY}) == 3


def test_a_tables_key_is_kept_and_nobody_else_on_the_machine_reads_it(tmp_path: Path) -> None:
    key = table_key(tmp_path, "hall 1/2")
    assert table_key(tmp_path, "hall 1/2") == key
    assert table_key(tmp_path, "attic") != key
    for file in tmp_path.iterdir():
        assert os.name != "posix" or stat.S_IMODE(file.stat().st_mode) == 0o600


def test_services_that_start_at_once_agree_on_the_key(tmp_path: Path) -> None:
    together = Barrier(6)
    found: list[bytes] = []

    def start() -> None:
        together.wait()
        found.append(table_key(tmp_path, "hall"))

    threads = [Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 6
    assert len(set(found)) == 1


def test_services_on_several_machines_are_given_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY.hex())
    assert table_key(tmp_path, "hall") == KEY
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setenv(KEY_VARIABLE, "secret")
    with pytest.raises(InputFault, match="64 hexadecimal digits"):
        table_key(tmp_path, "hall")


def test_a_damaged_key_is_named_with_its_file(tmp_path: Path) -> None:
    table_key(tmp_path, "hall")
    (file,) = tmp_path.iterdir()
    file.write_text("")
    with pytest.raises(InputFault, match=r"hall\.key"):
        table_key(tmp_path, "hall")
