"""The counts over an archive as lines for people, as CSV, and as pictures."""

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from dashboard.archive.bars import Bar, draw_bars
from dashboard.archive.spreadsheet_cells import unreckoned
from engine.core.counting import counted, noun
from engine.records.recorded import open_recorded
from engine.records.statistics import MatchFacts, Statistics, facts_of

LEFT_OUT = ("place", "bot")
"""The kinds of tallies that the table leaves out: places in the turn order, and bots."""


@dataclass(frozen=True, slots=True)
class CountRow:
    """One row of the table. A column without a value in this row is None."""

    what: str
    """The kind of thing that is counted: `seat`, `warning`, `turn`, or the game's own, as `general` or
    `card`.
    """
    name: str
    """The seat, card, rule or other thing that is counted."""
    matches: int | None = None
    """The number of matches with this thing."""
    count: float | None = None
    """The number of wins, warnings or turns."""
    rate: float | None = None
    """The share of `matches` that were won, from 0 to 1."""
    low: float | None = None
    """The lower end of the rate's 95 % interval."""
    high: float | None = None
    """The upper end of the rate's 95 % interval."""
    median_s: float | None = None
    """The median length of a turn, in seconds."""
    slow_s: float | None = None
    """The length that nine tenths of the turns don't exceed, in seconds."""


def facts_at(path: Path) -> MatchFacts:
    """Return the counts of a journal's match.

    Raises:
        InputFault: the match can't be replayed, or its evidence can't be read.
        JournalFault: the disk doesn't give the journal.
    """
    return facts_of(open_recorded(path))


def rows(found: Statistics) -> Iterator[CountRow]:
    """Yield the table's rows."""
    for what, tallies in found.balance.tallies.items():
        for one in tallies if what not in LEFT_OUT else ():
            sure = one.interval
            yield CountRow(what, one.name, one.matches, one.wins, one.rate, sure.low, sure.high)
    for warned in found.warnings:
        yield CountRow("warning", warned.rule, warned.matches, warned.times)
    for turn in found.turns:
        yield CountRow("turn", turn.seat, count=turn.turns, median_s=turn.median_s, slow_s=turn.slow_s)


def row_text(row: CountRow) -> str:
    """Return a row of the table as a line for people."""
    head = f"{row.what:8} {row.name:24}"
    times, matches = int(row.count or 0), row.matches or 0
    if row.what == "warning":
        return f"{head} {counted(times, 'time')} in {counted(matches, 'match', 'matches')}"
    if row.what == "turn":
        turns = counted(times, "turn")
        return f"{head} {turns}, half within {row.median_s:.1f} s, nine of ten {row.slow_s:.1f} s"
    sure = f"{row.low:.1%} to {row.high:.1%}"
    played = f"{matches:6} {noun(matches, 'match', 'matches'):7}"
    return f"{head} {played} {row.count:8.1f} won {row.rate:7.1%}   {sure}"


def csv_text(found: Statistics) -> str:
    """Return the table as CSV, with the columns' names first."""
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(CountRow.__dataclass_fields__), lineterminator="\n")
    writer.writeheader()
    for row in rows(found):
        fields = asdict(row)
        writer.writerow(
            {key: round(one, 4) if isinstance(one, float) else unreckoned(one) for key, one in fields.items()}
        )
    return out.getvalue()


def pictures(found: Statistics) -> Mapping[str, str]:
    """Return the pictures as SVG, by their files' names; counts without any value have no picture."""
    drawn = {
        f"wins-by-{what}.svg": draw_bars(
            f"Win rate by {what}, with 95 % intervals; dashed: fair",
            [
                Bar(
                    one.name,
                    one.rate,
                    f"{one.rate:.0%} of {one.matches}",
                    (one.interval.low, one.interval.high),
                )
                for one in tallies
            ],
            mark=found.balance.fair,
        )
        for what, tallies in found.balance.tallies.items()
        if what not in LEFT_OUT and tallies
    }
    if found.warnings:
        bars = [Bar(one.rule, one.times, f"{one.times}") for one in found.warnings]
        drawn["warnings-by-rule.svg"] = draw_bars("Warnings by rule", bars)
    if found.turns:
        bars = [
            Bar(one.seat, one.median_s, f"{one.median_s:.0f} s", (one.median_s, one.slow_s))
            for one in found.turns
        ]
        drawn["time-a-turn.svg"] = draw_bars("Time a turn: half of them, and nine of ten, within", bars)
    return drawn
