"""Random matches, filmed in random rooms: no wrong piece, no occupied cell called empty, plays judged."""

import pytest

from tests.vision.sweep import HEADER, Outcome, circumstances, run

WHOLE_LABELS = tuple(seed for seed in range(60) if circumstances(seed).conditions.worn == 0)
WORN_LABELS = tuple(seed for seed in range(60) if circumstances(seed).conditions.worn > 0)


def faults(outcome: Outcome) -> list[str]:
    return [*outcome.wrong, *outcome.lost, *outcome.wrong_commits, *outcome.false_warnings]


def test_a_short_match_in_a_strange_room_is_seen_and_judged_without_a_fault() -> None:
    outcome = run(4, actions=2)
    assert faults(outcome) == []
    assert (outcome.right, outcome.murky, outcome.missed_plays) == (outcome.visible, [], 0)
    assert len(outcome.warnings) == outcome.injected


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_matches_with_whole_labels_are_seen_right_and_nothing_is_committed_that_was_not_played() -> None:
    outcomes = _swept(WHOLE_LABELS[:24])
    settled = [one for outcome in outcomes for one in outcome.wrong if ": settled" in one]
    assert settled == []
    assert [one for outcome in outcomes for one in outcome.lost] == []
    assert [one for outcome in outcomes for one in outcome.wrong_commits] == []
    visible, right = (sum(getattr(one, what) for one in outcomes) for what in ("visible", "right"))
    assert right >= 0.999 * visible


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_worn_labels_may_stay_unread_but_are_never_read_wrong() -> None:
    outcomes = _swept(WORN_LABELS[:8])
    settled = [one for outcome in outcomes for one in outcome.wrong if ": settled" in one]
    assert settled == []
    visible, right = (sum(getattr(one, what) for one in outcomes) for what in ("visible", "right"))
    assert right >= 0.9 * visible


def _swept(seeds: tuple[int, ...]) -> list[Outcome]:
    print(HEADER)  # noqa: T201  # the table is what the sweep is run for
    outcomes = []
    for seed in seeds:
        outcomes.append(run(seed))
        print(outcomes[-1].row(), flush=True)  # noqa: T201  # as above
    return outcomes
