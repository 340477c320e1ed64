"""The actions of hands between two judged sightings decide what the position alone leaves open."""

from dataclasses import replace

from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Spot
from engine.core.verdict import VerdictKind
from engine.session.playing.table import table_of
from engine.session.seen.touches import Lie
from engine.session.seen.trail import Trail, followed
from tests.session.playing import Play

A = PieceId("a")
C1, C2 = Cell("c1"), Cell("c2")


def test_a_piece_that_could_be_seen_where_it_lay_and_was_not_is_lifted() -> None:
    assert followed(Trail(), {}, frozenset(), last={A: C1}, pushed=frozenset()).lifted == (A,)
    assert followed(
        Trail(), {A: Lie(C2, Face.UP, pushed=False)}, frozenset(), last={A: C1}, pushed=frozenset()
    ).lifted == (A,)


def test_a_piece_under_a_hand_is_not_lifted() -> None:
    assert followed(Trail(), {}, frozenset({C1}), last={A: C1}, pushed=frozenset()) == Trail()


def test_one_look_does_not_straighten_a_piece_and_two_do() -> None:
    trail = followed(
        Trail(), {A: Lie(C1, Face.UP, pushed=False)}, frozenset(), last={A: C1}, pushed=frozenset({A})
    )
    assert trail.straightened == frozenset()
    assert followed(
        trail, {A: Lie(C1, Face.UP, pushed=False)}, frozenset(), last={A: C1}, pushed=frozenset({A})
    ).straightened == {A}


def two_kings() -> Play:
    return Play({"a.1": "c2", "b.king": "c3", "b.queen": "c1"})


def test_the_target_of_a_hit_without_a_mark_is_shown_by_lifting_it() -> None:
    play = two_kings()
    play.put("a.1", "c2", edge=True)
    play.rest()
    play.lift("b.king")
    play.rest()
    assert play.said == [("settled", ("hit a.1 b.king",))]


def test_the_target_may_be_shown_before_the_push_as_well() -> None:
    play = two_kings()
    play.lift("b.queen")
    play.rest()
    play.put("a.1", "c2", edge=True)
    play.rest()
    assert play.said == [("settled", ("hit a.1 b.queen",))]


def test_without_a_sign_the_players_are_asked_after_a_while() -> None:
    play = two_kings()
    play.put("a.1", "c2", edge=True)
    assert play.rest(3) == []
    (question,) = play.rest(8)
    assert question.kind is VerdictKind.AMBIGUOUS
    assert len(question.candidates) == 2
    assert question.likelihoods == (0.5, 0.5)


def test_a_question_has_the_likeliest_answer_first_and_says_how_likely_it_is() -> None:
    play = two_kings()
    play.put("a.1", "c2", edge=True)
    play.lift("b.queen")
    play.lift("b.king")
    play.lift("b.queen")
    (question,) = play.rest(8)
    assert sum(question.likelihoods) == 1
    assert list(question.likelihoods) == sorted(question.likelihoods, reverse=True)


def test_a_question_is_asked_if_both_targets_were_lifted() -> None:
    play = two_kings()
    play.put("a.1", "c2", edge=True)
    play.lift("b.king")
    play.lift("b.queen")
    assert [one.kind for one in play.rest(8)] == [VerdictKind.AMBIGUOUS]


def test_a_push_seen_straight_in_between_is_a_new_push() -> None:
    play = Play({"a.1": "c2", "b.king": "c3"})
    pushed = play.spots | {PieceId("a.1"): Spot(Cell("c2"), edge=True)}
    play.table = replace(
        play.table, match=replace(play.table.match, leftovers={PieceId("a.1"): pushed[PieceId("a.1")]})
    )
    play.spots = dict(pushed)
    play.table = table_of(play.setting, play.table.match)
    assert play.rest(4) == []
    play.put("a.1", "c2")
    play.see(play.look(steady=False))
    play.see(play.look(steady=False))
    play.put("a.1", "c2", edge=True)
    play.rest(4)
    assert play.said == [("settled", ("hit a.1 b.king",))]
