"""A turn: start, judgment, draw, play, discard, end (QC-2)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.core.choosing import Violation, broken
from engine.core.ids import PieceId, Seat
from engine.games.quoc_chien.content.cards import bears_mark, card_of, is_card, names
from engine.games.quoc_chien.position.deeds import EndPlay, Give, Recast, Reveal, Use, UseSkill
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.state import (
    BOXED,
    DISCARDS,
    MATCH,
    PHASES,
    RENEWED,
    State,
    alive,
    at_hand,
    cards_of,
    counted,
    discarded,
    held,
    hidden,
    is_red,
    judged_on,
    moved,
    own,
    put,
    rule,
    taken,
)
from engine.games.quoc_chien.resolving.damage import THUNDER, Damage
from engine.games.quoc_chien.resolving.discarding import DISCARDING_FRAMES, DiscardPhase
from engine.games.quoc_chien.resolving.extension import Once, Ordered
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.permitted import (
    RECAST,
    delayed_name,
    forbidden,
    usable,
)
from engine.games.quoc_chien.resolving.playing import converted, drawing, lost
from engine.games.quoc_chien.resolving.revealing import Revealing, Showing
from engine.games.quoc_chien.resolving.using import Countering, Using
from engine.games.quoc_chien.skills.registry import (
    SKILLS,
    is_played,
    lent,
    may_show,
    skills_of,
    skills_with_place,
    usable_skills,
    worn_by,
)
from engine.kit.changing import altered
from engine.kit.choosing.deeds import Deed
from engine.kit.counters import Counters
from engine.kit.resolving.asking import Asked
from engine.kit.resolving.frames import Frame, Step, Waiting, done, instead, then, wait
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId

DRAWN = 2

ORDER = "chiling.C3"
"""The imperial order, of which there's one."""

GIFTS_MAX = 3
"""How many cards of alliance may be given in a play phase, all to one player, by the reading `alliance`."""


@dataclass(frozen=True, slots=True)
class Turn(Frame):
    """A seat's turn. `at`: which phase is next; `part`: how far that is."""

    seat: Seat
    at: int = 0
    part: int = 0

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Begin the next phase, or end the turn."""
        del came
        if self.seat not in state.out and self.at >= len(PHASES) and self.part == 0:
            thrown = _is_thrown(state)
            ending = self._ending(state, thrown=thrown and not state.counters[MATCH, "ordered"])
            if thrown and not state.counters[MATCH, "ordered"]:
                state = moved(state, ORDER, BOXED)  # it leaves the match
            return then(put(state, MATCH, "ordered", int(_is_thrown(state))), replace(self, part=1), *ending)
        if self.seat in state.out or self.at >= len(PHASES):
            return instead(game.turn_ended(state), Following())
        phase = PHASES[self.at]
        if self.at == 0 and self.part == 0 and state.counters[self.seat, "turned"]:
            state = put(state, self.seat, "turned", 0)
            return replace(self, at=len(PHASES)).run(game, state, None)
        if self.part == 0:
            state = altered(state, phase=phase)
            facts = (("seat", str(self.seat)), ("phase", phase))
            above: list[Frame] = [Firing(f"before_{phase}", facts, self.seat)]
            return then(state, replace(self, part=1), *above)
        following = replace(self, at=self.at + 1, part=0)
        if state.counters[self.seat, f"turn:skip.{phase}"]:
            return following.run(game, state, None)
        return then(state, following, *self._phase(game, state, phase))

    def _ending(self, state: State, *, thrown: bool) -> list[Frame]:
        """Return what ends the turn: skills, an order that was thrown away, another turn paid."""
        found: list[Frame] = [Firing("turn_ending", (("seat", str(self.seat)),), self.seat)]
        if thrown:
            found += [Ordered(one) for one in alive(state, self.seat)]
        return [*found, Once(self.seat)] if state.counters[self.seat, "turn:holds"] else found

    def _phase(self, game: Any, state: State, phase: str) -> tuple[Frame, ...]:
        del game, state
        begins = Firing(f"phase_{phase}", (("seat", str(self.seat)),), self.seat)
        ends = Firing(f"after_{phase}", (("seat", str(self.seat)),), self.seat)
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
class Following(Frame):
    """It's the next living player's turn (QC-2.1), or that of one who has another turn."""

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Begin it."""
        del came
        if any(isinstance(frame, Resuming) for frame in state.stack):
            return done(state)
        others = alive(state, state.turn, others=True)
        extra = [one for one in alive(state) if state.counters[one, "extra_turn"]]
        if extra:
            back = state.turn
            state = put(altered(state, turn=extra[0], phase="start"), extra[0], "extra_turn", 0)
            return instead(state, game.turn_of(extra[0]), Resuming(back))
        seat = others[0]
        rounds = state.round + (state.seats.index(seat) < state.seats.index(state.turn))
        return instead(altered(state, turn=seat, round=rounds, phase="start"), game.turn_of(seat))


