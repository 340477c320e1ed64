"""Switches feel that something lies somewhere, readers name it, cameras see how it lies: all are evidence."""

from collections.abc import Iterable

from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Layout, Spot
from engine.core.observations import Look, SourceKnows
from engine.session.seen.belief import Belief
from engine.session.seen.believed import judged
from engine.session.seen.fusion import take
from engine.session.seen.sighted import sighting
from engine.session.seen.sighting import Sighting, differences
from engine.session.seen.touches import Did, actions
from tests.session.seeing import feel, look_at, read

A, B, C = PieceId("a"), PieceId("b"), PieceId("c")
CELLS = tuple(f"c{n}" for n in range(1, 10))
HOME: Layout = {A: Spot(Cell("c1"), edge=False), B: Spot(Cell("c2"), edge=False)}


class Switches:
    """A board with a switch under each cell, whose report is repeated while the board lives."""

    def __init__(self, belief: Belief, occupied: Iterable[str], *, at: float = 10.0) -> None:
        self.at = at
        self.occupied = set(occupied)
        self.belief = take(belief, feel(self.occupied, self.at, covers=CELLS))

    def rest(self, seconds: float = 0.5) -> "Switches":
        self.at += seconds
        self.belief = take(self.belief, feel(self.occupied, self.at, covers=CELLS))
        return self

    def clear(self, cell: str, after: float = 0.3) -> "Switches":
        self.occupied.discard(cell)
        return self.rest(after)

    def cover(self, cell: str, after: float = 0.3) -> "Switches":
        self.occupied.add(cell)
        return self.rest(after)

    @property
    def seen(self) -> Sighting:
        found = sighting(self.belief)
        assert found is not None
        return found


def knowing(**cells: str) -> Belief:
    return Belief(last={PieceId(piece): Cell(cell) for piece, cell in cells.items()})


def lies_at(belief: Belief, piece: PieceId) -> str | None:
    lie = belief.lies[piece]
    return None if lie is None else str(lie.cell)


def places(seen: Sighting) -> dict[str, str]:
    return {str(piece): str(spot.cell) for piece, spot in seen.spots.items()}


def test_a_piece_on_a_covered_switch_is_there_with_unknown_edge_and_turn() -> None:
    seen = Switches(knowing(a="c1", b="c2"), ["c1", "c2"]).rest().seen
    assert seen.spots[A] == Spot(Cell("c1"), None)
    assert (seen.spots[A].edge, seen.spots[A].sideways) == (None, None)


def test_a_piece_lifted_from_one_switch_and_put_on_another_has_moved() -> None:
    seen = Switches(knowing(a="c1", b="c2"), ["c1", "c2"]).clear("c1").cover("c5").rest().seen
    assert places(seen) == {"a": "c5", "b": "c2"}
    assert [(one.piece, one.did, one.cell) for one in actions(seen.touches)] == [("a", Did.MOVED, "c5")]


def test_a_piece_lifted_and_put_back_was_shown() -> None:
    seen = Switches(knowing(a="c1", b="c2"), ["c1", "c2"]).clear("c1").cover("c1").rest().seen
    assert places(seen) == {"a": "c1", "b": "c2"}
    assert [(one.piece, one.did) for one in actions(seen.touches)] == [("a", Did.SHOWN)]


def test_a_contact_that_bounces_shows_nothing() -> None:
    board = Switches(knowing(a="c1", b="c2"), ["c1", "c2"])
    seen = board.clear("c1", 0.02).cover("c1", 0.01).rest().seen
    assert (places(seen), seen.touches) == ({"a": "c1", "b": "c2"}, ())


def test_a_piece_without_a_magnet_is_not_missed_where_only_switches_look() -> None:
    rock = PieceId("rock")
    layout: Layout = {A: Spot(Cell("c1")), rock: Spot(Cell("c3"))}
    belief = Belief()
    for at in (10.0, 10.5, 11.0):
        # The rock has a tag and no magnet. No reader lies beneath it, and no switch feels it.
        belief = take(belief, feel(["c1"], at, covers=CELLS, notices=[A]))
        belief = take(belief, read({"a": "c1"}, at + 0.1, covers=["c1"], notices=[A, rock]))
    seen = sighting(belief)
    assert seen is not None
    assert places(seen) == {"a": "c1"}
    assert seen.cannot_tell(rock, layout)
    assert not differences(seen, layout, layout, before=layout).pieces


