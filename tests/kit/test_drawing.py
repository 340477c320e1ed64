"""Drawing: from the top, blindly out of a hand, looked at and put back; nobody else gets to know."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import pytest

from engine.core.document import entry_of
from engine.core.ids import RuleId, Seat
from engine.kit.choosing.actions import Choose, Draw, GameAction
from engine.kit.draws import Drawing, Peeking
from engine.kit.game import TableGame
from engine.kit.position import Position
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, wait
from engine.kit.zones.box import Box
from engine.kit.zones.tabletop import Tabletop, ZoneName, hand, pile
from engine.kit.zones.zones import Zones
from engine.session.matches.chance import drawn
from tests.bots.nim import seeded
from tests.kit.bells import Bells

A, B = Seat("a"), Seat("b")
DECK, HAND_A, HAND_B = ZoneName("deck"), ZoneName("a.hand"), ZoneName("b.hand")


@dataclass(frozen=True, kw_only=True)
class State(Position[str]):
    came: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard(GameAction):
    """`{discard: [a, b]}` is as many choices."""

    discard: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bottom(StackFrame):
    """Keeps the result of a drawing."""

    def run(self, game: Any, state: Any, came: Any) -> FrameStep:
        return wait(replace(state, came=came or ()), self)

    def waits(self, game: Any, state: Any) -> Waiting:
        return Waiting((A,), "turn", continues=False)

    def options(self, game: Any, state: Any, seat: Seat | None) -> list[GameAction]:
        return [Choose(1), Choose(2)]

    def answered(self, game: Any, state: Any, action: GameAction) -> FrameStep:
        return wait(replace(state, came=(*state.came, str(getattr(action, "choose", "")))), self)


class Draws(TableGame[State]):
    name = "draws"
    texts = Bells.texts
    not_now = RuleId("DR-1")
    state_kind = State
    frames = (Bottom,)
    actions = (Discard,)

    def __init__(self) -> None:
        zones = (pile("deck", face_up=False), hand(A), hand(B))
        super().__init__(Tabletop((A, B), zones, Box.of({"gold": 3, "gem": 2, "king": 1})))

    def start(self, frame: StackFrame, *held: str) -> State:
        zones = Zones.empty(self.tabletop).put("b.hand", held)
        zones = zones.put_unknown("deck", self.tabletop.box.everything & ~self.tabletop.box.set_of(held))
        state = State(zones=zones, seats=(A, B), turn=A, stack=(Bottom(),))
        return self.begun(replace(state, stack=(Bottom(), frame)))

    def one_by_one(self, action: GameAction) -> list[GameAction]:
        if isinstance(action, Discard):
            return [Choose(int(one), by=action.by) for one in action.discard]
        return list(super().one_by_one(action))


GAME = Draws()


def test_what_is_drawn_goes_to_the_hand_and_only_who_draws_knows_it() -> None:
    state = GAME.start(Drawing(DECK, HAND_A, 2, A))
    for card in ("king", "gold#2"):
        state = GAME.apply(state, GAME.parse_action(entry_of({"draw": card})))
    assert state.came == ("king", "gold#2")
    assert state.zones.known_to(A, "king")
    assert not state.zones.known_to(B, "king")
    assert state.zones.count(DECK) == 4


def test_out_of_another_hand_any_card_comes_each_as_likely() -> None:
    state = GAME.start(Drawing(HAND_B, HAND_A, 1, A, blind=True), "gold#1", "gem#1", "king")
    assert {str(one.draw) for one in GAME.legal_actions(state) if isinstance(one, Draw)} == {
        "gold#1",
        "gem#1",
        "king",
    }
    chance, came = seeded(3), Counter[str]()
    for _ in range(300):
        came[str(GAME.table_of_actions.cards(drawn(GAME, state, chance))[0])] += 1
    assert min(came.values()) > 60
    after = GAME.apply(state, GAME.parse_action(entry_of({"draw": "king"})))
    assert after.zones.is_in("king", HAND_A)
    assert after.zones.count(HAND_B) == 2


def test_out_of_a_hand_that_is_only_counted_comes_what_may_be_there() -> None:
    counted = Drawing(DECK, HAND_B, 2, B, counted=True)
    state = GAME.start(counted)
    assert state.zones.unnamed(HAND_B) == 2
    state = GAME.begun(replace(state, stack=(Bottom(), Drawing(HAND_B, HAND_A, 1, A, blind=True))))
    outcomes = GAME.chance_outcomes(state)
    assert len(outcomes) == 6
    assert sum(weight for _, weight in outcomes) == pytest.approx(2)
    after = GAME.apply(state, outcomes[-1][0])
    assert after.zones.known(HAND_A) == ("king",)
    assert after.zones.unnamed(HAND_B) == 1


def test_a_look_at_the_top_cards_tells_its_seat_alone_and_leaves_them_there() -> None:
    state = GAME.start(Peeking(DECK, 2, A))
    for card in ("gem#1", "king"):
        state = GAME.apply(state, GAME.parse_action(entry_of({"draw": card})))
    assert state.came == ("gem#1", "king")
    assert state.zones.cards(DECK)[:3] == ("gem#1", "king", None)
    assert state.zones.known_to(A, "king")
    assert not state.zones.known_to(B, "king")
    moved = state.zones.moved("gem#1", DECK, bottom=True)
    assert moved.cards(DECK)[0] == "king"
    assert moved.cards(DECK)[-1] == "gem#1"
    assert moved.known_to(A, "gem#1")
    assert not moved.shuffled(DECK).known_to(A, "gem#1")


def test_a_look_at_more_cards_than_there_are_sees_those_there_are() -> None:
    state = GAME.start(Peeking(HAND_B, 9, A), "gold#1", "king")
    assert sorted(state.came) == ["gold#1", "king"]
    assert state.zones.known_to(A, "king")


def test_a_games_own_words_for_several_choices_are_as_many_choices() -> None:
    state = GAME.start(Peeking(HAND_B, 0, A))
    assert GAME.apply(state, Discard(("1", "2"), by=A)).came == ("1", "2")
    assert GAME.violations(state, Discard(("1", "3"), by=A))
