"""Every reading of the rulebook that a table can choose: what it changes."""

from typing import Any

import pytest

from engine.core.board import Board
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.options import CHOICES, default_options
from engine.games.dozen_war.state import State

Written = dict[str, Any]


class Table:
    """A position played with chosen readings."""

    def __init__(self, board: Board, options: dict[str, str], setup: Written) -> None:
        self.game = DozenWar(board, Ruleset(options=options))
        self.state: State = self.game.initial(entry_of({"seats": ["west", "north"], **setup}))

    def broken(self, written: Written) -> list[str]:
        action = self.game.parse_action(entry_of(written))
        return [str(one.rule) for one in self.game.violations(self.state, action)]

    def play(self, *written: Written) -> None:
        for one in written:
            self.state = self.game.apply(self.state, self.game.parse_action(entry_of(one)))

    def holds(self, **facts: Any) -> bool:
        return self.game.mismatches(self.state, entry_of(facts)) == ()


def test_the_default_readings_are_those_of_the_rules_page() -> None:
    assert default_options() == {name: values[0] for name, values in CHOICES.items()}


def test_every_reading_has_an_alternative() -> None:
    assert all(len(values) >= 2 for values in CHOICES.values())


@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        (Ruleset(options={"gravity": "on"}), "no option 'gravity'; expected one of volcano_is_mountain"),
        (Ruleset(options={"tie": "coin toss"}), "option tie: expected one of 'count', 'shared'"),
        (Ruleset(content="space"), "no content pack 'space'; expected one of house"),
    ],
)
def test_a_ruleset_that_names_what_does_not_exist_is_refused(
    board: Board, ruleset: Ruleset, message: str
) -> None:
    with pytest.raises(InputFault, match=message):
        DozenWar(board, ruleset)


def test_an_option_may_be_written_as_yaml_reads_it(board: Board) -> None:
    table = Table(board, {"volcano_is_mountain": "False"}, {"pieces": {"w.inf.1": {"at": "f6"}}})
    assert table.broken({"move": "w.inf.1", "to": "g6"}) == ["DW-1.2"]


@pytest.mark.parametrize(("value", "broken"), [("on", []), ("off", ["DW-1.2"])])
def test_volcano_is_mountain_decides_whether_it_is_climbed(
    board: Board, value: str, broken: list[str]
) -> None:
    table = Table(board, {"volcano_is_mountain": value}, {"pieces": {"w.inf.1": {"at": "f6"}}})
    assert table.broken({"move": "w.inf.1", "to": "g6"}) == broken


def five(cell: str) -> Written:
    return {f"w.inf.{number}": {"at": cell} for number in range(1, 6)}


@pytest.mark.parametrize(("value", "broken"), [("mover", ["DW-6.1", "DW-2.3", "DW-2.2"]), ("whole", [])])
def test_full_hex_decides_whether_five_soldiers_stop_a_soldier_passing(
    board: Board, value: str, broken: list[str]
) -> None:
    # The rider in the corner a1 gets out by a2, b1 and b2 alone, past the five or past the enemies.
    walls = {"n.inf.1": {"at": "b1"}, "n.inf.2": {"at": "b2"}}
    setup = {"pieces": {"w.cav.1": {"at": "a1"}, **five("a2"), **walls}}
    table = Table(board, {"full_hex": value}, setup)
    assert table.broken({"move": "w.cav.1", "to": "a3"}) == broken
    assert "DW-2.1" in table.broken({"move": "w.cav.1", "to": "a2"})


@pytest.mark.parametrize(("value", "broken"), [("units", ["DW-6.1", "DW-2.3"]), ("soldiers", [])])
def test_enemy_blocks_decides_whether_a_lone_general_is_passed(
    board: Board, value: str, broken: list[str]
) -> None:
    walls = {"n.inf.1": {"at": "b1"}, "n.inf.2": {"at": "b2"}}
    setup = {"pieces": {"w.cav.1": {"at": "a1"}, "n.gen.est": {"at": "a2"}, **walls}}
    table = Table(board, {"enemy_blocks": value}, setup)
    assert table.broken({"move": "w.cav.1", "to": "a3"}) == broken
    assert "DW-2.3" in table.broken({"move": "w.cav.1", "to": "a2"})


