"""A button is pressed while one look misreads an edge. No impossible or needless question is asked."""

from engine.core.ids import Seconds
from tests.session.playing import Play

PLACES = {"a.1": "c7", "a.2": "c3", "b.1": "c5", "b.king": "c8"}


class Busy(Play):
    """A table whose camera sends four looks a second. Something has just moved."""

    def __init__(self) -> None:
        super().__init__(PLACES)
        self.see(self.look(steady=False))
        self.looks(1)

    def looks(self, number: int, *misread: str) -> None:
        """Let the camera look; it sees these pieces at their edge."""
        for _ in range(number):
            lies = dict(self.spots)
            for piece in misread:
                self.put(piece, PLACES[piece], edge=True)
            self.now -= 0.25
            self.see(self.look())
            self.spots = lies

    @property
    def kinds(self) -> list[str]:
        return [one.kind.value for one in self.verdicts]


def test_a_possible_attacker_misread_once_is_looked_at_again_before_a_turn_ends() -> None:
    table = Busy()
    table.looks(1, "a.1")
    table.press(at=Seconds(table.now))
    table.looks(1)
    assert table.kinds == []
    table.looks(4)
    assert table.kinds == ["settled"]
    assert table.said[0][1][0] == "done"


def test_a_misread_piece_that_could_hit_nobody_does_not_delay_the_end_of_a_turn() -> None:
    table = Busy()
    table.looks(1, "a.2", "b.king")
    table.press(at=Seconds(table.now))
    table.looks(1)
    assert table.kinds == ["settled"]


def test_an_edge_that_stays_uncertain_is_asked_about_before_a_turn_ends() -> None:
    table = Busy()
    table.looks(1, "a.1")
    table.press(at=Seconds(table.now))
    for _ in range(8):
        table.looks(1, "a.1")
        table.looks(1)
    assert table.kinds == ["ambiguous"]
