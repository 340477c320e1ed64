"""Pieces that an arm hides in one picture, before the arm is noticed, weren't lifted."""

from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot
from engine.core.observations import Look
from engine.session.seen.belief import Belief
from engine.session.seen.believed import judged
from engine.session.seen.fusion import take
from engine.session.seen.sighted import sighting
from tests.session.seeing import look_at

HOME: Layout = {
    **{PieceId(name): Spot(Cell(f"c{n}"), edge=False) for n, name in enumerate("abcd", 1)},
    PieceId("e"): Spot(Cell("c4"), edge=False),
}
LOOK_S = 0.25


def without(names: str) -> Layout:
    return {piece: spot for piece, spot in HOME.items() if piece not in names}


def lifted(*looks: Look) -> list[PieceId]:
    """Return the pieces lifted in these looks, after a look at the whole table at rest."""
    belief = Belief()
    for look in (look_at(HOME, 0.0), look_at(HOME, 0.5)):
        belief = take(belief, look)
    seen = sighting(belief)
    assert seen is not None
    belief = judged(belief, seen)
    for look in looks:
        belief = take(belief, look)
    return sorted(one.piece for one in belief.trail.touches if one.now is None)


def test_pieces_hidden_in_the_picture_before_an_arm_is_noticed_were_not_lifted() -> None:
    cells = [spot.cell for spot in HOME.values()][:2]
    assert not lifted(
        look_at(without("ab"), 0.75, steady=False),
        look_at(without("ab"), 1.0, steady=False, blind=cells),
        look_at(HOME, 1.25, steady=False),
        look_at(HOME, 1.5),
    )


def test_a_piece_taken_under_an_arm_is_lifted_from_the_time_it_was_first_missed() -> None:
    assert lifted(
        look_at(without("ab"), 0.75, steady=False),
        look_at(without("ab"), 1.0, steady=False, blind=["c1", "c2"]),
        look_at(without("b"), 1.25, steady=False),
    ) == ["b"]


def test_an_arm_over_a_single_cell_lifts_neither_of_two_that_lie_there() -> None:
    assert not lifted(
        look_at(without("de"), 0.75, steady=False),
        look_at(without("de"), 1.0, steady=False, blind=["c4"]),
        look_at(HOME, 1.25, steady=False),
    )
    assert lifted(*(look_at(without("de"), at, steady=False) for at in (0.75, 1.0))) == ["d", "e"]


def test_pieces_missed_in_two_pictures_were_all_lifted() -> None:
    gone = [look_at(without("abc"), at, steady=False) for at in (0.75, 1.0)]
    assert lifted(*gone) == ["a", "b", "c"]


def test_a_single_piece_missed_in_one_picture_was_lifted() -> None:
    assert lifted(look_at(without("a"), 0.75, steady=False), look_at(HOME, 1.0)) == ["a"]


def test_pieces_missed_in_one_picture_of_a_slow_camera_were_lifted() -> None:
    assert lifted(look_at(without("abc"), 2.0)) == ["a", "b", "c"]
