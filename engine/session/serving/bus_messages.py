"""The engine's messages on the bus: surface, match, advice, situation, seats, made from the table. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from engine.bus.messages.boards import SensingState, SourceState, UnusedEvent
from engine.bus.messages.match import (
    AdviceSheet,
    AllHands,
    BreakWish,
    ClockState,
    EarlierPosition,
    HandsShown,
    MatchState,
    SeatPause,
    SeatSheet,
    SeatTime,
    Situation,
    Surface,
    SurfaceCell,
    TakeBackWish,
)
from engine.core.board import Board
from engine.core.decisions import Chooser, Decision
from engine.core.document import entry_of
from engine.core.game import A, Game, S, own_actions
from engine.core.ids import Cell, Seat
from engine.core.phrase import Phrase
from engine.core.verdict import PlayedAction
from engine.core.views import UseView, View
from engine.session.boards.pad_cards import NOTHING_LAID, PadCards
from engine.session.matches.entries import canonical
from engine.session.matches.match import described, outcome_of, shown
from engine.session.playing.amendments import takers_back
from engine.session.playing.breaks import waits_for
from engine.session.playing.table import Setting, Table, seats_in_play
from engine.session.playing.verdict_evidence import contradictions
from engine.session.seen.quarrels import faults
from engine.session.texts import TEXTS

MOST_CHOICES = 40
"""The most buttons: nobody reads more."""

MOST_EARLIER = 12
"""The most earlier positions: nobody remembers older ones."""


def surface_of(board: Board) -> Surface:
    """Return the field as pages draw it."""
    return Surface(board.name, board.size_mm, tuple(_cell_of(board, cell) for cell in board.surface.cells))


def _cell_of(board: Board, cell: Cell) -> SurfaceCell:
    field = board.surface
    zone = field.zone_of(cell)
    shape = (cell, *field.centre_mm(cell), field.corners_mm(cell))
    return SurfaceCell(*shape) if zone is None else SurfaceCell(*shape, str(zone.kind), zone.seat)


def match_state_of(setting: Setting[S, A], table: Table[S, A]) -> MatchState:
    """Return the match as spectators may see it."""
    match, view = table.match, setting.game.view(table.match.state, None)
    if match.is_stopped:
        ended = outcome_of(setting.game, match)
        why = TEXTS.say("time.was_up") if match.ruled is None else match.ruled.text
        view = replace(view, outcome=ended, decision=Decision(Chooser.NOBODY), headline=why)
    return MatchState(
        match=match.opening.match,
        game=match.opening.game,
        revision=match.revision,
        opened_at=match.opening.opened_at,
        view=view,
        last_actions=match.last_actions,
        choices=_choices(setting, table),
        dice=match.opening.dice,
        earlier=_earlier(setting, table),
        terms=match.opening.terms,
        series=match.opening.again or match.opening.match,
        correctable=tuple(setting.game.correctable()),
        # Players of an earlier match, in another game, may have had other seats.
        hands=None if match.hands is None else HandsShown(match.hands.opening, match.hands.after_s),
        players=_seated(match.opening.players, view),
        signs=_seated(match.opening.signs, view),
        code=match.code,
    )


def _seated(given: Mapping[Seat, str], view: View) -> dict[Seat, str]:
    return {one.seat: given[one.seat] for one in view.seats if one.seat in given}


def _earlier(setting: Setting[S, A], table: Table[S, A]) -> tuple[EarlierPosition, ...]:
    match = table.match
    own = {one.revision for one in match.this_turn if takers_back(setting.game, match, one)}
    return tuple(
        EarlierPosition(one.revision, one.played, one.revision in own) for one in match.past[-MOST_EARLIER:]
    )


def _wish(setting: Setting[S, A], table: Table[S, A]) -> TakeBackWish | None:
    wish, match = table.wish, table.match
    if wish is None or wish.at != match.revision:
        return None
    waiting = seats_in_play(setting.game, match.state) - wish.seats
    return TakeBackWish(wish.revision, tuple(sorted(wish.seats)), tuple(sorted(waiting)), wish.note)


def _break_wish(setting: Setting[S, A], table: Table[S, A]) -> BreakWish | None:
    want, waiting = waits_for(setting, table)
    return BreakWish(tuple(sorted(want)), tuple(sorted(waiting))) if want else None


def _seat_pause(table: Table[S, A], now: float | None) -> SeatPause | None:
    own, since = table.match.own_pause, table.paused_at
    if own is None:
        return None
    past_s = 0.0 if now is None or since is None else now - since
    return SeatPause(Seat(own.seat), own.reason, max(0.0, round(own.for_s - past_s, 1)), own.note)


def _choices(setting: Setting[S, A], table: Table[S, A]) -> tuple[PlayedAction, ...]:
    """Return the choices outside the usual turn, without those that would betray a secret.

    Chance's open decision is among them: at a table without a generator somebody enters how the die fell.
    """
    game, state = setting.game, table.match.state
    decision = game.decider(state)
    if decision.kind == "turn" or decision.chooser is Chooser.NOBODY:
        return ()
    open_ones = (
        action
        for action in game.legal_actions(state)
        if not game.is_secret_choice(state, action)
        and shown(game, state, action) == game.format_action(action)
    )
    return tuple(described(game, state, action) for action in _listed(game, state, open_ones))


def _listed(game: Game[S, A], state: S, actions: Iterator[A]) -> tuple[A, ...]:
    """Return the actions that get a button; of too many, only those that pieces can't show."""
    found = tuple(actions)
    if len(found) > MOST_CHOICES:
        found = tuple(islice((one for one in found if game.trace(state, one).explicit), MOST_CHOICES))
    return found


