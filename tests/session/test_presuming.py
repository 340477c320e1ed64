"""Where no camera looks, a piece is where the match has it unless something contradicts that."""

from collections.abc import Mapping
from dataclasses import replace

from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot
from engine.session.seen.presumed import presumed
from engine.session.seen.sighting import Sighting, Watch, differences

A, B, C, D = PieceId("a"), PieceId("b"), PieceId("c"), PieceId("d")
CELLS = frozenset(Cell(f"c{n}") for n in range(1, 10))
NOBODY: Layout = {}


def lies(**cells: str) -> dict[PieceId, Spot]:
    return {PieceId(piece): Spot(Cell(cell), edge=False) for piece, cell in cells.items()}


def felt(
    *cells: str,
    read: Mapping[str, str] | None = None,
    readers: tuple[str, ...] = (),
    unnamed: Mapping[str, frozenset[PieceId | None]] | None = None,
    echoes: Mapping[str, str] | None = None,
    followed: Mapping[str, str] | None = None,
) -> Sighting:
    """Return the sighting by switches beneath nine cells, and readers beneath some."""
    switches = Watch(CELLS, None)
    occupied = frozenset(Cell(cell) for cell in cells)
    return Sighting(
        spots={**lies(**(read or {})), **lies(**(followed or {}))},
        watches=(Watch(frozenset(Cell(cell) for cell in readers)), switches),
        vacant=CELLS - occupied,
        unnamed={Cell(cell): some for cell, some in (unnamed or {}).items()},
        echoes={Cell(one): Cell(other) for one, other in (echoes or {}).items()},
        switches=switches,
        occupied=occupied,
        followed=frozenset(PieceId(piece) for piece in followed or {}),
    )


def where(seen: Sighting) -> dict[str, str]:
    return {str(piece): str(spot.cell) for piece, spot in seen.spots.items()}


def test_a_table_that_is_covered_where_it_should_be_is_as_the_match_has_it() -> None:
    seen = presumed(felt("c1", "c2"), lies(a="c1", b="c2", c="c2"), {})
    assert where(seen) == {"a": "c1", "b": "c2", "c": "c2"}
    assert not seen.elsewhere
    assert not seen.unnamed


def test_a_name_taken_wrongly_doesnt_outlast_a_table_that_is_as_it_should_be() -> None:
    seen = presumed(felt("c1", "c2", followed={"a": "c2", "b": "c1"}), lies(a="c1", b="c2"), {})
    assert where(seen) == {"a": "c1", "b": "c2"}


def test_the_only_missing_piece_is_the_one_in_the_strange_cell() -> None:
    seen = presumed(felt("c2", "c5"), lies(a="c1", b="c2"), {})
    assert where(seen) == {"a": "c5", "b": "c2"}


def test_either_of_two_missing_pieces_may_be_the_one_in_the_strange_cell() -> None:
    seen = presumed(felt("c5"), lies(a="c1", b="c2"), {})
    assert seen.unnamed == {"c5": {A, B}}
    assert seen.elsewhere.keys() == {A, B}


def test_a_piece_that_comes_while_none_is_missing_is_from_a_stack_or_from_beside_the_table() -> None:
    seen = presumed(felt("c1", "c2", "c5"), lies(a="c1", b="c2", c="c2"), {})
    assert seen.unnamed == {"c5": {B, C, None}}
    assert where(seen) == {"a": "c1", "b": "c2", "c": "c2"}


def test_a_piece_lifted_after_something_came_to_a_cell_did_not_come_there() -> None:
    stack: frozenset[PieceId | None] = frozenset((B, C, None))
    seen = presumed(felt("c2", "c5", unnamed={"c5": stack}), lies(a="c1", b="c2", c="c2"), {})
    assert A not in seen.spots
    assert seen.unnamed[Cell("c5")] >= {B, C, None}


def test_a_piece_that_its_reader_no_longer_names_is_missing_though_something_still_lies_there() -> None:
    here = felt("c1", "c5", read={"b": "c1"}, readers=("c1",))
    seen = presumed(here, lies(a="c1", b="c1"), {})
    assert where(seen) == {"a": "c5", "b": "c1"}


def test_a_tablets_play_is_believed_once_something_lies_in_the_new_cell() -> None:
    waits: dict[PieceId, Spot | None] = {A: None}
    assert A not in presumed(felt("c2"), lies(a="c1", b="c2"), waits).spots
    assert where(presumed(felt("c1", "c2"), lies(a="c1", b="c2"), waits)) == {"a": "c1", "b": "c2"}


