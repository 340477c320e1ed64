"""Switches and readers beneath the simulated table, from the pieces to the board's own events."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from math import cos, pi, sin
from pathlib import Path
from queue import Queue
from random import Random
from types import MappingProxyType

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dashboard.simulator.beneath import BuiltIn, Felt, cells_worth_a_reader, felt
from dashboard.simulator.faults import (
    NO_TROUBLES,
    OF_SENSORS,
    Fault,
    FaultScope,
    Trouble,
    Troubles,
    after,
    begin,
    ended,
    standing,
)
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import LyingPiece, OrderRefused, Pieces, all_boxed
from dashboard.simulator.stage import GESTURE_S, Stage, next_turn, resting, with_changes
from dashboard.simulator.stickers import enrolled, stickers
from dashboard.simulator.underside import FeltUnderside
from engine.core.board import load_board
from engine.core.device_events import CellChange, PadReading, PadReadingKind, format_content, parse_tags
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.pieces import load_pieces, pieces_beside
from engine.core.tags import TagBook
from engine.games.registry import open_game, usual_board
from firmware_bridge.board_reports import BoardReport, BoardSaid, Came
from firmware_bridge.serial_line import SerialLine
from firmware_bridge.simulated.board import SimulatedBoard
from hardware.fields.cells import is_felt
from hardware.fields.report import BUILT, HALF_MM, SIX_SOLDIERS
from tests.conftest import TOP
from tests.patience import PATIENCE_S

BOARD, PIECES = load_board("mativen"), load_pieces("mativen-pieces")
SURFACE = BOARD.surface
GAME = open_game("dozen_war", BOARD, Ruleset())
LAID = set_table(GAME.layout(GAME.initial(None)), SURFACE, PIECES)
READ = cells_worth_a_reader(LAID, SURFACE, PIECES)
BENEATH = BuiltIn(SURFACE, PIECES, SURFACE.cells, READ)
INFANTRY, CASTLE = PieceId("w.inf.1"), PieceId("w.castle.infantry")

cells = st.sampled_from(SURFACE.cells)
ways = st.floats(0, 2 * pi)


def with_one(at_mm: tuple[float, float] | None, piece: PieceId = INFANTRY) -> Pieces:
    return MappingProxyType({**all_boxed(PIECES), piece: LyingPiece(at_mm)})


def beside(cell: Cell, way: float, far_mm: float) -> tuple[float, float]:
    x, y = SURFACE.centre_mm(cell)
    return x + far_mm * cos(way), y + far_mm * sin(way)


def beneath_a_piece(fault: Fault, piece: str = "") -> Troubles:
    table = FaultScope(BOARD, PIECES, switches=BENEATH.switches, readers=BENEATH.readers)
    found = begin(fault, piece, LAID, table, Random(1))  # noqa: S311 # a test's own chance
    assert isinstance(found, Trouble)
    return MappingProxyType({fault: found})


@given(cells, ways, st.floats(0, 22))
def test_a_piece_well_within_a_hex_closes_its_switch_and_no_other(cell: Cell, way: float, far: float) -> None:
    assert felt(with_one(beside(cell, way, far)), BENEATH, NO_TROUBLES).covered <= {cell}


@given(cells, ways, st.floats(0, 40), st.sampled_from([INFANTRY, PieceId("w.cav.2")]))
def test_a_switch_feels_whatever_is_surely_felt_by_the_computed_field(
    cell: Cell, way: float, far: float, piece: PieceId
) -> None:
    covered = felt(with_one(beside(cell, way, far), piece), BENEATH, NO_TROUBLES).covered
    x, y = SURFACE.centre_mm(cell)
    at = beside(cell, way, far)
    lift = HALF_MM if PIECES.pieces[piece].down is not None else 0.0
    if is_felt(BUILT, [(at[0] - x, at[1] - y)], lift_mm=lift):
        assert cell in covered


def test_who_stands_on_a_mountain_is_not_felt_unless_switches_are_in_its_top() -> None:
    rock = next(piece for piece, one in PIECES.pieces.items() if one.kind.is_rock)
    cell = Cell("f6")
    top = SURFACE.centre_mm(cell)
    lying = MappingProxyType({**with_one(top), rock: LyingPiece(top)})
    assert felt(lying, BENEATH, NO_TROUBLES).covered == frozenset()
    raised = replace(BENEATH, raised=frozenset({cell}))
    assert felt(lying, raised, NO_TROUBLES).covered == {cell}
    assert felt(with_one(top), raised, NO_TROUBLES).covered == {cell}
    alone = MappingProxyType({**all_boxed(PIECES), rock: LyingPiece(top)})
    assert felt(alone, raised, NO_TROUBLES).covered == frozenset()


def test_a_closed_switch_opens_at_a_weaker_field_than_the_one_that_closed_it() -> None:
    cell = Cell("e5")
    ways = [step * pi / 24 for step in range(48)]
    edge = [beside(cell, way, far / 2) for way in ways for far in range(60, 90)]
    near = felt(with_one(SURFACE.centre_mm(cell)), BENEATH, NO_TROUBLES)
    # A switch right beneath the piece is closed first, and the piece then pushed out over the border.
    held = [cell in felt(with_one(at), BENEATH, NO_TROUBLES, closed_all(near)).covered for at in edge]
    fresh = [cell in felt(with_one(at), BENEATH, NO_TROUBLES).covered for at in edge]
    assert all(one or not other for one, other in zip(held, fresh, strict=True))
    assert sum(held) > sum(fresh)


def closed_all(near: Felt) -> Felt:
    """The same table with every switch of these cells closed."""
    return replace(near, closed={cell: (True,) * len(BUILT.places_mm) for cell in near.covered})


def test_two_switches_of_one_board_close_at_different_fields() -> None:
    ring = [beside(Cell("e5"), step * pi / 180, 36.5) for step in range(0, 360, 5)]
    x, y = SURFACE.centre_mm(Cell("e5"))
    other_x, other_y = SURFACE.centre_mm(Cell("f6"))
    here = [Cell("e5") in felt(with_one(at), BENEATH, NO_TROUBLES).covered for at in ring]
    there = [
        Cell("f6") in felt(with_one((at[0] - x + other_x, at[1] - y + other_y)), BENEATH, NO_TROUBLES).covered
        for at in ring
    ]
    assert here != there


def test_a_piece_on_two_hexes_closes_both_switches() -> None:
    table = FaultScope(BOARD, PIECES)
    lying = with_one(SURFACE.centre_mm(Cell("e5")))
    found = begin(Fault.BETWEEN, str(INFANTRY), lying, table, Random(1))  # noqa: S311 # a test's own chance
    assert isinstance(found, Trouble)
    covered = felt(after(lying, found), BENEATH, NO_TROUBLES).covered
    assert Cell("e5") in covered
    assert len(covered) == 2


def test_terrain_and_castles_close_no_switch_for_who_stands_there_must_be_felt() -> None:
    terrain = {
        piece: how for piece, how in LAID.items() if PIECES.pieces[piece].kind.name in ("castle", "mountain")
    }
    assert any(how.at_mm is not None for how in terrain.values())
    bare = MappingProxyType({**all_boxed(PIECES), **terrain})
    assert felt(bare, BENEATH, NO_TROUBLES).covered == frozenset()


@pytest.mark.parametrize("game", ["dozen_war", "kingdom_square", "hero_realms", "quoc_chien"])
def test_switches_feel_what_the_engine_takes_them_to_feel_and_no_card(game: str) -> None:
    board, pieces = load_board(usual_board(game)), load_pieces(pieces_beside(usual_board(game)))
    cell = board.surface.cells[0]
    beneath = BuiltIn(board.surface, pieces, (cell,), ())
    here = LyingPiece(board.surface.centre_mm(cell))
    one_of_each = {one.kind.name: piece for piece, one in pieces.pieces.items()}
    for piece in one_of_each.values():
        covered = felt({**all_boxed(pieces), piece: here}, beneath, NO_TROUBLES).covered
        kind = pieces.pieces[piece].kind
        assert bool(covered) is kind.has_magnet, piece
        assert not (kind.is_card and kind.has_magnet)


def test_the_readers_beneath_castles_read_them_and_who_stands_beside() -> None:
    tags = felt(LAID, BENEATH, NO_TROUBLES).tags
    castles = {
        SURFACE.cell_at(*how.at_mm): piece
        for piece, how in LAID.items()
        if PIECES.pieces[piece].kind.name == "castle" and how.at_mm is not None
    }
    assert len(castles) == 12
    for cell, castle in castles.items():
        assert cell is not None
        assert set(stickers(castle, 7, fixed=True)) <= set(tags[cell])
        units = [piece for piece, how in LAID.items() if PIECES.pieces[piece].kind.name == "soldier"
                 and how.at_mm is not None and SURFACE.cell_at(*how.at_mm) == cell]  # fmt: skip
        for unit in units:
            assert set(stickers(unit, 7)) <= set(tags[cell])


@pytest.mark.parametrize("uid_bytes", [7, 8])
def test_every_sticker_has_a_uid_of_its_own_that_stays(uid_bytes: int) -> None:
    found = [
        uid
        for piece, one in PIECES.pieces.items()
        for uid in stickers(piece, uid_bytes, fixed=one.kind.fixed)
    ]
    again = [
        uid
        for piece, one in PIECES.pieces.items()
        for uid in stickers(piece, uid_bytes, fixed=one.kind.fixed)
    ]
    assert found == again
    assert len(set(found)) == len(found) == len(PIECES.pieces) + 12
    assert {len(bytes.fromhex(uid)) for uid in found} == {uid_bytes}
    own = TagBook({found[0]: "card bua-chien"})
    book = enrolled(own, PIECES, uid_bytes)
    assert set(book.things) == set(found)
    assert book.thing(found[0]) == "card bua-chien"
    assert enrolled(book, PIECES, uid_bytes) == book


@given(ways, st.floats(0, GESTURE_S * 1.2))
def test_a_piece_is_felt_until_the_hand_takes_it_and_again_when_it_lets_go(way: float, since: float) -> None:
    stage = with_changes(
        Stage(with_one(beside(Cell("e5"), way, 5))), Seconds(10.0), with_one(beside(Cell("f6"), way, 5))
    )
    now = Seconds(10.0 + since)
    covered = felt(resting(stage, now), BENEATH, NO_TROUBLES).covered
    share = since / GESTURE_S
    # At the very turn a rounded time may count as either.
    assume(min(abs(share - 0.3), abs(share - 0.7)) > 1e-9)
    assert covered == ({Cell("e5")} if share < 0.3 else set() if share < 0.7 else {Cell("f6")})
    turn = next_turn(stage, now)
    assert turn is not None
    assert turn > now or share >= 1


def test_stuck_switches_say_one_thing_whatever_stands_there() -> None:
    on, off = beneath_a_piece(Fault.STUCK_ON, "w.inf.1"), beneath_a_piece(Fault.STUCK_OFF, "w.inf.1")
    stands = SURFACE.cell_at(*(LAID[INFANTRY].at_mm or (0, 0)))
    assert felt(all_boxed(PIECES), BENEATH, on).covered == {stands}
    assert stands in felt(LAID, BENEATH, NO_TROUBLES).covered
    assert stands not in felt(LAID, BENEATH, off).covered


def test_a_switch_with_cross_talk_feels_its_neighbours_pieces() -> None:
    troubles = beneath_a_piece(Fault.CROSSTALK, "w.inf.1")
    stands = SURFACE.cell_at(*(LAID[INFANTRY].at_mm or (0, 0)))
    assert stands is not None
    near = SURFACE.neighbours[SURFACE.index[stands]]
    next_to = next(SURFACE.cells[one] for one in near if one is not None)
    assert felt(with_one(SURFACE.centre_mm(next_to)), BENEATH, troubles).covered == {next_to, stands}


def test_a_deaf_reader_is_named_and_a_strange_tag_is_read_beside_the_others() -> None:
    deaf = felt(LAID, BENEATH, beneath_a_piece(Fault.DEAF, str(CASTLE)))
    stands = SURFACE.cell_at(*(LAID[CASTLE].at_mm or (0, 0)))
    assert deaf.deaf == {stands}
    usual = felt(LAID, BENEATH, NO_TROUBLES).tags
    crowded = felt(LAID, BENEATH, beneath_a_piece(Fault.TWO_TAGS, str(CASTLE))).tags
    assert stands is not None
    assert len(crowded[stands]) == len(usual[stands]) + 1
    assert {cell: uids for cell, uids in crowded.items() if cell != stands} == {
        cell: uids for cell, uids in usual.items() if cell != stands
    }


def test_a_tag_that_has_fallen_off_is_read_no_more_wherever_the_piece_goes() -> None:
    troubles = beneath_a_piece(Fault.TAG_OFF, str(CASTLE))
    uids = set(stickers(CASTLE, 7, fixed=True))
    read = felt(LAID, BENEATH, troubles).tags
    assert not any(uids & set(tags) for tags in read.values())
    moved = MappingProxyType({**LAID, CASTLE: replace(LAID[CASTLE], turned_deg=90.0)})
    assert standing(troubles, moved) == troubles
    assert ended(moved, troubles[Fault.TAG_OFF]) == moved


@pytest.mark.parametrize("fault", sorted(OF_SENSORS))
def test_a_fault_of_what_is_not_built_in_is_refused(fault: Fault) -> None:
    found = begin(fault, "", LAID, FaultScope(BOARD, PIECES), Random(1))  # noqa: S311 # a test's own chance
    assert isinstance(found, OrderRefused)
    assert "beneath this table" in found.reason


@dataclass
class Wire:
    """The events of a simulated board's serial line, as a bridge keeps them."""

    said: Queue[BoardSaid]
    underside: FeltUnderside
    lying: Pieces
    troubles: Troubles = field(default_factory=lambda: NO_TROUBLES)
    covered: set[str] = field(default_factory=set)
    tags: dict[str, set[str]] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)

    def lay(self, lying: Pieces, troubles: Troubles = NO_TROUBLES) -> None:
        self.lying, self.troubles = lying, troubles
        self.underside.wake()

    def until_felt(self, lying: Pieces, troubles: Troubles = NO_TROUBLES) -> None:
        """Take events until they say what `felt` says of these pieces."""
        wanted = felt(lying, BENEATH, troubles)
        tags: Mapping[str, set[str]] = {
            str(cell): set(uids) for cell, uids in wanted.tags.items() if cell not in wanted.deaf
        }
        while self.covered != wanted.covered or any(self.tags.get(pad, set()) != tags[pad] for pad in tags):
            event = self.said.get(timeout=PATIENCE_S)
            if not isinstance(event, BoardReport):
                continue
            self.events.append(format_content(event.content).name)
            match event.content:
                case CellChange(cell, covered):
                    (self.covered.add if covered else self.covered.discard)(cell)
                case PadReading(PadReadingKind.TAGS, pad, text):
                    self.tags[pad] = set(parse_tags(text))