def test_a_piece_slid_along_is_followed_though_the_next_switch_feels_it_first() -> None:
    board = Switches(knowing(a="c1", b="c9"), ["c1", "c9"])
    for cell in ("c2", "c3", "c4"):
        board.cover(cell).clear(f"c{int(cell[1]) - 1}", 0.1)
    assert places(board.rest().seen) == {"a": "c4", "b": "c9"}


def test_where_something_came_and_went_on_is_known_until_the_table_is_judged() -> None:
    board = Switches(knowing(a="c1"), ["c1"]).rest().cover("c7").clear("c7").cover("c8").rest()
    assert board.seen.passed == {"c7"}
    board.belief = judged(board.belief, board.seen)
    assert board.rest().seen.passed == frozenset()


def test_a_piece_not_felt_when_a_board_comes_back_may_have_been_lifted_just_now() -> None:
    assert Switches(knowing(a="c1", b="c2"), ["c2"], at=10.0).belief.tracking.lifted_at == 9.0
    assert Switches(knowing(a="c1", b="c2"), ["c1", "c2"]).belief.tracking.lifted_at is None


def test_a_lifted_piece_may_be_in_a_hand_for_a_while() -> None:
    board = Switches(knowing(a="c1", b="c2"), ["c1", "c2"]).clear("c1").rest()
    assert sighting(board.belief) is None
    seen = board.rest(2.0).seen
    assert places(seen) == {"b": "c2"}
    assert A in seen.elsewhere
    # The piece is off the table or on top of b, but surely not on an empty cell.
    assert "c1" in seen.elsewhere[A]
    assert "c2" not in seen.elsewhere[A]


def test_either_of_two_lifted_pieces_may_be_the_one_put_down() -> None:
    seen = Switches(knowing(a="c1", b="c2"), ["c1", "c2"]).clear("c1").clear("c2").cover("c5").rest(2.5).seen
    assert seen.unnamed == {"c5": {A, B}}
    assert places(seen) == {}


def test_a_piece_that_came_from_a_stack_may_be_any_of_it() -> None:
    board = Switches(knowing(a="c1", b="c1", c="c3"), ["c1", "c3"]).cover("c5").rest()
    assert board.seen.unnamed == {"c5": {A, B, None}}


def test_a_piece_that_may_be_elsewhere_already_is_not_surely_the_next_to_come() -> None:
    board = Switches(knowing(a="c1", b="c1", c="c3"), ["c1", "c3"])
    names = take(board.belief, read({"a": "c1", "b": "c1"}, board.at, covers=["c1"]))
    board.belief = take(names, read({"a": "c1", "b": "c1"}, board.at + 0.5, covers=["c1"]))
    # A piece is slid from the stack over c5 to c6. Only then the reader says that it was a.
    board.cover("c5", 0.6)
    board.belief = take(board.belief, read({"b": "c1"}, board.at + 0.05, covers=["c1"]))
    board.clear("c5", 0.1).cover("c6", 0.6)
    assert {A, B} <= board.belief.tracking.unnamed[Cell("c6")]
    # The piece that comes to c7 may be b. A moment later the reader says that b has left.
    board.cover("c7", 0.4)
    board.belief = take(board.belief, read({}, board.at + 0.1, covers=["c1"]))
    assert A not in board.belief.tracking.at
    assert {A, B} <= board.belief.tracking.unnamed[Cell("c7")]


def test_the_next_lift_of_the_stack_ends_the_doubt() -> None:
    board = Switches(knowing(a="c1", b="c1", c="c3"), ["c1", "c3"]).cover("c5", 1.0).rest(1.0)
    named = take(board.belief, read({"a": "c5"}, board.at + 0.1, covers=["c5"]))
    named = take(named, read({"a": "c5"}, board.at + 0.6, covers=["c5"]))
    named = take(named, feel(board.occupied, board.at + 0.7, covers=CELLS))
    seen = sighting(named)
    assert seen is not None
    assert not seen.unnamed
    assert places(seen)["a"] == "c5"
    after = judged(named, seen)
    after = take(after, feel({"c3", "c5"}, board.at + 1.0, covers=CELLS))
    assert after.tracking.held == (B,)


def test_a_reader_names_a_piece_and_says_nothing_of_how_it_lies() -> None:
    belief = knowing(a="c1")
    for at in (1.0, 1.5):
        belief = take(belief, read({"a": "c1"}, at, covers=["c1", "c2"]))
    seen = sighting(belief)
    assert seen is not None
    assert seen.spots[A] == Spot(Cell("c1"), None)


