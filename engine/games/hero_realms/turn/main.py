"""The main phase: a side plays cards, uses abilities, buys and attacks as often as it likes (DG-3.2)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import PieceId, Seat
from engine.games.hero_realms.content.cards import FIRE_GEM, Ability, record
from engine.games.hero_realms.position.actions import Acquire, Attack, EndTurn, Play, Use
from engine.games.hero_realms.position.sides import (
    attackable,
    champion_targets,
    guards_before,
    health_of,
    holder,
    side_of,
    targets,
    with_champions,
)
from engine.games.hero_realms.position.state import (
    DECK,
    GEMS,
    SACRIFICED,
    Came,
    Format,
    HeroRules,
    Redirection,
    State,
    Tallied,
    hand_of,
    has_ally,
    in_play,
    is_prepared,
    missing,
    on_market,
    own,
    owner_of,
    rule,
    tallied,
    tallied_as,
    untallied,
)
from engine.games.hero_realms.turn.ending import Ending, Falling
from engine.games.hero_realms.turn.working import Working, from_hand, gained, stunned
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, instead, then, wait
from engine.kit.zones.box import CardId, name_of
from engine.kit.zones.tabletop import ZoneName

_LACKS = {Ability.EXPEND: "no_expend", Ability.ALLY: "no_ally_ability", Ability.SACRIFICE: "no_sacrifice"}


@dataclass(frozen=True, slots=True)
class Main(StackFrame):
    """The main phase of a side: one seat, or both partners of a joint turn (DG-8.4)."""

    side: tuple[Seat, ...]
    """The seats of the side."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Wait for the next action."""
        del game, came
        return wait(state, self)

    def waits(self, game: HeroRules, state: State) -> Waiting:
        """Return the seats that haven't ended the phase."""
        del game
        return Waiting(
            tuple(seat for seat in self.side if seat not in state.resting), "turn", continues=False
        )

    def options(self, game: HeroRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield all that a seat may do."""
        if seat is None:
            return
        yield from (Play(card) for card in hand_of(state, seat))
        for card in in_play(state, seat):
            yield from usable(state, seat, card)
        purse = gold_of(state, seat)
        for card in on_market(state):
            cost = record(card).cost
            if cost is not None and cost <= purse:
                yield Acquire(card)
        yield from attacks(game, state, seat)
        yield EndTurn()

    def options_about(
        self, game: HeroRules, state: State, seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[GameAction]:
        """Yield the actions with these cards, and the end of the turn, which takes cards away."""
        if seat is None:
            return
        held = frozenset(hand_of(state, seat)) & pieces
        yield from (Play(CardId(card)) for card in sorted(held))
        for card in in_play(state, seat):
            if card in pieces:
                yield from usable(state, seat, card)
        yield from (
            Acquire(card)
            for card in dict.fromkeys((*on_market(state), *state.zones.known(GEMS)))
            if card in pieces and not any(_acquire_refused(state, seat, card))
        )
        yield from (action for action in attacks(game, state, seat) if action.attack in pieces)
        if not pieces.isdisjoint(in_play(state, seat)):
            yield EndTurn()

    def refusals(self, game: HeroRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return the rules that an action breaks."""
        seat = action.by if action.by is not None else self.side[0]
        match action:
            case Play(card):
                held = hand_of(state, seat)
                if card in held or any(name_of(one) == card for one in held):
                    return ()
                return (broken(rule(3, 2), "not_in_hand", card=card),)
            case Use(card, ability):
                return tuple(use_refused(state, seat, card, ability))
            case Acquire(card):
                return tuple(_acquire_refused(state, seat, card))
            case Attack():
                return tuple(_attack_refused(game, state, seat, action))
            case EndTurn():
                return ()
        return (Violation(game.not_now, "not_now"),)

    def answered(self, game: HeroRules, state: State, action: GameAction) -> FrameStep:
        """Carry out the chosen action."""
        seat = action.by
        assert seat is not None  # noqa: S101  # narrows the type: legal actions say whose they are
        match action:
            case Play(card):
                zone = "champions" if record(card).is_champion else "play"
                state = from_hand(state, seat, card, own(seat, zone))
                return then(state, self, Working(seat, card, "play"))
            case Use(card, ability):
                return then(_used(game, state, card, ability), self, Working(seat, card, ability.value))
            case Acquire(card):
                return self._acquired(game, state, seat, card)
            case Attack(owner=owner):
                after = attacked(state, seat, action)
                return wait(after, self) if owner is not None else then(after, self, Falling())
        if game.options.joint_end == "both" and {*state.resting, seat} < set(self.side):
            return wait(altered(state, resting=(*state.resting, seat)), self)
        return instead(state, Ending(self.side))

    def _acquired(self, game: HeroRules, state: State, seat: Seat, card: CardId) -> FrameStep:
        zone, cost = state.zones.zone_of(card), record(card).cost
        assert zone is not None and cost is not None  # noqa: S101, PT018  # narrows the types: it was for sale
        left = max(0, cost - state.counters[seat, Tallied.GOLD])
        state = gained(state, seat, Tallied.GOLD, left - cost)
        for partner in self.side:
            if partner != seat and left:
                state = gained(state, partner, Tallied.GOLD, -left)
        waiting = redirection(game, state, seat, card)
        goes = waiting[2] if waiting is not None else "discard"
        redirects = tuple(one for one in state.redirects if one is not waiting)
        state = altered(state, zones=state.zones.moved(card, own(seat, goes)), redirects=redirects)
        if zone.group != "market":
            return wait(state, self)
        return then(state, self, Drawing(DECK, ZoneName(zone.name)))


def attacked(state: State, seat: Seat, action: Attack) -> State:
    """Return the state after a legal attack: combat spent and damage done, but nobody out yet."""
    assert action.amount is not None  # noqa: S101  # narrows the type: legal ones say it
    state = _spent(state, seat, action.amount)
    if action.owner is not None:
        return _struck(state, CardId(PieceId(str(action.attack))), action.amount)
    whose = holder(state, Seat(str(action.attack)))
    return tallied(state, whose, Tallied.HEALTH, -action.amount)


def gold_of(state: State, seat: Seat) -> int:
    """Return the gold that a seat can pay with; partners may add theirs (DG-8.4)."""
    return sum(state.counters[one, Tallied.GOLD] for one in side_of(state, seat))


def combat_of(state: State, seat: Seat, *, shared: bool) -> int:
    """Return the combat that a seat can spend; `shared`: on a champion, where partners add theirs."""
    return sum(state.counters[one, Tallied.COMBAT] for one in (side_of(state, seat) if shared else (seat,)))


def usable(state: State, seat: Seat, card: CardId) -> Iterator[Use]:
    """Yield the abilities of the player's cards in play that can be used."""
    one = record(card)
    if one.expend and is_prepared(state, card):
        yield Use(card, Ability.EXPEND)
    if one.ally and not state.counters[card, Tallied.ALLY] and has_ally(state, seat, card):
        yield Use(card, Ability.ALLY)
    if one.sacrifice:
        yield Use(card, Ability.SACRIFICE)


def attacks(game: HeroRules, state: State, seat: Seat) -> Iterator[Attack]:
    """Yield every attack with every affordable amount that makes a difference.

    More combat than stuns a champion or fells a player may be spent (DG-6.2), but isn't offered, because both
    look the same on the table.
    """
    alone, shared = combat_of(state, seat, shared=False), combat_of(state, seat, shared=True)
    if alone:
        for whom in targets(state, game.options, seat):
            most = min(alone, enough(state, str(whom)))
            yield from (Attack(str(whom), amount=amount) for amount in range(1, most + 1))
    if shared:
        whole = game.options.whole_defense == "at_once"
        for owner, card in champion_targets(state, game.options, seat):
            most = missing(state, card)
            least = most if whole else 1
            yield from (Attack(str(card), owner, amount) for amount in range(least, min(most, shared) + 1))


def enough(state: State, whom: str) -> int:
    """Return the combat that stuns a champion or fells a player, at least 1."""
    return missing(state, whom) if whom not in state.seats else max(1, health_of(state, Seat(whom)))


def redirection(game: HeroRules, state: State, seat: Seat, card: CardId) -> Redirection | None:
    """Return the redirection that takes an acquired card (reading `redirects`), or None."""
    action = record(card).kind == "action"
    fitting = [one for one in state.redirects if one[0] == seat and (one[1] == "any" or action)]
    match game.options.redirects:
        case "hand_first":
            fitting.sort(key=lambda one: (one[2] != "hand", one[1] == "any"))
        case "any_first":
            fitting.sort(key=lambda one: one[1] != "any")
    return fitting[0] if fitting else None


def use_refused(state: State, seat: Seat, card: CardId, ability: Ability) -> Iterator[Violation]:
    """Yield why an ability can't be used. `card`: a bare name means the seat's first copy in play."""
    card = next((one for one in in_play(state, seat) if card in (one, name_of(one))), card)
    if owner_of(state, card) != seat:
        yield broken(rule(3, 2), "not_in_play", card=card)
        return
    one = record(card)
    if not one.does(ability):
        yield broken(rule(3, 2), _LACKS[ability], card=card)
    elif ability is Ability.EXPEND and not is_prepared(state, card):
        yield broken(rule(4, 3), "expended", card=card)
    elif ability is Ability.ALLY:
        if state.counters[card, Tallied.ALLY]:
            yield broken(rule(4, 4), "ally_used", card=card)
        if not has_ally(state, seat, card):
            yield broken(rule(4, 4), "no_ally", card=card)


def _used(game: HeroRules, state: State, card: CardId, ability: Ability) -> State:
    match ability:
        case Ability.EXPEND:
            return altered(state, zones=state.zones.turned(card, sideways=True))
        case Ability.ALLY:
            return tallied_as(state, card, Tallied.ALLY, 1)
        case Ability.SACRIFICE:
            back = name_of(card) == FIRE_GEM and game.options.sacrificed_gem == "stack"
            zones = state.zones.moved(card, GEMS if back else SACRIFICED)
            return altered(untallied(state, card), zones=zones)


def _acquire_refused(state: State, seat: Seat, card: str) -> Iterator[Violation]:
    offered = [*on_market(state), *state.zones.known(GEMS)]
    if card not in offered and all(name_of(one) != card for one in offered):
        yield broken(rule(5, 1), "not_for_sale", card=card)
        return
    cost, gold = record(card).cost or 0, gold_of(state, seat)
    if cost > gold:
        yield broken(rule(5, 1), "too_dear", card=card, cost=cost, gold=gold)


def _attack_refused(game: HeroRules, state: State, seat: Seat, action: Attack) -> Iterator[Violation]:
    named = str(action.attack)
    champion = named not in state.seats
    owner = action.owner if champion else Seat(named)
    if champion:
        owner = owner_of(state, named) if owner is None else owner
        if owner is None or owner_of(state, named) != owner or not record(named).is_champion:
            yield broken(rule(6, 1), "no_such_champion", card=named)
            return
    assert owner is not None  # noqa: S101  # narrows the type: as above
    allowed = with_champions(state, seat) if champion else attackable(state, seat)
    if owner not in allowed:
        yield from _format_refused(state, seat, owner, champion=champion)
    elif guards := tuple(guards_before(state, game.options, owner, named if champion else None)):
        yield broken(rule(6, 3), "guarded", card=guards[0], seat=str(owner))
        if owner_of(state, guards[0]) != owner:
            yield broken(rule(8, 4), "team_guard", card=guards[0], seat=str(owner))
    combat, amount = combat_of(state, seat, shared=champion), action.amount or 0
    if amount < 1:
        yield broken(rule(6, 1), "no_amount")
    if amount > combat or not combat:
        yield broken(rule(6, 1), "no_combat", amount=amount, combat=combat)
    elif champion and game.options.whole_defense == "at_once" and amount < missing(state, named):
        yield broken(rule(6, 2), "not_whole", amount=amount, defense=missing(state, named))


def _format_refused(state: State, seat: Seat, owner: Seat, *, champion: bool) -> Iterator[Violation]:
    if owner not in state.in_play:
        yield broken(rule(6, 6), "is_out", seat=str(owner))
    elif owner in side_of(state, seat):
        yield broken(rule(6, 1), "own_side", seat=str(owner))
        if owner != seat:
            yield broken(rule(8, 4), "own_side", seat=str(owner))
    else:
        reason = "champion_too_far" if champion else "not_left"
        yield broken(rule(8, 2), reason, seat=str(owner))
        if state.format is Format.HUNTER_LAST:
            yield broken(rule(8, 3), reason, seat=str(owner))


def _spent(state: State, seat: Seat, amount: int) -> State:
    """Return the state with combat spent, first the player's, then the partners'."""
    for one in (seat, *(partner for partner in side_of(state, seat) if partner != seat)):
        paid = min(amount, state.counters[one, Tallied.COMBAT])
        state, amount = gained(state, one, Tallied.COMBAT, -paid), amount - paid
    return state


def _struck(state: State, champion: CardId, amount: int) -> State:
    if amount >= missing(state, champion):
        return stunned(state, champion)
    return tallied(state, champion, Tallied.DAMAGE, amount)
