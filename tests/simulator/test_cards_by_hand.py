"""Cards of the simulated table as hands handle them: piles, rows, and hands that hold some."""

import itertools
from dataclasses import replace

import pytest

from dashboard.simulator.beneath import BuiltIn, felt
from dashboard.simulator.bots import followed
from dashboard.simulator.cards import cards_in, obeyed, pile_of
from dashboard.simulator.decks import DealtCards, dealt, held_by
from dashboard.simulator.laid_out import set_table
from dashboard.simulator.physical import OrderRefused, Pieces, Pressed, all_boxed, format_table, parse_table
from dashboard.simulator.stage import Stage, final, with_changes
from engine.bus.messages.match import MatchState
from engine.bus.messages.simulated import PutFace, SimulatorAct, SimulatorOrder
from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Face, Spot, is_sideways
from engine.core.phrase import Phrase
from engine.core.pieces import load_pieces, pieces_beside
from engine.core.views import HeapView, PieceView
from tests.bazaar.game import Bazaar
from tests.bazaar.test_service import BOARD as PATH
from tests.bots.nim import seeded

BOARD = load_board(PATH)
SURFACE, PIECES = BOARD.surface, load_pieces(pieces_beside(PATH))
DECK, MASKS, MARKET, PLAY = Cell("deck"), Cell("masks"), Cell("market.1"), Cell("a.play")
HEAPS = (HeapView(DECK, "card", 31), HeapView(MASKS, "mask", 4))


def table(seed: int = 1, held: DealtCards | None = None) -> Pieces:
    return dealt(all_boxed(PIECES), HEAPS, held or DealtCards(), (SURFACE, PIECES), seeded(seed))


def done(now: Pieces, order: str, piece: str, **fields: object) -> Pieces:
    found = obeyed(now, SimulatorOrder(SimulatorAct(order), piece, **fields), SURFACE, PIECES, seeded(7))  # type: ignore[arg-type]
    assert not isinstance(found, OrderRefused | Pressed), found
    return found


def put(now: Pieces, piece: str, cell: Cell, dx: float = 0.0, **fields: object) -> Pieces:
    x, y = SURFACE.centre_mm(cell)
    return done(now, "put", piece, x_mm=x + dx, y_mm=y, **fields)


def top(now: Pieces, cell: Cell) -> PieceId:
    return cards_in(now, cell, SURFACE, PIECES)[-1]


def test_decks_lie_face_down_with_as_many_of_each_back_as_the_match_says() -> None:
    now = table()
    assert len(cards_in(now, DECK, SURFACE, PIECES)) == 31
    masks = cards_in(now, MASKS, SURFACE, PIECES)
    assert {PIECES.pieces[piece].back.name for piece in masks if PIECES.pieces[piece].back} == {"mask"}  # type: ignore[union-attr]
    assert {now[piece].face for piece in (*masks, *cards_in(now, DECK, SURFACE, PIECES))} == {Face.DOWN}


def test_the_tables_own_chance_shuffles_the_decks() -> None:
    orders = {cards_in(table(seed), DECK, SURFACE, PIECES) for seed in range(5)}
    assert len(orders) == 5
    now = table()
    mixed = done(now, "shuffle", top(now, DECK))
    before, after = (cards_in(one, DECK, SURFACE, PIECES) for one in (now, mixed))
    assert sorted(before) == sorted(after)
    assert before != after


def test_what_a_setup_gave_to_seats_is_in_their_hands_and_before_them() -> None:
    game = Bazaar(BOARD, Ruleset())
    setup = {"hands": {"a": ["thief"], "b": ["guard", "lamp"]}, "masks": {"a": ["fox"]}, "box": "whole"}
    state = game.initial(entry_of(setup))
    lying = set_table(game.layout(state), SURFACE, PIECES)
    now = dealt(lying, game.view(state, None).heaps, held_by(game, state), (SURFACE, PIECES), seeded(3))
    assert {piece: how.hand for piece, how in now.items() if how.hand} == {
        "thief#1": "a",
        "guard#1": "b",
        "lamp#1": "b",
    }
    assert cards_in(now, Cell("a.mask"), SURFACE, PIECES) == ("fox",)
    assert not {"thief#1", "guard#1", "lamp#1"} & set(cards_in(now, DECK, SURFACE, PIECES))


