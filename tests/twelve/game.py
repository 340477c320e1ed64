"""Twelve: in turn two players take a card from a row; whoever first has twelve or more wins."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.core.board import Board
from engine.core.decisions import Outcome
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId, RuleId, Seat
from engine.kit import scenario_words
from engine.kit.choosing.actions import GameAction
from engine.kit.game import TableGame
from engine.kit.position import Position, next_seat
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, instead, wait
from engine.kit.zones.box import Box, CardId, name_of
from engine.kit.zones.tabletop import Tabletop, spread
from engine.kit.zones.zone_layout import cells_of
from engine.kit.zones.zones import Zones
from tests.twelve.texts import TEXTS

SEATS = (Seat("left"), Seat("right"))
CARDS = Box.of({"two": 2, "three": 2, "four": 2, "five": 2})
WORTH = {"two": 2, "three": 3, "four": 4, "five": 5}


@dataclass(frozen=True, slots=True)
class Take(GameAction):
    """Take a card from the row: `{take: five}`."""

    take: CardId


@dataclass(frozen=True, slots=True)
class Turn(StackFrame):
    """A player's turn."""

    seat: Seat

    def run(self, game: Any, state: Position[str], came: Any) -> FrameStep:
        """Wait for the player, unless the row is empty: then nobody has won."""
        ended = Outcome((), RuleId("TW-2"), "empty") if state.zones.is_empty("row") else None
        return wait(replace(state, ended=ended), self)

    def waits(self, game: Any, state: Position[str]) -> Waiting:
        """Return the seat whose turn it is."""
        return Waiting((self.seat,), "turn", continues=False)

    def options(self, game: Any, state: Position[str], seat: Seat | None) -> Iterable[GameAction]:
        """Return all that may be done: take one of the cards in the row."""
        return [Take(card) for card in state.zones.known("row")]

    def answered(self, game: Any, state: Position[str], action: Any) -> FrameStep:
        """Lay the card before the player; it's the other one's turn, or this one has won."""
        zones = state.zones.moved(action.take, f"{self.seat}.taken")
        worth = sum(WORTH[name_of(card)] for card in zones.known(f"{self.seat}.taken"))
        ended = Outcome((self.seat,), RuleId("TW-2"), "twelve") if worth >= 12 else None
        following = next_seat(state, self.seat)
        rounds = state.round + (following == SEATS[0])
        after = replace(state, zones=zones, turn=following, round=rounds, ended=ended)
        return instead(after, Turn(following))


class Twelve(TableGame[Position[str]]):
    """The game, bound to a board."""

    name = "twelve"
    texts = TEXTS
    not_now = RuleId("TW-1")
    state_kind = Position
    frames = (Turn,)
    actions = (Take,)

    def __init__(self, board: Board, ruleset: Ruleset) -> None:
        """See that the board has the zones."""
        del ruleset
        zones = (spread("row"), *(spread(f"{seat}.taken", owner=seat) for seat in SEATS))
        super().__init__(Tabletop(SEATS, zones, CARDS))
        if not set(cells_of(self.tabletop)) <= set(board.surface.cells):
            raise InputFault(f"the board {board.name} isn't for Twelve")

    def initial(self, setup: Entry | None) -> Position[str]:
        """Lay out what a scenario says; without one, all cards lie in the row."""
        zones = Zones.empty(self.tabletop)
        if setup is None:
            zones = zones.put("row", CARDS.cards)
        else:
            names = tuple(str(zone.name) for zone in self.tabletop.zones)
            for zone, cards in setup.fields(optional=names).items():
                zones = scenario_words.put_cards(zones, zone, cards)
        return self.begun(Position(zones=zones, seats=SEATS, turn=SEATS[0], stack=(Turn(SEATS[0]),)))

    def intents(self, state: Position[str], piece: PieceId, place: str) -> list[GameAction]:
        """Return the action that laying a card before a player means: this player takes it."""
        known = piece in CARDS.numbers
        return [Take(CardId(piece), by=seat) for seat in SEATS if known and place == f"{seat}.taken"]


GAME = Twelve
