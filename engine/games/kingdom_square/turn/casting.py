"""Skills and abilities from announcing to the end; responses in between (KS-5.5, KS-6, KS-11.4)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.core.choosing import Violation
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import Form, Kind, record
from engine.games.kingdom_square.content.words import Announced, Counter
from engine.games.kingdom_square.position.deeds import Cast, Use
from engine.games.kingdom_square.position.field import TILES, foe
from engine.games.kingdom_square.position.state import (
    TABLE_MAX,
    State,
    counted,
    land_on,
    own,
    printed,
    seat_of,
    slug_of,
    stand,
    tile_of,
    turned,
    unit_on,
)
from engine.games.kingdom_square.position.stats import cost, purse
from engine.games.kingdom_square.turn.able import cast_refused, casts, use_refused, uses
from engine.games.kingdom_square.turn.harm import fallen, hidden
from engine.games.kingdom_square.turn.paying import Dropping, Paying
from engine.games.kingdom_square.turn.working import Working
from engine.kit.choosing.deeds import Deed
from engine.kit.choosing.picking import Choosing
from engine.kit.resolving.asking import Asked, Window
from engine.kit.resolving.frames import Frame, Step, amended, done, instead, then


@dataclass(frozen=True, slots=True)
class Responding(Window):
    """A window in which able seats may respond, the active one last; `announced`: what may be called off."""

    announced: str = ""
    by: str = ""

    def responses(self, game: Any, state: Any, seat: Seat) -> Iterable[Deed]:
        """Yield the responses of a seat."""
        announced = self.announced if self.by and seat != self.by else ""
        yield from casts(game, state, seat, responding=True, announced=announced)
        yield from uses(state, seat, responding=True)

    def refusals(self, game: Any, state: Any, deed: Deed) -> tuple[Violation, ...]:
        """Return why something isn't a response now."""
        seat = deed.by if deed.by is not None else self.asked.now[0]
        announced = self.announced if self.by and seat != self.by else ""
        if isinstance(deed, Cast):
            return tuple(cast_refused(game, state, seat, deed, responding=True, announced=announced))
        if isinstance(deed, Use):
            return tuple(use_refused(state, seat, deed, responding=True))
        return (Violation(game.not_now, "only_responses"),)

    def responded(self, game: Any, state: Any, deed: Deed) -> Step:
        """Let the response be resolved, then ask again."""
        again = replace(self, asked=Asked((foe(state.turn), state.turn)))
        return then(state, again, begun(deed))


def window(state: State, announced: str = "", by: str = "") -> Responding:
    """Return the window after something was announced."""
    return Responding(Asked((foe(state.turn), state.turn)), announced, by)


def begun(deed: Deed) -> Frame:
    """Return what a legal skill or ability resolves to."""
    assert deed.by is not None  # noqa: S101  # narrows the type: legal deeds say whose they are
    if isinstance(deed, Cast):
        return Casting(deed.by, deed.cast, deed.on, deed.at)
    assert isinstance(deed, Use)  # noqa: S101  # narrows the type
    return Using(deed.by, deed.ability, deed.number, deed.on)


