"""Resolving: windows, triggers within triggers, what was begun changed or called off."""

import json
from typing import Any

import pytest

from engine.core.document import entry_of
from engine.core.faults import CallerFault, InputFault
from engine.core.ids import Seat
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.position import next_seat, order_from
from engine.kit.resolving.answer_windows import Asks
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, answered, dropped, nearest, settled
from tests.kit.bells import SEATS, WALLS, Bells, Block, Endless, Hit, Hitting, Ring, State, said

P1, P2, P3 = SEATS


def start(game: Bells, **setup: Any) -> State:
    return game.initial(entry_of(setup))


def played(game: Bells, state: State, *actions: GameAction) -> State:
    for action in actions:
        assert game.violations(state, action) == (), game.format_action(action)
        kept = game.load(json.loads(json.dumps(game.dump(state))))
        assert kept == state
        assert game.apply(kept, action) == game.apply(state, action)
        state = game.apply(state, action)
    return state


def test_without_answers_and_bells_a_hit_lands_at_once_and_its_frame_below_gets_to_know() -> None:
    game = Bells()
    state = played(game, start(game), Hit(P2))
    assert state.log == ("turn:None", "p2-2", "turn:2")
    assert game.decider(state).kind == "turn"


def test_a_trigger_that_must_goes_off_unasked_and_one_that_may_asks_its_owner() -> None:
    game = Bells()
    state = start(game, bells=[["p3", "harder", "hit", "may"], ["p2", "ding", "hit", "must"]])
    state = played(game, state, Hit(P2))
    assert state.log[1:] == ("(p2.ding", "p2.ding)")
    assert game.decider(state).seats == (P3,)
    assert [game.format_action(one) for one in game.legal_actions(state)] == [
        {"ring": "harder", "by": "p3"},
        {"pass": True, "by": "p3"},
    ]
    assert played(game, state, Pass()).log[-2:] == ("p2-2", "turn:2")
    assert played(game, state, Ring("harder")).log[-2:] == ("p2-5", "turn:5")


def test_owners_come_in_turn_order_and_each_orders_its_own() -> None:
    game = Bells()
    rows = [["p1", "a", "hit", "may"], ["p3", "b", "hit", "may"], ["p3", "c", "hit", "may"]]
    state = played(game, start(game, bells=rows), Hit(P2))
    assert game.decider(state).seats == (P3,)
    state = played(game, state, Ring("c"), Ring("b"))
    assert game.decider(state).seats == (P1,)
    state = played(game, state, Ring("a"))
    assert [one for one in state.log if one.startswith("(")] == ["(p3.c", "(p3.b", "(p1.a"]


def test_several_that_must_are_ordered_by_their_owner_who_cant_pass() -> None:
    game = Bells()
    rows = [["p2", "a", "hit", "must"], ["p2", "b", "hit", "must"]]
    state = played(game, start(game, bells=rows), Hit(P2))
    assert game.legal_actions(state) == (Ring("a", by=P2), Ring("b", by=P2))
    assert played(game, state, Ring("b")).log[1:5] == ("(p2.b", "p2.b)", "(p2.a", "p2.a)")


def test_a_trigger_within_a_trigger_is_resolved_before_the_outer_one() -> None:
    game = Bells()
    rows = [
        ["p2", "a", "hit", "may"],
        ["p3", "b", "rung a", "may"],
        ["p1", "c", "rung b", "must"],
        ["p2", "d", "rung c", "must"],
    ]
    state = played(game, start(game, bells=rows), Hit(P2), Ring("a"), Ring("b"))
    assert state.log[1:-2] == ("(p2.a", "(p3.b", "(p1.c", "(p2.d", "p2.d)", "p1.c)", "p3.b)", "p2.a)")


def test_nesting_has_no_limit() -> None:
    game = Bells()
    rows = [["p2", "x0", "hit", "must"]]
    rows += [[f"p{n % 3 + 1}", f"x{n + 1}", f"rung x{n}", "must"] for n in range(300)]
    state = played(game, start(game, bells=rows), Hit(P2))
    assert sum(one.startswith("(") for one in state.log) == 301
    assert state.log[-2:] == ("p2-2", "turn:2")


def test_a_trigger_calls_off_what_it_hangs_on_and_all_above_it() -> None:
    game = Bells()
    state = played(game, start(game, bells=[["p3", "stop", "hit", "must"]]), Hit(P2))
    assert "p2-2" not in state.log
    assert game.decider(state).kind == "turn"


def test_a_window_asks_in_turn_order_only_those_who_can_answer() -> None:
    game = Bells()
    state = played(game, start(game, p1=["wall#1"], p3=["wall#2"]), Hit(P2))
    assert game.decider(state).seats == (P3,)
    assert game.decider(state).continues
    state = played(game, state, Pass())
    assert game.decider(state).seats == (P1,)
    assert played(game, state, Pass()).log[-2:] == ("p2-2", "turn:2")


