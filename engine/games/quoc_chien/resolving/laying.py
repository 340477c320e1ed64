"""A delayed trick that is moved names its new target: skills that answer its use answer this, too."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.registry import skills_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, is_red, judged_on, own
from engine.games.quoc_chien.resolving.permitted import delayed_name, delayed_rules
from engine.games.quoc_chien.resolving.using import UsePart, Using
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.moments import Firing


@dataclass(frozen=True, slots=True)
class Landing(Using):
    """A delayed trick was laid before a seat without being used: it has no user.

    If it's called off, it's discarded, but lightning goes on to the next player. By the reading `moved` it
    only lies there.
    """

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Name the target, as a use does; then check whether it still is a target."""
        del came
        if game.options.moved == "laid":
            return done(state)
        (card,), (target,) = self.cards, self.targets
        if target in self.off:
            if not delayed_rules(self.name).goes_on:
                return done(discarded(state, (card,)))
            state, above = passed_on(state, card, target)
            return instead(state, *above)
        following = altered(self, part=self.part.following)
        match self.part:
            case UsePart.PAY:  # nobody pays
                return then(state, following, Firing(Moment.AIMED, self.facts))
            case UsePart.AIM:
                return then(state, following, Firing(Moment.TARGETED, self.facts))
        return done(state)


def landing(state: State, card: str, target: Seat) -> Landing:
    """Return the frame where a delayed trick that was laid before a seat names it."""
    colour = "red" if is_red(state, None, card) else "black"
    return Landing(Seat(""), (card,), delayed_name(state, card), (target,), colour=colour)


def passed_on(state: State, card: str, last: Seat) -> tuple[State, tuple[StackFrame, ...]]:
    """Return the state with lightning before the next player who may have it, and the frames that follow.

    If it returns to the last player, it lies beneath the other tricks there.
    """
    colour = "red" if is_red(state, None, card) else "black"
    name = delayed_name(state, card)
    for seat in alive(state, last, others=True):
        names = [delayed_name(state, other) for other in judged_on(state, seat) if other != card]
        shuns = any(skill.shuns(state, seat, name, colour) for skill in skills_of(state, seat))
        if name not in names and not shuns:
            state = altered(state, zones=state.zones.moved(card, own(seat, "judgment")))
            return state, (landing(state, card, seat),)
    return altered(state, zones=state.zones.moved(card, own(last, "judgment"), bottom=True)), ()


LAYING_FRAMES: tuple[type[StackFrame], ...] = (Landing,)
