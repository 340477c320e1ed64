"""Frames: what is being resolved, as frozen values on a stack in the state.

The topmost frame is run until one waits for a decision. A frame is a frozen dataclass whose fields hold
everything that it must remember. Its methods are pure functions of the game (rules, content), the state and
those fields:

- `run` does the next part and ends with `done`, `then` or `wait`.
- where it waits, `waits` names the seats, `options` their actions, `refusals` the rules against other
  actions, and `answered` goes on once a seat (or chance) has decided.

While a frame runs or answers it isn't on `state.stack`. There lie the frames below it, the nearest last, and
a frame may change these (`amended`) or take them off (`dropped`). The frame below receives a frame's result
as `came` at once, without a question in between.

    @dataclass(frozen=True, slots=True)
    class Sting(Frame):
        victim: Seat
        shielded: bool = False

        def run(self, game, state, came):
            if came is None:
                return then(state, self, Window(self.victim))      # may be shielded; run again after it
            hit = 0 if came == "shielded" else 1
            return done(altered(state, counters=state.counters.plus(self.victim, "health", -hit)))
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Never, Protocol, TypeVar, cast

from engine.core.decisions import Chooser, Outcome, Violation
from engine.core.faults import CallerFault
from engine.core.ids import PieceId, RuleId, Seat
from engine.kit.changed import altered, changed
from engine.kit.choosing.actions import GameAction

STEPS_MAX = 10_000
"""The most frames that may run without a question; more is a rule that never ends: our bug."""


class Ruled(Protocol):
    """The game's own rule id for the kit's violation: an action at the wrong time."""

    @property
    def not_now(self) -> RuleId:
        """The rule's id."""


class Resolving(Protocol):
    """The kit's interface to a state: a stack of frames, the last on top, and how the match ended."""

    @property
    def stack(self) -> "tuple[StackFrame, ...]":
        """The frames that are being resolved."""

    @property
    def ended(self) -> Outcome | None:
        """How the match ended, or None while it runs."""