def test_the_top_of_a_pile_is_drawn_into_a_hand_and_laid_from_there_face_up() -> None:
    now = table()
    card = top(now, DECK)
    held = done(now, "hold", card, device="pad.b")
    assert (held[card].hand, held[card].at_mm) == ("b", None)
    assert len(cards_in(held, DECK, SURFACE, PIECES)) == 30
    laid = put(held, card, MARKET, dx=11.0, face="up")
    assert (laid[card].at_mm, laid[card].face, laid[card].hand) == (SURFACE.centre_mm(MARKET), Face.UP, "")


def test_what_is_put_on_a_pile_is_its_top() -> None:
    now = table()
    bottom = cards_in(now, DECK, SURFACE, PIECES)[0]
    again = put(now, bottom, DECK, dx=5.0)
    assert top(again, DECK) == bottom
    assert pile_of(again, bottom, PIECES)[-1] == bottom


def test_cards_of_a_row_lie_beside_each_other_and_overlap_only_for_want_of_room() -> None:
    now = table()
    cards = cards_in(now, DECK, SURFACE, PIECES)[:5]
    for count, card in enumerate(cards, start=1):
        now = put(now, card, PLAY, dx=90.0, face="up")
        row = cards_in(now, PLAY, SURFACE, PIECES)
        assert len(row) == count
        along = [now[one].at_mm[0] for one in row]  # type: ignore[index]
        assert along == sorted(along)
        apart = [b - a for a, b in itertools.pairwise(along)]
        # Of each at least the corner with its tag shows.
        assert all(gap > (63 if count <= 3 else 22) for gap in apart)


def test_in_a_row_no_card_lies_on_the_corner_of_its_neighbour_once_all_hands_are_done() -> None:
    now = table()
    stage, cards = Stage(now), cards_in(now, DECK, SURFACE, PIECES)[:6]
    # The last two come between others; the outer ones stay where they are.
    for at, dx in enumerate((-90.0, 90.0, 80.0, 70.0, -20.0, 20.0)):
        now = put(now, cards[at], PLAY, dx=dx, face="up")
        stage = with_changes(stage, Seconds(0.0), now, cards=PIECES.pieces)
    row = cards_in(final(stage), PLAY, SURFACE, PIECES)
    assert len(row) == 6
    along = [final(stage)[one].at_mm[0] for one in row]  # type: ignore[index]
    # From the bottom up: whatever lies on another card lies to its right.
    assert all(above > below or below - above > 63 for below, above in itertools.combinations(along, 2))


def test_a_quarter_turn_lays_a_card_across_and_another_upright_again() -> None:
    now = table()
    card = top(now, DECK)
    laid = put(now, card, PLAY, face="up")
    across = done(laid, "turn", card)
    assert (across[card].turned_deg - laid[card].turned_deg) % 360 == 90
    assert done(across, "turn", card)[card].turned_deg == laid[card].turned_deg
    # Put elsewhere it lies as it did; on a pile it is squared up.
    assert put(across, card, MARKET)[card].turned_deg == (SURFACE.facing_deg(MARKET) + 90) % 360
    assert put(across, card, Cell("discard"))[card].turned_deg == SURFACE.facing_deg(Cell("discard"))


def test_a_pile_is_fanned_squared_up_and_carried_as_a_whole() -> None:
    now = table()
    card = top(now, MASKS)
    fan = done(now, "fan", card)
    xs = [fan[one].at_mm[0] for one in fan if PIECES.pieces[one].back == PIECES.pieces[card].back]  # type: ignore[index]
    assert all(b - a >= 20 for a, b in itertools.pairwise(xs))
    x, y = SURFACE.centre_mm(Cell("discard"))
    carried = done(now, "carry", card, x_mm=x, y_mm=y)
    assert cards_in(carried, Cell("discard"), SURFACE, PIECES) == cards_in(now, MASKS, SURFACE, PIECES)


def test_a_restarted_simulator_finds_its_piles_in_their_order() -> None:
    now = put(table(), "lamp#1", MARKET, face="up")
    assert [*parse_table(format_table(now, PIECES), PIECES).items()] == [*now.items()]