@contextmanager
def wired(tmp_path: Path) -> Iterator[Wire]:
    """A board of the real firmware on a pseudo-terminal beneath a table, and a host that listens."""
    device = SimulatedBoard(pads=("west", "north"), switched=SURFACE.cells, read=READ)
    device.start(tmp_path / "board")
    queue: Queue[BoardSaid] = Queue()
    line = SerialLine(str(tmp_path / "board"), queue)
    line.start()
    stop = threading.Event()
    wire = Wire(queue, FeltUnderside(device, BENEATH, lambda _: (Stage(wire.lying), wire.troubles)), LAID)
    thread = threading.Thread(target=wire.underside.run, args=(stop,))
    try:
        while not isinstance(queue.get(timeout=PATIENCE_S), Came):
            pass
        thread.start()
        yield wire
    finally:
        stop.set()
        wire.underside.wake()
        thread.join()
        line.stop()
        device.stop()


def test_pieces_on_the_table_come_over_the_wire_from_the_firmware(tmp_path: Path) -> None:
    with wired(tmp_path) as wire:
        wire.until_felt(LAID)
        stands = felt(LAID, BENEATH, NO_TROUBLES).covered
        assert len(wire.events) >= len(stands) > 8
        for cell in (Cell("f6"), Cell("c3")):
            moved = with_one(SURFACE.centre_mm(cell))
            wire.lay(moved)
            wire.until_felt(moved)
            assert wire.covered == {cell}
        assert wire.tags["c3"] == set(stickers(INFANTRY, 7))


