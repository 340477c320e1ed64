"""The whole table, step by step: plays are committed, announced once, asked about or refused, in order."""

from dataclasses import replace
from typing import Any

import pytest

from engine.bus.messages.commands import AnswerCode, Command, CommandKind
from engine.core.document import entry_of
from engine.core.ids import Cell, PieceId, Seat, Seconds
from engine.core.phrase import Phrase
from engine.core.verdict import Verdict, VerdictKind
from engine.session.matches.journal_replay import replay
from engine.session.playing.commands import command
from engine.session.playing.reports import finish, see, wait
from engine.session.playing.table import SILENT_S, table_of
from tests.session.playing import GAME, Play
from tests.session.seeing import look_at


@pytest.fixture
def play() -> Play:
    return Play()


def test_a_table_set_up_rightly_gets_no_verdict(play: Play) -> None:
    play.rest(4)
    assert play.verdicts == []


def test_a_play_is_announced_and_kept_once(play: Play) -> None:
    play.put("a.1", "c2")
    play.rest(6)
    assert play.said == [("settled", ("step a.1 c2",))]
    assert play.table.match.revision == 1
    assert len(play.entries) == 2


def test_a_wrong_table_is_warned_of_once_and_said_to_be_right_again(play: Play) -> None:
    play.put("a.1", "c5")
    (warning,) = play.rest(6)
    assert warning.kind is VerdictKind.ILLEGAL
    assert [step.to for step in warning.repair] == ["c1"]
    play.see(play.look(steady=False, blind=["c4"]))
    assert play.rest(4) == []
    play.put("a.1", "c1")
    (right,) = play.rest()
    assert (right.kind, right.actions) == (VerdictKind.SETTLED, ())
    assert play.table.match.revision == 0


def test_a_wrong_table_put_right_by_a_legal_play_is_that_play(play: Play) -> None:
    play.put("a.1", "c5")
    play.rest()
    play.put("a.1", "c2")
    assert [one.kind for one in play.rest()] == [VerdictKind.SETTLED]
    assert play.table.current is None


def test_another_wrong_table_is_another_warning(play: Play) -> None:
    for cell in ("c5", "c4", "c5"):
        play.put("a.1", cell)
        play.rest()
    assert [one.kind for one in play.verdicts] == [VerdictKind.ILLEGAL] * 3


def test_a_hand_over_the_board_is_no_play(play: Play) -> None:
    rest = {piece: spot for piece, spot in play.spots.items() if piece != "a.1"}
    for blind in (["c1", "c2"], ["c1", "c2", "c3"], ["c1"], ["c1", "c2"]):
        play.see(play.look(steady=True, blind=blind, spots=rest))
    assert play.verdicts == []


def test_a_button_is_judged_after_the_play_before_it(play: Play) -> None:
    play.put("a.1", "c2")
    play.see(play.look(steady=False))
    play.press()
    assert play.verdicts == []
    play.see(play.look())
    assert play.said == [("settled", ("step a.1 c2", "done"))]


def test_a_button_is_held_until_the_looks_of_its_time_have_come(play: Play) -> None:
    play.press(at=play.now + 0.3)
    assert play.verdicts == []
    play.see(play.look())
    assert play.said == [("settled", ("done",))]


def test_a_play_seen_after_the_button_belongs_to_the_next_turn() -> None:
    play = Play()
    play.press()
    play.took(command(play.setting, play.table, Command("die", CommandKind.ACT, 1, action={"die": ["2"]})))
    play.put("b.1", "c5")
    play.rest()
    assert play.said == [("settled", ("done",)), ("settled", ("die 2",)), ("settled", ("step b.1 c5",))]


def test_a_button_waits_for_a_camera_whose_pictures_come_late(play: Play) -> None:
    # The press comes at once, the pictures of that time ten seconds later.
    play.press(at=play.now + 1.2)
    pressed = play.now
    play.put("a.1", "c2")
    for second in range(4):
        look = play.look(steady=second > 0)
        play.took(see(play.setting, play.table, look, pressed + 2.5 * (second + 1)))
        play.took(wait(play.setting, play.table, pressed + 2.5 * (second + 1) + 1.9))
    assert play.said == [("settled", ("step a.1 c2",)), ("settled", ("done",))]


def test_a_button_does_not_wait_for_ever_for_late_pictures(play: Play) -> None:
    play.press(at=play.now + 1000)
    pressed = play.now
    for second in range(32):
        play.took(see(play.setting, play.table, play.look(), pressed + second))
        play.took(wait(play.setting, play.table, pressed + second))
    assert play.said == [("settled", ("done",))]


