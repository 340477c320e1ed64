"""Promises of every kind of surface: hexes, squares, zones, and a field with zones round it."""

from math import hypot
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.ids import Cell, Seat
from engine.core.pieces import pieces_beside
from engine.core.surfaces import JointSurface, SquareSurface, Surface, ZoneKind

FRAME = (
    "frame:\n  dictionary: DICT_5X5_250\n  side_mm: 32\n"
    "  tags: {0: [-380, 380], 1: [380, 380], 2: [380, -380], 3: [-380, -380]}\n"
)
TILES = (
    "name: tiles\nsize_mm: [800, 800]\n"
    f"grid: {{kind: square, columns: 7, rows: 7, square_mm: 70, edge_mm: 24}}\n{FRAME}"
)
ROUND = f"""name: round
size_mm: [800, 800]
{FRAME}places:
  usual: 4
  2: {{p1: [0, -250, 0], p2: [0, 250, 180]}}
  4: {{p1: [0, -250, 0], p2: [250, 0, 90], p3: [0, 250, 180], p4: [-250, 0, 270]}}
zones:
  market: {{kind: slots, count: 5, size_mm: [63, 88], gap_mm: 6, centre_mm: [0, 0]}}
  deck: {{kind: pile, size_mm: [63, 88], centre_mm: [0, 110], facing_deg: 90}}
  "{{seat}}.play": {{kind: spread, size_mm: [200, 95], centre_mm: [0, 0]}}
  "{{seat}}.hand": {{kind: private, size_mm: [100, 60], centre_mm: [0, -100]}}
"""
BOTH = (
    TILES
    + "zones:\n  book: {kind: pile, seat: first, size_mm: [63, 88], centre_mm: [300, -300]}\n"
    + "  trump: {kind: slots, count: 2, size_mm: [63, 88], centre_mm: [-300, 300]}\n"
)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("boards")
    for name, text in (("tiles", TILES), ("round", ROUND), ("both", BOTH)):
        (found / f"{name}.yaml").write_text(text)
    return found


def surfaces(folder: Path) -> dict[str, Surface]:
    return {
        **{name: load_board(name).surface for name in ("mativen", "duel")},
        **{name: load_board(f"{folder}/{name}.yaml").surface for name in ("tiles", "round", "both")},
    }


def test_every_surface_answers_alike(folder: Path) -> None:
    for name, surface in surfaces(folder).items():
        assert len(set(surface.cells)) == len(surface.cells) == len(surface.centres_mm), name
        for i, cell in enumerate(surface.cells):
            x, y = surface.centre_mm(cell)
            corners = surface.corners_mm(cell)
            assert surface.index[cell] == i
            assert surface.cell_at(x, y) == cell
            radius = surface.width_mm(cell) / 2
            assert surface.beyond_mm(cell, x, y) == pytest.approx(-radius)
            assert all(surface.beyond_mm(cell, px, py) == pytest.approx(0, abs=1e-6) for px, py in corners)
            assert all(hypot(px - x, py - y) >= radius for px, py in corners)
            twice = sum(
                ax * by - bx * ay
                for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True)
            )
            assert surface.area_mm2(cell) == pytest.approx(twice / 2)
            assert all(n is None or i in surface.neighbours[n] for n in surface.neighbours[i])


@given(st.floats(-400, 400), st.floats(-400, 400))
def test_a_point_lies_in_the_cell_that_it_isnt_beside(folder: Path, x: float, y: float) -> None:
    for surface in surfaces(folder).values():
        cell = surface.cell_at(x, y)
        within = [one for one in surface.cells if surface.beyond_mm(one, x, y) < -1e-6]
        assert within in ([], [cell]) if cell is not None else within == []


def test_squares_are_named_as_on_a_chessboard_and_have_four_neighbours(folder: Path) -> None:
    surface = load_board(f"{folder}/tiles.yaml").surface
    assert isinstance(surface, SquareSurface)
    assert (surface.cells[0], surface.cells[6], surface.cells[7], surface.cells[-1]) == (
        "a1",
        "g1",
        "a2",
        "g7",
    )
    assert surface.centre_mm(Cell("d4")) == (0, 0)
    around = [None if n is None else surface.cells[n] for n in surface.neighbours[surface.index[Cell("a4")]]]
    assert around == ["b4", "a5", None, "a3"]
    assert [surface.pushed(Cell("d4"), x, 0) for x in (23.9, 24.0)] == [False, True]


