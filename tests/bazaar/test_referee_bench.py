"""The counts of `boardwarden bench referee --game bazaar`, in small: people err, the referee doesn't."""

import pytest

from dashboard.lab import referee
from dashboard.lab.corpus.card_evening import CardManners
from dashboard.lab.corpus.card_matches import play_card_corpus
from engine.core.faults import InputFault


def test_no_play_is_taken_for_another_and_no_illegal_one_is_missed() -> None:
    tally, occurred = play_card_corpus("bazaar", (2, 3), actions_max=30)
    assert (tally.wrong_commits, tally.missed) == (0, 0), tally.notes
    assert tally.actions == 60
    assert tally.wrong_plays > 0
    assert occurred["a card turned up, seen by a camera"] > 0
    assert occurred["a draw seen by a reader"] > 0
    # No commit is timed from before the first hand.
    assert max(tally.delays_s) < 100


def test_a_camera_that_was_dazzled_is_waited_for() -> None:
    tally, _ = play_card_corpus("bazaar", (18,), manners=CardManners(face_down=0.0))
    assert (tally.wrong_commits, tally.false_warnings) == (0, 0), tally.notes


def test_the_same_seed_is_the_same_match() -> None:
    one, other = (play_card_corpus("bazaar", (4,), actions_max=10) for _ in range(2))
    assert one == other


def test_a_crowded_table_is_among_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "CARD_SEEDS", (4,))
    what = [str(row["what"]) for row in referee.bench_card_referee("bazaar")]
    assert "wrong commits per 1,000 actions (goal: at most 0)" in what
    assert "ms to explain a play among 300 cards, 95 %" in what


def test_a_game_that_isnt_there_is_refused() -> None:
    with pytest.raises(InputFault, match="no game"):
        play_card_corpus("bazar", (1,))
