"""Which pieces pages are dragging."""

from dashboard.simulator.dragged import HELD_S, Dragged
from engine.core.ids import PieceId, Seconds

W1, W2 = PieceId("w.inf.1"), PieceId("w.inf.2")


def test_a_piece_is_held_as_long_as_its_page_says_so_and_forgotten_once() -> None:
    dragged = Dragged()
    dragged.says(W1, Seconds(10.0))
    dragged.says(W2, Seconds(10.0))
    dragged.says(W1, Seconds(14.0))
    assert dragged.forgotten(Seconds(10.0 + HELD_S - 0.1)) == ()
    assert dragged.forgotten(Seconds(10.0 + HELD_S)) == (W2,)
    assert dragged.forgotten(Seconds(10.0 + HELD_S)) == ()
    dragged.put(W1)
    assert dragged.forgotten(Seconds(100.0)) == ()
