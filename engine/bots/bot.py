"""The interface of bots, and the simplest bot."""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from engine.core.game import Game, own_actions
from engine.core.ids import Seat


class Bot(Protocol):
    """A player without a person: for the same state and the same `chance` it chooses the same action."""

    @property
    def name(self) -> str:
        """Its name in reports, and the name that `open_bot` makes it from (`greedy`)."""

    def choose(self, game: Game[Any, Any], state: Any, seat: Seat, chance: Random) -> Any:
        """Return a legal action for a seat that owes a decision, by that seat's knowledge alone."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Takes any legal action."""

    name: str = "random"
    """The bot's name."""

    def choose(self, game: Game[Any, Any], state: Any, seat: Seat, chance: Random) -> Any:
        """Return one of the seat's legal actions, each equally likely."""
        return chance.choice(own_actions(game, state, seat))


def seats_of(game: Game[Any, Any], state: Any) -> tuple[Seat, ...]:
    """Return the players of a match by seat."""
    return tuple(one.seat for one in game.view(state, None).seats)


def as_known(game: Game[Any, Any], state: Any, seat: Seat, chance: Random) -> Any:
    """Return a state that a seat may imagine: all that it can't know is drawn again."""
    return game.determinize(state, seat, chance)
