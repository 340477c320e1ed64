"""Skills and abilities from announcing to the end; responses in between (KS-5.5, KS-6, KS-11.4)."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation
from engine.core.ids import Seat
from engine.games.kingdom_square.content.atom import Work
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.parameters import Announced
from engine.games.kingdom_square.content.printed import Form, Kind
from engine.games.kingdom_square.match import Came, Chosen, Counts, State, TableRules
from engine.games.kingdom_square.position.actions import Cast, Use
from engine.games.kingdom_square.position.field import TILES, foe
from engine.games.kingdom_square.position.state import (
    counted_as,
    hero,
    hero_card,
    own,
    seat_of,
    slug_of,
    stand,
    table_max,
    tile_of,
    turned,
    unit_on,
    used,
)
from engine.games.kingdom_square.position.stats import cost, lifting, purse
from engine.games.kingdom_square.turn.consequences import Event, Follows, due
from engine.games.kingdom_square.turn.costs_and_draws import Dropping, Paying
from engine.games.kingdom_square.turn.damage import fallen, landed
from engine.games.kingdom_square.turn.effects import Working
from engine.games.kingdom_square.turn.table_cards import dispelled
from engine.games.kingdom_square.turn.usable_now import (
    DAWN,
    abilities_at,
    cast_refused,
    casts,
    use_refused,
    uses,
)
from engine.kit.changed import altered, changed
from engine.kit.choosing.actions import GameAction
from engine.kit.resolving.answer_windows import Asked, Window
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, then

HAND = "hand"
"""Where a summons goes that was called off."""

_PAID_AGAINST, _CURSED = 8, 9


@dataclass(frozen=True, slots=True)
class Responding(Window[TableRules, State]):
    """A window in which able seats may respond, the active one last; `announced`: what may be called off."""

    announced: str = ""
    by: str = ""

    def run(self, game: TableRules, state: State, came: object) -> FrameStep:
        """Ask whoever is next; nobody once what was announced has been called off."""
        if self.announced and getattr(state.stack[-1], "called_off", ""):
            return self.passed_by_all(game, state)
        return Window.run(self, game, state, came)

    def responses(self, game: TableRules, state: State, seat: Seat) -> Iterable[GameAction]:
        """Yield the responses of a seat."""
        yield from casts(game, state, seat, responding=True, announced=self._to(seat))
        if self.announced != DAWN:
            announced = {(one.seat, one.unit, one.number) for one in state.stack if isinstance(one, Using)}
            for action in uses(game, state, seat, responding=True):
                # What a player has just announced is no answer to itself.
                if (seat, action.ability, action.number) not in announced:
                    yield action

    def refusals(self, game: TableRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return why something isn't a response now."""
        seat = action.by if action.by is not None else self.asked.now[0]
        if isinstance(action, Cast):
            return tuple(cast_refused(game, state, seat, action, responding=True, announced=self._to(seat)))
        if isinstance(action, Use):
            return tuple(use_refused(state, seat, action, responding=True))
        return (Violation(game.not_now, "only_responses"),)

    def _to(self, seat: Seat) -> str:
        """Return what is announced to a seat: not what it has announced itself."""
        return self.announced if self.announced == DAWN or (self.by and seat != self.by) else ""

    def responded(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Let the response be resolved, then ask again."""
        again = altered(self, asked=Asked((foe(state.turn), state.turn)))
        return then(state, again, begun(action))


def window(state: State, announced: str = "", by: str = "") -> Responding:
    """Return the window after something was announced."""
    return Responding(Asked((foe(state.turn), state.turn)), announced, by)


def begun(action: GameAction) -> StackFrame:
    """Return what a legal skill or ability resolves to."""
    assert action.by is not None  # noqa: S101  # narrows the type: legal actions say whose they are
    if isinstance(action, Cast):
        return Casting(action.by, action.cast, action.on, action.at)
    assert isinstance(action, Use)  # noqa: S101  # narrows the type
    return Using(action.by, action.ability, action.number, action.on)


@dataclass(frozen=True, slots=True)
class Casting(StackFrame):
    """A skill is used: announced, paid, resolved. `stage` says how far it is."""

    seat: Seat
    card: str
    on: tuple[str, ...] = ()
    at: str = ""
    stage: int = 0
    called_off: str = ""

    @property
    def announces(self) -> Announced:
        """What a response may call off."""
        return Announced.SKILL

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Do the next part."""
        one = record(slug_of(self.card))
        after = altered(self, stage=self.stage + 1)
        match self.stage:
            case 0:
                what = Announced.SUMMON if one.kind is Kind.UNIT else Announced.SKILL
                return then(state, after, window(state, what, self.seat))
            case 1:
                if self.called_off:
                    in_hand = self.called_off == HAND
                    return done(self._recalled(state) if in_hand else self._buried(game, state))
                return then(
                    state,
                    after,
                    Paying(self.seat, min(cost(state, self.seat, self.card), purse(state, self.seat))),
                )
            case 2:
                return self._resolved(game, state, after)
            case _ if self.stage == _PAID_AGAINST:
                return self._against(game, state, paid=bool(came))
            case _ if self.stage == _CURSED:
                return done(fallen(game, state))
            case _:
                return done(fallen(game, self._buried(game, state)))

    def _resolved(self, game: TableRules, state: State, after: "Casting") -> FrameStep:
        one = record(slug_of(self.card))
        if one.kind is Kind.UNIT:
            return self._summoned(game, state)
        if one.bears is not None:
            if tile_of(state, self.on[0]) is None:
                return done(self._buried(game, state))
            binds = (*state.binds, (self.card, self.on[0]))
            return done(fallen(game, altered(self._put(state, "binds"), binds=binds)))
        if one.form is Form.CURSE:
            return self._cursed(game, state)
        if one.form is Form.AURA:
            return self._laid(game, state, after)
        calls_off = next((effect for effect in one.play if effect.calls_off is not None), None)
        if calls_off is not None:
            unless, other = calls_off.unless, foe(self.seat)
            if not unless or purse(state, other) < unless:
                return self._against(game, state, paid=False)
            after = altered(self, stage=_PAID_AGAINST)
            return then(state, after, Choosing(other, "unless", (1,), 0, 1))
        work = Work(self.seat, self.card, hero(self.seat))
        on = self.on or tuple(target for effect in one.play for target in effect.usual(game, work))
        return then(state, after, Working(self.seat, self.card, slug_of(self.card), 0, on))

    def _against(self, game: TableRules, state: State, *, paid: bool) -> FrameStep:
        """Call off what was announced, unless its player has paid against it."""
        (effect,) = (one for one in record(slug_of(self.card)).play if one.calls_off is not None)
        if paid or effect.calls_off is None:
            return then(state, altered(self, stage=3), Paying(foe(self.seat), effect.unless))
        return done(self._buried(game, called_off(state, effect.calls_off)))

    def _summoned(self, game: TableRules, state: State) -> FrameStep:
        """Put the unit on its tile; what it does then follows."""
        one, seat = record(slug_of(self.card)), self.seat
        if unit_on(state, self.at) is not None:
            return done(self._buried(game, state))
        zones = state.zones.moved(self.card, stand(self.at), sideways=one.enters_exhausted)
        state = altered(state, zones=zones)
        if one.summons:
            state = due(state, Follows(Event.SUMMONED, seat, self.card, self.at))
        printed = hero_card(state, seat).traits.enlists in one.classes
        mustered = "golsar" in one.classes and state.counters[str(seat), Counts.MUSTER] > 0
        if printed if game.options.is_printed else mustered:
            state = due(state, Follows(Event.DRAWS, seat))
        return done(fallen(game, state))

    def _cursed(self, game: TableRules, state: State) -> FrameStep:
        """Lay a curse on the opponent's table, or one that its own player bears on their own table."""
        one = record(slug_of(self.card))
        victim = self.seat if one.play else foe(self.seat)
        table = own(victim, "table")
        there = state.zones.is_in(self.card, table)
        if not there and state.zones.count(table) >= table_max(state, victim):
            return done(self._buried(game, state))
        zones = state.zones.moved(self.card, table)
        if not one.play:
            return done(altered(state, zones=zones))
        state = counted_as(altered(state, zones=zones), self.card, Counts.SELF, 1)
        after = altered(self, stage=_CURSED)
        return then(state, after, Working(self.seat, self.card, slug_of(self.card), 0, self.on))

    def _laid(self, game: TableRules, state: State, after: "Casting") -> FrameStep:
        table = own(self.seat, "table")
        if not state.zones.is_in(self.card, table) and state.zones.count(table) >= table_max(
            state, self.seat
        ):
            return then(state, self, Dropping(self.seat, 1, table_only=True))
        del after
        zones = state.zones.moved(self.card, table, sideways=True)
        return done(fallen(game, altered(state, zones=zones)))

    def _buried(self, game: TableRules, state: State) -> State:
        before, after = state, self._put(state, "graveyard")
        return after if after is before else landed(game, after, self.card, "graveyard")

    def _recalled(self, state: State) -> State:
        """Return a state where a summons is in the hand again: the trump, if there's none (KS-11.1)."""
        trump = own(self.seat, "trump")
        if not state.zones.is_empty(trump):
            return state
        return altered(state, zones=state.zones.moved(self.card, trump))

    def _put(self, state: State, place: str) -> State:
        zone = state.zones.zone_of(self.card)
        if zone is None or zone.name.rpartition(".")[2] not in ("table", "trump"):
            return state
        return altered(state, zones=state.zones.moved(self.card, own(seat_of(self.card), place)))


@dataclass(frozen=True, slots=True)
class Using(StackFrame):
    """An ability of a unit, or of a land by its tile, is used: announced, paid, resolved."""

    seat: Seat
    unit: str
    number: int
    on: tuple[str, ...] = ()
    stage: int = 0
    paid: int = 0
    called_off: str = ""
    slug: str = ""
    which: int = 0

    @property
    def announces(self) -> Announced:
        """What a response may call off."""
        return Announced.ABILITY

    def run(self, game: TableRules, state: State, came: Chosen) -> FrameStep:
        """Do the next part."""
        if not self.stage:
            slug, which, _ = abilities_at(state, self.unit)[self.number - 1]
            return altered(self, slug=slug, which=which).staged(state, came)
        return self.staged(state, came)

    def staged(self, state: State, came: Chosen) -> FrameStep:
        """Do the next part, once it's known whose ability it is: the unit may lose it meanwhile."""
        one = record(self.slug)
        ability = (one.abilities if one.bears is None else one.bears.gives)[self.which - 1]
        after = altered(self, stage=self.stage + 1)
        match self.stage:
            case 0:
                if ability.once:
                    state = used(state, self.unit, self.number)
                if ability.turns:
                    state = turned(state, self.unit, sideways=True)
                return then(state, after, window(state, Announced.ABILITY, self.seat))
            case 1:
                if self.called_off:
                    return done(state)
                most = min(ability.most, purse(state, self.seat))
                if most < 1:
                    return self._paying(state, after, ability.cost)
                return then(state, after, Choosing(self.seat, "paid", tuple(range(1, most + 1))))
            case 2 if ability.most and not self.paid and came:
                return self._paying(state, altered(after, paid=int(came[0])), int(came[0]))
            case _:
                if self.unit not in TILES and tile_of(state, self.unit) is None:
                    return done(state)
                frame = Working(self.seat, self.unit, self.slug, self.which, self.on, self.paid)
                return instead(state, frame)

    def _paying(self, state: State, after: "Using", amount: int) -> FrameStep:
        return then(state, after, Paying(self.seat, min(amount, purse(state, self.seat))))


def called_off(state: State, what: Announced) -> State:
    """Return a state where what was announced last is called off; a summons goes back to the hand."""
    kind = Announced.SKILL if what is Announced.SUMMON else what
    stack = list(state.stack)
    for place in range(len(stack) - 1, -1, -1):
        if getattr(stack[place], "announces", None) is kind:
            how = HAND if what is Announced.SUMMON else "graveyard"
            stack[place] = changed(stack[place], "called_off", how)
            break
    return altered(state, stack=tuple(stack))


@dataclass(frozen=True, slots=True)
class Lifting(StackFrame):
    """A curse is removed for its cost (KS-11.7)."""

    seat: Seat
    card: str
    begun: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Pay, then put it into its owner's graveyard."""
        del came
        if not self.begun:
            price = lifting(state, self.seat, self.card)
            return then(state, altered(self, begun=True), Paying(self.seat, price))
        return done(dispelled(game, state, self.card))
