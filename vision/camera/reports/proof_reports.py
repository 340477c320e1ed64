"""A camera's pictures for verdicts: they are kept in its album, and sent when a verdict comes."""

import queue

from engine.bus.client import Bus
from engine.core.board import Board
from engine.core.observations import Look
from engine.core.verdict import Verdict
from vision.camera.reports.proofs import Album, cells_part, proof_of
from vision.camera.table_camera import TableCamera
from vision.pictures.frame import Frame


class ProofReports:
    """The album of one camera, and the verdicts that wait for its pictures."""

    def __init__(self, bus: Bus, camera: TableCamera, board: Board) -> None:
        self._bus = bus
        self._camera = camera
        self._board = board
        self._album = Album()
        self._verdicts: queue.SimpleQueue[Verdict] = queue.SimpleQueue()

    def take(self, frame: Frame, look: Look) -> None:
        """Keep a frame if the table is at rest in it."""
        self._album.take(frame, look)

    def ask(self, verdict: Verdict) -> None:
        """Take a verdict. Any thread may call this."""
        self._verdicts.put(verdict)

    def send(self) -> None:
        """Send the pictures of the verdicts that have come since the last call."""
        camera_place = self._camera.reader.state.camera_place
        while not self._verdicts.empty():
            verdict = self._verdicts.get()
            proof = next((one for one in verdict.proofs if one.source == self._camera.name), None)
            if proof is None or camera_place is None:
                continue
            part = cells_part(camera_place.location.camera, self._board, verdict.cells)
            pictures = proof_of(self._album, proof, part)
            if pictures is not None:
                self._bus.publish("proof", pictures, name=self._camera.name)
