from types import MappingProxyType

from hypothesis import given
from hypothesis import strategies as st

from dashboard.simulator.physical import Lying, Pieces, all_boxed
from dashboard.simulator.stage import (
    GESTURE_S,
    Scene,
    Stage,
    at,
    final,
    placed_pieces,
    scene_of,
    with_changes,
)
from engine.core.ids import PieceId, Seconds
from engine.core.layout import Face
from engine.core.pieces import load_pieces

PIECES = load_pieces("mativen-pieces")
NAMES = [PieceId(f"w.inf.{number}") for number in range(1, 5)]

places = st.one_of(st.none(), st.tuples(st.floats(-300, 300), st.floats(-300, 300)))
lying = st.builds(Lying, places, st.sampled_from(list(Face)))
moves = st.lists(st.tuples(st.sampled_from(NAMES), lying), max_size=6)


def table(**changed: Lying) -> Pieces:
    named = {PieceId(name.replace("_", ".")): how for name, how in changed.items()}
    return MappingProxyType({**all_boxed(PIECES), **named})


def changed(pieces: Pieces, piece: PieceId, how: Lying) -> Pieces:
    return MappingProxyType({**pieces, piece: how})


def ids(scene: Scene) -> list[str]:
    return sorted(one.piece.id for one in (*scene.placed, *scene.held))


def seen(stage: Stage, now: float) -> Scene:
    return scene_of(at(stage, Seconds(now)), Seconds(now), PIECES)


def test_a_quiet_table_has_no_arm_over_it() -> None:
    scene = seen(Stage(table(w_inf_1=Lying((1, 2)))), 5.0)
    assert scene.hand is None
    assert ids(scene) == ["w.inf.1"]


def test_an_arm_comes_carries_the_piece_and_goes() -> None:
    start, end = table(w_inf_1=Lying((-100, 0))), table(w_inf_1=Lying((100, 50)))
    stage = with_changes(Stage(start), Seconds(10.0), end)
    coming, carrying, going, gone = (seen(stage, 10.0 + share * GESTURE_S) for share in (0.1, 0.5, 0.9, 1.01))
    assert coming.hand is not None
    assert coming.placed[0].x_mm == -100
    assert carrying.hand is not None
    assert carrying.held[0].lift_mm > 20
    assert -100 < carrying.held[0].x_mm < 100
    assert going.hand is not None
    assert (going.placed[0].x_mm, going.placed[0].y_mm) == (100, 50)
    assert gone == Scene(placed_pieces(end, PIECES))


@given(moves, st.lists(st.floats(0.0, 0.6), min_size=6, max_size=6))
def test_whatever_the_hands_do_the_table_ends_as_it_was_ordered(
    ordered: list[tuple[PieceId, Lying]], pauses: list[float]
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
    ordered: list[tuple[PieceId, Lying]], now: float
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
    lies = table(w_inf_1=Lying((1, 2)))
    assert with_changes(Stage(lies), Seconds(1.0), lies) == Stage(lies, (), 1.0)


def test_a_piece_on_a_rock_stands_as_high_as_the_rock() -> None:
    lies = changed(
        table(w_inf_1=Lying((50, 60)), w_inf_2=Lying((150, 60))), PieceId("mountain.e4"), Lying((50, 60))
    )
    lifts = {one.piece.id: one.lift_mm for one in placed_pieces(lies, PIECES)}
    height = PIECES.kinds["mountain"].height_mm
    assert lifts == {"w.inf.1": height, "w.inf.2": 0.0, "mountain.e4": 0.0}


def test_a_piece_is_turned_over_in_the_hand() -> None:
    stage = with_changes(
        Stage(table(w_inf_1=Lying((0, 0)))), Seconds(0.0), table(w_inf_1=Lying((0, 0), Face.DOWN))
    )
    assert seen(stage, 0.4 * GESTURE_S).held[0].face is Face.UP
    assert seen(stage, 0.6 * GESTURE_S).held[0].face is Face.DOWN