def test_where_all_are_asked_who_can_answer_is_asked_as_others_are() -> None:
    game = Bells(asks=Asks.ALL)
    holding, empty = (played(game, start(game, p3=cards), Hit(P2)) for cards in (["wall#2"], []))
    for _ in range(3):
        assert game.decider(holding) == game.decider(empty)
        holding, empty = (played(game, state, Pass()) for state in (holding, empty))


def test_several_are_asked_at_once_and_whoever_is_first_answers() -> None:
    game = Bells(at_once=True)
    state = played(game, start(game, p1=["wall#1"], p3=["wall#2"]), Hit(P2))
    assert game.decider(state).seats == (P3, P1)
    blocked = played(game, state, Block(WALLS[0], by=P1))
    assert blocked.log[-1] == "block0:p1"
    # The block itself can be answered: a window within the window.
    assert game.decider(blocked).seats == (P3,)
    assert played(game, blocked, Block(WALLS[1])).log[-3:] == ("block1:p3", "p2-2", "turn:2")
    waiting = played(game, state, Pass(by=P3))
    assert game.decider(waiting).seats == (P1,)


def test_a_pass_that_stands_isnt_asked_again_for_the_same_kind() -> None:
    game = Bells()
    state = played(game, start(game, p3=["wall#2"]), Hit(P2), Pass(standing=True))
    assert state.standing == ((P3, "respond"),)
    assert played(game, state, Hit(P2)).log[-2:] == ("p2-2", "turn:2")


def test_a_seat_may_be_asked_at_a_moment_though_it_has_nothing() -> None:
    game = Bells(more=("p3",))
    state = played(game, start(game), Hit(P2))
    assert game.decider(state).seats == (P3,)
    assert game.legal_actions(state) == (Pass(by=P3),)
    assert played(game, state, Pass()).log[-1] == "turn:2"


def test_what_isnt_offered_is_refused_with_a_rule() -> None:
    game = Bells()
    state = start(game)
    assert [one.reason for one in game.violations(state, Hit(P1))] == ["not_now"]
    assert [one.reason for one in game.violations(state, Hit(P2, by=P3))] == ["not_yours"]
    assert [one.reason for one in game.violations(state, Block(WALLS[0]))] == ["not_now"]


def test_frames_that_never_ask_anybody_are_found_out() -> None:
    game = Bells()
    state = State(zones=start(game).zones, seats=SEATS, turn=P1, stack=(Endless(),))
    with pytest.raises(CallerFault, match="Endless"):
        settled(game, state)


def test_what_isnt_being_resolved_cant_be_changed_or_called_off() -> None:
    game = Bells()
    state = start(game)
    assert nearest(state, Hitting) is None
    with pytest.raises(CallerFault, match="Hitting"):
        amended(state, Hitting, damage=1)
    with pytest.raises(CallerFault, match="Hitting"):
        dropped(state, Hitting)


def test_an_action_reaches_only_the_topmost_frame() -> None:
    game = Bells()
    state = played(game, start(game, p3=["wall#2"]), Hit(P2))
    assert [type(one).__name__ for one in state.stack] == ["Turn", "Hitting", "Blocking"]
    assert answered(game, state, Block(WALLS[1], by=P3)).log[-1] == "turn:2"


@pytest.mark.parametrize(
    "changed",
    [
        {"stack": [{"frame": "Turn"}]},
        {"stack": [{"frame": "Unheard", "seat": "p1"}]},
        {"stack": [{"frame": "Turn", "seat": 3}]},
        {"stack": "Turn"},
        {"round": "two"},
        {"round": True},
        {"turn": None},
        {"more": 1},
    ],
)
def test_a_state_that_was_tampered_with_isnt_loaded(changed: dict[str, Any]) -> None:
    game = Bells()
    with pytest.raises(InputFault):
        game.load({**game.dump(start(game)), **changed})


def test_turn_order_goes_round_and_leaves_out_who_is_out() -> None:
    state = State(zones=start(Bells()).zones, seats=SEATS, turn=P1, out=(P2,))
    assert order_from(state, P3) == (P3, P1)
    assert order_from(state, P2) == (P3, P1)
    assert next_seat(state, P1) == P3
    assert next_seat(State(zones=state.zones, seats=SEATS, turn=P1, out=(P2, P3)), P1) == P1
    assert order_from(state, Seat("p1"), with_first=False) == (P3,)


class Tolling(Bells):
    """Bells by whose rules a bell that rings is followed by a toll, whatever else was to come."""

    def overdue(self, state: State, stack: tuple[StackFrame, ...]) -> FrameStep | None:
        rings = "(p2.ding" in state.log and "toll" not in state.log
        return FrameStep(said(state, "toll")) if rings else None


def test_what_is_overdue_comes_before_the_frame_that_would_go_on() -> None:
    game = Tolling()
    state = played(game, start(game, bells=[["p2", "ding", "hit", "must"]]), Hit(P2))
    assert state.log[1:] == ("(p2.ding", "toll", "p2.ding)", "p2-2", "turn:2")
