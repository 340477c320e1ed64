"""The phases of a turn: start, draw, charge, main, end (KS-5)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.decisions import TURN, Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Must
from engine.games.kingdom_square.match import Came, Counts, Phase, State, TableRules
from engine.games.kingdom_square.position.actions import (
    Battle,
    Cast,
    Charge,
    DropAura,
    EndTurn,
    Explore,
    Move,
    RemoveCurse,
    Use,
)
from engine.games.kingdom_square.position.field import SEATS, area_of, foe, goal, row_of
from engine.games.kingdom_square.position.now import FieldNow, field_now, table_max
from engine.games.kingdom_square.position.state import (
    at_tile,
    at_turns_end,
    auras,
    card_of,
    classes_of,
    counted,
    curses,
    dawning,
    hero,
    land_on,
    land_owner,
    own,
    printed,
    rule,
    tile_of,
    turned,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import lifting, purse
from engine.games.kingdom_square.turn.battles import Battling, battle_refused, battles
from engine.games.kingdom_square.turn.book_searches import Wondering
from engine.games.kingdom_square.turn.card_choices import Choice, Weighing
from engine.games.kingdom_square.turn.consequences import at_once
from engine.games.kingdom_square.turn.costs_and_draws import Drawn, Dropping
from engine.games.kingdom_square.turn.damage import doomed, ended, fallen, gone, harmed, is_noticed, spent
from engine.games.kingdom_square.turn.moves import Exploring, Moving, move_refused, moves
from engine.games.kingdom_square.turn.skills_and_abilities import Lifting, begun, window
from engine.games.kingdom_square.turn.table_cards import dispelled
from engine.games.kingdom_square.turn.usable_now import DAWN, cast_refused, casts, use_refused, uses
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction
from engine.kit.draws import Drawing, Shuffling
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, instead, then, wait
from engine.kit.resolving.parts import FramePart
from engine.kit.resolving.steps import FormerSteps, SteppedFrame
from engine.kit.zones.box import CardId
from engine.kit.zones.tabletop import ZoneName


@dataclass(frozen=True, slots=True)
class Starting(SteppedFrame[TableRules, State]):
    """A turn starts: units become ready, lands do their harm, a card is drawn (KS-5.2, KS-5.3)."""

    seat: Seat
    """The seat whose turn starts."""

    former: ClassVar = FormerSteps("woken", {False: "start", True: "woken"})
    """Whether journals have the first step done, in the place of the step's name."""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Make the units ready, apply the lands' harm, and ask which seat acts at dawn."""
        depth = len(state.stack)
        state = altered(state, turn=self.seat, phase=Phase.START, charged=False, standing=())
        for unit in units(state, self.seat):
            state = turned(state, unit, sideways=False)
        state = dawned(game, state, self.seat)
        if state.ended is not None:
            return done(state)
        frames: list[StackFrame] = [
            Weighing(self.seat, Choice.RILED)
            for card in curses(state, self.seat)
            if card_of(card).traits.riles
        ]
        frames += [
            Weighing(self.seat, Choice.SPREAD, tile)
            for tile in dawning(state)
            if (land := land_on(state, tile)) is not None
            and land.soil.spreads
            and land_owner(state, tile) == self.seat
        ]
        asks = window(state, DAWN)
        return at_once(depth, state, altered(self, step=self.woken.__name__), *frames, asks)

    def woken(self, game: TableRules, state: State) -> FrameStep:
        """Go on to the draw phase."""
        del game
        return instead(state, DrawPhase(self.seat))


def dawned(game: TableRules, state: State, seat: Seat) -> State:
    """Return the state after the events of a turn's start that need no question (KS-5.2)."""
    state = fallen(game, state)
    for one in SEATS:
        for unit in list(units(state, one)):
            if tile_of(state, unit) is None:
                continue
            traits, land = printed(state, unit).traits, land_on(state, at_tile(state, unit))
            state = counted(state, str(one), Counts.PURSE, traits.funds)
            if traits.needs and one == seat and _priests(state, seat) < traits.needs:
                state = gone(game, state, unit, "exile")
            elif land is not None and land.soil.at_dawn:
                state = harmed(game, state, [(unit, land.soil.at_dawn)], land.element)
    for tile in dawning(state):
        land, there = land_on(state, tile), unit_on(state, tile)
        on_it = there is not None and printed(state, there).element is Element.EARTH
        owner = land_owner(state, tile)
        paid = owner if owner == seat or game.options.magic_circle == "each" else None
        if land is not None and land.soil.funds and on_it and paid is not None:
            state = counted(state, str(paid), Counts.PURSE, land.soil.funds)
    return state


