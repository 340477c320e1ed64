"""Writes the kept report of filmed matches as a Markdown page."""

from collections.abc import Iterator, Sequence

from dashboard.lab.films.card import Sum, by_condition, summed
from dashboard.lab.films.filmed_match import MATCH_ACTIONS, REPORT_SEED, Filmed
from dashboard.lab.films.row import FilmRow

_HEAD = f"""# Matches under every light, judged from their pixels

`boardwarden bench films --page docs/measured/films.md` makes this page. Bots play Dozen War from crowded random positions, {MATCH_ACTIONS} actions a film. Simulated hands act the plays, with wrong plays, twins, nudges and take-backs among them. A rendered camera films the table, four pictures a second. Vision, fusion and referee judge the film, and the bench knows the plays. The seeds of this page begin at {REPORT_SEED:,}. These films are never used to tune anything; the bench's other seeds are all below that number.

*Missed* counts plays that were not recognised, so that somebody had to enter them on a tablet, and wrong plays without a warning. *Stopped elsewhere* counts plays that were not recognised because of a doubt elsewhere, while their own cells were clear. *Pieces read* is the share of visible pieces that looks at a settled table have right. The condition *drawn for each film* takes its facts from the film's seed: print, room and light, picture size, the camera's place, and a cheap camera's habits. Its labels are always large and sharp enough to be read, and no lamp is mirrored over them ([the limits of reading](vision-limits.md)).

| condition | actions | wrong commits | missed | false warnings | questions | stopped elsewhere | pieces read | floor |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""  # noqa: E501 - a paragraph of the page is one line


def report_page(films: Sequence[Filmed], rows: Sequence[FilmRow]) -> str:
    """Return the page: a table of counts by condition, and the sums per 1,000 actions."""
    lines = [
        _line(found, "held" if found.holds(row) else "**not held**")
        for row, found in by_condition(films, rows)
    ]
    every = summed("**all**", films)
    thousand = ", ".join(
        f"{what} {every.per_thousand(count):.1f}"
        for what, count in (
            ("wrong commits", every.wrong_commits),
            ("missed", every.missed),
            ("false warnings", every.false_warnings),
            ("questions", every.questions),
            ("stopped by a doubt elsewhere", every.stopped_elsewhere),
        )
    )
    return "".join(
        [
            _HEAD,
            *lines,
            _line(every, ""),
            f"\nPer 1,000 actions, measured on {every.actions}: {thousand}.\n",
            *_stories(films),
        ]
    )


def _line(found: Sum, floor: str) -> str:
    read = f"{found.right / max(1, found.visible):.2%}"
    counts = (
        found.actions,
        found.wrong_commits,
        found.missed,
        found.false_warnings,
        found.questions,
        found.stopped_elsewhere,
    )
    cells = " | ".join(map(str, counts))
    return f"| {found.name} | {cells} | {read} | {floor} |\n"


def _stories(films: Sequence[Filmed]) -> Iterator[str]:
    """Yield a sentence on how many faults came with a reading fault in the last look."""
    noted = [note for film in films for note in film.notes]
    if noted:
        eyes = sum(note.endswith("]") for note in noted)
        yield (
            f"\nOf {len(noted)} things that went wrong, the last look at the settled table had "
            f"something wrong, unread or doubted for nothing at {eyes}; at {len(noted) - eyes} it was as the "
            f"table lay.\n"
        )
