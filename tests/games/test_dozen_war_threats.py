"""The threat map is what the enemies could really do: every way of moving, warping and attacking is tried."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.core.board import Board
from engine.core.document import entry_of
from engine.core.game import Ruleset
from engine.core.ids import PieceId
from engine.games.dozen_war.actions.actions import Attack, EndTurn, Move, Warp
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.position.state import State
from tests.games import plain_rules
from tests.games.positions import setups
from tests.games.skills_positions import skilled_setups

PATIENT = settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"castle_splash": "on"},
    {"castle_entry": "any", "archer_over_mountain": "on"},
    {"castle_guards": "units", "full_hex": "whole"},
    {"enemy_blocks": "soldiers"},
)
BOOSTS = ("move", "range", "damage", "spill", "again", "attacks")


@dataclass
class Tried:
    """A unit's reach in all its ways: the cells that it stood on, the units that it hit."""

    stood: set[str] = field(default_factory=set)
    hit: set[str] = field(default_factory=set)


def tried(game: DozenWar, state: State, unit: PieceId) -> Tried:
    """All that a unit can do by itself in the turn that begins here."""
    found, waiting, seen = Tried(), [state], {(state.at, state.done.moved, state.marks)}
    while waiting:
        now = waiting.pop()
        for action in game.legal_actions(now):
            if isinstance(action, Attack) and action.piece == unit:
                found.hit |= {str(action.target)} | ({str(action.splash)} if action.splash else set())
            elif isinstance(action, Move | Warp) and action.piece == unit:
                after = game.apply(now, action)
                spot = game.layout(after)[unit]
                found.stood.add(str(spot.cell))
                if (after.at, after.done.moved, after.marks) not in seen:
                    seen.add((after.at, after.done.moved, after.marks))
                    waiting.append(after)
    return found


def check(game: DozenWar, state: State, turns: dict[str, State]) -> None:
    """Compare the threats of a position with what each seat can do in its turn."""
    where = {str(piece): str(spot.cell) for piece, spot in game.layout(state).items() if "." in piece}
    advice = {str(one.piece): one for one in game.table_advice(state).advice if str(one.piece) in where}
    hitters: dict[str, set[str]] = {}
    for seat, turn in turns.items():
        for unit, own in advice.items():
            if unit[0] != seat[0] or ".castle." in unit:
                continue
            done = tried(game, turn, PieceId(unit))
            assert set(own.next_moves) == done.stood - {where[unit]}, unit
            for target in done.hit:
                hitters.setdefault(target, set()).add(unit)
    letters = {seat[0] for seat in turns}
    for piece, one in advice.items():
        known = {str(foe) for foe in one.threats if foe[0] in letters}
        assert known == hitters.get(piece, set()), piece
        assert one.danger == sum(advice[str(foe)].damage for foe in one.threats)


def test_nobody_threatens_anybody_once_the_match_is_over(game: DozenWar) -> None:
    castles = {f"s.castle.{arm}": {"hp": 0} for arm in ("infantry", "cavalry", "archer")}
    pieces = {"w.inf.1": {"at": "d5"}}
    over = game.initial(entry_of({"seats": ["west", "south"], "castles": castles, "pieces": pieces}))
    advice = next(one for one in game.table_advice(over).advice if one.piece == "w.inf.1")
    assert (advice.next_moves, advice.next_hits, advice.damage) == ((), (), 0)


@PATIENT
@given(setup=setups(), reading=st.sampled_from(READINGS))
def test_threats_are_all_that_each_seat_could_hit_if_it_were_its_turn(
    board: Board, setup: dict[str, Any], reading: dict[str, str]
) -> None:
    game = DozenWar(board, Ruleset(options=reading))
    state = game.initial(entry_of(setup))
    saved = game.dump(state)
    for facts in saved["pieces"].values():
        facts.pop("moved", None)
        facts.pop("acted", None)
    check(game, state, {seat: game.load({**saved, "turn": seat}) for seat in saved["seats"]})


@PATIENT
@given(setup=skilled_setups(), data=st.data())
def test_boosts_and_statuses_count_as_they_will_be_when_the_enemys_turn_has_come(
    game: DozenWar, setup: dict[str, Any], data: st.DataObject
) -> None:
    units = [name for name in setup["pieces"] if name[0] == "n"]
    for name in units:
        if data.draw(st.booleans()):
            word, left = data.draw(st.sampled_from(BOOSTS)), data.draw(st.integers(0, 2))
            setup["marks"].append({"unit": name, "word": word, "amount": 1, "left": left})
    state = game.initial(entry_of(setup))
    check(game, state, {"north": game.apply(state, EndTurn())})


