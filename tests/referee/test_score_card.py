"""The referee in simulated matches: hands, shadows, glare, silent cameras and wrong plays, all with seeds.

It is a small part of `boardwarden bench referee`, with floors as counts.
"""

import pytest

from dashboard.lab.corpus.matches import play_corpus
from dashboard.lab.corpus.tally import Tally


@pytest.fixture(scope="module")
def tally() -> Tally:
    return play_corpus((2, 7), actions_max=90)


def test_nothing_is_committed_that_nobody_played(tally: Tally) -> None:
    assert tally.wrong_commits == 0, tally.notes


def test_every_illegal_play_is_warned_of(tally: Tally) -> None:
    assert tally.wrong_plays >= 5
    assert tally.missed == 0, tally.notes


def test_legal_play_is_never_warned_of(tally: Tally) -> None:
    assert tally.false_warnings == 0, tally.notes


def test_players_are_hardly_ever_asked(tally: Tally) -> None:
    assert tally.actions == 180
    assert tally.questions <= 2, tally.notes


def test_nearly_every_play_is_recognised_from_the_board(tally: Tally) -> None:
    assert tally.seen_actions >= 110
    assert tally.unrecognised <= 1, tally.notes


def test_a_commit_comes_soon_after_the_hand_has_left(tally: Tally) -> None:
    # Time is capture time: the number of looks, not the speed of this machine.
    assert len(tally.delays_s) >= 80
    assert tally.delay_s(0.5) <= 1.0
