"""The ways people handle pieces: none of them is a play, and none keeps a play from being seen."""

from dataclasses import replace

from engine.bus.messages.commands import AnswerCode, CommandKind
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Spot
from engine.core.verdict import VerdictKind
from tests.session.playing import Play


def test_sliding_through_cells_is_one_move() -> None:
    play = Play()
    for cell in ("c2", "c1", "c2"):
        play.put("a.1", cell)
        play.see(play.look(steady=False))
    play.rest()
    assert play.said == [("settled", ("step a.1 c2",))]


def test_a_pause_in_mid_move_with_the_hand_on_the_piece_commits_nothing() -> None:
    play = Play()
    spots = {piece: spot for piece, spot in play.spots.items() if piece != "a.1"}
    for _ in range(12):
        play.see(play.look(blind=["c1", "c2"], spots=spots))
    assert play.verdicts == []
    play.put("a.1", "c2")
    play.rest()
    assert play.said == [("settled", ("step a.1 c2",))]


def test_two_hands_at_once_are_two_plays() -> None:
    play = Play()
    play.put("a.1", "c2")
    play.put("a.2", "c4")
    play.see(play.look(steady=False, blind=["c2", "c4"]))
    play.rest()
    ((kind, actions),) = play.said
    assert (kind, set(actions)) == ("settled", {"step a.1 c2", "step a.2 c4"})


def test_a_nudge_beside_a_piece_that_was_put_down_is_no_hit() -> None:
    play = Play({"a.1": "c1", "a.2": "c3", "b.king": "c4", "b.1": "c9"})
    # a.1 comes to c2, where no other piece lies. Pushing a.2 beside the king can only be a hit.
    play.put("a.1", "c2")
    play.rest()
    play.put("a.2", "c3", edge=True)
    play.rest()
    assert play.said == [("settled", ("step a.1 c2",)), ("settled", ("hit a.2 b.king",))]


def test_a_stack_lifted_together_is_waited_for() -> None:
    play = Play()
    play.put("a.1", None)
    play.put("a.2", None)
    assert play.rest(3) == []
    play.put("a.1", "c2")
    play.put("a.2", "c4")
    play.rest()
    ((_, actions),) = play.said
    assert set(actions) == {"step a.1 c2", "step a.2 c4"}


def test_a_piece_put_straight_within_its_cell_takes_nothing_back() -> None:
    play = Play({"a.1": "c2", "b.1": "c3", "b.king": "c8"})
    play.put("b.1", None)
    play.put("a.1", "c2", edge=True)
    play.rest()
    play.put("a.1", "c2")
    assert play.rest(8) == []
    assert play.table.match.revision == 1


def test_a_piece_turned_over_by_accident_is_to_be_turned_back() -> None:
    play = Play()
    play.put("a.1", "c1", face=Face.DOWN)
    (warning,) = play.rest()
    assert warning.kind is VerdictKind.ILLEGAL
    assert [step.text for step in warning.repair] == ["Turn a.1 on c1 face up."]
    play.put("a.1", "c1")
    (right,) = play.rest()
    assert (right.kind, right.actions) == (VerdictKind.SETTLED, ())


def test_a_doubtful_play_is_held_for_a_moment_and_doubts_do_not_go_on_for_ever() -> None:
    play = Play({"a.1": "c2", "a.2": "c6", "b.1": "c3", "b.king": "c9"})
    play.put("b.1", None)
    said = play.rest(3)
    assert said == []
    for cell in ("c7", "c6") * 4:
        # Something else changes before the doubt has waited two seconds.
        play.put("a.2", cell)
        said += play.rest(2)
    assert [one.kind for one in said][:1] == [VerdictKind.AMBIGUOUS]


def test_the_next_play_can_follow_while_a_cell_elsewhere_stays_unreadable() -> None:
    play = Play()
    rest = {piece: spot for piece, spot in play.spots.items() if piece != "b.king"}
    for step in range(6):
        spots = {**rest, PieceId("a.1"): Spot(Cell("c2"), edge=False)} if step > 2 else rest
        look = play.look(steady=step not in {0, 3}, spots=spots)
        play.see(replace(look, cells=replace(look.cells, unsure=(Cell("c8"),))))
    assert play.said == [("settled", ("step a.1 c2",))]


def test_while_the_match_is_paused_nothing_is_judged_and_no_button_counts() -> None:
    play = Play()
    assert play.ask(CommandKind.PAUSE, name="p") is AnswerCode.DONE
    assert play.ask(CommandKind.PAUSE, name="q") is AnswerCode.NOT_NOW
    play.put("a.1", "c7")
    assert play.rest(6) == []
    play.press()
    play.put("a.1", "c2")
    assert play.rest(4) == []
    assert play.ask(CommandKind.ACT, name="s", action={"done": True}) is AnswerCode.NOT_NOW
    assert play.table.match.revision == 0
    assert play.ask(CommandKind.RESUME, name="r") is AnswerCode.DONE
    play.rest()
    assert play.said == [("settled", ("step a.1 c2",))]
