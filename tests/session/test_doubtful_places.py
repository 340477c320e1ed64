"""A change that no play explains is named once and set aside; everything else is judged as before."""

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.verdict import VerdictKind
from engine.session.matches.entries import EntryKind
from engine.session.matches.journal_replay import replay
from engine.session.playing.table_events import happen
from tests.session.playing import GAME, Play
from tests.session.seeing import look_at

APART = {"a.1": "c1", "a.2": "c4", "b.1": "c7", "b.king": "c9"}


@pytest.fixture
def play() -> Play:
    """A table where b.1 was put into a place that no play brings it to, and that was warned of."""
    play = Play(APART)
    play.put("b.1", "c6")
    play.rest()
    assert play.said == [("illegal", ())]
    return play


def test_a_play_elsewhere_is_played_and_the_old_warning_is_not_repeated(play: Play) -> None:
    play.put("a.1", "c2")
    play.rest(6)
    assert play.said == [("illegal", ()), ("settled", ("step a.1 c2",))]


def test_the_warning_stays_in_force_while_others_play(play: Play) -> None:
    play.put("a.1", "c2")
    play.rest()
    current = play.table.current
    assert current is not None
    assert (current.kind, [step.piece for step in current.repair]) == (VerdictKind.ILLEGAL, ["b.1"])


def test_a_repaired_place_is_said_to_be_right_even_after_other_plays(play: Play) -> None:
    play.put("a.1", "c2")
    play.rest()
    play.put("b.1", "c7")
    (right,) = play.rest()
    assert (right.kind, right.actions) == (VerdictKind.SETTLED, ())
    assert play.table.current is None


def test_a_piece_that_is_warned_of_is_no_leftover(play: Play) -> None:
    play.put("a.1", "c2")
    play.rest()
    assert play.table.match.leftovers == {}


def test_another_wrong_piece_is_another_warning_which_names_that_piece_alone(play: Play) -> None:
    play.put("a.1", "c3")
    (warning,) = play.rest()
    assert (warning.kind, [step.piece for step in warning.repair]) == (VerdictKind.ILLEGAL, ["a.1"])
    current = play.table.current
    assert current is not None
    assert {step.piece for step in current.repair} == {"a.1", "b.1"}


def test_when_one_of_two_wrong_places_is_repaired_only_the_other_stays_in_force(play: Play) -> None:
    play.put("a.1", "c3")
    play.rest()
    play.put("b.1", "c7")
    assert play.rest() == []
    current = play.table.current
    assert current is not None
    assert [step.piece for step in current.repair] == ["a.1"]


def test_a_wrong_place_that_becomes_blind_is_not_right(play: Play) -> None:
    spots = {piece: spot for piece, spot in play.spots.items() if piece != "b.1"}
    for _ in range(12):
        play.see(play.look(blind=["c6", "c7"], spots=spots))
    assert play.said == [("illegal", ())]
    assert play.table.current is not None


def test_a_turn_ends_beside_another_turns_wrong_piece(play: Play) -> None:
    play.put("a.1", "c2")
    play.rest()
    play.press()
    play.see(play.look())
    assert play.said[1:] == [("settled", ("step a.1 c2",)), ("settled", ("done",))]


def test_a_turn_ends_beside_a_piece_that_nobody_sees() -> None:
    play = Play(APART)
    play.put("b.1", None)
    play.rest(8)
    play.press()
    play.see(play.look())
    assert play.said[-1] == ("settled", ("done",))


def test_a_turn_does_not_end_while_its_own_illegal_play_lies_there() -> None:
    play = Play(APART)
    play.put("a.1", "c3")
    play.rest()
    play.press()
    play.see(play.look())
    assert play.table.match.revision == 0
    assert "put right" in play.verdicts[-1].text
    play.put("a.1", "c1")
    play.rest()
    play.press(at=play.now)
    play.see(play.look())
    assert play.said[-1] == ("settled", ("done",))


