"""A board that restarts, or whose reports come late and all at once. Half of them lead to no verdict."""

from collections.abc import Iterable

from engine.core.ids import Cell, PieceId
from engine.session.seen.belief import Belief
from engine.session.seen.fusion import take
from engine.session.seen.sighted import awaits_somebody, sighting
from tests.session.seeing import feel, look_at, read

CELLS = tuple(f"c{n}" for n in range(1, 10))


def felt_until(at: float, cells: Iterable[str]) -> Belief:
    """Return the belief about a table that only switches have reported for some seconds."""
    belief = Belief(last={PieceId("a"): Cell("c1"), PieceId("b"): Cell("c3")})
    for n in range(9):
        belief = take(belief, feel(cells, at - 4 + n / 2, covers=CELLS))
    return belief


def test_the_first_of_a_burst_of_late_changes_is_no_table_at_rest() -> None:
    belief = felt_until(10.0, ["c1", "c3"])
    # A reader goes on reporting. The switches' changes of two seconds come at once.
    belief = take(belief, read({}, 12.0, covers=["c9"]))
    for when, cells in ((10.4, ["c3"]), (10.9, ["c2", "c3"]), (11.2, ["c2"]), (11.6, ["c2", "c4"])):
        belief = take(belief, feel(cells, when, covers=CELLS))
        assert sighting(belief) is None, cells
    for later in (12.25, 12.5, 12.75):
        belief = take(take(belief, feel(["c2", "c4"], later, covers=CELLS)), read({}, later, covers=["c9"]))
    seen = sighting(belief)
    assert seen is not None
    assert {piece: spot.cell for piece, spot in seen.spots.items()} == {"a": "c2", "b": "c4"}


def test_a_board_that_has_just_gone_is_waited_for_until_it_is_back_or_stays_away() -> None:
    belief = felt_until(10.0, ["c1", "c3"])
    belief = take(belief, read({}, 10.1, covers=["c9"]))
    assert not awaits_somebody(belief)
    gone = take(belief, feel([], 10.2, covers=[]))
    assert awaits_somebody(gone)
    back = take(gone, feel(["c1", "c3"], 11.5, covers=CELLS))
    assert not awaits_somebody(back)
    for at in (11.5, 13.5, 15.5):
        gone = take(gone, read({}, at, covers=["c9"]))
    assert not awaits_somebody(gone)


def test_a_camera_that_sees_waits_for_no_board() -> None:
    belief = felt_until(10.0, ["c1", "c3"])
    belief = take(take(belief, look_at({}, 10.1)), feel([], 10.2, covers=[]))
    assert not awaits_somebody(belief)