@pytest.mark.parametrize(("value", "at"), [("lost", "gone"), ("adjacent", "c2")])
def test_castle_full_decides_where_the_sixth_soldier_goes(board: Board, value: str, at: str) -> None:
    setup = {"turn": "north", "pieces": {**five("c3"), "n.inf.1": {"at": "l9"}}}
    table = Table(board, {"castle_full": value}, setup)
    table.play({"end_turn": True})
    assert table.holds(at={"w.inf.6": at}, round=2)


@pytest.mark.parametrize(("value", "broken"), [("soldiers", []), ("units", ["DW-4.3"])])
def test_castle_guards_decides_whether_a_general_shields(board: Board, value: str, broken: list[str]) -> None:
    setup = {"pieces": {"w.arc.1": {"at": "c8"}, "n.gen.grim": {"at": "c9"}}}
    table = Table(board, {"castle_guards": value}, setup)
    assert table.broken({"attack": "w.arc.1", "target": "n.castle.infantry"}) == broken


@pytest.mark.parametrize(("value", "broken"), [("own", ["DW-4.6"]), ("any", [])])
def test_castle_entry_decides_whether_an_empty_enemy_castle_is_entered(
    board: Board, value: str, broken: list[str]
) -> None:
    setup = {"turn": "west", "pieces": {"w.arc.1": {"at": "c8"}, "n.inf.1": {"at": "l9"}}}
    table = Table(board, {"castle_entry": value}, setup)
    assert table.broken({"move": "w.arc.1", "to": "c9"}) == broken
    if value == "any":
        table.play({"move": "w.arc.1", "to": "c9"}, {"end_turn": True})
        assert table.broken({"attack": "n.inf.1", "target": "w.arc.1"}) == ["DW-5"]
        table.play({"end_turn": True})
        assert table.holds(at={"n.inf.2": "gone", "n.cav.1": "d11"})


def answered(board: Board, value: str, damage: int) -> Table:
    """North's general Est may block a hit of so much damage on the archer beside him."""
    setup = {
        "pieces": {"w.arc.1": {"at": "d5"}, "n.arc.1": {"at": "d7"}, "n.gen.est": {"at": "d8"},
                   "n.inf.1": {"at": "e8"}}
    }  # fmt: skip
    table = Table(board, {"general_block": value}, setup)
    saved = table.game.dump(table.state)
    pending = {"attack": "w.arc.1", "target": "n.arc.1", "splash": None, "damage": damage}
    table.state = table.game.load({**saved, "pending": [pending]})
    return table


@pytest.mark.parametrize(("value", "hp"), [("hit", 1), ("outright", 0)])
def test_general_block_decides_what_a_hit_of_two_costs_a_general(board: Board, value: str, hp: int) -> None:
    table = answered(board, value, damage=2)
    table.play({"block": "n.gen.est"})
    assert table.holds(hp={"n.gen.est": hp}, at={"n.arc.1": "d7"})


def test_general_block_may_forbid_generals_to_block(board: Board) -> None:
    table = answered(board, "never", damage=1)
    assert table.broken({"block": "n.gen.est"}) == ["DW-5.6"]


SPLASH_ON_CASTLE = {
    "pieces": {"w.cav.1": {"at": "c8"}, "n.inf.1": {"at": "c9", "hp": 1}},
}


@pytest.mark.parametrize(("value", "hp"), [("off", 2), ("on", 1)])
def test_castle_splash_decides_whether_a_castle_takes_splash(board: Board, value: str, hp: int) -> None:
    table = Table(board, {"castle_splash": value}, SPLASH_ON_CASTLE)
    table.play({"attack": "w.cav.1", "target": "n.inf.1"})
    assert table.holds(hp={"n.castle.infantry": hp}, at={"n.inf.1": "gone"})