@dataclass(frozen=True, slots=True)
class Resuming(Frame):
    """After an extra turn play goes on behind whoever gave it."""

    seat: Seat

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Go on from there."""
        del game, came
        return instead(altered(state, turn=self.seat), Following())


@dataclass(frozen=True, slots=True)
class Judgments(Frame):
    """The delayed tricks before a seat, the last laid first (QC-2.4); each may be nullified."""

    seat: Seat
    card: str = ""
    part: int = 0

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Nullify, judge and resolve the next."""
        match self.part:
            case 0:
                lying = judged_on(state, self.seat)
                if not lying or self.seat in state.out:
                    return done(state)
                name = delayed_name(state, lying[0])
                window = Countering(Asked(alive(state)), name, self.seat, self.seat)
                return then(state, replace(self, card=str(lying[0]), part=1), window)
            case 1 if isinstance(came, tuple):
                return self._passed_on(state) if self._is_storm(state) else self._next(game, state, away=True)
            case 1:
                return then(state, replace(self, part=2), Judging(self.seat, delayed_name(state, self.card)))
        return self._judged(game, state, came)

    def _is_storm(self, state: State) -> bool:
        return delayed_name(state, self.card) == "shandian"

    def _judged(self, game: Any, state: State, came: Any) -> Step:
        if came is None:
            return self._next(game, state, away=True)
        suit, rank, _ = came
        match delayed_name(state, self.card):
            case "le-busi-shu" if suit != "H":
                state = put(state, self.seat, "turn:skip.play", 1)
            case "bingliang-cunduan" if suit != "C":
                state = put(state, self.seat, "turn:skip.draw", 1)
            case "shandian":
                if suit != "S" or not 2 <= rank <= 9:  # what lightning strikes on
                    return self._passed_on(state)
                state = discarded(state, (self.card,))
                struck = Damage(self.seat, 3, None, THUNDER, "shandian", (self.card,))
                return then(state, replace(self, card="", part=0), struck)
        return self._next(game, state, away=True)

    def _next(self, game: Any, state: State, *, away: bool) -> Step:
        if away:
            state = discarded(state, (self.card,))
        return replace(self, card="", part=0).run(game, state, None)

    def _passed_on(self, state: State) -> Step:
        """Lay lightning before the next player who has none and doesn't shun it."""
        colour = "red" if is_red(state, None, self.card) else "black"
        for seat in (*alive(state, self.seat, others=True), self.seat):
            others = [card for card in judged_on(state, seat) if card != self.card]
            has_one = any(delayed_name(state, card) == "shandian" for card in others)
            shuns = any(skill.shuns(state, seat, "shandian", colour) for skill in skills_of(state, seat))
            if seat == self.seat or not (has_one or shuns):
                zones = state.zones.moved(self.card, own(seat, "judgment"), bottom=seat == self.seat)
                return then(altered(state, zones=zones), JudgmentsAfter(self.seat, (self.card,)))
        return done(state)


