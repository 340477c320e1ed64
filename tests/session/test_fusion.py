"""Looks become a sighting once they have settled, and not earlier."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Layout, Spot, is_sideways, lie_across
from engine.core.observations import Look, LookReach
from engine.session.seen.belief import Belief
from engine.session.seen.believed import judged
from engine.session.seen.fusion import take
from engine.session.seen.sighted import sighting
from engine.session.seen.sighting import Sighting
from engine.session.seen.trail import Trail
from tests.session.seeing import look_at

A, B, C = PieceId("a"), PieceId("b"), PieceId("c")
HOME: Layout = {A: Spot(Cell("c1"), edge=False), B: Spot(Cell("c2"), edge=False)}
AWAY: Layout = {**HOME, A: Spot(Cell("c5"), edge=False)}
ONLY_B: Layout = {B: HOME[B]}


def after(*looks: Look, start: Belief | None = None) -> Belief:
    belief = start or Belief()
    for look in looks:
        belief = take(belief, look)
    return belief


def seen(belief: Belief) -> Sighting:
    found = sighting(belief)
    assert found is not None
    return found


def settled_home() -> Belief:
    belief = after(look_at(HOME, 0.0), look_at(HOME, 0.5))
    return judged(belief, seen(belief))


def test_one_look_settles_nothing() -> None:
    assert sighting(after(look_at(HOME, 0.0))) is None


def test_two_agreeing_looks_half_a_second_apart_are_enough() -> None:
    assert seen(after(look_at(HOME, 0.0), look_at(HOME, 0.5))).spots.keys() == HOME.keys()


def test_many_looks_in_a_short_time_are_not_enough() -> None:
    assert sighting(after(*(look_at(HOME, n / 30) for n in range(11)))) is None
    assert sighting(after(*(look_at(HOME, n / 30) for n in range(14)))) is not None


def test_the_first_look_after_a_hand_begins_the_run() -> None:
    belief = after(look_at(HOME, 0.0), look_at(AWAY, 1.0, steady=False), look_at(AWAY, 1.5))
    assert seen(belief).spots[A].cell == "c5"


def test_an_unsteady_look_begins_a_new_run() -> None:
    assert sighting(after(look_at(HOME, 0.0), look_at(HOME, 0.5, steady=False))) is None


def test_a_moved_camera_settles_nothing() -> None:
    assert sighting(after(look_at(HOME, 0.0), look_at(HOME, 0.5, moved=True), look_at(HOME, 0.6))) is None


def test_a_hand_over_the_board_keeps_the_table_from_settling() -> None:
    hand = [look_at(ONLY_B, 1.0 + n / 2, blind=["c1", "c3"]) for n in range(4)]
    assert sighting(after(*hand, start=settled_home())) is None


def test_a_piece_under_a_resting_hand_is_where_it_was() -> None:
    hand = [look_at(ONLY_B, 1.0 + n / 2, blind=["c1"]) for n in range(8)]
    found = seen(after(*hand, start=settled_home()))
    assert found.hidden == {A}
    assert A not in found.spots


def test_a_piece_whose_cell_is_clear_is_gone() -> None:
    belief = after(look_at(ONLY_B, 1.0, steady=False), look_at(ONLY_B, 1.5), start=settled_home())
    assert seen(belief).hidden == frozenset()


def test_a_piece_is_not_gone_while_it_may_lie_where_nothing_can_be_read() -> None:
    looks = [look_at(ONLY_B, 1.0 + n / 2, unsure=["c7"], steady=n > 0) for n in range(9)]
    belief = after(*looks, start=settled_home())
    assert seen(belief).hidden == {A}
    belief = judged(belief, seen(belief))
    belief = after(look_at(ONLY_B, 9.0, unsure=["c7"]), start=belief)
    assert seen(belief).hidden == {A}
    belief = after(look_at(ONLY_B, 9.5, steady=False), look_at(ONLY_B, 10.0), start=belief)
    assert seen(belief).hidden == frozenset()


def test_an_unread_piece_is_gone_once_its_cell_is_surely_empty_for_a_second() -> None:
    looks = [look_at(ONLY_B, 1.0 + n / 5, unsure=["c7"] if n < 2 else (), steady=n > 0) for n in range(9)]
    belief = after(*looks[:7], start=settled_home())
    assert seen(belief).hidden == {A}
    assert seen(belief).murky == {"c7"}
    belief = after(*looks[7:], start=belief)
    assert seen(belief).hidden == frozenset()
    assert seen(belief).murky == frozenset()


def test_a_piece_that_is_unread_now_and_then_is_never_gone() -> None:
    looks = [look_at(ONLY_B, 1.0 + n / 5, unsure=() if n % 4 else ["c7"], steady=n > 0) for n in range(40)]
    assert seen(after(*looks, start=settled_home())).hidden == {A}


def test_a_tag_read_only_now_and_then_is_there() -> None:
    looks = [look_at(HOME if n % 2 else ONLY_B, n / 4, unsure=() if n % 2 else ["c1"]) for n in range(6)]
    found = seen(after(*looks))
    assert found.spots[A].cell == "c1"
    assert not found.murky


def test_an_edge_that_wavers_is_unknown() -> None:
    pushed = {**HOME, A: Spot(Cell("c1"), edge=True)}
    assert seen(after(look_at(HOME, 0.0), look_at(pushed, 0.5))).spots[A].edge is None


def test_late_and_repeated_looks_change_nothing() -> None:
    belief = after(look_at(HOME, 0.0), look_at(HOME, 0.5))
    assert take(belief, look_at(HOME, 0.5)) == belief
    assert take(belief, look_at(AWAY, 0.25)) == belief


@pytest.mark.parametrize("ahead", [6.0, 3_600.0, 9e9])
def test_a_clock_that_is_set_back_begins_new_runs(ahead: float) -> None:
    before = after(look_at(HOME, ahead), look_at(HOME, ahead + 0.5))
    set_back = after(look_at(AWAY, 0.0), start=judged(before, seen(before)))
    assert sighting(set_back) is None
    found = seen(after(look_at(AWAY, 0.5), start=set_back))
    assert found.spots == AWAY
    assert found.taken_at == 0.5


def test_a_piece_under_a_hand_after_a_clock_was_set_back_is_where_it_was() -> None:
    before = after(look_at(HOME, 3_600.0), look_at(HOME, 3_600.5))
    hand = [look_at(ONLY_B, n / 2, blind=["c1"]) for n in range(8)]
    assert seen(after(*hand, start=judged(before, seen(before)))).hidden == {A}


def test_a_late_look_still_shows_a_piece_that_came_and_went() -> None:
    belief = after(look_at(HOME, 1.0, steady=False), look_at(HOME, 1.5, steady=False), start=settled_home())
    with_c = {**HOME, C: Spot(Cell("c5"), edge=False)}
    late = take(belief, look_at(with_c, 1.25, steady=False))
    assert [(one.piece, one.was is None, one.at) for one in late.trail.touches] == [
        (C, True, 1.25),
        (C, False, 1.5),
    ]
    assert take(late, look_at(with_c, 1.25, steady=False)) == late
    assert take(belief, look_at(with_c, 0.25)) == belief, "it was taken before the table was judged"
    assert seen(after(look_at(HOME, 2.0), look_at(HOME, 2.5), start=late)).spots == HOME


def test_two_cameras_must_both_have_settled() -> None:
    belief = after(look_at(HOME, 0.0), look_at(HOME, 0.5), look_at(HOME, 0.4, source="other"))
    assert sighting(belief) is None
    assert sighting(after(look_at(HOME, 0.8, source="other"), start=belief)) is not None


def test_a_camera_that_went_silent_takes_no_part() -> None:
    belief = after(look_at(AWAY, 0.0, source="other"), look_at(HOME, 4.0), look_at(HOME, 4.5))
    assert seen(belief).spots[A].cell == "c1"


def test_a_piece_that_one_camera_cannot_see_is_taken_from_another() -> None:
    belief = after(
        *(look_at(ONLY_B, t, blind=["c1"]) for t in (0.0, 0.5)),
        *(look_at({A: HOME[A]}, t, source="other", blind=["c2"]) for t in (0.0, 0.5)),
    )
    found = seen(belief)
    assert found.spots.keys() == {A, B}
    assert not found.murky


def test_cameras_that_disagree_leave_the_piece_unknown() -> None:
    belief = after(
        *(look_at(HOME, t) for t in (0.0, 0.5)), *(look_at(AWAY, t, source="other") for t in (0.0, 0.5))
    )
    assert A in seen(belief).hidden
    assert A not in seen(belief).spots


def test_a_piece_seen_twice_is_believed_in_neither_place() -> None:
    elsewhere = look_at(AWAY, 0.0).pieces.seen[0]
    looks = (look_at(HOME, at) for at in (0.0, 0.5))
    found = seen(
        after(
            *(
                replace(look, pieces=replace(look.pieces, seen=(*look.pieces.seen, elsewhere)))
                for look in looks
            )
        )
    )
    assert A not in found.spots
    assert found.murky == {"c1", "c5"}


def test_the_trail_has_the_cells_that_were_touched_since() -> None:
    belief = after(
        look_at(ONLY_B, 1.0, blind=["c3"], steady=False),
        look_at(AWAY, 1.5, steady=False),
        look_at(AWAY, 2.0),
        start=settled_home(),
    )
    assert {"c1", "c3", "c5"} <= set(seen(belief).touched)
    assert "c2" not in seen(belief).touched
    assert judged(belief, seen(belief)).trail == Trail(since=Seconds(2.0))


@given(st.lists(st.integers(0, 40), max_size=30))
def test_looks_in_any_order_and_number_end_where_the_newest_leave_it(order: list[int]) -> None:
    belief = after(*(look_at(HOME if n < 20 else AWAY, n / 4) for n in order))
    last = after(*(look_at(AWAY, 20 + n / 2, steady=n > 0) for n in range(3)), start=belief)
    assert seen(last).spots[A].cell == "c5"


def disagreeing(*, trust: float = 1.0) -> Sighting:
    """Return a belief where two cameras contradict each other; `trust` is that of the second."""
    others = (replace(look_at(AWAY, t, source="other"), reach=LookReach(trust=trust)) for t in (0.0, 0.5))
    found = sighting(after(*(look_at(HOME, t) for t in (0.0, 0.5)), *others))
    assert found is not None
    return found


def test_a_disagreement_is_kept_with_each_sources_claim() -> None:
    assert disagreeing().disputes == {A: (("cam", "c1"), ("other", "c5"))}


def test_a_source_trusted_three_times_as_much_is_believed() -> None:
    found = disagreeing(trust=0.3)
    assert found.spots[A].cell == "c1"
    assert not found.disputes
    assert disagreeing(trust=0.5).disputes


def test_a_source_that_sees_nothing_holds_nobody_up() -> None:
    blind = [look_at({}, t, source="other", blind=["c1", "c2", "c5"]) for t in (0.9, 1.4)]
    belief = after(
        look_at(HOME, 0.0, source="other"),
        look_at(HOME, 0.5, source="other"),
        look_at(AWAY, 1.0, steady=False),
        *blind,
        look_at(AWAY, 1.5),
        start=settled_home(),
    )
    assert seen(belief).spots[A].cell == "c5"


def test_a_cell_that_one_source_cannot_read_is_taken_from_another() -> None:
    belief = after(
        *(look_at(ONLY_B, t, unsure=["c1"]) for t in (0.0, 0.5)),
        *(look_at(HOME, t, source="other") for t in (0.0, 0.5)),
    )
    assert not seen(belief).murky


def test_one_cell_with_something_unread_hides_one_piece_that_went() -> None:
    belief = settled_home()
    belief = after(
        look_at(ONLY_B, 1.0, unsure=["c7"], steady=False), look_at(ONLY_B, 1.5, unsure=["c7"]), start=belief
    )
    assert seen(belief).hidden == {A}
    belief = judged(belief, seen(belief))
    belief = after(
        look_at({}, 2.0, unsure=["c7"], steady=False), look_at({}, 2.5, unsure=["c7"]), start=belief
    )
    assert seen(belief).hidden == {A}


def test_a_piece_that_can_no_longer_be_read_where_it_lies_hides_no_other() -> None:
    belief = after(
        look_at({}, 1.0, unsure=["c1"], steady=False), look_at({}, 1.5, unsure=["c1"]), start=settled_home()
    )
    assert seen(belief).hidden == {A}


def test_a_piece_that_just_came_and_can_no_longer_be_read_is_not_gone() -> None:
    new = PieceId("new")
    with_new: Layout = {**HOME, new: Spot(Cell("c7"), edge=False)}
    belief = after(
        look_at(with_new, 1.0, steady=False),
        look_at(with_new, 1.2, steady=False),
        *(look_at(HOME, at, unsure=["c7"], steady=at > 1.4) for at in (1.4, 1.9)),
        start=settled_home(),
    )
    assert seen(belief).hidden == {new}
    gone = after(*(look_at(HOME, at, steady=at > 2.0) for at in (2.0, 2.5)), start=belief)
    assert seen(gone).hidden == frozenset()


def test_a_piece_is_not_gone_where_nobody_could_tell_its_label_from_bare_board() -> None:
    dark = [look_at(ONLY_B, t, sure={"c1": 0.3, "c7": 0.9}, steady=t > 1.0) for t in (1.0, 1.5)]
    belief = after(*dark, start=settled_home())
    assert seen(belief).hidden == {A}
    assert seen(belief).murky == {"c1"}
    # Once one look is sure, the piece has gone.
    belief = after(look_at(ONLY_B, 2.0, sure={"c1": 0.8}), start=belief)
    assert seen(belief).hidden == frozenset()
    assert seen(belief).murky == frozenset()


def test_a_piece_that_was_read_stays_while_its_cell_is_not_surely_empty() -> None:
    belief = after(*(look_at(ONLY_B, t, sure={"c1": 0.4}) for t in (1.0, 1.5)), start=settled_home())
    assert seen(belief).spots[A].cell == "c1"
    belief = after(*(look_at(ONLY_B, t, sure={"c1": 0.97}) for t in (2.0, 2.5)), start=belief)
    assert A not in seen(belief).spots


def test_a_source_that_is_sure_that_a_cell_is_empty_outweighs_one_that_is_not() -> None:
    far = [look_at(ONLY_B, t, sure={"c1": 0.2}, steady=t > 1.0) for t in (1.0, 1.5)]
    near = [look_at(ONLY_B, t, source="other", sure={"c1": 0.95}) for t in (1.0, 1.5)]
    assert seen(after(*far, *near, start=settled_home())).hidden == frozenset()


def test_something_unread_counts_where_another_source_is_not_sure_that_it_is_empty() -> None:
    unread = [look_at(ONLY_B, t, unsure=["c7"], sure={"c7": 0.9}) for t in (0.0, 0.5)]
    faint, sure = (
        [look_at(ONLY_B, t, source="other", sure={"c7": share}) for t in (0.0, 0.5)] for share in (0.3, 0.9)
    )
    assert seen(after(*unread, *faint)).murky == {"c7"}
    assert seen(after(*unread, *sure)).murky == frozenset()


def without_edges(look: Look) -> Look:
    """Return the look as readers under the cells have it, without edges: they can't feel a push."""
    return replace(
        look,
        source="readers",
        pieces=replace(look.pieces, seen=tuple(replace(one, edge=None) for one in look.pieces.seen)),
    )