def test_a_bouncing_switch_chatters_past_the_firmware_and_ends_as_it_is(tmp_path: Path) -> None:
    bouncing = {Fault.BOUNCE: Trouble(Fault.BOUNCE, at_mm=SURFACE.centre_mm(Cell("f6")))}
    there = with_one(SURFACE.centre_mm(Cell("f6")))
    elsewhere = with_one(SURFACE.centre_mm(Cell("e5")))
    with wired(tmp_path) as wire:
        wire.until_felt(LAID)
        for lying in (there, elsewhere):
            wire.lay(lying, bouncing)
            wire.until_felt(lying, bouncing)
        # The board does one thing after the other: what the switch said to the end came before this.
        wire.lay(LAID)
        wire.until_felt(LAID)
        assert wire.events.count("e5") == 2
        assert wire.events.count("f6") > 2


def test_a_board_is_wired_as_its_file_says(tmp_path: Path) -> None:
    device = SimulatedBoard(wired=(TOP / "hardware/boards/full.json").read_text(encoding="utf-8"))
    assert device.switches == set(SURFACE.cells)
    assert device.readers == ("west", "south", "east", "north")
    assert device.uid_bytes == 8
    with pytest.raises(InputFault, match="pn5180 reads tags of 8 bytes, got 4"):
        device.put_tag("west", "04A1B2C3")
    with pytest.raises(InputFault, match=r"board\.json"):
        SimulatedBoard(wired="{}")
    device.start(tmp_path / "board")
    device.press("end_turn", pad="east")
    device.stop()


def test_the_fields_of_a_full_hex_add_up_and_close_no_neighbours_switch() -> None:
    soldiers = [PieceId(f"w.inf.{n}") for n in range(1, 4)] + [PieceId(f"w.cav.{n}") for n in range(1, 4)]
    x, y = SURFACE.centre_mm(Cell("e5"))
    lying = {
        piece: LyingPiece((x + dx, y + dy)) for piece, (dx, dy) in zip(soldiers, SIX_SOLDIERS, strict=True)
    }
    full = MappingProxyType({**all_boxed(PIECES), **lying})
    assert felt(full, BENEATH, NO_TROUBLES).covered == {"e5"}
