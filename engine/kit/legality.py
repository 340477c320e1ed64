"""Whose decision it is and what may be done: all of it from the topmost frame that is being resolved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar, Generic, Never, TypeVar

from engine.core.decisions import Chooser, Decision, Outcome, Violation
from engine.core.document import Entry
from engine.core.faults import IllegalActionFault
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.layout import Layout
from engine.core.phrase import Phrase
from engine.core.sentences import Texts
from engine.kit.changed import changed
from engine.kit.choosing.actions import (
    NONE,
    Actions,
    Choose,
    Draw,
    GameAction,
    Names,
    Pass,
    Shuffle,
    is_meant,
)
from engine.kit.draws import Shuffling
from engine.kit.position import Position, order_from
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import (
    FrameStep,
    StackFrame,
    Waiting,
    answered,
    options_about,
    options_of,
    refusals_of,
    settled,
    waits_of,
    weights_of,
)
from engine.kit.resolving.moments import Firing, Trigger
from engine.kit.zones.box import CardId, copy_of, name_of
from engine.kit.zones.tabletop import Tabletop

P = TypeVar("P", bound=Position[Never])

KIT_DEEDS: tuple[type[GameAction], ...] = (Choose, Pass, Draw, Shuffle)
"""The actions that every game on the kit has."""

_RECALLED = 8


@dataclass(slots=True)
class Recalled(Generic[P]):
    """The results that were worked out of one state."""

    state: P
    """The state."""
    legal: tuple[GameAction, ...] | None = None
    """Its legal actions; None until they are worked out."""
    listed: Mapping[GameAction, None] = field(default_factory=dict)
    """The legal actions in order, to find one among them."""
    layout: Layout | None = None
    """Its layout; None until it is worked out."""
    after: dict[GameAction, P] = field(default_factory=dict)
    """The states after the actions that were applied."""


class Legality(Generic[P]):
    """The part of a game that says who decides, what's legal and what comes of it."""

    name: ClassVar[str]
    catalogue: ClassVar[Texts]
    not_now: ClassVar[RuleId]
    state_kind: ClassVar[type[Any]]
    frames: ClassVar[tuple[type[StackFrame], ...]]
    actions: ClassVar[tuple[type[GameAction], ...]]

    def __init__(self, tabletop: Tabletop, *, asks: Asks = Asks.ABLE, cells: Sequence[str] = ()) -> None:
        """Bind the game to a tabletop; `cells`: places beside the zones that actions may name."""
        self.tabletop = tabletop
        self.asks = asks
        zones = tuple(str(zone.name) for zone in tabletop.zones)
        names = Names(tabletop.box, tabletop.seats, zones, tuple(cells))
        self.table_of_actions = Actions((*self.actions, *KIT_DEEDS), names)
        self._recent: list[Recalled[P]] = []

    def waiting(self, state: P) -> Waiting | None:
        """Return who the topmost frame waits for; None: the match is over."""
        return (
            None
            if state.ended is not None or not state.stack
            else waits_of(state.stack[-1], self, below(state))
        )

    def decider(self, state: P) -> Decision:
        """Return who must choose now."""
        found = self.waiting(state)
        if found is None:
            return Decision(Chooser.NOBODY)
        return Decision(
            found.chooser,
            found.seats,
            found.kind,
            continues=found.continues,
            many=found.many,
            shows=found.shows,
        )

    def actor(self, state: P, action: GameAction) -> Seat | None:
        """Return whose an action is."""
        found = self.waiting(state)
        if action.by is not None or found is None or found.chooser is not Chooser.SEAT:
            return action.by
        return found.seats[0] if len(found.seats) == 1 else None

    def legal_actions(self, state: P) -> Sequence[GameAction]:
        """Return every legal action with its seat; several chosen at once are as many actions, one by one."""
        found = self.recalled(state)
        if found.legal is None:
            found.listed = self._listed(state)
            found.legal = tuple(found.listed)
        return found.legal

    def is_listed(self, state: P, action: GameAction) -> bool:
        """Tell whether an action, written as `legal_actions` lists it, is among these."""
        found = self.recalled(state)
        if found.legal is None and isinstance(action, Draw):
            # Of a deck's cards one is asked for: the others needn't be listed.
            return action in self.actions_about(state, frozenset((action.draw,)))
        if found.legal is None:
            self.legal_actions(state)
        return action in found.listed

    def actions_about(self, state: P, pieces: frozenset[PieceId]) -> Sequence[GameAction]:
        """Return at least the legal actions that may change how one of the pieces lies."""
        found = self.waiting(state)
        if found is None:
            return ()
        frame, under = state.stack[-1], below(state)
        seats: Sequence[Seat | None] = found.seats if found.chooser is Chooser.SEAT else (None,)
        actions = (
            _of(action, seat) for seat in seats for action in options_about(frame, self, under, seat, pieces)
        )
        return tuple(dict.fromkeys(actions))

    def violations(self, state: P, action: GameAction) -> tuple[Violation, ...]:
        """Return all rules that a single breaks."""
        left = list(self.one_by_one(action))
        while left:
            single = left.pop(0)
            meant = self.completed(state, single)
            broken = self._broken(state, meant)
            if broken:
                return broken
            if left:
                left = _less_the_forced(state, meant, left)
            if single is not action:
                state = self._played(state, meant)
        return ()

    def one_by_one(self, action: GameAction) -> Sequence[GameAction]:
        """Return several things that are decided at once as one action for each, one after the other.

        `{choose: [a, b]}` is two choices; a game whose files have other such words (`{discard: [a, b]}`) says
        here which choices they are.
        """
        if isinstance(action, Choose) and isinstance(action.choose, tuple):
            return [replace(action, choose=one) for one in action.choose]
        return [action]

    def completed(self, state: P, action: GameAction) -> GameAction:
        """Return an action as `legal_actions` lists it: its seat, the lowest of the copies it may mean."""
        waiting = self.waiting(state)
        if waiting is not None and waiting.chooser is Chooser.CHANCE and action.by is not None:
            # The seat that reports what chance did has not done it.
            says = not waiting.seats or action.by in waiting.seats
            action = replace(action, by=None) if says else action
        action = _as_listed(state, action)
        if self.is_listed(state, action):
            return action
        box = self.tabletop.box
        meant = [single for single in self.legal_actions(state) if is_meant(action, single, box)]
        if meant:
            return min(
                meant, key=lambda single: [copy_of(card) for card in self.table_of_actions.cards(single)]
            )
        if isinstance(action, Shuffle):
            return replace(action, order=self._copies(state, action))
        if isinstance(action, Choose) and action.choose == 1:
            action = self._only(state, action)
        return action if action.by is not None else replace(action, by=self.actor(state, action))

    def listed(self, state: P, action: GameAction) -> GameAction:
        """Return a legal action as `legal_actions` lists it.

        One that nobody is offered (`volunteered`), and several choices at once, come back as they are.
        """
        meant = self.completed(state, action)
        return meant if self.is_listed(state, meant) else action

    def apply(self, state: P, action: GameAction) -> P:
        """Return the position after a legal single and all that follows without anybody being asked.

        Raises:
            IllegalActionFault: the single isn't legal.
        """
        left = list(self.one_by_one(action))
        while left:
            single = left.pop(0)
            meant = single if self.is_listed(state, single) else self.completed(state, single)
            broken = self._broken(state, meant)
            if broken:
                reasons = " ".join(f"{one.rule}: {self.violation_text(one)}" for one in broken)
                raise IllegalActionFault(f"{self.format_action(action)}: {reasons}")
            left = _less_the_forced(state, meant, left)
            state = self._played(state, meant)
        return state

    def chance_outcomes(self, state: P) -> Sequence[tuple[GameAction, float]]:
        """Return what may come of the open chance, each with its weight."""
        found = self.waiting(state)
        if found is None or found.chooser is not Chooser.CHANCE:
            return ()
        return tuple(weights_of(state.stack[-1], self, below(state)))

    def outcome(self, state: P) -> Outcome | None:
        """Return how the match ended, or None while it runs."""
        return state.ended

    def parse_action(self, entry: Entry) -> GameAction:
        """Return the action that a scenario file writes."""
        return self.table_of_actions.parse(entry)

    def format_action(self, action: GameAction) -> dict[str, Any]:
        """Return the action as scenario files write it."""
        return self.table_of_actions.format(action)

    def volunteered(self, state: P, action: GameAction) -> P | None:
        """Return what comes of an action that whoever decides may do and nobody is offered.

        Such as conceding, or taking another of several alike cards than the one that is listed. None: it's no
        such action. `legal_actions` doesn't list it, so that no bot and no list of what is left
        to do takes it for a way to play on.
        """
        return None

    def is_anytime(self, action: GameAction) -> bool:
        """Tell whether any seat may do such an action at any time, whosever decision is waited for."""
        return False

    def triggers(self, state: P, firing: Firing) -> Sequence[Trigger]:
        """Return what goes off at a moment, by whomever it is."""
        return ()

    def triggers_of(self, state: P, firing: Firing, seat: Seat) -> Sequence[Trigger]:
        """Return what goes off at a moment for one seat; a game that needn't ask all for it says so here."""
        return [one for one in self.triggers(state, firing) if one.owner == seat]

    def is_awaited(self, state: P, firing: Firing) -> bool:
        """Tell whether anybody may have a trigger at a moment; a game that knows sooner says so here."""
        return True

    def asks_anyway(self, state: P, firing: Firing, seat: Seat) -> bool:
        """Tell whether a seat without a trigger is asked all the same at a moment, so as not to betray it."""
        return False

    def turn_order(self, state: P, first: Seat) -> Sequence[Seat]:
        """Return the seats in play in turn order, beginning with one."""
        return order_from(state, first)

    def overdue(self, state: P, stack: tuple[StackFrame, ...]) -> FrameStep | None:
        """Return what a position brings about at once, before the topmost frame of a stack goes on.

        It's asked for between all frames: a game says here what must never last, however it came about. None:
        nothing. An expected action must be possible in its state, or it's asked for without end.
        """
        return None

    def begun(self, state: P) -> P:
        """Return a position where somebody must choose: frames that ask nobody have been resolved."""
        return settled(self, state)

    def violation_text(self, violation: Violation) -> Phrase:
        """Return the broken rule as a sentence."""
        raise NotImplementedError

    def _listed(self, state: P) -> dict[GameAction, None]:
        found = self.waiting(state)
        if found is None:
            return {}
        frame, under = state.stack[-1], below(state)
        if found.chooser is Chooser.CHANCE:
            return dict.fromkeys(options_of(frame, self, under, None))
        return dict.fromkeys(
            action if action.by is not None else _of(action, seat)
            for seat in found.seats
            for action in options_of(frame, self, under, seat)
        )

    def _broken(self, state: P, action: GameAction) -> tuple[Violation, ...]:
        if self.is_listed(state, action):
            return ()
        found = self.waiting(state)
        if found is None:
            return (Violation(self.not_now, "over"),)
        if found.chooser is Chooser.SEAT and action.by not in found.seats and not self.is_anytime(action):
            return (Violation(self.not_now, "not_yours"),)
        if self.volunteered(state, action) is not None:
            return ()
        if isinstance(action, Shuffle) and self._is_order(state, action):
            return ()
        broken = refusals_of(state.stack[-1], self, below(state), action)
        return broken or (Violation(self.not_now, "not_now"),)

    def _is_order(self, state: P, action: Shuffle) -> bool:
        """Tell whether an order that is given for a shuffle is one of those that may come of it."""
        if not action.order or replace(action, order=()) not in self.legal_actions(state):
            return False
        frame = state.stack[-1]
        if not isinstance(frame, Shuffling) or len(set(action.order)) < len(action.order):
            return False
        mixed = state.zones.shuffled(frame.zone, into=frame.into)
        return len(action.order) <= mixed.unnamed(frame.into) and set(action.order) <= set(
            mixed.can_be(frame.into)
        )

    def _only(self, state: P, action: Choose) -> Choose:
        """Return what `{choose: 1}` stands for where there is one thing to choose, and it may be left."""
        found = [one for one in self.legal_actions(state) if isinstance(one, Choose)]
        offered = [one for one in found if one.choose != NONE]
        only = len(offered) == 1 and len(found) == 2 and action.by in (None, offered[0].by)
        return offered[0] if only else action

    def _copies(self, state: P, action: Shuffle) -> tuple[CardId, ...]:
        """Return the order of a shuffle with a copy for each bare name: the lowest that is shuffled."""
        frame, box = state.stack[-1] if state.stack else None, self.tabletop.box
        if not isinstance(frame, Shuffling):
            return action.order
        left = list(state.zones.shuffled(frame.zone, into=frame.into).can_be(frame.into))
        found: list[CardId] = []
        for card in action.order:
            meant = next(
                (one for one in left if one == card or (card in box.names and name_of(one) == card)), card
            )
            found.append(meant)
            left = [one for one in left if one != meant]
        return tuple(found)

    def _played(self, state: P, action: GameAction) -> P:
        after = self.recalled(state).after
        if action not in after:
            beside = self.volunteered(state, action)
            after[action] = answered(self, state, action) if beside is None else beside
        return after[action]

    def forget(self) -> None:
        """Forget what was worked out of the states that were asked for last."""
        self._recent = []

    def recalled(self, state: P) -> "Recalled[P]":
        """Return what was worked out of a state, if it was asked for just now: search and views ask again."""
        for known in self._recent:
            if known.state is state:
                return known
        found = Recalled(state)
        self._recent = [found, *self._recent[: _RECALLED - 1]]
        return found


