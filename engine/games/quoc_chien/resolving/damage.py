"""Damage, dying, rescue, death, reward and penalty (QC-6), and damage that goes along a chain."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.actions import Respond
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.kingdoms import kingdom_of, members, without_lord
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    PLACES,
    State,
    alive,
    cards_of,
    counted,
    discarded,
    equipment_of,
    general,
    health_of,
    hidden,
    is_away,
    judged_on,
    kept_aside,
    most_health,
    put,
    rule,
)
from engine.games.quoc_chien.resolving.playing import (
    answered_with,
    answers,
    drawing,
    no_answer,
    paid,
    thrown,
)
from engine.games.quoc_chien.resolving.revealing import revealed
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction
from engine.kit.resolving.answer_windows import Asked, Window
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart

PLAIN, FIRE, THUNDER = "plain", "fire", "thunder"
"""The natures of damage; the last two go along the chain."""


_BLOWS = ("sha", "huo-sha", "lei-sha", "juedou")
"""Cards whose damage may be made stronger for a turn."""


def is_sheltered(game: QuocRules, state: State, seat: Seat) -> bool:
    """Tell whether a seat's health can't change: it's lured away, as newer printings have it."""
    return bool(game.options.lure == "newer") and is_away(state, seat)


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
    """The seat that deals it; None: nobody does."""
    nature: str = PLAIN
    """Its nature: plain, fire or thunder."""
    card: str = ""
    """The name of the card that deals it; empty: none does."""
    cards: tuple[str, ...] = ()
    """The cards that count as that one."""
    passed: bool = False
    """It came along the chain."""
    part: DamagePart = DamagePart.CAUSE
    """The part that comes next."""
    off: bool = False
    """It's prevented."""
    unarmoured: bool = False
    """Armour doesn't count."""
    chain: bool = False
    """It goes along the chain after this."""
    near: bool = False
    """When it was dealt its source saw the victim at distance 1."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Change it (skills, then armour), deal it, see who is dying, say so, pass it along the chain."""
        del came
        dealt = self.part > DamagePart.DEAL  # what follows from it follows from a deadly blow, too
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
                # First what its source does for it, then what its victim does.
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
        armour = None if self.unarmoured else equipment_of(state, self.victim, Kind.ARMOUR)
        match card_of(armour).name if armour is not None else "":
            case "tengjia" if self.nature == FIRE:
                return self.amount + 1
            case "baiyin-shizi":
                return min(1, self.amount)
            case "taiping-yaoshu" if self.nature != PLAIN:
                return 0
        return self.amount

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
        # A sword that goes through armour goes through its target's.
        along = altered(self, passed=True, chain=False, part=DamagePart.CAUSE, unarmoured=False)
        passed = [altered(along, victim=seat) for seat in chained]
        return instead(state, *passed, Dealt())


@dataclass(frozen=True, slots=True)
class Dealt(StackFrame):
    """Says that damage was dealt."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Come to True."""
        del game, came
        return done(state, True)  # noqa: FBT003  # the frame's result


@dataclass(frozen=True, slots=True)
class Losing(StackFrame):
    """A seat loses health, which isn't damage."""

    seat: Seat
    amount: int = 1

    asked: bool = False

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Take the health, unless something takes its place; the seat may be dying then."""
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


@dataclass(frozen=True, slots=True)
class Healing(StackFrame):
    """A seat recovers health, not above its limit; it says so when it did."""

    seat: Seat
    amount: int = 1
    by: Seat | None = None

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Give it."""
        del came
        missing = most_health(state, self.seat) - health_of(state, self.seat)
        amount = min(self.amount, missing)
        if amount <= 0 or self.seat in state.out or is_sheltered(game, state, self.seat):
            return done(state)
        state = counted(state, self.seat, Count.HEALTH, amount)
        facts = (("seat", str(self.seat)), ("amount", amount))
        return instead(state, Firing(Moment.HEALED, facts, self.seat))


class DyingPart(FramePart):
    """The parts of dying."""

    SAY_SO = 0
    ASK = 1
    DIE = 2


@dataclass(frozen=True, slots=True)
class Dying(StackFrame):
    """A seat without health is dying: all may rescue it, in turn order; else it dies (QC-6.1)."""

    seat: Seat
    """The seat that is dying."""
    killer: Seat | None
    """The seat that dealt the damage; None: nobody did."""
    asked: DyingPart = DyingPart.SAY_SO
    """The part that comes next."""
    off: bool = False
    """It lives on, whatever its health."""

    @property
    def facts(self) -> tuple[tuple[str, str | int], ...]:
        """Return the facts of the moment."""
        return (("victim", str(self.seat)), ("source", str(self.killer or "")))

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask who may help, until it's rescued or nobody does."""
        del came
        if self.off or health_of(state, self.seat) > 0 or self.seat in state.out:
            return done(state)
        match self.asked:
            case DyingPart.SAY_SO:
                following = altered(self, asked=DyingPart.ASK)
                return then(state, following, Firing(Moment.DYING, self.facts, self.seat))
            case DyingPart.ASK:
                rescuing = Rescuing(Asked(alive(state)), self.seat)
                return then(state, altered(self, asked=DyingPart.DIE), rescuing)
        return instead(state, Death(self.seat, self.killer))


