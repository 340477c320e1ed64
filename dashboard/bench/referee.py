"""The referee's score card: what it makes of simulated matches in which all that goes wrong is known."""

from typing import Any

from dashboard.bench.corpus.matches import play_corpus

SEEDS = range(1, 12)
"""Eleven matches: some 350 turns."""


def bench_referee() -> list[dict[str, Any]]:
    """Return the score card's rows."""
    tally = play_corpus(SEEDS)
    rows: list[tuple[str, float]] = [
        ("matches", tally.matches),
        ("full turns", tally.turns),
        ("actions", tally.actions),
        ("wrong plays made on purpose", tally.wrong_plays),
        ("twins put for one another", tally.swaps),
        ("moves taken back", tally.take_backs),
        ("of these, not understood", tally.take_backs_missed),
        ("wrong commits per 1,000 actions", tally.per_thousand(tally.wrong_commits)),
        ("questions per 1,000 actions", tally.per_thousand(tally.questions)),
        ("questions without the right answer per 1,000", tally.per_thousand(tally.clueless_questions)),
        ("false warnings per 1,000 actions", tally.per_thousand(tally.false_warnings)),
        ("illegal plays missed per 1,000 actions", tally.per_thousand(tally.missed)),
        ("plays not recognised per 1,000 actions", tally.per_thousand(tally.unrecognised)),
        ("seconds from the hand's leaving to the commit, median", tally.delay_s(0.5)),
        ("seconds from the hand's leaving to the commit, 95 %", tally.delay_s(0.95)),
    ]
    return [{"what": what, "value": round(value, 2)} for what, value in rows]
