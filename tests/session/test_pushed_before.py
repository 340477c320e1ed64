"""A piece that has been pushed since its last turn, when its next turn begins by a tablet's command."""

from engine.bus.messages.commands import AnswerCode, CommandKind
from engine.core.verdict import VerdictKind
from tests.session.playing import Play

PLACES = {"a.1": "c2", "a.2": "c6", "b.queen": "c3", "b.king": "c1"}


def turn_ends(play: Play, name: str) -> None:
    assert play.ask(CommandKind.ACT, name=f"done {name}", action={"done": True}) is AnswerCode.DONE


def test_a_piece_pushed_since_its_last_turn_has_not_hit_again() -> None:
    play = Play(PLACES, seed="1")
    play.lift("b.queen")
    play.put("a.1", "c2", edge=True)
    play.rest()
    assert play.said == [("settled", ("hit a.1 b.queen",))]
    turn_ends(play, "a")
    play.rest(4)
    turn_ends(play, "b")
    play.rest(8)
    assert play.table.match.revision == 5, "a hit, and twice an end of turn with its die"
    assert play.table.match.state.turn == "a"


def still_pushed() -> Play:
    """Return a table at the start of a's next turn, with its piece still pushed from the last one."""
    play = Play(PLACES, seed="1")
    play.lift("b.queen")
    play.put("a.1", "c2", edge=True)
    play.rest()
    turn_ends(play, "a")
    turn_ends(play, "b")
    play.rest(4)
    return play


def test_a_piece_put_straight_and_pushed_again_has_hit() -> None:
    play = still_pushed()
    play.put("a.1", "c2")
    play.rest(4)
    play.lift("b.king")
    play.put("a.1", "c2", edge=True)
    play.rest(4)
    assert play.said[-1] == ("settled", ("hit a.1 b.king",))


def test_a_piece_pushed_while_a_tablet_moves_it_may_have_hit_too() -> None:
    play = Play({"a.1": "c1", "b.queen": "c3", "b.king": "c9"})
    play.put("a.1", "c2")
    play.rest(1)
    play.lift("b.queen")
    play.put("a.1", "c2", edge=True)
    play.rest(1)
    play.ask(CommandKind.ACT, action={"step": ["a.1", "c2"]})
    play.rest(4)
    assert [text for _, texts in play.said for text in texts] == ["step a.1 c2", "hit a.1 b.queen"]


def test_a_lifted_piece_may_be_hit_by_a_piece_that_was_not_put_straight() -> None:
    play = still_pushed()
    known = len(play.said)
    play.lift("b.king")
    play.rest(8)
    (asked,) = play.verdicts[known:]
    assert (asked.kind, asked.text) == (VerdictKind.AMBIGUOUS, "Was this played? hit a.1 b.king")
    assert play.ask(CommandKind.CHOOSE, name="king", choice=0) is AnswerCode.DONE
    assert play.said[-1] == ("settled", ("hit a.1 b.king",))


def test_if_nothing_was_meant_by_lifting_it_that_is_asked_once() -> None:
    play = still_pushed()
    play.lift("b.king")
    play.rest(8)
    assert play.ask(CommandKind.GAME_IS_RIGHT, name="nothing") is AnswerCode.DONE
    known = len(play.said)
    play.rest(20)
    assert play.said[known:] == []


def test_lifting_a_piece_out_of_reach_means_nothing() -> None:
    play = still_pushed()
    known = len(play.said)
    play.lift("a.2")
    play.rest(8)
    assert play.said[known:] == []
