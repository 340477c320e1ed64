"""The referee's score card: its faults in simulated matches, where each mistake of the players is known."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from time import process_time
from typing import Any

from dashboard.lab.corpus.card_matches import play_card_corpus
from dashboard.lab.corpus.matches import MATCH_ACTIONS, play_corpus
from dashboard.lab.corpus.senses import Senses
from dashboard.lab.corpus.tally import Tally
from dashboard.lab.corpus.turns import turns_at_once
from dashboard.lab.crowded import bench_crowded
from dashboard.lab.measurement import judged
from engine.bots.bot_matches import ACTIONS_MAX
from engine.session.explaining.explanations import Ambiguous, Settled
from engine.session.explaining.referee import explain

SEEDS = range(1, 13)
"""The seeds of twelve matches, with over 300 full turns."""

SENSED_SEEDS = (2, 7)
"""The seeds of two matches that are also played at tables with other sensors."""

CARD_SEEDS = range(1, 25)
"""The seeds of 24 matches of a game with cards, with over 1,000 actions."""

TURN_SEEDS = range(1, 4)
LONGEST_TURN = 12

SENSED_ACTIONS_MAX = 150

HANDS_ACTIONS_MAX, TURNS_ACTIONS_MAX = MATCH_ACTIONS, ACTIONS_MAX
"""The most actions of a match with hands, and of one with whole turns."""

QUICK_MATCHES, QUICK_ACTIONS, QUICK_TURNS_ACTIONS = 2, 40, 120
"""The numbers for `--quick`: of matches and kinds of table, and of the most actions in both kinds."""

MOST_WRONG, MOST_QUESTIONS, LEAST_EXPLAINED = 0.0, 10.0, 95.0
"""The goals per 1,000 actions, and in per cent of whole turns; docs/measured/referee.md has the results."""


def bench_referee(*, quick: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the score card's rows; `quick` plays only the beginnings of a few matches."""
    seeds, kinds = SEEDS, tuple(one for one in Senses if one is not Senses.CAMERA)
    hands_max, sensed_max, turns_max = HANDS_ACTIONS_MAX, SENSED_ACTIONS_MAX, TURNS_ACTIONS_MAX
    if quick:
        seeds, kinds = seeds[:QUICK_MATCHES], kinds[:QUICK_MATCHES]
        hands_max, sensed_max = min(QUICK_ACTIONS, hands_max), min(QUICK_ACTIONS, sensed_max)
        turns_max = min(QUICK_TURNS_ACTIONS, turns_max)
    tally = play_corpus(seeds, actions_max=hands_max)
    for what, count in (
        ("matches", tally.matches),
        ("full turns", tally.turns),
        ("actions", tally.actions),
        ("wrong plays made on purpose", tally.wrong_plays),
        ("twins put for one another", tally.swaps),
        ("moves taken back", tally.take_backs),
        ("of these, not understood", tally.take_backs_missed),
    ):
        yield {"what": what, "value": count}
    # In a short run even a single question may exceed the goal, so one question is always allowed.
    yield from _judged(tally, most_questions=max(MOST_QUESTIONS, round(tally.per_thousand(1), 2)))
    for senses in kinds:
        yield from _sensed(senses, SENSED_SEEDS[:1] if quick else SENSED_SEEDS, sensed_max)
    yield from _at_once(TURN_SEEDS[:1] if quick else TURN_SEEDS, turns_max)


def bench_card_referee(name: str) -> list[dict[str, Any]]:
    """Return the score card of a game with cards, with the counts of situations that are hard for a referee.

    Raises:
        InputFault: there is no such game.
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
    ]
    return [
        *({"what": what, "value": round(value, 2)} for what, value in rows),
        *_judged(tally, most_questions=None),
        *({"what": what, "value": round(value, 2)} for what, value in bench_crowded()),
    ]


def _judged(tally: Tally, *, most_questions: float | None) -> Iterator[dict[str, Any]]:
    for what, count, most in (
        ("wrong commits per 1,000 actions", tally.wrong_commits, MOST_WRONG),
        ("questions per 1,000 actions", tally.questions, most_questions),
        ("questions without the right answer per 1,000", tally.clueless_questions, MOST_WRONG),
        ("false warnings per 1,000 actions", tally.false_warnings, MOST_WRONG),
        ("illegal plays missed per 1,000 actions", tally.missed, MOST_WRONG),
        ("plays not recognised per 1,000 actions", tally.unrecognised, None),
    ):
        yield judged(what, round(tally.per_thousand(count), 2), at_most=most)
    for share, said in ((0.5, "median"), (0.95, "95 %")):
        yield {
            "what": f"seconds from the hand's leaving to the commit, {said}",
            "value": round(tally.delay_s(share), 2),
        }


def _sensed(senses: Senses, seeds: Sequence[int], actions_max: int) -> Iterator[dict[str, Any]]:
    """Yield the rows for the same people at a table with other sensors."""
    tally = play_corpus(seeds, actions_max=actions_max, senses=senses)
    yield {"what": f"{senses}: actions", "value": tally.actions}
    for what, count in (
        ("tapped because nothing can sense them, per 1,000", tally.tapped_actions),
        ("wrong commits per 1,000 actions", tally.wrong_commits),
        ("questions per 1,000 actions", tally.questions),
        ("false warnings per 1,000 actions", tally.false_warnings),
        ("illegal plays missed per 1,000 actions", tally.missed),
        ("plays not recognised per 1,000 actions", tally.unrecognised),
    ):
        yield {"what": f"{senses}: {what}", "value": round(tally.per_thousand(count), 2)}
    yield {"what": f"{senses}: contradictions between sources", "value": tally.disagreements}
    yield {"what": f"{senses}: sensors found to be at fault", "value": tally.faults}
    yield {
        "what": f"{senses}: seconds from the hand's leaving to the commit, median",
        "value": round(tally.delay_s(0.5), 2),
    }


def _at_once(seeds: Iterable[int], actions_max: int) -> Iterator[dict[str, Any]]:
    """Yield the rows for whole turns seen only at their end; CPU times are this machine's."""
    times: list[float] = []
    found = 0
    for seed in seeds:
        for turn in turns_at_once(seed, actions_max=actions_max):
            if len(turn.actions) > LONGEST_TURN:
                continue
            began = process_time()
            explanation = explain(turn.game, turn.before, turn.seen)
            times.append(1000 * (process_time() - began))
            found += isinstance(explanation, Settled | Ambiguous)
    ordered = sorted(times)
    yield {"what": "turns seen at once, of up to twelve actions", "value": len(times)}
    yield judged(
        "of these, explained, per cent", round(100 * found / len(times), 2), at_least=LEAST_EXPLAINED
    )
    for what, value in (
        ("ms to explain one, median", median(times)),
        ("ms to explain one, 95 %", ordered[int(0.95 * len(ordered))]),
        ("of these, within 50 ms, per cent", 100 * sum(ms <= 50 for ms in times) / len(times)),
    ):
        yield {"what": what, "value": round(value, 2)}