def test_a_button_is_carried_out_when_the_camera_has_been_silent_for_five_seconds(play: Play) -> None:
    play.see(play.look())
    looked_at = play.now
    play.tick(2.0)
    play.press(at=play.now)
    play.took(wait(play.setting, play.table, looked_at + SILENT_S - 0.1))
    assert play.verdicts == []
    play.took(wait(play.setting, play.table, looked_at + SILENT_S))
    assert play.said == [("settled", ("done",))]


def test_a_button_counts_at_once_where_nothing_has_been_watching(play: Play) -> None:
    play.see(play.look())
    play.tick(SILENT_S + 1)
    play.press()
    assert play.said == [("settled", ("done",))]


def test_a_press_waits_for_earlier_plays_while_a_camera_stalls(
    play: Play,
) -> None:
    play.see(play.look())
    play.put("a.1", "c2")
    play.press(at=play.now + 2.0)
    play.tick(3.0)
    assert play.verdicts == []
    play.rest()
    assert play.said == [("settled", ("step a.1 c2", "done"))]


def test_without_any_camera_a_button_counts_at_once() -> None:
    play = Play()
    play.table = table_of(play.setting, play.table.match)
    play.press()
    assert play.said == [("settled", ("done",))]


def test_a_button_of_the_other_side_is_refused_and_changes_nothing(play: Play) -> None:
    play.press("pad.b")
    assert [one.kind for one in play.verdicts] == [VerdictKind.ILLEGAL]
    assert play.table.match.revision == 0
    assert play.table.current is None


def test_a_bouncing_button_is_one_press(play: Play) -> None:
    play.press("pad.table")
    play.press("pad.table", at=play.now + 0.2)
    play.see(play.look())
    assert play.said == [("settled", ("done",))]


def test_a_press_that_is_reported_again_counts_once(play: Play) -> None:
    play.press(mark="7")
    match = replay(GAME, tuple(play.entries))
    play.table = table_of(play.setting, match)
    play.press(mark="7")
    assert play.said == [("settled", ("done",))]


def test_a_turn_is_not_ended_on_a_wrong_table(play: Play) -> None:
    play.put("a.1", "c5")
    play.rest()
    play.press()
    assert play.table.match.revision == 0
    assert "put right" in play.verdicts[-1].text


def test_a_kill_without_a_push_is_asked_after_a_while_and_settled_by_a_tap() -> None:
    play = Play({"a.1": "c1", "b.1": "c2", "b.king": "c8"})
    play.put("b.1", None)
    assert play.rest(3) == []
    (question,) = play.rest(8)
    assert question.kind is VerdictKind.AMBIGUOUS
    assert play.ask(CommandKind.CHOOSE, choice=0) is AnswerCode.DONE
    assert play.said[-1] == ("settled", ("hit a.1 b.1",))
    assert play.rest(4) == []


def test_a_kill_finished_by_the_push_is_never_asked() -> None:
    play = Play({"a.1": "c1", "b.1": "c2", "b.king": "c8"})
    play.put("b.1", None)
    play.rest(3)
    play.put("a.1", "c1", edge=True)
    play.rest(4)
    assert play.said == [("settled", ("hit a.1 b.1",))]


def test_a_piece_lifted_for_the_next_play_is_not_warned_of_with_the_last_one() -> None:
    play = Play({"a.1": "c1", "b.1": "c2", "a.2": "c4", "b.king": "c9"})
    play.put("b.1", None)
    play.put("a.1", "c1", edge=True)
    play.put("a.2", None)
    play.rest()
    assert play.said == [("settled", ("hit a.1 b.1",))]
    play.put("a.2", "c5")
    play.rest()
    assert play.said[1:] == [("settled", ("step a.2 c5",))]


def test_a_piece_lifted_for_the_next_play_is_asked_for_if_it_stays_away() -> None:
    play = Play({"a.1": "c1", "b.1": "c2", "a.2": "c4", "b.king": "c9"})
    play.put("b.1", None)
    play.put("a.1", "c1", edge=True)
    play.put("a.2", None)
    play.rest(8)
    assert [kind for kind, _ in play.said] == ["settled", "pending"]
    assert [step.text for step in play.verdicts[-1].repair] == ["Put a.2 on c4, or on c3, c5."]


def test_a_lifted_piece_is_no_play_and_no_warning_until_it_stays_away(play: Play) -> None:
    play.put("a.1", None)
    assert play.rest(4) == []
    (said,) = play.rest(6)
    assert said.kind is VerdictKind.PENDING
    play.put("a.1", "c2")
    assert [one.actions != () for one in play.rest()] == [True]


