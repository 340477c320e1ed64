"""Entries of earlier versions about changed pieces are still understood."""

import pytest

from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Spot
from engine.session.matches.entries import dump_leftovers, load_leftovers

A = PieceId("a")
SPOT = {"cell": "c1", "face": "up", "edge": None}


@pytest.mark.parametrize(
    ("deg", "sideways"), [(None, None), (0, False), (90, True), (180, False), (270, True)]
)
def test_a_turn_that_was_written_in_degrees_is_read(deg: int | None, *, sideways: bool | None) -> None:
    read = load_leftovers({"a": {**SPOT, "turned_deg": deg}})
    assert read == {A: Spot(Cell("c1"), Face.UP, sideways=sideways)}


@pytest.mark.parametrize("sideways", [None, False, True])
def test_how_a_piece_lies_comes_back_as_it_was_written(*, sideways: bool | None) -> None:
    lies = {A: Spot(Cell("c1"), Face.DOWN, sideways=sideways, edge=True), PieceId("b"): None}
    assert load_leftovers(dump_leftovers(lies)) == lies
