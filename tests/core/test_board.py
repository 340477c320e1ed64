"""Promises of the board file and its surface."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.board import (
    BOARDS_FOLDER,
    Board,
    Tray,
    find_board_file,
    layouts_of,
    load_board,
    portable_board,
    without_seats,
)
from engine.core.faults import InputFault
from engine.core.ids import Cell

MATIVEN = load_board("mativen")
CELLS = st.sampled_from(MATIVEN.surface.cells)


def test_mativen_has_its_137_hexes_named_row_by_row() -> None:
    surface = MATIVEN.surface
    assert len(surface.cells) == 6 * 12 + 5 * 13
    assert surface.cells[0] == "a1"
    assert surface.cells[-1] == "l11"
    assert "m1" not in surface.index
    assert "m2" in surface.index


def test_centres_follow_the_formula_printed_in_the_board_file() -> None:
    for cell in MATIVEN.surface.cells:
        column, row = ord(cell[0]) - 97, int(cell[1:])
        x, y = MATIVEN.surface.centre_mm(cell)
        assert x == pytest.approx(64 * (column + (0.5 if row % 2 else 0) - 6))
        assert y == pytest.approx(55.4256 * (row - 6), abs=0.001)


@given(CELLS, st.floats(-31, 31), st.floats(-31, 31))
def test_a_point_inside_a_hex_is_found_in_that_hex(cell: Cell, dx: float, dy: float) -> None:
    x, y = MATIVEN.surface.centre_mm(cell)
    inside = all(abs(dx * nx + dy * ny) < 31.9 for nx, ny in ((1, 0), (0.5, 0.866), (-0.5, 0.866)))
    if inside:
        assert MATIVEN.surface.cell_at(x + dx, y + dy) == cell


def test_a_point_beside_the_field_is_in_no_hex() -> None:
    assert MATIVEN.surface.cell_at(-437, 335) is None


@given(CELLS)
def test_neighbours_are_mutual_and_in_opposite_directions(cell: Cell) -> None:
    surface = MATIVEN.surface
    here = surface.index[cell]
    for direction, there in enumerate(surface.neighbours[here]):
        if there is not None:
            assert surface.neighbours[there][(direction + 3) % 6] == here


def test_f6_lies_between_the_six_hexes_around_it_counter_clockwise_from_the_right() -> None:
    surface = MATIVEN.surface
    around = [surface.cells[i] for i in surface.neighbours[surface.index[Cell("f6")]] if i is not None]
    assert around == ["g6", "f7", "e7", "e6", "e5", "f5"]


def test_a_piece_counts_as_pushed_from_22_mm_along_an_edge_normal() -> None:
    surface = MATIVEN.surface
    x, y = surface.centre_mm(Cell("d7"))
    assert not surface.pushed(Cell("d7"), x + 21.9, y)
    assert surface.pushed(Cell("d7"), x + 22.1, y)
    assert surface.pushed(Cell("d7"), x - 11.1, y + 19.2)


def test_the_outline_of_a_hex_is_as_wide_as_the_board_file_says() -> None:
    corners = MATIVEN.surface.corners_mm(Cell("a1"))
    assert max(x for x, _ in corners) - min(x for x, _ in corners) == pytest.approx(64)
    assert len(set(corners)) == 6


@pytest.mark.parametrize(
    ("change", "line", "said"),
    [
        (("rows: 11", "rows: 12"), 5, "12 rows"),
        (("hex_mm: 64", "hex_mm: -3"), 8, "above 0"),
        (("hex_mm: 64", "hex_mm: wide"), 8, "expected a number"),
        (("size_mm: [922,", "size_mm: [0,"), 9, "above 0 and up to 10000 mm, found 0"),
        (("size_mm: [922,", "size_mm: [1000000000,"), 9, "found 1e.09"),
        (("hex_mm: 64", "hex_mm: .nan"), 8, "a finite number"),
        (("0: [-437, 335]", "²: [-437, 335]"), 14, "tag id"),
        (("kind: hex", "kind: round"), 5, "expected one of hex"),
        (("edge_mm: 22", "edge_mm: [22]"), 10, "expected a number"),
        (("0: [-437, 335]", "nought: [-437, 335]"), 14, "tag id"),
        (("0: [-437, 335]", "0: [-437]"), 14, "two numbers"),
        (("name: mativen", "name: mativen\nname: twice"), 4, "stands twice"),
    ],
)
def test_a_broken_board_file_is_refused_with_its_line(
    tmp_path: Path, change: tuple[str, str], line: int, said: str
) -> None:
    text = (BOARDS_FOLDER / "mativen.yaml").read_text(encoding="utf-8")
    assert change[0] in text
    path = tmp_path / "broken.yaml"
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(InputFault, match=said) as caught:
        load_board(str(path))
    assert f"broken.yaml:{line}:" in str(caught.value)


def test_rubbish_instead_of_a_board_file_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "rubbish.yaml"
    path.write_text("name: x\ngrid: {kind: hex\n", encoding="utf-8")
    with pytest.raises(InputFault, match=r"rubbish\.yaml:\d+: not YAML"):
        load_board(str(path))
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputFault, match="not UTF-8"):
        load_board(str(path))


def test_an_unknown_board_is_refused_with_the_names_that_exist() -> None:
    with pytest.raises(InputFault, match="mativen"):
        load_board("atlantis")


DUEL = load_board("duel")


def test_the_duel_is_a_regular_hexagon_of_61_hexes_whose_rows_lie_centred_on_each_other() -> None:
    surface = DUEL.surface
    assert [surface.cells[i] for i in surface.neighbours[surface.index[Cell("e5")]] if i is not None] == [
        "f5", "e6", "d6", "d5", "d4", "e4",
    ]  # fmt: skip
    assert len(surface.cells) == 61
    assert sum(near is not None for six in surface.neighbours for near in six) == 2 * 156
    assert {round(surface.centre_mm(Cell(middle))[0], 6) for middle in ("c1", "d3", "e5", "d7", "c9")} == {0}


def test_the_boards_of_the_project_have_no_frame_tag_in_common() -> None:
    assert not set(DUEL.frame.centres_mm) & set(MATIVEN.frame.centres_mm)


@pytest.mark.parametrize("board", [MATIVEN, DUEL])
def test_the_boards_trays_lie_beside_the_sheet(board: Board) -> None:
    assert board.tray is not None
    assert min(x for x, _ in board.tray.corners_mm()) >= board.size_mm[0] / 2 + 10


def test_centred_rows_that_cant_interlock_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.yaml"
    text = (BOARDS_FOLDER / "duel.yaml").read_text(encoding="utf-8")
    path.write_text(text.replace("widths: [5, 6,", "widths: [5, 7,"), encoding="utf-8")
    with pytest.raises(InputFault, match="rows 1 and 2 are 5 and 7 wide"):
        load_board(str(path))


@pytest.mark.parametrize(
    ("board", "names"),
    [
        ("realms", ("realms@4", "realms@2", "realms@3", "realms@5", "realms@6")),
        ("realms@6", ("realms@4", "realms@2", "realms@3", "realms@5", "realms@6")),
        ("kingdom", ("kingdom",)),
        ("duel", ("duel",)),
    ],
)
def test_a_board_has_a_name_for_each_number_of_seats_the_usual_one_first(
    board: str, names: tuple[str, ...]
) -> None:
    assert layouts_of(board) == names
    usual, *_ = (load_board(name).name for name in names)
    assert usual == load_board(without_seats(board)).name


def test_a_board_may_have_a_dice_tray(tmp_path: Path) -> None:
    lines = find_board_file("mativen").read_text(encoding="utf-8").splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith("tray:"))
    own = tmp_path / "own.yaml"
    own.write_text(text, encoding="utf-8")
    assert load_board(str(own)).tray is None
    own.write_text(text + "tray: {centre_mm: [560, 0], size_mm: [130, 200], die_mm: 16}\n", encoding="utf-8")
    assert load_board(str(own)).tray == Tray((560.0, 0.0), (130.0, 200.0), 16.0)
    own.write_text(text + "tray: {centre_mm: [560, 0], size_mm: [20, 200], die_mm: 16}\n", encoding="utf-8")
    with pytest.raises(InputFault, match="room for two dice"):
        load_board(str(own))


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("engine/games/hero_realms/boards/realms.yaml@4", "realms@4"),
        ("engine/games/hero_realms/boards/realms-pieces.yaml", "realms-pieces"),
        ("mativen", "mativen"),
        ("tests/twelve/table.yaml", "tests/twelve/table.yaml"),
    ],
)
def test_a_board_that_comes_with_the_project_has_the_same_name_on_every_machine(
    given: str, name: str
) -> None:
    assert portable_board(given) == name
    assert portable_board(str(Path(given).absolute()) if "/" in given else given).endswith(name)
    assert find_board_file(name).samefile(find_board_file(given))


@pytest.mark.parametrize("name", ["realms", "realms-pieces"])
def test_an_old_journals_path_of_a_games_board_is_found_wherever_the_code_lies_now(name: str) -> None:
    of_another_machine = f"/home/lan/boardwarden/engine/games/hero_realms/boards/{name}.yaml@3"
    assert find_board_file(of_another_machine) == find_board_file(name)
    with pytest.raises(InputFault, match="realms"):
        find_board_file("/home/lan/boards/realms.yaml")
