"""Simulates one match at a table: bots decide, hands move pieces, sensors look, and the session judges."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from dashboard.lab.corpus.hands import changes, laid
from dashboard.lab.corpus.match_comparison import LOOK_S, PATIENCE_S, MatchComparison
from dashboard.lab.corpus.wrongs import wrong_move
from engine.bots.bot import Bot
from engine.core.decisions import Chooser, Decision
from engine.core.device_events import ButtonPress, DeviceEvent
from engine.core.ids import PieceId, Seat, Seconds
from engine.core.layout import Layout, Spot
from engine.session.playing.amendments import with_names_swapped
from engine.session.playing.reports import report

GLARE_S = 45.0
"""The longest time that a piece may be unreadable, in seconds; no simulated glare lasts longer."""


@dataclass(frozen=True, slots=True)
class Manners:
    """People's habits of play, each as a share of plays unless its field says otherwise."""

    hurries: float = 0.25
    """The next play begins before this one was judged."""
    wrong: float = 0.06
    """An illegal play comes before the play."""
    shows: float = 0.98
    """A piece that an action concerns without moving it is lifted for a moment."""
    straightens: float = 0.98
    """The share of pieces pushed in the last turn that are put straight."""
    swaps: float = 0.1
    """The share of pieces from the box whose twin is taken instead."""
    takes_back: float = 0.02
    """The piece is played, put back, and played again."""


@dataclass(slots=True, kw_only=True)
class Evening(MatchComparison):
    """A simulated match. `play` plays it, and adds the results to `tally`."""

    bots: Mapping[Seat, Bot]
    """The bot of each seat."""
    manners: Manners = Manners()
    """The habits of the players."""
    heard: Callable[[DeviceEvent], object] = repr
    """A function that gets the event of each pressed button."""
    _minds: dict[Seat, Random] = field(init=False)
    """The random source of each seat's bot."""

    def __post_init__(self) -> None:
        """Open the match, and give each bot its own random source."""
        MatchComparison.__post_init__(self)
        self._minds = {seat: Random(f"{self.seed}/{seat}") for seat in self.bots}  # noqa: S311 - a simulation

    def play(self, actions_max: int) -> None:
        """Play the match to its end, or up to this number of actions."""
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

    def _set_out(self) -> None:
        """Lay out the match's opening, and wait until the table is seen as it should lie."""
        for piece, spot in self.game.layout(self._truth.state).items():
            self.hands.spots[piece] = replace(spot, edge=bool(spot.edge), covered=False)
        self._watch(self.hands.still(8))
        until = self.at + PATIENCE_S
        while not self._table.match.started and self.at < until:
            self._watch(self.hands.still(1))

    def _next_seat(self, decision: Decision) -> Seat:
        """Return the seat that acts next, among those that may act."""
        return decision.seats[0]

    def _play(self, seat: Seat, action: Any) -> None:
        game, state = self.game, self._truth.state
        before = game.layout(state)
        pressed = game.format_action(action) == {"end_turn": True}
        after = game.apply(state, action)
        # An action that changes no piece can't be seen, such as the first of a general's two attacks.
        tapped = game.trace(state, action).explicit or (
            not game.decider(state).continues and game.layout(after) == before
        )
        if self.tells is not None and not self.tells(before, game.layout(after)):
            tapped = True
            self.tally.tapped_actions += not game.trace(state, action).explicit
        risky = tapped or game.decider(after).chooser is Chooser.CHANCE
        if risky:
            # People wait for a result of chance, so the table must be judged first.
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
        """Put a moved piece back, wait until the referee takes the move back, and move the piece again.

        An answer to another player isn't taken back in this way, because all must agree to that.
        """
        game, before = self.game, self.game.layout(state)
        moved = [one for one in after if one in before and before[one].cell != after[one].cell]
        if len(moved) != 1 or game.decider(state).continues or game.decider(self._truth.state).continues:
            return
        (piece,) = moved
        there = self.hands.spots[piece]
        self.tally.take_backs += 1
        self._watch(self.hands.put(piece, laid(None, before[piece]), seat))
        for _ in range(round(PATIENCE_S / LOOK_S)):
            if self._table.match.state == state:
                break
            self._watch(self.hands.still(1))
        if self._table.match.state != state:
            self.tally.take_backs_missed += 1
            self._note(f"the move of {piece} wasn't taken back")
        else:
            # The move is played again, so the referee may ask about it again.
            self._agreed = state
            self._since.append((action, self._truth.state))
        self._watch(self.hands.put(piece, there, seat))
        self._agree()

    def _show(self, seat: Seat, state: Any, action: Any, before: Layout) -> None:
        """Lift each piece that an action concerns without moving it."""
        after = self.game.layout(self._truth.state)
        trace = self.game.trace(state, action)
        for piece in (*trace.order, *sorted(trace.pieces - set(trace.order))):
            untouched = before.get(piece) == after.get(piece)
            if untouched and piece in self.hands.spots and self._does(self.manners.shows):
                self.tally.lifted_targets += 1
                self._watch(self.hands.lift(piece, seat))

    def _lay_out(self, seat: Seat, before: Layout, after: Layout, *, straighten: bool) -> None:
        """Let hands change the pieces as the game did."""
        wanted = dict(after)
        if self.tells is not None:
            wanted = {piece: replace(spot, edge=None) for piece, spot in after.items()}
            before, after = {}, {}
        for piece, spot in after.items():
            lies = self.hands.spots.get(piece)
            same_claim = before.get(piece) == spot
            if lies is not None and spot.edge is False and lies.edge:
                # A nudged piece stays. One that was pushed in an earlier turn is put straight, or forgotten.
                forgets = same_claim or not straighten or not self._does(self.manners.straightens)
                if forgets and lies.cell == spot.cell:
                    wanted[piece] = replace(spot, edge=None)
        for piece in changes(self.hands.spots, wanted):
            to = laid(self.hands.spots.get(piece), wanted.get(piece))
            if piece in self.hands.spots or to is not None:
                self._watch(self.hands.put(piece, to, seat))
        self._hand_left_at = self.at

    def _with_twins(self, seat: Seat, before: Layout, after: Layout) -> Layout:
        """Now and then take a twin from the box instead; return the layout with that piece."""
        game = self.game
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
        """Put a piece where no play brings it, wait for the warning, and put it back."""
        found = self._wrong_play()
        if found is None:
            return
        piece, to = found
        home = self.hands.spots[piece]
        self.tally.wrong_plays += 1
        self._warned, self._wronging = False, True
        revision = self._table.match.revision
        self._watch(self.hands.put(piece, to, seat))
        for _ in range(round(PATIENCE_S / LOOK_S)):
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

    def _is_unseen(self, piece: PieceId) -> bool:
        """Tell whether no sensor can read a piece's cell at present, so that no warning can come."""
        spot, judged = self.hands.spots.get(piece), self._table.judged
        return spot is not None and judged is not None and spot.cell in judged.murky

    def _wrong_play(self) -> tuple[PieceId, Spot | None] | None:
        """Return a piece and a spot that no legal play brings it to."""
        return wrong_move(self.game, self._truth, self.hands, self._chance)

    def _press(self, seat: Seat) -> None:
        self._watch(self.hands.still(self._chance.choice((1, 2, 3))))
        mark = str(self._truth.revision)
        event = DeviceEvent(f"pad.{seat}", Seconds(self.at), ButtonPress("end_turn"), mark)
        self.heard(event)
        self._took(report(self._setting, self._table, event, self.at))
