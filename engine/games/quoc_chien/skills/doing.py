"""A skill that takes several steps: one frame for all of them, which asks the skill what comes next.

@known
class Ganglie(Stepwise):
    name = "ganglie"
    moments = ("damaged",)

    def step(self, game, state, doing, came):
        match doing.at:
            case 0:
                return doing.then(state, Judging(doing.seat, self.name))   # came to (suit, rank, card)
            case 1 if came is not None and came[0] != HEART:
                ...
        return done(state)
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.registry import SKILLS, Skill
from engine.games.quoc_chien.position.state import State, cards_of, others
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.using import Using
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done, instead, nearest, then
from engine.kit.zones.box import name_of


@dataclass(frozen=True, slots=True)
class Doing(StackFrame):
    """A skill at work. `at`: its step; `facts`: of its moment, and that's name; `kept`: what it remembers.

    `said`: players and cards that were named with the skill, before it came to choosing them.
    """

    skill: str
    seat: Seat
    at: int = 0
    facts: tuple[tuple[str, str | int], ...] = ()
    kept: tuple[str | int, ...] = ()
    said: tuple[str, ...] = ()

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        """Let the skill do its next step."""
        skill = SKILLS[self.skill]
        assert isinstance(skill, Stepwise)  # noqa: S101  # narrows the type: only these make such frames
        step = skill.step(game, state, self, came)
        return _as_said(step, self.said) if self.said else step

    def fact(self, name: str) -> str | int:
        """Return a fact of the moment; empty where it has none of that name."""
        return dict(self.facts).get(name, "")

    def whom(self, name: str) -> Seat:
        """Return a seat that the moment names."""
        return Seat(str(self.fact(name)))

    def kept_seat(self) -> Seat:
        """Return the seat that it remembers, first of what it keeps."""
        return Seat(str(self.kept[0]))

    def then(self, state: State, *above: StackFrame, kept: tuple[str | int, ...] | None = None) -> FrameStep:
        """Say that it goes on with its next step after other frames."""
        return then(state, replace(self, at=self.at + 1, kept=self.kept if kept is None else kept), *above)

    def again(
        self, state: State, *above: StackFrame, at: int, kept: tuple[str | int, ...] | None = None
    ) -> FrameStep:
        """Say that it goes on with some step after other frames."""
        return then(state, replace(self, at=at, kept=self.kept if kept is None else kept), *above)

    def choose(
        self,
        what: Iterable[str | int],
        least: int = 1,
        most: int = 1,
        *,
        by: Seat | None = None,
        kind: str = "choose",
    ) -> Asked:
        """Return the choice of its owner, or of another."""
        among = tuple(str(one) if isinstance(one, str) else one for one in what)
        return Asked(by or self.seat, self.skill, among, least, most, kind=kind)


def _as_said(step: FrameStep, said: tuple[str, ...]) -> FrameStep:
    """Return a skill's step in which its owner chooses what was named beforehand, if that can be chosen."""
    if len(step.frames) < 2 or not isinstance(step.frames[0], Doing):  # it, and its choice
        return step
    *below, choice = step.frames
    if not isinstance(choice, Asked) or choice.seat != step.frames[0].seat:
        return step
    meant = {option: one for option in choice.left for one in said if one in (option, name_of(str(option)))}
    found = tuple(meant)[: choice.most]
    if not found or len(found) < choice.least:
        return step
    taken = {meant[option] for option in found}
    doing = replace(step.frames[0], said=tuple(one for one in said if one not in taken))
    chosen = replace(choice, chosen=found, most=len(found))
    return replace(step, frames=(doing, *below[1:], chosen))


class Stepwise(Skill):
    """A skill that resolves by steps."""

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Do the step `doing.at`; `came`: what the frame that was put before it came to."""
        raise NotImplementedError

    def can(self, state: State, seat: Seat) -> bool:
        """Tell whether it may be used in the own play phase now; False: it only goes off at moments."""
        return False

    def frames(
        self, game: Any, state: State, firing: Any, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return its first step, with the facts of the moment."""
        return (Doing(self.name, seat, 0, (*firing.facts, ("moment", firing.moment))),)

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield that it's used, where it can be."""
        spent = self.once and state.counters[seat, f"turn:skill.{self.name}"]
        if not spent and self.can(state, seat):
            yield UseSkill(self.name)

    def frames_of(self, game: Any, state: State, seat: Seat, action: Any) -> tuple[StackFrame, ...]:
        """Return its first step."""
        return (Doing(self.name, seat),)


class Draws(Stepwise):
    """A skill that is nothing but drawing cards at its moment. `cards`: how many."""

    cards: ClassVar[int] = 1

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw."""
        return instead(state, drawing(doing.seat, self.cards))


class Shunning(Stepwise):
    """A skill or equipment by which its owner stops being a target of what names it."""

    must = True
    moments: ClassVar[tuple[str, ...]] = ("aimed",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When such a card names the owner."""
        using = nearest(state, Using)
        named = is_own(firing, "target", seat) and using is not None and seat not in using.off
        return named and self.shuns(state, seat, firing.fact("name"), firing.fact("colour"))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Stop being its target."""
        return done(untargeted(state, doing.seat))


class DiscardsOfAnother(Stepwise):
    """A skill that, after an own loss, discards a card of another: of its hand unseen, or equipment."""

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the loss was the owner's and somebody has cards."""
        return is_own(firing, "seat", seat) and bool(others(state, seat, cards_of))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whose, which."""
        if doing.at == 0:
            return doing.then(state, doing.choose(others(state, doing.seat, cards_of)))
        return instead(state, Robbing(doing.seat, Seat(came[0]), places=("hand", "equipment")))


def is_own(firing: Any, fact: str, seat: Seat) -> bool:
    """Tell whether a moment names a seat in one of its facts."""
    return bool(dict(firing.facts).get(fact) == seat)


def untargeted(state: State, target: Seat) -> State:
    """Return the state in which a card that is being used has no effect on a target."""
    using = nearest(state, Using)
    assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
    found: State = amended(state, Using, off=(*using.off, target))
    return found


DOING_FRAMES: tuple[type[StackFrame], ...] = (Doing, Asked)
