"""Whole matches judged by sensors beneath the board: switches, readers, with a camera, and broken."""

import pytest

from dashboard.lab.corpus.matches import play_corpus
from dashboard.lab.corpus.senses import Senses
from dashboard.lab.corpus.tally import Tally


@pytest.fixture(scope="module")
def duels() -> Tally:
    return play_corpus((2, 3, 5), actions_max=200, senses=Senses.SWITCHES, on="duel")


def test_whole_duels_are_played_to_their_end_by_switches_alone(duels: Tally) -> None:
    assert (duels.matches, duels.finished) == (3, 3), duels.notes
    assert duels.actions > 100


def test_by_switches_alone_nothing_is_committed_that_nobody_played(duels: Tally) -> None:
    assert duels.wrong_commits == 0, duels.notes
    assert duels.wrong_plays >= 1
    assert duels.missed == 0, duels.notes


def test_by_switches_alone_three_duels_ask_no_more_than_twice(duels: Tally) -> None:
    assert duels.questions <= 2, duels.notes
    assert duels.seen_actions + duels.tapped_actions <= duels.actions


@pytest.mark.parametrize("senses", [Senses.CAMERA_AND_BOARD, Senses.BOARD_DIES])
def test_a_board_beside_the_camera_does_no_harm_alive_or_dead(senses: Senses) -> None:
    tally = play_corpus((2,), actions_max=60, senses=senses)
    assert (tally.wrong_commits, tally.missed, tally.false_warnings) == (0, 0, 0), tally.notes
    assert tally.questions <= 1, tally.notes


def test_a_board_that_contradicts_the_camera_is_found_out() -> None:
    tally = play_corpus((2,), actions_max=40, senses=Senses.CONTRADICTING)
    assert (tally.wrong_commits, tally.missed) == (0, 0), tally.notes
    assert tally.disagreements >= 1
    assert tally.faults >= 1


@pytest.mark.parametrize(
    ("seed", "senses"),
    [
        pytest.param(73, Senses.NUDGED, id="a piece nudged as another came is no attacker"),
        pytest.param(89, Senses.SLOW_READERS, id="a reader that still names who was taken from a stack"),
        pytest.param(91, Senses.CAMERA_AND_BOARD, id="one misread edge as a turn ends is no attack"),
        pytest.param(86, Senses.SWITCHES_AND_READERS, id="what comes where a target lay takes nothing back"),
        pytest.param(152, Senses.NUDGED, id="a misread edge leaves no attacker out"),
        pytest.param(210, Senses.BLINDED, id="who is yet to be put elsewhere takes no hit by a switch alone"),
    ],
)
def test_matches_that_had_wrong_commits_have_none_now(seed: int, senses: Senses) -> None:
    tally = play_corpus((seed,), actions_max=150 if seed == 73 else 145, senses=senses)
    assert tally.wrong_commits == 0, tally.notes


def test_an_answer_is_not_taken_back_by_putting_a_piece_back() -> None:
    """In this match a ring lets an attacked general go elsewhere."""
    tally = play_corpus((1122,), actions_max=45, senses=Senses.CAMERA_AND_BOARD)
    assert (tally.false_warnings, tally.take_backs_missed) == (0, 0), tally.notes
