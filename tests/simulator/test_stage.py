from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from dashboard.simulator.physical import LyingPiece, Pieces, all_boxed
from dashboard.simulator.stage import (
    GESTURE_S,
    Stage,
    StageScene,
    at,
    final,
    next_turn,
    placed_pieces,
    resting,
    scene_of,
    with_changes,
    with_lift,
)
from engine.core.ids import PieceId, Seconds
from engine.core.layout import Face
from engine.core.pieces import load_pieces

PIECES = load_pieces("mativen-pieces")
NAMES = [PieceId(f"w.inf.{number}") for number in range(1, 5)]

places = st.one_of(st.none(), st.tuples(st.floats(-300, 300), st.floats(-300, 300)))
lying = st.builds(LyingPiece, places, st.sampled_from(list(Face)))
moves = st.lists(st.tuples(st.sampled_from(NAMES), lying), max_size=6)


def table(**changed: LyingPiece) -> Pieces:
    named = {PieceId(name.replace("_", ".")): how for name, how in changed.items()}
    return MappingProxyType({**all_boxed(PIECES), **named})


def changed(pieces: Pieces, piece: PieceId, how: LyingPiece) -> Pieces:
    return MappingProxyType({**pieces, piece: how})


def ids(scene: StageScene) -> list[str]:
    return sorted(one.piece.id for one in (*scene.placed, *scene.held))


def seen(stage: Stage, now: float) -> StageScene:
    return scene_of(at(stage, Seconds(now)), Seconds(now), PIECES)


def test_a_quiet_table_has_no_arm_over_it() -> None:
    scene = seen(Stage(table(w_inf_1=LyingPiece((1, 2)))), 5.0)
    assert scene.hand is None
    assert ids(scene) == ["w.inf.1"]


def test_an_arm_comes_carries_the_piece_and_goes() -> None:
    start, end = table(w_inf_1=LyingPiece((-100, 0))), table(w_inf_1=LyingPiece((100, 50)))
    stage = with_changes(Stage(start), Seconds(10.0), end)
    coming, carrying, going, gone = (seen(stage, 10.0 + share * GESTURE_S) for share in (0.1, 0.5, 0.9, 1.01))
    assert coming.hand is not None
    assert coming.placed[0].x_mm == -100
    assert carrying.hand is not None
    assert carrying.held[0].lift_mm > 20
    assert -100 < carrying.held[0].x_mm < 100
    assert going.hand is not None
    assert (going.placed[0].x_mm, going.placed[0].y_mm) == (100, 50)
    assert gone == StageScene(placed_pieces(end, PIECES))


@given(moves, st.lists(st.floats(0.0, 0.6), min_size=6, max_size=6))
def test_whatever_the_hands_do_the_table_ends_as_it_was_ordered(
    ordered: list[tuple[PieceId, LyingPiece]], pauses: list[float]
) -> None:
    lies, now, stage = table(), 0.0, Stage(table())
    for (piece, how), pause in zip(ordered, pauses, strict=False):
        lies, now = changed(lies, piece, how), now + pause
        stage = with_changes(at(stage, Seconds(now)), Seconds(now), lies)
    assert final(stage) == lies
    done = at(stage, Seconds(now + GESTURE_S * (len(ordered) + 1)))
    assert done.lying == lies
    assert not done.gestures


@given(moves, st.floats(0.0, 8.0))
def test_no_piece_is_ever_seen_twice_and_none_vanishes(
    ordered: list[tuple[PieceId, LyingPiece]], now: float
) -> None:
    lies, stage = table(), Stage(table())
    for piece, how in ordered:
        lies = changed(lies, piece, how)
        stage = with_changes(stage, Seconds(0.0), lies)
    shown = ids(seen(stage, now))
    assert len(shown) == len(set(shown))
    untouched = {piece for piece in NAMES if piece not in dict(ordered)}
    assert untouched.isdisjoint(shown)
    always = {piece for piece, how in ordered if how.at_mm is not None} if now > 7 else set()
    assert {piece for piece in always if lies[piece].at_mm is not None} <= set(shown)


def test_the_same_table_ordered_again_moves_no_hand() -> None:
    lies = table(w_inf_1=LyingPiece((1, 2)))
    assert with_changes(Stage(lies), Seconds(1.0), lies) == Stage(lies, (), 1.0)


def test_a_piece_goes_straight_to_where_it_belongs_by_now() -> None:
    one, other = NAMES[:2]
    busy = changed(table(), one, LyingPiece((0.0, 0.0), Face.UP))
    before = changed(busy, other, LyingPiece((100.0, 0.0), Face.UP))
    by_now = changed(busy, other, LyingPiece((200.0, 0.0), Face.UP))
    stage = with_changes(Stage(table()), Seconds(0.0), before)
    twice = with_changes(stage, Seconds(0.0), by_now)
    assert [gesture.piece for gesture in twice.gestures] == [one, other, other]
    straight = with_changes(stage, Seconds(0.0), by_now, straight=(other,))
    assert [gesture.piece for gesture in straight.gestures] == [one, other]
    assert final(straight) == by_now
    nowhere = with_changes(stage, Seconds(0.0), busy, straight=(other,))
    assert [gesture.piece for gesture in nowhere.gestures] == [one]


