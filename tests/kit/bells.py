"""A game for tests of resolving: bells that ring others, windows, and a hit that they change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.core.document import Entry
from engine.core.ids import PieceId, RuleId, Seat
from engine.core.sentences import Texts
from engine.kit.choosing.actions import GameAction
from engine.kit.game import TableGame
from engine.kit.position import Position, order_from
from engine.kit.resolving.answer_windows import Asked, Asks, Window
from engine.kit.resolving.frames import (
    FrameStep,
    StackFrame,
    Waiting,
    amended,
    done,
    dropped,
    instead,
    then,
    wait,
)
from engine.kit.resolving.moments import Firing, Trigger
from engine.kit.zones.box import Box, CardId
from engine.kit.zones.tabletop import Tabletop, hand
from engine.kit.zones.zones import Zones

SEATS = (Seat("p1"), Seat("p2"), Seat("p3"))


@dataclass(frozen=True, kw_only=True)
class State(Position[str]):
    """`log`: what happened, for tests to look at. `bells`: whose bells are there: seat, key, moment, must."""

    log: tuple[str, ...] = ()
    bells: tuple[tuple[Seat, str, str, bool], ...] = ()


@dataclass(frozen=True, slots=True)
class Ring(GameAction):
    ring: str


@dataclass(frozen=True, slots=True)
class Hit(GameAction):
    hit: Seat


@dataclass(frozen=True, slots=True)
class Block(GameAction):
    block: CardId


def said(state: State, text: str) -> State:
    return replace(state, log=(*state.log, text))


@dataclass(frozen=True, slots=True)
class Turn(StackFrame):
    seat: Seat

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        return wait(said(state, f"turn:{came}"), self)

    def waits(self, game: Any, state: Any) -> Waiting:
        return Waiting((self.seat,), "turn", continues=False)

    def options(self, game: Any, state: Any, seat: Seat | None) -> Iterable[GameAction]:
        return (Hit(one) for one in order_from(state, self.seat, with_first=False))

    def answered(self, game: Any, state: Any, action: GameAction) -> FrameStep:
        assert isinstance(action, Hit)
        return then(state, self, Hitting(action.hit, 2))


@dataclass(frozen=True, slots=True)
class Hitting(StackFrame):
    """A hit: first all may block it, then bells ring; then it lands."""

    whom: Seat
    damage: int
    part: int = 0

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        after = replace(self, part=self.part + 1)
        if self.part == 0:
            asked = Asked(order_from(state, self.whom), at_once=game.at_once)
            return then(state, after, Blocking(asked))
        if self.part == 1:
            return then(state, after, Firing("hit", (("whom", str(self.whom)),), self.whom))
        return done(said(state, f"{self.whom}-{self.damage}"), self.damage)


@dataclass(frozen=True, slots=True)
class Blocking(Window[Any, Any]):
    """A player with a card may block with it; a block may be blocked, and then isn't one."""

    depth: int = 0

    def responses(self, game: Any, state: Any, seat: Seat) -> Iterable[GameAction]:
        return [Block(card) for card in state.zones.known(f"{seat}.hand")]

    def responded(self, game: Any, state: Any, action: GameAction) -> FrameStep:
        assert isinstance(action, Block)
        assert action.by is not None
        state = replace(state, zones=state.zones.moved(action.block, "gone"))
        others = Asked(order_from(state, action.by, with_first=False), self.asked.at_once)
        after = said(state, f"block{self.depth}:{action.by}")
        return instead(after, Blocked(), Blocking(others, self.depth + 1))


@dataclass(frozen=True, slots=True)
class Blocked(StackFrame):
    """Runs after the window where the block itself might have been blocked."""

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        return done(state)


@dataclass(frozen=True, slots=True)
class Ringing(StackFrame):
    """A bell: it may ring others (`rung` is a moment of its own), and does what its key says."""

    owner: Seat
    key: str
    rung: bool = False

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        if not self.rung:
            state = said(state, f"({self.owner}.{self.key}")
            return then(state, replace(self, rung=True), Firing(f"rung {self.key}", (), self.owner))
        match self.key:
            case "harder":
                state = amended(state, Hitting, damage=5)
            case "stop":
                state = dropped(state, Hitting)
        return done(said(state, f"{self.owner}.{self.key})"))


@dataclass(frozen=True, slots=True)
class Endless(StackFrame):
    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        return then(state, self, Blocked())


class Bells(TableGame[State]):
    name = "bells"
    texts = Texts("bells", Path(__file__).parent / "texts")
    not_now = RuleId("BE-1")
    state_kind = State
    frames = (Turn, Hitting, Blocking, Blocked, Ringing, Endless)
    actions = (Ring, Hit, Block)

    def __init__(self, *, asks: Asks = Asks.ABLE, at_once: bool = False, more: tuple[str, ...] = ()) -> None:
        hands = tuple(hand(seat) for seat in SEATS)
        gone = replace(hands[0], name=type(hands[0].name)("gone"), owner=None)
        super().__init__(Tabletop(SEATS, (*hands, gone), Box.of({"wall": 4})), asks=asks)
        self.at_once = at_once
        self.more = more

    def initial(self, setup: Entry | None) -> State:
        zones = Zones.empty(self.tabletop)
        bells: list[tuple[Seat, str, str, bool]] = []
        for name, one in setup.mapping().items() if setup is not None else ():
            if name == "bells":
                rows = (tuple(word.text() for word in row.sequence()) for row in one.sequence())
                bells = [(Seat(seat), key, moment, must == "must") for seat, key, moment, must in rows]
            else:
                for card in one.sequence():
                    zones = zones.put(f"{name}.hand", [card.text()])
        return self.begun(
            State(zones=zones, seats=SEATS, turn=SEATS[0], stack=(Turn(SEATS[0]),), bells=tuple(bells))
        )

    def triggers(self, state: State, firing: Firing) -> Sequence[Trigger]:
        return [
            Trigger(owner, key, Ring(key), (Ringing(owner, key),), must)
            for owner, key, moment, must in state.bells
            if moment == firing.moment
        ]

    def asks_anyway(self, state: State, firing: Firing, seat: Seat) -> bool:
        return str(seat) in self.more and firing.moment == "hit"


WALLS = tuple(CardId(PieceId(f"wall#{n}")) for n in range(1, 5))
