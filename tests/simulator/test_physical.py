from math import hypot, inf, nan

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.simulator.laid_out import layout_of, set_table
from dashboard.simulator.physical import (
    ROOM_MM,
    LyingPiece,
    OrderRefused,
    Pieces,
    Pressed,
    all_boxed,
    format_table,
    lifted,
    obey,
    parse_table,
)
from engine.bus.messages.simulated import SimulatorAct, SimulatorOrder
from engine.core.board import Board, load_board
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Layout, Spot
from engine.core.pieces import PieceOutline, PieceSet, load_pieces
from engine.games.registry import open_game

BOARD = load_board("mativen")
PIECES = load_pieces("mativen-pieces")
SURFACE = BOARD.surface
SMALL = sorted(piece for piece, one in PIECES.pieces.items() if one.kind.shape is PieceOutline.SQUARE)

millimetres = st.floats(-600, 600)
orders = st.one_of(
    st.builds(SimulatorOrder, st.just(SimulatorAct.PUT), st.sampled_from(SMALL), millimetres, millimetres),
    st.builds(
        SimulatorOrder, st.sampled_from([SimulatorAct.TAKE, SimulatorAct.FLIP]), st.sampled_from(SMALL)
    ),
)
rubbish = st.builds(
    SimulatorOrder,
    st.sampled_from(SimulatorAct),
    st.one_of(st.text(max_size=8), st.sampled_from(SMALL)),
    st.one_of(millimetres, st.sampled_from([inf, -inf, nan, 1e9])),
    st.one_of(millimetres, st.sampled_from([inf, -inf, nan, 1e9])),
    st.text(max_size=8),
    st.text(max_size=8),
)


def after(now: Pieces, *given_orders: SimulatorOrder) -> Pieces:
    for order in given_orders:
        result = obey(now, order, SURFACE, PIECES)
        assert not isinstance(result, Pressed | OrderRefused)
        now = result
    return now


@settings(max_examples=60)
@given(st.lists(orders, max_size=12))
def test_an_order_changes_its_piece_and_no_other(given_orders: list[SimulatorOrder]) -> None:
    now = all_boxed(PIECES)
    for order in given_orders:
        then = after(now, order)
        assert list(then) == list(PIECES.pieces)
        assert {piece for piece in then if then[piece] != now[piece]} <= {order.piece}
        now = then


@settings(max_examples=200)
@given(rubbish)
def test_rubbish_is_refused_in_words_or_done_but_never_breaks_the_table(order: SimulatorOrder) -> None:
    result = obey(all_boxed(PIECES), order, SURFACE, PIECES)
    if isinstance(result, OrderRefused):
        assert result.reason
    elif not isinstance(result, Pressed):
        assert list(result) == list(PIECES.pieces)
        spots = [lying.at_mm for lying in result.values() if lying.at_mm is not None]
        assert all(abs(mm) <= 700 for spot in spots for mm in spot)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (SimulatorOrder(SimulatorAct.PUT, "w.dragon.1", 0, 0), "no piece 'w.dragon.1'"),
        (SimulatorOrder(SimulatorAct.PUT, "w.inf.1", nan, 0), "expected a place"),
        (SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 0, 2000), "off the table"),
        (SimulatorOrder(SimulatorAct.THROW, "w.inf.1"), "expected put, flip, take or press"),
        (SimulatorOrder(SimulatorAct.PRESS, device="pad.west"), "expected a device and a button"),
    ],
)
def test_a_refusal_says_what_was_wrong(order: SimulatorOrder, reason: str) -> None:
    result = obey(all_boxed(PIECES), order, SURFACE, PIECES)
    assert isinstance(result, OrderRefused)
    assert reason in result.reason


def test_a_pressed_button_is_named_with_its_pad_and_moves_nothing() -> None:
    order = SimulatorOrder(SimulatorAct.PRESS, device="pad.west", button="end_turn")
    assert obey(all_boxed(PIECES), order, SURFACE, PIECES) == Pressed("west", "end_turn")


