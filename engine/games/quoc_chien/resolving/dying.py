"""Dying, rescue, death, reward and penalty (QC-6)."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.actions import Respond
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.kingdoms import kingdom_of, members, without_lord
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.registry import has
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    PLACES,
    State,
    alive,
    cards_of,
    counted,
    general,
    health_of,
    hidden,
    judged_on,
    kept_aside,
    put,
    rule,
)
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.resolving.playing import (
    after_discarding,
    answered_with,
    answers,
    drawing,
    no_answer,
    paid,
)
from engine.games.quoc_chien.resolving.revealing import revealed
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction
from engine.kit.resolving.answer_windows import Asked, Window
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart


class DyingPart(FramePart):
    """The parts of dying."""

    SAY_SO = 0
    ASK = 1
    DIE = 2


@dataclass(frozen=True, slots=True)
class Dying(StackFrame):
    """A seat without health is dying: all players may rescue it, in turn order; else it dies (QC-6.1)."""

    seat: Seat
    """The seat that is dying."""
    killer: Seat | None
    """The seat that dealt the damage; None: no seat did."""
    asked: DyingPart = DyingPart.SAY_SO
    """The next part."""
    off: bool = False
    """Whether it lives on, whatever its health is."""

    @property
    def facts(self) -> tuple[tuple[str, str | int], ...]:
        """Return the facts of the moment."""
        return (("victim", str(self.seat)), ("source", str(self.killer or "")))

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the next player who may help, until the seat is rescued or all were asked."""
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
    """A seat is dying though its health doesn't drop now, because it lost a skill that kept it alive."""

    @property
    def facts(self) -> tuple[tuple[str, str | int], ...]:
        """Return the facts of the moment, among them that no health was lost."""
        return (("victim", str(self.seat)), ("source", ""), ("failing", 1))


@dataclass(frozen=True, slots=True)
class Rescuing(Window[QuocRules, State]):
    """The answers that rescue a dying player: Peaches, or the player's own Wine.

    One card is needed for each lacking point of health.
    """

    victim: Seat
    """The seat that is dying."""

    @property
    def kind(self) -> str:
        """The word of this window in files."""
        return "dying"

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the next player, unless the dying one is rescued."""
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
        """Return why an answer is no rescue."""
        seat = self.asked.now[0] if action.by is None else action.by
        return no_answer(state, seat, action, "tao", rule(6, 1))

    def responded(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Give the dying player one health; the same seat may go on."""
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
    """The seat that killed it; None: no seat did."""
    part: DeathPart = DeathPart.SHOW_GENERALS
    """The next part."""

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
    """A seat discards all its cards because it killed a player of its own kingdom."""

    seat: Seat
    """The seat that discards."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Discard all the cards."""
        del game, came
        cards = cards_of(state, self.seat)
        return after_discarding(state, self.seat, cards)
