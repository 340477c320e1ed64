"""The referee on a game that it wasn't written for."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.core.document import entry_of
from engine.core.game import Game
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face, Layout, Spot
from engine.session.explaining.explanations import (
    Ambiguous,
    Explanation,
    Pending,
    Settled,
    Unchanged,
    Unexplained,
    Why,
)
from engine.session.explaining.lines import Call, SearchLimits
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting
from engine.session.seen.touches import Lie, Touch
from tests.session.row_game import Action, RowGame, State
from tests.session.seeing import sight

GAME: Game[State, Action] = RowGame()
DONE: Call[Action] = Call(("done",))


def opening(**places: str) -> State:
    return GAME.initial(entry_of({name.replace("_", "."): cell for name, cell in places.items()}))


def at(cell: str, *, edge: bool = False, face: Face = Face.UP) -> Spot:
    return Spot(Cell(cell), face, edge=edge)


def judged(state: State, **changes: Spot | None) -> Explanation[State, Action]:
    return explain(GAME, state, sight(GAME.layout(state), **changes))


def played(explanation: Explanation[State, Action]) -> tuple[Action, ...]:
    assert isinstance(explanation, Settled), explanation
    return explanation.line.actions


def test_a_table_as_expected_is_unchanged() -> None:
    assert judged(opening(a_1="c1", b_1="c5")) == Unchanged()


def test_a_single_step_is_committed() -> None:
    assert played(judged(opening(a_1="c1", b_1="c5"), a_1=at("c2"))) == (("step", "a.1", "c2"),)


def test_a_step_and_a_hit_seen_at_once_are_committed_in_their_order() -> None:
    state = opening(a_1="c1", b_1="c3", b_king="c8")
    assert played(judged(state, a_1=at("c2", edge=True), b_1=None)) == (
        ("step", "a.1", "c2"),
        ("hit", "a.1", "b.1"),
    )


def test_orders_of_the_same_play_are_one_explanation() -> None:
    state = opening(a_1="c1", a_2="c4", b_king="c8")
    assert set(played(judged(state, a_1=at("c2"), a_2=at("c5")))) == {
        ("step", "a.1", "c2"),
        ("step", "a.2", "c5"),
    }


def test_the_other_sides_visible_answer_is_part_of_the_explanation() -> None:
    state = opening(a_1="c1", b_1="c2", b_2="c3")
    turned = at("c3", face=Face.DOWN)
    assert played(judged(state, a_1=at("c1", edge=True), b_2=turned)) == (
        ("hit", "a.1", "b.1"),
        ("shield", "b.2"),
    )


def test_an_edge_alone_with_one_possible_cause_is_committed() -> None:
    state = opening(a_1="c1", b_king="c2")
    assert played(judged(state, a_1=at("c1", edge=True))) == (("hit", "a.1", "b.king"),)


def test_an_edge_alone_without_a_cause_changes_nothing() -> None:
    state = opening(a_1="c1", b_king="c5")
    assert judged(state, a_1=at("c1", edge=True)) == Unchanged(frozenset({PieceId("a.1")}))


def test_an_answer_that_leaves_no_mark_is_left_open() -> None:
    state = opening(a_1="c2", b_king="c3", b_1="c4")
    explanation = judged(state, a_1=at("c2", edge=True))
    assert played(explanation) == (("hit", "a.1", "b.king"),)
    assert isinstance(explanation, Settled)
    assert GAME.decider(explanation.line.state).kind == "answer"


def test_an_edge_alone_with_two_possible_causes_is_asked() -> None:
    state = replace(opening(a_1="c2", b_king="c3", b_1="c1"), turn="a")
    twin = replace(state, men=tuple((m, (c, 2, d)) for m, (c, _, d) in state.men))
    explanation = explain(GAME, twin, sight(GAME.layout(twin), a_1=at("c2", edge=True)))
    assert isinstance(explanation, Ambiguous)
    assert {line.actions for line in explanation.lines} == {
        (("hit", "a.1", "b.king"),),
        (("hit", "a.1", "b.1"),),
    }


def test_a_sloppily_placed_piece_still_made_its_step() -> None:
    state = opening(a_1="c1", b_king="c8")
    assert played(judged(state, a_1=at("c2", edge=True))) == (("step", "a.1", "c2"),)


def test_a_kill_by_nobody_pushed_is_asked_and_never_committed() -> None:
    explanation = judged(opening(a_1="c1", b_1="c2", b_king="c8"), b_1=None)
    assert isinstance(explanation, Ambiguous)
    assert explanation.why is Why.NOT_PUSHED
    assert [line.actions for line in explanation.lines] == [(("hit", "a.1", "b.1"),)]


def test_a_kill_by_a_piece_out_of_reach_is_not_explained_by_another() -> None:
    state = opening(a_1="c1", a_2="c5", b_1="c2", b_king="c8")
    explanation = judged(state, b_1=None, a_2=at("c5", edge=True))
    assert isinstance(explanation, Unexplained)


def test_a_step_too_far_is_unexplained_with_rule_and_repair() -> None:
    explanation = judged(opening(a_1="c2", b_king="c8"), a_1=at("c5"))
    assert isinstance(explanation, Unexplained)
    assert [one.rule for one in explanation.violations] == ["R-4"]
    (put,) = explanation.puts
    assert (put.piece, put.to, put.others) == ("a.1", GAME.layout(opening(a_1="c2"))[put.piece], ("c1", "c3"))


def test_only_the_piece_that_explains_nothing_is_to_be_put_back() -> None:
    state = opening(a_1="c1", a_2="c5", b_king="c9")
    explanation = judged(state, a_1=at("c2"), a_2=at("c8"))
    assert isinstance(explanation, Unexplained)
    assert [put.piece for put in explanation.puts] == ["a.2"]


def test_an_own_piece_off_the_table_may_be_in_a_hand() -> None:
    explanation = judged(opening(a_1="c1", b_king="c8"), a_1=None)
    assert isinstance(explanation, Pending)
    assert explanation.why is Why.LIFTED


def test_an_enemys_piece_put_elsewhere_is_never_explained() -> None:
    explanation = judged(opening(a_1="c1", b_1="c6", b_king="c8"), b_1=at("c5"))
    assert isinstance(explanation, Unexplained)
    assert [one.rule for one in explanation.violations] == ["R-2"]


def test_an_explicit_action_is_never_inferred() -> None:
    explanation = judged(opening(a_1="c1", b_1="c6"), b_1=at("c7"))
    assert isinstance(explanation, Unexplained)


def test_a_call_is_part_of_the_explanation() -> None:
    state = opening(a_1="c1", b_1="c6")
    seen = sight(GAME.layout(state), a_1=at("c2"))
    explanation = explain(GAME, state, seen, calls=(DONE,))
    assert played(explanation) == (("step", "a.1", "c2"), ("done",))


def test_a_call_of_another_seat_is_not_taken() -> None:
    state = opening(a_1="c1", b_1="c6")
    seat = GAME.view(state, None).seats[1].seat
    explanation = explain(GAME, state, sight(GAME.layout(state)), calls=(replace(DONE, seat=seat),))
    assert not isinstance(explanation, Settled | Ambiguous)


def test_a_hidden_piece_is_neither_gone_nor_part_of_a_commit() -> None:
    state = opening(a_1="c1", b_1="c2", b_king="c8")
    layout = GAME.layout(state)
    seen = sight(layout, a_1=at("c1", edge=True), b_1=None)
    hidden = Sighting(seen.spots, frozenset({PieceId("b.1")}), murky=frozenset({Cell("c2")}))
    explanation = explain(GAME, state, hidden)
    assert isinstance(explanation, Pending)
    assert explanation.why is Why.HIDDEN
    assert explain(GAME, state, replace(sight(layout, b_1=None), hidden=hidden.hidden)) == Unchanged()


def test_a_piece_that_a_play_takes_away_does_not_hide_in_a_shadow_elsewhere() -> None:
    state = opening(a_1="c1", b_1="c2", b_king="c8")
    layout, shadow = GAME.layout(state), frozenset({Cell("c5"), Cell("c6")})
    hit = sight(layout, a_1=at("c1", edge=True), b_1=None)
    seen = replace(hit, hidden=frozenset({PieceId("b.1")}), murky=shadow, unread=shadow, newly_unread=shadow)
    explanation = explain(GAME, state, seen)
    assert isinstance(explanation, Settled)
    assert explanation.line.actions == (("hit", "a.1", "b.1"),)


@pytest.mark.parametrize("shadow", [("c5",), ("c5", "c6")])
def test_a_missed_piece_may_be_the_unreadable_one(shadow: tuple[str, ...]) -> None:
    state = opening(a_1="c1", b_1="c4", b_king="c8")
    cells = frozenset(map(Cell, shadow))
    seen = sight(GAME.layout(state), b_1=None)
    seen = replace(seen, hidden=frozenset({PieceId("b.1")}), murky=cells, unread=cells)
    assert explain(GAME, state, seen) == Unchanged()


class Striking(RowGame):
    """The row game with a turned man that a.1 has probably hit."""

    def guesses(self, state: State, layout: Layout) -> Sequence[Action]:
        return [("hit", "a.1", man) for man, spot in layout.items() if spot.face is Face.DOWN]


def test_a_change_that_a_lost_piece_may_have_caused_is_no_wrong_play() -> None:
    game = Striking()
    state = opening(a_1="c1", b_1="c5", b_king="c8")
    turned = sight(game.layout(state), b_1=at("c5", face=Face.DOWN))
    assert isinstance(explain(game, state, turned), Unexplained)
    # The label of a.1 is seen twice, here and there.
    twice = frozenset({Cell("c3"), Cell("c4")})
    lost = {piece: spot for piece, spot in turned.spots.items() if piece != "a.1"}
    seen = replace(turned, spots=lost, hidden=frozenset({PieceId("a.1")}), murky=twice, unread=twice)
    explanation = explain(game, state, seen)
    assert isinstance(explanation, Pending)
    assert explanation.why is Why.HIDDEN
    assert [put.piece for put in explanation.puts] == ["b.1"]


def test_a_tolerated_leftover_is_no_change_until_it_changes() -> None:
    state = opening(a_1="c1", b_1="c6")
    leftovers = {PieceId("b.1"): None}
    layout = GAME.layout(state)
    assert explain(GAME, state, sight(layout, b_1=None), leftovers=leftovers) == Unchanged()
    assert explain(GAME, state, sight(layout), leftovers=leftovers) == Unchanged()
    stepped = explain(GAME, state, sight(layout, b_1=None, a_1=at("c2")), leftovers=leftovers)
    assert played(stepped) == (("step", "a.1", "c2"),)
    assert isinstance(explain(GAME, state, sight(layout, b_1=at("c5")), leftovers=leftovers), Unexplained)


@pytest.mark.parametrize("applied", [1, 2, 5, 50])
def test_a_search_cut_short_never_commits_a_line_if_another_may_fit(applied: int) -> None:
    state = opening(a_1="c2", b_king="c3", b_1="c1")
    twin = replace(state, men=tuple((m, (c, 2, d)) for m, (c, _, d) in state.men))
    seen = sight(GAME.layout(twin), a_1=at("c2", edge=True))
    explanation = explain(GAME, twin, seen, limits=SearchLimits(applied=applied))
    assert not isinstance(explanation, Settled)


def test_the_same_sighting_always_gets_the_same_answer() -> None:
    state = opening(a_1="c1", a_2="c5", b_king="c9")
    assert judged(state, a_1=at("c2"), a_2=at("c8")) == judged(state, a_1=at("c2"), a_2=at("c8"))


def test_a_piece_whose_attacker_shows_is_not_sought_in_a_shadow_elsewhere() -> None:
    state = opening(a_1="c1", b_1="c2", b_king="c8")
    seen = sight(GAME.layout(state), a_1=at("c1", edge=True), b_1=None)
    shade = frozenset({Cell("c5")})
    assert played(explain(GAME, state, replace(seen, murky=shade, unread=shade, newly_unread=shade))) == (
        ("hit", "a.1", "b.1"),
    )
    # If no attacker shows, the unreadable piece may be the one that went.
    gone = sight(GAME.layout(state), b_1=None)
    assert isinstance(
        explain(GAME, state, replace(gone, murky=shade, unread=shade, newly_unread=shade)), Unexplained
    )


def test_a_piece_seen_pushed_and_now_with_an_uncertain_edge_is_looked_at_again() -> None:
    state = opening(a_1="c3", a_2="c3", b_1="c4", b_king="c8")
    seen = sight(GAME.layout(state), a_1=at("c3", edge=True), b_1=None)
    unknown = Spot(Cell("c3"), Face.UP, edge=None)
    seen = replace(seen, spots={**seen.spots, PieceId("a.2"): unknown})
    assert played(explain(GAME, state, seen)) == (("hit", "a.1", "b.1"),)
    # a.1 was nudged while another piece was handled. Then b.1 was taken, and a.2 was pushed, and misread.
    straight, pushed = (Lie(Cell("c3"), Face.UP, edge) for edge in (False, True))
    touches = (
        Touch(Seconds(1.0), PieceId("a.1"), straight, pushed),
        Touch(Seconds(5.0), PieceId("b.1"), Lie(Cell("c4"), Face.UP, pushed=False), None),
        Touch(Seconds(6.0), PieceId("a.2"), straight, pushed),
        Touch(Seconds(6.5), PieceId("a.2"), pushed, straight),
    )
    judged_then = explain(GAME, state, replace(seen, touches=touches))
    assert isinstance(judged_then, Pending)
    assert judged_then.why is Why.HIDDEN