@dataclass(frozen=True, slots=True)
class JudgmentsAfter(Frame):
    """Goes on with what else lies before a seat; lightning that came back to it waits for the next turn."""

    seat: Seat
    done_with: tuple[str, ...]

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Go on, if anything else lies there."""
        del game, came
        left = [card for card in judged_on(state, self.seat) if card not in self.done_with]
        return instead(state, Judgments(self.seat)) if left else done(state)


@dataclass(frozen=True, slots=True)
class DrawPhase(Frame):
    """Two cards are drawn, and what skills add (QC-2.5)."""

    seat: Seat

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Draw, unless something else was done instead."""
        del came
        if state.counters[self.seat, "turn:no_draw"]:
            return done(state)
        count = DRAWN + state.counters[self.seat, "turn:draw"]
        count += sum(skill.draws(state, self.seat) for skill in skills_of(state, self.seat))
        shares = (game.sharing(self.seat),) if state.counters[self.seat, "turn:haoshi"] else ()
        return instead(state, drawing(self.seat, max(0, count)), *shares)


@dataclass(frozen=True, slots=True)
class PlayPhase(Frame):
    """A seat plays cards and uses skills as often as it likes (QC-2.6)."""

    seat: Seat

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Wait, unless the phase or the player is at its end."""
        del game, came
        over = self.seat in state.out or state.counters[self.seat, "turn:play_over"]
        return done(state) if over else wait(state, self)

    def waits(self, game: Any, state: Any) -> Waiting:
        """Return whose phase it is."""
        del game, state
        return Waiting((self.seat,), "turn", continues=False)

    def options(self, game: Any, state: Any, seat: Seat | None) -> Iterable[Deed]:
        """Yield all that may be done."""
        del seat
        yield from usable(state, self.seat)
        yield from _skills(game, state, self.seat)
        for card in at_hand(state, self.seat):
            if card_of(card).name in RECAST:
                yield Recast(card)
            yield from _gifts(game, state, self.seat, card)
        if game.options.locked == "play":
            yield from _shows(state, self.seat)
        yield EndPlay()

    def options_about(
        self, game: Any, state: Any, seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[Deed]:
        """Yield what may be done with some of the cards."""
        del seat
        for deed in self.options(game, state, self.seat):
            named = game.table_of_deeds.cards(deed)
            if not named or not pieces.isdisjoint(named):
                yield deed

    def refusals(self, game: Any, state: Any, deed: Deed) -> tuple[Violation, ...]:
        """Return the rules that a deed breaks."""
        match deed:
            case Use(card, on, as_, with_):
                return tuple(_use_refused(state, self.seat, (card, *with_), as_, on))
            case UseSkill(name):
                if name not in SKILLS:
                    return (broken(rule(3, 1), "no_such_skill", skill=name),)
                mine = {skill.name for skill, _, _ in skills_with_place(state, self.seat)}
                reason = "skill_not_now" if name in mine else "not_own_skill"
                return (broken(rule(3, 1), reason, skill=name),)
            case Recast(card):
                return (broken(rule(2, 6), "not_recast", card=card),)
            case Give(card, to):
                return tuple(_gift_refused(game, state, self.seat, card, to))
        return (Violation(game.not_now, "not_now"),)

    def answered(self, game: Any, state: Any, deed: Deed) -> Step:
        """Do it."""
        match deed:
            case Use(card, on, as_, with_):
                cards = (card, *with_)
                name = as_ or card_of(card).name
                above: tuple[Frame, ...] = ()
                if as_:
                    state, above = game.shown_for(state, self.seat, cards, as_, playing=True)
                if name == "jiedao-sharen":
                    return then(state, self, *above, Using(self.seat, cards, name, on[:1], second=on[1]))
                return then(state, self, *above, Using(self.seat, cards, name, on))
            case UseSkill(name):
                state, above = game.skill_used(state, self.seat, name)
                return then(state, self, *above, *SKILLS[name].frames_of(game, state, self.seat, deed))
            case Recast(card):
                gone = [card] if card in held(state, self.seat) else []
                state = discarded(state, (card,))
                return then(state, self, *lost(state, self.seat, gone, thrown=0), drawing(self.seat, 1))
            case Give(card, to):
                knows = kingdom_of(state, to) is not None
                if game.options.alliance == "three":
                    state = counted(state, to, "turn:given")
                gone = [card] if card in held(state, self.seat) else []
                draws = (drawing(self.seat, 1),) if knows else ()
                state = taken(state, card, to)
                return then(state, self, *lost(state, self.seat, gone, thrown=0), *draws)
            case Reveal(place):
                return then(state, self, Showing(self.seat, (place,)))
        return done(state)


def _is_thrown(state: State) -> bool:
    """Tell whether an imperial order lies on the discards."""
    return state.zones.is_in(ORDER, DISCARDS)


def turn_cleared(counters: Counters) -> Counters:
    """Return counters without those that last for a turn, and limited skills that are had again after it."""
    for (whose, what), _ in counters.kept:
        if what.startswith(RENEWED):
            counters = counters.set(whose, f"limited.{what.removeprefix(RENEWED)}", 0)
    return Counters(tuple(one for one in counters.kept if not one[0][1].startswith("turn:")))


def _skills(game: Any, state: State, seat: Seat) -> Iterator[Deed]:
    for skill, _, _ in usable_skills(state, seat):
        spent = skill.limited and state.counters[seat, f"limited.{skill.name}"]
        if not spent and is_played(skill, game.options):
            yield from skill.uses(game, state, seat)
    for effect in worn_by(state, seat):
        yield from effect.uses(game, state, seat)
    for owner, skill in lent(state, seat):
        yield from skill.lends(game, state, owner, seat)


def _shows(state: State, seat: Seat) -> Iterator[Reveal]:
    """Yield that a hidden general is shown which has a skill that always works."""
    if may_show(state, seat):
        locked = {place for skill, place, shown in skills_with_place(state, seat) if skill.must and not shown}
        yield from (Reveal(place) for place in hidden(state, seat) if place in locked)


def _gifts(game: Any, state: State, seat: Seat, card: CardId) -> Iterator[Give]:
    if not bears_mark(card, game.options.marked):
        return
    mine, takers = kingdom_of(state, seat), alive(state, seat, others=True)
    if game.options.alliance == "three":
        given = {one: state.counters[one, "turn:given"] for one in takers}
        takers = tuple(one for one in takers if given[one] == sum(given.values()) < GIFTS_MAX)
    for other in takers:
        theirs = kingdom_of(state, other)
        if not are_friends(state, seat, other) and (mine is not None or theirs is None):
            yield Give(card, other)


def _gift_refused(game: Any, state: State, seat: Seat, card: str, to: Seat) -> Iterator[Violation]:
    """Yield why a card isn't given to a player."""
    if card not in {name for one in at_hand(state, seat) for name in (one, one.partition("#")[0])}:
        yield broken(rule(2, 6), "not_in_hand", card=card)
    elif not bears_mark(card, game.options.marked):
        yield broken(rule(10, 1), "unmarked", card=card)
    elif to == seat or are_friends(state, seat, to):
        yield broken(rule(10, 1), "own_kingdom", seat=str(to))
    elif kingdom_of(state, seat) is None and kingdom_of(state, to) is not None:
        yield broken(rule(10, 1), "unknown_giver", seat=str(to))
    else:
        yield broken(rule(10, 1), "not_given", card=card, seat=str(to))


def _use_refused(
    state: State, seat: Seat, cards: tuple[str, ...], as_: str, on: tuple[Seat, ...]
) -> Iterator[Violation]:
    own_cards = cards_of(state, seat) if as_ else held(state, seat)
    for card in cards:
        if not is_card(card):
            yield broken(rule(2, 6), "no_card", card=card)
            return
        if card not in own_cards and not any(one.partition("#")[0] == card for one in own_cards):
            yield broken(rule(2, 6), "not_in_hand", card=card)
            return
    name = as_ or card_of(cards[0]).name
    if name not in names():
        yield broken(rule(2, 6), "no_such_name", name=name)
        return
    ways = [one[0] for one in converted(state, seat, name, playing=True)] if as_ else []
    if as_ and tuple(cards) not in ways:
        yield broken(rule(3, 1), "not_converted", name=name)
    yield from forbidden(state, seat, name, on, cards)


PHASE_FRAMES: tuple[type[Frame], ...] = (
    Turn,
    Following,
    Resuming,
    Judgments,
    JudgmentsAfter,
    DrawPhase,
    PlayPhase,
    *DISCARDING_FRAMES,
)