def test_a_matchs_own_name_of_a_general_means_its_physical_piece() -> None:
    now = after(all_boxed(PIECES), SimulatorOrder(SimulatorAct.PUT, "w.gen.est", 10, 20))
    assert now[PieceId("gen.est")].at_mm == (10, 20)


def test_a_piece_turned_twice_lies_as_before_and_keeps_its_place() -> None:
    put = after(all_boxed(PIECES), SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 10, 20))
    once = after(put, SimulatorOrder(SimulatorAct.FLIP, "w.inf.1"))
    assert once[PieceId("w.inf.1")] == LyingPiece((10, 20), Face.DOWN)
    assert after(once, SimulatorOrder(SimulatorAct.FLIP, "w.inf.1")) == put


def test_a_piece_taken_off_lies_in_the_box_with_the_face_it_had() -> None:
    now = after(
        all_boxed(PIECES),
        SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 10, 20),
        SimulatorOrder(SimulatorAct.FLIP, "w.inf.1"),
        SimulatorOrder(SimulatorAct.TAKE, "w.inf.1"),
    )
    assert now[PieceId("w.inf.1")] == LyingPiece(None, Face.DOWN)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(SURFACE.cells),
    st.lists(st.tuples(st.floats(-20, 20), st.floats(-15, 15)), min_size=1, max_size=5),
)
def test_pieces_dropped_into_one_cell_lie_beside_each_other_in_it(
    cell: Cell, drops: list[tuple[float, float]]
) -> None:
    x, y = SURFACE.centre_mm(cell)
    now = all_boxed(PIECES)
    names = SMALL[: len(drops)]
    for name, (dx, dy) in zip(names, drops, strict=True):
        now = after(now, SimulatorOrder(SimulatorAct.PUT, name, x + dx, y + dy))
    spots = [spot for name in names if (spot := now[PieceId(name)].at_mm) is not None]
    assert [SURFACE.cell_at(*spot) for spot in spots] == [cell] * len(drops)
    if len(drops) <= 2:
        a, b = spots[0], spots[-1]
        assert len(spots) == 1 or max(abs(a[0] - b[0]), abs(a[1] - b[1])) >= ROOM_MM - 1e-6


def test_a_piece_dropped_near_a_rocks_middle_stands_on_its_top() -> None:
    x, y = SURFACE.centre_mm(Cell("e4"))
    rock = SimulatorOrder(SimulatorAct.PUT, "mountain.e4", x, y)
    now = after(all_boxed(PIECES), rock, SimulatorOrder(SimulatorAct.PUT, "w.inf.1", x + 12, y - 9))
    assert now[PieceId("w.inf.1")].at_mm == (x, y)


def test_a_piece_pushed_to_the_edge_stays_pushed_beside_another() -> None:
    x, y = SURFACE.centre_mm(Cell("e5"))
    now = after(
        all_boxed(PIECES),
        SimulatorOrder(SimulatorAct.PUT, "w.inf.1", x + 25, y),
        SimulatorOrder(SimulatorAct.PUT, "w.inf.2", x + 25, y + 2),
    )
    spot = now[PieceId("w.inf.2")].at_mm
    assert spot is not None
    assert spot != (x + 25, y + 2)
    assert SURFACE.pushed(Cell("e5"), *spot)


@settings(max_examples=40)
@given(st.lists(orders, max_size=8), st.text(max_size=5))
def test_the_table_on_the_bus_is_read_back_as_it_was(given_orders: list[SimulatorOrder], match: str) -> None:
    now = after(all_boxed(PIECES), *given_orders)
    said = format_table(now, PIECES, match)
    assert parse_table(said, PIECES) == now
    assert said.match == match


def game_layout() -> Layout:
    game = open_game("dozen_war", BOARD, Ruleset())
    return game.layout(game.initial(None))