@lru_cache(maxsize=1 << 14)
def _of(action: GameAction, seat: Seat | None) -> GameAction:
    """Return an action as a seat's, the same object each time: turn by turn much the same is listed."""
    return changed(action, "by", seat)


def _as_listed(state: Position[Never], action: GameAction) -> GameAction:
    """Return a shuffle by the pile that is shuffled where a file names the one that comes of it."""
    frame = state.stack[-1] if state.stack else None
    if isinstance(action, Shuffle) and isinstance(frame, Shuffling) and action.shuffle == frame.into:
        return replace(action, shuffle=frame.zone)
    return action


def _less_the_forced(state: Position[Never], action: GameAction, left: list[GameAction]) -> list[GameAction]:
    """Return what is left of a list of choices without those that are forced, which aren't asked."""
    frame = state.stack[-1] if state.stack else None
    if not left or not isinstance(frame, Choosing) or not isinstance(action, Choose):
        return left
    if action.choose not in frame.left or isinstance(action.choose, tuple):
        return left
    after = frame.with_chosen(action.choose).forced
    if not after.is_over:
        return left
    forced = [one for one in after.chosen if one not in frame.chosen and one != action.choose]
    named = [one.choose for one in left if isinstance(one, Choose)]
    fits = len(named) == len(left) == len(forced) and all(
        any(name in (one, name_of(str(one))) for one in forced) for name in named
    )
    return [] if fits else left


def below(state: P) -> P:
    """Return a state as the topmost frame meets it: itself isn't on the stack."""
    return changed(state, "stack", state.stack[:-1])