@pytest.mark.parametrize("order", ["turn", "shuffle", "fan", "square", "flip"])
def test_what_lies_nowhere_cant_be_handled(order: str) -> None:
    now = all_boxed(PIECES)
    assert isinstance(
        obeyed(now, SimulatorOrder(SimulatorAct(order), "lamp#1"), SURFACE, PIECES, seeded(1)), OrderRefused
    )
    off = SimulatorOrder(SimulatorAct.PUT, "lamp#1", x_mm=float("nan"))
    assert isinstance(obeyed(now, off, SURFACE, PIECES, seeded(1)), OrderRefused)


def test_a_switch_feels_no_card_and_a_reader_beneath_does() -> None:
    now = put(all_boxed(PIECES), "lamp#1", MARKET, face="up")
    under = BuiltIn(SURFACE, PIECES, switches=SURFACE.cells, readers=(MARKET,))
    found = felt(now, under, {})
    assert not found.covered
    assert len(found.tags[MARKET]) == 1
    assert replace(under, readers=()).anything


def test_a_hand_holds_its_seats_name() -> None:
    assert Seat(done(table(), "hold", "lamp#1", device="pad.c")[PieceId("lamp#1")].hand) == "c"


TABLE = Bazaar(BOARD, Ruleset())
KINGDOM = "engine/games/kingdom_square/boards/kingdom.yaml"


@pytest.mark.parametrize(("sideways", "at_mm"), [(False, (8.1, 0.0)), (True, (0.0, -8.1))])
def test_a_unit_is_laid_so_that_the_label_of_its_tile_shows(
    *, sideways: bool, at_mm: tuple[float, float]
) -> None:
    surface, pieces = load_board(KINGDOM).surface, load_pieces(pieces_beside(KINGDOM))
    tile, unit = PieceId("f.no.8#1"), PieceId("f.hero")
    layout = {unit: Spot(Cell("d4"), sideways=sideways), tile: Spot(Cell("d4"), sideways=False)}
    now = set_table(layout, surface, pieces)
    assert list(now)[-2:] == [tile, unit], "the unit lies on its tile"
    x, y = surface.centre_mm(Cell("d4"))
    assert now[tile].at_mm == (x, y)
    assert now[unit].at_mm == pytest.approx((x + at_mm[0], y + at_mm[1]), abs=0.1)
    # A quarter turn lays it beside the label again.
    turned = obeyed(now, SimulatorOrder(SimulatorAct.TURN, unit), surface, pieces, seeded(1))
    assert not isinstance(turned, OrderRefused | Pressed)
    other = (0.0, -8.1) if not sideways else (8.1, 0.0)
    assert turned[unit].at_mm == pytest.approx((x + other[0], y + other[1]), abs=0.1)


@pytest.mark.parametrize("sideways", [False, True])
def test_a_dragged_unit_lies_as_it_lay_before(*, sideways: bool) -> None:
    surface, pieces = load_board(KINGDOM).surface, load_pieces(pieces_beside(KINGDOM))
    unit = PieceId("f.hero")
    now = set_table({unit: Spot(Cell("d4"), sideways=sideways)}, surface, pieces)
    x, y = surface.centre_mm(Cell("d5"))
    order = SimulatorOrder(SimulatorAct.PUT, unit, x, y, face=PutFace.UP)
    after = obeyed(now, order, surface, pieces, seeded(1))
    assert not isinstance(after, OrderRefused | Pressed)
    assert after[unit].at_mm == (x, y)
    assert is_sideways(after[unit].turned_deg, surface.facing_deg(Cell("d5"))) is sideways


def test_bots_lay_the_land_that_is_turned_up_under_the_unit_that_stands_on_it() -> None:
    surface, pieces = load_board(KINGDOM).surface, load_pieces(pieces_beside(KINGDOM))
    tile, unit = PieceId("f.no.8#1"), PieceId("f.hero")
    now = set_table({unit: Spot(Cell("d4"))}, surface, pieces)
    both = (PieceView(tile, Cell("d4"), "land", Phrase("")), PieceView(unit, Cell("d4"), "hero", Phrase("")))
    view = TABLE.view(TABLE.initial(None), None)
    before, after = (
        MatchState("m", "bazaar", number, Seconds(0.0), replace(view, pieces=there))
        for number, there in ((1, both[1:]), (2, both))
    )
    later = followed(now, before, after, surface, pieces)
    assert list(later)[-2:] == [tile, unit]
    (x, y), at = surface.centre_mm(Cell("d4")), later[tile].at_mm
    assert at == (x, y)