@pytest.mark.parametrize(("value", "hp"), [("off", 3), ("on", 2)])
def test_castle_splash_decides_whether_a_destroyed_castle_causes_splash(
    board: Board, value: str, hp: int
) -> None:
    setup = {
        "castles": {"n.castle.infantry": {"hp": 1}},
        "pieces": {"w.cav.1": {"at": "c8"}, "n.gen.grim": {"at": "c9"}},
    }
    table = Table(board, {"castle_splash": value}, setup)
    table.play({"attack": "w.cav.1", "target": "n.castle.infantry"})
    assert table.holds(hp={"n.gen.grim": hp, "n.castle.infantry": 0})


@pytest.mark.parametrize(("value", "broken"), [("off", ["DW-3.4"]), ("on", [])])
def test_archer_over_mountain_decides_whether_arrows_pass(
    board: Board, value: str, broken: list[str]
) -> None:
    setup = {"pieces": {"w.arc.1": {"at": "d4"}, "n.inf.1": {"at": "f4"}}}
    table = Table(board, {"archer_over_mountain": value}, setup)
    assert table.broken({"attack": "w.arc.1", "target": "n.inf.1"}) == broken


@pytest.mark.parametrize(
    ("value", "rounds"),
    [("round 3", {2: "closed", 3: "open"}), ("after 3 events", {3: "closed", 4: "closed", 5: "open"})],
)
def test_warp_opens_decides_when_the_volcano_leaves(board: Board, value: str, rounds: dict[int, str]) -> None:
    table = Table(board, {"warp_opens": value}, {})
    seen = {}
    for round_number in range(2, 6):
        table.play({"end_turn": True}, {"end_turn": True})
        seen[round_number] = "open" if "warp.g6" in table.game.layout(table.state) else "closed"
    assert {number: seen[number] for number in rounds} == rounds


@pytest.mark.parametrize(("value", "broken"), [("at once", []), ("next turn", ["DW-18.2"])])
def test_revive_acts_decides_whether_a_revived_general_acts_in_that_turn(
    board: Board, value: str, broken: list[str]
) -> None:
    setup = {
        "coins": {"west": 4},
        "pieces": {"w.gen.est": {"dead": True}, "n.inf.1": {"at": "d4"}},
    }
    table = Table(board, {"revive_acts": value}, setup)
    table.play({"revive": "w.gen.est", "at": "c3"})
    assert table.broken({"attack": "w.gen.est", "target": "n.inf.1"}) == broken


@pytest.mark.parametrize(("value", "winners"), [("count", ["north"]), ("shared", ["north", "west"])])
def test_tie_decides_between_players_of_equal_merit(board: Board, value: str, winners: list[str]) -> None:
    setup = {
        "round": 11,
        "turn": "north",
        "merit": {"west": {"kills": 2}, "north": {"castles": 1}},
        "pieces": {"w.gen.est": {"at": "d5"}, "w.inf.1": {"at": "d5"}, "n.gen.grim": {"at": "f9"},
                   "n.inf.1": {"at": "f9"}, "n.inf.2": {"at": "f9"}},
    }  # fmt: skip
    table = Table(board, {"tie": value}, setup)
    table.play({"end_turn": True})
    assert table.holds(winner=winners, phase="over")


LAST_UNIT = {
    "castles": {f"n.castle.{kind}": {"hp": 0} for kind in ("infantry", "cavalry", "archer")},
    "merit": {"north": {"kills": 9}},
    "pieces": {"w.arc.1": {"at": "d5"}, "n.cav.1": {"at": "d6"}},
}


@pytest.mark.parametrize(("value", "winner"), [("on", ["west"]), ("off", "none")])
def test_elimination_decides_whether_the_last_one_left_wins(board: Board, value: str, winner: Any) -> None:
    table = Table(board, {"elimination": value}, LAST_UNIT)
    table.play({"attack": "w.arc.1", "target": "n.cav.1"})
    assert table.holds(winner=winner)