def test_the_pieces_of_a_tablets_play_are_to_be_put_on_the_table(play: Play) -> None:
    assert play.ask(CommandKind.ACT, action={"step": ["a.1", "c2"]}, seat=Seat("a")) is AnswerCode.DONE
    assert [one.kind for one in play.verdicts] == [VerdictKind.SETTLED, VerdictKind.PENDING]
    (put,) = play.verdicts[-1].repair
    assert (put.piece, put.seen, put.to) == ("a.1", "c1", "c2")
    assert play.rest(4) == []
    play.put("a.1", "c2")
    (right,) = play.rest()
    assert (right.kind, right.actions) == (VerdictKind.SETTLED, ())


def test_after_the_last_play_is_put_right_all_may_be_packed_away() -> None:
    play = Play({"a.1": "c1", "b.1": "c2"})
    play.ask(CommandKind.ACT, action={"hit": ["a.1", "b.1"]}, seat=Seat("a"))
    assert GAME.outcome(play.table.match.state) is not None
    assert play.said[-1][0] == "pending"
    play.put("b.1", None)
    play.put("a.1", "c1", edge=True)
    (right,) = play.rest()
    assert (right.kind, right.actions) == (VerdictKind.SETTLED, ())
    play.put("a.1", None)
    assert play.rest(12) == []


def test_play_goes_on_while_pieces_are_still_to_be_put(play: Play) -> None:
    play.ask(CommandKind.ACT, action={"step": ["a.1", "c2"]})
    play.put("a.2", "c4")
    play.rest()
    assert play.said[-1] == ("settled", ("step a.2 c4",)) or play.said[-2] == ("settled", ("step a.2 c4",))
    assert play.table.match.leftovers.keys() == {"a.1"}


def test_the_end_of_a_turn_that_is_over_by_now_is_no_mistake(play: Play) -> None:
    done, step = {"done": True}, {"step": ["a.1", "c2"]}
    assert play.ask(CommandKind.ACT, name="step", action=step) is AnswerCode.DONE
    assert play.ask(CommandKind.ACT, name="forced", action=done, seat=Seat("a")) is AnswerCode.DONE
    over = play.table.match
    # The player pressed the button just as the turn ended by itself.
    assert play.ask(CommandKind.ACT, name="late", action=done, seat=Seat("a"), revision=1) is AnswerCode.DONE
    assert play.ask(CommandKind.ACT, name="later", action=step, revision=0) is AnswerCode.STALE
    assert (
        play.ask(CommandKind.ACT, name="latest", action=done, seat=Seat("b"), revision=1) is AnswerCode.STALE
    )
    assert play.table.match == over


def test_a_command_is_answered_once_however_often_it_comes(play: Play) -> None:
    for _ in range(3):
        assert play.ask(CommandKind.ACT, action={"step": ["a.1", "c2"]}, revision=0) is AnswerCode.DONE
    assert play.table.match.revision == 1
    play.table = table_of(play.setting, replay(GAME, tuple(play.entries)))
    assert play.ask(CommandKind.ACT, action={"step": ["a.1", "c2"]}, revision=0) is AnswerCode.DONE
    assert play.table.match.revision == 1


