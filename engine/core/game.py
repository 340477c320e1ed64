"""The one interface of every game: six desks of pure functions on frozen states.

A game object is bound to a board, options and content; it holds no match. Games know no clock, I/O,
randomness or logging. `S` is the game's state, `A` its action, both frozen values with equality and hash.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from engine.core.decisions import Chooser
from engine.core.desks.advice import AdviceDesk
from engine.core.desks.files import FilesDesk
from engine.core.desks.rules import RulesDesk
from engine.core.desks.secrets import SecretsDesk
from engine.core.desks.table import TableDesk
from engine.core.desks.words import WordsDesk
from engine.core.ids import Seat

S = TypeVar("S")
A = TypeVar("A")


class Game(
    AdviceDesk[S, A],
    RulesDesk[S, A],
    TableDesk[S, A],
    SecretsDesk[S, A],
    WordsDesk[S, A],
    FilesDesk[S, A],
    Protocol[S, A],
):
    """A whole game. A class that extends it brings every method that has no body here."""


BY = "by"
"""In files and commands: the key of the seat that an action belongs to."""


def as_listed(game: RulesDesk[S, A], state: S, action: A) -> A:
    """Return a seat's legal action in the form that `legal_actions` lists and journals keep.

    An action that isn't offered stays as it is, and so does an action of chance.
    """
    return game.listed(state, action) if game.decider(state).chooser is Chooser.SEAT else action


def come_to_the_same(game: RulesDesk[S, A], one: S, other: S) -> bool:
    """Tell whether two positions are the same, or differ in nothing that still matters."""
    return one == other or game.comes_to_the_same(one, other)


def own_actions(game: RulesDesk[S, A], state: S, seat: Seat) -> Sequence[A]:
    """Return the legal actions that are a seat's to choose, in the game's order."""
    actions = game.legal_actions(state)
    if not game.names_actors or len(game.decider(state).seats) < 2:
        return actions
    return [action for action in actions if game.actor(state, action) == seat]


def written_by(game: RulesDesk[Any, Any], written: Mapping[str, Any], seat: Seat | None) -> dict[str, Any]:
    """Return a written action with the seat that sends it, where the game's actions say whose they are.

    A seat that the action already names stays.
    """
    if seat is None or not game.names_actors:
        return dict(written)
    return {BY: str(seat), **written}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A table's choices: the content pack and the options that differ from their defaults."""

    content: str = "house"
    """The name of the content pack."""
    options: dict[str, str] = field(default_factory=dict)
    """The chosen values, by the options' names."""
