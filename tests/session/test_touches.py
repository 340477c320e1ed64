"""The actions of hands from single looks: the lifted pieces, how often, and their order."""

from dataclasses import replace

import pytest

from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.session.seen.touches import Did, Lie, Lies, Touch, actions, left_over, noticed, whole_since

A, B = PieceId("a"), PieceId("b")
C1, C2 = Cell("c1"), Cell("c2")


def lie(cell: Cell, face: Face = Face.UP, *, pushed: bool = False) -> Lie:
    return Lie(cell, face, pushed)


def watched(*looks: dict[PieceId, Lie], unread: frozenset[Cell] = frozenset()) -> list[tuple[PieceId, Did]]:
    """Return the actions that looks show. The first look shows the position before."""
    known: Lies = {}
    lies: Lies = {}
    touches: list[Touch] = []
    for n, look in enumerate(looks):
        last = {piece: one.cell for piece, one in looks[0].items()}
        found = noticed(known, lies, look, unread, Seconds(float(n)), last=last)
        known, lies = found.known, found.lies
        touches += found.touches
    return [(action.piece, action.did) for action in actions(touches)]


def test_a_piece_lifted_twice_is_shown_twice() -> None:
    lies = {A: lie(C1)}
    assert watched(lies, {}, lies, {}, lies) == [(A, Did.SHOWN), (A, Did.SHOWN)]


def test_a_piece_put_elsewhere_and_then_lifted_there_is_moved_and_shown() -> None:
    moved = {A: lie(C2)}
    assert watched({A: lie(C1)}, {}, moved, {}, moved) == [(A, Did.MOVED), (A, Did.SHOWN)]


def test_actions_come_in_the_order_of_the_hands() -> None:
    both = {A: lie(C1), B: lie(C2)}
    pushed = both | {A: lie(C1, pushed=True)}
    turned = pushed | {B: lie(C2, Face.DOWN, pushed=True)}
    assert watched(both, pushed, turned) == [(A, Did.PUSHED), (B, Did.FLIPPED)]
    assert watched(both, {A: lie(C1)}, both, pushed) == [(B, Did.SHOWN), (A, Did.PUSHED)]


def shifted(*times: float) -> list[tuple[float, Did]]:
    """Return the actions of a straight piece that was seen shifted to the edge and back."""
    ways = [lie(C1), lie(C1, pushed=True)]
    touches = [Touch(Seconds(at), A, ways[n % 2], ways[(n + 1) % 2]) for n, at in enumerate(times)]
    return [(action.at, action.did) for action in actions(touches)]


def test_a_look_that_misreads_an_edge_is_no_second_push() -> None:
    assert shifted(1.0, 3.0, 3.25) == [(1.0, Did.PUSHED)]
    assert shifted(1.0, 1.25) == []


def test_a_hand_may_put_a_piece_straight_and_push_it_again() -> None:
    assert shifted(1.0, 3.0, 4.0) == [(1.0, Did.PUSHED), (3.0, Did.STRAIGHTENED), (4.0, Did.PUSHED)]


def held(came: float, back: float, *, ends: Lie | None = None, vanished: bool) -> list[tuple[PieceId, Did]]:
    """Return the actions of a piece that is seen elsewhere for a while, after it vanished or not."""
    home, there = lie(C1), lie(C2, pushed=True)
    gone = [Touch(Seconds(came - 0.25), A, home, None)] if vanished else []
    touches = [Touch(Seconds(came), A, None if vanished else home, there)]
    touches += [Touch(Seconds(back), A, there, ends or home)]
    return [(action.piece, action.did) for action in actions([*gone, *touches])]