def _priests(state: State, seat: Seat) -> int:
    return sum(
        "priest" in classes_of(state, unit) and area_of(at_tile(state, unit)) == seat
        for unit in units(state, seat)
    )


@dataclass(frozen=True, slots=True)
class DrawPhase(SteppedFrame[TableRules, State]):
    """The draw phase (KS-5.3)."""

    seat: Seat
    """The seat whose turn it is."""

    former: ClassVar = FormerSteps("drawn", {False: "start", True: "drawn"})
    """Whether journals have the first step done, in the place of the step's name."""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Draw, if there is a card left."""
        if game.options.empty_book == "draws" and state.zones.is_empty(own(self.seat, "book")):
            return done(ended(state, (foe(self.seat),), rule(3, 3), "empty_book"))
        return self.first(altered(state, phase=Phase.DRAW), (Drawn(self.seat),), self.drawn)

    def drawn(self, game: TableRules, state: State) -> FrameStep:
        """Go on to charging or the main phase."""
        del game
        return instead(altered(state, phase=Phase.CHARGE), Main(self.seat))


@dataclass(frozen=True, slots=True)
class Main(StackFrame):
    """Charging or not, then skills, abilities, moves and battles in any order (KS-5.4, KS-5.5)."""

    seat: Seat
    """The seat whose turn it is."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait for the player's action."""
        del game, came
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return the seat whose turn it is."""
        return Waiting((self.seat,), TURN, continues=False)

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield all actions that are possible."""
        mine, now = self.seat, field_now(state)
        if state.phase is Phase.CHARGE:
            yield Charge()
        yield from casts(game, now, mine, responding=False)
        yield from uses(game, now, mine, responding=False)
        yield from moves(game, now, mine)
        yield from battles(game, now, mine)
        cursing, laid = curses(state, mine), auras(state, mine)
        spendable = purse(state, mine)
        yield from (RemoveCurse(card) for card in cursing if lifting(now, mine, card) <= spendable)
        yield from (DropAura(card) for card in laid)
        if not any(self._unfinished(game, now)):
            yield EndTurn()

    def _unfinished(self, game: TableRules, now: FieldNow) -> Iterator[Violation]:
        """Yield the units that still have a duty this turn, and can fulfil it."""
        for unit in now.sides[self.seat]:
            must = unit.printed.traits.must
            if must is Must.ATTACK and any(one.battle == unit.piece for one in battles(game, now, self.seat)):
                yield broken(rule(5, 5), "must_attack", unit=unit.piece)
            if must is Must.MOVE and any(
                isinstance(one, Move) and one.move == unit.piece for one in moves(game, now, self.seat)
            ):
                yield broken(rule(5, 5), "must_move", unit=unit.piece)

    def refusals(self, game: TableRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return the rules that an action breaks."""
        seat, now = self.seat, field_now(state)
        match action:
            case Charge():
                return (broken(rule(5, 4), "too_late_to_charge"),)
            case Cast():
                return tuple(cast_refused(game, now, seat, action, responding=False))
            case Use():
                return tuple(use_refused(now, seat, action, responding=False))
            case Move() | Explore():
                return tuple(move_refused(game, now, seat, action))
            case Battle():
                return tuple(battle_refused(game, now, seat, action))
            case RemoveCurse(card):
                if card not in curses(state, seat):
                    return (broken(rule(11, 7), "no_curse", card=card),)
                lift = lifting(now, seat, card)
                left = purse(state, seat)
                return tuple(
                    broken(cited, "too_dear", card=card, cost=lift, left=left)
                    for cited in (rule(6, 1), rule(11, 7))
                )
            case EndTurn():
                return tuple(self._unfinished(game, now))
            case DropAura(card):
                return (broken(rule(11, 6), "no_aura", card=card),)
        return (Violation(game.not_now, "not_now"),)

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Do the action."""
        if not isinstance(action, Charge | EndTurn):
            state = altered(state, phase=Phase.MAIN)
        match action:
            case Cast() | Use():
                return then(state, self, begun(action))
            case Move(unit, path, some):
                return then(state, self, Moving(unit, path, some))
            case Explore(unit):
                return then(state, self, Exploring(unit))
            case Battle(unit, target):
                return then(state, self, Battling(unit, target))
            case RemoveCurse(card):
                return then(state, self, Lifting(self.seat, card))
            case DropAura(card):
                return wait(dispelled(game, state, card), self)
            case Charge():
                return instead(altered(state, charged=True, phase=Phase.END), Ending(self.seat))
        return instead(altered(state, phase=Phase.END), Ending(self.seat))


class EndPart(FramePart):
    """The parts of a turn's end."""

    RESPOND = 0
    REFILL_BOOK = 1
    EXILE = 2
    RESET = 3
    WORK_DOOMS = 4
    JUDGE = 5


@dataclass(frozen=True, slots=True)
class Ending(StackFrame):
    """A turn ends: last responses, the charge step, reset, judgement (KS-5.6 to KS-5.9)."""

    seat: Seat
    """The seat whose turn ends."""
    stage: EndPart = EndPart.RESPOND
    """The next part."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Do the next part of the turn's end."""
        del came
        seat, after = self.seat, altered(self, stage=self.stage.following)
        book, graveyard = own(seat, "book"), own(seat, "graveyard")
        match self.stage:
            case EndPart.RESPOND:
                return then(state, after, window(state))
            case EndPart.REFILL_BOOK if state.charged:
                state = fallen(game, counted(state, hero(seat), Counts.DAMAGE, 1))
                if state.ended is not None:
                    return done(state)
                zones = state.zones
                for card in zones.known(graveyard):
                    zones = zones.moved(card, book, up=False, bottom=True)
                return then(altered(state, zones=zones), after, Shuffling(book, book))
            case EndPart.EXILE if state.charged:
                exile = own(seat, "exile")
                if any(is_noticed(card) for card in _on_top(state, book)):
                    return then(state, after, Drawing(book, exile, 1, seat=seat), Wondering(seat))
                return after.run(game, altered(state, zones=state.zones.passed(book, exile)), None)
            case EndPart.RESET:
                state = spent(game, state, seat) if state.charged else state
                if state.ended is not None:
                    return done(state)
                extra = state.zones.count(own(seat, "table")) - table_max(field_now(state), seat)
                if extra > 0:
                    return then(state, after, Dropping(seat, extra, table_only=True))
                return after.run(game, state, None)
            case EndPart.WORK_DOOMS:
                depth = len(state.stack)
                state = doomed(game, state)
                return done(state) if state.ended is not None else at_once(depth, state, after)
            case EndPart.JUDGE:
                return self._judged(game, at_turns_end(state))
        return after.run(game, state, None)

    def _judged(self, game: TableRules, state: State) -> FrameStep:
        state = fallen(game, state)
        there = [
            seat
            for seat in SEATS
            if (tile := tile_of(state, hero(seat))) is not None and row_of(tile) == goal(seat)
        ]
        if len(there) == 2:
            state = ended(state, (), rule(3, 2), "both_on_goal")
        elif there:
            state = ended(state, (there[0],), rule(3, 2), "on_goal")
        following = foe(self.seat)
        rounds = state.round + (following == SEATS[0])
        return instead(altered(state, round=rounds), Starting(following))


def _on_top(state: State, book: ZoneName) -> Iterable[CardId]:
    """Return the possible top cards of a book; a fixed or seen one is known."""
    top = state.zones.cards(book)[:1]
    return state.zones.can_be(book) if None in top else [card for card in top if card is not None]
