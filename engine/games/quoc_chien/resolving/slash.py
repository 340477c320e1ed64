"""A Slash on one target: armour, Dodge, hit."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import armour_of, at_work
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.damage import FIRE, PLAIN, THUNDER, Damage
from engine.games.quoc_chien.resolving.playing import Answering
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart

NATURES = {"sha": PLAIN, "huo-sha": FIRE, "lei-sha": THUNDER}


class SlashPart(FramePart):
    """The parts of a Slash on one target."""

    MEET_ARMOUR = 0
    ASK_FOR_DODGE = 1
    TAKE_ANSWER = 2
    HIT = 3
    MISS = 4
    DEAL_DAMAGE = 5


@dataclass(frozen=True, slots=True)
class Slashing(StackFrame):
    """A Slash on one target: armour, Dodge, hit."""

    user: Seat
    """The seat that strikes."""
    target: Seat
    """The seat that is struck."""
    name: str
    """The kind of Slash."""
    amount: int
    """The damage of a hit."""
    cards: tuple[str, ...]
    """The cards that count as the Slash."""
    colour: str
    """The colour of the cards; empty where they have several, or none."""
    hard: bool = False
    """Whether it can't be dodged."""
    dodges: int = 1
    """How many Dodges are needed."""
    part: SlashPart = SlashPart.MEET_ARMOUR
    """The next part."""
    off: bool = False
    """Whether it has no effect."""

    @property
    def facts(self) -> tuple[tuple[str, str | int], ...]:
        """Return the facts of the Slash's moments."""
        return (
            ("user", str(self.user)),
            ("target", str(self.target)),
            ("name", self.name),
            ("colour", self.colour),
        )

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Do the next part of the Slash."""
        if self.off or self.target in state.out:
            return done(state)
        following = altered(self, part=self.part.following)
        match self.part:
            case SlashPart.MEET_ARMOUR:
                if not self._pierces(state) and armour_of(state, self.target).stops(self.name, self.colour):
                    return done(state)
                return then(state, following, Firing(Moment.SLASHING, self.facts, self.user))
            case SlashPart.ASK_FOR_DODGE if self.hard:
                return altered(self, part=SlashPart.HIT).run(game, state, None)
            case SlashPart.ASK_FOR_DODGE:
                answering = Answering(
                    self.target, "shan", self.dodges, self.user, self.name, unarmoured=self._pierces(state)
                )
                return then(state, following, answering)
            case SlashPart.TAKE_ANSWER if came:
                return then(
                    state, altered(self, part=SlashPart.MISS), Firing(Moment.DODGED, self.facts, self.user)
                )
            case SlashPart.TAKE_ANSWER | SlashPart.HIT:
                following = altered(self, part=SlashPart.DEAL_DAMAGE)
                return then(state, following, Firing(Moment.HITTING, self.facts, self.user))
            case SlashPart.MISS:
                return done(state)
        damage = Damage(
            self.target,
            self.amount,
            self.user,
            NATURES[self.name],
            self.name,
            self.cards,
            unarmoured=self._pierces(state),
        )
        return instead(state, damage)

    def _pierces(self, state: State) -> bool:
        return any(skill.pierces(state, self.user) for skill in at_work(state, self.user))
