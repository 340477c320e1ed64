"""All reports of one camera: its state, its looks, dice, and the pictures for verdicts."""

import logging
import time
from collections.abc import Callable

from engine.bus.client import Bus
from engine.core.board import Board
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.core.phrase import Phrase
from engine.core.pieces import PieceSet
from engine.core.verdict import Verdict
from vision.camera.events import CameraStory
from vision.camera.reports.camera_report import Sighted, trust_of
from vision.camera.reports.dice_reports import DiceReports
from vision.camera.reports.hidden_tags import HiddenTags
from vision.camera.reports.look_reports import LookReports
from vision.camera.reports.proof_reports import ProofReports
from vision.camera.reports.state_reports import StateReports
from vision.camera.table_camera import TableCamera
from vision.light.clarity import px_per_module
from vision.look.reader import LensOrigin
from vision.pictures.frame import Frame
from vision.sources import BadFrame
from vision.texts import TEXTS

log = logging.getLogger(__name__)


class Reporting:
    """The reports of one camera on the bus, one object for each kind."""

    def __init__(
        self,
        bus: Bus,
        camera: TableCamera,
        board: Board,
        pieces: PieceSet,
        *,
        monotonic: Callable[[], float],
    ) -> None:
        self._camera = camera
        self._board = board
        self._pieces = pieces
        self._story = CameraStory(camera.name)
        self._hidden = HiddenTags(board.frame)
        self._states = StateReports(bus, camera, monotonic=monotonic)
        self._looks = LookReports(bus, camera, board.name)
        self._dice = DiceReports(bus, camera, board.tray)
        self._proofs = ProofReports(bus, camera, board)

    def resume(self, last_taken_at: float) -> None:
        """Continue where this camera was before a restart: older frames aren't sent again."""
        self._looks.resume(last_taken_at)
        self._states.account.resumed(last_taken_at)

    def show(self, verdict: Verdict) -> None:
        """Take a verdict that needs pictures."""
        self._proofs.ask(verdict)

    def send_proofs(self) -> None:
        """Send the pictures for verdicts."""
        self._proofs.send()

    def send_state(self) -> None:
        """Send the camera's state if it's due."""
        self._states.send()

    def greet(self, *, measuring: bool) -> None:
        """Send everything again, but no look while the lens is measured."""
        self._states.greet()
        self._dice.greet()
        look, state = self._camera.reader.state.look, self._states.account.state
        if look is not None and not state.ended and not measuring:
            self._looks.send(look, state.trust)

    def measuring(self) -> None:
        """Report that the board isn't read, since the lens is measured."""
        self._states.account.busy(TEXTS.say("problems.measuring"))

    def damaged(self, bad: BadFrame) -> None:
        """Report a picture that can't be decoded."""
        self._states.account.damaged(bad)

    def silent(self, reason: Phrase) -> None:
        """Report that no pictures come."""
        self._states.account.silent(reason)
        self._states.happened(self._story.silent(Seconds(time.time()), reason))

    def ended(self) -> None:
        """Report that the last picture has come."""
        account = self._states.account
        account.ended()
        log.info("%s has ended after %d frames", self._camera.source_name, account.state.frames)

    def looked(self, frame: Frame, look: Look, *, dropped: int) -> None:
        """Report a look with the camera's place, its dice and its state."""
        reader, (height, width) = self._camera.reader, frame.image.shape[:2]
        self._proofs.take(frame, look)
        known = reader.state
        # The reader remembers the camera's place even if the board isn't found now.
        place = (
            None if known.look is None or known.camera_place is None else known.camera_place.location.camera
        )
        px = 0.0 if place is None else px_per_module(place, self._board, self._pieces)
        lens = reader.lens_origin(width, height)
        trust = trust_of(place, px, measured=lens is not LensOrigin.GUESSED)
        self._looks.looked(look, trust)
        events = self._story.looked(frame, found=place is not None, moved=look.motion.moved)
        if self._looks.is_new(look):
            self._states.happened(events)
            self._dice.looked(frame, place)
        read = [tag.id for tag in known.tags.frame]
        remark = self._hidden.looked(frame.taken_at, read, place, (width, height))
        self._states.account.looked(
            frame,
            Sighted(len(read), len(self._board.frame.centres_mm), place, remark),
            dropped=dropped,
            px_per_module=px,
            trust=trust,
        )
        settings = self._camera.source.facts.settings
        self._states.account.set_up(settings=settings, lens=lens, moves=self._story.moves)
