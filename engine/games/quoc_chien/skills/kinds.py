"""Kinds of skills: what several skills have in common."""

from collections.abc import Iterable, Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import Converted, Skill, has
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
    held,
    put,
    suit_of,
)
from engine.games.quoc_chien.skills.doing import (
    SkillUse,
    Stepwise,
    is_own,
)
from engine.kit.resolving.frames import FrameStep, StackFrame
from engine.kit.resolving.moments import Firing


class SuitAs(Skill):
    """Cards of some suits count as another in the play phase."""

    wanted = ""
    suits: tuple[str, ...] = ()
    only_in_hand = False

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield them."""
        if wanted == self.wanted and playing:
            cards = held(state, seat) if self.only_in_hand else cards_of(state, seat)
            yield from (((card,), wanted) for card in cards if suit_of(state, seat, card) in self.suits)


class RedAs(Skill):
    """Red cards count as another."""

    wanted = ""
    only_in_hand = False

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield red cards."""
        if wanted == self.wanted:
            cards = held(state, seat) if self.only_in_hand else cards_of(state, seat)
            yield from (((card,), wanted) for card in cards if suit_of(state, seat, card) in ("H", "D"))


class ShownToHold(Skill):
    """A skill that holds once its general is shown, which may be done in the owner's play phase to use it."""

    must = True

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield that it's shown."""
        if not has(state, seat, self.name):
            yield UseSkill(self.name)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return nothing more."""
        return ()


class AfterDamage(Stepwise):
    """Goes off after its owner took damage."""

    moments = (Moment.DAMAGED,)
    whose = "victim"


class NamesTarget(Stepwise):
    """Goes off when the owner's Slash names a target."""

    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it's the owner's Slash."""
        return is_own(firing, "user", seat) and firing.fact("name") in SLASHES


class OnAnother(Stepwise):
    """Used in the play phase on a player, who is chosen first."""

    def can(self, state: State, seat: Seat) -> bool:
        """When there is such a player."""
        return bool(self.others(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose whom."""
        return use.ask(state, use.choose(self.others(state, use.seat)), self.chosen)

    def others(self, state: State, seat: Seat) -> list[Seat]:
        """Return whom the owner can use it on."""
        raise NotImplementedError

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Do the next step."""
        raise NotImplementedError


class Mark(Stepwise):
    """A mark that a first reveal brought: spent once, for everybody to see."""

    def can(self, state: State, seat: Seat) -> bool:
        """Tell so: who has none hasn't this skill."""
        return True

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Put the mark away, then do what it's for."""
        return self.spent(use, put(state, use.seat, Family.GIVEN.of(self.name), 0))

    def spent(self, use: SkillUse, state: State) -> FrameStep:
        """Do the first step, the mark being away."""
        raise NotImplementedError
