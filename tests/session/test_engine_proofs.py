"""The proofs of a verdict: how its pieces were read, and the looks that show it."""

from engine.bus.messages.commands import CommandKind
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from engine.core.verdict import Proof, Read, Verdict, VerdictKind
from tests.session.playing import Play


def frame_now(play: Play) -> int:
    return play.table.looks["cam"].sequence


def reads(verdict: Verdict) -> set[tuple[str, str, str]]:
    return {(one.source, one.piece, one.cell) for one in verdict.reads}


def test_a_warning_says_how_the_piece_was_read_and_which_looks_show_it() -> None:
    play = Play()
    play.wait(5)
    right = frame_now(play)
    play.put("a.1", "c7")
    (warning,) = play.rest()
    assert warning.kind is VerdictKind.ILLEGAL
    assert warning.proofs == (Proof("cam", right, frame_now(play)),)
    (one,) = warning.reads
    assert one == Read("cam", frame_now(play), PieceId("a.1"), Cell("c7"), Face.UP, 1.0, 1.0)
    assert warning.cells == ("c1", "c7")
    assert play.table.current == warning
    assert play.table.recent[-1] == warning


def test_before_is_the_last_look_at_a_right_table_however_long_the_hand_stays() -> None:
    play = Play()
    right = frame_now(play)
    play.put("a.1", None)
    play.rest(6)
    play.put("a.1", "c7")
    said = play.rest()
    assert said[-1].kind is VerdictKind.ILLEGAL
    assert said[-1].proofs[0].before == right


def test_a_played_action_is_shown_with_the_pieces_it_names() -> None:
    play = Play()
    right = frame_now(play)
    play.put("a.1", "c2")
    (settled,) = play.rest()
    assert reads(settled) == {("cam", "a.1", "c2")}
    assert settled.cells == ("c1", "c2")
    assert settled.proofs == (Proof("cam", right, frame_now(play)),)
    play.put("a.2", "c4")
    (later,) = play.rest()
    assert later.proofs[0].before == settled.proofs[0].after


def test_a_question_shows_all_that_it_asks_about_and_how_likely_each_answer_is() -> None:
    play = Play({"a.1": "c2", "a.2": "c4", "b.1": "c3", "b.king": "c9"})
    play.put("b.1", None)
    said = play.rest(12)
    asked = said[-1]
    assert asked.kind is VerdictKind.AMBIGUOUS
    assert len(asked.candidates) == len(asked.likelihoods) == 2
    assert {("cam", "a.1", "c2"), ("cam", "a.2", "c4")} <= reads(asked)
    assert {"c2", "c3", "c4"} <= set(asked.cells)


def test_every_source_says_how_it_read() -> None:
    play = Play()
    play.put("a.1", "c2")
    for steady in (False, True):
        look = play.look(steady=steady)
        play.see(look)
        play.see(type(look)(**{**{name: getattr(look, name) for name in look.__slots__}, "source": "far"}))
    assert {source for source, _, _ in reads(play.verdicts[-1])} == {"cam", "far"}


def test_a_play_without_a_look_has_no_proofs() -> None:
    play = Play()
    play.ask(CommandKind.ACT, action={"die": ["3"]})
    assert all(one.proofs == () for one in play.verdicts)
