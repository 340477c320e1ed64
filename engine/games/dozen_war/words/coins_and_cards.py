"""Coins and equipment cards that players get, lose and take from each other."""

from dataclasses import dataclass
from typing import Annotated

from engine.games.dozen_war.content.effect import Befell, Effect, Worked
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.terms import PLAYER, Fill, Role, Taken, TermMeaning
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.position.holdings import HAND_LIMIT, RobbedHand, Task, Work, draws
from engine.games.dozen_war.position.state import State, altered

Player = Annotated[Role, TermMeaning("who", fill=Fill.PLAYER)]


@dataclass(frozen=True, slots=True)
class Draw(Effect):
    """The player draws equipment cards, then discards down to six (DW-10.3).

    With `amount` below 0 the player discards that many cards of choice, the whole hand when it has fewer.
    """

    amount: Annotated[int, TermMeaning("cards more or less", -3, 3)]
    player: Player = PLAYER
    """The role of the player; in an event, of all players that it stands for."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the draws, or the discards, after everything else that is open."""
        del rules
        return altered(state, agenda=(*state.agenda, *self._tasks(state, _player(use, self.player)))), ()

    def befalls(self, rules: Rules, state: State, use: Use) -> Befell:
        """Return the draws, or the discards, of each player of the role."""
        del rules
        seats = (use.seat,) if self.player == PLAYER else use.units(self.player)
        return state, tuple(task for seat in seats for task in self._tasks(state, seat))

    def _tasks(self, state: State, seat: int) -> tuple[Task, ...]:
        if self.amount > 0:
            return draws(seat, self.amount)
        left = max(0, len(state.cards.hands[seat]) + self.amount)
        return (Task(Work.DISCARD, seat=seat, count=left),)


@dataclass(frozen=True, slots=True)
class Coin(Effect):
    """The player gets coins or pays them; nobody goes below 0."""

    amount: Annotated[int, TermMeaning("coins more or less", -3, 3)]
    player: Player = PLAYER
    """The role of the player."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the player's coins changed."""
        del rules
        return _paid(state, _player(use, self.player), self.amount), ()


@dataclass(frozen=True, slots=True)
class Steal(Effect):
    """The player takes coins, or looks at the hand and takes cards of choice, from another player.

    Takes what is there when there's less.
    """

    what: Annotated[Taken, TermMeaning("what")]
    amount: Annotated[int, TermMeaning("how many", 1, 3)]
    source: Annotated[Role, TermMeaning("the slot of the player it's taken from", fill=Fill.PLAYER)]

    def taken_from(self, role: Role) -> Taken | None:
        """Return the thing that it takes, if it takes from the role's player."""
        return self.what if role == self.source else None

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the coins taken, or with the choice of cards open."""
        del rules
        for source in use.chosen.get(self.source, ())[:1]:
            if self.what is Taken.COIN:
                number = min(self.amount, state.scores.coins[source])
                return _paid(_paid(state, source, -number), use.seat, number), ()
            number = min(self.amount, len(state.cards.hands[source]))
            tasks = (
                Task(Work.STEAL, seat=use.seat, count=number, subject=RobbedHand(source)),
                Task(Work.DISCARD, seat=use.seat, count=HAND_LIMIT),
            )
            return altered(state, agenda=(*state.agenda, *tasks)) if number else state, ()
        return state, ()


def _player(use: Use, role: Role) -> int:
    chosen = use.chosen.get(role)
    return chosen[0] if chosen else use.seat


def _paid(state: State, seat: int, amount: int) -> State:
    coins = tuple(max(0, n + amount) if one == seat else n for one, n in enumerate(state.scores.coins))
    return altered(state, scores=altered(state.scores, coins=coins))