def test_absence_counts_only_for_cells_and_pieces_that_a_source_can_notice() -> None:
    belief = knowing(a="c1", b="c1", c="c7")
    for at in (1.0, 1.5):
        belief = take(belief, read({}, at, covers=["c1", "c2"], notices=["a", "c"]))
    seen = sighting(belief)
    assert seen is not None
    assert seen.elsewhere == {A: {"c1", "c2"}}
    assert seen.hidden >= {C}
    assert B not in seen.elsewhere


def test_a_camera_and_a_reader_that_agree_are_one_word_with_all_facts() -> None:
    down = {A: Spot(Cell("c1"), Face.DOWN, edge=True)}
    belief = knowing(a="c1")
    for at in (1.0, 1.5):
        belief = take(belief, look_at(down, at))
        belief = take(belief, read({"a": "c1"}, at, covers=["c1", "c2"]))
    seen = sighting(belief)
    assert seen is not None
    assert seen.spots == {A: Spot(Cell("c1"), Face.DOWN, edge=True)}
    assert not seen.disputes


def test_a_camera_and_a_reader_that_contradict_each_other_dispute_the_piece() -> None:
    belief = knowing(a="c1")
    for at in (1.0, 1.5):
        belief = take(belief, look_at({A: Spot(Cell("c4"), edge=False)}, at))
        belief = take(belief, read({"a": "c5"}, at, covers=["c4", "c5"]))
    seen = sighting(belief)
    assert seen is not None
    assert dict(seen.disputes[A]) == {"cam": "c4", "readers": "c5"}
    assert A in seen.hidden


def both(
    belief: Belief, spots: Layout, occupied: Iterable[str], at: float, *, blind: Iterable[str] = ()
) -> Belief:
    belief = take(belief, feel(occupied, at, covers=CELLS))
    return take(belief, look_at(spots, at, blind=blind))


def watched_home() -> Belief:
    belief = both(both(Belief(), HOME, ["c1", "c2"], 0.0), HOME, ["c1", "c2"], 0.5)
    seen = sighting(belief)
    assert seen is not None
    return judged(belief, seen)


def test_a_hand_hides_no_piece_that_switches_feel() -> None:
    belief = watched_home()
    only_b = {B: HOME[B]}
    belief = both(belief, only_b, ["c2"], 1.0, blind=["c1", "c5"])
    for n in range(6):
        belief = both(belief, only_b, ["c2", "c5"], 1.5 + n / 4, blind=["c1", "c5"])
    seen = sighting(belief)
    assert seen is not None
    assert seen.spots[A] == Spot(Cell("c5"), None)
    assert not seen.hidden


def test_a_change_that_switches_and_a_camera_agree_on_settles_sooner() -> None:
    away = {**HOME, A: Spot(Cell("c5"), edge=False)}
    belief = take(watched_home(), feel(["c2"], 1.0, covers=CELLS))
    belief = take(belief, feel(["c2", "c5"], 1.3, covers=CELLS))
    belief = take(belief, look_at(away, 1.4, steady=False))
    belief = take(belief, look_at(away, 1.55))
    seen = sighting(belief)
    assert seen is not None
    assert seen.spots[A].cell == "c5"
    alone = take(take(watched_home(), look_at(away, 1.4, steady=False)), look_at(away, 1.55))
    assert sighting(alone) is None


def test_a_lift_under_a_hand_is_known_from_the_switch() -> None:
    belief = watched_home()
    only_b = {B: HOME[B]}
    for at, occupied in ((1.0, ["c2"]), (1.3, ["c1", "c2"])):
        belief = both(belief, only_b, occupied, at, blind=["c1"])
    for at in (1.6, 2.1):
        belief = both(belief, HOME, ["c1", "c2"], at)
    seen = sighting(belief)
    assert seen is not None
    assert [(one.piece, one.did) for one in actions(seen.touches)] == [("a", Did.SHOWN)]


