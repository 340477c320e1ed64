"""A dispute that comes and goes each second is one dispute in the log."""

from engine.core.ids import Cell, PieceId
from engine.session.serving.disputes import CALM_S, Disputes

PIECE = PieceId("w.inf.1")
CLAIMS = {PIECE: (("left", Cell("d4")), ("right", Cell("d5")))}


def test_a_dispute_that_comes_and_goes_is_said_once() -> None:
    disputes = Disputes()
    assert list(disputes.begun(CLAIMS, 0.0)) == [(PIECE, "left sees it on d4, right sees it on d5")]
    for second in range(1, 100):
        assert not list(disputes.begun(CLAIMS if second % 2 else {}, float(second)))
        assert not list(disputes.over(float(second)))


def test_a_dispute_is_over_after_a_calm_time_and_logged_again_when_it_returns() -> None:
    disputes = Disputes()
    assert list(disputes.begun(CLAIMS, 0.0))
    assert not list(disputes.over(CALM_S - 1))
    assert list(disputes.over(CALM_S)) == [PIECE]
    assert not list(disputes.over(CALM_S + 1))
    assert [piece for piece, _ in disputes.begun(CLAIMS, CALM_S + 2)] == [PIECE]
