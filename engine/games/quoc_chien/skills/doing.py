"""A skill of several steps: one frame for all of them, which calls the next step by its name.

@known
class Ganglie(AfterDamage):
    name = "ganglie"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        return use.ask(state, Judging(use.seat, self.name), self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        source = use.seat_of("source")
        if found is None or found.suit is Suit.HEART or source in state.out:
            return done(state)
        ways = tuple(Payment) if len(held(state, source)) > 1 else (Payment.HURT,)
        return use.ask(state, use.choose(ways, by=source), self.paid)

    def paid(self, use: SkillUse, state: State, way: Payment) -> FrameStep:
        ...
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from inspect import isfunction
from typing import ClassVar, Concatenate, ParamSpec, Protocol, TypeVar

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import SKILLS
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import State, cards_of, others
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.former_steps import number_of_step, step_by_number
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done, instead, nearest, then
from engine.kit.resolving.moments import Fact, Firing
from engine.kit.resolving.steps import AnyStep, Asking, Giving, arguments, asking_of
from engine.kit.zones.box import name_of

START = "start"
"""The first step of every skill."""

T = TypeVar("T")
One = TypeVar("One", bound=str | int)
P = ParamSpec("P")

Kept = str | int
"""The values that a step may keep."""


class Occasion(Protocol):
    """A moment, or a skill that went off at one, with the facts of what happened."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of what happened."""