def seat_sheet_of(
    setting: Setting[S, A], table: Table[S, A], seat: Seat, laying: PadCards = NOTHING_LAID
) -> SeatSheet:
    """Return the sheet of all that one seat alone may know, from the state, the seat and its pad."""
    game, match = setting.game, table.match
    uses = tuple(game.uses(match.state, seat))
    return SeatSheet(
        match=match.opening.match,
        revision=match.revision,
        seat=seat,
        uses=uses,
        choices=_own_choices(setting, table, seat, uses),
        question=game.question(match.state, seat),
        laid=laying.keys,
        laid_text=laying.text,
        open=_open_uses(setting, table, seat, uses),
    )


def _open_uses(
    setting: Setting[S, A], table: Table[S, A], seat: Seat, uses: tuple[UseView, ...]
) -> tuple[str, ...]:
    """Return the keys of the uses of pieces on the board whose actions betray no secret, in a usual turn."""
    game, state = setting.game, table.match.state
    decision = game.decider(state)
    if decision.chooser is not Chooser.SEAT or seat not in decision.seats or decision.kind != "turn":
        return ()
    usable = [use for use in uses if use.actions and use.piece is not None]
    seen = {one.piece for one in game.view(state, None).pieces} if usable else set()

    def betrays(way: dict[str, Any]) -> bool:
        return game.is_secret_choice(state, game.parse_action(entry_of(way, "use")))

    return tuple(use.key for use in usable if use.piece in seen and not any(map(betrays, use.actions)))


def _own_choices(
    setting: Setting[S, A], table: Table[S, A], seat: Seat, uses: tuple[UseView, ...]
) -> tuple[PlayedAction, ...]:
    """Return a seat's choices outside the usual turn that aren't among its uses."""
    game, state = setting.game, table.match.state
    decision = game.decider(state)
    if decision.chooser is not Chooser.SEAT or seat not in decision.seats or decision.kind == "turn":
        return ()
    used = {canonical(way) for use in uses for way in use.actions}
    own = (
        action
        for action in own_actions(game, state, seat)
        if canonical(game.format_action(action)) not in used
    )
    return tuple(
        PlayedAction(
            game.format_action(action),
            seat,
            game.own_text(state, action),
            game.own_note(state, action),
        )
        for action in _listed(game, state, own)
    )


def all_hands_of(setting: Setting[S, A], table: Table[S, A]) -> AllHands:
    """Return every seat's hand while the arbiter has them shown in the broadcast; else none."""
    game, match = setting.game, table.match
    facts = match.opening.match, match.revision
    if match.hands is None:
        return AllHands(*facts, "")
    return AllHands(*facts, match.hands.opening, tuple(game.held(match.state)))


def advice_of(setting: Setting[S, A], table: Table[S, A]) -> AdviceSheet:
    """Return the advice for every player's piece, and the things that are left to do."""
    match = table.match
    found = setting.game.table_advice(match.state)
    return AdviceSheet(match.opening.match, match.revision, found.advice, found.left)


def clock_state_of(table: Table[S, A], now: float | None = None) -> ClockState:
    """Return the clock as of now, by the steady clock; without `now`, as it was last kept."""
    match, clock = table.match, table.match.clock
    if clock is None:
        return ClockState(match.opening.match)
    read = clock if now is None else clock.charged(now)
    seats = tuple(
        SeatTime(
            seat,
            round(left, 3),
            runs=clock.runs and seat in clock.used_s,
            delay_s=round(read.delay_left_s(seat), 3),
            fallen=seat in clock.fallen,
            passes_s=None if (due := read.passes_s(seat)) is None else round(due, 3),
        )
        for seat, left in read.left_s.items()
    )
    return ClockState(match.opening.match, match.opening.clock, seats, clock.stands)


def sensing_state_of(
    setting: Setting[S, A], table: Table[S, A], unused: tuple[UnusedEvent, ...]
) -> SensingState:
    """Return the state of all sources, their contradictions and faults, and the events that nothing uses."""
    return SensingState(
        tuple(
            SourceState(name, run.knows, len(run.covers or ()), run.last_at)
            for name, run in sorted(table.belief.runs.items())
            # A source that has gone covers nothing; it would be reported as covering everything.
            if run.covers is None or run.covers
        ),
        contradictions(setting, table),
        faults(table.belief.quarrels),
        unused,
    )


def says_same(one: SensingState, other: SensingState) -> bool:
    """Tell whether two states mean the same to people, whenever each source was last heard."""
    return _news(one) == _news(other)


def _news(state: SensingState) -> object:
    return (
        [(source.source, source.knows, source.cells) for source in state.sources],
        [
            (said.piece, said.cell, said.believed, [(word.source, word.cell) for word in said.words])
            for said in state.disagreements
        ],
        [(fault.ailment, fault.source, fault.cell, fault.piece) for fault in state.faults],
        [(event.device, event.what, event.name, event.count) for event in state.unused],
    )


def situation_of(
    setting: Setting[S, A], table: Table[S, A], *, watching: bool, problem: Phrase, now: float | None = None
) -> Situation:
    """Return how the table differs from the match; `now`, by the steady clock, counts a pause down."""
    return Situation(
        match=table.match.opening.match,
        revision=table.match.revision,
        watching=watching,
        current=table.current,
        recent=table.recent,
        problem=problem,
        paused=table.match.paused,
        wish=_wish(setting, table),
        breaking_off=_break_wish(setting, table),
        seat_pause=_seat_pause(table, now),
    )
