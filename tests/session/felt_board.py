"""A table of the row game with a switch under each cell and a camera, on a clock that the test moves."""

from collections.abc import Iterable

from engine.core.ids import PieceId
from engine.core.layout import Layout
from engine.session.playing.table_events import happen
from tests.session.playing import Play
from tests.session.row_game import CELLS
from tests.session.seeing import feel, look_at

PICTURE_S = 1 / 30


class Board(Play):
    """A table with a switch under each cell and a camera of thirty pictures a second, on its own clock.

    `picture_s` is the time from one picture to the next that is read. A busy machine reads fewer.
    """

    picture_s = PICTURE_S

    def __init__(self, places: dict[str, str] | None = None) -> None:
        super().__init__(places)
        self.felt = {str(spot.cell) for spot in self.spots.values()}
        self.hears()
        self.watch(30)

    def hears(self, *, clear: str = "", cover: str = "") -> None:
        """Let a switch change, if one is given, and the board report."""
        self.felt = (self.felt - {clear}) | ({cover} - {""})
        self.now += 0.005
        self.took(happen(self.setting, self.table, feel(self.felt, self.now, covers=CELLS), self.now))

    def watch(self, pictures: int, *, blind: Iterable[str] = (), steady: bool = True) -> int:
        """Let the camera look; return the number of pictures until something was played, 0 for nothing."""
        before = self.table.match.revision
        for n in range(1, pictures + 1):
            self.now += self.picture_s
            spots: Layout = {piece: one for piece, one in self.spots.items() if one.cell not in blind}
            look = look_at(spots, self.now, steady=steady and n > 1, blind=blind)
            self.took(happen(self.setting, self.table, look, self.now))
            if self.table.match.revision > before:
                return n
        return 0

    def carry(self, piece: str, to: str, *, felt: str | None = None) -> None:
        """Carry a piece by hand, while the switch of another cell may feel it.

        The hand is still over both cells.
        """
        start = str(self.spots[PieceId(piece)].cell)
        under = (start, to, "c9")
        self.watch(3, blind=under, steady=False)
        self.hears(clear=start)
        self.watch(6, blind=under, steady=False)
        self.put(piece, to)
        self.hears(cover=felt or to)
        self.watch(6, blind=under, steady=False)
