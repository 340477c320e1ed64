"""One simulated match at a table: bots decide, hands play, eyes look, the session judges, and all is counted.

The truth is a match of its own beside the judged one. Whenever both should agree they are compared; where
the judged one went astray that is counted and it is set right, so that one mistake isn't counted twice.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Any

from dashboard.bench.corpus.hands import Moment, changes, laid
from dashboard.bench.corpus.seams import Acting, Looking
from dashboard.bench.corpus.tally import Tally
from dashboard.bench.corpus.wrongs import wrong_move
from engine.bots.bot import Bot
from engine.bus.messages.commands import Command, CommandKind
from engine.core.choosing import TURN, Chooser, Decision
from engine.core.disagreement import Ailment
from engine.core.draws import Draws
from engine.core.game import Game, Twinned, actor, come_to_the_same
from engine.core.glimpse import DeviceEvent
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.layout import Layout, Spot
from engine.core.pieces import PieceSet
from engine.core.verdict import VerdictKind
from engine.session.explaining.search import Line
from engine.session.matches.chance import with_chance
from engine.session.matches.match import Match, open_match, play
from engine.session.matches.opening import Opening
from engine.session.playing.amending import with_names_swapped
from engine.session.playing.commanding import command
from engine.session.playing.reporting import report, see, wait
from engine.session.playing.table import Setting, Step, Table, setting_of, table_of
from engine.session.seen.quarrels import faults

LOOK_S = 0.25
"""Between two looks of a source: four a second."""

_PATIENCE_S = 6.0
"""How long players wait to be told before they take the tablet."""


GLARE_S = 45.0
"""How long a piece may lie where nobody can read it: no glare lasts longer."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How people play, each as a share: of plays, except `straightens`, of pieces pushed in the turn before.

    `hurries`: the next play begins before this one was judged. `wrong`: an illegal play comes first.
    `swaps`: of pieces from the box, a twin is taken. `takes_back`: the piece is put back first, then played.
    `shows`: who hits a piece and nothing shows it, lifts that piece for a moment.
    """

    hurries: float = 0.25
    wrong: float = 0.06
    shows: float = 0.98
    straightens: float = 0.98
    swaps: float = 0.1
    takes_back: float = 0.02


@dataclass(slots=True)
class Evening:
    """One match. `play` plays it and returns nothing; what happened is in `tally`.

    `aside` says what to add to a note: what the eyes have wrong at that moment, where somebody knows it.
    `heard` hears of every button that is pressed. `pieces`: whose tags the eyes read; None where they say the
    match's own names. `draws`: who says which card was drawn. `tells`: at a table without a camera, whether
    what lies beneath it can tell a play by what it changes; what it can't tell people tap before they lay it,
    and they push nothing to any edge.
    """

    game: Game[Any, Any]
    bots: Mapping[Seat, Bot]
    seed: int
    hands: Acting
    eyes: tuple[Looking, ...]
    tally: Tally
    setup: Any = None
    pieces: PieceSet | None = None
    manners: Manners = Manners()
    at: float = 1000.0
    aside: Callable[[], str] = str
    heard: Callable[[DeviceEvent], object] = repr
    tells: Callable[[Layout, Layout], bool] | None = None
    draws: Draws = Draws.SEED
    _truth: Match[Any] = field(init=False)
    _setting: Setting[Any, Any] = field(init=False)
    _table: Table[Any, Any] = field(init=False)
    _chance: Random = field(init=False)
    _minds: dict[Seat, Random] = field(init=False)
    _since: list[tuple[Any, Any]] = field(init=False, default_factory=list)
    _agreed: Any = None
    _unfallen: Any = None
    _otherwise: Any = None
    _told: list[str] = field(default_factory=list)
    _hand_left_at: float = 0.0
    _commands: int = 0
    _warned: bool = False
    _wronging: bool = False
    _doubted: frozenset[Cell] = frozenset()
    _contradicted: set[tuple[PieceId | None, Cell]] = field(init=False, default_factory=set)
    _broken: set[tuple[Ailment, Cell | None, PieceId | None]] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        """Open the match twice: as it is played, and as it is judged."""
        opening = Opening(
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
        self._minds = {seat: Random(f"{self.seed}/{seat}") for seat in self.bots}  # noqa: S311 - likewise

    def play(self, actions_max: int) -> None:
        """Play the match to its end, or until so many actions were played."""
        game, tally = self.game, self.tally
        tally.matches += 1
        self._set_out()
        played, turn = 0, None
        while played < actions_max:
            decision = game.decider(self._truth.state)
            if decision.chooser is not Chooser.SEAT:
                tally.finished += decision.chooser is Chooser.NOBODY
                break
            seat = self._next_seat(decision)
            if decision.kind == "turn" and seat != turn:
                tally.turns, turn = tally.turns + 1, seat
            if decision.kind == "turn" and self._does(self.manners.wrong):
                self._agree()
                self._play_wrongly(seat)
            action = self.bots[seat].choose(game, self._truth.state, seat, self._minds[seat])
            played += 1
            tally.actions += 1
            self._play(seat, action)
        self._agree()
        tally.disagreements += len(self._contradicted)
        tally.faults += len(self._broken)

    # What people do

    def _set_out(self) -> None:
        """Lay out what the match begins with, and let everybody look."""
        for piece, spot in self.game.layout(self._truth.state).items():
            self.hands.spots[piece] = replace(spot, edge=bool(spot.edge), covered=False)
        self._watch(self.hands.still(8))

    def _next_seat(self, decision: Decision) -> Seat:
        """Return who acts next, of those who may."""
        return decision.seats[0]

    def _play(self, seat: Seat, action: Any) -> None:
        game, state = self.game, self._truth.state
        before = game.layout(state)
        pressed = game.format_action(action) == {"end_turn": True}
        after = game.apply(state, action)
        # What neither moves nor pushes a piece can't be seen, as a general's first of two attacks.
        tapped = game.trace(state, action).explicit or (
            not game.decider(state).continues and game.layout(after) == before
        )
        if self.tells is not None and not self.tells(before, game.layout(after)):
            tapped = True
            self.tally.tapped_actions += not game.trace(state, action).explicit
        risky = tapped or game.decider(after).chooser is Chooser.CHANCE
        if risky:
            # What chance decides, everybody waits to be told.
            self._agree()
        self._advance(action)
        after = game.layout(self._truth.state)
        if pressed:
            self._press(seat)
        elif tapped:
            self._tell(action)
        else:
            self.tally.seen_actions += 1
            self._show(seat, state, action, before)
        self._lay_out(seat, before, after, straighten=pressed)
        if risky:
            self._let_fall()
            self._agree()
            after = self._with_twins(seat, after, game.layout(self._truth.state))
            self._lay_out(seat, before, after, straighten=pressed)
        elif self._does(self.manners.takes_back):
            self._agree()
            self._take_back(seat, state, action, after)
        if risky or not self._does(self.manners.hurries):
            self._agree()

    def _take_back(self, seat: Seat, state: Any, action: Any, after: Layout) -> None:
        """Put a piece that moved back to where it lay, see that the move is taken back, and move it again.

        What answers somebody isn't taken back so: all must agree to that.
        """
        game, before = self.game, self.game.layout(state)
        moved = [one for one in after if one in before and before[one].cell != after[one].cell]
        if len(moved) != 1 or game.decider(state).continues or game.decider(self._truth.state).continues:
            return
        (piece,) = moved
        there = self.hands.spots[piece]
        self.tally.take_backs += 1
        self._watch(self.hands.put(piece, laid(None, before[piece]), seat))
        for _ in range(round(_PATIENCE_S / LOOK_S)):
            if self._table.match.state == state:
                break
            self._watch(self.hands.still(1))
        if self._table.match.state != state:
            self.tally.take_backs_missed += 1
            self._note(f"the move of {piece} wasn't taken back")
        else:
            # It is played once more, and may be asked about once more.
            self._agreed = state
            self._since.append((action, self._truth.state))
        self._watch(self.hands.put(piece, there, seat))
        self._agree()

    def _show(self, seat: Seat, state: Any, action: Any, before: Layout) -> None:
        """Point at whom an action concerns that doesn't move."""
        after = self.game.layout(self._truth.state)
        trace = self.game.trace(state, action)
        for piece in (*trace.order, *sorted(trace.pieces - set(trace.order))):
            untouched = before.get(piece) == after.get(piece)
            if untouched and piece in self.hands.spots and self._does(self.manners.shows):
                self.tally.lifted_targets += 1
                self._watch(self.hands.lift(piece, seat))

    def _lay_out(self, seat: Seat, before: Layout, after: Layout, *, straighten: bool) -> None:
        """Let hands do to the pieces what the game did."""
        wanted = dict(after)
        if self.tells is not None:
            wanted = {piece: replace(spot, edge=None) for piece, spot in after.items()}
            before, after = {}, {}
        for piece, spot in after.items():
            lies = self.hands.spots.get(piece)
            same_claim = before.get(piece) == spot
            if lies is not None and spot.edge is False and lies.edge:
                # A nudged piece stays as it lies; one from an earlier turn is put straight, or forgotten.
                forgets = same_claim or not straighten or not self._does(self.manners.straightens)
                if forgets and lies.cell == spot.cell:
                    wanted[piece] = replace(spot, edge=None)
        for piece in changes(self.hands.spots, wanted):
            to = laid(self.hands.spots.get(piece), wanted.get(piece))
            if piece in self.hands.spots or to is not None:
                self._watch(self.hands.put(piece, to, seat))
        self._hand_left_at = self.at

    def _with_twins(self, seat: Seat, before: Layout, after: Layout) -> Layout:
        """Take another piece of the same kind from the box than the game named, now and then."""
        game = self.game
        if not isinstance(game, Twinned):
            return after
        for piece in [one for one in after if one not in before and one not in self.hands.spots]:
            if piece not in after:
                continue
            boxed = [
                twin
                for twin in game.twins(self._truth.state, piece)
                if twin not in self.hands.spots and twin not in after
            ]
            if boxed and self._does(self.manners.swaps):
                self._agree()
                twin = self._chance.choice(boxed)
                state = with_names_swapped(game, self._truth.state, piece, twin)
                self.tally.swaps += 1
                spot = after[piece]
                self._watch(self.hands.put(twin, laid(None, spot), seat))
                self._truth = replace(self._truth, state=state)
                self._agree()
                after = game.layout(self._truth.state)
        return after

    def _play_wrongly(self, seat: Seat) -> None:
        """Put a piece where no play brings it, see that it is warned of, and put it back."""
        found = self._wrong_play()
        if found is None:
            return
        piece, to = found
        home = self.hands.spots[piece]
        self.tally.wrong_plays += 1
        self._warned, self._wronging = False, True
        revision = self._table.match.revision
        self._watch(self.hands.put(piece, to, seat))
        for _ in range(round(_PATIENCE_S / LOOK_S)):
            if self._warned:
                break
            self._watch(self.hands.still(1))
        waited_until = self.at + GLARE_S
        while not self._warned and self._is_unseen(piece) and self.at < waited_until:
            self._watch(self.hands.still(1))
        if not self._warned or self._table.match.revision != revision:
            self.tally.missed += 1
            self._note(f"no warning of {piece} from {home.cell} to {to and to.cell}")
        self._watch(self.hands.put(piece, home, seat))
        self._watch(self.hands.still(6))
        self._wronging = False
        self._agree()

    def _sees_nothing(self) -> bool:
        """Tell whether no camera sees anything, so that switches and readers alone judged."""
        return self._table.judged is not None and self._table.judged.switches is not None

    def _is_unseen(self, piece: PieceId) -> bool:
        """Tell whether nobody can read what lies where a piece lies: it can't be warned of yet."""
        spot, judged = self.hands.spots.get(piece), self._table.judged
        return spot is not None and judged is not None and spot.cell in judged.murky

    def _wrong_play(self) -> tuple[PieceId, Spot | None] | None:
        """Return a piece and where nothing legal brings it."""
        return wrong_move(self.game, self._truth, self.hands, self._chance)

    def _press(self, seat: Seat) -> None:
        self._watch(self.hands.still(self._chance.choice((1, 2, 3))))
        mark = str(self._truth.revision)
        event = DeviceEvent(f"pad.{seat}", Seconds(self.at), "button", "end_turn", mark=mark)
        self.heard(event)
        self._took(report(self._setting, self._table, event, self.at))

    # What comes of it

    def _watch(self, moments: Iterable[Moment]) -> None:
        """Let the eyes look at each moment."""
        for moment in moments:
            self.at += LOOK_S
            for eyes in self.eyes:
                for look in eyes.looks(moment, self.at):
                    self._doubted = frozenset((*look.unsure, *look.blind))
                    self._took(see(self._setting, self._table, look, self.at))
            self._took(wait(self._setting, self._table, self.at))

    def _took(self, step: Step[Any, Any]) -> None:
        if step.table.belief.quarrels is not self._table.belief.quarrels:
            quarrels = step.table.belief.quarrels
            self._contradicted |= {(one.piece, one.cell) for one in quarrels.told}
            self._broken |= {(one.ailment, one.cell, one.piece) for one in faults(quarrels)}
        self._table = step.table
        for verdict in step.verdicts:
            if verdict.kind is VerdictKind.ILLEGAL:
                self._warned = True
                if not self._wronging:
                    self.tally.false_warnings += 1
                    self._note(f"false warning: {verdict.text}")
            elif verdict.kind is VerdictKind.SETTLED:
                self._told.append(verdict.text)
            elif verdict.kind is VerdictKind.AMBIGUOUS and self._wronging:
                # Where nothing can name a piece, a question is all the warning there can be.
                self._warned |= self.tells is not None or self._sees_nothing()
            elif verdict.kind is VerdictKind.AMBIGUOUS:
                self.tally.questions += 1
                self._note(f"asked: {verdict.text}")
        if step.entries and self._table.match.state == self._truth.state:
            self.tally.delays_s.append(max(0.0, self.at - self._hand_left_at))

    def _agree(self) -> None:
        """Wait until the judged match has what was played; else answer, tell, and at last set it right."""
        until = self.at + _PATIENCE_S
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
                self._note(f"wrong commit: {'; '.join(self._told)} instead of {played}")
            else:
                # Nothing was committed: a twin that was put down hasn't been taken for one.
                self.tally.unrecognised += 1
                self._note("unrecognised: a twin put for another")
            belief = self._table.belief
            self._table = replace(table_of(self._setting, self._truth), belief=belief)
            self._watch(self.hands.still(4))
        # An answer without a mark counts as an action or not; chance is drawn by their number.
        self._truth = replace(self._truth, revision=self._table.match.revision)
        self._since.clear()
        self._told.clear()

    def _level(self) -> None:
        """Go on from what was judged where nothing that follows depends on the difference, by the game.

        What was played is played on beside it: once somebody's turn goes on, both must be one.
        """
        played, judged = self._truth.state, self._table.match.state
        if played == judged or self._otherwise is not None or not self._since:
            return
        if come_to_the_same(self.game, played, judged):
            self._otherwise, self._truth = played, replace(self._truth, state=judged)
            self._since[-1] = (self._since[-1][0], judged)

    def _play_otherwise(self, action: Any) -> None:
        """Play on from what was played, too; count it where the difference matters after all."""
        game, other = self.game, self._otherwise
        if not game.violations(other, action):
            other = game.apply(other, action)
        over = game.decider(self._truth.state).kind == TURN
        self._otherwise = None if over or other == self._truth.state else other
        if over and other != self._truth.state:
            self.tally.wrong_commits += 1
            self._note(f"wrong commit: what was levelled differs after {game.format_action(action)}")

    def _rename(self) -> None:
        """Let the judged match name new soldiers: of two in the box nobody can tell which is due."""
        self._level()
        game, judged = self.game, self._table.match.state
        if not isinstance(game, Twinned) or judged == self._truth.state:
            return
        mine, theirs = game.layout(self._truth.state), game.layout(judged)
        for piece in mine.keys() - theirs.keys() - self.hands.spots.keys():
            for twin in game.twins(self._truth.state, piece):
                boxed = twin in theirs and twin not in mine and twin not in self.hands.spots
                if boxed and with_names_swapped(game, self._truth.state, piece, twin) == judged:
                    self._truth = replace(self._truth, state=judged)
                    return

    def _answer(self) -> None:
        """Settle a question, if what was played is among the answers; play on where only a tap is missing."""
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
                # A nudge was taken for a play: nothing was.
                self._command(CommandKind.GAME_IS_RIGHT)
            else:
                self.tally.clueless_questions += 1
                self._note("what was played isn't among the answers")
                self._table = replace(self._table, question=())
        lacking = self._lacking()
        if lacking and self.game.decider(self._table.match.state).continues:
            before, after = self._table.match.state, self.game.apply(self._table.match.state, lacking[0])
            if self.game.layout(before) == self.game.layout(after):
                # Whoever takes a hit without a mark says so on the tablet.
                self._tell(lacking[0])

    def _tell_the_rest(self) -> None:
        """Tell one action after the other; what the referee then makes of the table needn't be told."""
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
        """Return the cells whose pieces an action concerns, before and after it."""
        game, state = self.game, self._table.match.state
        before, after = game.layout(state), game.layout(game.apply(state, action))
        pieces = {one for one in {*before, *after} if before.get(one) != after.get(one)}
        pieces |= game.trace(state, action).pieces
        spots = [layout.get(piece) for piece in pieces for layout in (before, after, self.hands.spots)]
        return frozenset(spot.cell for spot in spots if spot is not None)

    def _lacking(self) -> tuple[Any, ...]:
        """Return the fewest played actions that lead the judged match to what was played, in their order."""
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
        # What chance decides after it the judged match draws itself.
        return bool(state in (self._truth.state, self._unfallen))

    def _befores(self) -> list[Any]:
        """Return the states before each action since both last agreed."""
        return [self._agreed, *(after for _, after in self._since[:-1])] if self._since else []

    def _tell(self, action: Any) -> None:
        seat = actor(self.game, self._table.match.state, action)
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
        """Let chance decide what is open; nobody knows it before the judged match says it."""
        self._unfallen = self._truth.state
        self._truth = self._with_chance(self._truth)
        self._since[-1] = (self._since[-1][0], self._truth.state)

    def _with_chance(self, match: Match[Any]) -> Match[Any]:
        line = with_chance(self.game, match, Line((), (match.state,)))
        return play(self.game, match, line.actions)[0] if line.actions else match

    def _note(self, text: str) -> None:
        aside = self.aside()
        self.tally.notes.append(
            f"seed {self.seed}, {self.at:.2f} s, revision {self._truth.revision}: {text}"
            f"{f' [{aside}]' if aside else ''}"
        )

    def _does(self, share: float) -> bool:
        return self._chance.random() < share
