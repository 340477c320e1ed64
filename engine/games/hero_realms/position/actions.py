"""The actions of players, as scenario files write them."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import Ability
from engine.kit.choosing.actions import GameAction, Option
from engine.kit.zones.box import CardId


@dataclass(frozen=True, slots=True)
class Play(GameAction):
    """Play a card from hand (DG-4.1, DG-4.2)."""

    play: CardId
    """The card."""


@dataclass(frozen=True, slots=True)
class Use(GameAction):
    """Use an ability of the player's cards in play (DG-3.2)."""

    use: CardId
    """The card."""
    ability: Ability
    """The ability."""


@dataclass(frozen=True, slots=True)
class Acquire(GameAction):
    """Buy a card of the market, or a fire gem (DG-5)."""

    acquire: CardId
    """The card that is bought."""


@dataclass(frozen=True, slots=True)
class Attack(GameAction):
    """Attack a player or a champion (DG-6)."""

    attack: Option
    """The player's seat, or the champion."""
    owner: Seat | None = None
    """The champion's owner; None where only one player has that champion."""
    amount: int | None = None
    """The combat that is used; None: as much as the target needs."""


@dataclass(frozen=True, slots=True)
class EndTurn(GameAction):
    """End the main phase; discarding and drawing follow (DG-7)."""

    end_turn: bool = True
    """Always true: it's the word of the action in files."""


@dataclass(frozen=True, slots=True)
class Begin(GameAction):
    """Chance: who has the first turn (DG-2.2)."""

    begin: Seat
    """The seat that has the first turn."""


ACTIONS: tuple[type[GameAction], ...] = (Play, Use, Acquire, Attack, EndTurn, Begin)
