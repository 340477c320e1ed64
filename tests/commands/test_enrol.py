"""`boardwarden enrol` on a simulated board, over the link, a broker and the bridge."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dashboard.commands import main
from dashboard.enrolling import wishes_for
from engine.bus.broker import free_port
from engine.bus.messages.boards import LaidTag
from engine.core.faults import MissingFault
from engine.core.pieces import load_pieces
from engine.core.tags import FILE, TagBook, dump_tags, load_tags
from firmware_bridge.simulated.board import SimulatedBoard

UID = "04A1B2C3D4E5F6"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[Path]:
    """A board on whose pad of west a tag lies."""
    board = SimulatedBoard(pads=("west",))
    board.put_tag("west", UID)
    try:
        board.start(tmp_path / "port")
    except MissingFault as fault:
        pytest.skip(str(fault))
    yield tmp_path / "port"
    board.stop()


def test_a_tag_on_a_board_is_named_written_and_listed(
    port: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ("--data", str(tmp_path / "matches"))
    page = ("--http", f"127.0.0.1:{free_port()}")
    assert main(["enrol", "--serial", str(port), "--as", "war hammer", "--json", *data, *page]) == 0
    *_, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (last["uid"], last["thing"], last["says"], last["note"]) == (
        UID,
        "card bua-chien",
        "card bua-chien",
        "written",
    )
    assert main(["enrol", "--list", *data]) == 0
    assert capsys.readouterr().out.split() == [UID, "card", "bua-chien"]


def test_what_is_no_thing_of_the_game_is_refused_with_what_is_near(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrol", "--as", "Wor Hamer", "--data", str(tmp_path)]) == 2
    assert "expected one such as card bua-chien" in capsys.readouterr().err


def test_a_port_that_isn_t_there_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "--serial", str(tmp_path / "no"), "--data", str(tmp_path)]) == 3
    assert "no such port" in capsys.readouterr().err


def test_a_set_of_pieces_is_enrolled_one_after_the_other_and_gone_on_with_where_it_was_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pieces = [str(piece) for piece in load_pieces("duel-pieces").pieces]
    *known, last, very_last = [f"piece {piece}" for piece in pieces]
    uids = [f"04{number:012X}" for number in range(len(known))]
    dump_tags(TagBook(dict(zip(uids, known, strict=True))), tmp_path / "matches" / FILE)
    # A piece that is known lies there all along, beside one that nobody knows.
    board, other = SimulatedBoard(pads=("west", "north")), "04FFFFFFFFFF01"
    board.feel((), {"west": (UID,), "north": (uids[0], other)})
    board.start(tmp_path / "port")
    asked = ("--serial", str(tmp_path / "port"), "--board", "duel", "--data", str(tmp_path / "matches"))
    page = ("--http", f"127.0.0.1:{free_port()}")
    try:
        assert main(["enrol", "--pieces", "--json", *asked, *page]) == 0
    finally:
        board.stop()
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert said[0] == {"next": last, "label": last.partition(" ")[2], "number": 1, "of": 2}
    assert all(one["thing"] for one in said if one.get("uid") == UID), "nobody is asked what it is"
    book = load_tags(tmp_path / "matches" / FILE)
    assert {book.thing(UID), book.thing(other)} == {last, very_last}
    assert book.thing(uids[0]) == known[0]
    assert main(["enrol", "--pieces", *asked, *page]) == 0
    assert "every piece of 'duel-pieces' is enrolled" in capsys.readouterr().err


def test_two_stickers_a_piece_are_asked_for_where_one_is_known() -> None:
    book = TagBook({"04A1B2C3": "piece a up", "04A1B2C4": "card bow"})
    wishes = wishes_for(["a", "b"], book, each=2)
    assert [wish.thing for wish in wishes] == ["piece a", "piece b", "piece b"]
    tag = LaidTag("pad.west", "04A1B2C5")
    assert wishes[0].means(tag)
    assert wishes[0].means(replace(tag, thing="piece a"))
    assert not wishes[0].means(replace(tag, thing="card bow"))


def test_an_odd_number_of_stickers_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enrol", "--pieces", "--each", "many", "--data", str(tmp_path)]) == 2
    assert "expected how many stickers a piece has, 1 to 4" in capsys.readouterr().err
