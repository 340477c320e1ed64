"""The phases of a turn: start, draw, charge, main, end (KS-5)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.decisions import TURN, Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import record
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
from engine.games.kingdom_square.position.state import (
    at_tile,
    at_turns_end,
    auras,
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
    slug_of,
    table_max,
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
from engine.kit.zones.box import CardId
from engine.kit.zones.tabletop import ZoneName


@dataclass(frozen=True, slots=True)
class Starting(StackFrame):
    """A turn starts: units become ready, lands do their harm, a card is drawn (KS-5.2, KS-5.3)."""

    seat: Seat
    woken: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Begin the turn."""
        del came
        if self.woken:
            return instead(state, DrawPhase(self.seat))
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
            if record(slug_of(card)).traits.riles
        ]
        frames += [
            Weighing(self.seat, Choice.SPREAD, tile)
            for tile in dawning(state)
            if (land := land_on(state, tile)) is not None
            and land.soil.spreads
            and land_owner(state, tile) == self.seat
        ]
        asks = window(state, DAWN)
        return at_once(depth, state, altered(self, woken=True), *frames, asks)


def dawned(game: TableRules, state: State, seat: Seat) -> State:
    """Return a state after what happens at a turn's start without anybody being asked (KS-5.2)."""
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
class DrawPhase(StackFrame):
    """The draw phase (KS-5.3)."""

    seat: Seat
    drawn: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Draw, then go on to charging or the main phase."""
        del came
        if self.drawn:
            return instead(altered(state, phase=Phase.CHARGE), Main(self.seat))
        if game.options.empty_book == "draws" and state.zones.is_empty(own(self.seat, "book")):
            return done(ended(state, (foe(self.seat),), rule(3, 3), "empty_book"))
        return then(altered(state, phase=Phase.DRAW), altered(self, drawn=True), Drawn(self.seat))


@dataclass(frozen=True, slots=True)
class Main(StackFrame):
    """Charging or not, then skills, abilities, moves and battles in any order (KS-5.4, KS-5.5)."""

    seat: Seat

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Wait for what the player does."""
        del game, came
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return whose turn it is."""
        return Waiting((self.seat,), TURN, continues=False)

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield all that may be done."""
        mine = self.seat
        if state.phase is Phase.CHARGE:
            yield Charge()
        yield from casts(game, state, mine, responding=False)
        yield from uses(game, state, mine, responding=False)
        yield from moves(game, state, mine)
        yield from battles(game, state, mine)
        for card in curses(state, mine):
            if lifting(state, mine, card) <= purse(state, mine):
                yield RemoveCurse(card)
        yield from (DropAura(card) for card in auras(state, mine))
        if not any(self._unfinished(game, state)):
            yield EndTurn()

    def _unfinished(self, game: TableRules, state: State) -> Iterator[Violation]:
        """Yield which units still have to do something this turn, and can."""
        for unit in units(state, self.seat):
            must = printed(state, unit).traits.must
            if must is Must.ATTACK and any(one.battle == unit for one in battles(game, state, self.seat)):
                yield broken(rule(5, 5), "must_attack", unit=unit)
            if must is Must.MOVE and any(
                isinstance(one, Move) and one.move == unit for one in moves(game, state, self.seat)
            ):
                yield broken(rule(5, 5), "must_move", unit=unit)

    def refusals(self, game: TableRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return the rules that an action breaks."""
        seat = self.seat
        match action:
            case Charge():
                return (broken(rule(5, 4), "too_late_to_charge"),)
            case Cast():
                return tuple(cast_refused(game, state, seat, action, responding=False))
            case Use():
                return tuple(use_refused(state, seat, action, responding=False))
            case Move() | Explore():
                return tuple(move_refused(game, state, seat, action))
            case Battle():
                return tuple(battle_refused(game, state, seat, action))
            case RemoveCurse(card):
                if card not in curses(state, seat):
                    return (broken(rule(11, 7), "no_curse", card=card),)
                lift = lifting(state, seat, card)
                left = purse(state, seat)
                return tuple(
                    broken(cited, "too_dear", card=card, cost=lift, left=left)
                    for cited in (rule(6, 1), rule(11, 7))
                )
            case EndTurn():
                return tuple(self._unfinished(game, state))
            case DropAura(card):
                return (broken(rule(11, 6), "no_aura", card=card),)
        return (Violation(game.not_now, "not_now"),)

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Do it."""
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
    stage: EndPart = EndPart.RESPOND

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Do the next part."""
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
                extra = state.zones.count(own(seat, "table")) - table_max(state, seat)
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
    """Return the cards that the top one of a book may be: one that was fixed or seen is known."""
    top = state.zones.cards(book)[:1]
    return state.zones.can_be(book) if None in top else [card for card in top if card is not None]
