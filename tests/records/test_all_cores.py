"""Many matches are worked on by all cores, with the same results in the same order."""

import os
from functools import partial

from dashboard.archive.jobs import MANY, JobOutcome, cores, worked
from tests.records.dying import lives_only_in

ITEMS = list(range(MANY))


def test_processes_beside_this_one_give_what_this_one_gives() -> None:
    said: list[int] = []
    found = list(worked(float, ITEMS, None, said.append, processes=2))
    assert found == [JobOutcome(float(item)) for item in ITEMS]
    assert said == list(range(1, MANY + 1))
    assert cores() >= 1


def test_a_process_that_dies_takes_no_match_with_it() -> None:
    work = partial(lives_only_in, os.getpid())
    assert list(worked(work, ITEMS, None, processes=2)) == [JobOutcome(item) for item in ITEMS]
