"""Plays that are made faster than a camera looks: the plays that hands showed are committed, among many."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.core.board import load_board
from engine.core.document import entry_of
from engine.core.game import Game, Ruleset
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Layout
from engine.games.registry import open_game
from engine.session.explaining.explanations import Ambiguous, Settled
from engine.session.explaining.lines import USUAL, LineFit
from engine.session.explaining.referee import explain
from engine.session.explaining.search import dash
from engine.session.seen.sighting import Sighting
from engine.session.seen.touches import Lie, Touch
from tests.session.seeing import shown

SETUP_PIECES = {
    "w.arc.1": {"at": "d4"},
    "w.arc.2": {"at": "d6"},
    "w.arc.3": {"at": "d8"},
    "w.arc.4": {"at": "f4"},
    "w.arc.5": {"at": "f9"},
    "n.cav.1": {"at": "d5"},
    "n.cav.2": {"at": "d7"},
    "n.cav.3": {"at": "d9"},
    "n.cav.4": {"at": "g4"},
    "n.cav.5": {"at": "g9"},
    "w.gen.est": {"at": "c6"},
    "n.gen.siri": {"at": "e6"},
}
SETUP = {"seats": ["west", "north"], "turn": "west", "round": 2, "pieces": SETUP_PIECES}
CROWD = ("n.gen.lucy", "n.inf.1", "n.inf.2", "n.arc.1")
SHOTS = [(f"w.arc.{n}", f"n.cav.{n}") for n in (1, 2, 3, 4, 5)]
Shots = Sequence[tuple[str, str]]


@pytest.fixture(scope="module")
def game() -> Game[Any, Any]:
    return open_game("dozen_war", load_board("mativen"), Ruleset())


def sighted(game: Game[Any, Any], start: Any, played: Shots, handled: Sequence[str]) -> Sighting:
    """Return the sighting after some shots, with the pieces that hands handled, in order."""
    state = start
    for archer, target in played:
        state = game.apply(state, game.parse_action(entry_of({"attack": archer, "target": target})))
    return _seen(game, start, state, handled)


def _seen(game: Game[Any, Any], start: Any, state: Any, handled: Sequence[str]) -> Sighting:
    before, after = shown(game.layout(start)), shown(game.layout(state))
    touches = [touch for n, name in enumerate(handled) for touch in _handled(n, name, before, after)]
    return Sighting(after, touches=tuple(touches))


def _handled(n: int, name: str, before: Layout, after: Layout) -> list[Touch]:
    piece = PieceId(name)
    was = before[piece]
    lay = Lie(was.cell, was.face, bool(was.edge))
    if piece not in after:
        return [Touch(Seconds(float(n)), piece, lay, None)]
    now = Lie(after[piece].cell, after[piece].face, bool(after[piece].edge))
    if now != lay:
        return [Touch(Seconds(float(n)), piece, lay, now)]
    return [Touch(Seconds(n + 0.0), piece, lay, None), Touch(Seconds(n + 0.5), piece, None, lay)]


def played(game: Game[Any, Any], found: object) -> list[tuple[str, str]]:
    assert isinstance(found, Settled)
    documents = [game.format_action(one) for one in found.line.actions]
    return [(str(one["attack"]), str(one["target"])) for one in documents]


def in_turn(shots: Shots) -> list[str]:
    return [name for archer, target in shots for name in (target, archer)]


def test_five_shots_in_a_row_are_committed_as_hands_made_them(game: Game[Any, Any]) -> None:
    start = game.initial(entry_of(SETUP))
    order = [SHOTS[n] for n in (3, 0, 4, 2, 1)]
    found = explain(game, start, sighted(game, start, order, in_turn(order)))
    assert played(game, found) == order


def test_five_shots_of_which_only_the_end_is_known_are_asked_about(game: Game[Any, Any]) -> None:
    start = game.initial(entry_of(SETUP))
    found = explain(game, start, replace(sighted(game, start, SHOTS, ()), touches=()))
    assert isinstance(found, Ambiguous)


def test_a_shot_at_a_general_that_stands_is_committed_if_he_was_shown(game: Game[Any, Any]) -> None:
    start = game.initial(entry_of(SETUP))
    order = [*SHOTS[:1], *SHOTS[2:], ("w.arc.2", "n.gen.siri")]
    found = explain(game, start, sighted(game, start, order, in_turn(order)))
    assert played(game, found) == order


def test_a_shot_at_a_general_that_stands_is_asked_about_if_he_was_not_shown(game: Game[Any, Any]) -> None:
    start = game.initial(entry_of(SETUP))
    order = [*SHOTS[:1], *SHOTS[2:], ("w.arc.2", "n.gen.siri")]
    handled = [name for name in in_turn(order) if name != "n.gen.siri"]
    assert isinstance(explain(game, start, sighted(game, start, order, handled)), Ambiguous)


def test_one_more_lifted_piece_leads_to_a_question(game: Game[Any, Any]) -> None:
    start = game.initial(entry_of(SETUP))
    handled = [*in_turn(SHOTS[:2]), "n.gen.siri", *in_turn(SHOTS[2:])]
    assert isinstance(explain(game, start, sighted(game, start, SHOTS, handled)), Ambiguous)


def test_nobody_points_with_a_mountain_that_an_arm_hid(game: Game[Any, Any]) -> None:
    start = game.initial(entry_of(SETUP))
    handled = [*in_turn(SHOTS[:2]), "mountain.g2", *in_turn(SHOTS[2:])]
    assert played(game, explain(game, start, sighted(game, start, SHOTS, handled))) == SHOTS


def test_a_line_that_a_search_has_too_few_steps_for_is_found_by_following_the_hands(
    game: Game[Any, Any],
) -> None:
    start = game.initial(entry_of(SETUP))
    order = [*SHOTS[3:], *SHOTS[:2]]
    seen = sighted(game, start, order, in_turn(order))
    found = explain(game, start, seen, limits=replace(USUAL, applied=10))
    assert isinstance(found, Ambiguous)
    assert [one["target"] for one in map(game.format_action, found.lines[0].actions)] == [
        target for _, target in order
    ]


def played_out(
    game: Game[Any, Any], more: dict[str, str], documents: Sequence[dict[str, Any]]
) -> tuple[Any, Any, list[str]]:
    """Return the states before and after some actions, and the touched pieces; `more` are further pieces."""
    crowd = {piece: {"at": at} for piece, at in more.items()}
    start = game.initial(entry_of({**SETUP, "pieces": {**SETUP_PIECES, **crowd}}))
    state, handled = start, list[str]()
    for one in documents:
        action = game.parse_action(entry_of(one))
        handled += [one["target"], one["attack"]] if "attack" in one else [*one.values()][:1]
        state = game.apply(state, action)
    return start, state, handled


def shot(archer: str, target: str) -> dict[str, str]:
    return {"attack": archer, "target": target}


def test_a_last_shot_that_may_still_be_blocked_is_committed_with_those_before_it(
    game: Game[Any, Any],
) -> None:
    shots = [shot(*SHOTS[n]) for n in (3, 0, 4, 2, 1)]
    start, state, handled = played_out(game, {"n.inf.1": "c7"}, shots)
    assert game.decider(state).continues
    found = explain(game, start, _seen(game, start, state, handled))
    assert played(game, found) == [(one["attack"], one["target"]) for one in shots]


MOVES = [{"move": "w.arc.1", "to": "c3"}, {"move": "w.arc.3", "to": "c8"}, {"move": "w.gen.est", "to": "b5"}]
FIVE = [{"move": "w.arc.5", "to": "f8"}, shot("w.arc.5", "n.gen.lucy"), *MOVES]
"""A hit that changes only its attacker, which would also be changed by having moved."""


def five_plays(game: Game[Any, Any], *, lifted: tuple[str, ...], pushed_late: bool) -> tuple[Any, Sighting]:
    """Return a start and the sighting of five plays; `pushed_late`: put down first, and pushed later."""
    start, state, _ = played_out(game, {"n.gen.lucy": "f7"}, FIVE)
    movers = [one["move"] for one in MOVES]
    seen = _seen(game, start, state, [*lifted, "w.arc.5", *movers])
    straight = Lie(Cell("f8"), Face.UP, pushed=False)
    before = Touch(Seconds(-1.0), PieceId("w.arc.5"), Lie(Cell("f9"), Face.UP, pushed=False), straight)
    later = [replace(one, was=straight) if one.piece == before.piece else one for one in seen.touches]
    return start, replace(seen, touches=(before, *later)) if pushed_late else seen


def test_a_hit_that_only_a_push_shows_is_not_left_out_of_five_plays(game: Game[Any, Any]) -> None:
    start, seen = five_plays(game, lifted=("n.gen.lucy",), pushed_late=True)
    found = explain(game, start, seen)
    assert isinstance(found, Settled)
    assert [*map(game.format_action, found.line.actions)] == FIVE


def test_a_piece_put_down_near_the_edge_has_hit_nobody_for_that(game: Game[Any, Any]) -> None:
    start, seen = five_plays(game, lifted=(), pushed_late=False)
    found = explain(game, start, seen)
    assert isinstance(found, Settled)
    assert [*map(game.format_action, found.line.actions)] == [FIVE[0], *MOVES]


def test_a_block_and_four_shots_after_it_are_committed_together(game: Game[Any, Any]) -> None:
    first, *rest = [shot(*SHOTS[1]), {"block": "n.inf.1"}, *(shot(*SHOTS[n]) for n in (3, 0, 4, 2))]
    _, state, handled = played_out(game, {"n.inf.1": "c7"}, [first, *rest])
    _, start, before = played_out(game, {"n.inf.1": "c7"}, [first])
    found = explain(game, start, _seen(game, start, state, handled[len(before) :]))
    assert isinstance(found, Settled)
    assert [*map(game.format_action, found.line.actions)] == rest


@pytest.mark.parametrize("at", ["e5", "f6"])
def test_the_blocked_one_of_two_hits_is_known_by_the_order_of_the_hands(
    game: Game[Any, Any], at: str
) -> None:
    taken: list[dict[str, Any]] = [shot("w.arc.2", "n.gen.siri"), {"accept": True}]
    blocked = [shot("w.arc.1", "n.gen.siri"), {"block": "n.inf.1"}]
    start, state, _ = played_out(game, {"n.inf.1": at}, [*taken, *blocked])
    handled = ["n.gen.siri", "w.arc.2", "n.gen.siri", "w.arc.1", "n.inf.1"]
    found = explain(game, start, _seen(game, start, state, handled))
    assert isinstance(found, Settled)
    assert [*map(game.format_action, found.line.actions)] == [*taken, *blocked]


def test_whether_the_last_hit_is_taken_is_left_open_until_it_shows(game: Game[Any, Any]) -> None:
    shots = [shot("w.arc.3", "n.cav.3"), shot("w.arc.2", "n.gen.siri")]
    start, state, handled = played_out(game, {"n.inf.1": "e5"}, shots)
    found = explain(game, start, _seen(game, start, state, handled))
    assert isinstance(found, Settled)
    assert [*map(game.format_action, found.line.actions)] == shots


BLOCKED = [shot("w.arc.2", "n.cav.2"), {"block": "n.inf.1"}, shot("w.arc.3", "n.inf.1")]
BLOCKED += [shot(*SHOTS[n]) for n in (3, 0, 4)]
"""The piece that takes the first hit dies of the second, as if both had been meant for it."""


def test_a_long_run_of_plays_is_no_illegal_play_for_being_found_late(game: Game[Any, Any]) -> None:
    start, state, handled = played_out(game, {"n.inf.1": "c7"}, BLOCKED)
    found = explain(game, start, _seen(game, start, state, handled))
    assert isinstance(found, Settled)
    assert found.line.state == state


def test_among_hits_with_the_same_result_those_that_hands_showed_are_committed(game: Game[Any, Any]) -> None:
    start, state, handled = played_out(game, {"n.inf.1": "c7"}, BLOCKED)
    found = explain(game, start, _seen(game, start, state, handled))
    assert isinstance(found, Settled)
    assert [*map(game.format_action, found.line.actions)] == BLOCKED


def test_the_line_that_hands_showed_is_asked_about_first_if_the_search_is_cut_short(
    game: Game[Any, Any],
) -> None:
    start, state, handled = played_out(game, {"n.inf.1": "c7"}, BLOCKED)
    seen = _seen(game, start, state, handled)
    found = explain(game, start, seen, limits=replace(USUAL, applied=400, dash_applied=2000))
    assert isinstance(found, Ambiguous)
    assert [*map(game.format_action, found.lines[0].actions)] == BLOCKED


NEAR = {"n.inf.1": "c9", "n.inf.2": "d10", "n.inf.3": "e9", "n.inf.4": "b7", "n.gen.lucy": "b8"}
"""Another piece that the second shooter may have hit, and that would lie as before."""

TWICE = [shot("w.arc.2", "n.gen.siri"), shot("w.arc.3", "n.gen.siri")]


def test_a_piece_lifted_for_each_of_two_hits_took_both(game: Game[Any, Any]) -> None:
    start, state, handled = played_out(game, NEAR, TWICE)
    found = explain(game, start, _seen(game, start, state, handled))
    assert played(game, found) == [(one["attack"], one["target"]) for one in TWICE]


@pytest.mark.parametrize(
    "handled",
    [
        ("n.gen.siri", "w.arc.2", "w.arc.3"),
        # The piece is lifted, lost from sight or put down, and lifted again. That means one hit.
        ("n.gen.siri", "n.gen.siri", "w.arc.2", "w.arc.3"),
    ],
)
def test_a_piece_lifted_for_only_one_of_two_hits_is_asked_about(
    game: Game[Any, Any], handled: Sequence[str]
) -> None:
    start, state, _ = played_out(game, NEAR, TWICE)
    assert isinstance(explain(game, start, _seen(game, start, state, handled)), Ambiguous)


def test_targets_that_hands_touched_are_tried_before_all_others(game: Game[Any, Any]) -> None:
    crowd = {piece: {"at": at} for piece, at in zip(CROWD, ("c5", "e5", "c7", "c8"), strict=True)}
    start = game.initial(entry_of({**SETUP, "pieces": {**SETUP_PIECES, **crowd}}))
    played: list[dict[str, str]] = [{"attack": "w.arc.1", "target": "n.cav.1"}, {"block": "n.inf.1"}]
    others = [("w.arc.2", "n.gen.lucy"), *SHOTS[2:]]
    played += [{"attack": archer, "target": target} for archer, target in others]
    state = start
    for one in played:
        state = game.apply(state, game.parse_action(entry_of(one)))
    # The infantryman was turned over unseen. He lies like that in the end.
    handled = ["n.cav.1", "w.arc.1", *in_turn(others)]
    found = dash(game, start, _seen(game, start, state, handled))
    assert found is not None
    (line,) = found.lines[LineFit.EXACT]
    assert line.state == state