@dataclass(frozen=True, slots=True)
class Failing(Dying):
    """A seat is dying though its health doesn't drop now: what kept it alive without any is gone."""

    @property
    def facts(self) -> tuple[tuple[str, str | int], ...]:
        """Return the facts of the moment: that no health was lost, too."""
        return (("victim", str(self.seat)), ("source", ""), ("failing", 1))


@dataclass(frozen=True, slots=True)
class Rescuing(Window[QuocRules, State]):
    """Peaches for the dying, or its own Wine; as many as it takes."""

    victim: Seat

    @property
    def kind(self) -> str:
        """The word for it."""
        return "dying"

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the next, unless it's rescued."""
        if health_of(state, self.victim) > 0:
            return done(state)
        return Window.run(self, game, state, came)

    def responses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[GameAction]:
        """Yield the cards that rescue."""
        turn_owner = state.turn
        if has(state, turn_owner, "wansha") and seat not in (turn_owner, self.victim):
            return
        yield from answers(game, state, seat, "tao")
        if seat == self.victim:
            yield from answers(game, state, seat, "jiu")

    def refusals(self, game: QuocRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return why it's no rescue."""
        seat = self.asked.now[0] if action.by is None else action.by
        return no_answer(state, seat, action, "tao", rule(6, 1))

    def responded(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Heal by one; the same seat may go on."""
        assert isinstance(action, Respond)  # noqa: S101  # narrows the type: it's one of the responses
        assert action.by is not None  # noqa: S101  # narrows the type: as above
        state, above = paid(game, state, action.by, action)
        answer = answered_with(action.by, action.as_ or card_of(action.respond).name, action)
        return then(state, self, *above, answer, Healing(self.victim, 1, action.by))


class DeathPart(FramePart):
    """The parts of a death."""

    SHOW_GENERALS = 0
    DISCARD = 1
    REWARD = 2
    COME_BACK = 3


@dataclass(frozen=True, slots=True)
class Death(StackFrame):
    """A seat is dead: generals shown, cards discarded, then reward and penalty (QC-6.2, QC-6.3)."""

    seat: Seat
    """The seat that is dead."""
    killer: Seat | None
    """The seat that killed it; None: nobody did."""
    part: DeathPart = DeathPart.SHOW_GENERALS
    """The part that comes next."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Let the seat die, step by step."""
        del came
        following = altered(self, part=self.part.following)
        match self.part:
            case DeathPart.SHOW_GENERALS:
                state = revealed(game, state, self.seat, hidden(state, self.seat), rewards=False)
                facts = (("victim", str(self.seat)), ("killer", str(self.killer or "")))
                return then(state, following, Firing(Moment.DEATH, facts, self.seat))
            case DeathPart.DISCARD:
                seat = self.seat
                lay = (*cards_of(state, seat), *judged_on(state, seat), *kept_aside(state, seat))
                state = put(discarded(state, lay), seat, Count.CHAINED, 0)
                return following.run(game, altered(state, out=(*state.out, self.seat)), None)
            case DeathPart.REWARD:
                ended = game.judged(state)
                if ended.ended is not None:
                    return done(ended)
                if self.killer is not None:
                    ended = counted(ended, self.killer, Count.KILLED)
                return then(ended, following, *self._rewarded(game, ended))
            case DeathPart.COME_BACK:
                leads = [general(state, self.seat, place) for place in PLACES]
                lords = [str(one.kingdom) for one in leads if one is not None and one.is_lord]
                state = game.judged(without_lord(state, lords[0]) if lords else state)
                return instead(state, *game.returning(state, self.seat, self.killer))
        return done(state)

    def _rewarded(self, game: QuocRules, state: State) -> list[StackFrame]:
        killer = self.killer
        if killer is None or killer in state.out:
            return []
        mine, theirs = kingdom_of(state, killer), kingdom_of(state, self.seat)
        if mine is None or theirs is None:
            return []
        if mine == theirs != CAREERIST:
            return [Stripping(killer)]
        if mine == CAREERIST and game.options.careerist_kill == "three":
            return [drawing(killer, 3)]
        count = 1 if theirs == CAREERIST else len(members(state, theirs)) + 1
        return [drawing(killer, count)]


@dataclass(frozen=True, slots=True)
class Stripping(StackFrame):
    """A seat discards all its cards: it killed one of its own kingdom."""

    seat: Seat

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Discard all the cards."""
        del game, came
        cards = cards_of(state, self.seat)
        state, above = thrown(state, self.seat, cards)
        return instead(state, *above)


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