def test_a_source_that_cannot_tell_an_edge_says_neither_straight_nor_pushed() -> None:
    spots = {PieceId("a"): Spot(Cell("c1"), edge=True)}
    belief = Belief(last={PieceId("a"): Cell("c1")}, pushed=frozenset({PieceId("a")}))
    for at in (1.0, 1.5, 2.0):
        belief = take(belief, without_edges(look_at(spots, at)))
    seen = sighting(belief)
    assert seen is not None
    assert seen.spots[PieceId("a")].edge is None
    assert seen.straight == frozenset()


def test_a_push_is_taken_from_a_source_that_can_see_it() -> None:
    spots = {PieceId("a"): Spot(Cell("c1"), edge=True)}
    belief = Belief()
    for at in (1.0, 1.5, 2.0):
        belief = take(belief, without_edges(look_at(spots, at)))
        belief = take(belief, look_at(spots, at))
    seen = sighting(belief)
    assert seen is not None
    assert seen.spots[PieceId("a")].edge is True


def turned(deg: float, at: float) -> Look:
    look = look_at(HOME, at)
    return replace(
        look,
        pieces=replace(
            look.pieces,
            seen=tuple(
                replace(one, turned_deg=deg, sideways=is_sideways(deg, 0.0)) if one.piece == A else one
                for one in look.pieces.seen
            ),
        ),
    )


