"""The search for matches in a folder's index, for the commands over many matches."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from pathlib import Path
from sqlite3 import OperationalError

import msgspec

from dashboard.archive.count_rows import facts_at
from dashboard.archive.jobs import JobOutcome, cores, worked
from dashboard.commands.archives import chosen_paths
from dashboard.commands.progress import progress_of_matches
from dashboard.version import version_line
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seconds
from engine.games.registry import GAMES
from engine.games.rules_code import rules_hash
from engine.records.archive import Listed
from engine.records.archive_index import NAME, PATIENCE, ArchiveIndex, MatchCriteria
from engine.records.index_row import IndexRow, index_row
from engine.records.statistics import MatchFacts
from engine.session.matches.journal import journals

MANY_MATCHES = 200
"""A list of this many matches or more is made from the index: reading them all takes 20 s."""


def wanted(parsed: argparse.Namespace) -> MatchCriteria:
    """Return the conditions that the options set.

    Raises:
        InputFault: a date is malformed.
    """
    since, until = _day(parsed.since, "--since"), _day(parsed.until, "--until")
    return MatchCriteria(
        parsed.player,
        parsed.card,
        parsed.rule,
        None if since is None else Seconds(since.timestamp()),
        None if until is None else Seconds((until + timedelta(days=1)).timestamp()),
    )


def search_paths(parsed: argparse.Namespace) -> list[Path]:
    """Return the journals of the matches that the options name or search for, oldest first.

    Raises:
        InputFault: there is no such match, a date is malformed, or names come together with conditions.
    """
    asked = wanted(parsed)
    if not asked:
        return chosen_paths(parsed, parsed.matches)
    if parsed.matches:
        raise InputFault("--player, --card, --rule, --since, --until: expected them without names of matches")
    with current_index(Path(parsed.data), getattr(parsed, "cluster", None)) as index:
        return [one.path.absolute() for one in index.found(asked)][::-1]


def _day(given: str, option: str) -> datetime | None:
    if not given:
        return None
    try:
        return datetime.strptime(given, "%Y-%m-%d").astimezone()
    except ValueError as error:
        raise InputFault(f"{option} {given}: expected a date such as 2026-11-28") from error


def uses_index(folder: Path) -> bool:
    """Tell whether the folder's list is made from its index: it has one, or it has many matches."""
    return (folder / NAME).is_file() or len(journals(folder)) >= MANY_MATCHES


def current_index(
    folder: Path, cluster: str | None = None, *, anew: bool = False, patience: Seconds = PATIENCE
) -> ArchiveIndex:
    """Return the folder's index after reading each changed match again, on all cores or on a cluster.

    With `anew` every match is read again.

    Raises:
        MissingFault: the cluster isn't there, or another search locks the index for too long.
    """
    try:
        index = ArchiveIndex(folder, patience=patience)
        if anew:
            index.forget_all()
        index.bring_up_to_date(partial(_rows, cluster=cluster))
    except OperationalError as error:
        raise MissingFault(f"{folder / NAME}: can't be brought up to date: {error}; try again") from error
    return index


def _rows(paths: Sequence[Path], cluster: str | None) -> Iterator[IndexRow]:
    if not paths:
        return  # no cluster is needed for no matches
    tell, paths = progress_of_matches(len(paths)), [path.absolute() for path in paths]
    for path, one in zip(paths, worked(index_row, paths, cluster, tell, processes=cores()), strict=True):
        yield one.found or IndexRow(Listed(path.parent.name, path, fault=one.fault), "")


def facts_of_all(
    paths: Sequence[Path], cluster: str | None, index: ArchiveIndex | None
) -> Iterator[tuple[Path, JobOutcome[MatchFacts]]]:
    """Yield the counts of each match; counts that the index has are taken from there.

    Raises:
        MissingFault: the cluster isn't there.
    """
    known = {} if index is None else _known(index, paths)
    left = [path for path in paths if path not in known]
    tell = progress_of_matches(len(left))
    counted = worked(facts_at, left, cluster, tell, processes=cores())
    for path in paths:
        if path in known:
            yield path, JobOutcome(known[path])
            continue
        outcome = next(counted)
        if index is not None and outcome.found is not None:
            index.keep_facts(path.parent.name, _counter(), _FACTS.encode(outcome.found))
        yield path, outcome


@cache
def _counter() -> str:
    """Return the program's version and the rules' hashes; counts that were made by others aren't used."""
    return " ".join((version_line(), *(rules_hash(game) for game in sorted(GAMES))))


_FACTS = msgspec.json.Encoder()
_READ = msgspec.json.Decoder(MatchFacts)


def _known(index: ArchiveIndex, paths: Iterable[Path]) -> dict[Path, MatchFacts]:
    by = _counter()
    kept = ((path, index.facts(path.parent.name, by)) for path in paths)
    return {path: _READ.decode(facts) for path, facts in kept if facts is not None}
