"""The pieces that sources dispute, for the log: once each, however often the dispute comes and goes."""

from collections.abc import Iterator, Mapping

from engine.core.ids import Cell, PieceId

CALM_S = 30.0
"""How long sources must agree about a piece before its dispute is logged as over."""


class Disputes:
    """The pieces that were said to be disputed, and when each last was."""

    def __init__(self) -> None:
        self._last: dict[PieceId, float] = {}

    def begun(
        self, now: Mapping[PieceId, tuple[tuple[str, Cell], ...]], at: float
    ) -> Iterator[tuple[PieceId, str]]:
        """Yield the newly disputed pieces, each with the sources' claims."""
        for piece, claims in now.items():
            if piece not in self._last:
                yield piece, ", ".join(f"{source} sees it on {cell}" for source, cell in claims)
            self._last[piece] = at

    def over(self, at: float) -> Iterator[PieceId]:
        """Yield, once each, the pieces that sources have agreed about for long again."""
        for piece in [piece for piece, last in self._last.items() if at - last >= CALM_S]:
            del self._last[piece]
            yield piece