def test_a_piece_wrongly_followed_by_switches_and_seen_at_its_place_is_seen_lifted_too() -> None:
    belief = watched_home()
    # Two switches of empty cells close by themselves as a hand comes. A piece seems to have come there.
    for at, occupied in ((1.0, ["c2"]), (1.1, ["c2", "c5"]), (1.2, ["c1", "c2", "c5"])):
        belief = take(belief, feel(occupied, at, covers=CELLS))
    assert lies_at(belief, A) == "c5"
    belief = take(belief, look_at(HOME, 1.4))
    assert lies_at(belief, A) == "c1"
    belief = take(belief, look_at({B: HOME[B]}, 1.9))
    belief = take(belief, look_at(HOME, 2.4))
    assert [(one.piece, one.did) for one in actions(belief.trail.touches)][-1] == ("a", Did.SHOWN)
    assert "c5" not in {lie.cell for one in belief.trail.touches for lie in (one.was, one.now) if lie}


def test_a_switch_that_bounces_while_it_feels_its_neighbours_piece_names_nobody_there() -> None:
    board = Switches(knowing(a="c1", b="c2"), ["c1", "c2"]).rest()
    board.clear("c1").cover("c5").cover("c6", 0.01).clear("c6", 0.004).cover("c6", 0.005)
    tracking = board.belief.tracking
    assert {cell: set(some) for cell, some in tracking.unnamed.items()} == {"c5": {"a"}, "c6": {"a"}}
    assert tracking.echoes == {"c5": "c6", "c6": "c5"}


def test_the_switch_that_still_feels_a_piece_has_it_if_two_felt_it() -> None:
    board = Switches(knowing(a="c1", b="c2"), ["c1", "c2"]).rest()
    board.clear("c1").cover("c5").cover("c6", 0.01).clear("c5", 0.5)
    assert board.belief.tracking.at == {"a": "c6", "b": "c2"}


def test_a_piece_its_reader_misses_is_in_either_of_two_cells_that_felt_one_piece() -> None:
    # The pieces are a stack over a reader, so no switch opens where one was taken.
    board = Switches(knowing(a="c1", b="c1"), ["c1"]).rest()
    belief = take(board.belief, read({"a": "c1", "b": "c1"}, board.at, covers=["c1"]))
    board.belief = belief
    board.cover("c5", 0.3).cover("c6", 0.002)
    belief = take(board.belief, read({"b": "c1"}, board.at + 0.1, covers=["c1"]))
    for later in (0.3, 0.6, 1.2, 1.8, 2.4):
        belief = take(belief, feel(["c1", "c5", "c6"], board.at + later, covers=CELLS))
        belief = take(belief, read({"b": "c1"}, board.at + later, covers=["c1"]))
    seen = sighting(belief)
    assert seen is not None
    assert A not in seen.spots
    assert A in seen.unnamed[Cell("c5")]
    assert A in seen.unnamed[Cell("c6")]


def test_the_switch_that_still_feels_a_slid_piece_has_it_if_two_felt_it() -> None:
    board = Switches(knowing(a="c1", b="c9", c="c9"), ["c1", "c9"]).rest()
    board.occupied |= {"c5", "c6"}
    board.rest(0.01).clear("c1", 0.05).clear("c6", 0.05).rest(3.0)
    assert places(board.seen) == {"a": "c5", "b": "c9", "c": "c9"}


def test_two_pieces_that_leave_stacks_in_turn_are_each_the_one_that_came_then() -> None:
    # Each is part of a stack over a reader, which misses it a moment after a switch feels it put down.
    stacks = {"a": "c1", "b": "c2", "c": "c1", "d": "c2"}
    board = Switches(knowing(**stacks), ["c1", "c2"]).rest()
    for cell, gone in (("c5", "a"), ("c7", "b")):
        board.belief = take(board.belief, read(stacks, board.at, covers=["c1", "c2"]))
        board.cover(cell, 0.4)
        del stacks[gone]
        board.belief = take(board.belief, read(stacks, board.at + 0.1, covers=["c1", "c2"]))
    for _ in range(8):
        board.rest(0.4)
        board.belief = take(board.belief, read(stacks, board.at, covers=["c1", "c2"]))
    assert places(board.seen) == {"a": "c5", "b": "c7", "c": "c1", "d": "c2"}


def test_a_board_that_is_gone_has_no_say() -> None:
    belief = watched_home()
    belief = take(belief, feel([], 1.0, covers=[]))
    for at in (1.2, 1.7):
        belief = take(belief, look_at(HOME, at))
    seen = sighting(belief)
    assert seen is not None
    assert seen.spots.keys() == {A, B}
    assert seen.spots[A].face is Face.UP


def test_a_look_of_before_says_how_all_lies_everywhere() -> None:
    look: Look = look_at(HOME, 1.0)
    assert (look.reach.knows, look.reach.covers, look.reach.notices, look.pieces.named) == (
        SourceKnows.HOW,
        None,
        None,
        (),
    )