S = TypeVar("S", bound=Resolving)
S_contra = TypeVar("S_contra", bound=Resolving, contravariant=True)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The seats, or chance, that a frame waits for."""

    seats: tuple[Seat, ...]
    """The seats."""
    kind: str
    """The word for the decision (`turn`, `choose`, `respond`, `draw`)."""
    chooser: Chooser = Chooser.SEAT
    """Seats or chance."""
    continues: bool = True
    """As in `engine.core.decisions.Decision`; usually everything but a turn continues it."""
    many: bool = False
    """As in `engine.core.decisions.Decision`."""
    shows: bool = False
    """The outcome of chance will lie open on the table."""


@dataclass(frozen=True, slots=True)
class FrameStep:
    """The result of running a frame. Made by `done`, `then`, `wait`."""

    state: Resolving
    """The state after it."""
    frames: "tuple[StackFrame, ...]" = ()
    """The frames that take its place, the last of them resolved first; none: the frame is done."""
    came: object = None
    """Its result, where the frame is done."""
    waits: bool = False
    """The topmost of the frames waits for a decision now."""


def done(state: Resolving, came: object = None) -> FrameStep:
    """Return the step of a resolved frame, with the result for the frame below."""
    return FrameStep(state, came=came)


def then(state: Resolving, frame: "StackFrame", *above: "StackFrame") -> FrameStep:
    """Return the step where a frame goes on (as it's given here) after other frames, in their order.

    The frame receives the result of the last of them. The others' results are dropped.
    """
    return FrameStep(state, (frame, *_apart(above)))


def instead(state: Resolving, *frames: "StackFrame") -> FrameStep:
    """Return a step that replaces a frame by others, in their order.

    The frame below receives the result of the last of them. The others' results are dropped.
    """
    return FrameStep(state, _apart(frames))


def wait(state: Resolving, frame: "StackFrame") -> FrameStep:
    """Return the step where a frame (as it's given here) waits for the seats that its `waits` names."""
    return FrameStep(state, (frame,), waits=True)


@dataclass(frozen=True, slots=True)
class StackFrame:
    """One thing that is being resolved; see the module. Its fields have types that `Keeping` can write.

    Each kind of frame declares its game, its state and its results. The kit doesn't know these types, so the
    methods take nothing here. The kit calls them through `waits_of`, `options_of` and the functions beside
    these.
    """

    def run(self, game: Never, state: Never, came: Never) -> FrameStep:
        """Do the next part. `came`: the result of the frame above; None when run for the first time."""
        raise NotImplementedError

    def waits(self, game: Never, state: Never) -> Waiting:
        """Return the seats that it waits for."""
        raise NotImplementedError

    def options(self, game: Never, state: Never, seat: Seat | None) -> Iterable[GameAction]:
        """Yield all actions of a seat (None: chance), each once; their seat may be left out."""
        raise NotImplementedError

    def options_about(
        self, game: Never, state: Never, seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[GameAction]:
        """Yield at least those options that may change how one of the pieces lies.

        A frame with many options answers faster than by listing them all; the referee looks only at these.
        """
        return self.options(game, state, seat)

    def refusals(self, game: Never, state: Never, action: GameAction) -> tuple[Violation, ...]:
        """Return the rules against an action that isn't among the options."""
        return (Violation(cast("Ruled", game).not_now, "not_now"),)

    def answered(self, game: Never, state: Never, action: GameAction) -> FrameStep:
        """Go on after a legal action of the seat `action.by`."""
        raise NotImplementedError

    def weights(self, game: Never, state: Never) -> Iterable[tuple[GameAction, float]]:
        """Yield chance's options, each with its weight."""
        return ((action, 1.0) for action in self.options(game, state, None))

    @classmethod
    def updated(cls, written: Mapping[str, object]) -> Mapping[str, object]:
        """Return a frame's fields in this edition's form, as an earlier edition may have written them."""
        return written

    @classmethod
    def as_written(cls, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Return a frame's fields in the form of journals since its first edition: inverse of `updated`."""
        return fields


@dataclass(frozen=True, slots=True)
class Silence(StackFrame):
    """Separates frames that are put on the stack together, so that one's result doesn't reach the next."""

    def run(self, game: object, state: Resolving, came: object) -> FrameStep:
        """Finish without a result."""
        del game, came
        return done(state)


def _apart(frames: "tuple[StackFrame, ...]") -> "tuple[StackFrame, ...]":
    """Return frames in the order of the stack, the first on top, with silence between them."""
    if len(frames) < 2:  # nothing between
        return frames
    return tuple(one for frame in reversed(frames) for one in (frame, Silence()))[:-1]


class OverdueGame(Protocol[S_contra]):
    """The interface of the stack to a game."""

    def overdue(self, state: S_contra, stack: tuple[StackFrame, ...]) -> FrameStep | None:
        """Return the frames that a position demands before the topmost frame goes on; None: none."""


def waits_of(frame: StackFrame, game: object, state: object) -> Waiting:
    """Return the seats that a frame waits for."""
    return cast("Callable[[object, object], Waiting]", frame.waits)(game, state)


def options_of(frame: StackFrame, game: object, state: object, seat: Seat | None) -> Iterable[GameAction]:
    """Return all that a seat may do where a frame waits."""
    of = cast("Callable[[object, object, Seat | None], Iterable[GameAction]]", frame.options)
    return of(game, state, seat)


def options_about(
    frame: StackFrame, game: object, state: object, seat: Seat | None, pieces: frozenset[PieceId]
) -> Iterable[GameAction]:
    """Return at least those options that may change how one of the pieces lies."""
    of = cast(
        "Callable[[object, object, Seat | None, frozenset[PieceId]], Iterable[GameAction]]",
        frame.options_about,
    )
    return of(game, state, seat, pieces)


def refusals_of(frame: StackFrame, game: object, state: object, action: GameAction) -> tuple[Violation, ...]:
    """Return the rules against an action where a frame waits."""
    of = cast("Callable[[object, object, GameAction], tuple[Violation, ...]]", frame.refusals)
    return of(game, state, action)


def weights_of(frame: StackFrame, game: object, state: object) -> Iterable[tuple[GameAction, float]]:
    """Return chance's options where a frame waits, each with its weight."""
    of = cast("Callable[[object, object], Iterable[tuple[GameAction, float]]]", frame.weights)
    return of(game, state)


def settled(game: OverdueGame[S], state: S) -> S:
    """Return the state after everything is resolved that needs no question.

    Raises:
        CallerFault: the frames never come to an end.
    """
    return _run_on(game, state, None)


def answered(game: OverdueGame[S], state: S, action: GameAction) -> S:
    """Return the state after a legal action for the topmost frame, and everything that follows from it."""
    frame, below = state.stack[-1], state.stack[:-1]
    go_on = cast("Callable[[object, object, GameAction], FrameStep]", frame.answered)
    return _taken(game, go_on(game, _on(state, below), action))


def _run_on(game: OverdueGame[S], state: S, came: object) -> S:
    stack = state.stack
    for _ in range(STEPS_MAX):
        if state.ended is not None:
            return _on(state, ())
        if not stack:
            return _on(state, stack)
        # Only where the topmost frame waits for no answer: else its result would be lost.
        overdue = game.overdue(state, stack) if came is None else None
        if overdue is not None:
            state, stack = cast("S", overdue.state), (*stack, Silence(), *overdue.frames)
            continue
        frame, below = stack[-1], stack[:-1]
        run = cast("Callable[[object, object, object], FrameStep]", frame.run)
        step = run(game, _on(state, below), came)
        came, state, stack = step.came, cast("S", step.state), (*step.state.stack, *step.frames)
        if step.waits:
            return _on(state, stack)
    raise CallerFault(f"nobody was asked in {STEPS_MAX} steps: {[type(one).__name__ for one in stack]}")


def _taken(game: OverdueGame[S], step: FrameStep) -> S:
    state = _on(cast("S", step.state), (*step.state.stack, *step.frames))
    if step.waits and state.ended is None:
        return state
    return _run_on(game, state, step.came)


def _on(state: S, stack: "tuple[StackFrame, ...]") -> S:
    return changed(state, "stack", stack)


F = TypeVar("F", bound=StackFrame)


def nearest(state: Resolving, kind: type[F]) -> F | None:
    """Return the topmost frame of a kind, or None."""
    for frame in reversed(state.stack):
        if isinstance(frame, kind):
            return frame
    return None


def amended(state: S, kind: type[StackFrame], **changes: object) -> S:
    """Return a state whose topmost frame of a kind has other fields: a harder hit, a replaced card.

    Raises:
        CallerFault: there is no such frame.
    """
    stack = list(state.stack)
    for place in range(len(stack) - 1, -1, -1):
        if isinstance(stack[place], kind):
            stack[place] = altered(stack[place], **changes)
            return _on(state, tuple(stack))
    raise CallerFault(f"nothing of the kind {kind.__name__} is being resolved")


def dropped(state: S, kind: type[StackFrame]) -> S:
    """Return a state without the topmost frame of a kind and all frames above it: it's called off.

    Raises:
        CallerFault: there is no such frame.
    """
    for place in range(len(state.stack) - 1, -1, -1):
        if isinstance(state.stack[place], kind):
            return _on(state, state.stack[:place])
    raise CallerFault(f"nothing of the kind {kind.__name__} is being resolved")
