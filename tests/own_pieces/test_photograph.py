"""The labels in one photograph of all pieces, lying in any order."""

import pytest

from dashboard.web.own_pieces.answers import Outline
from dashboard.web.own_pieces.photograph import labels_in
from engine.core.faults import InputFault
from engine.core.pieces import PieceSet, load_pieces
from tests.own_pieces.photographed import Laid, photograph

SET = "mativen-pieces"


@pytest.fixture(scope="module")
def pieces() -> PieceSet:
    return load_pieces(SET)


def all_over(tags: range) -> list[Laid]:
    """Return labels in rows of eight, each turned by another angle."""
    return [Laid(tag, 0.08 + 0.12 * (n % 8), 0.1 + 0.16 * (n // 8), 37.0 * n) for n, tag in enumerate(tags)]


def middle(outline: Outline) -> tuple[float, float]:
    return sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline)


def test_forty_labels_in_any_order_are_read_from_one_photograph(pieces: PieceSet) -> None:
    laid = all_over(range(72, 112))
    found = labels_in(photograph(laid), pieces)
    assert sorted(one.tag for one in found.labels) == list(range(72, 112))
    assert found.unread == ()
    where = {one.tag: (one.x, one.y) for one in laid}
    for one in found.labels:
        assert middle(one.outline) == pytest.approx(where[one.tag], abs=0.003)


def test_labels_that_cannot_be_read_or_are_there_twice_or_of_another_set_are_found_at_their_places(
    pieces: PieceSet,
) -> None:
    laid = [
        *all_over(range(72, 80)),
        Laid(90, 0.85, 0.85, 20.0, smudged=True),
        Laid(75, 0.15, 0.8, 50.0),
        Laid(3, 0.5, 0.5, 10.0),
    ]
    found = labels_in(photograph(laid), pieces)
    assert sorted(one.tag for one in found.labels) == [72, 73, 74, 75, 75, 76, 77, 78, 79]
    (unread,) = found.unread
    assert middle(unread) == pytest.approx((0.85, 0.85), abs=0.01)
    assert [one.tag for one in found.strange] == [3]


def test_a_photograph_without_labels_has_none(pieces: PieceSet) -> None:
    found = labels_in(photograph([]), pieces)
    assert (found.labels, found.unread, found.strange) == ((), (), ())


def test_what_is_no_photograph_is_refused(pieces: PieceSet) -> None:
    with pytest.raises(InputFault, match="isn't a JPEG"):
        labels_in(b"no picture", pieces)
