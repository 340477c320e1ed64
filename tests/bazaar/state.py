"""The bazaar's state, actions and zones."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.ids import RuleId, Seat
from engine.kit.choosing.actions import GameAction
from engine.kit.position import Position
from engine.kit.zones.box import CardId
from engine.kit.zones.tabletop import CardZone, Tabletop, hand, pile, slot, slots, spread
from tests.bazaar.content import box

SEATS = (Seat("a"), Seat("b"), Seat("c"))
MARKET = 3

CHOICES: Mapping[str, tuple[str, ...]] = {"asked": ("able", "all"), "hands": ("known", "counted")}


@dataclass(frozen=True, kw_only=True)
class State(Position[str]):
    """A match of the bazaar."""


@dataclass(frozen=True, slots=True)
class Play(GameAction):
    """Play a card from hand, some of them on another seat."""

    play: CardId
    on: Seat | None = None


@dataclass(frozen=True, slots=True)
class Use(GameAction):
    """Turn a card that lies before one by a quarter for its effect."""

    use: CardId


@dataclass(frozen=True, slots=True)
class Acquire(GameAction):
    """Buy a card from the market."""

    acquire: CardId


@dataclass(frozen=True, slots=True)
class Respond(GameAction):
    """Answer with a card from hand."""

    respond: CardId


@dataclass(frozen=True, slots=True)
class Unmask(GameAction):
    """Turn up the seat's mask for its effect."""

    unmask: CardId


@dataclass(frozen=True, slots=True)
class EndTurn(GameAction):
    """End the turn."""

    end_turn: bool = True


ACTIONS: tuple[type[GameAction], ...] = (Play, Use, Acquire, Respond, Unmask, EndTurn)


def rule(number: int) -> RuleId:
    """Return the id of a rule."""
    return RuleId(f"BZ-{number}")


def tabletop(seats: tuple[Seat, ...]) -> Tabletop:
    """Return the zones, each on the cell of its own name."""
    own: list[CardZone] = []
    for seat in seats:
        own += [
            hand(seat),
            spread(f"{seat}.play", owner=seat),
            slot(f"{seat}.mask", face_up=False, owner=seat, back="mask"),
        ]
    common = (
        pile("deck", face_up=False),
        pile("discard", face_up=True),
        pile("masks", face_up=False, back="mask"),
        slot("judged"),
        *slots("market", MARKET),
    )
    return Tabletop(seats, (*common, *own), box())
