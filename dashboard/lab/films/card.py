"""The score card of filmed matches: the results of each condition, compared with its floor."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from dashboard.lab.films.filmed_match import MATCH_ACTIONS, Filmed, film_match, seeds_of
from dashboard.lab.films.row import FilmRow
from dashboard.lab.films.rows import ROWS
from engine.core.faults import InputFault

WHOLE_ACTIONS = 3000
"""The number of actions that the whole bench films over all conditions."""

QUICK_CONDITIONS, QUICK_ACTIONS = 2, 4
"""The numbers of conditions and of actions over all of them with `--quick`."""

FIRST_SEED = 1


@dataclass(frozen=True, slots=True)
class Sum:
    """The summed results of the films of one condition, or of all films."""

    name: str
    """The condition's name."""
    films: int = 0
    """The number of films."""
    actions: int = 0
    """The number of actions."""
    wrong_commits: int = 0
    """The number of commits that differ from the play."""
    missed: int = 0
    """The number of unrecognised actions and of wrong plays without a warning."""
    false_warnings: int = 0
    """The number of warnings of legal play."""
    questions: int = 0
    """The number of questions to the players."""
    stopped_elsewhere: int = 0
    """The number of unrecognised actions with a doubt only in other cells than their own."""
    wrong_plays: int = 0
    """The number of illegal plays that were made on purpose."""
    unwarned: int = 0
    """The number of these without a warning."""
    visible: int = 0
    """The number of visible pieces in looks at a settled table."""
    right: int = 0
    """The number of these that were read right."""
    seconds: float = 0.0
    """The CPU time, in seconds."""

    def per_thousand(self, count: int) -> float:
        """Return a count per 1,000 actions."""
        return 1000 * count / max(1, self.actions)

    def holds(self, row: FilmRow) -> bool:
        """Tell whether the results reach a condition's floor; one fault above it counts as chance."""
        floor = row.floor
        return self.wrong_commits <= floor.wrong_commits * self.actions / 1000 and all(
            count <= 1 + most * self.actions / 1000
            for count, most in (
                (self.missed, floor.missed),
                (self.false_warnings, floor.false_warnings),
                (self.questions, floor.questions),
            )
        )


def summed(name: str, films: Iterable[Filmed]) -> Sum:
    """Return the sum of the results of films."""
    found = tuple(films)

    def every(what: str) -> int:
        return sum(getattr(film, what) for film in found)

    return Sum(
        name=name,
        films=len(found),
        actions=every("actions"),
        wrong_commits=every("wrong_commits"),
        missed=every("unrecognised") + every("unwarned"),
        false_warnings=every("false_warnings"),
        questions=every("questions"),
        stopped_elsewhere=every("stopped_elsewhere"),
        wrong_plays=every("wrong_plays"),
        unwarned=every("unwarned"),
        visible=every("visible"),
        right=every("right"),
        seconds=sum(film.seconds for film in found),
    )


def by_condition(films: Sequence[Filmed], rows: Iterable[FilmRow]) -> Iterator[tuple[FilmRow, Sum]]:
    """Yield each condition that was filmed, with the sum of its films."""
    for row in rows:
        own = [film for film in films if film.condition == row.name]
        if own:
            yield row, summed(row.name, own)


def film_all(
    rows: Sequence[FilmRow],
    *,
    actions: int = WHOLE_ACTIONS,
    first: int = FIRST_SEED,
    done: Collection[tuple[str, int]] = (),
    keep: Path | None = None,
) -> Iterator[Filmed]:
    """Film `actions` actions over all conditions in turn, and yield each film's result.

    Args:
        rows: The conditions.
        actions: The number of actions over all conditions.
        first: The first seed.
        done: The condition and seed of films that aren't made again.
        keep: The folder for films with a fault; None: no film is kept.
    """
    each = -(-actions // len(rows))
    films = -(-each // MATCH_ACTIONS)
    for n, seeds in enumerate(zip(*(seeds_of(row, first, films) for row in rows), strict=True)):
        length = min(MATCH_ACTIONS, each - n * MATCH_ACTIONS)
        for row, seed in zip(rows, seeds, strict=True):
            if (row.name, seed) not in done:
                yield film_match(row, seed, actions=length, keep=keep)


def bench_films(*, quick: bool = False) -> list[dict[str, Any]]:
    """Return the bench's rows for each condition, and whether each reaches its floor.

    `quick` films a few actions under a few conditions.
    """
    rows_of, actions = (
        (ROWS[:: len(ROWS) // QUICK_CONDITIONS], QUICK_ACTIONS) if quick else (ROWS, WHOLE_ACTIONS)
    )
    films = tuple(film_all(rows_of, actions=actions))
    rows: list[dict[str, Any]] = []
    for row, found in [*by_condition(films, rows_of), (None, summed("all conditions", films))]:
        counts = {
            "actions": found.actions,
            "wrong commits per 1,000 actions": found.per_thousand(found.wrong_commits),
            "missed per 1,000 actions": found.per_thousand(found.missed),
            "false warnings per 1,000 actions": found.per_thousand(found.false_warnings),
            "questions per 1,000 actions": found.per_thousand(found.questions),
            "stopped by a doubt elsewhere per 1,000 actions": found.per_thousand(found.stopped_elsewhere),
        }
        rows += [
            {"what": f"{found.name}: {what}", "value": round(value, 2)} for what, value in counts.items()
        ]
        if row is not None:
            rows.append(
                {"what": f"{found.name}: floor held", "value": found.holds(row), "holds": found.holds(row)}
            )
    return rows


def format_filmed(film: Filmed) -> str:
    """Return a film's result as one line of JSON; inverse of `parse_filmed`."""
    return json.dumps(asdict(film))


def parse_filmed(line: str) -> Filmed:
    """Return a film's result from a line of JSON; a line of an older version may lack `drawn`.

    Raises:
        ValueError: the line isn't a film's result.
    """
    found: Any = json.loads(line)
    names = {one.name for one in fields(Filmed)}
    if not isinstance(found, Mapping) or found.keys() | {"drawn"} != names:
        raise ValueError(f"expected an object with {', '.join(sorted(names))}")
    return Filmed(**{**found, "notes": tuple(found["notes"])})


def load_films(path: Path) -> tuple[Filmed, ...]:
    """Return the films' results in a file; none if there is no such file.

    Raises:
        InputFault: a line isn't a film's result; the message names the file and the line.
    """
    if not path.exists():
        return ()
    films = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        try:
            films.append(parse_filmed(line))
        except ValueError as error:
            raise InputFault(f"{path}:{number}: expected a film's counts on a line: {error}") from error
    return tuple(films)
