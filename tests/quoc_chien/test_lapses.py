"""Nobody lives on without health but by what keeps it alive, by whatever road that is lost (QC-6.1)."""

from typing import Any

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.games.quoc_chien.game import QuocChien
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.state import State, put
from engine.games.registry import usual_board

GAME = QuocChien(load_board(usual_board("quoc_chien")), Ruleset(options={"boxes": "all"}))
S1, S2 = Seat("s1"), Seat("s2")


def done(state: State, *steps: dict[str, Any]) -> State:
    for step in steps:
        action = GAME.parse_action(entry_of(step))
        assert GAME.violations(state, action) == (), step
        state = GAME.apply(state, action)
    return state


def test_whose_health_limit_is_taken_to_nothing_is_dead() -> None:
    mine = {"generals": ["huatuo", "yuanshao"], "revealed": ["head"], "hand": ["sha.S7"]}
    players = {
        "s1": {"health": 1, "max_health": 1, **mine},
        "s2": {"health": 1, "generals": ["zhoutai", "sunquan"], "revealed": ["head"]},
        "s3": {"kingdom": "shu"},
        "s4": {"kingdom": "wei"},
    }
    state = GAME.initial(entry_of({"players": players, "deck": ["sha.C8"]}))
    state = put(state, S1, Family.GIVEN.of("benghuai"), 1)
    state = done(state, {"use": "sha.S7", "on": ["s2"]}, {"skill": "buqu", "by": "s2"})
    state = done(state, {"end_play": True}, {"choose": 2, "by": "s1"})
    assert state.out == (S1,)


def test_wounds_are_gone_with_the_skill_that_laid_them() -> None:
    players = {
        "s1": {"hand": ["sha.S7"]},
        "s2": {"health": 1, "hand": ["tao.H4"], "generals": ["zhoutai", "sunquan"], "revealed": ["head"]},
        "s3": {},
    }
    state = GAME.initial(entry_of({"players": players, "deck": ["sha.C8"]}))
    state = done(state, {"use": "sha.S7", "on": ["s2"]}, {"skill": "buqu", "by": "s2"})
    assert state.zones.known("s2.wounds") == ("sha.C8#1",)
    state = GAME.begun(put(state, S2, Family.LOST.of("buqu"), 1))
    assert state.zones.known("s2.wounds") == ()
    assert GAME.decider(state).kind == "dying"
    assert done(state, {"respond": "tao.H4", "by": "s2"}).counters[S2, Count.HEALTH] == 1