def test_a_piece_that_was_wrong_in_another_turn_is_asked_about_before_it_is_a_play(play: Play) -> None:
    play.press()
    play.see(play.look())
    assert play.ask(CommandKind.ACT, action={"die": ["2"]}) is AnswerCode.DONE
    # By now b.1 lies where it may go. But it wasn't put there in this turn.
    play.wait(4)
    assert play.table.match.revision == 2
    assert [line.actions for line in play.table.question] == [(("step", "b.1", "c6"),)]


def test_a_wrong_move_becomes_legal_by_a_later_play_of_the_same_turn() -> None:
    play = Play({"a.1": "c1", "a.2": "c2", "b.1": "c8", "b.king": "c9"})
    play.put("a.1", "c2")
    play.put("b.1", "c7")
    play.rest()
    play.put("b.1", "c8")
    play.put("a.2", "c3")
    play.rest()
    assert [set(actions) for _, actions in play.said if actions] == [{"step a.2 c3", "step a.1 c2"}]


def test_a_play_that_concerns_a_doubtful_place_is_asked_about() -> None:
    play = Play({"a.1": "c1", "a.2": "c4", "b.king": "c5", "b.1": "c9"})
    play.put("b.king", "c7")
    play.rest()
    play.put("a.2", "c4", edge=True)
    play.rest()
    assert play.table.match.revision == 0
    play.wait(6)
    assert [line.actions for line in play.table.question] == [(("hit", "a.2", "b.king"),)]


def test_a_right_play_is_committed_beside_a_wrong_one_at_the_same_time() -> None:
    play = Play(APART)
    play.put("a.1", "c2")
    play.put("b.1", "c6")
    play.rest()
    assert play.said == [("settled", ("step a.1 c2",)), ("illegal", ())]
    assert [step.piece for step in play.verdicts[-1].repair] == ["b.1"]


def test_a_push_beside_a_wrong_piece_is_no_hit_until_that_is_put_right() -> None:
    play = Play({"a.1": "c1", "a.2": "c4", "b.king": "c5", "b.1": "c9"})
    play.put("a.2", "c4", edge=True)
    play.put("b.1", "c7")
    play.rest(8)
    assert play.table.match.revision == 0
    play.put("b.1", "c9")
    play.rest()
    assert play.said[-1] == ("settled", ("hit a.2 b.king",))


@pytest.mark.parametrize("choice", [0, 1])
def test_beside_a_question_plays_elsewhere_go_on_and_it_can_still_be_answered(choice: int) -> None:
    play = Play({"a.1": "c1", "a.2": "c5", "b.king": "c4", "b.queen": "c6"})
    play.put("a.2", "c5", edge=True)
    play.wait(8)
    assert [line.actions[0] for line in play.table.question] == [
        ("hit", "a.2", "b.king"),
        ("hit", "a.2", "b.queen"),
    ]
    asked = len(play.verdicts)
    play.put("a.1", "c2")
    play.rest(8)
    assert play.said[asked:] == [("settled", ("step a.1 c2",))]
    hit = play.table.question[choice].actions[0]
    assert play.ask(CommandKind.CHOOSE, choice=choice) is AnswerCode.DONE
    assert play.said[-1] == ("settled", (" ".join(hit),))


def test_plays_beside_a_doubtful_place_are_in_the_journal(play: Play) -> None:
    play.put("a.1", "c2")
    play.rest()
    play.press()
    play.see(play.look())
    again = replay(GAME, play.entries)
    assert again.state == play.table.match.state
    assert again.leftovers == play.table.match.leftovers


def test_game_is_right_turns_all_wrong_places_into_pieces_to_be_put(play: Play) -> None:
    assert play.ask(CommandKind.GAME_IS_RIGHT) is AnswerCode.DONE
    current = play.table.current
    assert current is not None
    assert (current.kind, [step.piece for step in current.repair]) == (VerdictKind.PENDING, ["b.1"])


def test_one_place_is_right_as_it_lies_and_the_other_stays_warned_of(play: Play) -> None:
    play.put("a.1", "c3")
    play.rest()
    assert play.ask(CommandKind.PLACE_IS_RIGHT, place="b.1") is AnswerCode.DONE
    places = dict(play.table.match.state.men)
    assert (places["b.1"][0], places["a.1"][0]) == ("c6", "c1")
    assert any("The table said that b.1 lie right" in str(one.text) for one in play.verdicts)
    current = play.table.current
    assert current is not None
    assert [step.piece for step in current.repair] == ["a.1"]
    assert replay(GAME, play.entries) == play.table.match
    play.put("a.1", "c1")
    play.rest()
    assert play.table.current is None


