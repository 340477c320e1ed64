"""Compares a true match with the match that the referee judges, answers questions, and counts faults.

The true match is kept beside the judged one. Whenever both should agree, they are compared. A mistake of the
judged match is counted and then corrected, so that it isn't counted twice.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Any

from dashboard.lab.corpus.hands import EyesMoment
from dashboard.lab.corpus.seams import Acting, Looking
from dashboard.lab.corpus.tally import Tally
from engine.bus.messages.commands import Command, CommandKind
from engine.core.decisions import TURN
from engine.core.disagreement import Ailment
from engine.core.draws import DrawSource
from engine.core.game import Game, come_to_the_same
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Layout
from engine.core.pieces import PieceSet
from engine.core.verdict import VerdictKind
from engine.session.explaining.lines import ActionLine
from engine.session.matches.chance import with_chance
from engine.session.matches.match import Match, open_match, play
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.amendments import with_names_swapped
from engine.session.playing.commands import command
from engine.session.playing.reports import see, wait
from engine.session.playing.table import Setting, Table, TableStep, setting_of, table_of
from engine.session.seen.quarrels import faults

LOOK_S = 0.25
"""The time between two looks of a source, in seconds."""

PATIENCE_S = 6.0
"""The time that players wait for a verdict before they use the tablet, in seconds."""


@dataclass(slots=True, kw_only=True)
class MatchComparison:
    """A true match and the judged one. The subclass `Evening` advances the truth, and shows the moments."""

    game: Game[Any, Any]
    """The game that is played."""
    seed: int
    """The seed of the match."""
    hands: Acting
    """The hands that move the pieces."""
    eyes: tuple[Looking, ...]
    """The sources of looks."""
    tally: Tally
    """The counts that the match adds to."""
    setup: Any = None
    """The match's setup; None: the game's usual one."""
    pieces: PieceSet | None = None
    """The set of pieces whose ids the looks have; None: the looks have the match's own ids."""
    at: float = 1000.0
    """The present time, in seconds."""
    aside: Callable[[], str] = str
    """Returns an addition to a note: the errors of the last look, if they are known."""
    tells: Callable[[Layout, Layout], bool] | None = None
    """At a table without a camera, tells whether the sensors can recognise a play by the layouts around it.

    People tap other plays before they lay them, and push no piece to an edge. None: there is a camera.
    """
    draws: DrawSource = DrawSource.SEED
    """The source of the names of drawn cards."""
    _truth: Match[Any] = field(init=False)
    """The match as it's played."""
    _setting: Setting[Any, Any] = field(init=False)
    """The setting of the judged match."""
    _table: Table[Any, Any] = field(init=False)
    """The table of the judged match."""
    _chance: Random = field(init=False)
    """The random source of people's habits."""
    _since: list[tuple[Any, Any]] = field(init=False, default_factory=list)
    """The actions since both matches agreed, each with the true state after it."""
    _agreed: Any = None
    """The last state that both matches agreed on."""
    _unfallen: Any = None
    """The true state before the last chance event."""
    _otherwise: Any = None
    """The state as it was really played, when the truth continues from the judged state.

    It does so when nothing depends on the difference. None: there is no difference.
    """
    _said: list[str] = field(default_factory=list)
    """The texts of settled verdicts since both matches agreed."""
    _hand_left_at: float = 0.0
    """The time when the last hand left the board, in seconds."""
    _commands: int = 0
    """The number of commands so far."""
    _warned: bool = False
    """Whether the table has warned, or asked instead, since the wrong play."""
    _wronging: bool = False
    """Whether a wrong play lies on the table."""
    _doubted: frozenset[Cell] = frozenset()
    """The cells that were unsure or blind in the last look."""
    _contradicted: set[tuple[PieceId | None, Cell]] = field(init=False, default_factory=set)
    """The pieces and cells about which sources have contradicted each other."""
    _broken: set[tuple[Ailment, Cell | None, PieceId | None]] = field(init=False, default_factory=set)
    """The sensors that the table has called broken."""

    def __post_init__(self) -> None:
        """Open the true match and the judged one."""
        opening = MatchOpening(
            f"seed {self.seed}",
            Seconds(0.0),
            self.game.name,
            "",
            "",
            self.setup,
            seed=str(self.seed),
            draws=self.draws,
        )
        self._truth, _ = open_match(self.game, opening)
        self._truth = self._with_chance(self._truth)
        self._setting = setting_of(self.game, self._truth.state, self.pieces)
        self._table = table_of(self._setting, self._truth)
        self._chance = Random(f"{self.seed}/people")  # noqa: S311 - a simulation, not a secret

    def _watch(self, moments: Iterable[EyesMoment]) -> None:
        """Let each source look at each moment, and the session judge the looks."""
        for moment in moments:
            self.at += LOOK_S
            for eyes in self.eyes:
                for look in eyes.looks(moment, self.at):
                    self._doubted = frozenset((*look.cells.unsure, *look.cells.blind))
                    self._took(see(self._setting, self._table, look, self.at))
            self._took(wait(self._setting, self._table, self.at))

    def _took(self, step: TableStep[Any, Any]) -> None:
        if step.table.belief.quarrels is not self._table.belief.quarrels:
            quarrels = step.table.belief.quarrels
            self._contradicted |= {(one.piece, one.cell) for one in quarrels.said}
            self._broken |= {(one.ailment, one.cell, one.piece) for one in faults(quarrels)}
        self._table = step.table
        for verdict in step.verdicts:
            if verdict.kind is VerdictKind.ILLEGAL:
                self._warned = True
                if not self._wronging:
                    self.tally.false_warnings += 1
                    self._note(f"false warning: {verdict.text}")
            elif verdict.kind is VerdictKind.SETTLED:
                self._said.append(verdict.text)
            elif verdict.kind is VerdictKind.AMBIGUOUS and self._wronging:
                # A table whose sensors can't name pieces can only ask instead of warning.
                self._warned |= self.tells is not None or self._sees_nothing()
            elif verdict.kind is VerdictKind.AMBIGUOUS:
                self.tally.questions += 1
                self._note(f"asked: {verdict.text}")
        if step.entries and self._table.match.state == self._truth.state:
            self.tally.delays_s.append(max(0.0, self.at - self._hand_left_at))

    def _sees_nothing(self) -> bool:
        """Tell whether the last judgement rests on switches and readers only."""
        return self._table.judged is not None and self._table.judged.switches is not None

    def _agree(self) -> None:
        """Wait until both matches agree; if they don't, answer questions, tap missing plays, then correct."""
        until = self.at + PATIENCE_S
        self._rename()
        while (self._table.match.state != self._truth.state or self._table.question) and self.at < until:
            self._watch(self.hands.still(1))
            self._rename()
            self._answer()
        if self._table.match.state != self._truth.state:
            self._tell_the_rest()
        if self._table.match.state != self._truth.state:
            if self._since or self._table.match.revision != self._truth.revision:
                self.tally.wrong_commits += 1
                played = [self.game.format_action(action) for action, _ in self._since]
                self._note(f"wrong commit: {'; '.join(self._said)} instead of {played}")
            else:
                # Nothing was committed: the table took a twin for the due piece.
                self.tally.unrecognised += 1
                self._note("unrecognised: a twin put for another")
            belief = self._table.belief
            self._table = replace(table_of(self._setting, self._truth), belief=belief)
            self._watch(self.hands.still(4))
        # The true match takes the judged one's revision, because results of chance depend on it.
        self._truth = replace(self._truth, revision=self._table.match.revision)
        self._since.clear()
        self._said.clear()

    def _level(self) -> None:
        """Continue the truth from the judged state if the game says that nothing depends on the difference.

        The state that was really played continues beside it. In the next turn both must be equal.
        """
        played, judged = self._truth.state, self._table.match.state
        if played == judged or self._otherwise is not None or not self._since:
            return
        if come_to_the_same(self.game, played, judged):
            self._otherwise, self._truth = played, replace(self._truth, state=judged)
            self._since[-1] = (self._since[-1][0], judged)

    def _play_otherwise(self, action: Any) -> None:
        """Play an action in the really played state too; count a fault if the difference matters."""
        game, other = self.game, self._otherwise
        if not game.violations(other, action):
            other = game.apply(other, action)
        over = game.decider(self._truth.state).kind == TURN
        self._otherwise = None if over or other == self._truth.state else other
        if over and other != self._truth.state:
            self.tally.wrong_commits += 1
            self._note(f"wrong commit: what was levelled differs after {game.format_action(action)}")

    def _rename(self) -> None:
        """Take the judged match's id for a new piece: of two twins in the box, either may be due."""
        self._level()
        game, judged = self.game, self._table.match.state
        if judged == self._truth.state:
            return
        mine, theirs = game.layout(self._truth.state), game.layout(judged)
        for piece in mine.keys() - theirs.keys() - self.hands.spots.keys():
            for twin in game.twins(self._truth.state, piece):
                boxed = twin in theirs and twin not in mine and twin not in self.hands.spots
                if boxed and with_names_swapped(game, self._truth.state, piece, twin) == judged:
                    self._truth = replace(self._truth, state=judged)
                    return

    def _answer(self) -> None:
        """Answer a question if the true play is among the answers; tap plays that show nothing."""
        question = self._table.question
        states = [
            self.game.apply(before, action)
            for before, (action, _) in zip(self._befores(), self._since, strict=True)
        ]
        if question:
            fitting = [n for n, line in enumerate(question) if line.state in states]
            if fitting:
                best = max(fitting, key=lambda n: states.index(question[n].state))
                self._command(CommandKind.CHOOSE, choice=best)
            elif self._table.match.state == self._truth.state:
                # The table took a nudge for a play, but nothing was played.
                self._command(CommandKind.GAME_IS_RIGHT)
            else:
                self.tally.clueless_questions += 1
                self._note("what was played isn't among the answers")
                self._table = replace(self._table, question=())
        lacking = self._lacking()
        if lacking and self.game.decider(self._table.match.state).continues:
            before, after = self._table.match.state, self.game.apply(self._table.match.state, lacking[0])
            if self.game.layout(before) == self.game.layout(after):
                # An answer that changes no piece is tapped on the tablet.
                self._tell(lacking[0])

    def _tell_the_rest(self) -> None:
        """Tap each action that the referee lacks on the tablet, and count it."""
        while lacking := self._lacking():
            before = self._table.match.revision
            self.tally.unrecognised += 1
            elsewhere = self._doubted and not self._doubted & self._touched(lacking[0])
            self.tally.stopped_elsewhere += bool(elsewhere)
            doubted = f", with doubt only at {', '.join(sorted(self._doubted))}" if elsewhere else ""
            self._note(f"unrecognised: {self.game.format_action(lacking[0])}{doubted}")
            self._tell(lacking[0])
            if self._table.match.revision == before:
                break
        self._watch(self.hands.still(4))

    def _touched(self, action: Any) -> frozenset[Cell]:
        """Return the cells of the pieces that an action concerns, before and after it."""
        game, state = self.game, self._table.match.state
        before, after = game.layout(state), game.layout(game.apply(state, action))
        pieces = {one for one in {*before, *after} if before.get(one) != after.get(one)}
        pieces |= game.trace(state, action).pieces
        spots = [layout.get(piece) for piece in pieces for layout in (before, after, self.hands.spots)]
        return frozenset(spot.cell for spot in spots if spot is not None)

    def _lacking(self) -> tuple[Any, ...]:
        """Return the fewest played actions, in order, that lead the judged match to the true state."""
        actions = [action for action, _ in self._since]
        for count in range(1, len(actions) + 1):
            for some in combinations(actions, count):
                if self._leads(some):
                    return some
        return ()

    def _leads(self, actions: tuple[Any, ...]) -> bool:
        state = self._table.match.state
        for action in actions:
            if self.game.violations(state, action):
                return False
            state = self.game.apply(state, action)
        # The judged match makes later chance events itself.
        return bool(state in (self._truth.state, self._unfallen))

    def _befores(self) -> list[Any]:
        """Return the true state before each action since both matches agreed."""
        return [self._agreed, *(after for _, after in self._since[:-1])] if self._since else []

    def _tell(self, action: Any) -> None:
        seat = self.game.actor(self._table.match.state, action)
        self._command(CommandKind.ACT, seat=seat, action=self.game.format_action(action))

    def _command(self, kind: CommandKind, **more: Any) -> None:
        self._commands += 1
        asked = Command(str(self._commands), kind, self._table.match.revision, **more)
        self._took(command(self._setting, self._table, asked))

    def _advance(self, action: Any) -> None:
        if not self._since:
            self._agreed = self._truth.state
        self._truth, _, _ = play(self.game, self._truth, (action,))
        self._since.append((action, self._truth.state))
        if self._otherwise is not None:
            self._play_otherwise(action)

    def _let_fall(self) -> None:
        """Play the chance events that are due in the true match."""
        self._unfallen = self._truth.state
        self._truth = self._with_chance(self._truth)
        self._since[-1] = (self._since[-1][0], self._truth.state)

    def _with_chance(self, match: Match[Any]) -> Match[Any]:
        line = with_chance(self.game, match, ActionLine((), (match.state,)))
        return play(self.game, match, line.actions)[0] if line.actions else match

    def _note(self, text: str) -> None:
        aside = self.aside()
        self.tally.notes.append(
            f"seed {self.seed}, {self.at:.2f} s, revision {self._truth.revision}: {text}"
            f"{f' [{aside}]' if aside else ''}"
        )

    def _does(self, share: float) -> bool:
        return self._chance.random() < share