def crowded() -> Layout:
    """A castle with its full garrison, some of it spent, and a plain hex as full."""
    layout: dict[PieceId, Spot] = {PieceId("w.castle.infantry"): Spot(Cell("c3"))}
    for cell, kind in (("c3", "inf"), ("e5", "arc")):
        for number in range(1, 6):
            layout[PieceId(f"w.{kind}.{number}")] = Spot(Cell(cell), edge=number == 5)
    layout[PieceId("w.gen.est")] = Spot(Cell("e5"), edge=False)
    layout[PieceId("w.gen.mask")] = Spot(Cell("c3"), edge=False)
    return layout


@pytest.mark.parametrize("layout", [game_layout(), crowded()], ids=["opening", "crowded"])
def test_a_layout_is_set_with_every_piece_in_its_cell_as_pushed_as_it_must_be(layout: Layout) -> None:
    table = set_table(layout, SURFACE, PIECES)
    for piece, spot in layout.items():
        lying = table[PIECES.physical_id(piece)]
        assert lying.at_mm is not None
        assert SURFACE.cell_at(*lying.at_mm) == spot.cell
        if spot.edge is not None:
            assert SURFACE.pushed(spot.cell, *lying.at_mm) is spot.edge, piece
    on_table = {piece for piece, lying in table.items() if lying.at_mm is not None}
    assert on_table == {PIECES.physical_id(piece) for piece in layout}


@pytest.mark.parametrize("layout", [game_layout(), crowded()], ids=["opening", "crowded"])
def test_no_two_pieces_of_a_set_table_overlap(layout: Layout) -> None:
    table = set_table(layout, SURFACE, PIECES)
    spots = [
        (piece, lying.at_mm)
        for piece, lying in table.items()
        if lying.at_mm is not None and PIECES.pieces[piece].kind.shape is PieceOutline.SQUARE
    ]
    for i, (piece, (x, y)) in enumerate(spots):
        for other, (ox, oy) in spots[i + 1 :]:
            assert max(abs(x - ox), abs(y - oy)) >= ROOM_MM - 1e-6, (piece, other)


def test_castles_lie_outward_in_their_hex(board: Board, pieces: PieceSet) -> None:
    table = set_table(game_layout(), board.surface, pieces)
    for piece, lying in table.items():
        if pieces.pieces[piece].kind.name == "castle" and lying.at_mm is not None:
            cell = board.surface.cell_at(*lying.at_mm)
            assert cell is not None
            assert hypot(*lying.at_mm) > hypot(*board.surface.centre_mm(cell))


def test_a_matchs_view_is_laid_out_like_its_layout() -> None:
    game = open_game("dozen_war", BOARD, Ruleset())
    state = game.initial(None)
    seen = layout_of(game.view(state, None).pieces)
    expected = game.layout(state)
    assert {piece: (spot.cell, spot.face, bool(spot.edge)) for piece, spot in seen.items()} == {
        piece: (spot.cell, spot.face, bool(spot.edge)) for piece, spot in expected.items()
    }


def test_a_piece_that_the_set_lacks_is_an_error() -> None:
    with pytest.raises(KeyError, match=r"w\.dragon"):
        set_table({PieceId("w.dragon"): Spot(Cell("e5"))}, SURFACE, PIECES)


def test_only_a_piece_that_lies_on_the_table_can_be_lifted() -> None:
    now = after(all_boxed(PIECES), SimulatorOrder(SimulatorAct.PUT, "w.inf.1", 10, 20))
    assert lifted(now, SimulatorOrder(SimulatorAct.LIFT, "w.inf.1"), PIECES) == "w.inf.1"
    for boxed in ("w.inf.2", "w.dragon.1"):
        assert isinstance(lifted(now, SimulatorOrder(SimulatorAct.LIFT, boxed), PIECES), OrderRefused)