@pytest.mark.parametrize("place", ["c6", "c7"])
def test_a_place_is_named_by_where_its_piece_lies_or_should(play: Play, place: str) -> None:
    assert play.ask(CommandKind.PLACE_IS_RIGHT, place=place) is AnswerCode.DONE
    assert dict(play.table.match.state.men)["b.1"][0] == "c6"
    assert play.table.current is None


@pytest.mark.parametrize("place", ["c1", "a.1", ""])
def test_place_is_right_is_refused_where_nothing_is_warned_of(play: Play, place: str) -> None:
    before = play.table.match
    assert play.ask(CommandKind.PLACE_IS_RIGHT, place=place) is AnswerCode.NOT_NOW
    assert play.table.match == before


def test_where_all_lies_right_already_that_is_the_answer_and_no_empty_list() -> None:
    play = Play(APART)
    play.rest()
    asked = Command("1", CommandKind.PLACE_IS_RIGHT, play.table.match.revision, place="b.1")
    (answer,) = happen(play.setting, play.table, asked, play.now).answers
    said = "no warning stands any more: the pieces there are right already"
    assert (answer.code, str(answer.text)) == (AnswerCode.NOT_NOW, said)


def test_a_place_that_no_position_looks_like_is_not_right_as_it_lies(play: Play) -> None:
    play.put("b.king", "c6")
    play.rest()
    before = play.table.match
    assert play.ask(CommandKind.PLACE_IS_RIGHT, place="c6") is AnswerCode.NOT_NOW
    assert play.table.match == before


def test_a_place_is_right_once_however_often_that_is_said(play: Play) -> None:
    for _ in range(2):
        revision = play.table.match.revision
        asked = play.ask(CommandKind.PLACE_IS_RIGHT, name="same", place="b.1", revision=revision)
        assert asked is AnswerCode.DONE
    assert [entry.kind for entry in play.entries].count(EntryKind.AMENDED) == 1


def test_a_piece_that_a_play_took_away_is_not_sought_in_an_unreadable_cell() -> None:
    play = Play({"a.1": "c1", "b.1": "c2", "b.king": "c7"})

    def rest_with_a_doubt() -> None:
        for steady in (False, True, True):
            play.now += 0.5
            play.see(look_at(play.spots, play.now, steady=steady, unsure=["c9"]))

    play.put("b.1", None)
    play.put("a.1", "c1", edge=True)
    rest_with_a_doubt()
    assert play.said == [("settled", ("hit a.1 b.1",))]
    rest_with_a_doubt()
    seen = play.table.judged
    assert seen is not None
    # Otherwise the next piece to leave would be taken for the unreadable one there.
    assert (seen.hidden, seen.newly_unread) == (frozenset(), frozenset())


def test_a_play_that_stays_hidden_is_asked_about_after_a_hint() -> None:
    play = Play({"a.1": "c1", "b.1": "c2", "b.king": "c8"})
    play.put("a.1", "c1", edge=True)
    play.put("b.1", None)
    for _ in range(20):
        play.see(play.look(blind=["c2"]))
    assert [one.kind.value for one in play.verdicts] == ["pending", "ambiguous"]
    pending, asked = play.verdicts
    assert asked.taken_at - pending.taken_at == 2.0
    assert [[one.text for one in line] for line in asked.candidates] == [["hit a.1 b.1"]]
    # Once it can be seen it's judged as ever.
    play.rest()
    assert play.said[-1] == ("settled", ("hit a.1 b.1",))


def test_nothing_is_asked_for_where_nothing_would_be_a_play() -> None:
    play = Play({"a.1": "c1", "b.1": "c5", "b.king": "c8"})
    play.put("b.1", None)
    for _ in range(20):
        play.see(play.look(blind=["c5"]))
    assert [one.kind.value for one in play.verdicts if one.kind.value == "ambiguous"] == []