@pytest.mark.parametrize(("deg", "is_turned"), [(90.0, True), (270.0, True), (62.0, True), (180.0, False)])
def test_a_piece_turned_while_nothing_else_moves_is_seen_turned(deg: float, *, is_turned: bool) -> None:
    belief = after(*(turned(2.0, n / 2) for n in range(4)))
    upright = seen(belief).spots[A]
    belief = after(*(turned(deg, 2 + n / 2) for n in range(3)), start=belief)
    assert lie_across(upright, seen(belief).spots[A]) is is_turned


@pytest.mark.parametrize("deg", [32.0, 45.0, 58.0, 135.0, 301.0])
def test_a_piece_that_leans_lies_neither_way(deg: float) -> None:
    leaning = seen(after(*(turned(deg, n / 2) for n in range(4)))).spots[A]
    assert leaning.sideways is None
    belief = after(*(turned(89.0, n / 2) for n in range(3)))
    belief = after(*(turned(deg, 2 + n / 2) for n in range(3)), start=belief)
    assert lie_across(Spot(Cell("c1"), sideways=False), seen(belief).spots[A])


def test_two_cameras_that_disagree_on_a_turn_leave_it_open() -> None:
    belief = after(
        *(
            look
            for n in range(4)
            for look in (turned(0.0, n / 2), replace(turned(90.0, n / 2 + 0.1), source="second"))
        )
    )
    assert seen(belief).spots[A].sideways is None


