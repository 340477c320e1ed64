"""The referee's score card: its verdicts on simulated matches whose every mistake is known."""

from statistics import median
from time import process_time
from typing import Any

from dashboard.bench.corpus.card_matches import play_card_corpus
from dashboard.bench.corpus.matches import MATCH_ACTIONS, play_corpus
from dashboard.bench.corpus.senses import Senses
from dashboard.bench.corpus.tally import Tally
from dashboard.bench.corpus.turns import turns_at_once
from dashboard.bench.crowded import bench_crowded
from engine.bots.bot_matches import ACTIONS_MAX
from engine.session.explaining.explanations import Ambiguous, Settled
from engine.session.explaining.referee import explain

SEEDS = range(1, 13)
"""Twelve matches: over 300 full turns."""

SENSED_SEEDS = (2, 7)
"""Two of them at tables that sense otherwise."""

CARD_SEEDS = range(1, 25)
"""Twenty-four matches of a game with cards: over 1,000 actions."""

TURN_SEEDS = range(1, 4)
LONGEST_TURN = 12

SENSED_ACTIONS_MAX = 150

HANDS_ACTIONS_MAX, TURNS_ACTIONS_MAX = MATCH_ACTIONS, ACTIONS_MAX
"""After how many actions a match with hands, or one of whole turns, is broken off."""


def bench_referee() -> list[dict[str, Any]]:
    """Return the score card's rows."""
    tally = play_corpus(SEEDS, actions_max=HANDS_ACTIONS_MAX)
    rows: list[tuple[str, float]] = [
        ("matches", tally.matches),
        ("full turns", tally.turns),
        ("actions", tally.actions),
        ("wrong plays made on purpose", tally.wrong_plays),
        ("twins put for one another", tally.swaps),
        ("moves taken back", tally.take_backs),
        ("of these, not understood", tally.take_backs_missed),
        *_judged(tally),
    ]
    rows += [row for senses in Senses if senses is not Senses.CAMERA for row in _sensed(senses)]
    return [{"what": what, "value": round(value, 2)} for what, value in (*rows, *_at_once())]


def bench_card_referee(name: str) -> list[dict[str, Any]]:
    """Return the score card of a game with cards, and how often what is hard for a referee came up.

    Raises:
        InputFault: no such game.
    """
    tally, occurred = play_card_corpus(name, CARD_SEEDS)
    rows: list[tuple[str, float]] = [
        ("matches", tally.matches),
        ("of these, played to their end", tally.finished),
        ("full turns", tally.turns),
        ("actions", tally.actions),
        ("of these, laid and seen", tally.seen_actions),
        ("laid and tapped because nothing can tell them apart", tally.tapped_actions),
        ("wrong plays made on purpose", tally.wrong_plays),
        *((what, count) for what, count in sorted(occurred.items())),
        *_judged(tally),
    ]
    return [{"what": what, "value": round(value, 2)} for what, value in (*rows, *bench_crowded())]


def _judged(tally: Tally) -> tuple[tuple[str, float], ...]:
    return (
        ("wrong commits per 1,000 actions", tally.per_thousand(tally.wrong_commits)),
        ("questions per 1,000 actions", tally.per_thousand(tally.questions)),
        ("questions without the right answer per 1,000", tally.per_thousand(tally.clueless_questions)),
        ("false warnings per 1,000 actions", tally.per_thousand(tally.false_warnings)),
        ("illegal plays missed per 1,000 actions", tally.per_thousand(tally.missed)),
        ("plays not recognised per 1,000 actions", tally.per_thousand(tally.unrecognised)),
        ("seconds from the hand's leaving to the commit, median", tally.delay_s(0.5)),
        ("seconds from the hand's leaving to the commit, 95 %", tally.delay_s(0.95)),
    )


def _sensed(senses: Senses) -> list[tuple[str, float]]:
    """Measure the same people at a table that senses otherwise."""
    tally = play_corpus(SENSED_SEEDS, actions_max=SENSED_ACTIONS_MAX, senses=senses)
    return [
        (f"{senses}: actions", tally.actions),
        (
            f"{senses}: tapped because nothing can sense them, per 1,000",
            tally.per_thousand(tally.tapped_actions),
        ),
        (f"{senses}: wrong commits per 1,000 actions", tally.per_thousand(tally.wrong_commits)),
        (f"{senses}: questions per 1,000 actions", tally.per_thousand(tally.questions)),
        (f"{senses}: false warnings per 1,000 actions", tally.per_thousand(tally.false_warnings)),
        (f"{senses}: illegal plays missed per 1,000 actions", tally.per_thousand(tally.missed)),
        (f"{senses}: plays not recognised per 1,000 actions", tally.per_thousand(tally.unrecognised)),
        (f"{senses}: contradictions between sources", tally.disagreements),
        (f"{senses}: sensors found to be at fault", tally.faults),
        (f"{senses}: seconds from the hand's leaving to the commit, median", tally.delay_s(0.5)),
    ]


def _at_once() -> list[tuple[str, float]]:
    """Measure turns that are seen at once, from their last table alone; CPU time is of this machine."""
    times: list[float] = []
    found = 0
    for seed in TURN_SEEDS:
        for turn in turns_at_once(seed, actions_max=TURNS_ACTIONS_MAX):
            if len(turn.actions) > LONGEST_TURN:
                continue
            began = process_time()
            explanation = explain(turn.game, turn.before, turn.seen)
            times.append(1000 * (process_time() - began))
            found += isinstance(explanation, Settled | Ambiguous)
    ordered = sorted(times)
    return [
        ("turns seen at once, of up to twelve actions", len(times)),
        ("of these, explained, per cent", 100 * found / len(times)),
        ("ms to explain one, median", median(times)),
        ("ms to explain one, 95 %", ordered[int(0.95 * len(ordered))]),
        ("of these, within 50 ms, per cent", 100 * sum(ms <= 50 for ms in times) / len(times)),
    ]