def test_zones_are_repeated_for_each_seat_and_face_it(folder: Path) -> None:
    surface = load_board(f"{folder}/round.yaml").surface
    assert len(surface.cells) == 5 + 1 + 4 + 4
    assert surface.cells[:6] == ("market.1", "market.2", "market.3", "market.4", "market.5", "deck")
    assert surface.centre_mm(Cell("market.1")) == pytest.approx((-138, 0))
    hands = [surface.centre_mm(Cell(f"p{n}.hand")) for n in (1, 2, 3, 4)]
    assert [tuple(round(mm) for mm in at) for at in hands] == [(0, -350), (350, 0), (0, 350), (-350, 0)]
    assert [surface.facing_deg(Cell(f"p{n}.hand")) for n in (1, 2, 3, 4)] == [0, 90, 180, 270]
    zone = surface.zone_of(Cell("p3.hand"))
    assert zone is not None
    assert (zone.kind, zone.seat, zone.cells) == (ZoneKind.PRIVATE, Seat("p3"), ("p3.hand",))
    assert surface.facing_deg(Cell("deck")) == 90


def test_a_table_is_laid_for_as_many_seats_as_are_asked_for(folder: Path) -> None:
    usual, two = load_board(f"{folder}/round.yaml"), load_board(f"{folder}/round.yaml@2")
    assert (usual.name, two.name) == ("round@4", "round@2")
    assert len(two.surface.cells) == 5 + 1 + 2 + 2
    assert pieces_beside(f"{folder}/round.yaml@2") == f"{folder}/round-pieces.yaml"
    for wrong, text in (("3", "expected places for one of 2, 4 seats; asked for 3"), ("x", "from 1 to 99")):
        with pytest.raises(InputFault, match=text):
            load_board(f"{folder}/round.yaml@{wrong}")


def test_a_field_and_zones_are_one_surface(folder: Path) -> None:
    surface = load_board(f"{folder}/both.yaml").surface
    assert isinstance(surface, JointSurface)
    assert surface.cells[-3:] == ("book", "trump.1", "trump.2")
    assert surface.zone_of(Cell("d4")) is None
    assert not surface.pushed(Cell("book"), 330, -300)
    assert surface.pushed(Cell("d4"), 30, 0)


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        ("kind: slots, count: 5", "kind: heap", "expected one of slots, spread, pile, private; found 'heap'"),
        ("gap_mm: 6", "gap_mm: -6", "expected a gap of 0 mm or more, found -6"),
        ("[0, 110]", "[0, 40]", "the cells 'market.2' and 'deck' cover each other"),
        ("[0, 110]", "[0, 390]", "the cell 'deck' reaches over the board's edge"),
        ("kind: pile,", "kind: pile, count: 2,", "only slots have it; this is a pile"),
        ("usual: 4", "usual: 5", "expected places for one of 2, 4 seats; asked for 5"),
        ("p3: [0, 250, 180]", "p3: [0, 250]", r"expected \[x, y, turned degrees\] of the seat, found 2"),
        ("  4: {p1: [0, -250, 0], ", "  4: {", "expected the places of 4 seats, found 3"),
        ('"{seat}.hand"', "pad", "expected whose it is"),
        ('"{seat}.hand"', "deck.x", "expected whose it is"),
    ],
)
def test_a_table_that_cant_be_laid_names_the_place(
    tmp_path: Path, before: str, after: str, text: str
) -> None:
    assert before in ROUND
    path = tmp_path / "wrong.yaml"
    path.write_text(ROUND.replace(before, after, 1))
    with pytest.raises(InputFault, match=text) as caught:
        load_board(str(path))
    assert str(caught.value).startswith(f"{path}:")


def test_a_board_without_field_and_zones_is_none(tmp_path: Path) -> None:
    path = tmp_path / "bare.yaml"
    path.write_text(f"name: bare\nsize_mm: [800, 800]\n{FRAME}")
    with pytest.raises(InputFault, match="the key 'grid' is missing, and 'zones' too"):
        load_board(str(path))
