"""Compares a match judged by the installed version with the same match judged by another one. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from engine.records.rejudgement import Account, RejudgedDifference

AS_RECORDED = ("as recorded",)
"""The line for a version that judges a moment as it was recorded."""


@dataclass(frozen=True, slots=True)
class VersionsMoment:
    """One moment that at least one of two versions judges differently from the record."""

    file: str
    """The evidence file's name."""
    at_s: float
    """The moment's time, in seconds since the file began."""
    took: str
    """The look, event or command that the engine received."""
    recorded: tuple[str, ...]
    """The recorded results, as text for people."""
    other: tuple[str, ...] | None
    """The results by the other version; None: as recorded."""
    installed: tuple[str, ...] | None
    """The results by the installed version; None: as recorded."""


@dataclass(frozen=True, slots=True)
class SideBySide:
    """One match, judged again by two versions."""

    rules: str
    """The other version's name."""
    installed: Account
    """The result by the installed version."""
    other: Mapping[str, Any]
    """The result by the other version, as its `rejudge --json` prints it."""

    @property
    def moments(self) -> tuple[VersionsMoment, ...]:
        """The moments where a version differs from the record, in order of time."""
        return tuple(_moments(self.installed, self.other))

    @property
    def stops_early(self) -> bool:
        """Whether the other version stops at its first difference, as it does with matches of its rules."""
        return bool(self.other["differences"]) and not self.other.get("by_others", False)

    @property
    def is_same(self) -> bool:
        """Whether both versions judge every moment as it was recorded, and the evidence is whole."""
        return not (self.moments or self.installed.damage)


def _moments(installed: Account, other: Mapping[str, Any]) -> Iterator[VersionsMoment]:
    # Versions may name a received thing differently, so moments are matched by file and time.
    ours = {(one.file, round(one.at_s, 3)): one for one in installed.differences}
    theirs = {(one.file, round(one.at_s, 3)): one for one in map(_difference, other["differences"])}
    for key in sorted({*ours, *theirs}):
        mine, its = ours.get(key), theirs.get(key)
        said = mine or its
        if said is not None:
            yield VersionsMoment(
                said.file,
                said.at_s,
                said.took,
                said.recorded,
                None if its is None else its.judged,
                None if mine is None else mine.judged,
            )


def _difference(written: Mapping[str, Any]) -> RejudgedDifference:
    return RejudgedDifference(
        str(written["file"]),
        float(written["at_s"]),
        str(written["took"]),
        str(written["stage"]),
        tuple(map(str, written["recorded"])),
        tuple(map(str, written["judged"])),
    )


def side_by_side_facts(match: str, found: SideBySide) -> dict[str, Any]:
    """Return the facts of the comparison that `--json` prints as a line."""
    return {
        "match": match,
        "same": found.is_same,
        "rules": found.rules,
        "installed": asdict(found.installed),
        "other": dict(found.other),
        "moments": [asdict(one) for one in found.moments],
    }


def side_by_side_text(match: str, found: SideBySide) -> str:
    """Return the comparison as lines for people: each differing moment with the record and both versions."""
    installed, other = len(found.installed.differences), len(found.other["differences"])
    lines = [f"{match}  by {found.rules}: {_count(other)}; by the installed rules: {_count(installed)}"]
    lines += [f"  the evidence isn't whole: {one}" for one in found.installed.damage]
    if found.stops_early:
        lines.append(f"  {found.rules} takes the match for its own, and ends at a difference")
    for one in found.moments:
        lines.append(f"  {one.at_s:8.2f} s  {one.file}, {one.took}")
        sides = (("recorded", one.recorded), (found.rules, one.other), ("installed", one.installed))
        wide = max(len(name) for name, _ in sides) + 1
        for name, events in sides:
            lines += [
                f"      {f'{name}:':{wide}} {text}"
                for text in (AS_RECORDED if events is None else events or ("nothing",))
            ]
    return "\n".join(lines)


def _count(differences: int) -> str:
    return f"differs in {differences}" if differences else "the same"