@dataclass(frozen=True, slots=True)
class Doing(StackFrame):
    """A skill that is being resolved."""

    skill: str
    """Its name."""
    seat: Seat
    """Its owner."""
    at: str = START
    """The name of the step that comes next."""
    facts: tuple[Fact, ...] = ()
    """The facts of its moment, and that moment's name."""
    kept: tuple[Kept, ...] = ()
    """The values that the step gets after the answer."""
    said: tuple[str, ...] = ()
    """Players and cards that were named together with the skill, before it asked for them."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Let the skill do its next step."""
        skill = SKILLS[self.skill]
        assert isinstance(skill, Stepwise)  # noqa: S101  # narrows the type: only these make such frames
        step: AnyStep = getattr(skill, self.at)
        found = step(SkillUse(game, self), state, *arguments(_function(step), 3, came, self.kept))
        return _as_said(found, self.said) if self.said else found

    @classmethod
    def updated(cls, written: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields with the name of a step, which the first edition numbered.

        Raises:
            ValueError: the skill has no such step.
        """
        skill, at, kept, facts = (written[field] for field in ("skill", "at", "kept", "facts"))
        if isinstance(at, int) and isinstance(kept, list | tuple) and isinstance(facts, list | tuple):
            moment = str(dict(facts).get("moment", ""))
            at, kept = step_by_number(str(skill), moment, at, tuple(kept))
        if not isfunction(getattr(type(SKILLS[str(skill)]), str(at), None)):
            raise ValueError(f"{skill} has no step {at}")
        return {**written, "at": at, "kept": kept}

    @classmethod
    def as_written(cls, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields with the number that a step had in the first edition, if it had one.

        Journals hold fingerprints of positions as that edition wrote them.
        """
        skill, at, kept, facts = (fields[field] for field in ("skill", "at", "kept", "facts"))
        assert isinstance(kept, list)  # noqa: S101  # narrows the type: so tuples are dumped
        assert isinstance(facts, list)  # noqa: S101  # as above
        moment = str(dict(facts).get("moment", ""))
        number, remembered = number_of_step(str(skill), moment, str(at), tuple(kept))
        return {**fields, "at": number, "kept": list(remembered)}


def _function(step: AnyStep) -> AnyStep:
    """Return the function of a method: always the same one, so that its parameters are worked out once."""
    found: AnyStep = step.__func__  # type: ignore[attr-defined]  # it is a method
    return found


@dataclass(frozen=True, slots=True)
class SkillUse:
    """A skill at work, as its steps see it: its owner, its moment's facts, and the rules of the game."""

    game: QuocRules
    """The rules."""
    doing: Doing
    """The frame that is running."""

    @property
    def seat(self) -> Seat:
        """The owner."""
        return self.doing.seat

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of the moment."""
        return self.doing.facts

    @property
    def moment(self) -> str:
        """Its moment; empty: the owner used it in the play phase."""
        return str(self.fact("moment"))

    def fact(self, name: str) -> str | int:
        """Return a fact of the moment; empty where it has none of that name."""
        return dict(self.doing.facts).get(name, "")

    def seat_of(self, name: str) -> Seat:
        """Return a seat that the moment names."""
        return Seat(str(self.fact(name)))

    def ask(
        self,
        state: State,
        asked: Giving[T] | Asking[T],
        step: Callable[Concatenate["SkillUse", State, T, P], FrameStep],
        *kept: P.args,
        **_: P.kwargs,
    ) -> FrameStep:
        """Return the step that waits for an answer; the next step gets the answer and the kept values."""
        return self._then(state, asking_of(asked).frames, step.__name__, kept)

    def first(
        self,
        state: State,
        frames: Iterable[StackFrame],
        step: Callable[Concatenate["SkillUse", State, P], FrameStep],
        *kept: P.args,
        **_: P.kwargs,
    ) -> FrameStep:
        """Return the step that resolves other frames first; the next step gets the kept values."""
        return self._then(state, frames, step.__name__, kept)

    def choose(
        self,
        among: Iterable[One],
        *,
        by: Seat | None = None,
        kind: str = "choose",
        secret: bool = False,
    ) -> Asking[One]:
        """Ask the owner, or another seat, to choose one of several."""
        return Asking((self._choice(among, 1, 1, by, kind, secret=secret),))

    def offer(self, among: Iterable[One], *, by: Seat | None = None) -> Asking[One | None]:
        """Ask the owner, or another seat, to choose one of several, or none."""
        return Asking((self._choice(among, 0, 1, by, "choose"),))

    def choose_if_any(self, among: Iterable[One]) -> Asking[One | None]:
        """Ask for one of several; the answer is None only where there's nothing to choose."""
        return Asking((self._choice(among, 1, 1, None, "choose"),))

    def pay(
        self, among: Iterable[One], least: int = 1, most: int = 1, *, by: Seat | None = None
    ) -> Asking[tuple[One, ...]]:
        """Ask for cards to discard: one, unless the arguments give another number."""
        return Asking((self._choice(among, least, most, by, "discard"),))

    def choose_some(
        self,
        among: Iterable[One],
        least: int,
        most: int,
        *,
        secret: bool = False,
        in_order: bool = False,
    ) -> Asking[tuple[One, ...]]:
        """Ask the owner to choose several."""
        choice = self._choice(among, least, most, None, "choose", secret=secret, in_order=in_order)
        return Asking((choice,))

    def confirm(self, *, by: Seat | None = None) -> Asking[bool]:
        """Ask the owner, or another seat, yes or no."""
        return Asking((self._choice((1,), 0, 1, by, "choose"),))

    def _choice(  # noqa: PLR0913  # the parts of a question, beneath three short ways to ask
        self,
        among: Iterable[One],
        least: int,
        most: int,
        by: Seat | None,
        kind: str,
        *,
        secret: bool = False,
        in_order: bool = False,
    ) -> Asked:
        options = tuple([str(one) if isinstance(one, str) else int(one) for one in among])
        return Asked(
            by or self.seat,
            self.doing.skill,
            options,
            least,
            most,
            kind=kind,
            secret=secret,
            in_order=in_order,
        )

    def _then(
        self, state: State, frames: Iterable[StackFrame], step: str, kept: tuple[object, ...]
    ) -> FrameStep:
        plain = tuple([_plain(one) for one in kept])
        return then(state, altered(self.doing, at=step, kept=plain), *frames)


def _plain(value: object) -> Kept:
    """Return a value to remember as plain text or number, not as a member of an enum.

    Raises:
        TypeError: a frame can't keep it.
    """
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return int(value)
    raise TypeError(f"a step can't remember {value!r}")


def _as_said(step: FrameStep, said: tuple[str, ...]) -> FrameStep:
    """Return a skill's step after its owner's beforehand named choice, if that can be chosen."""
    if len(step.frames) < 2 or not isinstance(step.frames[0], Doing):  # the skill, and its choice
        return step
    *below, choice = step.frames
    if not isinstance(choice, Asked) or choice.seat != step.frames[0].seat:
        return step
    meant = {option: one for option in choice.left for one in said if one in (option, name_of(str(option)))}
    found = tuple(meant)[: choice.most]
    if not found or len(found) < choice.least:
        return step
    taken = {meant[option] for option in found}
    doing = altered(step.frames[0], said=tuple(one for one in said if one not in taken))
    chosen = altered(choice, chosen=found, most=len(found))
    return altered(step, frames=(doing, *below[1:], chosen))


class Stepwise(Skill):
    """A skill that is resolved step by step; each step is a method that names the next one."""

    whose: ClassVar[str] = ""
    """The fact of its moment that must name its owner (`seat`, `victim`); empty: any moment will do."""

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Tell whether the moment is about the skill's owner."""
        return not self.whose or is_own(firing, self.whose, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Do the skill's first step."""
        raise NotImplementedError

    def can(self, state: State, seat: Seat) -> bool:
        """Tell whether it may be used in the owner's play phase now; False: it only goes off at moments."""
        return False

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frame of the skill's first step, with the facts of the moment."""
        return (Doing(self.name, seat, START, (*firing.facts, ("moment", firing.moment))),)

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the action that uses the skill, where that's possible."""
        spent = self.once and state.counters[seat, Family.USED.of(self.name)]
        if not spent and self.can(state, seat):
            yield UseSkill(self.name)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frame of the skill's first step."""
        return (Doing(self.name, seat),)


class Draws(Stepwise):
    """A skill that only draws cards at its moment. `cards`: how many."""

    cards: ClassVar[int] = 1

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw the cards."""
        return instead(state, drawing(use.seat, self.cards))


class Shunning(Stepwise):
    """A skill or equipment that lets its owner stop being a card's target."""

    must = True
    moments: ClassVar[tuple[Moment, ...]] = (Moment.AIMED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when such a card names the owner."""
        using = nearest(state, Using)
        named = is_own(firing, "target", seat) and using is not None and seat not in using.off
        return named and self.shuns(state, seat, str(firing.fact("name")), str(firing.fact("colour")))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take the owner out of the card's targets."""
        return done(untargeted(state, use.seat))


class DiscardsOfAnother(Stepwise):
    """A skill that discards another player's card after the owner's loss.

    It discards an equipment, or a hand card unseen.
    """

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner lost something and another player has cards."""
        return is_own(firing, "seat", seat) and bool(others(state, seat, cards_of))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner whose card is discarded."""
        return use.ask(state, use.choose(others(state, use.seat, cards_of)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner which card of that player is discarded."""
        return instead(state, Robbing(use.seat, whom, places=("hand", "equipment")))


def is_own(firing: Occasion, fact: str, seat: Seat) -> bool:
    """Tell whether a moment names a seat in one of its facts."""
    return bool(dict(firing.facts).get(fact) == seat)


def untargeted(state: State, target: Seat) -> State:
    """Return the state after a card that is being used has lost a target."""
    using = nearest(state, Using)
    assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
    found: State = amended(state, Using, off=(*using.off, target))
    return found
