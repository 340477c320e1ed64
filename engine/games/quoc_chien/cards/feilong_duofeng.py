"""Feilong Duofeng: weapon. By older printings a player killed by it returns with another general."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.content.generals import generals, halves_of
from engine.games.quoc_chien.options import Options
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.large_kingdoms import is_smallest
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    GENERALS,
    PHASES,
    PLACES,
    State,
    cards_of,
    general_in,
    has_equipped,
    held,
    own,
    put,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.effects import Dropping, Robbing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.revealing import put_back
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, nearest, then
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.parts import FramePart

SWORD = "feilong-duofeng"

HEALTH = 2
"""The health that a player returns with."""


@known
class DragonSword(Stepwise):
    """Phi Long Đoạt Phượng: a Slash's target discards a card.

    If the Slash leaves it dying, the owner takes one of its hand cards.

    By the older printing no card is taken, and the victim may come back (`returning`).
    """

    name = SWORD
    moments = (Moment.TARGETED, Moment.DYING)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner's Slash names a player with cards, or left a player dying."""
        if firing.moment == Moment.TARGETED:
            target = firing.seat_of("target")
            mine = is_own(firing, "user", seat) and firing.fact("name") in SLASHES
            return mine and bool(cards_of(state, target))
        damage = nearest(state, Damage)
        newer = game.options.duofeng == "newer"
        dealt = damage is not None and damage.source == seat and damage.card in SLASHES
        mine = newer and dealt and is_own(firing, "source", seat)
        victim = firing.seat_of("victim")
        return mine and victim != seat and bool(held(state, victim))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Have the target discard a card, or take one."""
        if use.fact("moment") == "targeted":
            return instead(state, Dropping(use.seat_of("target"), 1, all_of_it=True))
        return instead(state, Robbing(use.seat, use.seat_of("victim"), keeps=True, places=("hand",)))


def returning(options: Options, state: State, victim: Seat, killer: Seat | None) -> tuple[StackFrame, ...]:
    """Return the frame where a victim may return.

    It must be a victim of the sword's Slash, and its kingdom one of the smallest.
    """
    if options.duofeng != "older" or state.ended is not None or killer is None or killer in state.out:
        return ()
    damage = nearest(state, Damage)
    slashed = damage is not None and damage.victim == victim and damage.card in SLASHES
    if not slashed or not has_equipped(state, killer, SWORD):
        return ()
    taken_in = kingdom_of(state, killer) not in (None, CAREERIST) and is_smallest(state, killer)
    return (Returning(victim, killer),) if taken_in and not state.zones.is_empty(GENERALS) else ()


class ReturnPart(FramePart):
    """The parts of a return."""

    ASK_KILLER = 0
    ASK_DEAD = 1
    DRAW = 2
    COME_BACK = 3


@dataclass(frozen=True, slots=True)
class Returning(StackFrame):
    """A dead player returns if both players agree.

    Its new general is the first drawn one of the killer's kingdom.
    """

    seat: Seat
    """The seat that comes back."""
    killer: Seat
    """The seat whose kingdom it joins."""
    part: ReturnPart = ReturnPart.ASK_KILLER
    """The next part."""

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask the killer, ask the dead player, and draw generals until one is of the kingdom."""
        following = altered(self, part=self.part.following)
        dealt = own(self.seat, "dealt")
        match self.part:
            case ReturnPart.ASK_KILLER:
                return then(state, following, Choosing(self.killer, SWORD, (1,), 0))
            case ReturnPart.ASK_DEAD if came:
                return then(state, following, Choosing(self.seat, SWORD, (1,), 0))
            case ReturnPart.DRAW if came:
                return then(state, following, Drawing(GENERALS, dealt, 1, self.seat))
            case ReturnPart.COME_BACK:
                kingdom = str(kingdom_of(state, self.killer))
                found = next(
                    (str(one) for one in came or () if generals()[str(one)].kingdom == kingdom), None
                )
                if found is None and came:
                    return then(state, self, Drawing(GENERALS, dealt, 1, self.seat))
                state = state if found is None else self._back(game, state, found, kingdom)
                zones = state.zones
                for card in zones.known(dealt):
                    zones = zones.moved(card, GENERALS)
                state = altered(state, zones=zones.shuffled(GENERALS))
                return done(state) if found is None else instead(state, drawing(self.seat, 1))
        return done(state)

    def _back(self, game: QuocRules, state: State, found: str, kingdom: str) -> State:
        """Return the state with the seat in play again, without any of its old cards and counters."""
        seat = self.seat
        zones = state.zones
        for place in PLACES:
            old = general_in(state, seat, place)
            zones = zones if old is None else put_back(game, zones, old)
        zones = zones.moved(found, own(seat, "head"), up=True)
        state = altered(
            state,
            zones=zones,
            counters=state.counters.without(whose=seat),
            out=tuple(one for one in state.out if one != seat),
            kingdoms=(*(one for one in state.kingdoms if one[0] != seat), (seat, kingdom)),
            removed=tuple(one for one in state.removed if not one.startswith(f"{seat}.")),
        )
        state = put(
            put(state, seat, Count.MAX_HEALTH, halves_of(found, head=True)), seat, Count.HEALTH, HEALTH
        )
        if seat == state.turn:  # its turn was over with its death
            state = put(state, seat, Count.PLAY_OVER, 1)
            for phase in PHASES:
                state = put(state, seat, Family.SKIPPED.of(phase), 1)
        return put(put(state, seat, Count.HALF, 1), seat, Count.COMPANIONS, 1)