def test_a_piece_on_a_rock_stands_as_high_as_the_rock() -> None:
    lies = changed(
        table(w_inf_1=LyingPiece((50, 60)), w_inf_2=LyingPiece((150, 60))),
        PieceId("mountain.e4"),
        LyingPiece((50, 60)),
    )
    lifts = {one.piece.id: one.lift_mm for one in placed_pieces(lies, PIECES)}
    height = PIECES.kinds["mountain"].height_mm
    assert lifts == {"w.inf.1": height, "w.inf.2": 0.0, "mountain.e4": 0.0}


def test_a_piece_is_turned_over_in_the_hand() -> None:
    stage = with_changes(
        Stage(table(w_inf_1=LyingPiece((0, 0)))), Seconds(0.0), table(w_inf_1=LyingPiece((0, 0), Face.DOWN))
    )
    assert seen(stage, 0.4 * GESTURE_S).held[0].face is Face.UP
    assert seen(stage, 0.6 * GESTURE_S).held[0].face is Face.DOWN


W1, W2 = NAMES[:2]


def lifted(stage: Stage, piece: PieceId, now: float = 10.0) -> Stage:
    return with_lift(stage, Seconds(now), piece)


def test_a_lifted_piece_is_held_up_before_the_camera_and_felt_nowhere_until_it_is_put() -> None:
    lies = table(w_inf_1=LyingPiece((-100, 0)), w_inf_2=LyingPiece((40, 0)))
    stage = lifted(Stage(lies), W1)
    assert next_turn(stage, Seconds(10.0)) == 10.0 + 0.3 * GESTURE_S
    assert resting(at(stage, Seconds(10.2)), Seconds(10.2)) == lies
    for now in (10.3, 15.0, 90.0):
        held = at(stage, Seconds(now))
        assert resting(held, Seconds(now)) == changed(lies, W1, LyingPiece(None))
        scene = seen(stage, now)
        assert [(one.piece.id, one.x_mm) for one in scene.held] == [(W1, -100)]
        assert scene.held[0].lift_mm > 20
        assert scene.hand is not None
        assert ids(scene) == [W1, W2]
        assert next_turn(held, Seconds(now)) is None
    assert final(stage) == lies


def test_a_hand_that_holds_its_piece_needs_not_come_for_it() -> None:
    lies = table(w_inf_1=LyingPiece((-100, 0)))
    there = changed(lies, W1, LyingPiece((100, 50)))
    stage = with_changes(at(lifted(Stage(lies), W1), Seconds(20.0)), Seconds(20.0), there, down=(W1,))
    for share in (0.0, 0.3):
        now = 20.0 + share * GESTURE_S
        assert resting(at(stage, Seconds(now)), Seconds(now))[W1].at_mm is None
        assert ids(seen(stage, now)) == [W1]
    let_go = Seconds(20.0 + 0.41 * GESTURE_S)
    assert resting(at(stage, let_go), let_go) == there
    assert seen(stage, 20.0 + 0.71 * GESTURE_S) == StageScene(placed_pieces(there, PIECES))


def test_a_lifted_piece_stays_in_its_hand_while_others_are_moved_until_it_is_put_back() -> None:
    lies = table(w_inf_1=LyingPiece((-100, 0)), w_inf_2=LyingPiece((40, 0)))
    other = changed(lies, W2, LyingPiece((200, 0)))
    stage = with_changes(at(lifted(Stage(lies), W1), Seconds(11.0)), Seconds(11.0), other)
    for now in (11.1, 11.5, 13.0):
        assert resting(at(stage, Seconds(now)), Seconds(now))[W1].at_mm is None
    assert seen(stage, 13.0).held[0].piece.id == W1
    again = with_changes(at(stage, Seconds(13.0)), Seconds(13.0), other, down=(W1,))
    assert at(again, Seconds(14.0)).lying == other
    assert seen(again, 14.0).hand is None
    assert ids(seen(again, 14.0)) == [W1, W2]


def test_who_puts_a_piece_at_once_takes_it_and_puts_it_in_one_go() -> None:
    lies, there = table(w_inf_1=LyingPiece((-100, 0))), table(w_inf_1=LyingPiece((100, 0)))
    stage = with_changes(at(lifted(Stage(lies), W1), Seconds(10.1)), Seconds(10.1), there, down=(W1,))
    assert stage == with_changes(Stage(lies), Seconds(10.0), there)


lifts_and_moves = st.lists(
    st.tuples(st.sampled_from(NAMES), st.one_of(st.none(), lying), st.floats(0.0, 1.5)), max_size=8
)


@given(lifts_and_moves)
def test_however_pieces_are_lifted_and_put_each_is_somewhere_once(
    ordered: list[tuple[PieceId, LyingPiece | None, float]],
) -> None:
    lies = table(**{name.replace(".", "_"): LyingPiece((60.0 * n, 0)) for n, name in enumerate(NAMES)})
    now, stage, held = 0.0, Stage(lies), set[PieceId]()
    for piece, how, pause in ordered:
        now += pause
        stage = at(stage, Seconds(now))
        if how is None:
            held |= {piece} if lies[piece].at_mm is not None else set()
            stage = with_lift(stage, Seconds(now), piece)
        else:
            held.discard(piece)
            lies = changed(lies, piece, how)
            stage = with_changes(stage, Seconds(now), lies, down=(piece,))
        shown = ids(scene_of(stage, Seconds(now), PIECES))
        assert len(shown) == len(set(shown))
    assert final(stage) == lies
    done = Seconds(now + GESTURE_S * (len(ordered) + 1))
    rests = resting(at(stage, done), done)
    assert {one for one in NAMES if rests[one].at_mm is not None} == {
        one for one in NAMES if lies[one].at_mm is not None and one not in held
    }
