"""The picture of one board from its reports: event by event, and whole at the start of each session."""

from engine.core.device_events import ButtonPress, CellChange, PadReading, PadReadingKind, format_tags
from engine.core.ids import Cell
from engine.core.phrase import Phrase, unsaid
from firmware_bridge.board_reports import BOARD, BoardReport, pad_device
from firmware_bridge.link.fields import format_uid
from firmware_bridge.link.messages import (
    Button,
    CellClear,
    CellCovered,
    Event,
    PictureCells,
    PictureSwitched,
    PictureTag,
    PictureTold,
    TagGone,
    TagPlaced,
)
from firmware_bridge.texts import TEXTS

_NOTHING: frozenset[str] = frozenset()


class LyingTags:
    """The tags and covered cells of one board, over any number of sessions.

    A board sends its picture in parts, and then their number.
    """

    def __init__(self) -> None:
        self.switched: tuple[str, ...] | None = None
        """The cells that the board has switches beneath, as its last picture said; None before the first."""
        self._tags: dict[str, frozenset[str]] = {}
        self._covered: set[str] = set()
        self._pictured_tags: dict[str, frozenset[str]] = {}
        self._pictured_cells: set[str] = set()
        self._pictured_switched: tuple[str, ...] = ()

    def changed_by(self, event: Event, at: float, mark: str) -> BoardReport:
        """Take in a board's event and return its report; `at` and `mark` as in `BoardReport`."""
        match event:
            case Button(pad=pad, button=button):
                return BoardReport(pad_device(pad), ButtonPress(button), at, mark)
            case TagPlaced(pad=pad, uid=uid):
                self._tags[pad] = self._tags.get(pad, _NOTHING) | {format_uid(uid)}
                return BoardReport(pad_device(pad), _lying(pad, self._tags[pad]), at, mark)
            case TagGone(pad=pad, uid=uid):
                self._tags[pad] = self._tags.get(pad, _NOTHING) - {format_uid(uid)}
                return BoardReport(pad_device(pad), _lying(pad, self._tags[pad]), at, mark)
            case CellCovered(cell=cell):
                self._covered.add(cell)
                return BoardReport(BOARD, CellChange(Cell(cell), covered=True), at, mark)
            case CellClear(cell=cell):
                self._covered.discard(cell)
                return BoardReport(BOARD, CellChange(Cell(cell), covered=False), at, mark)

    def begin_picture(self) -> None:
        """Forget the parts of a picture that wasn't sent to its end."""
        self._pictured_tags, self._pictured_cells, self._pictured_switched = {}, set(), ()

    def take_part(self, part: PictureTag | PictureCells | PictureSwitched) -> None:
        """Keep a part of a picture."""
        match part:
            case PictureTag(pad, uid):
                self._pictured_tags[pad] = self._pictured_tags.get(pad, _NOTHING) | {format_uid(uid)}
            case PictureCells(cells):
                self._pictured_cells |= set(cells)
            case PictureSwitched(cells):
                self._pictured_switched += cells

    def broken_promise(self, whole: PictureTold) -> Phrase:
        """Return a complaint if a picture's parts aren't those that its end announces; else an empty text."""
        came_tags = sum(len(uids) for uids in self._pictured_tags.values())
        if (came_tags, len(self._pictured_cells), len(self._pictured_switched)) == (
            whole.tags,
            whole.cells,
            whole.switches,
        ):
            return unsaid()
        return TEXTS.say(
            "boards.breaks_promise",
            tags=whole.tags,
            cells=whole.cells,
            switches=whole.switches,
            came_tags=came_tags,
            came_cells=len(self._pictured_cells),
            came_switches=len(self._pictured_switched),
        )

    def pictured(self, now: float, *, chain_reads: bool) -> list[BoardReport]:
        """Take in a whole picture; return the differences, which happened while nobody listened.

        On a chain that doesn't read, nobody knows which pieces stand there, or that they have gone.
        """
        seen_tags, seen_cells = self._pictured_tags, self._pictured_cells
        self.switched = self._pictured_switched
        self.begin_picture()
        changes = [
            BoardReport(pad_device(pad), _lying(pad, seen_tags.get(pad, _NOTHING)), now, "")
            for pad in sorted(self._tags.keys() | seen_tags.keys())
            if self._tags.get(pad, _NOTHING) != seen_tags.get(pad, _NOTHING)
        ]
        if chain_reads:
            changes += [
                BoardReport(BOARD, CellChange(Cell(cell), covered=cell in seen_cells), now, "")
                for cell in sorted(self._covered ^ seen_cells)
            ]
            self._covered = seen_cells
        self._tags = seen_tags
        return changes


def _lying(pad: str, uids: frozenset[str]) -> PadReading:
    return PadReading(PadReadingKind.TAGS, pad, format_tags(tuple(sorted(uids))))
