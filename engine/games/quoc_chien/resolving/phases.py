"""A turn: start, judgment, draw, play, discard, end (QC-2)."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.position.counts import TURN, Count, Counted, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import (
    skills_of,
)
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    BOXED,
    DISCARDS,
    MATCH,
    PHASES,
    State,
    alive,
    discarded,
    judged_on,
    moved,
    put,
)
from engine.games.quoc_chien.resolving.damage import THUNDER, Damage
from engine.games.quoc_chien.resolving.discarding import DISCARDING_FRAMES, DiscardPhase
from engine.games.quoc_chien.resolving.extension import Once, Ordered
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.resolving.laying import LAYING_FRAMES, passed_on
from engine.games.quoc_chien.resolving.nullifying import Countering
from engine.games.quoc_chien.resolving.permitted import delayed_name
from engine.games.quoc_chien.resolving.play_phase import PlayPhase
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.revealing import Revealing
from engine.kit.changed import altered
from engine.kit.counters import Counters
from engine.kit.resolving.answer_windows import Asked
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart

DRAWN = 2

ORDER = "chiling.C3"
"""The imperial order; there's only one."""


@dataclass(frozen=True, slots=True)
class Turn(StackFrame):
    """A seat's turn. `at`: which phase is next; `part`: how far that is."""

    seat: Seat
    at: int = 0
    part: int = 0

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Begin the next phase, or end the turn."""
        del came
        if self.seat not in state.out and self.at >= len(PHASES) and self.part == 0:
            thrown = _is_thrown(state)
            ending = self._ending(state, thrown=thrown and not state.counters[MATCH, Count.ORDERED])
            if thrown and not state.counters[MATCH, Count.ORDERED]:
                state = moved(state, ORDER, BOXED)  # it leaves the match
            return then(
                put(state, MATCH, Count.ORDERED, int(_is_thrown(state))), altered(self, part=1), *ending
            )
        if self.seat in state.out or self.at >= len(PHASES):
            return instead(game.turn_ended(state), Following())
        phase = PHASES[self.at]
        if self.at == 0 and self.part == 0 and state.counters[self.seat, Count.TURNED]:
            state = put(state, self.seat, Count.TURNED, 0)
            return altered(self, at=len(PHASES)).run(game, state, None)
        if self.part == 0:
            state = altered(state, phase=phase)
            facts = (("seat", str(self.seat)), ("phase", phase))
            above: list[StackFrame] = [Firing(Moment(f"before_{phase}"), facts, self.seat)]
            return then(state, altered(self, part=1), *above)
        following = altered(self, at=self.at + 1, part=0)
        if state.counters[self.seat, Family.SKIPPED.of(phase)]:
            return following.run(game, state, None)
        return then(state, following, *self._phase(game, state, phase))

    def _ending(self, state: State, *, thrown: bool) -> list[StackFrame]:
        """Return what ends the turn: skills, an order that was thrown away, another turn paid."""
        found: list[StackFrame] = [Firing(Moment.TURN_ENDING, (("seat", str(self.seat)),), self.seat)]
        if thrown:
            found += [Ordered(one) for one in alive(state, self.seat)]
        return [*found, Once(self.seat)] if state.counters[self.seat, Count.HOLDS] else found

    def _phase(self, game: QuocRules, state: State, phase: str) -> tuple[StackFrame, ...]:
        del game, state
        begins = Firing(Moment(f"phase_{phase}"), (("seat", str(self.seat)),), self.seat)
        ends = Firing(Moment(f"after_{phase}"), (("seat", str(self.seat)),), self.seat)
        match phase:
            case "start":
                return (Revealing(self.seat), begins)
            case "judgment":
                return (begins, Judgments(self.seat), ends)
            case "draw":
                return (begins, DrawPhase(self.seat), ends)
            case "play":
                return (begins, PlayPhase(self.seat), ends)
            case "discard":
                return (begins, DiscardPhase(self.seat), ends)
        return (begins,)


@dataclass(frozen=True, slots=True)
class Following(StackFrame):
    """It's the next living player's turn (QC-2.1), or that of one who has another turn."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Begin it."""
        del came
        if any(isinstance(frame, Resuming) for frame in state.stack):
            return done(state)
        others = alive(state, state.turn, others=True)
        extra = [one for one in alive(state) if state.counters[one, Count.EXTRA_TURN]]
        if extra:
            back = state.turn
            state = put(altered(state, turn=extra[0], phase="start"), extra[0], Count.EXTRA_TURN, 0)
            return instead(state, game.turn_of(extra[0]), Resuming(back))
        seat = others[0]
        rounds = state.round + (state.seats.index(seat) < state.seats.index(state.turn))
        return instead(altered(state, turn=seat, round=rounds, phase="start"), game.turn_of(seat))


