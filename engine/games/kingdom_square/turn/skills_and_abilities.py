"""Skills and abilities from announcing to the end; responses in between (KS-5.5, KS-6, KS-11.4)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core.decisions import Violation
from engine.core.ids import Seat
from engine.games.kingdom_square.content.atom import Work
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.parameters import Announced
from engine.games.kingdom_square.content.printed import Ability, Form, Kind
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.actions import Cast, Use
from engine.games.kingdom_square.position.field import TILES, foe
from engine.games.kingdom_square.position.now import field_now, has_room
from engine.games.kingdom_square.position.state import (
    card_of,
    counted_as,
    hero,
    hero_card,
    own,
    seat_of,
    slug_of,
    stand,
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
from engine.kit.resolving.steps import Asking, FormerSteps, SteppedFrame

HAND = "hand"
"""The place of a summons that was called off."""


@dataclass(frozen=True, slots=True)
class Responding(Window[TableRules, State]):
    """A window where seats may respond, the active one last (KS-11.4)."""

    announced: str = ""
    """The announcement that may be called off; empty: none."""
    by: str = ""
    """The announcing seat; empty: none."""

    def run(self, game: TableRules, state: State, came: object) -> FrameStep:
        """Ask the next seat; end once the announcement has been called off."""
        if self.announced and getattr(state.stack[-1], "called_off", ""):
            return self.passed_by_all(game, state)
        return Window.run(self, game, state, came)

    def responses(self, game: TableRules, state: State, seat: Seat) -> Iterable[GameAction]:
        """Yield the responses of a seat."""
        yield from casts(game, field_now(state), seat, responding=True, announced=self._to(seat))
        if self.announced != DAWN:
            announced = {(one.seat, one.unit, one.number) for one in state.stack if isinstance(one, Using)}
            for action in uses(game, field_now(state), seat, responding=True):
                # An ability can't answer its own announcement.
                if (seat, action.ability, action.number) not in announced:
                    yield action

    def refusals(self, game: TableRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return why an action is no response now."""
        seat, now = action.by if action.by is not None else self.asked.now[0], field_now(state)
        if isinstance(action, Cast):
            return tuple(cast_refused(game, now, seat, action, responding=True, announced=self._to(seat)))
        if isinstance(action, Use):
            return tuple(use_refused(now, seat, action, responding=True))
        return (Violation(game.not_now, "only_responses"),)

    def _to(self, seat: Seat) -> str:
        """Return the announcement that a seat may answer: never its own."""
        return self.announced if self.announced == DAWN or (self.by and seat != self.by) else ""

    def responded(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Resolve the response, then ask again."""
        again = altered(self, asked=Asked((foe(state.turn), state.turn)))
        return then(state, again, begun(action))


def window(state: State, announced: str = "", by: str = "") -> Responding:
    """Return the frame of responses to an announcement."""
    return Responding(Asked((foe(state.turn), state.turn)), announced, by)


def begun(action: GameAction) -> StackFrame:
    """Return the frame that a legal skill or ability starts with."""
    assert action.by is not None  # noqa: S101  # narrows the type: legal actions say whose they are
    if isinstance(action, Cast):
        return Casting(action.by, action.cast, action.on, action.at)
    assert isinstance(action, Use)  # noqa: S101  # narrows the type
    return Using(action.by, action.ability, action.number, action.on)


@dataclass(frozen=True, slots=True)
class Casting(SteppedFrame[TableRules, State]):
    """A skill is used: announced, paid, resolved (KS-6)."""

    seat: Seat
    """The seat."""
    card: str
    """The card."""
    on: tuple[str, ...] = ()
    """Its targets, in the card's order."""
    at: str = ""
    """The tile where a unit is summoned; empty: it's no unit."""
    called_off: str = ""
    """The place where the card goes after a response called it off; empty: none has."""

    former: ClassVar = FormerSteps(
        "stage", {0: "start", 1: "announced", 2: "paid", 3: "worked", 8: "paid_against", 9: "cursed"}
    )
    """The numbers that journals have in the place of its steps' names."""

    @property
    def announces(self) -> Announced:
        """The announcement that a response may call off."""
        return Announced.SKILL

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Announce the skill."""
        del game
        what = Announced.SUMMON if card_of(self.card).kind is Kind.UNIT else Announced.SKILL
        return self.first(state, (window(state, what, self.seat),), self.announced)

    def announced(self, game: TableRules, state: State) -> FrameStep:
        """Have the player pay, unless the skill was called off."""
        if self.called_off:
            in_hand = self.called_off == HAND
            return done(self._recalled(state) if in_hand else self._buried(game, state))
        price = min(cost(field_now(state), self.seat, card_of(self.card)), purse(state, self.seat))
        return self.first(state, (Paying(self.seat, price),), self.paid)

    def paid(self, game: TableRules, state: State) -> FrameStep:
        """Start the skill's effects."""
        one = card_of(self.card)
        if one.kind is Kind.UNIT:
            return self._summoned(game, state)
        if one.bears is not None:
            if tile_of(state, self.on[0]) is None:
                return done(self._buried(game, state))
            binds = (*state.binds, (self.card, self.on[0]))
            return done(fallen(game, altered(self._put(state, "binds"), binds=binds)))
        if one.form is Form.CURSE:
            return self._cursing(game, state)
        if one.form is Form.AURA:
            return self._laid(game, state)
        calls_off = next((effect for effect in one.play if effect.calls_off is not None), None)
        if calls_off is not None:
            unless, other = calls_off.unless, foe(self.seat)
            if not unless or purse(state, other) < unless:
                return self.paid_against(game, state, pays=False)
            asked: Asking[bool] = Asking((Choosing(other, "unless", (1,), 0, 1),))
            return self.ask(state, asked, self.paid_against)
        work = Work(self.seat, self.card, hero(self.seat))
        on = self.on or tuple(target for effect in one.play for target in effect.usual(game, work))
        return self.first(state, (Working(self.seat, self.card, slug_of(self.card), 0, on),), self.worked)

    def worked(self, game: TableRules, state: State) -> FrameStep:
        """Put the skill into its owner's graveyard."""
        return done(fallen(game, self._buried(game, state)))

    def cursed(self, game: TableRules, state: State) -> FrameStep:
        """Leave a curse where it lies after its effect."""
        return done(fallen(game, state))

    def paid_against(self, game: TableRules, state: State, pays: bool) -> FrameStep:  # noqa: FBT001  # an answer
        """Call the announcement off, unless its player pays against it."""
        (effect,) = (one for one in card_of(self.card).play if one.calls_off is not None)
        if pays or effect.calls_off is None:
            return self.first(state, (Paying(foe(self.seat), effect.unless),), self.worked)
        return done(self._buried(game, called_off(state, effect.calls_off)))

    def _summoned(self, game: TableRules, state: State) -> FrameStep:
        """Put the unit on its tile; its effects follow."""
        one, seat = card_of(self.card), self.seat
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

    def _cursing(self, game: TableRules, state: State) -> FrameStep:
        """Lay a curse on the opponent's table, or on its own player's table if it is borne there."""
        one = card_of(self.card)
        victim = self.seat if one.play else foe(self.seat)
        table = own(victim, "table")
        if not has_room(field_now(state), victim, self.card):
            return done(self._buried(game, state))
        zones = state.zones.moved(self.card, table)
        if not one.play:
            return done(altered(state, zones=zones))
        state = counted_as(altered(state, zones=zones), self.card, Counts.SELF, 1)
        return self.first(
            state, (Working(self.seat, self.card, slug_of(self.card), 0, self.on),), self.cursed
        )

    def _laid(self, game: TableRules, state: State) -> FrameStep:
        """Lay an aura on the table; a full table first loses a card (KS-11.6)."""
        table = own(self.seat, "table")
        if not has_room(field_now(state), self.seat, self.card):
            return self.first(state, (Dropping(self.seat, 1, table_only=True),), self.paid)
        zones = state.zones.moved(self.card, table, sideways=True)
        return done(fallen(game, altered(state, zones=zones)))

    def _buried(self, game: TableRules, state: State) -> State:
        before, after = state, self._put(state, "graveyard")
        return after if after is before else landed(game, after, self.card, "graveyard")

    def _recalled(self, state: State) -> State:
        """Return the state with a summons back in the hand: as the trump, if there's none (KS-11.1)."""
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
class Using(SteppedFrame[TableRules, State]):
    """An ability of a unit, or of a land by its tile, is used: announced, paid, resolved (KS-6, KS-11.8)."""

    seat: Seat
    """The seat."""
    unit: str
    """The unit, or the land's tile."""
    number: int
    """The ability's number there, from 1."""
    on: tuple[str, ...] = ()
    """Its targets, in the card's order."""
    paid: int = 0
    """The cost that the player chose to pay; 0: there was no choice."""
    called_off: str = ""
    """Any text: a response has called it off."""
    slug: str = ""
    """The card that has the ability: the unit may lose the ability meanwhile."""
    which: int = 0
    """The ability's number on that card, from 1."""

    former: ClassVar = FormerSteps("stage", {0: "start", 1: "announced", 2: "price_chosen", 3: "price_paid"})
    """The numbers that journals have in the place of its steps' names."""

    @property
    def announces(self) -> Announced:
        """The announcement that a response may call off."""
        return Announced.ABILITY

    @property
    def ability(self) -> Ability:
        """The ability, once its card is known."""
        one = record(self.slug)
        return (one.abilities if one.bears is None else one.bears.gives)[self.which - 1]

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Announce the ability."""
        del game
        slug, which, ability = abilities_at(field_now(state), self.unit)[self.number - 1]
        if ability.once:
            state = used(state, self.unit, self.number)
        if ability.turns:
            state = turned(state, self.unit, sideways=True)
        asked = window(state, Announced.ABILITY, self.seat)
        return altered(self, slug=slug, which=which).first(state, (asked,), self.announced)

    def announced(self, game: TableRules, state: State) -> FrameStep:
        """Have the player pay, unless the ability was called off.

        An open price is chosen first.
        """
        del game
        if self.called_off:
            return done(state)
        most = min(self.ability.most, purse(state, self.seat))
        if most < 1:
            price = Paying(self.seat, min(self.ability.cost, purse(state, self.seat)))
            return self.first(state, (price,), self.price_paid)
        asked: Asking[int] = Asking((Choosing(self.seat, "paid", tuple(range(1, most + 1))),))
        return self.ask(state, asked, self.price_chosen)

    def price_chosen(self, game: TableRules, state: State, amount: int) -> FrameStep:
        """Have the player pay the chosen price."""
        del game
        price = Paying(self.seat, min(amount, purse(state, self.seat)))
        return altered(self, paid=amount).first(state, (price,), self.price_paid)

    def price_paid(self, game: TableRules, state: State) -> FrameStep:
        """Start the ability's effects; a unit that has left the field does nothing."""
        del game
        if self.unit not in TILES and tile_of(state, self.unit) is None:
            return done(state)
        return instead(state, Working(self.seat, self.unit, self.slug, self.which, self.on, self.paid))

    @classmethod
    def updated(cls, written: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields with the step's name. Where no price is chosen, that is `price_paid`."""
        found = super(Using, cls).updated(written)
        if found["step"] == "price_chosen" and not _has_choice(found):
            return {**found, "step": "price_paid"}
        return found

    @classmethod
    def as_written(cls, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Return the fields with the number that a step had."""
        if fields["step"] == "price_paid" and not fields["paid"]:
            return super(Using, cls).as_written({**fields, "step": "price_chosen"})
        return super(Using, cls).as_written(fields)


def _has_choice(written: Mapping[str, object]) -> bool:
    """Tell whether the player of an ability chooses its price."""
    one, which = record(str(written["slug"])), written["which"]
    given = one.abilities if one.bears is None else one.bears.gives
    return isinstance(which, int) and given[which - 1].most > 0


def called_off(state: State, what: Announced) -> State:
    """Return the state after the last announcement is called off; a summoned card returns to the hand."""
    kind = Announced.SKILL if what is Announced.SUMMON else what
    stack = list(state.stack)
    for place in range(len(stack) - 1, -1, -1):
        if getattr(stack[place], "announces", None) is kind:
            how = HAND if what is Announced.SUMMON else "graveyard"
            stack[place] = changed(stack[place], "called_off", how)
            break
    return altered(state, stack=tuple(stack))


@dataclass(frozen=True, slots=True)
class Lifting(SteppedFrame[TableRules, State]):
    """A curse is removed for its cost (KS-11.7)."""

    seat: Seat
    """The seat that pays."""
    card: str
    """The curse."""

    former: ClassVar = FormerSteps("begun", {False: "start", True: "paid"})
    """The numbers that journals have in the place of its steps' names."""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Have the player pay the cost."""
        del game
        return self.first(
            state, (Paying(self.seat, lifting(field_now(state), self.seat, self.card)),), self.paid
        )

    def paid(self, game: TableRules, state: State) -> FrameStep:
        """Put the curse into its owner's graveyard."""
        return done(dispelled(game, state, self.card))
