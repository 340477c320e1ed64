"""A match between bots that a real engine plays, with a camera's looks between the actions."""

from pathlib import Path
from random import Random
from typing import Any

from engine.bots.registry import open_bot
from engine.bus.client import Bus, ReceivedMessage
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.sealing import Seal
from engine.core.board import load_board
from engine.core.decisions import Chooser
from engine.core.game import Game, Ruleset
from engine.core.ids import Seconds
from engine.core.layout import Face
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, Seen
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.records.recorder import EvidenceRecorder
from engine.session.matches.match_keeper import MatchKeeper
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import MatchParts
from engine.session.serving.service import EngineService

REST_S = 0.2
STIR_LOOKS = 4


class BotsMatch:
    """A match with its engine and its own clock, which advances only while it's played.

    `folder` gets the journal and the evidence. `bus` gets the engine's messages. `seal` seals the seats'
    sheets; None: there are no sheets.
    """

    def __init__(self, folder: Path, bus: Bus, *, seal: Seal | None = None) -> None:
        self.seconds = 0.0
        self._seal = seal
        board, self._pieces = load_board("mativen"), load_pieces("mativen-pieces")
        self._game: Game[Any, Any] = open_game("dozen_war", board, Ruleset())
        opening = MatchOpening(
            "", Seconds(0.0), self._game.name, board.name, "mativen-pieces", table="bench", seed="records"
        )
        self.service: EngineService[Any, Any] = EngineService(
            bus,
            parts=MatchParts(opening.terms, board, self._pieces, self._game, MatchKeeper(folder, self._game)),
            opening=opening,
            recorder=EvidenceRecorder(folder, about={}, wall=self._now),
            seal=seal,
            monotonic=self._now,
            wall=self._now,
        )
        self._bot, self._mind = open_bot("greedy"), Random(7)  # noqa: S311 # a match, not a secret
        self._looks = 0

    def play_on(self, seconds: float) -> None:
        """Let the seat to move act; then publish looks for these seconds, a few of them with movement."""
        state, stirred = self.service.table.match.state, STIR_LOOKS
        if self._game.decider(state).chooser is Chooser.SEAT:
            self.service.take(self._asked(self._choice()))
        until = self.seconds + seconds
        while self.seconds < until:
            self.seconds += REST_S
            self._looks += 1
            stirred -= 1
            self.service.take(ReceivedMessage("look", "cam", self._look(steady=stirred < 0)))

    def _asked(self, command: Command) -> ReceivedMessage:
        """Return a command in the form that a seat's tablet sends."""
        if self._seal is None:
            return ReceivedMessage("command", "", command)
        return ReceivedMessage("seat_command", "", self._seal.sealed_command(command))

    def _now(self) -> float:
        return self.seconds

    def _choice(self) -> Command:
        match = self.service.table.match
        seat = self._game.decider(match.state).seats[0]
        action = self._bot.choose(self._game, match.state, seat, self._mind)
        return Command(
            f"act {match.revision}",
            CommandKind.ACT,
            match.revision,
            seat=seat,
            action=self._game.format_action(action),
        )

    def _look(self, *, steady: bool) -> Look:
        """Return a look that shows the layout of the match."""
        layout = self._game.layout(self.service.table.match.state)
        seen = tuple(
            Seen(
                self._pieces.physical_id(piece),
                spot.cell,
                0.0,
                0.0,
                spot.face or Face.UP,
                0.0,
                bool(spot.edge),
                1.0,
                9.0,
            )
            for piece, spot in layout.items()
            if not spot.covered
        )
        taken_at = Seconds(self.seconds)
        return Look(
            "cam",
            self._looks,
            taken_at,
            LookPieces(seen),
            LookCells(),
            LookMotion(steady=steady, moved=False),
        )