@dataclass(frozen=True, slots=True)
class Casting(Frame):
    """A skill is used: announced, paid, resolved. `stage` says how far it is."""

    seat: Seat
    card: str
    on: tuple[str, ...] = ()
    at: str = ""
    stage: int = 0
    called_off: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Do the next part."""
        one = record(slug_of(self.card))
        after = replace(self, stage=self.stage + 1)
        match self.stage:
            case 0:
                what = Announced.SUMMON if one.kind is Kind.UNIT else Announced.SKILL
                return then(state, after, window(state, what, self.seat))
            case 1:
                if self.called_off:
                    return done(self._put(state, "graveyard"))
                return then(
                    state,
                    after,
                    Paying(self.seat, min(cost(state, self.seat, self.card), purse(state, self.seat))),
                )
            case 2:
                return self._resolved(game, state, after)
            case _:
                del came
                return done(fallen(game, self._put(state, "graveyard")))

    def _resolved(self, game: Any, state: Any, after: "Casting") -> Step:
        one = record(slug_of(self.card))
        if one.kind is Kind.UNIT:
            if unit_on(state, self.at) is not None:
                return done(self._put(state, "graveyard"))
            zones = state.zones.moved(self.card, stand(self.at), sideways=one.enters_exhausted)
            return done(fallen(game, replace(state, zones=zones)))
        if one.bears is not None:
            if tile_of(state, self.on[0]) is None:
                return done(self._put(state, "graveyard"))
            binds = (*state.binds, (self.card, self.on[0]))
            return done(fallen(game, replace(self._put(state, "binds"), binds=binds)))
        if one.form is Form.CURSE:
            table = own(foe(self.seat), "table")
            if state.zones.count(table) >= TABLE_MAX:
                return done(self._put(state, "graveyard"))
            return done(replace(state, zones=state.zones.moved(self.card, table)))
        if one.form is Form.AURA:
            return self._laid(game, state, after)
        counters = [effect for effect in one.play if isinstance(effect, Counter)]
        if counters:
            kind = Using if counters[0].what is Announced.ABILITY else Casting
            return done(self._put(amended(state, kind, called_off=True), "graveyard"))
        return then(state, after, Working(self.seat, self.card, 0, self.on))

    def _laid(self, game: Any, state: Any, after: "Casting") -> Step:
        table = own(self.seat, "table")
        if not state.zones.is_in(self.card, table) and state.zones.count(table) >= TABLE_MAX:
            return then(state, self, Dropping(self.seat, 1, table_only=True))
        del after
        zones = state.zones.moved(self.card, table, sideways=True)
        return done(fallen(game, replace(state, zones=zones)))

    def _put(self, state: State, place: str) -> State:
        zone = state.zones.zone_of(self.card)
        if zone is None or zone.name.rpartition(".")[2] not in ("table", "trump"):
            return state
        return replace(state, zones=state.zones.moved(self.card, own(seat_of(self.card), place)))


@dataclass(frozen=True, slots=True)
class Using(Frame):
    """An ability is used: announced, paid, resolved; of a land, by its tile, that it's turned down again."""

    seat: Seat
    unit: str
    number: int
    on: tuple[str, ...] = ()
    stage: int = 0
    paid: int = 0
    called_off: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Do the next part."""
        if self.unit in TILES:
            return self._hidden(state)
        ability = printed(state, self.unit).abilities[self.number - 1]
        after = replace(self, stage=self.stage + 1)
        match self.stage:
            case 0:
                if ability.once:
                    state = counted(state, self.unit, f"used.{self.number}", 1)
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
                return self._paying(state, replace(after, paid=int(came[0])), int(came[0]))
            case _:
                if tile_of(state, self.unit) is None:
                    return done(state)
                frame = Working(self.seat, self.unit, self.number, self.on, self.paid)
                return instead(state, frame)

    def _paying(self, state: State, after: "Using", amount: int) -> Step:
        return then(state, after, Paying(self.seat, min(amount, purse(state, self.seat))))

    def _hidden(self, state: State) -> Step:
        land = land_on(state, self.unit)
        if self.stage == 0 and land is not None:
            return then(state, replace(self, stage=1), Paying(self.seat, land.soil.hides_for))
        return done(hidden(state, self.unit))


@dataclass(frozen=True, slots=True)
class Lifting(Frame):
    """A curse is removed for its cost (KS-11.7)."""

    seat: Seat
    card: str
    begun: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Pay, then put it into its owner's graveyard."""
        del game, came
        if not self.begun:
            return then(state, replace(self, begun=True), Paying(self.seat, record(slug_of(self.card)).lift))
        zones = state.zones.moved(self.card, own(seat_of(self.card), "graveyard"))
        return done(replace(state, zones=zones))
