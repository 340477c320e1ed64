"""The sensor at fault is found from the one that worked last, and each is named once."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.core.disagreement import Ailment
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot
from engine.core.observations import Look
from engine.session.seen.belief import Belief
from engine.session.seen.believed import judged
from engine.session.seen.fusion import take
from engine.session.seen.presumed import presumed
from engine.session.seen.quarrels import faults
from engine.session.seen.sighted import sighting
from tests.session.seeing import feel, look_at, read

CELLS = tuple(f"c{n}" for n in range(1, 10))


class Watched:
    """A table under a camera that sees everything right, beside the sensors beneath it."""

    def __init__(self) -> None:
        self.belief, self.at = Belief(), 0.0

    def rest(
        self,
        lies: Mapping[str, str],
        felt: Iterable[str],
        *,
        readers: Iterable[str] = (),
        named: Mapping[str, str] | None = None,
        seconds: float = 12.0,
    ) -> list[tuple[Ailment, str | None, str | None]]:
        """Let the table be still, and return the sensors found at fault, each with its cell and fault."""
        spots: Layout = {PieceId(piece): Spot(Cell(cell), edge=False) for piece, cell in lies.items()}
        for n in range(round(seconds * 2)):
            self.at += 0.5
            self.belief = take(self.belief, feel(felt, self.at, covers=CELLS))
            if readers:
                self.belief = take(self.belief, read(named or {}, self.at, covers=readers))
            self.belief = take(self.belief, look_at(spots, self.at, steady=n > 0))
            seen = sighting(self.belief)
            if seen is not None:
                self.belief = judged(self.belief, seen)
        return [(one.ailment, one.cell, one.piece) for one in faults(self.belief.quarrels)]


def test_a_switch_that_no_longer_feels_its_resting_piece_sticks() -> None:
    table = Watched()
    assert table.rest({"a": "c1", "b": "c2"}, ["c1", "c2"]) == []
    assert table.rest({"a": "c1", "b": "c2"}, ["c2"]) == [(Ailment.STUCK_OFF, "c1", None)]


def test_a_piece_that_is_not_felt_where_another_was_a_while_ago_has_lost_its_magnet() -> None:
    table = Watched()
    table.rest({"a": "c1", "b": "c2"}, ["c2"])
    table.rest({"a": "c1", "b": "c5"}, ["c5"])
    assert table.rest({"a": "c2", "b": "c5"}, ["c5"]) == [(Ailment.MAGNET_LOST, None, "a")]


def test_a_piece_that_was_felt_a_moment_ago_lies_on_a_switch_that_sticks() -> None:
    table = Watched()
    table.rest({"a": "c1", "b": "c2"}, ["c1", "c2"])
    assert table.rest({"a": "c3", "b": "c2"}, ["c2"]) == [(Ailment.STUCK_OFF, "c3", None)]


def test_a_reader_that_reads_nothing_of_two_pieces_is_named_once() -> None:
    table = Watched()
    found = table.rest({"a": "c1", "b": "c1"}, ["c1"], readers=["c1"])
    assert found == [(Ailment.DEAF, "c1", None)]


def test_reader_and_tag_are_named_together_for_a_piece_that_was_never_read() -> None:
    found = Watched().rest({"a": "c1"}, ["c1"], readers=["c1"])
    assert found == [(Ailment.UNHEARD, "c1", "a")]


def test_two_switches_of_a_cell_that_disagree_are_reported_and_the_closed_one_believed() -> None:
    belief, at = Belief(), 0.0
    for n in range(20):
        at += 0.5
        belief = take(belief, feel(["c1"], at, covers=CELLS))
        belief = take(belief, feel(["c3"] if n > 3 else [], at, covers=["c3"], source="reed"))
        seen = sighting(belief)
        if seen is not None:
            belief = judged(belief, seen)
            assert (Cell("c3") in seen.occupied) is (n > 3)
    (sent,) = belief.quarrels.said
    assert (sent.cell, sent.piece, sent.believed) == ("c3", None, ("reed",))
    assert {word.source: word.cell for word in sent.words} == {"board": None, "reed": "c3"}
    # The reed switch goes. The board still has its other switch, and nothing has come or gone there.
    for _ in range(20):
        at += 0.5
        belief = take(belief, feel(["c1"], at, covers=CELLS))
        seen = sighting(belief)
        if seen is not None:
            belief = judged(belief, seen)
    assert belief.quarrels.said == ()
    assert Cell("c3") in belief.tracking.vacant


def test_a_switch_that_feels_a_piece_at_the_next_hexs_edge_does_not_stick_until_that_is_gone() -> None:
    table = Watched()
    assert table.rest({"a": "c1", "b": "c5"}, ["c1", "c5"]) == []
    table.rest({"b": "c5"}, ["c5"], seconds=1.0)
    # The piece is put back at the edge, and both switches close at once.
    assert table.rest({"a": "c1", "b": "c5"}, ["c1", "c2", "c5"]) == []
    assert table.belief.quarrels.said == ()
    assert table.rest({"a": "c8", "b": "c5"}, ["c2", "c5", "c8"]) == [(Ailment.STUCK_ON, "c2", None)]


def test_a_neighbours_piece_that_a_camera_explained_is_no_stranger_without_the_camera() -> None:
    table = Watched()
    table.rest({"a": "c1", "b": "c5"}, ["c1", "c5"])
    table.rest({"b": "c5"}, ["c5"], seconds=1.0)
    table.rest({"a": "c1", "b": "c5"}, ["c1", "c2", "c5"], seconds=2.0)
    for _ in range(8):
        table.at += 0.5
        table.belief = take(table.belief, feel(["c1", "c2", "c5"], table.at, covers=CELLS))
    seen = sighting(table.belief)
    assert seen is not None
    assert seen.switches is not None
    assert seen.occupied == {"c1", "c5"}
    # A piece that comes there later is felt as ever.
    for felt in (["c1", "c5"], ["c1", "c2"], ["c1", "c2"]):
        table.at += 0.5
        table.belief = take(table.belief, feel(felt, table.at, covers=CELLS))
        seen = sighting(table.belief)
        if seen is not None:
            table.belief = judged(table.belief, seen)
    assert seen is not None
    assert seen.occupied == {"c1", "c2"}


def test_a_switch_that_closes_where_a_camera_sees_nothing_says_not_where_a_piece_went_that_is_gone() -> None:
    table = Watched()
    table.rest({"a": "c1", "b": "c5"}, ["c1", "c5"], seconds=2.0)
    # `b` is taken off the table. The switch beside `a`, which is pushed to its edge, closes.
    for felt in (["c1"], ["c1", "c2"]):
        table.at += 0.1
        table.belief = take(table.belief, feel(felt, table.at, covers=CELLS))
    for n in range(3):
        table.at += 0.5
        table.belief = take(table.belief, feel(["c1", "c2"], table.at, covers=CELLS))
        pushed: Layout = {PieceId("a"): Spot(Cell("c1"), edge=True)}
        table.belief = take(table.belief, look_at(pushed, table.at, steady=n > 0))
    seen = sighting(table.belief)
    assert seen is not None
    assert (seen.disputes, PieceId("b") in seen.hidden) == ({}, False)


def test_a_deaf_reader_is_found_out_while_others_are_lifted_elsewhere() -> None:
    table = Watched()
    lies, felt = {"a": "c1", "b": "c2"}, ["c1", "c2"]
    table.rest(lies | {"d": "c8"}, [*felt, "c8"], readers=["c1", "c2"], named={"b": "c2"}, seconds=4.0)
    for cell in ("c7", "c8") * 4:
        table.rest(lies, felt, readers=["c1", "c2"], named={"b": "c2"}, seconds=0.5)
        moved = {**lies, "d": cell}
        sent = table.rest(moved, [*felt, cell], readers=["c1", "c2"], named={"b": "c2"}, seconds=1.5)
    assert (Ailment.TAG_LOST, None, "a") in sent or (Ailment.UNHEARD, "c1", "a") in sent


def test_a_piece_that_its_reader_never_named_is_not_missed_without_the_camera() -> None:
    table = Watched()
    lies = {"a": "c1", "b": "c1"}
    table.belief = replace(table.belief, last={PieceId("a"): Cell("c1"), PieceId("b"): Cell("c1")})

    def reads(at: float) -> Look:
        return read({"b": "c1"}, at, covers=["c1"], notices=["a", "b"])

    for n in range(14):
        table.at += 0.5
        spots = {PieceId(piece): Spot(Cell(cell), edge=False) for piece, cell in lies.items()}
        looks = (feel(["c1"], table.at, covers=CELLS), reads(table.at))
        for look in looks if n > 6 else (*looks, look_at(spots, table.at, steady=n > 0)):
            table.belief = take(table.belief, look)
        seen = sighting(table.belief)
        if seen is not None:
            table.belief = judged(table.belief, seen)
    assert seen is not None
    assert seen.switches is not None
    assert presumed(seen, spots, {}).elsewhere == {}
