"""The deciding seat and the legal actions, all from the topmost frame that is being resolved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar, Generic, Never, TypeVar

from engine.core.decisions import Chooser, Decision, Outcome, Violation
from engine.core.document import Entry
from engine.core.faults import IllegalActionFault
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.layout import Layout
from engine.core.phrase import Phrase
from engine.core.sentences import Texts
from engine.kit.as_written import as_listed, is_order, less_the_forced, only_choice, shuffled_copies
from engine.kit.changed import changed
from engine.kit.choosing.actions import (
    Actions,
    Choose,
    Draw,
    GameAction,
    Names,
    Pass,
    Shuffle,
    is_meant,
)
from engine.kit.position import Position, order_from
from engine.kit.resolving.answer_windows import Asks
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
from engine.kit.zones.box import copy_of
from engine.kit.zones.tabletop import Tabletop

P = TypeVar("P", bound=Position[Never])

KIT_ACTIONS: tuple[type[GameAction], ...] = (Choose, Pass, Draw, Shuffle)
"""The actions that every game on the kit has."""

_RECALLED = 8


@dataclass(slots=True)
class Recalled(Generic[P]):
    """The results that were worked out for one state."""

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
    """The part of a game that says who decides, which actions are legal, and what they change."""

    name: ClassVar[str]
    texts: ClassVar[Texts]
    not_now: ClassVar[RuleId]
    state_kind: ClassVar[type[object]]
    frames: ClassVar[tuple[type[StackFrame], ...]]
    actions: ClassVar[tuple[type[GameAction], ...]]

    def __init__(self, tabletop: Tabletop, *, asks: Asks = Asks.ABLE, cells: Sequence[str] = ()) -> None:
        """Bind the game to a tabletop; `cells`: places beside the zones that actions may name."""
        self.tabletop = tabletop
        self.asks = asks
        zones = tuple(str(zone.name) for zone in tabletop.zones)
        names = Names(tabletop.box, tabletop.seats, zones, tuple(cells))
        self.table_of_actions = Actions((*self.actions, *KIT_ACTIONS), names)
        self._recent: list[Recalled[P]] = []

    def waiting(self, state: P) -> Waiting | None:
        """Return the seats that the topmost frame waits for; None: the match is over."""
        return (
            None
            if state.ended is not None or not state.stack
            else waits_of(state.stack[-1], self, below(state))
        )

    def decider(self, state: P) -> Decision:
        """Return the open decision, with the seats that must choose now."""
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
        """Return the seat that takes an action."""
        found = self.waiting(state)
        if action.by is not None or found is None or found.chooser is not Chooser.SEAT:
            return action.by
        return found.seats[0] if len(found.seats) == 1 else None

    def legal_actions(self, state: P) -> Sequence[GameAction]:
        """Return every legal action with its seat.

        A choice of several cards is an action for each of them, one after the other.
        """
        found = self.recalled(state)
        if found.legal is None:
            found.listed = self._listed(state)
            found.legal = tuple(found.listed)
        return found.legal

    def is_listed(self, state: P, action: GameAction) -> bool:
        """Tell whether an action, in the form of `legal_actions`, is among these."""
        found = self.recalled(state)
        if found.legal is None and isinstance(action, Draw):
            # One card of a deck is asked about: the others needn't be listed.
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
        """Return all rules that a single action breaks."""
        left = list(self.one_by_one(action))
        while left:
            single = left.pop(0)
            meant = self.completed(state, single)
            broken = self._broken(state, meant)
            if broken:
                return broken
            if left:
                left = less_the_forced(state, meant, left)
            if single is not action:
                state = self._played(state, meant)
        return ()

    def one_by_one(self, action: GameAction) -> Sequence[GameAction]:
        """Return an action that makes several choices as several actions, one for each choice.

        `{choose: [a, b]}` is two choices. A game with other such words (`{discard: [a, b]}`) names their
        choices here.
        """
        if isinstance(action, Choose) and isinstance(action.choose, tuple):
            return [replace(action, choose=one) for one in action.choose]
        return [action]

    def completed(self, state: P, action: GameAction) -> GameAction:
        """Return an action as `legal_actions` lists it: with its seat, and its lowest possible copy."""
        waiting = self.waiting(state)
        if waiting is not None and waiting.chooser is Chooser.CHANCE and action.by is not None:
            # A seat that reports an outcome of chance doesn't act itself.
            says = not waiting.seats or action.by in waiting.seats
            action = replace(action, by=None) if says else action
        action = as_listed(state, action)
        if self.is_listed(state, action):
            return action
        box = self.tabletop.box
        meant = [single for single in self.legal_actions(state) if is_meant(action, single, box)]
        if meant:
            return min(
                meant, key=lambda single: [copy_of(card) for card in self.table_of_actions.cards(single)]
            )
        if isinstance(action, Shuffle):
            return replace(action, order=shuffled_copies(state, action, box))
        if isinstance(action, Choose) and action.choose == 1:
            action = only_choice(action, self.legal_actions(state))
        return action if action.by is not None else replace(action, by=self.actor(state, action))

    def listed(self, state: P, action: GameAction) -> GameAction:
        """Return a legal action as `legal_actions` lists it.

        An action that isn't offered (`volunteered`), and several choices at once, are returned unchanged.
        """
        meant = self.completed(state, action)
        return meant if self.is_listed(state, meant) else action

    def apply(self, state: P, action: GameAction) -> P:
        """Return the position after a single legal action and everything that follows without a question.

        Raises:
            IllegalActionFault: the action isn't legal.
        """
        left = list(self.one_by_one(action))
        while left:
            single = left.pop(0)
            meant = single if self.is_listed(state, single) else self.completed(state, single)
            broken = self._broken(state, meant)
            if broken:
                reasons = " ".join(f"{one.rule}: {self.violation_text(one)}" for one in broken)
                raise IllegalActionFault(f"{self.format_action(action)}: {reasons}")
            left = less_the_forced(state, meant, left)
            state = self._played(state, meant)
        return state

    def chance_outcomes(self, state: P) -> Sequence[tuple[GameAction, float]]:
        """Return the possible outcomes of the open chance, each with its weight."""
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

    def format_action(self, action: GameAction) -> dict[str, object]:
        """Return the action as scenario files write it."""
        return self.table_of_actions.format(action)

    def volunteered(self, state: P, action: GameAction) -> P | None:
        """Return the result of an action that a player may take though it isn't listed.

        Examples are conceding, and taking another of several like cards than the listed one. None: the action
        isn't of this kind. `legal_actions` doesn't list such an action, so that no bot and no list of
        remaining tasks takes it for a way to play on.
        """
        return None

    def is_anytime(self, action: GameAction) -> bool:
        """Tell whether any seat may take such an action at any time, even when another seat must decide."""
        return False

    def triggers(self, state: P, firing: Firing) -> Sequence[Trigger]:
        """Return the triggers of all seats at a moment."""
        return ()

    def triggers_of(self, state: P, firing: Firing, seat: Seat) -> Sequence[Trigger]:
        """Return the triggers of one seat at a moment.

        A game that can find them without asking all seats overrides this.
        """
        return [one for one in self.triggers(state, firing) if one.owner == seat]

    def is_awaited(self, state: P, firing: Firing) -> bool:
        """Tell whether any seat may have a trigger at a moment.

        A game with a faster answer overrides this.
        """
        return True

    def asks_anyway(self, state: P, firing: Firing, seat: Seat) -> bool:
        """Tell whether a seat without a trigger is still asked at a moment, to hide that it has none."""
        return False

    def turn_order(self, state: P, first: Seat) -> Sequence[Seat]:
        """Return the seats in play in turn order, beginning with a given seat."""
        return order_from(state, first)

    def overdue(self, state: P, stack: tuple[StackFrame, ...]) -> FrameStep | None:
        """Return the frames that a position demands before the topmost frame goes on; None: none.

        The engine asks this between all frames. A game names here the frames that end an impossible position,
        whatever caused it. Every such frame must change the state, else the engine would ask for ever.
        """
        return None

    def begun(self, state: P) -> P:
        """Return the position after all frames that ask nobody have been resolved."""
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
        if isinstance(action, Shuffle) and is_order(state, action, self.legal_actions(state)):
            return ()
        broken = refusals_of(state.stack[-1], self, below(state), action)
        return broken or (Violation(self.not_now, "not_now"),)

    def _played(self, state: P, action: GameAction) -> P:
        after = self.recalled(state).after
        if action not in after:
            beside = self.volunteered(state, action)
            after[action] = answered(self, state, action) if beside is None else beside
        return after[action]

    def forget(self) -> None:
        """Forget the results for the last states."""
        self._recent = []

    def recalled(self, state: P) -> "Recalled[P]":
        """Return the results for a state, if it was the last one: searches and views ask several times."""
        for known in self._recent:
            if known.state is state:
                return known
        found = Recalled(state)
        self._recent = [found, *self._recent[: _RECALLED - 1]]
        return found


@lru_cache(maxsize=1 << 14)
def _of(action: GameAction, seat: Seat | None) -> GameAction:
    """Return an action with its seat; the same object each time, since each turn lists much the same."""
    return changed(action, "by", seat)


def below(state: P) -> P:
    """Return a state as the topmost frame sees it: without that frame on the stack."""
    return changed(state, "stack", state.stack[:-1])
