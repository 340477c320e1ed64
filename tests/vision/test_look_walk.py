"""The path of one picture through the files of vision: how often it enters a file, and comes back to one.

A reader who follows the picture turns pages as often. Each call of one function by another counts once.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import vision
from engine.core.board import load_board
from engine.core.footage import load_footage
from engine.core.pieces import load_pieces
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.sources import frames_of

FILM = Path(__file__).parent.parent / "cases/piece-from-between-others"
ROOT = str(Path(vision.__file__).parent)
PASSED_THROUGH = ("look/step.py", "look/reader.py")
"""The runner of the steps and the holder of the state, which aren't on the path."""

MOST_STAYS, MOST_RETURNS = 77, 36
"""The limits for a picture that is read as a whole: it has 72 and 31. They only go down. Processors that
round differently may take one branch more, so there is some room."""


def way_of(reads: Callable[[], object]) -> list[str]:
    """Return the files of vision that are entered in turn while a picture is read."""
    passed: set[tuple[object, ...]] = set()
    way: list[str] = []

    def entered(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not on_the_way(code.co_filename) or code.co_name.startswith("<"):
            return
        caller = frame.f_back
        while caller is not None and not on_the_way(caller.f_code.co_filename):
            caller = caller.f_back
        call = (caller and caller.f_code, code)
        if call not in passed:
            passed.add(call)
            if way[-1:] != [code.co_filename]:
                way.append(code.co_filename)

    before = sys.getprofile()
    sys.setprofile(entered)
    try:
        reads()
    finally:
        sys.setprofile(before)
    return way


def on_the_way(file: str) -> bool:
    return file.startswith(ROOT) and not file.endswith(PASSED_THROUGH)


def test_a_pictures_way_through_the_files_gets_no_longer() -> None:
    footage = load_footage(FILM)
    board, pieces = load_board(footage.board), load_pieces(footage.pieces)
    reader = BoardReader(board, pieces, source="film", intrinsics=footage.camera)
    first = next(one for one in frames_of(str(FILM)) if isinstance(one, Frame))
    way = way_of(lambda: reader.read(first))
    assert len(way) <= MOST_STAYS
    assert len(way) - len(set(way)) <= MOST_RETURNS
    assert reader.state.look is not None