@pytest.mark.parametrize(
    ("kind", "more", "code"),
    [
        (CommandKind.ACT, {"action": {"step": ["a.1", "c2"]}, "revision": 9}, AnswerCode.STALE),
        (CommandKind.ACT, {"action": {"step": ["a.1", "c7"]}}, AnswerCode.ILLEGAL),
        (CommandKind.ACT, {"action": {"step": ["a.1", "c2"]}, "seat": Seat("b")}, AnswerCode.ILLEGAL),
        (CommandKind.ACT, {"action": {"fly": True}}, AnswerCode.UNREADABLE),
        (CommandKind.CHOOSE, {"choice": 0}, AnswerCode.NOT_NOW),
        (CommandKind.GAME_IS_RIGHT, {}, AnswerCode.NOT_NOW),
        (CommandKind.TABLE_IS_RIGHT, {}, AnswerCode.NOT_NOW),
        (CommandKind.ASK, {"place": "c2"}, AnswerCode.UNREADABLE),
        (CommandKind.ASK, {"piece": PieceId("a.9"), "place": "c2"}, AnswerCode.UNREADABLE),
        (CommandKind.ASK, {"piece": PieceId("a.1"), "place": "c7", "revision": 9}, AnswerCode.STALE),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why_and_changes_nothing(
    play: Play, kind: CommandKind, more: dict[str, Any], code: AnswerCode
) -> None:
    before = play.table.match
    assert play.ask(kind, **more) is code
    assert play.table.match == before


@pytest.mark.parametrize(("place", "rules"), [("c7", ["R-4"]), ("c2", [])])
def test_a_question_is_answered_with_the_rules_and_leaves_no_trace(
    play: Play, place: str, rules: list[str]
) -> None:
    before = play.table
    asked = Command("q", CommandKind.ASK, 0, piece=PieceId("a.1"), place=place)
    for _ in range(2):
        step = command(play.setting, play.table, asked)
        assert step.table == before
        assert step.entries == ()
        ((answer,),) = (step.answers,)
        assert answer.code is AnswerCode.DONE
        ((refused,),) = (answer.refused,)
        assert [str(one.rule) for one in refused.broken] == rules
        assert all(one.text for one in refused.broken)


def test_game_is_right_turns_a_warning_into_pieces_to_be_put(play: Play) -> None:
    play.put("a.1", "c5")
    play.rest()
    assert play.ask(CommandKind.GAME_IS_RIGHT) is AnswerCode.DONE
    assert play.verdicts[-1].kind is VerdictKind.PENDING
    assert play.table.match.leftovers.keys() == {"a.1"}
    assert play.table.match.revision == 0


def test_a_table_being_set_up_is_never_judged_as_play() -> None:
    play = Play()
    play.table = table_of(play.setting, play.table.match)
    play.table = replace(play.table, match=replace(play.table.match, started=False))
    full, play.spots = dict(play.spots), {}
    play.rest()
    for piece in ("b.king", "b.1", "a.2"):
        play.spots[PieceId(piece)] = full[PieceId(piece)]
        play.rest()
    play.put("a.1", "c2")
    play.rest()
    assert [one.kind for one in play.verdicts] == [VerdictKind.PENDING]
    play.put("a.1", "c1")
    play.rest()
    assert [(one.kind, one.actions) for one in play.verdicts[1:]] == [(VerdictKind.SETTLED, ())]


def test_the_journal_leads_to_the_same_match(play: Play) -> None:
    play.put("a.1", "c2")
    play.rest()
    play.put("a.2", "c3", edge=True)
    play.rest()
    play.press()
    play.ask(CommandKind.ACT, action={"die": ["4"]})
    assert replay(GAME, tuple(play.entries)) == play.table.match


def test_an_edge_nobody_caused_is_remembered_over_a_restart(play: Play) -> None:
    play.put("a.1", "c1", edge=True)
    assert play.rest() == []
    again = replay(GAME, tuple(play.entries))
    assert again.leftovers.keys() == {"a.1"}


def test_a_doubt_that_still_waits_is_asked_at_the_end() -> None:
    play = Play({"a.1": "c1", "b.1": "c2", "b.king": "c8"})
    play.put("b.1", None)
    play.rest()
    play.took(finish(play.setting, play.table))
    assert [one.kind for one in play.verdicts] == [VerdictKind.AMBIGUOUS]


def test_a_setup_that_is_a_mapping_is_kept_with_the_match(play: Play) -> None:
    assert GAME.initial(entry_of(play.table.match.opening.setup)) == replay(GAME, tuple(play.entries)).state


@pytest.mark.parametrize(("cell", "said"), [("c2", VerdictKind.SETTLED), ("c5", VerdictKind.ILLEGAL)])
def test_a_piece_that_went_is_the_unreadable_one_in_a_cell_that_was_empty(
    play: Play, cell: str, said: VerdictKind
) -> None:
    play.put("a.1", None)
    for _ in range(3):
        play.now += 0.5
        play.see(look_at(play.spots, play.now, unsure=[cell]))
    assert [one.kind for one in play.verdicts] == [said]
    if said is VerdictKind.SETTLED:
        assert [action.text for action in play.verdicts[0].actions] == ["step a.1 c2"]


def test_a_piece_back_in_a_cell_that_nobody_can_read_is_not_missed(play: Play) -> None:
    play.put("a.1", "c5")
    assert [one.kind for one in play.rest()] == [VerdictKind.ILLEGAL]
    play.put("a.1", None)
    before = len(play.verdicts)
    for _ in range(4):
        play.now += 0.5
        play.see(look_at(play.spots, play.now, unsure=["c1"]))
    assert VerdictKind.ILLEGAL not in [one.kind for one in play.verdicts[before:]]


def test_a_stranger_that_switches_felt_is_over_once_a_camera_names_it(
    play: Play,
) -> None:
    """The camera started later than the board, or was away. The warning must not outlive its cause."""
    warned = Verdict(VerdictKind.ILLEGAL, Seconds(0.0), 0, 0, text=Phrase("Something lies on c1."))
    for _ in range(2):  # judged before the camera named it, and again though nothing else has changed
        play.table = replace(play.table, strangers=frozenset((Cell("c1"),)), current=warned)
        play.rest()
        assert (play.table.strangers, play.table.current) == (frozenset(), None)