def test_a_switch_that_a_camera_contradicted_isnt_believed_while_the_camera_is_blind() -> None:
    belief = Belief(last={A: Cell("c1"), B: Cell("c2")})
    at = 10.0
    for n in range(8):
        at = 10.0 + 0.5 * n
        belief = take(belief, feel({"c1"}, at, covers=CELLS))
        belief = take(belief, look_at(HOME, at))
        seen = sighting(belief)
        belief = judged(belief, seen) if seen is not None else belief
    for _ in range(8):
        at += 0.5
        belief = take(belief, feel({"c1"}, at, covers=CELLS))
        seen = sighting(belief)
        belief = judged(belief, seen) if seen is not None else belief
    assert seen is not None
    assert seen.switches is not None
    assert "c2" not in seen.vacant


def test_a_push_is_noticed_though_a_switch_felt_the_piece_put_down_first() -> None:
    belief = Belief(last={A: Cell("c1"), B: Cell("c2")})
    pushed: Layout = {**HOME, A: Spot(Cell("c1"), edge=True)}
    belief = take(belief, feel({"c1", "c2"}, 10.0, covers=CELLS))
    belief = take(belief, look_at(HOME, 10.1))
    belief = take(belief, feel({"c2"}, 10.4, covers=CELLS))
    belief = take(belief, feel({"c1", "c2"}, 10.8, covers=CELLS))
    belief = take(belief, look_at(pushed, 11.0))
    done = [(one.piece, one.did) for one in actions(belief.trail.touches)]
    assert done == [("a", Did.SHOWN), ("a", Did.PUSHED)]


def test_a_camera_look_before_a_switch_changed_does_not_contradict_it() -> None:
    belief = take(watched_home(), feel(["c2"], 1.0, covers=CELLS))
    assert sighting(take(belief, feel(["c2"], 1.5, covers=CELLS))) is None
    for at in (2.0, 3.0, 4.0):
        belief = take(belief, feel(["c2"], at, covers=CELLS))
    seen = sighting(belief)
    assert seen is not None
    assert (A in seen.spots, seen.source) == (False, "board")


def test_a_camera_that_looked_since_is_believed_beside_one_that_didnt() -> None:
    away = {**HOME, A: Spot(Cell("c5"), edge=False)}
    belief = watched_home()
    for at in (0.6, 1.1):
        belief = take(belief, look_at(HOME, at, source="second"))
    belief = take(take(belief, feel(["c2"], 1.2, covers=CELLS)), feel(["c2", "c5"], 1.4, covers=CELLS))
    assert sighting(take(belief, feel(["c2", "c5"], 1.6, covers=CELLS))) is None
    for at in (1.7, 2.2):
        belief = take(belief, look_at(away, at, source="second"))
    seen = sighting(belief)
    assert seen is not None
    assert (seen.spots[A].cell, seen.source, seen.disputes) == ("c5", "second", {})


def test_a_clear_switch_says_nothing_about_a_piece_without_a_magnet() -> None:
    rock = PieceId("rock")
    table: Layout = {**HOME, rock: Spot(Cell("c7"), edge=False)}
    belief = Belief()
    for at in (0.0, 0.5):
        belief = take(belief, feel(["c1", "c2"], at, covers=CELLS, notices=["a", "b"]))
        belief = take(belief, look_at(table, at))
    seen = sighting(belief)
    assert seen is not None
    belief = judged(belief, seen)
    for at in (1.0, 1.5, 2.0):
        belief = take(belief, feel(["c2"], at, covers=CELLS, notices=["a", "b"]))
        belief = take(belief, look_at({B: HOME[B]}, at, steady=at > 1.0, unsure=["c1", "c7"]))
    seen = sighting(belief)
    assert seen is not None
    assert (rock in seen.hidden, "c7" in seen.murky) == (True, True)
    assert (A in seen.hidden, "c1" in seen.murky) == (False, False)


def test_a_switch_that_never_comes_to_rest_holds_up_no_camera_for_ever() -> None:
    belief = watched_home()
    for n in range(60):
        at = 1.0 + n / 10
        if n % 5 == 0:
            belief = take(belief, look_at(HOME, at - 0.01))
        belief = take(belief, feel(["c1", "c2", "c9"][: 2 + n % 2], at, covers=CELLS))
    assert sighting(belief) is not None