def test_a_piece_that_a_tablet_took_off_lies_there_until_its_cell_is_clear() -> None:
    known = lies(a="c1")
    there = presumed(felt("c1", "c2", followed={"a": "c1"}), lies(b="c2"), known)
    gone = presumed(felt("c2"), lies(b="c2"), known)
    assert (where(there), where(gone)) == ({"a": "c1", "b": "c2"}, {"b": "c2"})


def test_a_taken_piece_is_not_the_one_that_comes_to_its_cell_after_it_was_lifted() -> None:
    # The piece was lifted and another put in its place, and a neighbour's switch feels that too.
    seen = presumed(felt("c1", "c3", echoes={"c1": "c3", "c3": "c1"}), lies(b="c2"), lies(a="c1"))
    assert where(seen) == {}
    assert seen.unnamed == {"c1": {B}, "c3": {B}}


def test_a_second_switch_that_feels_a_piece_says_nothing_once_it_lies_in_the_first() -> None:
    seen = presumed(felt("c1", "c3", echoes={"c1": "c3", "c3": "c1"}), lies(a="c1"), {})
    assert (where(seen), seen.unnamed) == ({"a": "c1"}, {})


def test_a_stranger_that_was_named_once_holds_up_nothing_more() -> None:
    seen = presumed(felt("c1", "c9"), lies(a="c1"), {}, strangers=frozenset((Cell("c9"),)))
    assert seen.unnamed == {}


def test_where_a_camera_looks_nothing_is_presumed() -> None:
    seen = Sighting(spots=lies(a="c5"))
    assert presumed(seen, lies(a="c1"), {}) is seen


def test_a_stranger_from_before_doesnt_make_a_riddle_of_a_piece_that_moves_elsewhere() -> None:
    stack: frozenset[PieceId | None] = frozenset((B, C, None))
    here = felt("c2", "c5", "c9", unnamed={"c9": stack, "c5": frozenset((A,))})
    seen = presumed(here, lies(a="c1", b="c2", c="c2"), {})
    assert where(seen)["a"] == "c5"
    assert seen.unnamed.keys() == {"c9"}


def test_a_piece_that_is_to_be_put_elsewhere_and_has_left_is_on_its_way() -> None:
    layout, owed = lies(a="c5", b="c2"), lies(a="c1")
    seen = presumed(felt("c2"), layout, owed)
    assert set(seen.elsewhere) == {"a"}
    assert not differences(seen, layout, layout, before=layout, leftovers=owed).wrong
    # A piece that isn't due anywhere is missing.
    home = lies(a="c1", b="c2")
    gone = presumed(felt("c2"), home, {})
    assert differences(gone, home, home, before=home).wrong == {"a"}


def test_two_pieces_that_left_at_once_may_each_be_where_the_other_was_followed_to() -> None:
    # A reader named b a moment after a piece arrived at c5, so the piece counted as a.
    left = {Cell("c4"): frozenset((A, B, None)), Cell("c5"): frozenset((A, B, None))}
    seen = replace(felt("c4", "c5", followed={"b": "c5"}), otherwise=left)
    found = presumed(seen, lies(a="c1", b="c2"), {})
    assert found.unnamed == {"c4": {A, B}, "c5": {A, B}}
    sure = presumed(felt("c4", "c5", followed={"b": "c5"}), lies(a="c1", b="c2"), {})
    assert where(sure) == {"a": "c4", "b": "c5"}


def test_a_piece_put_where_it_was_owed_and_moved_on_at_once_is_the_one_elsewhere() -> None:
    """`a` was owed on c1; something came there and left. `b` is owed on c3, where nothing was felt."""
    owed = {A: None, B: None}
    seen = felt("c5", unnamed={"c5": frozenset((B,))}, followed={})
    seen = presumed(replace(seen, passed=frozenset((Cell("c1"),))), lies(a="c1", b="c3"), owed)
    assert where(seen) == {"a": "c5"}
    assert seen.elsewhere.keys() == {B}


def test_beside_a_piece_that_left_only_now_either_may_be_the_one_that_came() -> None:
    seen = felt("c5", unnamed={"c5": frozenset((B,))}, followed={"b": "c5"})
    seen = presumed(replace(seen, passed=frozenset((Cell("c1"),))), lies(a="c1", b="c2"), {A: None})
    assert seen.unnamed == {"c5": {A, B}}
    assert seen.elsewhere.keys() == {A, B}