@pytest.mark.parametrize("facing", [0.0, 90.0, 180.0, 270.0, 17.0])
@pytest.mark.parametrize(
    ("deg", "lies"),
    [(0, False), (29, False), (31, None), (59, None), (61, True), (119, True), (121, None), (180, False)],
)
def test_upright_is_as_the_cell_faces(facing: float, deg: float, *, lies: bool | None) -> None:
    assert is_sideways(facing + deg, facing) is lies
    assert is_sideways(facing - deg, facing) is lies
    assert is_sideways((facing + deg) % 360, facing) is lies


PUSHED = {A: Spot(Cell("c1"), edge=True), B: HOME[B]}
STRAIGHT = {A: Spot(Cell("c1"), edge=False), B: HOME[B]}


def pushed_and_judged() -> Belief:
    looks = [look_at(PUSHED, n / 2, source=source) for n in range(3) for source in ("cam", "far")]
    belief = after(*looks)
    return judged(belief, seen(belief))


def test_a_piece_pushed_for_one_camera_is_not_straight_if_another_misreads_it_twice() -> None:
    belief = pushed_and_judged()
    for n in (4, 5, 6):
        belief = take(belief, look_at(STRAIGHT, n / 4 + 1.0))
        belief = take(belief, look_at(PUSHED, n / 4 + 1.1, source="far"))
    assert belief.trail.straightened == frozenset()


def test_a_piece_that_both_cameras_see_straight_is_straight_again() -> None:
    belief = pushed_and_judged()
    for n in (4, 5):
        belief = take(belief, look_at(STRAIGHT, n / 4 + 1.0))
        belief = take(belief, look_at(STRAIGHT, n / 4 + 1.1, source="far"))
    assert belief.trail.straightened == {A}


def test_a_silent_camera_does_not_keep_a_piece_from_being_straight() -> None:
    belief = pushed_and_judged()
    for n in range(6):
        belief = take(belief, look_at(STRAIGHT, 4.0 + n / 4))
    assert belief.trail.straightened == {A}
