"""Choosing k of n, one after the other: no list of combinations, however many there are.

A rule puts `Choosing(seat, "discard", options, least=1, most=2)` on the stack and gets the chosen options as
`came`. A choice isn't asked if it has only one possible answer, or no options.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.ids import Seat
from engine.kit.changed import altered
from engine.kit.choosing.actions import NONE, Choose, GameAction, Option
from engine.kit.resolving.frames import FrameStep, Resolving, StackFrame, Waiting, done, wait


@dataclass(frozen=True, slots=True)
class Choosing(StackFrame):
    """One seat chooses some of several options."""

    seat: Seat
    """The seat."""
    what: str
    """The key of the reason in the game's texts."""
    among: tuple[Option, ...]
    """The options."""
    least: int = 1
    """The fewest that it must choose."""
    most: int = 1
    """The most that it may choose."""
    chosen: tuple[Option, ...] = ()
    """The options that it has chosen so far. Without `in_order` they stay in the order of `among`, so that
    choices with the same meaning are the same value.
    """
    kind: str = "choose"
    """The word for the decision."""
    secret: bool = False
    """Other seats don't learn the choice before this frame's result is used."""
    in_order: bool = False
    """The order of choosing matters."""

    @property
    def left(self) -> tuple[Option, ...]:
        """The options that are still open."""
        return tuple(one for one in self.among if one not in self.chosen)

    @property
    def is_over(self) -> bool:
        """Whether no more can be chosen."""
        return len(self.chosen) >= self.most or not self.left

    @property
    def forced(self) -> "Choosing":
        """The choice after all forced options are chosen."""
        if not self.in_order and len(self.chosen) + len(self.left) <= self.least:
            return altered(self, chosen=self.among)
        if len(self.left) == 1 and len(self.chosen) < self.least:
            return self.with_chosen(self.left[0])
        return self

    def with_chosen(self, option: Option) -> "Choosing":
        """Return the choice with one more option chosen."""
        chosen = (*self.chosen, option)
        return altered(
            self,
            chosen=chosen if self.in_order else tuple(one for one in self.among if one in chosen),
        )

    def run(self, game: object, state: Resolving, came: object) -> FrameStep:
        """Ask, unless there's only one way."""
        found = self.forced
        return done(state, found.chosen) if found.is_over else wait(state, found)

    def waits(self, game: object, state: Resolving) -> Waiting:
        """Return the seat that chooses."""
        return Waiting((self.seat,), self.kind)

    def options(self, game: object, state: Resolving, seat: Seat | None) -> Sequence[GameAction]:
        """Return an action for each option that is left, and `none` where enough is chosen."""
        stop = [Choose(NONE)] if len(self.chosen) >= self.least else []
        return [*(Choose(one) for one in self.left), *stop]

    def answered(self, game: object, state: Resolving, action: GameAction) -> FrameStep:
        """Choose one more, or stop."""
        assert isinstance(action, Choose)  # noqa: S101  # narrows the type: it's one of the options
        if action.choose == NONE:
            return done(state, self.chosen)
        assert not isinstance(action.choose, tuple)  # noqa: S101  # narrows the type: as above
        return self.with_chosen(action.choose).run(game, state, None)


@dataclass(frozen=True, slots=True)
class ChoosingTogether(StackFrame):
    """Several seats choose at the same time. None knows the others' choice before all have chosen.

    The frame's result is their choices, in the order of `each`: `((seat, chosen), ...)`.
    """

    each: tuple[Choosing, ...]
    """Each seat's choice."""
    over: tuple[Seat, ...] = ()
    """The seats that have chosen."""

    def run(self, game: object, state: Resolving, came: object) -> FrameStep:
        """Ask all seats that have a choice."""
        each = tuple(one.forced if one.seat not in self.over else one for one in self.each)
        over = tuple(one.seat for one in each if one.seat in self.over or one.is_over)
        if len(over) == len(each):
            return done(state, tuple((one.seat, one.chosen) for one in each))
        return wait(state, altered(self, each=each, over=over))

    def waits(self, game: object, state: Resolving) -> Waiting:
        """Return the seats that haven't chosen yet."""
        open_ones = [one for one in self.each if one.seat not in self.over]
        return Waiting(tuple(one.seat for one in open_ones), open_ones[0].kind)

    def options(self, game: object, state: Resolving, seat: Seat | None) -> Sequence[GameAction]:
        """Return the choices of one seat."""
        return self._of(seat).options(game, state, seat)

    def answered(self, game: object, state: Resolving, action: GameAction) -> FrameStep:
        """Record one seat's choice."""
        mine = self._of(action.by)
        assert isinstance(action, Choose)  # noqa: S101  # narrows the type: it's one of the options
        if action.choose == NONE:
            return altered(self, over=(*self.over, mine.seat)).run(game, state, None)
        assert not isinstance(action.choose, tuple)  # noqa: S101  # narrows the type: as above
        chosen = mine.with_chosen(action.choose)
        each = tuple(chosen if one.seat == mine.seat else one for one in self.each)
        return altered(self, each=each).run(game, state, None)

    def _of(self, seat: Seat | None) -> Choosing:
        return next(one for one in self.each if one.seat == seat)
