"""The players say that the table is right: the position follows it, or says why it can't."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from engine.games.dozen_war.game import DozenWar
from engine.session.playing.amendments import with_names_swapped

GAME = DozenWar(load_board("mativen"), Ruleset())
SETUP = {
    "seats": ["west", "north"],
    "turn": "west",
    "round": 2,
    "pieces": {
        "w.inf.1": {"at": "e5", "moved": True},
        "w.inf.2": {"at": "e5"},
        "n.cav.1": {"at": "f8"},
        "w.gen.est": {"at": "c4", "hp": 2},
    },
}
STATE: Any = GAME.initial(entry_of(SETUP))
INF, CAV, GENERAL = PieceId("w.inf.1"), PieceId("n.cav.1"), PieceId("w.gen.est")


def test_a_table_as_expected_is_the_same_position() -> None:
    assert GAME.adopted(STATE, GAME.layout(STATE)) == STATE


def test_pieces_are_where_they_lie_with_the_hp_that_they_show() -> None:
    lies = dict(GAME.layout(STATE))
    lies[INF] = replace(lies[INF], cell=Cell("f6"), face=Face.DOWN)
    del lies[CAV], lies[GENERAL]
    after = GAME.adopted(STATE, lies)
    layout = GAME.layout(after)
    assert (layout[INF].cell, layout[INF].face) == ("f6", Face.DOWN)
    assert CAV not in layout
    assert GENERAL not in layout
    assert GAME.load(GAME.dump(after)) == after


def test_what_the_rules_of_stacking_refuse_is_not_adopted() -> None:
    lies = dict(GAME.layout(STATE))
    lies[CAV] = replace(lies[CAV], cell=Cell("e5"))
    with pytest.raises(InputFault, match="e5"):
        GAME.adopted(STATE, lies)


def test_twins_are_soldiers_of_one_kind_and_owner() -> None:
    assert PieceId("w.inf.2") in GAME.twins(STATE, INF)
    assert INF not in GAME.twins(STATE, INF)
    assert all(twin.startswith("w.inf.") for twin in GAME.twins(STATE, INF))
    assert GAME.twins(STATE, GENERAL) == ()


def test_names_swapped_twice_are_as_before() -> None:
    twin = PieceId("w.inf.2")
    once: Any = with_names_swapped(GAME, STATE, INF, twin)
    assert once != STATE
    assert with_names_swapped(GAME, once, INF, twin) == STATE
