"""The end of a turn, and of players: discarding, drawing, the next turn, eliminations (DG-6.6, DG-7)."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.hero_realms.position.sides import ended, health_of, holder, right_of, side_of
from engine.games.hero_realms.position.state import (
    Came,
    Format,
    HeroRules,
    State,
    after_turn,
    champions,
    own,
    played,
)
from engine.games.hero_realms.turn.working import drawing, healed
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.position import order_from
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead

HAND = 5
HEALED_FOR_A_KILL = 10


@dataclass(frozen=True, slots=True)
class Ending(StackFrame):
    """A side discards its played cards and its hand, prepares its champions and draws five (DG-7)."""

    side: tuple[Seat, ...]
    """The seats of the side."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Discard, prepare the champions, and draw."""
        del came
        state = altered(after_turn(state), redirects=(), resting=())
        for seat in self.side:
            state = _put_away(state, seat)
        # Discard piles are open to all (DG-7.3): they reveal the cards of hands that were only counted.
        shown = [
            Drawing(own(seat, "hand"), own(seat, "discard"), state.zones.count(own(seat, "hand")))
            for seat in self.side
        ]
        draws = [drawing(game, seat, HAND) for seat in self.side]
        return instead(state, *shown, *draws, Following())


@dataclass(frozen=True, slots=True)
class Following(StackFrame):
    """The next side's turn begins (DG-3.1)."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Begin the side's main phase."""
        del came
        mine = side_of(state, state.turn)
        turn = next(holder(state, seat) for seat in order_from(state, state.turn) if seat not in mine)
        rounds = state.round + (order_from(state, state.seats[0])[0] == turn)
        state = altered(state, turn=turn, round=rounds)
        return instead(state, game.main(side_of(state, turn)))


@dataclass(frozen=True, slots=True)
class Falling(StackFrame):
    """A player without health is out; in a hunt to the last, its right neighbour gains health (DG-8.3)."""

    def run(self, game: HeroRules, state: State, came: Came) -> FrameStep:
        """Find the players who are out, and whether the match is over."""
        del came
        fallen = tuple(seat for seat in state.in_play if health_of(state, seat) <= 0)
        if not fallen:
            return done(state)
        state = altered(state, out=(*state.out, *fallen))
        outcome = ended(state, fallen)
        if outcome is not None or state.format is not Format.HUNTER_LAST:
            return done(altered(state, ended=outcome))
        hunter = right_of(state, fallen[0])
        state = healed(game, state, hunter, HEALED_FOR_A_KILL)
        return instead(state, drawing(game, hunter, 1))


def _put_away(state: State, seat: Seat) -> State:
    zones = state.zones
    for card in played(state, seat):
        zones = zones.moved(card, own(seat, "discard"))
    hand = own(seat, "hand")
    for card in zones.known(hand):
        zones = zones.moved(card, own(seat, "discard"))
    for card in champions(state, seat):
        if zones.look(card).sideways:
            zones = zones.turned(card, sideways=False)
    return altered(state, zones=zones)


ENDING_FRAMES: tuple[type[StackFrame], ...] = (Ending, Following, Falling)
