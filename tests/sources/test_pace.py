"""How often a live camera is looked at."""

from engine.core.ids import Cell, Seconds
from engine.core.observations import Look, LookCells, LookMotion, LookPieces
from vision.camera.pace import CALM_AFTER_S, REST_S, Pace


def look(taken_at: float, *, steady: bool = True, unsure: tuple[str, ...] = ()) -> Look:
    cells = tuple(Cell(cell) for cell in unsure)
    return Look(
        "cam", 1, Seconds(taken_at), LookPieces(), LookCells(cells), LookMotion(steady=steady, moved=False)
    )


def calm() -> Pace:
    pace = Pace()
    pace.rest_s(look(0.0))
    return pace


def test_every_picture_is_looked_at_until_nothing_has_moved_for_a_while() -> None:
    pace = calm()
    assert pace.rest_s(look(CALM_AFTER_S / 2)) == 0.0
    assert pace.rest_s(look(CALM_AFTER_S)) == REST_S


def test_what_moves_is_looked_at_in_every_picture_at_once() -> None:
    pace = calm()
    assert pace.rest_s(look(10.0)) == REST_S
    assert pace.rest_s(look(10.1, steady=False)) == 0.0
    assert pace.rest_s(look(10.2)) == 0.0


def test_a_cell_that_could_not_be_read_gets_all_its_chances() -> None:
    assert calm().rest_s(look(10.0, unsure=("f6",))) == 0.0


def test_a_camera_whose_clock_went_back_is_not_left_alone() -> None:
    pace = calm()
    pace.rest_s(look(100.0, steady=False))
    assert pace.rest_s(look(50.0)) == 0.0
    assert pace.rest_s(look(50.0 + CALM_AFTER_S)) == REST_S
