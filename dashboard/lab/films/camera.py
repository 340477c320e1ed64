"""The camera over a filmed match: it renders each moment, reads it as a look, and counts reading faults."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np

from dashboard.lab.accuracy.filmed_row import true_frame
from dashboard.lab.corpus.hands import EyesMoment
from dashboard.lab.films.gestures import Gestures
from dashboard.simulator.footage_writer import FootageWriter
from dashboard.simulator.stage import StageScene
from engine.core.board import Board
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.core.pieces import PieceSet
from vision.look.reader import BoardReader
from vision.look.scoring import Score, TrueFrame, score_look
from vision.pictures.frame import Frame, Image
from vision.render.renderer import PieceTruth, Renderer
from vision.render.sensor import MovingPictures

_QUIET_PICTURES = 3
"""The number of pictures that show an unchanged table in turn; they differ in noise and the like only."""


@dataclass(slots=True)
class FilmCamera:
    """A rendered camera as a source of looks."""

    hands: Gestures
    """The pieces and hands in front of the camera."""
    renderer: Renderer
    """The renderer of the pictures."""
    board: Board
    """The board of the match."""
    pieces: PieceSet
    """The pieces of the match."""
    writer: FootageWriter | None = None
    """The writer of each picture with its truth; None: nothing is written."""
    video: MovingPictures | None = None
    """The encoder of a camera that sends video; None: it sends JPEG pictures."""
    looked: int = 0
    """The number of looks."""
    pictures: int = 0
    """The number of rendered pictures."""
    visible: int = 0
    """The number of visible pieces in looks at a settled table."""
    right: int = 0
    """The number of these that were read right."""
    wrong: int = 0
    """The number of these that were read wrong."""
    _reader: BoardReader = field(init=False)
    """The reader of the pictures."""
    _shown: tuple[StageScene, list[tuple[bytes, Image]]] | None = None
    """The last scene with its pictures."""
    _truth: tuple[StageScene, tuple[PieceTruth, ...]] | None = None
    """The last scene with its truth."""
    _ails: str = ""
    """The errors of the last look, for a note."""

    def __post_init__(self) -> None:
        """Set up vision for this camera."""
        self._reader = BoardReader(self.board, self.pieces, source="camera", live=True)

    def looks(self, moment: EyesMoment, at: float) -> Iterator[Look]:
        """Yield the look at the scene of the hands; only its pixels count, not the pieces of `moment`."""
        del moment
        scene = self.hands.scene
        content, image = self._picture(scene)
        self.looked += 1
        if self.writer is not None:
            self.writer.add(content, self._truth_of(scene), scene, Seconds(at))
        look = self._reader.read(Frame(image, Seconds(at), self.looked))
        self._score(look, scene)
        yield look

    def ails(self) -> str:
        """Return the reading faults of the last look at a settled table, for a note; empty: none."""
        return self._ails

    def _picture(self, scene: StageScene) -> tuple[bytes, Image]:
        if self._shown is None or self._shown[0] != scene:
            self._shown = (scene, [])
        shown = self._shown[1]
        if len(shown) >= _QUIET_PICTURES:
            return shown[self.looked % _QUIET_PICTURES]
        self.pictures += 1
        taken = self.renderer.render(scene.placed, held=scene.held, hand=scene.hand, number=self.looked)
        if self.video is not None:
            arrived = self.video.sent(taken)
            shown.append((b"" if self.writer is None else self.renderer.jpeg(arrived), arrived))
            return shown[-1]
        content = self.renderer.jpeg(taken)
        decoded = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        shown.append((content, np.asarray(decoded, np.uint8)))
        return shown[-1]

    def _truth_of(self, scene: StageScene) -> tuple[PieceTruth, ...]:
        if self._truth is None or self._truth[0] != scene:
            self._truth = (scene, self.renderer.truth(scene.placed, held=scene.held, hand=scene.hand))
        return self._truth[1]

    def _score(self, look: Look, scene: StageScene) -> None:
        if scene.hand is not None:
            return
        true = true_frame(self._truth_of(scene), scene.held, settled=True)
        scenery = [one.piece.id for one in scene.placed if one.piece.kind.is_scenery]
        score = score_look(look, true, scenery=scenery)
        self.visible += score.visible
        self.right += score.right
        self.wrong += len(score.wrong)
        self._ails = _ails(look, true, score)


def _ails(look: Look, true: TrueFrame, score: Score) -> str:
    hidden = {true.layout[piece].cell for piece in (*true.hidden, *score.missed)}
    doubted = sorted({*look.cells.unsure, *look.cells.blind} - hidden)
    said = [
        *(f"{piece} seen wrong" for piece in score.wrong),
        *(f"{piece} in {true.layout[piece].cell} unread" for piece in score.missed),
    ]
    if doubted:
        said.append(f"doubted for nothing: {', '.join(doubted)}")
    return "; ".join(said)