@dataclass(frozen=True, slots=True)
class Resuming(StackFrame):
    """After an extra turn play goes on behind the player who gave it."""

    seat: Seat

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Go on from there."""
        del game, came
        return instead(altered(state, turn=self.seat), Following())


class JudgmentPart(FramePart):
    """The parts of judging one delayed trick."""

    NULLIFY = 0
    JUDGE = 1
    RESOLVE = 2


@dataclass(frozen=True, slots=True)
class Judgments(StackFrame):
    """The delayed tricks before a seat, the last laid first (QC-2.4); each may be nullified."""

    seat: Seat
    """The seat that is judged."""
    card: str = ""
    """The delayed trick that is judged now; empty: none yet."""
    part: JudgmentPart = JudgmentPart.NULLIFY
    """The part that comes next."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Nullify, judge and resolve the next."""
        match self.part:
            case JudgmentPart.NULLIFY:
                lying = judged_on(state, self.seat)
                if not lying or self.seat in state.out:
                    return done(state)
                name = delayed_name(state, lying[0])
                window = Countering(Asked(alive(state)), name, self.seat, self.seat)
                return then(state, altered(self, card=str(lying[0]), part=JudgmentPart.JUDGE), window)
            case JudgmentPart.JUDGE if isinstance(came, tuple):
                return self._passed_on(state) if self._is_storm(state) else self._next(game, state, away=True)
            case JudgmentPart.JUDGE:
                judging = Judging(self.seat, delayed_name(state, self.card))
                return then(state, altered(self, part=JudgmentPart.RESOLVE), judging)
        return self._judged(game, state, came if isinstance(came, Judged) else None)

    def _is_storm(self, state: State) -> bool:
        return delayed_name(state, self.card) == "shandian"

    def _judged(self, game: QuocRules, state: State, found: Judged | None) -> FrameStep:
        if found is None:
            return self._next(game, state, away=True)
        suit, rank, _ = found
        match delayed_name(state, self.card):
            case "le-busi-shu" if suit is not Suit.HEART:
                state = put(state, self.seat, Family.SKIPPED.of("play"), 1)
            case "bingliang-cunduan" if suit is not Suit.CLUB:
                state = put(state, self.seat, Family.SKIPPED.of("draw"), 1)
            case "shandian":
                if suit is not Suit.SPADE or not 2 <= rank <= 9:  # what lightning strikes on
                    return self._passed_on(state)
                state = discarded(state, (self.card,))
                struck = Damage(self.seat, 3, None, THUNDER, "shandian", (self.card,))
                return then(state, altered(self, card="", part=JudgmentPart.NULLIFY), struck)
        return self._next(game, state, away=True)

    def _next(self, game: QuocRules, state: State, *, away: bool) -> FrameStep:
        if away:
            state = discarded(state, (self.card,))
        return altered(self, card="", part=JudgmentPart.NULLIFY).run(game, state, None)

    def _passed_on(self, state: State) -> FrameStep:
        """Lay lightning before the next player; what else lies here is judged first."""
        state, above = passed_on(state, self.card, self.seat)
        return then(state, JudgmentsAfter(self.seat, (self.card,)), *above)


@dataclass(frozen=True, slots=True)
class JudgmentsAfter(StackFrame):
    """Goes on with what else lies before a seat; lightning that came back to it waits for the next turn."""

    seat: Seat
    done_with: tuple[str, ...]

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Go on, if anything else lies there."""
        del game, came
        left = [card for card in judged_on(state, self.seat) if card not in self.done_with]
        return instead(state, Judgments(self.seat)) if left else done(state)


@dataclass(frozen=True, slots=True)
class DrawPhase(StackFrame):
    """Two cards are drawn, and what skills add (QC-2.5)."""

    seat: Seat

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Draw, unless something else was done instead."""
        del came
        if state.counters[self.seat, Count.NO_DRAW]:
            return done(state)
        count = DRAWN + state.counters[self.seat, Count.DRAW]
        count += sum(skill.draws(state, self.seat) for skill in skills_of(state, self.seat))
        shares = (game.sharing(self.seat),) if state.counters[self.seat, Count.HAOSHI] else ()
        return instead(state, drawing(self.seat, max(0, count)), *shares)


def _is_thrown(state: State) -> bool:
    """Tell whether an imperial order lies on the discards."""
    return state.zones.is_in(ORDER, DISCARDS)


def turn_cleared(counters: Counters[Counted]) -> Counters[Counted]:
    """Return counters without those that last for a turn, and limited skills that are had again after it."""
    for (whose, what), _ in counters.kept:
        if what.startswith(Family.RENEWED):
            counters = counters.set(whose, Family.LIMITED.of(what.removeprefix(Family.RENEWED)), 0)
    return Counters(tuple(one for one in counters.kept if not one[0][1].startswith(TURN)))


PHASE_FRAMES: tuple[type[StackFrame], ...] = (
    Turn,
    Following,
    Resuming,
    Judgments,
    JudgmentsAfter,
    DrawPhase,
    PlayPhase,
    *DISCARDING_FRAMES,
    *LAYING_FRAMES,
)
