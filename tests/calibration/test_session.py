"""The guided session takes what is new and still, and says what is wanted."""

from dataclasses import replace

from tests.calibration.sheets import HEIGHT, POSES, WIDTH, view, views
from vision.calibration.session import LEAST_VIEWS, PARTS, TILTS, CalibrationSession, Want, show
from vision.calibration.sheet import SheetView
from vision.calibration.target import USUAL


def begun(stillness: int = 2) -> CalibrationSession:
    return CalibrationSession(USUAL, WIDTH, HEIGHT, stillness=stillness)


def shifted(one: SheetView, px: float) -> SheetView:
    return replace(one, corners_px=one.corners_px + px)


def test_at_first_every_part_and_tilt_is_wanted() -> None:
    assert begun().wanted == (*PARTS, *TILTS)


def test_a_sheet_is_taken_once_it_holds_still_and_not_again() -> None:
    session, said = begun(), []
    still = views()[0]
    for one in (still, shifted(still, 9.0), shifted(still, 9.2), shifted(still, 9.1), still, still, still):
        session, shown = show(session, one)
        said.append((shown.still, shown.taken, shown.known))
    assert [taken for _, taken, _ in said] == [False, False, False, True, False, False, False]
    assert said[-1] == (True, False, True)


def test_a_sheet_that_moves_is_never_taken() -> None:
    session = begun()
    for number in range(12):
        session, shown = show(session, shifted(views()[0], 4.0 * number))
        assert not shown.taken
    assert session.taken == ()


def test_a_sheet_that_is_gone_for_a_picture_must_hold_still_anew() -> None:
    session = begun()
    for one in (views()[0], views()[0], None, views()[0], views()[0]):
        session, shown = show(session, one)
        assert not shown.taken
    assert not show(begun(), None)[1].found


def test_each_view_leaves_less_wanted_and_a_whole_session_nothing() -> None:
    session = begun(stillness=0)
    open_ = len(session.wanted)
    for one in views():
        session, _ = show(session, one)
        assert Want.MORE in session.wanted or len(session.wanted) <= open_
        open_ = len(session.wanted)
    assert session.wanted == ()
    assert len(session.taken) >= LEAST_VIEWS


def test_more_views_are_wanted_when_the_parts_are_covered_too_early() -> None:
    session = begun(stillness=0)
    for held in (*POSES[1:6], *POSES[6:9], POSES[10]):
        session, _ = show(session, view(held, POSES.index(held) + 1))
    assert session.wanted == (Want.MORE,)
