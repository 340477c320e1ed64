"""Damage and lost health (QC-6), and damage that goes along a chain."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import armour_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, counted, health_of, put
from engine.games.quoc_chien.resolving.dying import Death, Dying, Failing, Rescuing, Stripping
from engine.games.quoc_chien.resolving.healing import Healing, is_sheltered
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart

PLAIN, FIRE, THUNDER = "plain", "fire", "thunder"
"""The natures of damage; the last two go along the chain."""


_BLOWS = ("sha", "huo-sha", "lei-sha", "juedou")
"""The cards whose damage may be raised for a turn."""


class DamagePart(FramePart):
    """The parts of damage."""

    CAUSE = 0
    SUFFER = 1
    ENDURE = 2
    DEAL = 3
    REPORT = 4
    GO_ALONG_CHAIN = 5


@dataclass(frozen=True, slots=True)
class Damage(StackFrame):
    """A seat takes damage. The result is True if damage was dealt."""

    victim: Seat
    """The seat that takes the damage."""
    amount: int = 1
    """How much it is."""
    source: Seat | None = None
    """The seat that deals it; None: no seat does."""
    nature: str = PLAIN
    """Its nature: plain, fire or thunder."""
    card: str = ""
    """The name of the card that deals it; empty: no card does."""
    cards: tuple[str, ...] = ()
    """The cards that count as that one."""
    passed: bool = False
    """Whether it came along the chain."""
    part: DamagePart = DamagePart.CAUSE
    """The next part."""
    off: bool = False
    """Whether it's prevented."""
    unarmoured: bool = False
    """Whether armour doesn't count."""
    chain: bool = False
    """Whether it goes on along the chain."""
    near: bool = False
    """Whether its source saw the victim at distance 1 when it was dealt."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Do the next part.

        Skills and armour change the damage, it's dealt, dying is resolved, moments fire, and it goes along
        the chain.
        """
        del came
        dealt = self.part > DamagePart.DEAL  # its consequences follow even after a deadly blow
        kept = not dealt and (self.victim in state.out or is_sheltered(game, state, self.victim))
        if self.off or self.amount < 1 or kept:
            return done(state, False)  # noqa: FBT003  # the frame's result
        following = altered(self, part=self.part.following)
        match self.part:
            case DamagePart.CAUSE if self.source is not None:
                more = state.counters[self.source, Count.STRONGER] if self.card in _BLOWS else 0
                stronger = altered(following, amount=self.amount + (0 if self.passed else more))
                return then(state, stronger, stronger.moment(Moment.CAUSING, self.source))
            case DamagePart.SUFFER:
                return then(state, following, self.moment(Moment.SUFFERING, self.victim))
            case DamagePart.ENDURE:
                armoured = altered(following, amount=self._armoured(state))
                return then(state, armoured, armoured.moment(Moment.ENDURING, self.victim))
            case DamagePart.DEAL:
                return self._dealt(game, state, following)
            case DamagePart.REPORT:
                # First the source's effects, then the victim's.
                first = self.victim if self.source is None else self.source
                return then(
                    state,
                    following,
                    self.moment(Moment.DEALT, first),
                    self.moment(Moment.DAMAGED, self.victim),
                )
            case DamagePart.GO_ALONG_CHAIN:
                return self._chained(state)
        return following.run(game, state, None)

    def moment(self, name: Moment, first: Seat) -> Firing:
        """Return a moment of this damage, with its facts."""
        facts: tuple[tuple[str, str | int], ...] = (
            ("victim", str(self.victim)),
            ("amount", self.amount),
            ("source", str(self.source or "")),
            ("nature", self.nature),
            ("card", self.card),
            ("passed", int(self.passed)),
            ("near", int(self.near)),
        )
        return Firing(name, facts, first)

    def _armoured(self, state: State) -> int:
        armour = armour_of(state, self.victim)
        return self.amount if self.unarmoured else armour.endured(self.amount, self.nature)

    def _dealt(self, game: QuocRules, state: State, following: "Damage") -> FrameStep:
        state = counted(state, self.victim, Count.HEALTH, -self.amount)
        was_chained = bool(state.counters[self.victim, Count.CHAINED]) and self.nature != PLAIN
        if was_chained:
            state = put(state, self.victim, Count.CHAINED, 0)
        near = False
        if self.source is not None:
            state = counted(state, self.source, Count.DEALT, self.amount)
            near = distance(state, self.source, self.victim) <= 1
        after = altered(following, chain=was_chained and not self.passed, near=near)
        if health_of(state, self.victim) <= 0:
            return then(state, after, Dying(self.victim, self.source))
        return after.run(game, state, None)

    def _chained(self, state: State) -> FrameStep:
        chained = [seat for seat in alive(state) if state.counters[seat, Count.CHAINED]] if self.chain else []
        # A sword that pierces armour pierces its target's.
        along = altered(self, passed=True, chain=False, part=DamagePart.CAUSE, unarmoured=False)
        passed = [altered(along, victim=seat) for seat in chained]
        return instead(state, *passed, Dealt())


@dataclass(frozen=True, slots=True)
class Dealt(StackFrame):
    """The frame that reports that damage was dealt."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Return True as the result."""
        del game, came
        return done(state, True)  # noqa: FBT003  # the frame's result


@dataclass(frozen=True, slots=True)
class Losing(StackFrame):
    """A seat loses health, which isn't damage."""

    seat: Seat
    """The seat that loses health."""
    amount: int = 1
    """How many points."""

    asked: bool = False
    """Whether skills that go off before it have gone off."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Take the health, unless something replaces the loss; the seat may then be dying."""
        del came
        if is_sheltered(game, state, self.seat):
            return done(state)
        if not self.asked:
            facts = (("seat", str(self.seat)), ("amount", self.amount))
            return then(state, altered(self, asked=True), Firing(Moment.LOSING, facts, self.seat))
        if self.amount < 1 or self.seat in state.out:
            return done(state)
        state = counted(state, self.seat, Count.HEALTH, -self.amount)
        return instead(state, Dying(self.seat, None)) if health_of(state, self.seat) <= 0 else done(state)


DAMAGE_FRAMES: tuple[type[StackFrame], ...] = (
    Damage,
    Dealt,
    Losing,
    Healing,
    Dying,
    Failing,
    Rescuing,
    Death,
    Stripping,
)
