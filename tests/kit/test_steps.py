"""Steps are named, typed and kept as values; mypy refuses what a step doesn't take, at the line that asks."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, NamedTuple, ParamSpec, TypeVar

import pytest

from engine.core.decisions import Outcome
from engine.core.ids import Seat
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then
from engine.kit.resolving.steps import (
    Asking,
    FormerSteps,
    Giving,
    OneQuestion,
    SteppedFrame,
    arguments,
    asking_of,
)

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(frozen=True)
class Match:
    stack: tuple[StackFrame, ...] = ()
    ended: Outcome | None = None


MATCH = Match()


class Way(IntEnum):
    PAY = 1
    LEAVE = 2


class Found(NamedTuple):
    suit: str
    rank: int


class Judging(Giving[Found]):
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Sting(StackFrame):
    owner: Seat
    step: str = "start"
    kept: tuple[object, ...] = ()

    def ask(
        self,
        state: Match,
        asked: Giving[T] | Asking[T],
        step: Callable[Concatenate[Match, T, P], FrameStep],
        *kept: P.args,
        **_: P.kwargs,
    ) -> FrameStep:
        frame = replace(self, step=step.__name__, kept=kept)
        return then(state, frame, *asking_of(asked).frames)

    def start(self, state: Match) -> FrameStep:
        return self.ask(state, Judging(), self.judged, self.owner)

    def judged(self, state: Match, found: Found, whom: Seat) -> FrameStep:
        ways: Asking[Way] = Asking((Choosing(whom, "sting", (Way.PAY, Way.LEAVE)),))
        return self.ask(state, ways, self.paid, whom, found.rank)

    def paid(self, state: Match, way: Way, whom: Seat, rank: int) -> FrameStep:
        return done(state, (way, whom, rank))

    def offered(self, state: Match, way: Way | None) -> FrameStep:
        return done(state, way)

    def several(self, state: Match, cards: tuple[str, ...], *rest: Seat) -> FrameStep:
        return done(state, (cards, rest))

    def agreed(self, state: Match, agrees: bool) -> FrameStep:  # noqa: FBT001  # an answer
        return done(state, agrees)


if TYPE_CHECKING:  # mypy reports an ignore that nothing needs: these lines must stay wrong

    def refused(sting: Sting, ways: Asking[Way]) -> None:
        sting.ask(MATCH, ways, sting.judged, sting.owner)  # type: ignore[misc]  # takes another answer
        sting.ask(MATCH, ways, sting.paid, 7, 7)  # type: ignore[arg-type]  # a number is no seat
        sting.ask(MATCH, ways, sting.paid, sting.owner)  # type: ignore[call-arg]  # one value is missing
        sting.ask(MATCH, Judging(), sting.paid, sting.owner, 7)  # type: ignore[misc]  # gives no way


def called(step: Callable[..., FrameStep], came: Any, *kept: object) -> tuple[object, ...]:
    return arguments(step, 2, came, kept)


def test_what_waits_is_a_value_with_the_name_of_its_step() -> None:
    sting = Sting(Seat("p1"))
    asked = sting.start(MATCH)
    assert asked.frames[0] == Sting(Seat("p1"), "judged", (Seat("p1"),))
    assert hash(asked.frames[0]) == hash(Sting(Seat("p1"), "judged", (Seat("p1"),)))


def test_a_step_gets_its_answer_first_and_then_what_was_kept() -> None:
    assert called(Sting.judged, Found("S", 7), "p2") == (Found("S", 7), "p2")


def test_of_chosen_options_a_step_gets_the_one_in_the_type_that_it_declares() -> None:
    way, *kept = called(Sting.paid, (2,), "p2", 7)
    assert way is Way.LEAVE
    assert kept == ["p2", 7]


def test_a_step_gets_none_where_nothing_was_chosen() -> None:
    assert called(Sting.offered, ()) == (None,)
    assert called(Sting.offered, (1,)) == (Way.PAY,)


def test_a_step_may_take_several_options_and_any_number_of_kept_values() -> None:
    assert called(Sting.several, ("gold", "gem"), "p1", "p2") == (("gold", "gem"), "p1", "p2")
    assert called(Sting.several, ()) == ((),)


def test_a_step_may_take_a_plain_yes_or_no() -> None:
    assert called(Sting.agreed, (1,)) == (True,)
    assert called(Sting.agreed, ()) == (False,)


def test_a_step_without_an_answer_gets_only_what_was_kept() -> None:
    assert called(Sting.start, "ignored") == ()


def test_a_step_that_takes_other_values_than_were_kept_is_refused() -> None:
    with pytest.raises(TypeError, match="takes 3 values"):
        called(Sting.paid, (1,), "p2")


def test_a_question_can_come_after_other_frames() -> None:
    first, last = Sting(Seat("p1")), Judging()
    assert asking_of(last).after(first).frames == (first, last)


@dataclass(frozen=True, slots=True)
class Stall(SteppedFrame[None, Match]):
    owner: Seat

    former: ClassVar = FormerSteps("begun", {False: "start", True: "paid"})

    def start(self, game: None, state: Match) -> FrameStep:
        del game
        ways: Asking[Way] = Asking((Choosing(self.owner, "stall", (Way.PAY, Way.LEAVE)),))
        return self.ask(state, ways, self.paid)

    def paid(self, game: None, state: Match, way: Way) -> FrameStep:
        del game
        return done(state, way)


if TYPE_CHECKING:  # as above

    def refused_too(stall: Stall) -> None:
        stall.ask(MATCH, Judging(), stall.paid)  # type: ignore[arg-type]  # gives no way
        stall.first(MATCH, (), stall.paid)  # type: ignore[arg-type]  # nobody answers


def test_a_stepped_frame_goes_on_at_the_step_that_it_names_with_the_answer() -> None:
    asked = Stall(Seat("p1")).run(None, MATCH, None)
    assert asked.frames[0] == Stall(Seat("p1"), step="paid")
    assert Stall(Seat("p1"), step="paid").run(None, MATCH, (2,)).came is Way.LEAVE


def test_journals_keep_the_number_that_a_step_once_had() -> None:
    fields = {"owner": "p1", "step": "paid"}
    assert Stall.as_written(fields) == {"owner": "p1", "begun": True}
    assert Stall.updated({"owner": "p1", "begun": True}) == fields


@dataclass(frozen=True, slots=True)
class Toll(OneQuestion[None, Match, Way]):
    owner: Seat

    def question(self, game: None, state: Match) -> Asking[Way]:
        del game, state
        return Asking((Choosing(self.owner, "toll", (Way.PAY, Way.LEAVE)),))

    def chosen(self, game: None, state: Match, way: Way, /) -> FrameStep:
        del game
        return done(state, way)


if TYPE_CHECKING:  # as above

    class Free(OneQuestion[None, Match, Way]):
        def question(self, game: None, state: Match) -> Giving[Found]:  # type: ignore[override]  # gives no way
            return Judging()

        def chosen(self, game: None, state: Match, found: Found, /) -> FrameStep:  # type: ignore[override]
            return done(state, found)


def test_a_frame_with_one_question_asks_and_then_gets_the_answer_in_the_type_that_it_declares() -> None:
    toll = Toll(Seat("p1"))
    asked = toll.run(None, MATCH, None)
    assert asked.frames == (toll, Choosing(Seat("p1"), "toll", (Way.PAY, Way.LEAVE)))
    assert toll.run(None, MATCH, (2,)).came is Way.LEAVE
