"""The duel (DW-20): its board, its opening, whole matches of it."""

from random import Random
from typing import Any

import pytest

from engine.core.board import BOARDS_FOLDER, load_board
from engine.core.decisions import Chooser
from engine.core.document import entry_of
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Seat
from engine.core.pieces import load_pieces
from engine.games.dozen_war.game import DozenWar
from engine.games.dozen_war.options import default_options
from engine.games.dozen_war.position.state import State

BOARD = load_board("duel")


@pytest.fixture(scope="module")
def duel() -> DozenWar:
    return DozenWar(BOARD, Ruleset())


def whole_match(game: DozenWar, dice: Random) -> tuple[State, ...]:
    states = [game.initial(None)]
    while game.decider(states[-1]).chooser is not Chooser.NOBODY:
        legal = game.legal_actions(states[-1])
        kinds = sorted({type(action).__name__ for action in legal})
        kind = dice.choice(kinds)
        states.append(
            game.apply(states[-1], dice.choice([one for one in legal if type(one).__name__ == kind]))
        )
    return tuple(states)


def test_the_duel_has_defaults_of_its_own() -> None:
    usual, duel = default_options(), default_options(duel=True)
    assert {name: value for name, value in duel.items() if usual[name] != value} == {
        "generals": "draft",
        "turn_order": "dice",
        "skills": "on",
        "card_limit": "one",
    }


def test_the_pieces_of_the_duel_carry_the_tags_they_have_on_the_big_board() -> None:
    big, small = load_pieces("mativen-pieces"), load_pieces("duel-pieces")
    assert small.pieces == {piece: big.pieces[piece] for piece in small.pieces}


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_duel_comes_to_an_end_by_a_general_or_by_idleness(duel: DozenWar, seed: int) -> None:
    states = whole_match(duel, Random(seed))  # noqa: S311  # a player, not a secret
    ended = duel.outcome(states[-1])
    assert ended is not None
    assert ended.rule == "DW-20"
    assert ended.reason in {"general_fell", "both_fell", "idle"}
    for state in states:
        spots = duel.layout(state)
        assert len({spot.cell for spot in spots.values()}) == len(spots), "one unit a hex"
        assert duel.load(duel.dump(state)) == state


def test_nobody_is_out_before_the_generals_stand(duel: DozenWar) -> None:
    state = duel.initial(None)
    assert not any(seat.out for seat in duel.view(state, None).seats)


def test_a_hand_dealt_for_the_duel_is_shown_to_its_own_seat_alone(duel: DozenWar) -> None:
    dealt = next(
        state
        for state in whole_match(duel, Random(3))  # noqa: S311  # a player, not a secret
        if all(len(hand) == 5 for hand in state.cards.hands[:2])
    )
    assert len(duel.view(dealt, Seat("south")).hand) == 5
    assert duel.view(dealt, None).hand == ()


@pytest.mark.parametrize("key", ["castles", "mountains", "tokens", "events", "warp"])
def test_a_setup_with_what_a_duel_has_not_is_refused(duel: DozenWar, key: str) -> None:
    with pytest.raises(InputFault, match=f"a duel has no {key} .DW-20.; leave it out"):
        duel.initial(entry_of({"pieces": {}, key: {}}))


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        ({"s.gen.est": {"at": "c1"}, "s.inf.1": {"at": "c1"}}, "a hex holds one unit .DW-20."),
        ({"s.gen.est": {"at": "c1"}, "s.gen.kazu": {"at": "d1"}}, "a player has 1 general .DW-20."),
    ],
)
def test_a_position_that_no_duel_comes_to_is_refused(
    duel: DozenWar, pieces: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputFault, match=said):
        duel.initial(entry_of({"pieces": pieces}))


def test_placing_needs_somebody_who_does_not_stand_yet(duel: DozenWar) -> None:
    standing = {f"{seat}.arc.{n}": {"at": f"{cell}{row}"} for seat, row in (("s", 1), ("n", 9))
                for n, cell in enumerate("abcde", start=1)}  # fmt: skip
    generals = {"s.gen.est": {"at": "a2"}, "n.gen.kazu": {"at": "a8"}}
    with pytest.raises(InputFault, match="placing, but every general and soldier of the duel stands"):
        duel.initial(entry_of({"phase": "placing", "pieces": standing | generals}))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("deploys: [6, 7,", "deploys: [4, 7,"), "both players would deploy in the same row"),
        (("general: c1", "general: c6"), "in the rows of 'deploys'"),
        (("general: c1", "general: c3"), "one unit a hex"),
        (("archer: [b2, e2]", "archer: [b2]"), "expected 5 soldiers .DW-20., found 4"),
        (("  north: {", "  east: {deploys: [5], lineup: {general: a5}}\n  north: {"), "fought by two"),
    ],
)
def test_a_duels_board_with_impossible_sides_is_refused(
    tmp_path: Any, change: tuple[str, str], said: str
) -> None:
    text = (BOARDS_FOLDER / "duel.yaml").read_text(encoding="utf-8")
    assert change[0] in text
    path = tmp_path / "broken.yaml"
    path.write_text(text.replace(*change), encoding="utf-8")
    with pytest.raises(InputFault, match=said):
        DozenWar(load_board(str(path)), Ruleset())