@PATIENT
@given(setup=setups(), cell=st.sampled_from(plain_rules.CELLS))
def test_a_hex_is_in_danger_of_whoever_could_hit_a_soldier_standing_there(
    game: DozenWar, setup: dict[str, Any], cell: str
) -> None:
    setup["pieces"] = {
        name: {key: value for key, value in facts.items() if key not in {"moved", "acted"}}
        for name, facts in setup["pieces"].items()
        # A rider's way may lead through the hex; that the soldier bars it is another matter.
        if plain_rules.kind_of(name) != "cavalry"
    }
    seat = setup["seats"][0]
    guest = f"{seat[0]}.inf.8"
    state = game.initial(entry_of(setup))
    if any(str(spot.cell) == cell for spot in game.layout(state).values()):
        return  # a mountain, a castle, or somebody who would share the hex
    visited = game.initial(entry_of({**setup, "pieces": {**setup["pieces"], guest: {"at": cell}}}))
    could = {one.piece for one in game.table_advice(state).advice if cell in one.next_hits}
    threats = set(game.advice(visited, PieceId(guest)).threats)
    assert threats == {piece for piece in could if piece[0] != seat[0]}


def test_danger_adds_up(game: DozenWar) -> None:
    pieces = {"n.cav.1": {"at": "d5"}, "w.arc.1": {"at": "d9"}, "n.arc.1": {"at": "f9"}}
    state = game.initial(entry_of({"seats": ["west", "north"], "round": 2, "pieces": pieces}))
    advice = game.advice(state, PieceId("w.arc.1"))
    assert (advice.threats, advice.danger) == (("n.cav.1", "n.arc.1"), 2)


def test_who_stands_behind_is_in_danger_of_the_splash(game: DozenWar) -> None:
    pieces = {"n.cav.1": {"at": "b5"}, "w.inf.1": {"at": "f5", "hp": 1}, "w.arc.1": {"at": "g5"}}
    setup = {"seats": ["west", "north"], "round": 2, "pieces": pieces}
    state = game.initial(entry_of(setup))
    check(game, state, {"north": game.initial(entry_of({**setup, "turn": "north"}))})
    assert "g5" not in game.advice(state, PieceId("n.cav.1")).next_hits
    assert game.advice(state, PieceId("w.arc.1")).threats == ("n.cav.1",)
    whole = game.initial(entry_of({**setup, "pieces": {**pieces, "w.inf.1": {"at": "f5"}}}))
    assert game.advice(whole, PieceId("w.arc.1")).threats == ()


@pytest.mark.parametrize("holder", ["g6", "h6"])
def test_the_warp_carries_danger_where_it_is_held(game: DozenWar, holder: str) -> None:
    pieces = {"n.inf.1": {"at": holder}, "n.cav.1": {"at": "c9"}, "n.inf.2": {"at": "c10"},
              "w.arc.1": {"at": "h4"}, "w.inf.1": {"at": "g5"}}  # fmt: skip
    setup = {"seats": ["west", "north"], "round": 4, "warp": "open", "pieces": pieces}
    state = game.initial(entry_of(setup))
    check(game, state, {"north": game.initial(entry_of({**setup, "turn": "north"}))})
    held = holder == "g6"
    assert ("n.cav.1" in game.advice(state, PieceId("w.arc.1")).threats) is held
    assert ("n.inf.2" in game.advice(state, PieceId("w.inf.1")).threats) is held


@pytest.mark.parametrize(("guard", "threats"), [("w.inf.1", ()), ("w.gen.est", ("n.cav.1",))])
def test_a_castle_is_in_danger_once_no_soldier_guards_it(
    game: DozenWar, guard: str, threats: tuple[str, ...]
) -> None:
    pieces = {"n.cav.1": {"at": "d5"}, guard: {"at": "c3"}}
    state = game.initial(entry_of({"seats": ["west", "north"], "round": 2, "pieces": pieces}))
    assert game.advice(state, PieceId("w.castle.infantry")).threats == threats
