"""What players do, as scenario files write it."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import Ability
from engine.kit.choosing.actions import GameAction, Option
from engine.kit.zones.box import CardId


@dataclass(frozen=True, slots=True)
class Play(GameAction):
    """Play a card from hand (DG-4.1, DG-4.2)."""

    play: CardId


@dataclass(frozen=True, slots=True)
class Use(GameAction):
    """Use an ability of the player's cards in play (DG-3.2)."""

    use: CardId
    ability: Ability


@dataclass(frozen=True, slots=True)
class Acquire(GameAction):
    """Buy a card of the market, or a fire gem (DG-5)."""

    acquire: CardId


@dataclass(frozen=True, slots=True)
class Attack(GameAction):
    """Attack a player, or a champion, whose `owner` may be left out where only one has it (DG-6).

    `amount`: how much combat; left out: all that it needs.
    """

    attack: Option
    owner: Seat | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class EndTurn(GameAction):
    """End the main phase; discarding and drawing follow (DG-7)."""

    end_turn: bool = True


@dataclass(frozen=True, slots=True)
class Begin(GameAction):
    """Chance: who has the first turn (DG-2.2)."""

    begin: Seat


DEEDS: tuple[type[GameAction], ...] = (Play, Use, Acquire, Attack, EndTurn, Begin)