@pytest.mark.parametrize("vanished", [True, False])
def test_a_piece_that_seems_elsewhere_while_held_up_was_shown_and_not_moved(
    vanished: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    assert held(1.0, 1.5, vanished=vanished) == [(A, Did.SHOWN)]


@pytest.mark.parametrize("vanished", [True, False])
def test_a_piece_elsewhere_for_longer_or_with_another_face_was_moved(
    vanished: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    there_and_back = [(A, Did.MOVED), (A, Did.PUSHED), (A, Did.MOVED)]
    assert held(1.0, 2.0, vanished=vanished) == there_and_back
    assert held(1.0, 1.5, ends=lie(C1, Face.DOWN), vanished=vanished) == there_and_back


def test_a_piece_taken_away_is_gone_and_one_laid_down_came() -> None:
    assert set(watched({A: lie(C1)}, {B: lie(C2)})) == {(A, Did.GONE), (B, Did.CAME)}


def test_under_a_hand_nothing_is_noticed() -> None:
    assert watched({A: lie(C1)}, {}, {A: lie(C1)}, unread=frozenset({C1})) == []


def test_two_sources_that_disagree_all_the_time_notice_nothing() -> None:
    known: list[Lies] = [{}, {}]
    lies: Lies = {}
    views = ({A: lie(C1)}, {A: lie(C1, pushed=True)})
    touches: list[Touch] = []
    for n in range(6):
        found = noticed(known[n % 2], lies, views[n % 2], frozenset(), Seconds(float(n)), last={A: C1})
        known[n % 2], lies = found.known, found.lies
        touches += found.touches if n > 1 else ()
    assert touches == []


def test_touches_after_a_play_belong_to_the_next() -> None:
    pushed = Touch(Seconds(2.0), A, lie(C1), lie(C1, pushed=True))
    before, after = (Touch(Seconds(at), B, lie(C2), None) for at in (1.0, 3.0))
    assert left_over((before, pushed, after), frozenset({A}), reported=False) == (after,)


def test_a_play_by_tablet_uses_up_the_lifts_of_its_pieces() -> None:
    shown = Touch(Seconds(1.0), A, lie(C1), None)
    pushed = Touch(Seconds(2.0), B, lie(C2), lie(C2, pushed=True))
    assert left_over((shown, pushed), frozenset({A}), reported=True) == (pushed,)


def test_a_card_laid_sideways_and_upright_again_is_turned_twice() -> None:
    upright, across = Lie(C1, Face.UP, None, sideways=False), Lie(C1, Face.UP, None, sideways=True)
    looks = ({A: upright}, {A: across}, {A: replace(across, sideways=None)}, {A: upright})
    assert watched(*looks) == [(A, Did.SIDEWAYS), (A, Did.UPRIGHT)]


def test_a_card_that_leans_for_a_moment_was_not_turned() -> None:
    upright = Lie(C1, Face.UP, None, sideways=False)
    assert watched({A: upright}, {A: replace(upright, sideways=None)}, {A: upright}) == []


def test_a_piece_wrongly_believed_elsewhere_and_seen_at_its_place_was_shown() -> None:
    piece, lay = PieceId("a"), Lie(Cell("c9"), Face.UP, pushed=True)
    thought = Lie(Cell("d8"), None, None)
    touches = (
        Touch(Seconds(1.0), piece, lay, None),
        Touch(Seconds(1.2), piece, None, thought),
        Touch(Seconds(1.5), piece, thought, lay),
    )
    assert [(one.at, one.did, one.cell) for one in actions(touches)] == [(1.0, Did.SHOWN, "c9")]
    # A piece that is seen elsewhere than at its place has moved, whatever was believed meanwhile.
    moved = Lie(Cell("c8"), Face.UP, pushed=False)
    elsewhere = (*touches[:2], Touch(Seconds(1.5), piece, thought, moved))
    assert [(one.did, one.cell) for one in actions(elsewhere)][-1] == (Did.MOVED, "c8")


def test_a_piece_held_when_older_touches_are_forgotten_keeps_its_lift() -> None:
    lifted, put = Touch(Seconds(1.0), A, lie(C1), None), Touch(Seconds(3.0), A, None, lie(C2))
    laid, other = Touch(Seconds(0.5), A, None, lie(C1)), Touch(Seconds(1.0), B, lie(C2), None)
    touches = (laid, lifted, other)
    assert whole_since((*touches, put), Seconds(2.0), then=()) == (lifted, put)
    assert whole_since(touches, Seconds(2.0), then=(put,)) == (lifted,)
    assert whole_since(touches, Seconds(2.0), then=()) == ()


def test_a_piece_at_rest_when_older_touches_are_forgotten_keeps_none() -> None:
    lifted, put = Touch(Seconds(1.0), A, lie(C1), None), Touch(Seconds(1.5), A, None, lie(C2))
    again = Touch(Seconds(3.0), A, lie(C2), None)
    assert whole_since((lifted, put, again), Seconds(2.0), then=()) == (again,)
