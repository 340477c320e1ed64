"""Jiedao Sharen, borrowing a knife."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind
from engine.games.quoc_chien.position.actions import Respond
from engine.games.quoc_chien.position.distance import distance, is_within
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, equipment_of, rule
from engine.games.quoc_chien.resolving.card_rules import CardRules, UsedCard, ruled
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.resolving.striking import AskedToStrike, may_strike
from engine.kit.choosing.actions import GameAction
from engine.kit.resolving.frames import FrameStep, StackFrame, done, instead, wait


@ruled
class BorrowedKnife(CardRules):
    """A player with a weapon uses a Slash on another player, or gives the weapon away."""

    name = "jiedao-sharen"
    sets_on_another = True

    def choices(self, state: State, seat: Seat) -> Iterable[tuple[Seat, ...]]:
        """Yield each other player together with each player for that one to attack."""
        others = alive(state, seat, others=True)
        return ((one, other) for one in others for other in alive(state, seat) if other != one)

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation if the target has no weapon, or the second player isn't within its reach."""
        if equipment_of(state, on[0], Kind.WEAPON) is None:
            yield broken(rule(2, 6), "no_weapon", seat=str(on[0]))
        elif not is_within(state, on[0], on[1]):
            yield broken(rule(2, 6), "out_of_range", seat=str(on[1]), far=distance(state, *on))

    def matters(self, state: State, target: Seat, second: Seat | None) -> bool:
        """Tell whether the weapon is still there, or the second player is within reach without it."""
        return equipment_of(state, target, Kind.WEAPON) is not None or (
            second is not None and second not in state.out and is_within(state, target, second)
        )

    def effect(self, game: QuocRules, state: State, using: UsedCard, target: Seat) -> tuple[StackFrame, ...]:
        """Return the frame where the player with the weapon is asked for the Slash."""
        return () if using.second is None else (Borrowing(using.user, target, using.second),)


@dataclass(frozen=True, slots=True)
class Borrowing(AskedToStrike):
    """A seat with a weapon uses a Slash on another, or gives the weapon away."""

    user: Seat
    """The seat that used the trick; it gets the weapon if there's no Slash."""
    target: Seat
    """The seat with the weapon."""
    second: Seat
    """The seat that it should strike."""

    @property
    def striker(self) -> Seat:
        """The seat that holds the weapon."""
        return self.target

    @property
    def struck(self) -> Seat:
        """The seat that is named as the victim."""
        return self.second

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the seat for a Slash, unless it can't use one."""
        del came
        return wait(state, self) if may_strike(game, state, self.target, self.second) else self._given(state)

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Use the Slash, or give the weapon."""
        if not isinstance(action, Respond):
            return self._given(state)
        state, above = self.strikes(game, state, action)
        return instead(state, *above)

    def _given(self, state: State) -> FrameStep:
        weapon = equipment_of(state, self.target, Kind.WEAPON)
        if weapon is None:
            return done(state)
        return instead(taken(state, weapon, self.user), *lost(state, self.target, (weapon,)))
