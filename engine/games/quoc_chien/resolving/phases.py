"""A turn: start, judgment, draw, play, discard, end (QC-2)."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import TURN, Count, Counted, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded, moved
from engine.games.quoc_chien.position.registry import skills_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    BOXED,
    DISCARDS,
    MATCH,
    PHASES,
    State,
    alive,
    judged_on,
    put,
)
from engine.games.quoc_chien.resolving.discarding import DISCARDING_FRAMES, DiscardPhase
from engine.games.quoc_chien.resolving.extension import Once, Ordered
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.resolving.laying import LAYING_FRAMES, passed_on
from engine.games.quoc_chien.resolving.permitted import delayed_name, delayed_rules
from engine.games.quoc_chien.resolving.play_phase import PlayPhase
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.revealing import Revealing
from engine.kit.changed import altered
from engine.kit.counters import Counters
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart

DRAWN = 2

ORDER = "chiling.C3"
"""The imperial order; there's only one in the game."""


_BEFORE, _IN, _AFTER = (
    {phase: Moment(f"{when}_{phase}") for phase in PHASES} for when in ("before", "phase", "after")
)
"""The moments of each phase: before it, at its beginning, and after it."""


class TurnPart(FramePart):
    """The parts of each phase of a turn, and of its end."""

    ANNOUNCE = 0
    GO_THROUGH = 1


@dataclass(frozen=True, slots=True)
class Turn(StackFrame):
    """A seat's turn, phase by phase."""

    seat: Seat
    """The seat whose turn it is."""
    at: int = 0
    """The index in `PHASES` of the phase that comes next."""
    part: TurnPart = TurnPart.ANNOUNCE
    """The part of that phase that comes next."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Begin the next phase, or end the turn."""
        del came
        if self.seat not in state.out and self.at >= len(PHASES) and self.part is TurnPart.ANNOUNCE:
            thrown = _is_thrown(state)
            ending = self._ending(state, thrown=thrown and not state.counters[MATCH, Count.ORDERED])
            if thrown and not state.counters[MATCH, Count.ORDERED]:
                state = moved(state, ORDER, BOXED)  # it leaves the match
            return then(
                put(state, MATCH, Count.ORDERED, int(_is_thrown(state))),
                altered(self, part=TurnPart.GO_THROUGH),
                *ending,
            )
        if self.seat in state.out or self.at >= len(PHASES):
            return instead(game.turn_ended(state), Following())
        phase = PHASES[self.at]
        if self.at == 0 and self.part is TurnPart.ANNOUNCE and state.counters[self.seat, Count.TURNED]:
            state = put(state, self.seat, Count.TURNED, 0)
            return altered(self, at=len(PHASES)).run(game, state, None)
        if self.part is TurnPart.ANNOUNCE:
            state = altered(state, phase=phase)
            facts = (("seat", str(self.seat)), ("phase", phase))
            above: list[StackFrame] = [Firing(_BEFORE[phase], facts, self.seat)]
            return then(state, altered(self, part=TurnPart.GO_THROUGH), *above)
        following = altered(self, at=self.at + 1, part=TurnPart.ANNOUNCE)
        if state.counters[self.seat, Family.SKIPPED.of(phase)]:
            return following.run(game, state, None)
        return then(state, following, *self._phase(game, state, phase))

    def _ending(self, state: State, *, thrown: bool) -> list[StackFrame]:
        """Return the frames that end the turn: skills, a discarded order, a paid extra turn."""
        found: list[StackFrame] = [Firing(Moment.TURN_ENDING, (("seat", str(self.seat)),), self.seat)]
        if thrown:
            found += [Ordered(one) for one in alive(state, self.seat)]
        return [*found, Once(self.seat)] if state.counters[self.seat, Count.HOLDS] else found

    def _phase(self, game: QuocRules, state: State, phase: str) -> tuple[StackFrame, ...]:
        del game, state
        begins = Firing(_IN[phase], (("seat", str(self.seat)),), self.seat)
        ends = Firing(_AFTER[phase], (("seat", str(self.seat)),), self.seat)
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
    """The next living player's turn (QC-2.1), or a player's extra turn."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Begin the turn."""
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
    """After an extra turn, play goes on after the player who gave it."""

    seat: Seat
    """The seat that gave the extra turn."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Go on after that player."""
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
    """The next part."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Nullify, judge and resolve the next."""
        match self.part:
            case JudgmentPart.NULLIFY:
                lying = judged_on(state, self.seat)
                if not lying or self.seat in state.out:
                    return done(state)
                name = delayed_name(state, lying[0])
                window = game.nullifying(state, name, self.seat, self.seat)
                return then(state, altered(self, card=str(lying[0]), part=JudgmentPart.JUDGE), window)
            case JudgmentPart.JUDGE if isinstance(came, tuple):
                return self._without_effect(game, state)
            case JudgmentPart.JUDGE:
                judging = Judging(self.seat, delayed_name(state, self.card))
                return then(state, altered(self, part=JudgmentPart.RESOLVE), judging)
        return self._judged(game, state, came if isinstance(came, Judged) else None)

    def _judged(self, game: QuocRules, state: State, found: Judged | None) -> FrameStep:
        if found is None:
            return self._next(game, discarded(state, (self.card,)))
        rules = delayed_rules(delayed_name(state, self.card))
        if not rules.comes_true(found):
            return self._without_effect(game, state)
        state, above = rules.does(discarded(state, (self.card,)), self.seat, self.card)
        return self._next(game, state, above)

    def _without_effect(self, game: QuocRules, state: State) -> FrameStep:
        """Discard it, or lay it before the next player; other tricks here are judged first."""
        if not delayed_rules(delayed_name(state, self.card)).goes_on:
            return self._next(game, discarded(state, (self.card,)))
        state, above = passed_on(state, self.card, self.seat)
        return then(state, JudgmentsAfter(self.seat, (self.card,)), *above)

    def _next(self, game: QuocRules, state: State, above: tuple[StackFrame, ...] = ()) -> FrameStep:
        following = altered(self, card="", part=JudgmentPart.NULLIFY)
        return then(state, following, *above) if above else following.run(game, state, None)


@dataclass(frozen=True, slots=True)
class JudgmentsAfter(StackFrame):
    """The rest of the delayed tricks before a seat.

    Lightning that came back to the seat waits for the next turn.
    """

    seat: Seat
    """The seat that is judged."""
    done_with: tuple[str, ...]
    """Lightning that has been judged in this phase already."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Go on, if more tricks lie there."""
        del game, came
        left = [card for card in judged_on(state, self.seat) if card not in self.done_with]
        return instead(state, Judgments(self.seat)) if left else done(state)


@dataclass(frozen=True, slots=True)
class DrawPhase(StackFrame):
    """Two cards are drawn, and the additional cards of skills (QC-2.5)."""

    seat: Seat
    """The seat whose phase it is."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Draw the cards, unless a skill replaces the draw."""
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
    """Return the counters without those of one turn.

    Limited skills that are due to come back do so.
    """
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
